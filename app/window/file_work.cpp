#include "app/window/file_work.h"

#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/labs/text_heads/text_heads_lab.h"
#include "app/lessons/library.h"
#include "app/lessons/link.h"
#include "app/panels/common/panels.h"
#include "app/panels/files/files.h"
#include "app/panels/files/link_code.h"
#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "app/session/session_file.h"
#include "app/shared/training_steps.h"
#include "app/widgets/finder.h"
#include "core/figure/numbers.h"
#include "core/files/in_python.h"
#include "core/files/text_columns.h"
#include "core/files/whole_file.h"
#include "core/files/zip.h"
#include "core/models/card.h"
#include "core/models/checkpoints.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "core/models/picture_models.h"
#include "core/pictures/picture.h"
#include "core/pictures/picture_file.h"
#include "core/platform/background.h"
#include "core/platform/desktop.h"
#include "core/platform/files.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds long_since(300);  // from then on it is said that something is being read

// What the model is shown of a picture of one's own, and what to expect of it.
std::string about_picture(const OwnPicture& own, const PictureInfo& picture) {
  const std::string size = std::to_string(own.width) + " x " + std::to_string(own.height);
  if (picture.pixels) {
    const std::string side = std::to_string(picture.features.side);
    return say(own.cropped()
                   ? to_be_said("The model sees your picture ({size} pixels) as {side} x {side} pixels, "
                                "stretched as in its training.")
                   : to_be_said("The model sees your picture ({size} pixels) as {side} x {side} pixels."),
               {{"size", size}, {"side", side}});
  }
  return paragraph({own.cropped() ? say("Cropped: the model sees only the square in the middle of your "
                                        "picture ({size} pixels), as 64 x 64 pixels.",
                                        {{"size", size}})
                                  : say("The model sees your picture as 64 x 64 pixels."),
                    say("The shipped models were trained only on drawn scenes. In anything else they see "
                        "shapes that are not there.")});
}

// A note has one line.
std::string without_breaks(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void announce(States& states, std::string text, bool error) {
  states.of<Message>() = {without_breaks(std::move(text)), error, "", {}};
}

std::string full_path(const fs::path& path) { return fs::absolute(path).lexically_normal().string(); }

fs::path folder_of(const SessionFile& file) {
  return file.path.empty() ? sessions_folder() : fs::path(file.path).parent_path();
}

void ask_for_name(States& states) {
  const SessionFile& file = states.of<SessionFile>();
  const fs::path own = file.path;
  states.of<WidgetState>().overlay = Overlay::save_file;
  FileDialog& dialog = states.of<FileDialog>();
  dialog = {};
  dialog.folder = folder_of(file).string();
  dialog.name = own.empty() ? "session" : own.filename().string();
}

void belongs_to_file(SessionFile& file, const fs::path& path, const Session& session) {
  file = {full_path(path), session};
  remember_sessions_folder(fs::path(file.path).parent_path());
}

// Throws what save_session() does.
void save_to(States& states, const fs::path& path, const Session& session) {
  save_session(path, session);
  SessionFile& file = states.of<SessionFile>();
  belongs_to_file(file, path, session);
  announce(states, written_as("Saved", file.path), false);
}

// Another window may have saved it since.
bool holds_something_else(const SessionFile& file) {
  try {
    return file.saved && !same_content(shown_in_place(load_session(file.path)), shown_in_place(*file.saved));
  } catch (const std::exception&) {
    return false;  // no session is there that could be lost
  }
}

}  // namespace

// What was read, to be shown.
struct Opened {
  Action action;
  std::optional<SessionFile> file = {};  // that the session belongs to from now on
  std::string said = {};
  std::string model = {};  // that was opened with it
  bool of_session = true;  // was made from what is on screen
};

