// The sheet that asks what to write, how and where. Writing itself is the window's (app/window/exporter.h).
#include "app/panels/files/export_dialog.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/session/action.h"
#include "app/session/open_lab.h"
#include "app/session/session_caption.h"
#include "app/session/session_export.h"
#include "app/session/session_figure.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "core/figure/figure.h"
#include "core/figure/numbers.h"
#include "core/platform/desktop.h"
#include "core/platform/files.h"
#include "core/platform/paths.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::vector<const Format*> formats_for(ExportWhat what) {
  if (what == ExportWhat::sheet) {
    std::vector<const Format*> pictures = formats_of(FormatKind::picture);
    std::erase_if(pictures, [](const Format* each) { return std::string_view(each->ending) != ".pdf"; });
    return pictures;
  }
  constexpr std::array kinds{FormatKind::picture, FormatKind::picture, FormatKind::numbers,
                             FormatKind::animation, FormatKind::pass};
  return formats_of(kinds.at(static_cast<std::size_t>(what)));
}

const Format& format_of(const ExportDialog& dialog) {
  const auto all = formats_for(dialog.what);
  return *all[std::min(static_cast<std::size_t>(dialog.kind), all.size() - 1)];
}

std::filesystem::path target_of(const ExportDialog& dialog) {
  const char* extension = format_of(dialog).ending;
  std::filesystem::path name = dialog.name;
  if (name.extension() != extension) name += extension;
  return std::filesystem::path(dialog.folder) / name;
}

// A name that says what it shows, as long as nobody typed another; and a folder that is there: the one used
// last, else home, else the current one.
void complete_place(ExportDialog& dialog, const PanelContext& context) {
  const Session& session = context.session;
  const std::string pieces = ExportDialog{}.name, words = pieces + "-by-words", sheet = "work-sheet";
  const std::string usual = session.merge_pieces && reads_pieces(context) ? words : pieces;
  bool suggested = dialog.name == pieces || dialog.name == words || dialog.name == sheet;
  for (const auto& [kind, name] : lab_names()) suggested = suggested || dialog.name == name;
  if (suggested)
    dialog.name = dialog.what == ExportWhat::sheet ? sheet
                  : shows_lab(session)             ? name_of(lab_names(), lab_on_stage(session))
                                                   : usual;
  if (!dialog.folder.empty()) return;
  const std::filesystem::path home = home_folder();
  std::error_code ignored;
  dialog.folder = (home.empty() ? std::filesystem::current_path(ignored) : home).string();
}

// Asks for the file, unless it has no name. One that is taken is replaced once that was said.
void ask_to_write(Ui& ui) {
  ExportDialog& dialog = ui.state<ExportDialog>();
  const bool replace = dialog.overwrite;
  dialog.forget_result();
  if (dialog.name.empty()) {
    dialog.error = "The file needs a name.";
    return;
  }
  ui.ask(WriteExport{target_of(dialog).string(), replace});
}

// The numbers shown, as text that a spreadsheet takes, on the clipboard.
void copy_numbers(const PanelContext& context, ExportDialog& dialog) {
  dialog.forget_result();
  try {
    const std::vector<const LabTable*> tables = lab_tables(context.session, context.results);
    if (!tables.empty()) {
      const LabTable& table = *tables[std::min(static_cast<std::size_t>(dialog.numbers), tables.size() - 1)];
      ImGui::SetClipboardText((table.is_matrix()
                                   ? tab_separated(figure_of(context.session, context.results, table, false))
                                   : tab_separated(table))
                                  .c_str());
      dialog.done = "Copied the table “" + table.name + "”; paste it into a spreadsheet.";
      return;
    }
    const Figure figure = figure_of(context.session, context.results, false);
    ImGui::SetClipboardText(tab_separated(figure).c_str());
    std::size_t count = 0;
    for (const Heatmap& map : figure.panels) count += map.values.size();
    dialog.done = "Copied " + count_text(count) + " numbers with their words; paste them into a table.";
  } catch (const std::exception& error) {
    dialog.error = told(error);
  }
}

