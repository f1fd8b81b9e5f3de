#include "app/panels/message.h"
#include "app/panels/panels.h"
#include "app/panels/words/word_menu.h"
#include "app/session/sentence.h"
#include "app/widgets/controls.h"

namespace headlight {

void draw_empty_stage(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  // While the first trace is made the frame stands alone; the line under the bar says that something is
  // coming.
  if (context.document.computing) return;
  const float y = std::round(area.middle_y() - ui.px(40));
  const bool no_model = context.document.model == nullptr;
  const std::string text =
      no_model ? "There is no model to ask." : "Type a sentence, or open the animal and the street.";
  ui.text(Area::at(area.left, y - ui.px(20), area.width(), ui.px(40)), Align::centre, type::panel, c.ink,
          ui.fitted(type::panel, text, area.width() - ui.px(24)));
  const std::string label = no_model ? "Try again" : "Open the animal and the street";
  const float wide = button_width(ui, label);
  if (button(ui, "open", Area::at(std::round(area.middle_x() - wide / 2), y + ui.px(32), wide, ui.px(36)),
             label, ButtonKind::primary)) {
    ui.emit(OpenSession{Session{}});
  }
  if (no_model) return;
  const float field = std::min(ui.px(560), area.width() - ui.px(48));
  std::string& typed = ui.state<WordMenu>().typed;
  const Field entry = text_field(
      ui, "sentence", Area::at(std::round(area.middle_x() - field / 2), y + ui.px(88), field, ui.px(40)),
      typed, type::lesson, "or a sentence of your own, then Enter");
  if (!entry.entered) return;
  if (words_of(typed, context.document.tokenizer()).empty()) {
    ui.state<Message>() = {"An empty sentence has nothing to read: type some words.", true, "", {}};
    ui.state().again = true;
  } else {
    ui.emit(SetSentence{0, typed});
  }
}

}  // namespace headlight
