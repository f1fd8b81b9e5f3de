#include "app/panels/common/panels.h"

#include <algorithm>
#include <array>

#include "app/lab/lab_work.h"
#include "app/lessons/page.h"
#include "app/panels/common/stage.h"
#include "app/panels/files/files.h"
#include "app/panels/glossary/glossary.h"
#include "app/panels/heads/heads.h"
#include "app/panels/labs/labs.h"
#include "app/panels/lines/lines.h"
#include "app/panels/place/place.h"
#include "app/panels/presenter/presenter.h"
#include "app/panels/steps/steps.h"
#include "app/panels/words/word_menu.h"
#include "app/session/altitudes.h"
#include "app/widgets/scroll.h"

namespace headlight {
namespace {

constexpr std::array stage_views{
    StageView{ViewKind::picture, draw_picture,
              "What a model looks at, on the picture itself: the picture is bright where a word has its "
              "weight. Point at a cell to see who looks there; click a word of the caption to keep it. "
              "Weights show where it looks, not whether that matters: test it with an edit.",
              "photo image scene drawing vision caption saliency heatmap see", 660, 480},
    StageView{
        ViewKind::map,
        nullptr,
        "The whole model: its blocks, the shapes between them, and where the slider’s step is. Click a block "
        "to go there, or a layer to fold or unfold it.",
        "architecture diagram overview structure transformer encoder decoder parameters size shapes blocks "
        "layers",
        620,
        380,
    },
    StageView{ViewKind::flow, nullptr,
              "The sentence on its way through the model. Ribbons are as wide as the weights; strips are "
              "vectors. Point at a word to follow it, click a block to open it.",
              "data pipeline ribbons sankey residual stream forward pass animation"},
    StageView{ViewKind::unrolled, nullptr,
              "A recurrent network unrolled over time: its state goes from word to word. Click a cell to see "
              "its gates and how each number was computed. ↑ and ↓ go through time.",
              "rnn recurrent lstm gru hidden state time memory forget gate cell unfold"},
    StageView{ViewKind::heads, draw_heads,
              "Every head of every layer on one scale, with what it mostly does. Point at a cell to follow "
              "its two words through all heads; click a head to open it, double-click for its lines, click a "
              "trait to sort by it.",
              "all attention maps grid bertviz overview mean average rollout compare", 340, 0, heads_height},
    StageView{
        ViewKind::lines, draw_lines,
        "Who looks at whom: both sentences with their attention as lines and heatmaps, and the difference. "
        "Point at a word to follow it; click it to keep it or to choose another word. Shift-click selects "
        "several words, Ctrl-click adds up what goes to a word; on a head they show that head too. Weights "
        "show where it looks, not whether that matters: test it with an edit.",
        "attention pattern weights heatmap map bertviz who looks two sentences difference coreference "
        "pronoun",
        340, 0, lines_height},
    StageView{
        ViewKind::steps, draw_steps,
        "Every step of the computation as matrices with their numbers. The arrow keys go through all of "
        "them; point at a cell or click it to see what it is computed from.",
        "matrix matrices multiplication calculation numbers computation forward pass by hand worked example",
        600, 490},
    StageView{
        ViewKind::causes, draw_labs,
        "What decides a written word: one row at a time is copied from the other sentence, and the map shows "
        "how far the word changes. Click a cell to keep that edit; click another word to ask about it.",
        "why causal tracing activation patching path patching intervention ablation circuit "
        "attribution cause effect"},
    StageView{
        ViewKind::decoding, draw_labs,
        "How the model goes on, one word at a time: the most probable next words as bars, sampling, or beam "
        "search as a tree. Take a word, go back, and see what a cache saves and what each layer would write.",
        "generate generation write text predict next word probability probabilities sampling random chance "
        "beam greedy top-k top-p nucleus temperature autocomplete chatgpt kv cache logit lens translate"},
    StageView{ViewKind::lab, draw_labs,
              "One idea each, to play with: positions, scaling, masks, cost and more. Every change is "
              "computed at once, on your sentence where that makes sense. The wheel zooms a plot and a "
              "double click shows all of it; with Tab on it, ↑ and ↓ zoom, ← and → move, Home shows all.",
              "experiments play exercises try simulation"},
};

constexpr std::array table{
    Panel{"Top bar", draw_top_bar,
          "The model and whether it was trained, the views, and the export of what is shown."},
    Panel{"Lessons", draw_lesson_rail,
          "Each step sets up the stage and asks what you expect. You can change anything on the way."},
    Panel{"Inspector", draw_inspector,
          "One cell: its value, what it means, and the cells it is computed from. Click one of those to go "
          "deeper. Type another value, switch a head off or move its weights to see what would happen. Each "
          "edit is listed with a switch."},
    Panel{"Slider", draw_slider,
          "Which of the model’s steps is shown. Drag it, or let the steps play one after another, slower or "
          "faster."},
    Panel{"Words", draw_word_menu, "Other words of the same kind for this place, or a sentence of your own.",
          Overlay::words},
    Panel{"Export", draw_export,
          "Writes the stage, its heatmaps or a picture with its maps (PNG, SVG, PDF), the numbers (CSV, "
          "NPY), or the steps as an animation (GIF). It also copies the numbers.",
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
    Panel{"Views", draw_views_menu, "In a narrow window, all views are in one menu.", Overlay::views},
    Panel{"All labs", draw_labs_menu, "In a narrow window, all labs are in one menu.", Overlay::labs},
    Panel{"More", draw_more_menu,
          "In a small window, the rest of the top bar: model, edits, Find, Present, Export, keys.",
          Overlay::more},
    Panel{"Glossary", draw_glossary,
          "Every term in one sentence, with a link to where you can see it. Point at any term to read it; "
          "press G for the page.",
          Overlay::glossary},
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
    if (there && view.draw != nullptr) shown.push_back(view);
  }
  return shown;
}

const StageView& view_of(ViewKind kind) { return stage_views.at(static_cast<std::size_t>(kind)); }

std::span<const Panel> panels() { return table; }

PanelContext context_of_cells(const PanelContext& context) {
  const Results* cells = context.results.lab_cells.get();
  if (!shows_lab(context.session) || cells == nullptr) return context;
  return {context.ui, context.session, *cells, context.pictures.lab()};
}

void show_step(const PanelContext& context, const Action& step) {
  context.ui.emit(step);
  if (!info(context.session.view).follows_steps) context.ui.emit(SetView{ViewKind::steps});
}

std::string error_shown(const PanelContext& context) {
  if (const std::string& notice = context.ui.state<WorkspaceNotes>().notice; !notice.empty()) return notice;
  if (!context.results.error.empty()) return context.results.error;
  for (int side = 0; side < 2; ++side) {
    if (const Run& run = context.results.side(side); !run.error.empty()) return run.error;
  }
  const std::string path = shown_path(context.session);
  for (int side = 0; side < 2; ++side) {
    if (const auto row = context.pictures.first_error(side, path)) {
      const Trace& trace = *context.pictures.trace(side);
      const std::string where = trace.label(trace.label(trace.at(path)).rows, *row);
      return std::string(path)
          .append(": not a number in the row of \"")
          .append(where)
          .append(trace.anatomy().given ? "\"; that is how it is in the file"
                                        : "\"; undo the last edit (Ctrl Z)");
    }
  }
  return "";
}

namespace {

// A message covers nothing: what it speaks of is often the answer.
void place_note(const PanelContext& context, Layout& layout) {
  layout.note = note_area(context, layout.stage);
  if (!layout.note.empty() && !context.ui.state<Message>().text.empty())
    layout.stage.bottom = layout.note.top - context.ui.px(12);
}

}  // namespace

bool one_column(const Ui& ui) {
  const Area screen = ui.screen();
  return screen.width() < ui.px(560) || (screen.width() < ui.px(900) && screen.height() > screen.width());
}

namespace {

// Whether the inspector has something to show that was asked for.
bool inspects(const Session& session) { return !session.trail.empty() || session.edits_open; }

// From top to bottom: the bar, the lesson or what unfolds it, the stage, and the inspector; where there is
// no room for that many, the inspector alone, whose cross leads back.
Layout lay_out_column(const PanelContext& context, Layout layout, Area rest) {
  const Ui& ui = context.ui;
  const bool open = rail_is_open(context);
  const bool high = rest.height() >= ui.px(800);
  const Area nothing{rest.left, rest.bottom, rest.right, rest.bottom};
  if (open && context.session.lesson.empty()) {
    // The list of lessons is a page of its own.
    layout.rail = rest;
    layout.stage = nothing;
    return layout;
  }
  // What a lesson speaks of comes after its text.
  const bool inspected = inspects(context.session) && (high || !open);
  if (inspected && !high) {
    layout.inspector = rest;
    layout.stage = nothing;
    return layout;
  }
  if (inspected) {
    layout.inspector = rest.cut_bottom(std::round(rest.height() * (open ? 0.38F : 0.46F)));
  } else if (!shows_lab(context.session) && (high || !open)) {
    // On a low screen a lesson needs the room more.
    layout.slider = rest.cut_bottom(slider_height(ui, rest.width()));
  }
  const float share = high ? 0.4F : 0.5F;
  const float lesson = std::clamp(std::round(rest.height() * share), ui.px(180), ui.px(380));
  layout.rail = rest.cut_top(open ? lesson : ui.px(44));
  layout.stage = rest;
  place_note(context, layout);
  return layout;
}

}  // namespace

Layout lay_out(const PanelContext& context) {
  Ui& ui = context.ui;
  const bool narrow = ui.screen().width() < ui.px(1200);
  const bool wide = ui.screen().width() >= ui.px(1400);
  Layout layout;
  Area rest = ui.screen();
  layout.bar = rest.cut_top(ui.px(52));
  if (one_column(ui)) return lay_out_column(context, layout, rest);
  // As high whatever is on stage: its buttons stay where they are from step to step.
  const bool open = rail_is_open(context);
  layout.rail = rest.cut_left(ui.px(open ? 248 : narrow && !ui.touch() ? 20 : 44));
  // A lab has no steps to go through.
  if (!shows_lab(context.session)) layout.slider = rest.cut_bottom(ui.px(64));
  // Both beside a stage need a wide screen; edits that a lesson lists are worth a smaller stage.
  if (open && !wide && (narrow || !context.session.edits_open)) {
    layout.stage = rest;
    place_note(context, layout);
    return layout;
  }
  const bool steps = context.session.view == ViewKind::steps && !narrow;
  if (inspects(context.session) || steps) {
    const float width = ui.px(wide ? 320 : 288);
    layout.inspector = {rest.right - width, rest.top, rest.right, rest.bottom};
    if (!narrow) rest.cut_right(width);
  }
  layout.stage = rest;
  place_note(context, layout);
  return layout;
}

std::string panel_under_mouse(const PanelContext& context) {
  const Layout layout = lay_out(context);
  const ImVec2 mouse = context.ui.mouse();
  if (context.session.presenting) return "Presenter";
  if (layout.inspector.contains(mouse)) return "Inspector";
  if (layout.slider.contains(mouse)) return "Slider";
  if (layout.rail.contains(mouse)) return "Lessons";
  if (layout.bar.contains(mouse)) return "Top bar";
  if (shows_lab(context.session)) return called(lab_on_stage(context.session));
  return info(context.session.view).title;
}

void draw_view(const PanelContext& context, const StageView& view, const Area& area) {
  Ui& ui = context.ui;
  if (view.draw == nullptr)
    return ui.text(area, Align::centre, type::label, ui.colours().text_2, "Make this window larger.");
  const std::string id = std::string("stage/") + view.title();
  const float wide = std::max(area.width(), ui.px(view.wide));
  const float tall = view.height_for != nullptr ? view.height_for(context, wide) : ui.px(view.tall);
  const Area content = begin_scroll(ui, id, area, ui.px(view.wide), tall);
  ui.state<StageArea>().area = content;
  view.draw(context, content);
  end_scroll(ui);
}

namespace {

void draw_stage(const PanelContext& context, const Layout& layout) {
  Ui& ui = context.ui;
  const StageView& view = view_of(context.session.view);
  if (layout.stage.empty()) return;
  const bool covered = !layout.inspector.empty() && layout.inspector.overlaps(layout.stage);
  ui.push_clip(layout.stage);
  if (context.pictures.trace(0) == nullptr && context.pictures.trace(1) == nullptr) {
    draw_empty_stage(context, layout.stage);
  } else {
    // Under an inspector that lies over it, the stage ends where that begins: nothing below can be clicked.
    Area stage = layout.stage;
    if (covered) stage.right = layout.inspector.left;
    if (hidden_on_stage(context.session) == LessonStep::Hides::stage) {
      draw_cover(context, stage);
    } else {
      draw_view(context, view, stage);
    }
  }
  ui.pop_clip();
}

void draw_within(const PanelContext& context, const Area& area,
                 void (*draw)(const PanelContext&, const Area&)) {
  if (area.empty()) return;
  context.ui.push_clip(area);
  draw(context, area);
  context.ui.pop_clip();
}

void draw_window(const PanelContext& context) {
  Ui& ui = context.ui;
  const Layout layout = lay_out(context);
  ui.cover(layout.note);
  // In the order in which Tab goes through them.
  draw_within(context, layout.bar, draw_top_bar);
  draw_within(context, layout.rail, draw_lesson_rail);
  draw_stage(context, layout);
  // It follows the mouse from one sentence's matrix to the other's.
  Session inspected = context.session;
  if (shows_both(context) && ui.state<Hover>().followed_cell)
    inspected.side = ui.state<Hover>().followed_side;
  // Edits are of the model, whatever a lab recorded.
  const PanelContext cells = context.session.edits_open ? context : context_of_cells(context);
  draw_within({ui, inspected, cells.results, cells.pictures}, layout.inspector, draw_inspector);
  draw_within(context, layout.slider, draw_slider);
  if (!layout.note.empty()) draw_note(context, layout.note);
  if (context.results.computing) {
    const float done = context.results.progress > 0 ? context.results.progress : 1;
    const float right = layout.bar.left + done * layout.bar.width();
    ui.fill({layout.bar.left, layout.bar.bottom - ui.px(2), right, layout.bar.bottom}, ui.colours().focus);
  }
}

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
  play_on(context);
  if (context.session.presenting) {
    present(context);
  } else {
    context.ui.state<PresenterState>() = {};
    if (shows_place(context)) {
      draw_place(context);
    } else {
      draw_window(context);
    }
  }
  draw_overlay(context);
  draw_term_note(context);
  // Last: what has the focus takes the arrows and the space bar before the commands do.
  handle_keys(context);
}

}  // namespace headlight
