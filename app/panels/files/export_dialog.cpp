// The sheet that asks what to write, how and where. Writing itself is the window's (app/window/exporter.h).
#include "app/panels/files/export_dialog.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/panels/common/shown_words.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/session/action.h"
#include "app/session/altitudes.h"
#include "app/session/open_lab.h"
#include "app/session/session_caption.h"
#include "app/session/session_export.h"
#include "app/session/session_figure.h"
#include "app/stage/form.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "core/figure/numbers.h"
#include "core/platform/desktop.h"
#include "core/platform/files.h"
#include "core/platform/paths.h"
#include "core/text/say.h"
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

// Of a head or a step the table itself, as it will be printed; else the stage.
ExportWhat picture_of(const Session& session) {
  const bool table = session.altitude && *session.altitude >= Altitude::head && !shows_lab(session);
  return table ? ExportWhat::heatmap : ExportWhat::stage;
}
bool is_picture(ExportWhat what) { return what == ExportWhat::stage || what == ExportWhat::heatmap; }

// A name that says what it shows, as long as nobody typed another; and a folder that is there: the one used
// last, else home, else the current one.
void complete_place(ExportDialog& dialog, const PanelContext& context) {
  const Session& session = context.session;
  if (is_picture(dialog.what) && !dialog.what_chosen && session.altitude) dialog.what = picture_of(session);
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
      dialog.done = say("Copied the table “{table}”; paste it into a spreadsheet.", {{"table", table.name}});
      return;
    }
    const Figure figure = figure_of(context.session, context.results, false);
    ImGui::SetClipboardText(tab_separated(figure).c_str());
    std::size_t count = 0;
    for (const Heatmap& map : figure.panels) count += map.values.size();
    dialog.done =
        say("Copied {n} numbers with their words; paste them into a table.", {{"n", count_text(count)}});
  } catch (const std::exception& error) {
    dialog.error = told(error);
  }
}

// What went wrong, without the folder of the file: that stands above.
std::string without_folder(std::string said) {
  const std::size_t name_ends = said.find(": ");
  if (name_ends != std::string::npos)
    said.replace(0, name_ends, std::filesystem::path(said.substr(0, name_ends)).filename().string());
  return said;
}

constexpr float preview_width = 340;

bool shows_preview(const PanelContext& context, const Ui& ui) {
  return ui.state<ExportDialog>().what == ExportWhat::heatmap &&
         !has_picture_figure(context.session, context.results) &&
         ui.screen().width() >= ui.px(664 + preview_width + 24 + 32);
}

// Choices from a table of things with a name.
std::vector<Choice> named_choices(const auto& table) {
  std::vector<Choice> list;
  for (const auto& each : table) list.push_back({each.name});
  return list;
}

class ExportSheet : PanelPart {
 public:
  explicit ExportSheet(const PanelContext& context)
      : PanelPart(context),
        dialog_(ui_.state<ExportDialog>()),
        form_(ui_, [this] { dialog_.forget_result(); }) {}

  bool show() {
    const bool preview = shows_preview(context_, ui_);
    form_.column({}, [&] {
      // On a phone the sheet scrolls: what ends it, and what came of it, begins it.
      form_.row({.gap = 12, .tall = narrow_ ? 40.0F : 28}, [&] {
        form_.words(say("Save a picture or numbers"), type::panel);
        if (!narrow_) return;
        form_.gap();
        declare_end();
      });
      if (narrow_) declare_note();
      form_.words(shown_name(context_.session, context_.results), type::path, Role::text_3).below = 10;
      form_.row({.gap = 24}, [&] {
        form_.column({.grows = true}, [&] { declare_choices(); });
        if (preview)
          form_.own(preview_width, 0, [this](Ui&, const Area& at) { draw_figure_preview(context_, at); });
      });
      if (narrow_) return;
      form_.space(0).grows = true;
      declare_note();
      form_.row({.gap = 12, .tall = 36, .above = 10}, [&] {
        declare_copies();
        form_.gap();
        declare_end();
      });
    });
    const float wide = preview ? 664 + preview_width + 24 : 664;
    const bool open = stage::show_sheet(ui_, form_,
                                        {.wide = wide,
                                         .least_tall = narrow_ ? 0.0F : 498,
                                         .beside = narrow_ ? 16.0F : 28,
                                         .least_wide = narrow_ ? 0 : wide - 24});
    // Enter writes unless an item of the sheet has the keyboard and takes it for itself.
    const bool enter =
        !dialog_.running && !ui_.state().focus.starts_with("export/") && ui_.take(Key::enter) > 0;
    if (enter || form_.entered()) ask_to_write(ui_);
    return open;
  }

