#include "app/lessons/handout.h"

#include <algorithm>
#include <map>
#include <regex>
#include <stdexcept>

#include "app/lessons/library.h"
#include "app/lessons/link.h"
#include "core/files/compressed.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/foreign.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "core/platform/paths.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_of_page = "headlight.html";
constexpr const char* own_pack = "own.pack";
// As web/page.html and web/site.py write them.
constexpr std::string_view link_mark = " data-link=\"";
constexpr std::string_view pack_begins = "<script type=\"text/plain\" id=\"data-";
constexpr std::string_view pack_opens = "\">";
constexpr std::string_view pack_ends = "</script>\n";
constexpr std::string_view pack_ending = ".pack";
constexpr std::string_view list_begins = "<script type=\"application/json\" id=\"packs\">";

// Where a pack stands: from its tag to behind its end.
struct PackPlace {
  std::size_t begin, end;
  std::string name;
};

std::vector<PackPlace> places_in(std::string_view page) {
  std::vector<PackPlace> places;
  for (std::size_t at = page.find(pack_begins); at != std::string_view::npos;) {
    const std::size_t name = at + pack_begins.size();
    const std::size_t opens = page.find(pack_opens, name);
    const std::size_t ends = page.find(pack_ends, name);
    if (opens == std::string_view::npos || ends == std::string_view::npos || ends < opens) break;
    places.push_back({at, ends + pack_ends.size(), std::string(page.substr(name, opens - name))});
    at = page.find(pack_begins, places.back().end);
  }
  return places;
}

bool has_pack(const std::vector<PackPlace>& places, const std::string& name) {
  return std::any_of(places.begin(), places.end(), [&](const PackPlace& each) { return each.name == name; });
}

std::string in_page(const std::string& name, std::string_view pack) {
  return std::string(pack_begins) + name + std::string(pack_opens) + to_base64(pack) + std::string(pack_ends);
}

// Collects what is not shipped.
class Own {
 public:
  explicit Own(const Session& session) : handout_{session, {}} {}

  // With the models that it names, which are called otherwise in the page: where they lie here is nobody's
  // business.
  void add_lesson() {
    Session& session = handout_.session;
    if (!fs::path(session.lesson).has_parent_path()) return;
    read_once(session.lesson);
    const LessonPtr lesson = find_lesson(session.lesson);
    if (lesson == nullptr) throw std::invalid_argument("the lesson " + session.lesson + " cannot be read");
    std::string text = read_text(session.lesson, most_of_own);
    std::set<std::string> named;
    for (const LessonStep& step : lesson->steps) {
      for (const Session* shown : {&step.session, &step.answered}) {
        named.insert(shown->model);
        for (const RunSpec& run : shown->runs) named.insert(run.model);
      }
    }
    for (const std::string& model : named) rename_in(text, model, session.lesson);
    const std::string path = "/own/" + fs::path(session.lesson).filename().string();
    add(path, std::move(text));
    session.lesson = path;
  }

  void add_models() {
    rename(handout_.session.model);
    for (RunSpec& run : handout_.session.runs) rename(run.model);
  }

  Handout take() { return std::move(handout_); }

 private:
  void rename_in(std::string& text, const std::string& model, const std::string& lesson) {
    std::string name = model;
    rename(name);
    if (name == model) return;
    const std::string here = Json(model).dump(), there = Json(name).dump();
    std::size_t at = text.find(here);
    if (at == std::string::npos)
      throw std::invalid_argument("the lesson " + lesson + " does not name the model " + in_quotes(model) +
                                  " as it is written; write its name without escapes");
    for (; at != std::string::npos; at = text.find(here, at + there.size()))
      text.replace(at, here.size(), there);
  }

  void rename(std::string& model) {
    if (model.empty() || is_shipped_model(model)) return;
    auto found = names_.find(model);
    if (found == names_.end()) {
      const OutlinePtr outline = outline_of(model_folder(model));
      found =
          names_.emplace(model, outline->given() ? add_given(*outline, model) : add_folder(*outline)).first;
    }
    model = found->second;
  }

