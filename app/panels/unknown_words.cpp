#include "app/panels/unknown_words.h"

#include "app/session/sentence.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

constexpr int most_rows = 4;
constexpr float row_units = 34;

}  // namespace

std::vector<UnknownWord> unknown_words_of(const PanelContext& context, const std::string& sentence) {
  if (context.document.model == nullptr) return {};
  return unknown_words(context.document.model->source(), words_of(sentence), most_rows);
}

float unknown_words_height(const Ui& ui, std::span<const UnknownWord> unknown) {
  return ui.px(row_units) * static_cast<float>(unknown.size());
}

std::optional<Replacement> draw_unknown_words(Ui& ui, const std::string& id, Area area,
                                              std::span<const UnknownWord> unknown) {
  std::optional<Replacement> pressed;
  for (const UnknownWord& each : unknown) {
    const Area row = area.cut_top(ui.px(row_units));
    const std::string word = ui.fitted(type::label_hot, each.word, row.width() / 3);
    const RichText said =
        std::vector<TextRun>{{"For ", Role::text_2}, {word, Role::ink, true}, {" take", Role::text_2}};
    float x = ui.rich(row.left, row.middle_y(), type::label, type::label_hot, said) + ui.px(10);
    const std::string within = id + "/" + std::to_string(each.place) + "/";
    for (const std::string& known : each.nearest) {
      const Area place = Area::at(x, row.top + ui.px(3), button_width(ui, known), ui.px(28));
      if (place.right > row.right) break;
      if (button(ui, std::string(within).append(known), place, known, ButtonKind::plain))
        pressed = {each.place, known};
      x = place.right + ui.px(6);
    }
  }
  return pressed;
}

}  // namespace headlight