 private:
  // At the first look five choices; all others once they are asked for.
  void declare_choices() {
    const bool maps = dialog_.what == ExportWhat::heatmap;
    dialog_.more ? declare_what() : declare_as();
    if (dialog_.what == ExportWhat::stage || dialog_.what == ExportWhat::steps)
      form_.choose(say("How wide"), "export/size", named_choices(export_sizes), dialog_.size);
    if (dialog_.what == ExportWhat::numbers && lab_) declare_tables();
    if (maps && !picture_) {
      form_.field(say("How wide"), [&] {
        const auto chosen =
            std::find_if(print_widths.begin(), print_widths.end(),
                         [this](const PrintWidth& each) { return each.mm == dialog_.figure.width_mm; });
        form_.pick(
            "export/width", named_choices(print_widths), static_cast<int>(chosen - print_widths.begin()),
            [this](int to) { dialog_.figure.width_mm = print_widths.at(static_cast<std::size_t>(to)).mm; });
      });
      form_.field(say("With"), [&] { declare_switches(FigureSwitch::Row::with); });
    }
    if (is_picture(dialog_.what))
      form_.field(say("For print"), [&] { declare_switches(FigureSwitch::Row::print, maps && !picture_); });
    if (dialog_.more) declare_more();
    if (dialog_.what == ExportWhat::pass) declare_pass();
    if (dialog_.what == ExportWhat::sheet) declare_sheet();
    declare_place();
    form_.field("", [&] {
      form_.press("export/more", dialog_.more ? say("Fewer choices") : say("More choices"), ButtonKind::plain,
                  [this] { dialog_.more = !dialog_.more; });
    });
  }

  // A picture, its film or its numbers, by the file that it becomes.
  void declare_as() {
    if (dialog_.what == ExportWhat::pass || dialog_.what == ExportWhat::sheet) return declare_what();
    const std::vector<Choice> kinds = kinds_of_export();
    const ExportWhat picture = is_picture(dialog_.what) ? dialog_.what : picture_of(context_.session);
    struct As {
      ExportWhat what;
      int kind;
    };
    std::vector<As> all;
    std::vector<Choice> list;
    const auto add = [&](ExportWhat what, std::size_t most) {
      const std::vector<const Format*> formats = formats_for(what);
      for (std::size_t i = 0; i < std::min(most, formats.size()); ++i) {
        all.push_back({what, static_cast<int>(i)});
        const Choice& kind = kinds[static_cast<std::size_t>(what)];
        list.emplace_back(formats[i]->name, kind.enabled, kind.hint);
      }
    };
    add(picture, 3);
    add(ExportWhat::steps, 1);
    add(ExportWhat::numbers, 1);
    const auto chosen = std::find_if(all.begin(), all.end(), [this](const As& each) {
      return each.what == dialog_.what && (each.kind == dialog_.kind || each.what == ExportWhat::numbers);
    });
    form_.field(say("As"), [&] {
      form_.pick("export/as", std::move(list), static_cast<int>(chosen - all.begin()), [this, all](int to) {
        const As& as = all[static_cast<std::size_t>(to)];
        choose_what(as.what);
        dialog_.kind = as.kind;
      });
    });
  }

  void choose_what(ExportWhat what) {
    dialog_.what = what;
    dialog_.what_chosen = true;
    dialog_.kind = 0;
    dialog_.figure.scale = what == ExportWhat::steps ? 1 : 2;  // many frames of few pixels, or one of many
  }

