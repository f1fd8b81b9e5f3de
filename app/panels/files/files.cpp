#include "app/panels/files/files.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "app/lessons/page.h"
#include "app/panels/files/link_code.h"
#include "app/session/opening.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "core/figure/numbers.h"
#include "core/platform/files.h"
#include "core/platform/paths.h"
#include "core/text/fuzzy_match.h"
#include "core/text/say.h"

namespace headlight {
namespace {

bool is_under_way(const Session& session) {
  return !session.lesson.empty() && (session.lesson_step > 0 || session.lesson_answer >= 0);
}

bool same_place(const Session& a, const Session& b) {
  return a.lesson == b.lesson && a.lesson_step == b.lesson_step && a.lesson_answer == b.lesson_answer;
}

}  // namespace

bool has_unsaved_matter(const SessionFile& file, const Session& session) {
  if (is_under_way(session) && !(file.saved && same_place(*file.saved, session))) return true;
  if (file.saved && same_matter(*file.saved, session)) return false;
  return session.lesson.empty() || !same_matter(on_stage(session), session);
}

std::string what_was_kept(const Session& kept, const Session& usual, bool ended_badly) {
  // What a lesson's step brings is not one's own.
  const Session given = kept.lesson.empty() ? usual : on_stage(kept);
  const auto edits = std::count_if(kept.edits.begin(), kept.edits.end(), [&](const SessionEdit& edit) {
    return std::find(given.edits.begin(), given.edits.end(), edit) == given.edits.end();
  });
  std::vector<std::string> things;
  if (is_under_way(kept)) things.emplace_back("your place in the lesson");
  if (kept.runs != given.runs) things.emplace_back(kept.two() ? "your sentences" : "your sentence");
  if (edits > 0) things.push_back(say(several(edits, "{n} edit", "{n} edits"), {{"n", count_text(edits)}}));
  if (things.empty()) things.emplace_back("what was open");
  std::string what;
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (i > 0) what += i + 1 == things.size() ? " and " : ", ";
    what += things[i];
  }
  what = say(ended_badly ? to_be_said("Headlight closed unexpectedly last time. Restored: {what}.")
                         : to_be_said("Restored: {what}."),
             {{"what", what}});
  if (edits == 0) return what;
  return paragraph({what, say(several(edits, "Ctrl Z undoes the edit.", "Ctrl Z undoes the edits."))});
}

std::optional<int> sentence_of_last_edit(const Session& session) {
  return session.edits.empty() ? std::nullopt : session.edits.back().run;
}

std::string window_title(const SessionFile& file, const Session& session) {
  const bool changed = file.saved && !same_content(*file.saved, session);
  if (file.path.empty() && !changed) return "Headlight";
  const std::string name =
      file.path.empty() ? "not saved" : std::filesystem::path(file.path).filename().string();
  return changed ? "• " + name + " – Headlight" : name + " – Headlight";
}

std::string written_as(const std::string& how, const std::string& path) {
  if (asks_for_folders()) return how + ": " + path;
  return say("{done}: {file}, in your browser’s downloads",
             {{"done", how}, {"file", std::filesystem::path(path).filename().string()}});
}

// The sheets that ask for a file: a list to open one from, a name to save under.

namespace {

namespace fs = std::filesystem;

// "~/talks" as the shell means it.
fs::path expanded(const std::string& typed) {
  const std::string home = home_folder().string();
  if (!home.empty() && (typed == "~" || typed.starts_with("~/"))) return home + typed.substr(1);
  return typed;
}

bool matches_entry(const std::string& typed, const FolderEntry& entry) {
  return fuzzy_match(typed, entry.name + " " + entry.note).has_value();
}

}  // namespace

