#include "app/panels/common/panels.h"

#include <algorithm>
#include <array>

#include "app/lab/lab_work.h"
#include "app/lessons/page.h"
#include "app/panels/commands/commands.h"
#include "app/panels/common/stage.h"
#include "app/panels/described/described.h"
#include "app/panels/files/files.h"
#include "app/panels/glossary/glossary.h"
#include "app/panels/labs/labs.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/panels/place/place.h"
#include "app/panels/presenter/presenter.h"
#include "app/panels/words/word_menu.h"
#include "app/session/altitudes.h"
#include "app/widgets/scroll.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::array stage_views{
    StageView{ViewKind::picture, "photo image scene drawing vision caption saliency heatmap see"},
    StageView{ViewKind::map,
              "architecture diagram overview structure transformer encoder decoder parameters size shapes "
              "blocks layers"},
    StageView{ViewKind::flow, "data pipeline ribbons sankey residual stream forward pass animation"},
    StageView{ViewKind::unrolled, "rnn recurrent lstm gru hidden state time memory forget gate cell unfold"},
    StageView{ViewKind::heads, "all attention maps grid bertviz overview mean average rollout compare"},
    StageView{ViewKind::lines,
              "attention pattern weights heatmap map bertviz who looks two sentences difference coreference "
              "pronoun"},
    StageView{
        ViewKind::steps,
        "matrix matrices multiplication calculation numbers computation forward pass by hand worked example"},
    StageView{ViewKind::causes,
              "why causal tracing activation patching path patching intervention ablation circuit "
              "attribution cause effect"},
    StageView{
        ViewKind::decoding,
        "generate generation write text predict next word probability probabilities sampling random chance "
        "beam greedy top-k top-p nucleus temperature autocomplete chatgpt kv cache logit lens translate"},
    StageView{ViewKind::lab, ""},
};

constexpr std::array table{
    Panel{"Lessons", draw_lesson_rail,
          "Each step sets up the stage and asks what you expect. You can change anything on the way."},
    Panel{"Inspector", draw_inspector,
          "One cell of an experiment: its value, what it means, and the cells it is computed from. Click one "
          "of those to go deeper. And the list of your edits, each with a switch: switch a head off or move "
          "its weights to see what would happen."},
    Panel{"Words", draw_word_menu, "Other words of the same kind for this place, or a sentence of your own.",
          Overlay::words},
    Panel{"Export", draw_export,
          "Writes the stage, its heatmaps or a picture with its maps (PNG, SVG, PDF), the numbers (CSV, "
          "NPY), or the steps as an animation (GIF). It also copies the numbers. A right click on a picture "
          "opens it.",
          Overlay::export_figure},
    Panel{"Colour scale", draw_colour_scale,
          "How weights become colours: evenly, or by their logarithm, which shows small ones; between "
          "numbers of your own; without the column where attention rests (the sink).",
          Overlay::colour_scale},
    Panel{"Presenter", draw_presenter,
          "One idea on the whole screen, for the back row. P starts it and Esc ends it; Page Down and Page "
          "Up turn pages, B makes the screen black, S is a spotlight that follows the mouse."},
    Panel{"Find", draw_palette,
          "Every action, view, lesson, head and step, found by a few letters of its name, with its key.",
          Overlay::palette},
    Panel{"Open", draw_open_file,
          "Sessions in a folder, or a path of your own. You can also drop a file on the window.",
          Overlay::open_file},
    Panel{"Save", draw_save_file,
          "Saves what is on the screen as a small text file. It opens on any computer that has Headlight.",
          Overlay::save_file},
    Panel{"Open a link", draw_open_link,
          "A link from “Copy a link”, or what you type after #, such as lesson=it&step=3. Everything is in "
          "the link; nothing is sent.",
          Overlay::open_link},
    Panel{"Models", draw_models,
          "The models that come with Headlight, what they were trained on and what they cannot do. Or open a "
          "folder of your own.",
          Overlay::models},
    Panel{"More", draw_more_menu,
          "What else there is: the model, your edits, Find, Present, Export, files, keys.", Overlay::more},
    Panel{"Glossary", draw_glossary,
          "Every term in one sentence, with a link to where you can see it. Point at any term to read it; "
          "press G for the page.",
          Overlay::glossary},
    Panel{"Read this to me", draw_reading,
          "What is on the screen in words, in the order of reading: to read larger, to copy, or for a screen "
          "reader.",
          Overlay::reading},
    Panel{"For a class", draw_for_class,
          "Controls that a class does not need are switched off here, and in every link that is copied then. "
          "It also counts the answers of a class.",
          Overlay::for_class},
    Panel{"Answers of a class", draw_class_answers,
          "Four letters say what a pupil answered. Type those that pupils read out: they are counted here, "
          "and nothing leaves a computer.",
          Overlay::answers},
    Panel{"Keys", draw_keys, "Every key, and what each part of the screen is for.", Overlay::keys},
};

}  // namespace