  void declare_switches(FigureSwitch::Row row, bool of_maps = true) {
    for (const FigureSwitch& each : figure_switches) {
      if (each.row != row || (each.of_maps && !of_maps)) continue;
      bool& is = dialog_.figure.*each.field;
      const bool usual = FigureOptions{}.*each.field;
      form_.mark((std::string("export/") + each.name).c_str(), say(each.title), translated(each.hint),
                 row == FigureSwitch::Row::print ? is != usual : is, [&is] { is = !is; });
    }
  }

  void declare_more() {
    const bool maps = dialog_.what == ExportWhat::heatmap;
    if (!lab_ && (maps || dialog_.what == ExportWhat::numbers) && reads_pieces(context_))
      form_.field(say("Weights"), [&] {
        form_.pick("export/words", {{to_be_said("by tokens")}, {to_be_said("by whole words")}},
                   context_.session.merge_pieces ? 1 : 0, [this](int to) { ui_.emit(MergePieces{to == 1}); });
      });
    if (maps && !picture_) declare_look();
    if (dialog_.what == ExportWhat::steps) declare_steps();
    if (format_of(dialog_).pixels)
      form_.field(say("Pixels"), [&] {
        form_.pick("export/scale", {{"1×"}, {"2×"}, {"3×"}, {"4×"}}, dialog_.figure.scale - 1,
                   [this](int to) { dialog_.figure.scale = to + 1; });
      });
  }

  // A lab has no steps of its own; a matrix and tables only where it computes such.
  std::vector<Choice> kinds_of_export() {
    std::vector<Choice> kinds{
        {to_be_said("stage")},      {picture_ ? to_be_said("picture and maps") : to_be_said("heatmaps")},
        {to_be_said("numbers")},    {to_be_said("animation")},
        {to_be_said("whole pass")}, {to_be_said("work sheet")}};
    if (!lab_) return kinds;
    const auto only_if = [&](ExportWhat what, bool has, std::string why_not) {
      Choice& kind = kinds[static_cast<std::size_t>(what)];
      kind.enabled = has;
      kind.hint = std::move(why_not);
      if (has || dialog_.what != what) return;
      dialog_.what = ExportWhat::stage;
      dialog_.kind = 0;
    };
    const std::string of_model = say("Only the model has steps: go back to it.");
    only_if(ExportWhat::heatmap, lab_matrix(context_.session, context_.results) != nullptr,
            say("This lab has no heatmap."));
    only_if(ExportWhat::numbers, !lab_tables(context_.session, context_.results).empty(),
            say("This lab has no table."));
    only_if(ExportWhat::steps, false, of_model);
    only_if(ExportWhat::pass, false, of_model);
    only_if(ExportWhat::sheet, can_have_tasks(context_.session, context_.results),
            say("This page has no matrix to calculate by hand."));
    return kinds;
  }

  void declare_what() {
    std::vector<Choice> kinds = kinds_of_export();
    form_.field(say("What"), [&] {
      form_.pick("export/what", std::move(kinds), static_cast<int>(dialog_.what),
                 [this](int to) { choose_what(static_cast<ExportWhat>(to)); });
    });
    std::vector<Choice> types;
    for (const Format* format : formats_for(dialog_.what)) types.push_back({format->name});
    form_.choose(say("Type"), "export/kind", std::move(types), dialog_.kind);
  }

