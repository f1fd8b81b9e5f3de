// The mark, and the menu behind its three lines.
#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>

#include "app/lessons/page.h"
#include "app/panels/commands/commands.h"
#include "app/panels/common/stage.h"
#include "app/panels/described/described.h"
#include "app/panels/place/place.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "app/widgets/scroll.h"
#include "core/text/say.h"

namespace headlight {

float lamp_mark(Ui& ui, float x, float y) {
  const Palette& c = ui.colours();
  const float r = ui.px(6);
  ui.disc({x + r, y}, r, c.ink);
  ui.polygon(std::array<ImVec2, 4>{{{x + 2 * r, y - ui.px(2)},
                                    {x + ui.px(25), y - ui.px(9)},
                                    {x + ui.px(25), y + ui.px(9)},
                                    {x + 2 * r, y + ui.px(2)}}},
             c.focus);
  return x + ui.px(25);
}

namespace {

std::string edits_label(const Session& session) {
  const std::vector<SessionEdit>& edits = session.edits;
  const auto on = std::count_if(edits.begin(), edits.end(), [](const SessionEdit& edit) { return edit.on; });
  const std::string n = std::to_string(edits.size());
  return on == 0 ? say(several(std::ssize(edits), "{n} edit, off", "{n} edits, off"), {{"n", n}})
                 : say(several(std::ssize(edits), "{n} edit", "{n} edits"), {{"n", n}});
}

// Of a model's folder its name is enough.
std::string shown_name(const PanelContext& context) {
  const std::string& model =
      context.results.model_name.empty() ? context.session.model : context.results.model_name;
  return context.ui.shortened(
      type::control,
      kept_step_of(model) ? short_name(model) : std::filesystem::path(model).filename().string(),
      context.ui.px(180));
}

// Whether there is a sentence to type, in whatever view.
bool reads_words(const PanelContext& context) {
  const Tokenizer* const tokenizer = context.results.tokenizer();
  const bool of_pieces = context.results.model != nullptr && !context.results.model->anatomy().picture;
  return tokenizer != nullptr && (tokenizer->are_typed() || of_pieces);
}

}  // namespace

void draw_more_menu(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  struct Entry {
    MenuRow row;
    std::function<void()> run;
  };
  const auto open = [&ui](Overlay overlay) {
    return [&ui, overlay] {
      ui.state().overlay = overlay;
      ui.state<FinderState>() = {};
    };
  };
  const HiddenControls hidden = hidden_controls(context.session);
  std::vector<Entry> entries;
  if (reads_words(context) && !hidden.words) {
    entries.push_back({{.label = "Sentence"}, [&] {
                         const int side = stage_side(context);
                         open_sentence_box(context, side, context.session.text(side));
                       }});
  }
  if (!hidden.files)
    entries.push_back({{.label = "Model", .detail = shown_name(context)}, [&ui] { ui.ask(ChooseModel{}); }});
  if (!context.session.edits.empty() && !hidden.changes)
    entries.push_back({{.label = edits_label(context.session), .chosen = context.session.edits_open},
                       [&] { ui.emit(OpenEdits{!context.session.edits_open}); }});
  entries.push_back({{.label = "For experts", .chosen = context.session.experts},
                     [&] { ui.emit(SetExperts{!context.session.experts}); }});
  // Doors that a small window has no room for.
  if (!hidden.lessons) entries.push_back({{.label = "Lessons"}, [&ui] { ui.emit(SetRail{true}); }});
  if (!hidden.experiments) entries.push_back({{.label = "Experiments"}, [&ui] { ui.emit(OpenQuestions{}); }});
  if (!hidden.find) entries.push_back({{.label = "Find"}, open(Overlay::palette)});
  entries.push_back({{.label = "Present"}, [&ui] { ui.emit(SetPresenting{true}); }});
  entries.push_back({{.label = "Export"}, open(Overlay::export_figure)});
  if (!hidden.files) entries.push_back({{.label = "Open"}, [&ui] { ui.ask(ChooseFile{}); }});
  entries.push_back({{.label = "Save"}, [&ui] { ui.ask(SaveSession{}); }});
  entries.push_back({{.label = "Glossary"}, open(Overlay::glossary)});
  entries.push_back({{.label = "For a class"}, open(Overlay::for_class)});
  entries.push_back({{.label = "Read this to me"}, [&] { read_to_me(context); }});
  entries.push_back({{.label = "Help and keys"}, [&] {
                       ui.state<KeysSheet>().explained = panel_under_mouse(context);
                       ui.state().overlay = Overlay::keys;
                     }});
  std::vector<MenuRow> rows;
  rows.reserve(entries.size());
  for (const Entry& entry : entries) rows.push_back(entry.row);
  if (const int pressed = menu(ui, "more", rows); pressed >= 0) entries[pressed].run();
}

}  // namespace headlight