namespace {

Opened open_session_file(const fs::path& path, const Session& session) {
  Opened opened{OpenSession{on_screen_of(shown_in_place(load_session(path)), session)}};
  opened.file.emplace();
  belongs_to_file(*opened.file, path, opened.action.get_if<OpenSession>()->session);
  return opened;
}

Opened open_lesson_file(const fs::path& path, const CheckWatch& watch) {
  try {
    return {.action = OpenLesson{open_lesson(path.string(), watch)}, .of_session = false};
  } catch (const std::invalid_argument& error) {
    // The note has one line, and the folder is known to who opened the file.
    std::string what = error.what();
    const std::string folder = (path.parent_path() / "").string();
    if (what.starts_with(folder)) what.erase(0, folder.size());
    throw std::invalid_argument(what);
  }
}

// On the side that is followed, of the model on stage where that reads pictures, else of one that does.
Opened open_picture_file(const fs::path& path, const Session& session) {
  const OwnPicture own = read_picture(path);
  const auto read_by = [](const std::string& model) {
    return outline_of(model_folder(model))->anatomy().picture;
  };
  if (const auto picture = read_by(session.model)) {
    return {.action = SetSentence{session.side, text_of_picture(own, *picture)},
            .said = about_picture(own, *picture)};
  }
  const auto picture = read_by(model_for_pictures);
  Session other = with_model(session, model_for_pictures);
  other.text(0) = text_of_picture(own, *picture);
  return {.action = OpenSession{std::move(other)}, .said = about_picture(own, *picture)};
}

// Whether weights that stand alone on the stage are as many, and of as many words, as these: two files of one
// kind are opened to be compared.
bool can_be_compared(const Session& session, const std::string& name, const GivenWeights& given) {
  if (!session.text(1).empty() || session.model == name) return false;
  const std::optional<GivenWeights>& first = outline_of(model_folder(session.model))->anatomy().given;
  return first && first->has == given.has;
}

// The same weights transposed where their words fit only so; else nothing.
std::string fit_turned(const std::string& name) {
  try {
    outline_of(name)->anatomy();
    return "";
  } catch (const TurnedWords&) {
    return transposed_name(name);
  }
}

// With what is to be known of their numbers.
Opened open_weights(const fs::path& path, const Session& session) {
  std::string name = weights_beside(path).string();
  const std::string turned = fit_turned(name);
  if (!turned.empty()) name = turned;
  const GivenWeights& given = *outline_of(name)->anatomy().given;
  const bool compared = can_be_compared(session, name, given);
  // Without words of its own it has those of the file that it is compared with.
  if (compared && word_files(name).empty() && path.extension() != ".json")
    name = given_name(name, word_files(session.model));
  Session shown = compared ? with_weights_beside(session, name) : with_model(session, name);
  if (!compared) {
    shown.text(1).clear();
    shown.runs.at(shown.pair.second).model.clear();
  }
  Opened opened{OpenSession{std::move(shown)}};
  opened.said = paragraph(
      {say("Weights from {file}: {numbers}.", {{"file", given.file}, {"numbers", given.has}}), given.says,
       turned.empty() ? "" : say("Their words fit only this way round."),
       compared ? say("They are shown next to the ones that were open. To see only them, open them again.")
                : ""});
  opened.model = name;
  return opened;
}

bool measures_heads_over_text(const Session& session) {
  return shows_lab(session) && lab_on_stage(session) == &TextHeadsLab::lab_row;
}

// Heads are measured over it, in the lab that does so.
Opened open_text_file(const fs::path& path, const Session& session) {
  Session shown = session;
  show_lab(shown, &TextHeadsLab::lab_row);
  auto& lab = shown.labs.get<TextHeadsLab>();
  lab.file = full_path(path);
  lab.column.clear();
  lab.parts = TextHeadsLab::first_parts;
  return {OpenSession{std::move(shown)}};
}

// In no file of its own: saving it must not write over the one that was open. The looks are the reader's.
Opened open_link(const std::string& text, const Session& session) {
  Session linked = on_screen_of(shown_in_place(session_of_pasted(text)), session);
  static_cast<Appearance&>(linked) = session;
  return {.action = OpenSession{linked}, .file = SessionFile{.path = {}, .saved = linked}};
}

// Throws std::exception with what is wrong, in words for the screen.
Opened open_file(const fs::path& path, const Session& session, const CheckWatch& watch) {
  const std::optional<FileKind> kind = kind_of_file(path);
  if (!kind) {
    const std::string known = known_elsewhere(path);
    throw std::invalid_argument(
        path.filename().string() +
        (known.empty() ? " cannot be opened: Headlight opens " + what_can_be_opened() : " " + known));
  }
  // Where texts are measured, a table is one of texts.
  if (measures_heads_over_text(session) && is_table_of_text(path)) return open_text_file(path, session);
  switch (*kind) {
    case FileKind::text:
      return open_text_file(path, session);
    case FileKind::session:
      if (path.extension() == ".json" && holds_given_json(path)) return open_weights(path, session);
      return open_session_file(path, session);
    case FileKind::lesson:
      return open_lesson_file(path, watch);
    case FileKind::picture:
      return open_picture_file(path, session);
    case FileKind::model:
    case FileKind::weights:
      break;
  }
  return open_weights(path, session);
}

}  // namespace