constexpr float label_width = 92;
constexpr float preview_width = 340;

// Of heatmaps, where there is room beside the choices.
bool has_preview(const PanelContext& context, const Ui& ui) {
  return ui.state<ExportDialog>().what == ExportWhat::heatmap &&
         !has_picture_figure(context.session, context.results) &&
         ui.screen().width() >= ui.px(664 + preview_width + 24 + 32);
}

bool is_narrow(const Ui& ui) { return ui.screen().width() < ui.px(592); }

class Sheet : PanelPart {
 public:
  Sheet(const PanelContext& context, const Area& sheet)
      : PanelPart(context),
        dialog_(ui_.state<ExportDialog>()),
        narrow_(is_narrow(ui_)),
        rest_(sheet.inset(ui_.px(narrow_ ? 16 : 28), ui_.px(22))) {}

  void draw() {
    // On a phone the sheet scrolls: what ends it, and what came of it, begins it.
    Area title = rest_.cut_top(ui_.px(narrow_ ? 40 : 28));
    ui_.text(title, Align::left, type::panel, c_.ink, "Export");
    Area note = narrow_ ? rest_.cut_top(ui_.px(28)) : Area{};
    if (narrow_) {
      buttons_ = title;
    } else {
      buttons_ = rest_.cut_bottom(ui_.px(36), ui_.px(10));
      note = rest_.cut_bottom(ui_.px(28));
    }
    ui_.text(rest_.cut_top(ui_.px(24)), Align::left, type::path, c_.text_3,
             ui_.shortened(type::path, shown_name(context_.session, context_.results), rest_.width()));
    rest_.cut_top(ui_.px(10));
    if (has_preview(context_, ui_)) {
      Area beside = rest_.cut_right(ui_.px(preview_width), ui_.px(24));
      draw_figure_preview(context_, beside);
    }
    draw_choices();
    const bool entered = draw_fields();
    draw_note(note);
    draw_buttons(entered);
  }

 private:
  // A row of the sheet: its label at the left, what is chosen from beside it. True when something was
  // pressed.
  bool choose(const char* label, const char* id, std::span<const Choice> list, int& chosen) {
    const float room = rest_.width() - ui_.px(label_width);
    Area row = rest_.cut_top(choices_height(ui_, list, room, ui_.px(32)), ui_.px(10));
    ui_.text(row.cut_left(ui_.px(label_width)), Align::left, type::label, c_.text_2, label);
    const int pressed =
        choices(ui_, id, row.cut_left(std::min(room, choices_width(ui_, list))), list, chosen);
    if (pressed < 0) return false;
    chosen = pressed;
    dialog_.forget_result();
    return true;
  }

  bool choose(const char* label, const char* id, std::span<const Choice> list, bool& second) {
    int chosen = second ? 1 : 0;
    const bool pressed = choose(label, id, list, chosen);
    second = chosen == 1;
    return pressed;
  }