void draw_open_file(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  FinderState& field = ui.state<FinderState>();
  FileDialog& dialog = ui.state<FileDialog>();
  const FolderListing& listing = dialog.listing;
  // A path that is typed is no search, nor is the name of a file here that is not listed.
  const auto typed_path = [&] { return fs::path(listing.folder) / expanded(field.typed); };
  const auto is_path = [&] {
    const std::string& typed = field.typed;
    if (fs::path(typed).has_parent_path() || typed.starts_with("~")) return true;
    const auto matches = [&](const FolderEntry& entry) { return matches_entry(typed, entry); };
    return std::none_of(listing.entries.begin(), listing.entries.end(), matches) &&
           listing.has_unlisted(typed);
  };
  std::vector<const FolderEntry*> shown;
  const auto rows = [&] {
    std::vector<FinderRow> found;
    const bool path = is_path();
    for (const FolderEntry& entry : listing.entries) {
      if (path || !matches_entry(field.typed, entry)) continue;
      FinderRow row{.title = entry.is_folder ? entry.name + "/" : entry.name, .detail = entry.note};
      if (entry.is_folder) row.detail = entry.name == ".." ? "the folder above" : "folder";
      row.wrong = entry.wrong;
      // The name itself comes before all that it is a part of.
      const bool exact = entry.name == field.typed;
      found.insert(exact ? found.begin() : found.end(), std::move(row));
      shown.insert(exact ? shown.begin() : shown.end(), &entry);
    }
    return found;
  };

  const Area sheet = begin_sheet(ui, 640, 520, -1, 280, 260);
  Area rest = sheet.inset(ui.px(24), ui.px(18));
  ui.text(rest.cut_top(ui.px(28)), Align::left, type::panel, c.ink, "Open a session, a lesson or a picture");
  const Area where = rest.cut_top(ui.px(26));
  if (dialog.error.empty()) {
    ui.text(where, Align::left, type::path, c.text_3,
            ui.shortened(type::path, listing.folder, where.width()));
  } else {
    // An error ends in what to try.
    const float tall = ui.wrapped(where, type::label, c.error, dialog.error, ui.px(20));
    rest.cut_top(std::max(0.0F, tall - where.height()));
  }
  rest.cut_top(ui.px(6));
  const FinderTouch touch = finder(ui, "open", rest, field, "A name, or a path such as ~/talks/it.headlight",
                                   rows, is_path() ? "Enter opens this path" : "Nothing here has that name");
  if (touch.changed) dialog.error.clear();
  if (is_path() && touch.entered) {
    ui.ask(OpenFile{typed_path().string(), true});
  } else if (touch.taken >= 0) {
    const std::string& name = shown[touch.taken]->name;
    ui.ask(OpenFile{(fs::path(listing.folder) / name).string(), true});
  }
  if (end_sheet(ui)) ui.state().overlay = Overlay::none;
}

void draw_save_file(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  FileDialog& dialog = ui.state<FileDialog>();
  constexpr float wide = 560;
  constexpr float line = 20;
  const float room = std::min(ui.px(wide), ui.screen().width() - ui.px(32)) - ui.px(56 + 14);
  const float error = ui.wrapped_height(type::label, dialog.error, room, ui.px(line)) / ui.scale();
  const float tall = (asks_for_folders() ? 276 : 212) + error;
  const Area sheet = begin_sheet(ui, wide, tall, -1, 280, tall);
  Area rest = sheet.inset(ui.px(28), ui.px(22));
  ui.text(rest.cut_top(ui.px(36)), Align::left, type::panel, c.ink, "Save the session");
  bool entered = false;
  const auto labelled = [&](const char* label, const char* id, std::string& text, bool take_focus) {
    ui.text(rest.cut_top(ui.px(20)), Align::left, type::label, c.text_2, label);
    const Field field = text_field(ui, id, rest.cut_top(ui.px(36)), text, type::body, "", take_focus);
    if (field.changed) {
      dialog.overwrite = false;
      dialog.error.clear();
    }
    entered = entered || field.entered;
    rest.cut_top(ui.px(8));
  };
  labelled("File name", "save/name", dialog.name, std::exchange(dialog.fresh, false));
  if (asks_for_folders()) labelled("Folder", "save/folder", dialog.folder, false);
  if (!dialog.error.empty()) ui.wrapped(rest, type::label, c.error, dialog.error, ui.px(line));

  Area row = sheet.inset(ui.px(28), ui.px(22));
  row = row.cut_bottom(ui.px(36));
  const char* label = dialog.overwrite ? "Replace" : "Save";
  const bool pressed = button(ui, "save/write", row.cut_right(button_width(ui, label) + ui.px(12)), label,
                              ButtonKind::primary);
  row.cut_right(ui.px(12));
  const bool closed =
      button(ui, "save/close", row.cut_right(button_width(ui, "Close")), "Close", ButtonKind::plain);
  if (pressed || entered) {
    fs::path path = expanded(dialog.folder) / fs::path(dialog.name);
    if (kind_of_file(path) != FileKind::session) path += session_ending;
    if (dialog.name.empty()) {
      dialog.error = "The file needs a name.";
    } else {
      ui.ask(SaveSessionAs{path.string(), dialog.overwrite});
    }
  }
  if (end_sheet(ui) || closed) ui.state().overlay = Overlay::none;
}