std::span<const StageView> views() { return stage_views; }

std::vector<StageView> views_of(const Results& results) {
  std::vector<StageView> shown;
  for (const StageView& view : stage_views) {
    // Without a model nothing is known of a picture.
    const bool there = results.model == nullptr ? view.kind != ViewKind::picture
                                                : has_view(results.model->anatomy(), view.kind);
    if (there) shown.push_back(view);
  }
  return shown;
}

std::span<const Panel> panels() { return table; }

PanelContext context_of_cells(const PanelContext& context) {
  const Results* cells = context.results.lab_cells.get();
  if (!shows_lab(context.session) || cells == nullptr) return context;
  return {context.ui, context.session, *cells, context.maps.lab()};
}

void show_step(const PanelContext& context, const Action& step) {
  context.ui.emit(step);
  context.ui.emit(SetView{ViewKind::steps});
}

std::string error_shown(const PanelContext& context) {
  if (const std::string& notice = context.ui.state<WorkspaceNotes>().notice; !notice.empty()) return notice;
  if (!context.results.error.empty()) return context.results.error;
  for (int side = 0; side < 2; ++side) {
    if (const Run& run = context.results.side(side); !run.error.empty()) return run.error;
  }
  const std::string path = shown_path(context.session);
  for (int side = 0; side < 2; ++side) {
    if (const auto row = context.maps[side].first_error(path)) {
      const Trace& trace = *context.maps[side].trace();
      const std::string where = trace.label(trace.label(trace.at(path)).rows, *row);
      return say(
          trace.anatomy().given
              ? to_be_said("{step}: not a number in the row of \"{word}\"; that is how it is in the file")
              : to_be_said("{step}: not a number in the row of \"{word}\"; undo the last edit (Ctrl Z)"),
          {{"step", path}, {"word", where}});
    }
  }
  return "";
}

bool one_column(const Ui& ui) {
  const Area screen = ui.screen();
  return screen.width() < ui.px(560) || (screen.width() < ui.px(900) && screen.height() > screen.width());
}

std::string panel_under_mouse(const PanelContext& context) {
  if (context.session.presenting) return "Presenter";
  if (shows_lab(context.session)) {
    const Lab* const lab = lab_on_stage(context.session);
    return lab->own_view ? lab->title : lab->question;
  }
  return info(context.session.altitude.value_or(Altitude::sentence)).title;
}

namespace {

void draw_overlay(const PanelContext& context) {
  const Overlay open = context.ui.state().overlay;
  for (const Panel& panel : table) {
    if (open != Overlay::none && panel.overlay == open) panel.draw(context, context.ui.screen());
  }
}

// The one place has pages for a class; what has no place is shown as its view.
void present(const PanelContext& context) {
  const bool place = shows_place(context);
  present_page(context, context.ui.screen(),
               place ? PresentedPage{draw_presented_place, end_presented_place} : PresentedPage{});
}

}  // namespace

void draw_panels(const PanelContext& context) {
  context.ui.state<Hover>().begin_frame();
  catch_typing(context);
  follow_model(context);
  if (context.session.presenting) {
    present(context);
  } else {
    context.ui.state<PresenterState>() = {};
    shows_place(context) ? draw_place(context) : draw_without_trace(context);
  }
  draw_overlay(context);
  draw_term_note(context);
  follow_description(context);
  // Last: what has the focus takes the arrows and the space bar before the commands do.
  handle_keys(context);
}

}  // namespace headlight