struct FileWork::Reading {
  explicit Reading(std::string folder) : job([this, folder] { listing = list_folder(folder); }) {}

  FolderListing listing;
  Job job;
};

void FileWork::show_folder(const fs::path& folder) { reading_ = std::make_unique<Reading>(folder.string()); }

void FileWork::carry_out(const ChooseFile&, States& states) {
  if (!choose_file()) show_folder(folder_of(states.of<SessionFile>()));
}

// What is being read.
struct FileWork::Opening {
  std::variant<OpenFile, OpenModel, OpenLink> request;
  Session session;     // on screen when it was asked for, or read last
  int times_read = 1;  // with this time
  Clock::time_point begun = Clock::now();
  Cancel cancel = {};
  std::atomic<int> step = 0, steps = 0;  // of a lesson: the one being checked
  std::optional<Opened> opened = {};
  std::optional<Job> job = {};  // the last member: it uses the others

  bool takes_long() const { return Clock::now() - begun > long_since; }
  bool done() const { return job->done(); }
  std::string name() const {
    if (const auto* file = std::get_if<OpenFile>(&request)) return fs::path(file->path).filename().string();
    const auto* model = std::get_if<OpenModel>(&request);
    return model == nullptr ? "a link" : model->name;
  }
  // Why it cannot be opened is said where it was asked for.
  bool in_sheet() const {
    if (const auto* file = std::get_if<OpenFile>(&request)) return file->in_sheet;
    const auto* link = std::get_if<OpenLink>(&request);
    return link == nullptr || link->in_sheet;
  }
  Overlay sheet() const {
    if (std::holds_alternative<OpenModel>(request)) return Overlay::models;
    return std::holds_alternative<OpenLink>(request) ? Overlay::open_link : Overlay::open_file;
  }
  std::string& error_in_sheet(States& states) const {
    if (std::holds_alternative<OpenModel>(request)) return states.of<ModelSheet>().error;
    if (std::holds_alternative<OpenLink>(request)) return states.of<LinkSheet>().error;
    return states.of<FileDialog>().error;
  }

  Opened work() {
    const StopWhen stop([this] { return cancel.requested(); });
    if (const auto* model = std::get_if<OpenModel>(&request))
      return {OpenSession{with_model(session, model->name)}};
    if (const auto* link = std::get_if<OpenLink>(&request)) return open_link(link->text, session);
    const auto before = [this](int at, int count) {
      step = at + 1;
      steps = count;
    };
    return open_file(std::get<OpenFile>(request).path, session, {&cancel, before});
  }
};