void draw_open_link(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  if (!ui.state<LinkCode>().link.empty()) return draw_link_code(context);
  const Palette& c = ui.colours();
  LinkSheet& dialog = ui.state<LinkSheet>();
  constexpr float wide = 640;
  constexpr float line = 20;
  const float error = ui.wrapped_height(type::label, dialog.error, ui.px(wide - 56), line);
  const float of_page = dialog.of_page ? 0 : 72;
  const Area sheet = begin_sheet(ui, wide, 204 + of_page + error);
  Area rest = sheet.inset(ui.px(28), ui.px(22));
  Area row = rest.cut_bottom(ui.px(36), ui.px(12));
  ui.text(rest.cut_top(ui.px(36)), Align::left, type::panel, c.ink, "Open a link");
  ui.text(rest.cut_top(ui.px(20)), Align::left, type::label, c.text_2,
          "A link to Headlight, or the text of a saved session");
  const Field link = text_field(ui, "link/text", rest.cut_top(ui.px(36), ui.px(10)), dialog.text, type::body,
                                "Paste it here (Ctrl V)", std::exchange(dialog.fresh, false));
  if (link.changed) dialog.error.clear();
  if (!dialog.error.empty()) {
    const float tall = ui.wrapped(rest, type::label, c.error, dialog.error, ui.px(line));
    rest.cut_top(tall + ui.px(10));
  }
  if (!dialog.of_page) {
    ui.text(rest.cut_top(ui.px(20)), Align::left, type::label, c.text_2,
            "How the links that you copy should begin: your page’s address, or a file name");
    text_field(ui, "link/page", rest.cut_top(ui.px(36)), dialog.page, type::body, LinkSheet{}.page);
  }
  const bool pressed = button(ui, "link/open", row.cut_right(button_width(ui, "Open") + ui.px(12)), "Open",
                              ButtonKind::primary);
  row.cut_right(ui.px(12));
  const bool closed =
      button(ui, "link/close", row.cut_right(button_width(ui, "Close")), "Close", ButtonKind::plain);
  if (pressed || link.entered) ui.ask(OpenLink{dialog.text, true});
  if (end_sheet(ui) || closed) ui.state().overlay = Overlay::none;
}

// The sheet with the models at hand, and the card of the one that is chosen in it.

namespace {

std::string size_text(std::uintmax_t bytes) {
  if (bytes == 0) return "no weights";
  std::array<char, 32> text{};
  const double kilo = static_cast<double>(bytes) / 1000;
  std::snprintf(text.data(), text.size(), kilo < 1000 ? "%.0f kB" : "%.1f MB",
                kilo < 1000 ? kilo : kilo / 1000);
  return text.data();
}

std::string detail_of(const CatalogueModel& model) {
  return (model.origin.empty() ? "" : model.origin + " · ") + size_text(model.bytes);
}

// "translations exactly right 0.939 · of the hardest kind 0.608 ..."
std::string measures_of(const CatalogueModel& model) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, model.measures.size()); ++i) {
    text += i == 0 ? "" : " · ";
    text += words_of_measure(model.measures[i].name) + ' ' + measured_text(model.measures[i].value);
  }
  return text;
}