  // Both return its name in the page.
  std::string add_given(const Outline& outline, const std::string& model) {
    const std::vector<fs::path> files = outline.files();
    const fs::path folder = fs::path("own") / ("weights-" + std::to_string(names_.size() + 1));
    add_files(files, folder);
    std::string name = (folder / files.front().filename()).generic_string();
    // Words beside them are found again.
    for (std::size_t i = 1; !fs::exists(model) && i < files.size(); ++i)
      name += " + " + files[i].filename().string();
    return is_transposed(model) ? transposed_name(name) : name;
  }

  std::string add_folder(const Outline& outline) {
    const fs::path folder = fs::absolute(outline.folder() / "").lexically_normal().parent_path();
    const std::string stem = "own/" + folder.filename().string();
    std::string name = stem;
    const auto taken = [&] {
      return std::any_of(names_.begin(), names_.end(), [&](const auto& each) { return each.second == name; });
    };
    for (int number = 2; taken(); ++number) name = stem + "-" + std::to_string(number);
    add_files(outline.files(), name);
    if (names_model_file(outline.folder())) name += "/" + outline.folder().filename().string();
    return name;
  }

  void add_files(const std::vector<fs::path>& files, const fs::path& there) {
    for (const fs::path& file : files) {
      require_inside(file);
      if (size_of_file(file) > most_of_own - bytes_) refuse_more(file.parent_path());
      std::string text = read_text(file, most_of_own);
      if (file.filename().string().ends_with("config.json")) text = without_paths(std::move(text));
      add(("/" / there / file.filename()).generic_string(), std::move(text));
    }
  }

  // Other programs note in which folders they found a model and its files, in config.json,
  // tokenizer_config.json and others, at any depth.
  static std::string without_paths(std::string config) {
    Json json = parse_json(config);
    std::set<std::string> said;
    collect_paths(json, said);
    for (const std::string& path : said) {
      for (std::size_t at = config.find(path); at != std::string::npos; at = config.find(path, at + 2))
        config.replace(at, path.size(), "\"\"");
    }
    json = parse_json(config);
    said.clear();
    collect_paths(json, said);
    // Where the file spells its letters in another way than we do, it is written anew.
    return said.empty() ? config : json.dump(1);
  }
  // As JSON writes them; what is found is emptied in `json`.
  static void collect_paths(Json& json, std::set<std::string>& said) {
    if (json.is_structured()) {
      for (auto& part : json.items()) collect_paths(part.value(), said);
    } else if (json.is_string() && is_path_of_computer(json.get<std::string>())) {
      said.insert(json.dump());
      json = "";
    }
  }
  // "/home/ada/model", "~/model", "C:\\model", "../model/tokenizer.json"; no "/" of a vocabulary, no
  // "author/model".
  static bool is_path_of_computer(const std::string& text) {
    static const std::regex path(R"((~|\.\.?)/[^\n]+|/[^/\n]+/[^\n]*|\\\\[^\n]+|[A-Za-z]:[\\/][^\n]+)");
    return text.size() < 1024 && std::regex_match(text, path);
  }

  // A link beside the weights may lead to anything that this person may read.
  static void require_inside(const fs::path& file) {
    std::error_code error;
    const fs::path folder = fs::canonical(file.parent_path().empty() ? "." : file.parent_path(), error);
    const fs::path target = fs::canonical(file, error);
    if (!error && target.parent_path() == folder) return;
    throw AccessError(file,
                      "is a link that leads out of its folder, so the file that it leads to is not included",
                      "copy the folder with what its links lead to (cp -rL FOLDER COPY) and give the copy");
  }

  [[noreturn]] static void refuse_more(const fs::path& folder) {
    throw std::invalid_argument(folder.string() +
                                " is too large for a page: everything put inside may have at most " +
                                std::to_string(most_of_own / 1'000'000) + " MB; leave the model out");
  }

  void add(std::string path, std::string bytes) {
    bytes_ += bytes.size();
    handout_.files.push_back({std::move(path), std::move(bytes)});
  }

  Handout handout_;
  std::map<std::string, std::string> names_;  // of models: here, and in the page
  std::size_t bytes_ = 0;
};

}  // namespace