FileWork::FileWork() = default;
FileWork::~FileWork() { give_up(); }

void FileWork::give_up() {
  if (opening_ == nullptr) return;
  opening_->cancel.request();
  given_up_.push_back(std::move(opening_));
}

void FileWork::open(const std::variant<OpenFile, OpenModel, OpenLink>& request, States& states,
                    const Session& session, int times_read) {
  give_up();
  states.of<Message>().opening = false;
  opening_.reset(new Opening{request, session, times_read});
  opening_->job.emplace([opening = opening_.get()] { opening->opened = opening->work(); });
}

bool FileWork::holds_input() const {
  return reading_ != nullptr || (opening_ != nullptr && !opening_->takes_long());
}

void FileWork::carry_out(const OpenFile& request, States& states, const Session& session) {
  const fs::path path = request.path;
  std::error_code ignored;
  if (fs::exists(path / "config.json", ignored)) return open(OpenModel{path.string()}, states, session);
  // A folder of the steps of a training stands for the last of them.
  if (const fs::path last = last_checkpoint_or(path); last != path)
    return open(OpenModel{last.string()}, states, session);
  // The weights of a model are opened with all that belongs to them.
  const bool weights = path.filename() == "model.safetensors" || path.filename() == "pytorch_model.bin";
  const bool file = kind_of_file(path) == FileKind::model && !fs::is_directory(path, ignored);
  if (weights && fs::exists(path.parent_path() / "config.json", ignored))
    return open(OpenModel{path.parent_path().string()}, states, session);
  if (file) return open(OpenModel{path.string()}, states, session);
  if (fs::is_directory(path, ignored))
    return show_folder(request.in_sheet ? fs::weakly_canonical(path, ignored) : path);
  open(request, states, session);
}

void FileWork::carry_out(const CancelOpening&, States& states) {
  if (opening_ == nullptr) return;
  const std::string name = opening_->name();
  give_up();
  states.of<Message>() = {};
  announce(states, say("Cancelled: {name} is not open.", {{"name", name}}), false);
}

void FileWork::carry_out(const ChooseName&, States& states) { ask_for_name(states); }

void FileWork::carry_out(const SaveSession&, States& states, const Session& session) {
  const SessionFile& file = states.of<SessionFile>();
  if (file.path.empty()) return ask_for_name(states);
  if (holds_something_else(file)) {
    ask_for_name(states);
    states.of<FileDialog>().error = fs::path(file.path).filename().string() +
                                    " has changed since it was opened. Press Replace to write over it.";
    states.of<FileDialog>().overwrite = true;
    return;
  }
  try {
    save_to(states, file.path, session);
  } catch (const std::exception& error) {
    announce(states, told(error), true);
  }
}

void FileWork::carry_out(const SaveSessionAs& request, States& states, const Session& session) {
  const fs::path path = request.path;
  std::error_code ignored;
  if (!request.replace && path != states.of<SessionFile>().path && fs::exists(path, ignored)) {
    states.of<FileDialog>().overwrite = true;
    states.of<FileDialog>().error =
        path.filename().string() + " is already there. Press Replace to write over it.";
    return;
  }
  try {
    save_to(states, path, session);
    states.of<WidgetState>().overlay = Overlay::none;
  } catch (const std::exception& error) {
    states.of<FileDialog>().error = told(error);
  }
}

void FileWork::carry_out(const StartFresh&, States& states, const Session& session,
                         std::vector<Action>& actions) {
  const Session fresh = on_screen_of(opening_session(Session{}.model), session);
  states.of<SessionFile>() = {.path = {}, .saved = fresh};
  states.of<Message>() = {};
  actions.push_back(OpenSession{fresh});
}

