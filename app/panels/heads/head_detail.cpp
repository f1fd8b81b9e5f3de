// The selected head, large, with what was measured on it.
#include <array>

#include "app/panels/heads/head_words.h"
#include "app/panels/heads/heads_view.h"
#include "app/panels/lines/lines_view.h"
#include "app/panels/step_names.h"
#include "app/panels/what_if/interventions.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {
namespace {

constexpr int tiles_in_row = 5;

void tile(const PanelContext& context, const Area& area, Trait trait, const HeadTraits& traits, bool large,
          bool off) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::optional<float> value = traits[trait];
  const bool sorted = context.session.sort_heads == trait;
  const Touch touch = ui.item("trait/" + std::string(info(trait).id), area);
  if (touch.hovered) {
    ui.hand();
    ui.fill(area.outset(ui.px(5)), c.rail, ui.px(6));
    ui.tooltip(
        {RichText(std::string(info(trait).meaning)),
         value ? RichText(sorted ? "Click for the order of the model." : "Click to sort all heads by it.")
               : RichText("It cannot be measured on this head.")});
  }
  if (touch.focused) ui.focus_ring(area, ui.px(6));
  if (touch.clicked) ui.emit(SortHeads{sorted ? std::nullopt : std::optional(trait)});

  float y = area.top + ui.px(8);
  const Type name = sorted ? type::caption_hot : type::caption;
  // Where it is narrow, "previous" does for "to previous".
  std::string_view called = info(trait).name;
  if (called.starts_with("to ") && ui.width(type::caption_hot, called) > area.width())
    called.remove_prefix(3);
  ui.text(area.left, y, name, sorted ? c.ink : c.text_2, ui.fitted(name, called, area.width()));
  y += ui.px(large ? 25 : 19);
  // The dash for what cannot be measured is none of the figures that the large type has.
  const Type face = !value ? type::panel : large ? type::trait : type::score;
  const float right =
      ui.text(area.left, y, face, value && !off ? c.ink : c.text_3, trait_number(trait, value));
  float share = value.value_or(0.0F);
  std::string unit;
  if (trait == Trait::entropy) {
    share = traits.most_entropy > 0 ? share / traits.most_entropy : 0;
    unit = "bits";
  } else if (trait == Trait::distance) {
    unit = "words";
  }
  if (value && right + ui.px(6) + ui.width(type::caption, unit) <= area.right)
    ui.text(right + ui.px(6), y + ui.px(large ? 5 : 1), type::caption, c.text_3, unit);
  if (!value || trait == Trait::distance || std::isnan(share)) return;
  share_bar(ui, Area::at(area.left, area.bottom - ui.px(4), area.width(), ui.px(4)), share,
            off ? c.strong_line : c.weights);
}

// What a reader should know before making too much of the picture; returns nothing when all is plain.
std::vector<std::string> notes(const PanelContext& context, int side, const std::string& path, bool off) {
  if (off) return {"Measured on the weights that it would use; its output is not used."};
  std::vector<std::string> lines;
  const Trace& trace = *context.pictures.trace(side);
  const std::string_view rows = info(trace.label(trace.at(path)).rows).note;
  if (!rows.empty()) lines.emplace_back(rows);
  if (const auto sink = context.pictures.sink(side, path))
    lines.push_back(sink_note(key_word(context, side, path, sink->key), *sink));
  return lines;
}

}  // namespace

void draw_head_detail(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Session& session = context.session;
  const std::string path = selected_head_path(session, "weights");
  const int side = stage_side(context);
  const HeadTraits* traits = context.pictures.traits(side, path);
  if (traits == nullptr) {
    if (context.pictures.is_long(side, path)) map_to_come(ui, area);
    return;
  }

  Area rest = area;
  const Area head = rest.cut_top(ui.px(30));
  const std::string title = head_title(session.attention, session.layer, session.head);
  float end = ui.text(head.left, head.middle_y(), type::panel, c.ink, title);
  const Area line = rest.cut_top(ui.px(20));
  const float path_end =
      ui.text(line.left, line.middle_y(), type::path, c.text_3, ui.fitted(type::path, path, line.width()));
  const bool off = head_is_off(context, side, path);
  const auto most = strongest(*traits);
  if (off || most) {
    const std::string text = off ? "off: it takes no part" : says(*most);
    // Beside the title, else beside the path.
    float y = head.middle_y();
    if (head.right - end - ui.px(16) < ui.width(type::label, text)) {
      y = line.middle_y();
      end = path_end;
    }
    const std::string shown = ui.fitted(type::label, text, head.right - end - ui.px(16));
    ui.text(head.right - ui.width(type::label, shown), y, type::label, c.text_2, shown);
  }

  const bool large = area.height() >= ui.px(660) && area.width() >= ui.px(520);
  const float tall = ui.px(large ? 52 : 44);
  const float gap = ui.px(14);
  const int rows = (trait_count + tiles_in_row - 1) / tiles_in_row;
  Area tiles = rest.cut_bottom(static_cast<float>(rows) * (tall + gap));
  const std::vector<std::string> said = notes(context, side, path, off);
  float y = tiles.top - ui.px(20) * static_cast<float>(said.size());
  rest.bottom = y - ui.px(4);
  for (const std::string& note : said) {
    ui.text(rest.left, y + ui.px(8), type::caption, c.text_2, ui.fitted(type::caption, note, rest.width()));
    y += ui.px(20);
  }
  draw_single_map(context, rest, side, path, 56);

  const float step = (tiles.width() + gap) / tiles_in_row;
  for (int i = 0; i < trait_count; ++i) {
    const float x = std::round(tiles.left + static_cast<float>(i % tiles_in_row) * step);
    const int row = i / tiles_in_row;
    const float top = tiles.top + ui.px(6) + static_cast<float>(row) * (tall + gap);
    tile(context, Area::at(x, top, std::round(step - gap), tall), static_cast<Trait>(i), *traits, large, off);
  }
}

}  // namespace headlight