  // Heatmaps beside each other, their words, how large they are printed, and their colours.
  void declare_look() {
    form_.choose(say("Panels"), "export/order",
                 {{to_be_said("side by side")}, {to_be_said("one below the other")}}, dialog_.figure.stacked);
    if (dialog_.figure.title)
      form_.field(say("Title"), [&] { form_.type_in("export/title", dialog_.title, "automatic"); });
    if (dialog_.figure.caption)
      form_.field(say("Caption"), [&] { form_.type_in("export/caption", dialog_.caption, "automatic"); });
    form_.field(say("Font"), [&] {
      form_.type_in("export/font", dialog_.figure.font, "Inter");
      if (dialog_.figure.width_mm == 0) return;
      std::vector<Choice> sizes;
      for (const double points : print_points)
        sizes.push_back({say("{n} pt", {{"n", count_text(static_cast<std::int64_t>(points))}})});
      const auto chosen = std::find(print_points.begin(), print_points.end(), dialog_.figure.points);
      form_
          .pick("export/points", std::move(sizes), static_cast<int>(chosen - print_points.begin()),
                [this](int to) { dialog_.figure.points = print_points.at(static_cast<std::size_t>(to)); })
          .before = 12;
    });
    form_.field(say("Colours"), [&] {
      const ColourScale scale = context_.session.colour_scale;
      form_.pick("export/colours", {{to_be_said("linear")}, {to_be_said("logarithmic")}},
                 scale.logarithmic ? 1 : 0, [this, scale](int to) {
                   ColourScale other = scale;
                   other.logarithmic = to == 1;
                   ui_.emit(SetColourScale{other});
                 });
      form_
          .mark("export/without sink", say("without the sink"),
                "Leave out the column where attention rests (the sink)", scale.without_sink,
                [this, scale] {
                  ColourScale other = scale;
                  other.without_sink = !scale.without_sink;
                  ui_.emit(SetColourScale{other});
                })
          .before = 12;
      declare_switches(FigureSwitch::Row::more);
    });
  }

  // One after the other where they are too many for a row.
  void declare_tables() {
    std::vector<Choice> tables;
    for (const LabTable* table : lab_tables(context_.session, context_.results))
      tables.push_back({table->name});
    const auto count = static_cast<int>(tables.size());
    dialog_.numbers = std::clamp(dialog_.numbers, 0, std::max(0, count - 1));
    const float room =
        sheet_width(ui_, 664) - 2 * ui_.px(narrow_ ? 16 : 28) - ui_.px(stage::Form::label_wide);
    if (count == 0 || choices_width(ui_, tables) <= room)
      return form_.choose(say("Table"), "export/table", std::move(tables), dialog_.numbers);
    float wide = 0;
    for (const Choice& table : tables) wide = std::max(wide, stepper_width(ui_, table.label));
    form_.field(say("Table"), [&] {
      form_.own(wide / ui_.scale(), 32,
                [this, count, name = tables[dialog_.numbers].label](Ui& ui, const Area& at) {
                  const int by = stepper(ui, "export/table", at, name);
                  if (by == 0) return;
                  dialog_.numbers = (dialog_.numbers + by + count) % count;
                  dialog_.forget_result();
                });
    });
  }

  void declare_pass() {
    const TracePtr& trace = context_.maps[context_.session.side].trace();
    if (trace == nullptr) return;
    const std::string n = count_text(trace->tape().size());
    form_.field("", [&] {
      form_.words(
          say("All {n} matrices of the forward pass by name, for Python and other programs.", {{"n", n}}),
          type::label, Role::text_2);
    });
  }

  void declare_sheet() {
    if (has_more_steps(context_.session, context_.results))
      form_.choose(say("Tasks"), "export/tasks",
                   {{to_be_said("this step")},
                    {lab_ ? to_be_said("all steps of the lab") : to_be_said("the whole head")}},
                   dialog_.whole_head);
    form_.choose(say("Answers"), "export/answers",
                 {{to_be_said("none")}, {to_be_said("on extra pages")}, {to_be_said("alone")}},
                 dialog_.answers);
    form_.choose(say("Paper"), "export/paper", {{"A4"}, {"Letter"}}, dialog_.paper);
  }

  void declare_steps() {
    const TracePtr& trace = context_.maps[context_.session.side].trace();
    if (trace == nullptr) return;
    const bool rows = goes_through_rows(context_.session, *trace);
    const std::size_t frames = rows ? trace->tokens(info(context_.session.attention).asks).size()
                                    : steps_of_head(*trace, context_.session).size();
    const std::string n = count_text(frames), all = count_text(trace->steps().size());
    const bool flight = context_.session.altitude && has_flight(trace->anatomy());
    form_.field(say("Steps"), [&] {
      form_.pick("export/range",
                 {{flight ? say("the way in and out")
                   : rows ? say("one after another, {n}", {{"n", n}})
                          : say("this head, {n}", {{"n", n}})},
                  {say("all {n}", {{"n", all}})}},
                 dialog_.all_steps);
      stage::Piece& each = form_.words(say("each for"), type::label, Role::text_2);
      each.wide = 64;
      each.before = 16;
      form_.pick("export/delay", {{"0.4 s"}, {"0.8 s"}, {"1.6 s"}}, dialog_.delay);
    });
  }