  void draw_choices() {
    const std::array names{"stage",      picture_ ? "picture and maps" : "heatmaps",
                           "numbers",    "animation",
                           "whole pass", "work sheet"};
    std::vector<Choice> what;
    what.reserve(names.size());
    for (const char* name : names) what.push_back({name});
    if (lab_) offer_what_the_lab_has(what);
    int chosen = static_cast<int>(dialog_.what);
    if (choose("What", "export/what", what, chosen)) {
      dialog_.what = static_cast<ExportWhat>(chosen);
      dialog_.kind = 0;
      dialog_.scale = dialog_.what == ExportWhat::steps ? 1 : 2;  // many frames of few pixels, or one of many
    }
    std::vector<Choice> kinds;
    for (const Format* format : formats_for(dialog_.what)) kinds.push_back({format->name});
    choose("Type", "export/kind", kinds, dialog_.kind);
    if (dialog_.what == ExportWhat::stage || dialog_.what == ExportWhat::steps) draw_size();
    if (dialog_.what == ExportWhat::numbers && lab_) draw_tables();
    if (!lab_ && (dialog_.what == ExportWhat::heatmap || dialog_.what == ExportWhat::numbers)) draw_words();
    if (dialog_.what == ExportWhat::heatmap && !picture_) {
      const std::array order = {Choice{"side by side"}, Choice{"one below the other"}};
      choose("Panels", "export/order", order, dialog_.stacked);
      draw_look();
    }
    if (dialog_.what == ExportWhat::steps) {
      draw_steps();
    } else if (dialog_.what == ExportWhat::pass) {
      draw_pass();
    } else if (dialog_.what == ExportWhat::sheet) {
      draw_sheet();
    } else if (dialog_.what != ExportWhat::numbers) {
      const std::array grounds = {Choice{"paper"}, Choice{"transparent"}};
      bool transparent = !dialog_.ground;
      choose("Background", "export/ground", grounds, transparent);
      dialog_.ground = !transparent;
    }
    if (format_of(dialog_).pixels) {
      const std::array scales = {Choice{"1×"}, Choice{"2×"}, Choice{"3×"}, Choice{"4×"}};
      int scale = dialog_.scale - 1;
      choose("Pixels", "export/scale", scales, scale);
      dialog_.scale = scale + 1;
    }
  }

  // A row of its own for what stands around heatmaps, for how large they are printed, and for their colours.
  void draw_look() {
    ControlRows shows = rows("Shows");
    const auto also = [&](const char* id, const char* label, const char* hint, bool& on) {
      const Area place = shows.next(small_button_width(ui_, label), ui_.px(8));
      if (!small_button(ui_, id, place.left, place.middle_y(), label, hint, on)) return;
      on = !on;
      dialog_.forget_result();
    };
    also("export/with title", "title", "What the maps show, above them", dialog_.with_title);
    also("export/with path", "path", "The name of the step, under the title", dialog_.with_path);
    also("export/with caption", "caption", "Sentence, answer and model, below the maps",
         dialog_.with_caption);
    also("export/with numbers", "numbers", "In the cells, where there is room", dialog_.with_numbers);
    also("export/with bar", "colour bar", "Beside the maps", dialog_.with_bar);
    if (dialog_.with_title) type_in("Title", "export/title", dialog_.title, "automatic");
    if (dialog_.with_caption) type_in("Caption", "export/caption", dialog_.caption, "automatic");
    std::vector<Choice> widths;
    for (const PrintWidth& each : print_widths) widths.push_back({each.name});
    choose("Width", "export/width", widths, dialog_.width);
    Area font = row("Font");
    if (print_widths.at(dialog_.width).mm > 0) {
      std::vector<Choice> sizes;
      for (const int points : print_points) sizes.push_back({std::to_string(points) + " pt"});
      const Area place = narrow_ ? row("") : font.cut_right(choices_width(ui_, sizes), ui_.px(12));
      if (const int pressed = choices(ui_, "export/points", place, sizes, dialog_.points); pressed >= 0) {
        dialog_.points = pressed;
        dialog_.forget_result();
      }
    }
    if (text_field(ui_, "export/font", font, dialog_.font, type::body, "Inter").changed)
      dialog_.forget_result();
    draw_colours();
  }

  void draw_colours() {
    ColourScale scale = context_.session.colour_scale;
    const std::array steps{Choice{"linear"}, Choice{"logarithmic"}};
    ControlRows line = rows("Colours");
    const int pressed = choices(ui_, "export/colours", line.next(choices_width(ui_, steps), 0), steps,
                                scale.logarithmic ? 1 : 0);
    if (pressed >= 0) scale.logarithmic = pressed == 1;
    Area place = line.next(small_button_width(ui_, "without the sink"), ui_.px(12));
    if (small_button(ui_, "export/without sink", place.left, place.middle_y(), "without the sink",
                     "Leave out the column where attention rests (the sink)", scale.without_sink))
      scale.without_sink = !scale.without_sink;
    place = line.next(small_button_width(ui_, "greys"), ui_.px(8));
    if (small_button(ui_, "export/grey", place.left, place.middle_y(), "greys",
                     "For printing without colours: negative cells have a dash", dialog_.grey)) {
      dialog_.grey = !dialog_.grey;
      dialog_.forget_result();
    }
    if (scale == context_.session.colour_scale) return;
    ui_.emit(SetColourScale{scale});
    dialog_.forget_result();
  }

