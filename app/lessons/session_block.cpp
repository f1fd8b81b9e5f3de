#include "app/lessons/session_block.h"

#include <algorithm>
#include <stdexcept>

#include "app/session/opening.h"
#include "app/session/sentence.h"
#include "core/files/json.h"
#include "core/models/card.h"
#include "core/models/outline.h"
#include "core/models/picture_cells.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

int line_of(const std::string& json, const std::string& what, int first) {
  const std::size_t at = json.find(what);
  if (at == std::string::npos) return first;
  return first +
         static_cast<int>(std::count(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// A word, where a place is asked for, becomes its place.
void place_word(Json& value, const std::vector<std::string>& words) {
  if (!value.is_string()) return;
  const auto word = value.get<std::string>();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) {
    std::string all;
    for (const std::string& each : words) all += " " + each;
    throw std::invalid_argument(in_quotes(word) +
                                " is not a word of the sentence; it has:" + shortened(all, 400));
  }
  if (std::find(found + 1, words.end(), word) != words.end()) {
    throw std::invalid_argument(in_quotes(word) + " stands twice in the sentence; write its place, from 0: " +
                                std::to_string(found - words.begin()) + " is the first");
  }
  value = static_cast<int>(found - words.begin());
}

// `other` are those of the sentence that the session does not follow.
void place_words(Json& json, int side, const std::vector<std::string>& words,
                 const std::vector<std::string>& other) {
  if (json.contains("token")) place_word(json["token"], words);
  for (const char* list : {"edits", "trail"}) {
    if (!json.contains(list) || !json[list].is_array()) continue;
    for (Json& each : json[list]) {
      const bool of_other = each.is_object() && each.contains("side") && each["side"] == 1 - side;
      for (const char* field : {"row", "col", "other"}) {
        if (each.is_object() && each.contains(field)) place_word(each[field], of_other ? other : words);
      }
      // What is copied stands in the sentence that the edit is not of.
      if (each.is_object() && each.contains("from")) place_word(each["from"], of_other ? words : other);
    }
  }
}

// What an author leaves out, where leaving it as it was would be a surprise.
Session prepared(const Json& json, const Session& start) {
  Session session = start;
  if (json.contains("model") && json["model"].is_string() && json["model"] != start.model)
    session = opening_session(json["model"].get<std::string>());
  if (json.contains("sentence")) {
    session.compare.clear();
    session.token = json["sentence"].is_string() ? word_in_focus(json["sentence"].get<std::string>()) : -1;
    session.side = 0;
  }
  if (json.contains("attention") && json["attention"] != "encoder") session.token = -1;
  return session;
}

// The cells of the pictures that a model reads; nothing where it reads words.
std::vector<std::string> cells_read_by(const std::string& model) {
  try {
    const OutlinePtr outline = outline_of(model_folder(model));
    const std::optional<PictureInfo>& picture = outline->anatomy().picture;
    return picture ? cell_labels(*picture) : std::vector<std::string>{};
  } catch (const std::exception&) {
    return {};  // that there is no such model is said when it is opened
  }
}

std::vector<std::string> words(const Json& json, const Session& start, int side) {
  if (std::vector<std::string> cells = cells_read_by(start.model); !cells.empty()) return cells;
  const auto text = [&](const char* field, const std::string& otherwise) {
    return json.contains(field) && json[field].is_string() ? json[field].get<std::string>() : otherwise;
  };
  try {
    return words_of(side == 1 ? text("compare", start.compare) : text("sentence", start.sentence), nullptr);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

Session read_session_block(const std::string& text, const Session& start, const std::string& file, int line,
                           std::vector<Problem>& problems) {
  Json json;
  try {
    json = parse_json(text);
  } catch (const JsonError& error) {
    problems.push_back(
        {file, line + error.line - 1,
         error.syntax ? "the session is not JSON from here on; look for a missing comma, quote or bracket"
                      : "session: " + error.said});
    return start;
  }
  if (!json.is_object()) {
    problems.push_back({file, line, "the session has to be an object, {...}"});
    return start;
  }
  for (const std::string& field : names_of_fields<LessonPlace, Appearance, Room>()) {
    if (!json.contains(field)) continue;
    problems.push_back({file, line_of(text, "\"" + field + "\"", line),
                        "\"" + field + "\" is for the reader to choose; leave it out"});
    return start;
  }
  try {
    const Session from = prepared(json, start);
    const int side = json.value("side", Json(from.side)) == 1 ? 1 : 0;
    place_words(json, side, words(json, from, side), words(json, from, 1 - side));
    return session_from_json(json.dump(), from);
  } catch (const std::exception& error) {
    // The message names a field or a word in quotes: that is where it stands.
    std::string what = error.what();
    // The lesson's own line stands before it.
    constexpr std::string_view in_one_line = "session: line 1: ";
    if (what.starts_with(in_one_line)) what.replace(0, in_one_line.size(), "session: ");
    const std::size_t open = what.find('"');
    const std::size_t close = what.find('"', open + 1);
    std::string name = open == std::string::npos ? "" : what.substr(open + 1, close - open - 1);
    name = name.substr(0, name.find('['));
    problems.push_back({file, line_of(text, "\"" + name + "\"", line), what});
    return start;
  }
}

}  // namespace headlight
