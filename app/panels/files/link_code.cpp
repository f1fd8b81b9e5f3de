#include "app/panels/files/link_code.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "core/figure/numbers.h"
#include "core/text/qr_code.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr int light_border = 4;  // modules, of which the code is made

// Why no phone opens it; empty where one does.
std::string why_no_code(const std::string& link) {
  if (!link.starts_with("http://") && !link.starts_with("https://"))
    return say(
        "A phone cannot open {page}. Say under “Open a link” with which address your links begin: that of "
        "Headlight on a server.",
        {{"page", link.substr(0, link.find('#'))}});
  if (link.size() > longest_in_code)
    return say(
        "The link has {n} letters; a phone reads up to {most} from a screen. The link of a lesson's step is "
        "short: add #lesson=it&step=3 to the address.",
        {{"n", count_text(link.size())}, {"most", count_text(longest_in_code)}});
  return "";
}

}  // namespace

// Black on white in both themes: not every camera reads it the other way round.
void draw_qr_code(Ui& ui, const Area& area, const QrCode& code) {
  const int across = code.size + 2 * light_border;
  const float module =
      std::max(1.0F, std::floor(std::min(area.width(), area.height()) / static_cast<float>(across)));
  const float side = module * static_cast<float>(across);
  const Area square = Area::at(std::round(area.middle_x() - side / 2), std::round(area.top), side, side);
  ui.fill(square, Rgb{255, 255, 255});
  for (int row = 0; row < code.size; ++row) {
    for (int column = 0; column < code.size; ++column) {
      const int first = column;
      while (column < code.size && code.at(row, column)) ++column;
      if (column == first) continue;
      ui.fill(Area::at(square.left + module * static_cast<float>(first + light_border),
                       square.top + module * static_cast<float>(row + light_border),
                       module * static_cast<float>(column - first), module),
              Rgb{0, 0, 0});
    }
  }
}

void draw_link_code(const PanelContext& context) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  LinkCode& shown = ui.state<LinkCode>();
  const std::string trouble = why_no_code(shown.link);
  const std::optional<QrCode> code = trouble.empty() ? qr_code(shown.link) : std::nullopt;
  constexpr float line = 22, around = 164;
  const float room = std::min(ui.screen().height() / ui.px(1) - 32 - around, 640.0F);
  const float wide = code ? std::max(360.0F, room + 56) : 560;
  const float tall =
      code ? around + room
           : around - 16 + ui.wrapped_height(type::body, trouble, ui.px(wide - 56), ui.px(line)) / ui.px(1);
  const Area sheet = begin_sheet(ui, wide, tall);
  Area rest = sheet.inset(ui.px(28), ui.px(22));
  Area row = rest.cut_bottom(ui.px(36), ui.px(12));
  ui.text(rest.cut_top(ui.px(36)), Align::left, type::panel, c.ink, "Scan to open what is shown");
  if (code) {
    ui.text(
        rest.cut_top(ui.px(28)), Align::left, type::label, c.text_2,
        say("A link of {n} letters. It is on the clipboard too.", {{"n", count_text(shown.link.size())}}));
    draw_qr_code(ui, rest, *code);
  } else {
    ui.wrapped(rest, type::body, c.text_2, trouble, ui.px(line));
  }
  const bool closed =
      button(ui, "link/close", row.cut_right(button_width(ui, "Close")), "Close", ButtonKind::primary);
  if (!end_sheet(ui) && !closed) return;
  ui.state().overlay = Overlay::none;
  shown.link.clear();
}

}  // namespace headlight