  // What it is called and where it goes: Enter in either writes it.
  void declare_place() {
    const auto typed = [&](std::string label, const char* id, std::string& text) {
      form_.field(
          std::move(label), [&] { form_.type_in(id, text); }, 36);
    };
    typed(say("Name"), "export/name", dialog_.name);
    if (asks_for_folders() && dialog_.more) typed(say("Folder"), "export/folder", dialog_.folder);
  }

  void declare_note() {
    if (!dialog_.running && dialog_.error.empty()) {
      form_.words(dialog_.done, type::label, Role::value).tall = 28;
      return;
    }
    if (!dialog_.running) {
      // In as many lines as it needs: what to try stands at its end.
      form_.add({.look = stage::Words{{dialog_.more ? without_folder(dialog_.error) : dialog_.error},
                                      type::label,
                                      Role::error,
                                      16},
                 .tall = 28});
      return;
    }
    form_.row({.gap = 16, .tall = 28}, [&] {
      const auto bar = [this](Ui& ui, const Area& at) {
        const Area track = Area::at(at.left, std::round(at.middle_y() - ui.px(4)), at.width(), ui.px(8));
        share_bar(ui, track, static_cast<float>(dialog_.drawn) / static_cast<float>(dialog_.drawings),
                  c_.ink);
      };
      form_.own(0, 28, bar).grows = true;
      form_.words(dialog_.drawings > 1 ? say("step {n} of {all}", {{"n", count_text(dialog_.drawn)},
                                                                   {"all", count_text(dialog_.drawings)}})
                                       : say("writing"),
                  type::label, Role::text_2);
    });
  }

  void declare_copies() {
    if (dialog_.running) return;
    if (!lab_ || !lab_tables(context_.session, context_.results).empty())
      form_.press("export/copy", say("Copy numbers"), ButtonKind::plain,
                  [this] { copy_numbers(context_, dialog_); });
    if (is_picture(dialog_.what) && can_copy_pictures())
      form_.press("export/copy_picture", say("Copy picture"), ButtonKind::plain, [this] {
        dialog_.forget_result();
        ui_.ask(CopyPicture{});
      });
    if (lab_ || !dialog_.more) return;
    form_.press("export/copy_path", say("Copy the step’s path"), ButtonKind::plain, [this] {
      dialog_.forget_result();
      ImGui::SetClipboardText(shown_path(context_.session).c_str());
      dialog_.done = say("Copied {path}", {{"path", shown_path(context_.session)}});
    });
  }

  void declare_end() {
    const auto primary = [&](const char* id, std::string label, std::function<void()> take) {
      const float wide = button_width(ui_, label) / ui_.scale() + 12;
      form_.press(id, std::move(label), ButtonKind::primary, std::move(take)).wide = wide;
    };
    if (dialog_.running) return primary("export/cancel", say("Cancel"), [this] { ui_.ask(CancelExport{}); });
    form_.press("export/close", say("Cancel"), ButtonKind::plain,
                [this] { ui_.state().overlay = Overlay::none; });
    primary("export/write",
            dialog_.overwrite    ? say("Replace")
            : asks_for_folders() ? say("Save")
                                 : say("Download"),
            [this] { ask_to_write(ui_); });
  }

  ExportDialog& dialog_;
  const bool narrow_ = ui_.screen().width() < ui_.px(592);
  const bool lab_ = shows_lab(context_.session);
  const bool picture_ = has_picture_figure(context_.session, context_.results);
  stage::Form form_;
};

}  // namespace

void draw_export(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  complete_place(ui.state<ExportDialog>(), context);
  if (!ExportSheet(context).show() && !ui.state<ExportDialog>().running) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