  ControlRows rows(const char* label) {
    ui_.text(Area(rest_).cut_top(ui_.px(32)), Align::left, type::label, c_.text_2, label);
    return {ui_, rest_, ui_.px(32), ui_.px(10), ui_.px(label_width)};
  }

  Area row(const char* label) {
    Area row = rest_.cut_top(ui_.px(32), ui_.px(10));
    ui_.text(row.cut_left(ui_.px(label_width)), Align::left, type::label, c_.text_2, label);
    return row;
  }

  void type_in(const char* label, const char* id, std::string& text, const char* hint) {
    const Area field = row(label);
    if (text_field(ui_, id, field, text, type::body, hint).changed) dialog_.forget_result();
  }

  // A lab has no steps of its own; a matrix and tables only where it computes such.
  void offer_what_the_lab_has(std::vector<Choice>& what) {
    what[1].enabled = lab_matrix(context_.session, context_.results) != nullptr;
    what[1].hint = "This lab has no heatmap.";
    what[2].enabled = !lab_tables(context_.session, context_.results).empty();
    what[2].hint = "This lab has no table.";
    what[3].enabled = false;
    what[3].hint = "Only the model has steps. Open another view.";
    what[4].enabled = false;
    what[4].hint = what[3].hint;
    what[5].enabled = can_have_tasks(context_.session, context_.results);
    what[5].hint = "This page has no matrix to calculate by hand.";
    if (!what[static_cast<std::size_t>(dialog_.what)].enabled) {
      dialog_.what = ExportWhat::stage;
      dialog_.kind = 0;
    }
  }

  void draw_words() {
    if (!reads_pieces(context_)) return;
    const std::array kinds{Choice{"by tokens"}, Choice{"by whole words"}};
    bool merge = context_.session.merge_pieces;
    if (choose("Weights", "export/words", kinds, merge)) ui_.emit(MergePieces{merge});
  }

  void draw_tables() {
    std::vector<Choice> tables;
    for (const LabTable* table : lab_tables(context_.session, context_.results))
      tables.push_back({table->name});
    const auto count = static_cast<int>(tables.size());
    dialog_.numbers = std::clamp(dialog_.numbers, 0, std::max(0, count - 1));
    if (count == 0 || ui_.px(label_width) + choices_width(ui_, tables) <= rest_.width()) {
      choose("Table", "export/table", tables, dialog_.numbers);
      return;
    }
    // Too many for a row: one after the other.
    Area row = rest_.cut_top(ui_.px(32), ui_.px(10));
    ui_.text(row.cut_left(ui_.px(label_width)), Align::left, type::label, c_.text_2, "Table");
    float wide = 0;
    for (const Choice& table : tables) wide = std::max(wide, stepper_width(ui_, table.label));
    const int by = stepper(ui_, "export/table", row.cut_left(std::min(wide, row.width())),
                           tables[dialog_.numbers].label);
    if (by == 0) return;
    dialog_.numbers = (dialog_.numbers + by + count) % count;
    dialog_.forget_result();
  }

  void draw_size() {
    std::vector<Choice> sizes;
    sizes.reserve(std::size(export_sizes));
    for (const ExportSize& size : export_sizes) sizes.push_back({size.name});
    choose("Size", "export/size", sizes, dialog_.size);
  }