void FileWork::carry_out(const ChooseModel&, States& states, const Session& session) {
  states.of<ModelSheet>() = {.catalogue = models_at_hand(session.model), .error = {}};
  const std::vector<CatalogueModel>& catalogue = states.of<ModelSheet>().catalogue;
  const auto open = std::find_if(catalogue.begin(), catalogue.end(),
                                 [&](const CatalogueModel& each) { return each.name == session.model; });
  states.of<FinderState>() = {};
  if (open != catalogue.end()) states.of<FinderState>().chosen = static_cast<int>(open - catalogue.begin());
  states.of<WidgetState>().overlay = Overlay::models;
}

void FileWork::carry_out(const OpenModel& request, States& states, const Session& session) {
  open(request, states, session);
}

void FileWork::carry_out(const CopyLink&, States& states, const Session& session) {
  LinkSheet& sheet = states.of<LinkSheet>();
  LinkCode& code = states.of<LinkCode>();
  const bool as_code = std::exchange(code.wanted, false);
  std::string& page = sheet.page;
  page = page.substr(0, page.find('#'));
  if (page.find_first_not_of(' ') == std::string::npos) page = LinkSheet{}.page;
  if (!sheet.of_page && page != page_of_links()) remember_page_of_links(page);
  try {
    const std::string link = page + link_of(session);
    ImGui::SetClipboardText(link.c_str());
    if (as_code) {
      code.link = link;
      states.of<WidgetState>().overlay = Overlay::open_link;
    }
    const std::string lacks = only_here(session);
    if (as_code && lacks.empty()) return;
    announce(
        states,
        paragraph({say("Copied a link to what is shown: {n} letters.", {{"n", count_text(link.size())}}),
                   lacks.empty() ? ""
                                 : say("On another computer it will lack {what}, which is only on this one.",
                                       {{"what", lacks}}),
                   link.size() > long_for_mail
                       ? say("An email may cut it off. Save the session and send the file instead.")
                       : ""}),
        false);
  } catch (const std::exception& error) {
    announce(states, told(error), true);
  }
}

// Beside the sessions; nothing that is there is overwritten.
void FileWork::carry_out(const KeepModelFolder& request, States& states) {
  try {
    const fs::path beside = folder_of(states.of<SessionFile>());
    if (!asks_for_folders()) {
      const fs::path packed = beside / (request.name + ".zip");
      replace_file(packed, zip_folder(request.folder, request.name));
      return announce(states,
                      paragraph({written_as("Kept", packed.string()) + ".",
                                 say("Unpack it: the folder in it opens like any model.")}),
                      false);
    }
    fs::path kept = beside / request.name;
    for (int n = 2; fs::exists(kept); ++n) kept = beside / (request.name + "-" + std::to_string(n));
    fs::create_directories(beside);
    fs::copy(request.folder, kept, fs::copy_options::recursive);
    announce(states,
             say("Kept as a folder: {folder}. It opens like any model, here or on another computer.",
                 {{"folder", full_path(kept)}}),
             false);
  } catch (const std::exception& error) {
    announce(states, told(error), true);
  }
}

void FileWork::carry_out(const OpenByDoubleClick& request, States& states) {
  if (!open_by_double_click(request.wanted)) {
    announce(states, "Windows did not allow it: types of files cannot be changed on this computer.", true);
  } else if (request.wanted) {
    announce(states,
             "A double click on a session now opens this program; lessons have it under “Open with”. If you "
             "move the program, choose this again.",
             false);
  } else {
    announce(states, "Sessions and lessons no longer open this program. Nothing of it is left in Windows.",
             false);
  }
}

void FileWork::carry_out(const OpenLink& request, States& states, const Session& session) {
  open(request, states, session);
}

