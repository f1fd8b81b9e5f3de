#include "app/panels/commands/commands.h"

#include <array>
#include <utility>
#include <vector>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/common/cause_ribbons.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/described/described.h"
#include "app/panels/files/export_dialog.h"
#include "app/panels/files/files.h"
#include "app/panels/files/link_code.h"
#include "app/panels/glossary/glossary.h"
#include "app/panels/labs/labs.h"
#include "app/panels/lesson/classroom.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/panels/picture/picture.h"
#include "app/panels/place/place.h"
#include "app/panels/presenter/presenter.h"
#include "app/panels/words/word_menu.h"
#include "app/session/session_export.h"
#include "app/widgets/finder.h"
#include "core/platform/desktop.h"

namespace headlight {
namespace {

using Context = const PanelContext&;

// --- when a command is there

bool two_sentences(Context context) { return context.session.two(); }
bool one_sentence(Context context) { return !context.session.two(); }
bool can_add_run(Context context) { return context.session.two() && context.session.runs.size() < most_runs; }
bool more_runs(Context context) { return context.session.runs.size() > 2; }
bool has_edits(Context context) { return !context.session.edits.empty(); }
// A lab has none: an arrow key must not leave it.
bool has_steps(Context context) { return !shows_lab(context.session) || context.session.presenting; }
bool has_word(Context context) { return context.session.token >= 0 || !context.session.key_tokens.empty(); }
bool has_file(Context context) { return !context.ui.state<SessionFile>().path.empty(); }
bool has_lesson(Context context) { return !context.session.lesson.empty(); }
bool has_note(Context context) {
  const LessonPtr lesson = find_lesson(context.session.lesson);
  const auto step = static_cast<std::size_t>(context.session.lesson_step);
  return lesson != nullptr && step < lesson->steps.size() && !lesson->steps[step].note.empty();
}
bool may_open_files(Context) { return can_open_by_double_click() && !opens_by_double_click(); }
bool opens_files(Context) { return can_open_by_double_click() && opens_by_double_click(); }
bool presenting(Context context) { return context.session.presenting; }
bool has_tasks(Context context) { return can_have_tasks(context.session, context.results); }
bool has_heads(Context context) {
  return context.results.model != nullptr && !context.results.model->anatomy().attentions.empty();
}
template <Attention attention>
bool has_attention(Context context) {
  return context.results.model != nullptr && context.results.model->anatomy().find(attention) != nullptr;
}

// --- what it does

// Through all heads of all layers, in order.
void move_head(Context context, int by) {
  if (context.results.model == nullptr) return;
  const AttentionHeads* const all = context.results.model->anatomy().find(context.session.attention);
  if (all == nullptr) return;
  const int now = all->number_of({context.session.layer, context.session.head});
  const auto [layer, head] = all->place_of(now + by);
  context.ui.emit(SelectHead{layer, head});
}

template <Attention attention>
void select_attention(Context context, int) {
  context.ui.emit(SelectAttention{attention});
}

// The kind of attention, to be found by more than its title.
template <Attention attention>
Command attention_command(const char* words) {
  return {CommandGroup::go,        info(attention).title, words, Key::none, "", select_attention<attention>,
          has_attention<attention>};
}

template <PictureShows shows>
void show_of_picture(Context context, int) {
  context.ui.emit(ShowOfPicture{shows, context.session.picture_layer});
  context.ui.emit(SetView{ViewKind::picture});
}

// What is shown of a model that reads pictures.
template <PictureShows shows>
Command picture_command(const char* title, const char* words) {
  return {CommandGroup::go, title, words, Key::none, "", show_of_picture<shows>, reads_pictures};
}

// The run after the one on this side, of those on neither.
void next_run(Context context, int side) {
  const StagePair pair = context.session.pair;
  const int count = static_cast<int>(context.session.runs.size());
  int run = pair.run(side);
  do {
    run = (run + 1) % count;
  } while (run == pair.run(1 - side));
  context.ui.emit(PutOnStage{side, run});
}

// An edge that Home and End reach however many steps there are.
constexpr int farthest = 1'000'000;

void scale_by(Context context, int steps) {
  context.ui.emit(SetScale{context.session.scale + 0.125F * static_cast<float>(steps)});
}

void show(Context context, Overlay overlay) {
  WidgetState& state = context.ui.state();
  state.overlay = overlay;
  context.ui.state<FinderState>() = {};
  state.again = true;
}

// A sheet that its own key closes again.
void toggle(Context context, Overlay overlay) {
  show(context, context.ui.state().overlay == overlay ? Overlay::none : overlay);
}

void select_several(Context context, int) {
  bool& on = context.ui.state<SelectSeveral>().on;
  on = !on;
  Message message;
  message.error = false;
  if (on) message.text = "Each click on a word adds it to the selection, until you press Esc.";
  context.ui.state<Message>() = message;
  context.ui.state().again = true;
}

void type_sentence(Context context, int side) {
  open_sentence_box(context, side, context.session.text(side));
}

// One Escape closes one thing. The word in focus is not let go by one that comes right after another.
struct LastEscape {
  double at = -10;
};
constexpr double between_escapes = 1;  // seconds

void escape(Context context) {
  WidgetState& state = context.ui.state();
  LastEscape& last = context.ui.state<LastEscape>();
  const bool soon = state.now - last.at < between_escapes;
  last.at = state.now;
  Message& message = context.ui.state<Message>();
  if (message.opening) return context.ui.ask(CancelOpening{});
  // The first Esc leaves the text field, which does that itself.
  if (state.overlay == Overlay::none && !state.typed_before.empty()) return;
  if (state.overlay != Overlay::none) {
    state.overlay = Overlay::none;
  } else if (context.session.presenting) {
    context.ui.emit(SetPresenting{false});
  } else if (!message.text.empty()) {
    message = {};
  } else if (context.ui.state<WorkspaceNotes>().can_take_back && !error_shown(context).empty()) {
    context.ui.ask(TakeBack{});
  } else if (let_go_of_scene(context)) {
    // The tools of the picture are those of all of it again.
  } else if (context.session.edits_open) {
    context.ui.emit(OpenEdits{false});
  } else if (!context.session.trail.empty()) {
    context.ui.emit(GoBack{static_cast<int>(context.session.trail.size()) - 1});
  } else if (std::exchange(context.ui.state<SelectSeveral>().on, false)) {
    // Clicks select one word again; those that are selected stay.
  } else if (has_word(context) && soon) {
    // Kept.
  } else if (has_word(context)) {
    context.ui.emit(SelectToken{-1});
  }
  state.again = true;
}

// Their short names are of no use to files that are compiled together with this one.
namespace command_rows {
using enum CommandGroup;

Command unless_hidden(bool HiddenControls::*belongs, Command row) {
  row.belongs = belongs;
  return row;
}

const std::array command_table{
    unless_hidden(&HiddenControls::find, Command{everywhere, "Find anything", "palette search command go to menu", Key::find, "Ctrl K, Ctrl P",
            [](Context c, int) { toggle(c, Overlay::palette); }}),
    Command{everywhere, "Keys and help",
            "shortcuts what is this explain keyboard hotkeys manual instructions tutorial", Key::help,
            "F1, ?",
            [](Context c, int) {
              c.ui.state<KeysSheet>().explained = panel_under_mouse(c);
              toggle(c, Overlay::keys);
            }},
    Command{everywhere, "Glossary: the words of the field",
            "terms definition meaning dictionary what is vocabulary words explain", Key::glossary, "G",
            [](Context c, int) {
              const Term* term = c.ui.term_under_mouse();
              open_glossary(c, term == nullptr ? "" : term->name);
            },
            nullptr, true},
    Command{everywhere, "Read this to me",
            "screen reader aloud voice speech blind words describe description text accessibility",
            Key::none, "", [](Context c, int) { read_to_me(c); }},
    Command{everywhere, "Undo", "back take back mistake", Key::undo, "Ctrl Z",
            [](Context c, int) { c.ui.ask(Undo{}); }},
    Command{everywhere, "Redo", "again repeat", Key::redo, "Ctrl Shift Z, Ctrl Y",
            [](Context c, int) { c.ui.ask(Redo{}); }},
    Command{everywhere, "To the next control", "focus keyboard", Key::tab, "Tab, Shift Tab"},
    Command{everywhere, "Press the control", "focus keyboard", Key::enter, "Enter"},
    Command{everywhere, "Press, or play", "focus keyboard", Key::space, "Space"},
    Command{everywhere, "Close what is open, or go back", "cancel leave", Key::escape, "Esc",
            [](Context c, int) { escape(c); }},

    Command{go, "Next step", "forward right arrow", Key::right, "Right",
            [](Context c, int times) { show_step(c, MoveStep{times}); }, has_steps, true},
    Command{go, "Previous step", "previous back left arrow", Key::left, "Left",
            [](Context c, int times) { show_step(c, MoveStep{-times}); }, has_steps, true},
    Command{go, "First step", "start beginning", Key::home, "Home",
            [](Context c, int) { show_step(c, MoveStep{-farthest}); }, has_steps, true},
    Command{go, "Last step", "end answer probabilities", Key::end, "End",
            [](Context c, int) { show_step(c, MoveStep{farthest}); }, has_steps, true},
    Command{go, "Next head", "down layer", Key::down, "Down, ]",
            [](Context c, int times) { move_head(c, times); }, nullptr, true},
    Command{go, "Previous head", "previous up layer", Key::up, "Up, [",
            [](Context c, int times) { move_head(c, -times); }, nullptr, true},
    unless_hidden(&HiddenControls::experiments, Command{go, "Next lab", "forward tab experiment", Key::next_lab, "Ctrl Page Down",
            [](Context c, int times) { move_lab(c, times); }, nullptr, true}),
    unless_hidden(&HiddenControls::experiments, Command{go, "Previous lab", "previous back tab experiment", Key::previous_lab, "Ctrl Page Up",
            [](Context c, int times) { move_lab(c, -times); }, nullptr, true}),
    attention_command<Attention::encoder>("kind of attention english source self-attention bidirectional"),
    attention_command<Attention::decoder>("kind of attention french target causal mask self-attention"),
    attention_command<Attention::cross>("kind of attention cross-attention alignment translation word order"),

    unless_hidden(&HiddenControls::words, Command{say, "Type the first sentence",
            "write change input text own sentence edit enter prompt another sentence example my", Key::none,
            "", [](Context c, int) { type_sentence(c, 0); }}),
    unless_hidden(&HiddenControls::words, Command{say, "Type the second sentence", "write change input text compare own sentence edit", Key::none,
            "", [](Context c, int) { type_sentence(c, 1); }}),
    unless_hidden(&HiddenControls::words, Command{say, "Compare with a second sentence",
            "two sentences difference side by side second versus minimal pair contrast", Key::none, "",
            [](Context c, int) { c.ui.emit(SetCompare{true}); }, one_sentence}),
    unless_hidden(&HiddenControls::words, Command{say, "Only one sentence", "remove second compare", Key::none, "",
            [](Context c, int) { c.ui.emit(SetCompare{false}); }, two_sentences}),
    unless_hidden(&HiddenControls::words, Command{say, "Swap the sentences", "exchange first second", Key::none, "",
            [](Context c, int) { c.ui.emit(SwapSentences{}); }, two_sentences}),
    unless_hidden(&HiddenControls::words, Command{say, "Add a third run: the first sentence again", "sentence corrupted restored patching more",
            Key::none, "", [](Context c, int) { c.ui.emit(AddRun{}); }, can_add_run}),
    unless_hidden(&HiddenControls::words, Command{say, "Choose another run as the first sentence", "third choose compare", Key::none, "",
            [](Context c, int) { next_run(c, 0); }, more_runs}),
    unless_hidden(&HiddenControls::words, Command{say, "Choose another run as the second sentence", "third choose compare", Key::none, "",
            [](Context c, int) { next_run(c, 1); }, more_runs}),
    Command{say, "Follow the first sentence", "side steps inspector", Key::none, "",
            [](Context c, int) { c.ui.emit(SelectSide{0}); }, two_sentences},
    Command{say, "Follow the second sentence", "side steps inspector", Key::none, "",
            [](Context c, int) { c.ui.emit(SelectSide{1}); }, two_sentences},
    Command{say, "Select several words",
            "add up sum merge together phrase multiple mean rows columns group words keys more than one",
            Key::select_several, "Shift click, Ctrl click", select_several, has_heads},
    Command{say, "Follow no word", "deselect clear selection unselect", Key::none, "",
            [](Context c, int) { c.ui.emit(SelectToken{-1}); }, has_word},
    picture_command<PictureShows::attention>("Picture: where a head looks", "attention map overlay"),
    picture_command<PictureShows::features>("Picture: feature maps", "convolution kernels channels"),
    picture_command<PictureShows::positions>("Picture: patches and positions",
                                             "tokens embeddings similarity"),
    unless_hidden(&HiddenControls::words, Command{say, "Another scene", "picture random re-roll new draw image shuffle", Key::none, "",
            [](Context c, int) { another_scene(c, stage_side(c)); }, reads_pictures}),
    unless_hidden(&HiddenControls::words, Command{say, "The next example picture", "scene pool", Key::none, "",
            [](Context c, int) { next_example(c, stage_side(c)); }, reads_pictures}),
    unless_hidden(&HiddenControls::words, Command{say, "Add an object to the scene", "picture draw more", Key::none, "",
            [](Context c, int) { add_object(c, stage_side(c)); }, reads_pictures}),
    unless_hidden(&HiddenControls::words, Command{say, "Remove the chosen object", "picture scene delete", Key::none, "",
            [](Context c, int) { remove_object(c); }, has_chosen_object}),
    unless_hidden(&HiddenControls::words, Command{say, "Cover cells of the picture", "occlude occlusion hide region mask blind black out",
            Key::none, "", [](Context c, int) { turn_covering(c); }, reads_pictures}),
    unless_hidden(&HiddenControls::words, Command{say, "Uncover the picture", "occlude show all cells", Key::none, "",
            [](Context c, int) { uncover_all(c, stage_side(c)); }, reads_pictures}),
    unless_hidden(&HiddenControls::changes, Command{say, "What if: the list of edits",
            "interventions change head weights off temperature mask ablation ablate remove delete switch off head causal knock out patch patching steer why cause set value experiment",
            Key::what_if, "W",
            [](Context c, int times) {
              if (times % 2 != 0) c.ui.emit(OpenEdits{!c.session.edits_open});
            },
            nullptr, true}),
    unless_hidden(&HiddenControls::changes, Command{say, "Switch all edits off or on", "before after switch interventions compare original", Key::edits, "E",
            [](Context c, int times) {
              if (times % 2 != 0) c.ui.emit(SwitchEdits{edits_in_force(c.session).empty()});
            },
            has_edits, true}),
    unless_hidden(&HiddenControls::changes, Command{say, "Remove all edits", "clear reset what-if interventions original", Key::none, "",
            [](Context c, int) { c.ui.emit(ClearEdits{}); }, has_edits}),

    unless_hidden(&HiddenControls::lessons, Command{
        present, "Lessons: open or fold",
        "rail contents learn teach teaching teacher course class tutorial exercise homework syllabus start sidebar explain",
        Key::lessons, "L",
        [](Context c, int times) {
          if (times % 2 == 0) return;
          if (c.session.rail) {
            c.ui.emit(SetRail{false});
          } else {
            c.ui.emit(SetRail{true});
          }
        },
        nullptr, true}),
    Command{present, "Next step of the lesson", "forward page", Key::next_lesson_step, "N",
            [](Context c, int) { turn_page(c, 1); }, has_lesson, true},
    Command{present, "Previous step of the lesson", "previous back page", Key::previous_lesson_step,
            "Shift N", [](Context c, int) { turn_page(c, -1); }, has_lesson, true},
    Command{present, "For the teacher: the note of this step",
            "teaching notes class answer plan hint remarks comment", Key::none, "",
            [](Context c, int) {
              c.ui.state<LessonState>().note_open = true;
              c.ui.emit(SetRail{true});
            },
            has_note},
    unless_hidden(&HiddenControls::lessons, Command{present, "Close the lesson", "leave end", Key::none, "",
            [](Context c, int) { c.ui.emit(CloseLesson{}); }, has_lesson}),
    Command{present, "Start or end presenting",
            "presenter teacher full screen fullscreen projector beamer talk slides slideshow lecture classroom big letters large",
            Key::present, "P, F5",
            [](Context c, int times) {
              if (times % 2 == 0) return;
              if (c.session.presenting && shows_place(c)) return end_presented_place(c);
              c.ui.state<PresenterState>().since = c.ui.state().now;
              c.ui.emit(SetPresenting{!c.session.presenting});
            },
            nullptr, true},
    Command{present, "For a class: what is hidden from it",
            "teacher preset hide controls buttons lock simple mode pupils students classroom kiosk", Key::none,
            "", [](Context c, int) { show(c, Overlay::for_class); }},
    Command{present, "Count the answers of a class",
            "poll vote tally quiz clicker question prediction codes letters pupils students classroom",
            Key::none, "", [](Context c, int) { open_class_count(c); }, has_class_question},
    Command{present, "Next page", "clicker forward lesson slide", Key::page_down, "Page Down",
            [](Context c, int times) { turn_page(c, times); }, nullptr, true},
    Command{present, "Previous page", "clicker back previous lesson slide", Key::page_up, "Page Up",
            [](Context c, int times) { turn_page(c, -times); }, nullptr, true},
    Command{present, "Black screen", "blank pause presenter", Key::black, "B, .",
            [](Context c, int) { c.ui.state<PresenterState>().black = true; }, presenting, true},
    Command{present, "Spotlight", "beam light pointer mouse presenter", Key::spotlight, "S",
            [](Context c, int times) { c.ui.state<PresenterState>().spotlight ^= times % 2 != 0; },
            presenting, true},

    Command{files, "Save the session", "store keep file write download share send", Key::save, "Ctrl S",
            [](Context c, int) { c.ui.ask(SaveSession{}); }},
    Command{files, "Save under another name", "store copy file as", Key::save_as, "Ctrl Shift S",
            [](Context c, int) { c.ui.ask(ChooseName{}); }},
    unless_hidden(&HiddenControls::files, Command{files, "Open a session, a lesson or a picture",
            "load file restore import upload photo image own picture drop", Key::open, "Ctrl O",
            [](Context c, int) { c.ui.ask(ChooseFile{}); }}),
    Command{files, "Copy a link to what is shown",
            "share send url web address hyperlink clipboard mail pupils students class homework",
            Key::none, "", [](Context c, int) { c.ui.ask(CopyLink{}); }},
    Command{files, "Show a link as a QR code", "scan camera phone class projector share url web address",
            Key::none, "",
            [](Context c, int) {
              c.ui.state<LinkCode>().wanted = true;
              c.ui.ask(CopyLink{});
            }},
    Command{files, "Open a link", "paste url web address hyperlink clipboard hash shared", Key::none, "",
            [](Context c, int) {
              show(c, Overlay::open_link);
              c.ui.state<LinkCode>() = {};
              LinkSheet& sheet = c.ui.state<LinkSheet>();
              sheet.text.clear();
              sheet.error.clear();
              sheet.fresh = true;
            }},
    unless_hidden(&HiddenControls::files, Command{files, "Open another model",
            "load weights folder switch translator positions choose models llama huggingface checkpoint language network pretrained",
            Key::none, "", [](Context c, int) { c.ui.ask(ChooseModel{}); }}),
    Command{files, "Reload the session's file", "revert reload discard changes", Key::none, "",
            [](Context c, int) { c.ui.ask(OpenFile{c.ui.state<SessionFile>().path}); }, has_file},
    Command{files, "Start again: the animal and the street",
            "new session fresh reset default opening example start over home restart", Key::none, "",
            [](Context c, int) { c.ui.ask(StartFresh{}); }},
    Command{files, "Open sessions with a double click",
            "file type extension association windows explorer default program register lesson", Key::none, "",
            [](Context c, int) { c.ui.ask(OpenByDoubleClick{true}); }, may_open_files},
    Command{files, "No longer open sessions with a double click",
            "file type extension association windows explorer default program unregister remove uninstall",
            Key::none, "", [](Context c, int) { c.ui.ask(OpenByDoubleClick{false}); }, opens_files},
    Command{files, "Export what is shown",
            "picture figure png svg pdf csv npy numbers print printer paper handout save picture save image screenshot copy latex gif video animation excel spreadsheet download grey gray greyscale black and white publication poster",
            Key::export_figure, "Ctrl E", [](Context c, int) { show(c, Overlay::export_figure); }},
    Command{files, "Work sheet: this step with pencil and paper",
            "worksheet print printer handout exercise exercises task tasks blanks fill in answers solution calculate calculation by hand pdf pupils students class homework test",
            Key::none, "",
            [](Context c, int) {
              ExportDialog& dialog = c.ui.state<ExportDialog>();
              dialog.what = ExportWhat::sheet;
              dialog.what_chosen = true;
              dialog.kind = 0;
              dialog.forget_result();
              show(c, Overlay::export_figure);
            },
            has_tasks},
    Command{files, "Close the window; your work is kept", "quit exit end leave program", Key::quit,
            "Ctrl Q", [](Context c, int) { c.ui.ask(CloseWindow{}); }},

    Command{look, "Weights by words or by pieces",
            "merge word pieces subwords tokens wordpiece bpe whole words", Key::merge_pieces, "M",
            [](Context c, int times) {
              if (times % 2 != 0) c.ui.emit(MergePieces{!c.session.merge_pieces});
            },
            reads_pieces, true},
    Command{look, "Show causes as ribbons",
            "effect measured activation patching path way other sentence sankey", Key::none, "",
            [](Context c, int) { c.ui.emit(ShowCauseRibbons{!c.session.cause_ribbons}); },
            [](Context c) { return has_cause_ribbons(c.session) && can_show_causes(c); }},
    Command{look, "All heads of all layers", "every head grid overview at a glance sort compare layers heads",
            Key::none, "",
            [](Context c, int) {
              c.ui.emit(GoTo{.altitude = Altitude::head, .heads = HeadsShown::of_model});
            },
            has_heads},
    Command{look, "Two sentences beside each other", "both tables side by side compare difference minus",
            Key::none, "",
            [](Context c, int) {
              c.ui.emit(ShowSides{c.session.sides == Sides::one ? Sides::both : Sides::one});
            },
            [](Context c) { return c.results.trace(0) != nullptr && c.results.trace(1) != nullptr; }},
    Command{look, "Colour scale of the heatmaps",
            "logarithmic log linear range clip minimum maximum small weights colours colormap colour bar contrast",
            Key::none, "", [](Context c, int) { show(c, Overlay::colour_scale); }, has_heads},
    Command{look, "Colour scale: linear or logarithmic", "log small weights colours heatmap", Key::none, "",
            [](Context c, int) {
              ColourScale scale = c.session.colour_scale;
              scale.logarithmic = !scale.logarithmic;
              c.ui.emit(SetColourScale{scale});
            },
            has_heads},
    Command{look, "Colour scale: with or without the sink", "first token bos rest attention sink colours heatmap",
            Key::none, "",
            [](Context c, int) {
              ColourScale scale = c.session.colour_scale;
              scale.without_sink = !scale.without_sink;
              c.ui.emit(SetColourScale{scale});
            },
            has_heads},
    Command{look, "The sentence", "start home beginning one place first screen zoom out", Key::none, "",
            [](Context c, int) { c.ui.emit(GoTo{.altitude = Altitude::sentence}); }},
    Command{look, "Experiments: questions to try", "labs change something what if playground ideas",
            Key::none, "", [](Context c, int) { c.ui.emit(OpenQuestions{}); }},
    Command{look, "For experts: all controls of experiments", "advanced expert settings options more simple",
            Key::none, "", [](Context c, int) { c.ui.emit(SetExperts{!c.session.experts}); }},
    Command{
        look, "Light or dark",
        "theme dark mode light mode colours colors night white background black bright contrast paper ivory",
        Key::theme, "T",
        [](Context c, int times) {
          const bool light = c.session.theme == Theme::light;
          if (times % 2 != 0) c.ui.emit(SetTheme{light ? Theme::dark : Theme::light});
        },
        nullptr, true},
    Command{look, "Larger",
            "zoom in bigger text big letters type size scale font magnify enlarge readable glasses",
            Key::larger, "Ctrl +, Ctrl =", [](Context c, int times) { scale_by(c, times); }},
    Command{look, "Smaller", "zoom out tiny text type size scale font", Key::smaller, "Ctrl -",
            [](Context c, int times) { scale_by(c, -times); }},
    Command{look, "Normal size", "zoom reset type scale 100 %", Key::usual_size, "Ctrl 0",
            [](Context c, int) { c.ui.emit(SetScale{1}); }},
    Command{
        look, "Motion on or off",
        "reduced motion animation accessibility still slow speed stop moving seasick", Key::motion, "Ctrl M",
        [](Context c, int times) {
          if (times % 2 != 0) c.ui.emit(SetReducedMotion{!c.session.reduced_motion});
        }},
};
}  // namespace command_rows
using command_rows::command_table;

}  // namespace

std::span<const Command> commands() {
  // Those of the labs stand behind the keys that turn to another lab.
  static const std::vector<Command> all = [] {
    std::vector<Command> rows, of_labs;
    for (const LabPanel* lab : lab_panels())
      of_labs.insert(of_labs.end(), lab->commands.begin(), lab->commands.end());
    for (const Command& row : command_table) {
      rows.push_back(row);
      if (row.key == Key::previous_lab) rows.insert(rows.end(), of_labs.begin(), of_labs.end());
    }
    return rows;
  }();
  return all;
}

bool is_available(const Command& command, const PanelContext& context) {
  const bool hidden = command.belongs != nullptr && hidden_controls(context.session).*command.belongs;
  return !hidden && (command.available == nullptr || command.available(context));
}

const char* title_of(CommandGroup group) {
  using enum CommandGroup;
  switch (group) {
    case look:
      return "Looks";
    case go:
      return "Steps, heads and labs";
    case CommandGroup::say:
      return "Sentences";
    case present:
      return "In front of a class";
    case files:
      return "Files";
    case everywhere:
      return "Everywhere";
  }
  return "";
}

}  // namespace headlight