  void draw_pass() {
    const TracePtr& trace = context_.pictures.trace(context_.session.side);
    if (trace == nullptr) return;
    Area row = rest_.cut_top(ui_.px(32), ui_.px(10));
    row.cut_left(ui_.px(label_width));
    line_of_text(ui_, row, type::label, c_.text_2,
                 "All " + count_text(trace->tape().size()) +
                     " matrices of the forward pass by name, for Python and other programs.");
  }

  void draw_sheet() {
    const bool more = has_more_steps(context_.session, context_.results);
    const std::array steps{Choice{"this step"}, Choice{lab_ ? "all steps of the lab" : "the whole head"}};
    if (more) choose("Tasks", "export/tasks", steps, dialog_.whole_head);
    const std::array answers{Choice{"none"}, Choice{"on extra pages"}, Choice{"alone"}};
    choose("Answers", "export/answers", answers, dialog_.answers);
    const std::array papers{Choice{"A4"}, Choice{"Letter"}};
    choose("Paper", "export/paper", papers, dialog_.paper);
  }

  void draw_steps() {
    const TracePtr& trace = context_.pictures.trace(context_.session.side);
    if (trace == nullptr) return;
    const bool rows = goes_through_rows(context_.session, *trace);
    const std::size_t frames = rows ? trace->tokens(info(context_.session.attention).asks).size()
                                    : steps_of_head(*trace, context_.session).size();
    const std::string selected = (rows ? "one after another, " : "this head, ") + count_text(frames);
    const std::string all = count_text(trace->steps().size());
    const std::array range = {Choice{selected}, Choice{"all " + all}};
    const std::array delays = {Choice{"0.4 s"}, Choice{"0.8 s"}, Choice{"1.6 s"}};
    if (narrow_) {
      choose("Steps", "export/range", range, dialog_.all_steps);
      choose("each for", "export/delay", delays, dialog_.delay);
      return;
    }
    Area row = rest_;
    choose("Steps", "export/range", range, dialog_.all_steps);
    row.cut_left(ui_.px(label_width) + choices_width(ui_, range) + ui_.px(16));
    row.bottom = row.top + ui_.px(32);
    ui_.text(row.cut_left(ui_.px(64)), Align::left, type::label, c_.text_2, "each for");
    const int delay =
        choices(ui_, "export/delay", row.cut_left(choices_width(ui_, delays)), delays, dialog_.delay);
    if (delay < 0) return;
    dialog_.delay = delay;
    dialog_.forget_result();
  }

  bool draw_fields() {
    bool entered = false;
    const auto labelled = [&](const char* label, const char* id, std::string& text) {
      Area row = rest_.cut_top(ui_.px(36), ui_.px(10));
      ui_.text(row.cut_left(ui_.px(label_width)), Align::left, type::label, c_.text_2, label);
      const Field field = text_field(ui_, id, row, text, type::body, "");
      if (field.changed) dialog_.forget_result();
      entered = entered || field.entered;
    };
    labelled("Name", "export/name", dialog_.name);
    if (asks_for_folders()) labelled("Folder", "export/folder", dialog_.folder);
    return entered;
  }

  void draw_note(Area note) {
    if (dialog_.running) {
      const std::string text =
          dialog_.drawings > 1 ? "step " + count_text(dialog_.drawn) + " of " + count_text(dialog_.drawings)
                               : "writing";
      const float wide = ui_.width(type::label, "step 0000 of 0000");
      ui_.text(note.cut_right(wide, ui_.px(16)), Align::right, type::label, c_.text_2, text);
      const Area bar = Area::at(note.left, std::round(note.middle_y() - ui_.px(4)), note.width(), ui_.px(8));
      share_bar(ui_, bar, static_cast<float>(dialog_.drawn) / static_cast<float>(dialog_.drawings), c_.ink);
      return;
    }
    if (dialog_.error.empty()) return line_of_text(ui_, note, type::label, c_.value, dialog_.done);
    // The folder stands above; what to try stands at the end, and must not be cut off.
    std::string said = dialog_.error;
    const std::size_t name_ends = said.find(": ");
    if (name_ends != std::string::npos)
      said.replace(0, name_ends, std::filesystem::path(said.substr(0, name_ends)).filename().string());
    const float line = ui_.px(16);
    const float tall = ui_.wrapped_height(type::label, said, note.width(), line);
    if (tall <= line) return line_of_text(ui_, note, type::label, c_.error, said);
    note.top = note.bottom - tall;
    ui_.wrapped(note, type::label, c_.error, said, line);
  }