// What it learned from and where it ends: whoever opens it should know before.
void draw_card(Ui& ui, Area rest, const CatalogueModel& model) {
  const Palette& c = ui.colours();
  ui.line(rest.left, rest.top, rest.right, rest.top, c.hairline, ui.hairline());
  rest.cut_top(ui.px(12));
  const std::string title = model.group.empty() ? model.title : model.group + ": " + model.title;
  ui.text(rest.cut_top(ui.px(22)), Align::left, type::control_hot, c.ink,
          ui.shortened(type::control_hot, title, rest.width()));
  const float line = ui.px(18);
  for (const std::string& text : {model.data, model.limits, measures_of(model)}) {
    if (text.empty()) continue;
    const float tall = ui.wrapped_height(type::caption, text, rest.width(), line);
    if (tall > rest.height()) continue;
    ui.wrapped(rest.cut_top(tall, ui.px(6)), type::caption, c.text_2, text, line);
  }
  if (model.data.empty())
    ui.text(rest.cut_top(line), Align::left, type::caption, c.text_3,
            "It has no card, so Headlight knows nothing about its training.");
}

// By its names, or by what else it is called.
bool is_called(const std::string& typed, const CatalogueModel& model) {
  return fuzzy_match(typed, model.title + " " + model.name + " " + model.group) ||
         match_beginnings(typed, model.group + " " + model.title + " " + model.other_names);
}

}  // namespace

void draw_models(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  FinderState& field = ui.state<FinderState>();
  ModelSheet& models = ui.state<ModelSheet>();
  std::vector<const CatalogueModel*> shown;
  const auto rows = [&] {
    std::vector<FinderRow> found;
    std::string group = "-";
    for (const CatalogueModel& model : models.catalogue) {
      if (!is_called(field.typed, model)) continue;
      const bool open = model.name == context.session.model;
      FinderRow row{.title = RichText(std::vector<TextRun>{{model.title, Role::ink, open}}),
                    .detail = detail_of(model),
                    .chord = open ? "open now" : ""};
      if (model.group != group && !model.group.empty()) row.heading = model.group;
      group = model.group;
      found.push_back(std::move(row));
      shown.push_back(&model);
    }
    return found;
  };

  const Area sheet = begin_sheet(ui, 720, 620, -1, 300, 460);
  Area rest = sheet.inset(ui.px(24), ui.px(18));
  Area title = rest.cut_top(ui.px(34), ui.px(6));
  ui.text(title, Align::left, type::panel, c.ink, "Open a model");
  constexpr const char* folder = "A folder of your own";
  if (!asks_for_folders() &&
      button(ui, "models/folder", title.cut_right(button_width(ui, folder)), folder, ButtonKind::plain)) {
    choose_folder();
    ui.state().overlay = Overlay::none;
  }
  if (!models.error.empty()) {
    const float line = ui.px(20);
    const float tall = ui.wrapped_height(type::label, models.error, rest.width(), line);
    ui.wrapped(rest.cut_top(tall, ui.px(6)), type::label, c.error, models.error, line);
  }
  const Area card = rest.cut_bottom(ui.px(190));
  const bool is_path = fs::path(field.typed).has_parent_path();
  const FinderTouch touch = finder(ui, "models", rest, field, "A name, or the path of a model's folder", rows,
                                   is_path ? "Enter opens this folder" : "No model here has that name");
  if (touch.changed) models.error.clear();
  if (!shown.empty()) {
    const auto last = static_cast<int>(shown.size()) - 1;
    draw_card(ui, card, *shown[std::clamp(field.chosen, 0, last)]);
  }
  if (touch.taken >= 0) {
    ui.ask(OpenModel{shown[touch.taken]->name});
  } else if (touch.entered && is_path) {
    ui.ask(OpenModel{field.typed});
  }
  if (end_sheet(ui)) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