std::string pack_of(const std::vector<PackedFile>& files) {
  Json table = Json::array();
  for (const PackedFile& file : files) table.push_back({file.path, file.bytes.size()});
  const std::string text = table.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string whole;
  for (unsigned shift = 0; shift < 32; shift += 8)
    whole += static_cast<char>(static_cast<std::uint32_t>(text.size()) >> shift & 255U);
  whole += text;
  for (const PackedFile& file : files) whole += file.bytes;
  return deflated(whole, Wrapping::gzip);
}

Handout handout_of(const Session& session) {
  Own own(session);
  own.add_lesson();
  own.add_models();
  return own.take();
}

std::filesystem::path page_template() {
  std::vector<fs::path> places{assets_folder() / file_of_page,
                               assets_folder().parent_path() / "build" / "web" / file_of_page};
  fs::path folder = program_folder();
  for (int up = 0; up < 4 && !folder.empty(); ++up) {
    for (const char* below : {"", "web", "share/headlight", "build/web"})
      places.push_back(folder / below / file_of_page);
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  std::error_code unknown;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, unknown)) return place;
  }
  throw std::invalid_argument(
      "there is no headlight.html to put it into; make it with ./run.sh --web, which writes "
      "build/web/headlight.html, or name one with --template");
}

namespace {

// Where a file of the page lies here: "/assets/models/..." or "/fonts/opentype/...".
fs::path place_here(const fs::path& in_page) {
  const fs::path below = in_page.lexically_relative("/fonts");
  if (below.empty() || below.begin()->string() == "..")
    return assets_folder() / in_page.lexically_relative("/assets");
  std::error_code unknown;
  for (const fs::path& folder : font_folders()) {
    if (fs::exists(folder / below, unknown)) return folder / below;
  }
  return below;
}

}  // namespace

std::string whole_page(std::string page) {
  const std::size_t at = page.find(list_begins);
  if (at == std::string::npos) return page;
  const std::size_t from = at + list_begins.size(), end = page.find(pack_ends, from);
  if (end == std::string::npos) return page;
  const Json list = parse_json(page.substr(from, end - from));
  std::string packs;
  for (const auto& [name, paths] : list.items()) {
    std::vector<PackedFile> files;
    for (const Json& path : paths) {
      const std::string in_page_as = path.get<std::string>();
      files.push_back({in_page_as, read_text(place_here(in_page_as), most_of_own)});
    }
    packs += in_page(name, pack_of(files));
  }
  return page.replace(at, end + pack_ends.size() - at, packs);
}

std::vector<PagePack> packs_in(std::string_view page) {
  std::vector<PagePack> packs;
  for (const PackPlace& each : places_in(page)) packs.push_back({each.name, each.end - each.begin});
  return packs;
}

std::string handout_page(std::string page, const Handout& handout, const std::set<std::string>* keep,
                         std::vector<PagePack>* left_out) {
  const std::vector<PackPlace> places = places_in(page);
  const std::size_t mark = page.find(link_mark);
  if (!has_pack(places, "start.pack") || mark == std::string::npos || mark > places.front().begin)
    throw std::invalid_argument(
        "is no headlight.html as ./run.sh --web of this version writes it; make it again");
  for (const std::string& model : keep == nullptr ? std::set<std::string>{} : *keep) {
    if (!has_pack(places, model + std::string(pack_ending)))
      throw std::invalid_argument("has no model " + model +
                                  ", which is needed; take a headlight.html that has it");
  }
  std::string made = page.substr(0, mark + link_mark.size());
  made.reserve(page.size());
  made += link_of(handout.session).substr(1);
  std::size_t from = page.find('"', mark + link_mark.size());
  for (const PackPlace& each : places) {
    made.append(page, from, each.begin - from);
    from = each.end;
    if (&each == places.data() && !handout.files.empty()) made += in_page(own_pack, pack_of(handout.files));
    const bool own = each.name == own_pack;
    const bool of_model = each.name.ends_with(pack_ending) && each.name != "start.pack" && !own;
    const bool wanted = !of_model || keep == nullptr ||
                        keep->contains(each.name.substr(0, each.name.size() - pack_ending.size()));
    if (wanted && !own) made.append(page, each.begin, each.end - each.begin);
    if (!wanted && left_out != nullptr) left_out->push_back({each.name, each.end - each.begin});
  }
  return made.append(page, from);
}

}  // namespace headlight