  void draw_buttons(bool entered) {
    const char* action = dialog_.running      ? "Cancel"
                         : dialog_.overwrite  ? "Replace"
                         : asks_for_folders() ? "Write"
                                              : "Download";
    const Area primary = buttons_.cut_right(button_width(ui_, action) + ui_.px(12));
    if (dialog_.running) {
      if (button(ui_, "export/cancel", primary, action, ButtonKind::primary)) ui_.ask(CancelExport{});
      return;
    }
    const bool pressed = button(ui_, "export/write", primary, action, ButtonKind::primary);
    // Enter writes unless an item of the sheet has the keyboard and takes it for itself.
    const bool enter = !ui_.state().focus.starts_with("export/") && ui_.take(Key::enter) > 0;
    if (pressed || entered || enter) ask_to_write(ui_);
    buttons_.cut_right(ui_.px(12));
    const Area close = buttons_.cut_right(button_width(ui_, "Close"));
    if (button(ui_, "export/close", close, "Close", ButtonKind::plain)) ui_.state().overlay = Overlay::none;
    if (narrow_) return;
    if (!lab_ || !lab_tables(context_.session, context_.results).empty()) {
      const Area copy = buttons_.cut_left(button_width(ui_, "Copy numbers"));
      if (button(ui_, "export/copy", copy, "Copy numbers", ButtonKind::plain))
        copy_numbers(context_, dialog_);
      buttons_.cut_left(ui_.px(12));
    }
    const bool is_picture = dialog_.what == ExportWhat::stage || dialog_.what == ExportWhat::heatmap;
    if (is_picture && can_copy_pictures()) {
      const Area copy = buttons_.cut_left(button_width(ui_, "Copy picture"));
      if (button(ui_, "export/copy_picture", copy, "Copy picture", ButtonKind::plain)) {
        dialog_.forget_result();
        ui_.ask(CopyPicture{});
      }
      buttons_.cut_left(ui_.px(12));
    }
    if (lab_) return;
    const Area path = buttons_.cut_left(button_width(ui_, "Copy the step’s path"));
    if (button(ui_, "export/copy_path", path, "Copy the step’s path", ButtonKind::plain)) {
      dialog_.forget_result();
      ImGui::SetClipboardText(shown_path(context_.session).c_str());
      dialog_.done = "Copied " + shown_path(context_.session);
    }
  }

  ExportDialog& dialog_;
  const bool narrow_;
  const bool lab_ = shows_lab(context_.session);
  const bool picture_ = has_picture_figure(context_.session, context_.results);
  Area rest_, buttons_;
};

}  // namespace

void draw_export(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  complete_place(ui.state<ExportDialog>(), context);
  const ExportDialog& dialog = ui.state<ExportDialog>();
  float tall = 498;
  if (dialog.what == ExportWhat::heatmap && !has_picture_figure(context.session, context.results)) {
    constexpr float row = 42;
    tall += row * static_cast<float>(4 + (dialog.with_title ? 1 : 0) + (dialog.with_caption ? 1 : 0));
  }
  const float wide = has_preview(context, ui) ? 664 + preview_width + 24 : 664;
  // Where it is narrow, choices take several rows.
  const bool narrow = is_narrow(ui);
  if (narrow) tall += dialog.what == ExportWhat::heatmap ? 320 : 180;
  Sheet(context, begin_sheet(ui, wide, tall, -1, narrow ? 0 : wide - 24, tall)).draw();
  if (end_sheet(ui) && !ui.state<ExportDialog>().running) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