void FileWork::follow(States& states, const Session& session, std::vector<Action>& actions) {
  follow_folder(states);
  follow_training(states, session);
  std::erase_if(given_up_, [](const std::unique_ptr<Opening>& each) { return each->done(); });
  if (opening_ == nullptr) return;
  if (opening_->done()) return finish(states, session, actions);
  if (!opening_->takes_long()) return;
  // Who waits sees the stage, and what is waited for.
  WidgetState& state = states.of<WidgetState>();
  if (state.overlay == opening_->sheet()) state.overlay = Overlay::none;
  std::string said = say("Opening {name} …", {{"name", opening_->name()}});
  if (opening_->steps > 0)
    said = say("Opening {name} … checking step {n} of {all}", {{"name", opening_->name()},
                                                               {"n", std::to_string(opening_->step)},
                                                               {"all", std::to_string(opening_->steps)}});
  Message& message = states.of<Message>();
  message.text = without_breaks(std::move(said));
  message.error = false;
  message.opening = true;
}

void FileWork::finish(States& states, const Session& session, std::vector<Action>& actions) {
  const std::unique_ptr<Opening> done = std::move(opening_);
  WidgetState& state = states.of<WidgetState>();
  const bool waited = states.of<Message>().opening;
  if (waited) {
    states.of<Message>().opening = false;
    states.of<Message>().text.clear();
  }
  const auto* const model = std::get_if<OpenModel>(&done->request);
  state.again = true;
  try {
    done->job->finish();
    Opened& opened = *done->opened;
    // What was done on screen meanwhile goes on in what is opened. Where the screen changes all the time, as
    // while the steps play, what was made of it the last time is opened in the end.
    constexpr int most_times_read = 3;
    if (opened.of_session && !same_content(done->session, session) && done->times_read < most_times_read)
      return open(done->request, states, session, done->times_read + 1);
    actions.push_back(std::move(opened.action));
    if (opened.file) states.of<SessionFile>() = std::move(*opened.file);
    if (const std::string& name = model != nullptr ? model->name : opened.model; !name.empty()) {
      remember_model(session.model);
      remember_model(name);
    }
    // What is offered stays until it was answered.
    if (states.of<Message>().offer.empty()) states.of<Message>() = {};
    if (!opened.said.empty() && states.of<Message>().offer.empty()) announce(states, opened.said, false);
    state.overlay = Overlay::none;
  } catch (const std::exception& error) {
    const Overlay sheet = done->sheet();
    if (!done->in_sheet() || (state.overlay != sheet && state.overlay != Overlay::none)) {
      // What is offered stays until it was answered.
      Message& message = states.of<Message>();
      const std::string offer = message.offer;
      const Session offered = message.offered;
      announce(states, told(error), true);
      message.offer = offer;
      message.offered = offered;
      return;
    }
    state.overlay = sheet;  // it was closed for who waited
    done->error_in_sheet(states) = without_breaks(told(error));
  }
}

void FileWork::follow_training(States& states, const Session& session) const {
  TrainingSteps& steps = states.of<TrainingSteps>();
  const RunSpec& first = session.runs.at(session.pair.first);
  const std::string& name = first.model.empty() ? session.model : first.model;
  if (opening_ == nullptr) steps.asked = -1;
  if (steps.of == name) return;
  steps = {};
  steps.of = name;
  try {
    const fs::path model = model_folder(name);
    steps.all = checkpoints_beside(model);
    const auto here = std::find_if(steps.all.begin(), steps.all.end(),
                                   [&](const Checkpoint& each) { return each.model == model; });
    if (here == steps.all.end()) {
      steps.all.clear();
    } else {
      steps.here = static_cast<int>(here - steps.all.begin());
    }
  } catch (const std::exception&) {
    // There is no such model: the stage says so.
  }
}

void FileWork::follow_folder(States& states) {
  if (reading_ == nullptr || !reading_->job.done()) return;
  const std::unique_ptr<Reading> read = std::exchange(reading_, nullptr);
  read->job.finish();
  FileDialog& dialog = states.of<FileDialog>();
  dialog = {};
  dialog.listing = std::move(read->listing);
  dialog.error = dialog.listing.error;
  states.of<FinderState>() = {};
  states.of<WidgetState>().overlay = Overlay::open_file;
}

}  // namespace headlight
