#include "app/lessons/link.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "app/lab/lab.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/opening.h"
#include "core/files/compressed.h"
#include "core/files/json.h"
#include "core/models/card.h"
#include "core/text/encode.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr int version = 1;
constexpr std::size_t most_letters = 1'000'000;  // browsers take about two million
constexpr std::size_t most_unpacked = 1'000'000;

constexpr const char* copy_again = "; copy all of it again, or ask for the session as a file";

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("the link " + what); }

// What is said in `json` and not, or otherwise, in `usual`.
Json differing(const Json& json, const Json& usual) {
  Json said = Json::object();
  for (const auto& [key, value] : json.items()) {
    const auto found = usual.find(key);
    if (found != usual.end() && *found == value) continue;
    const bool parts = found != usual.end() && found->is_object() && value.is_object();
    said[key] = parts ? differing(value, *found) : value;
  }
  return said;
}

// Letters that an address takes as they are, in the place of those that it does not.
std::string base64url(std::string_view bytes) {
  std::string text = to_base64(bytes);
  text.erase(text.find_last_not_of('=') + 1);
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

bool is_base64url(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

std::string from_base64url(std::string_view letters) {
  const auto wrong = std::find_if_not(letters.begin(), letters.end(), is_base64url);
  if (wrong != letters.end())
    refuse("has a character that no link has, at place " + std::to_string(wrong - letters.begin() + 1) +
           copy_again);
  if (letters.empty() || letters.size() % 4 == 1)
    refuse("is cut off after letter " + std::to_string(letters.size()) + copy_again);
  std::string text(letters);
  std::replace(text.begin(), text.end(), '-', '+');
  std::replace(text.begin(), text.end(), '_', '/');
  text.append((4 - text.size() % 4) % 4, '=');
  return from_base64(text);
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// "%" without two digits behind it is itself, as browsers take it.
std::string percent_decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    const int low = high >= 0 ? digit_of(text[i + 2]) : -1;
    plain += low >= 0 ? static_cast<char>(16 * high + low) : text[i];
    if (low >= 0) i += 2;
  }
  return plain;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// A mail may have broken it into lines, and a sentence may go on behind it.
std::string packed_letters(std::string_view text) {
  std::string letters;
  std::copy_if(text.begin(), text.end(), std::back_inserter(letters), [](char c) { return !is_blank(c); });
  letters.erase(letters.find_last_not_of(".,;:!?)>]}\"'") + 1);
  return letters;
}

std::string unpacked_text(const std::string& bytes) {
  try {
    return inflated(bytes, Wrapping::plain, most_unpacked);
  } catch (const InflateError& error) {
    refuse(std::string(error.what()) + " near letter " + std::to_string(error.at * 4 / 3 + 1) + copy_again);
  }
}

Session session_of_packed(std::string_view packed) {
  const std::string text = unpacked_text(from_base64url(packed_letters(packed)));
  try {
    parse_json(text);
  } catch (const JsonError& error) {
    if (error.syntax) refuse(std::string("is damaged: there is no session inside") + copy_again);
  }
  try {
    Session session = session_from_json(text);
    static_cast<Appearance&>(session) = {};
    static_cast<Room&>(session) = {};
    return session;
  } catch (const std::invalid_argument& error) {
    std::string what = error.what();
    constexpr std::string_view in_front = "session: line 1: ";  // a link has one line
    if (what.starts_with(in_front)) what.erase(0, in_front.size());
    refuse("contains no session that this Headlight can read: " + what +
           "; it may be damaged, or made by a newer Headlight");
  }
}

// By hand.

constexpr std::array names{"lesson", "step", "model", "text", "compare",
                           "view",   "lab",  "layer", "head", "hide"};

using Said = std::map<std::string, std::string>;

Said said_in(std::string_view text) {
  Said said;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find('&', from), text.size());
    const std::string_view part = text.substr(from, to - from);
    from = to + 1;
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const std::string name = percent_decoded(part.substr(0, equals));
    if (equals == std::string_view::npos || std::find(names.begin(), names.end(), name) == names.end()) {
      std::string all;
      for (const char* each : names) all += (all.empty() ? "" : ", ") + std::string(each);
      refuse("says " + in_quotes(part) + " after its #; it can say NAME=VALUE, with the names " + all);
    }
    if (!said.emplace(name, valid_utf8(percent_decoded(part.substr(equals + 1)))).second)
      refuse("says " + name + " twice; leave one out");
  }
  if (said.empty()) refuse(std::string("says nothing after its #") + copy_again);
  return said;
}

int number_in(const Said& said, const char* name) {
  const std::string& text = said.at(name);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    refuse("says " + std::string(name) + "=" + shortened(text) + ", which is not a whole number");
  return value;
}

// Of a thing that is not there: what could have been meant.
[[noreturn]] void refuse_name(const char* what, const std::string& name,
                              const std::vector<std::string>& known, const char* where) {
  const std::optional<std::string> nearest = nearest_name(name, known);
  refuse("names the " + std::string(what) + " " + in_quotes(name) + ", which does not exist; " +
         (nearest ? "did you mean " + in_quotes(*nearest) + "?" : where));
}

Session with_lesson(const Session& session, const Said& said) {
  const std::string& name = said.at("lesson");
  read_once(name);
  const LessonPtr lesson = find_lesson(name);
  if (lesson == nullptr) {
    std::vector<std::string> known;
    for (const LessonPtr& each : shipped_lessons()) known.push_back(each->name);
    refuse_name("lesson", name, known, "the list of lessons shows those that do");
  }
  const int steps = static_cast<int>(lesson->steps.size());
  const int step = said.contains("step") ? number_in(said, "step") : 1;
  if (step < 1 || step > steps) {
    refuse("asks for step " + std::to_string(step) + " of the lesson " + in_quotes(name) +
           ", which has steps 1 to " + std::to_string(steps));
  }
  return at_step(session, name, step - 1);
}

std::string model_in(const Said& said) {
  const auto found = said.find("model");
  if (found == said.end()) return Session{}.model;
  std::vector<std::string> known;
  for (const CatalogueModel& each : shipped_catalogue()) known.push_back(each.name);
  if (std::find(known.begin(), known.end(), found->second) == known.end())
    refuse_name("model", found->second, known, "the list of models shows those that do");
  return found->second;
}

template <typename Value>
Value value_named(const EnumNames<Value>& all, const char* what, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [value, each] : all) {
    if (name == each) return value;
    known.emplace_back(each);
  }
  std::string list;
  for (const std::string& each : known) list = joined({list, each});
  refuse_name(what, name, known, say("choose one of {names}", {{"names", list}}).c_str());
}

// "find,experiments"
HiddenControls hidden_in(const std::string& list) {
  HiddenControls hidden;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    const std::string name(without_blanks(std::string_view(list).substr(from, to - from)));
    from = to + 1;
    bool found = name.empty();
    std::vector<std::string> known;
    HiddenControls::fields(hidden, [&](const char* each, bool& is_hidden, const auto&...) {
      known.emplace_back(each);
      if (name != each) return;
      is_hidden = found = true;
    });
    std::string all;
    for (const std::string& each : known) all = joined({all, each});
    if (!found) refuse_name("control", name, known, say("choose of {names}", {{"names", all}}).c_str());
  }
  return hidden;
}

Session session_of_words(std::string_view text) {
  const Said said = said_in(text);
  const auto says = [&](const char* name) { return said.contains(name); };
  if (says("step") && !says("lesson")) refuse("says a step without a lesson; add lesson=NAME");
  if (says("model") && says("lesson"))
    refuse("says a lesson and a model; a lesson brings its own, so leave one out");
  Session session = opening_session(model_in(said));
  const std::array<const char*, 4> of_views{"view", "lab", "layer", "head"};
  if (std::none_of(of_views.begin(), of_views.end(), says)) session.altitude = Altitude::sentence;
  if (says("lesson")) session = with_lesson(session, said);
  if (says("text")) {
    session.text(0) = said.at("text");
    session.text(1).clear();
    select_only(session, word_in_focus(session.text(0), session.model));
    session.trail.clear();
  }
  if (says("compare")) session.text(1) = said.at("compare");
  if (says("view")) {
    session.view = value_named(view_names(), "view", said.at("view"));
    session.altitude.reset();
  }
  if (says("lab")) show_lab(session, value_named(lab_names(), "lab", said.at("lab")));
  if (says("layer") || says("head")) session.step.clear();  // it may be of another head
  if (says("layer")) session.layer = number_in(said, "layer");
  if (says("head")) session.head = number_in(said, "head");
  if (says("hide")) session.hidden = hidden_in(said.at("hide"));
  return session;
}

}  // namespace

std::string link_of(const Session& session) {
  static const Json usual = parse_json(to_json(Session{}));
  Json said = differing(parse_json(to_json(session)), usual);
  for (const std::string& name : names_of_fields<Appearance, Room>()) said.erase(name);
  // The texts stand there.
  if (said.contains("runs")) {
    said.erase("sentence");
    said.erase("compare");
  }
  const std::string text = said.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string link = "#" + std::to_string(version) + ":" + base64url(deflated(text, Wrapping::plain));
  if (text.size() > most_unpacked || link.size() > most_letters)
    throw std::invalid_argument("this session is too large for a link; save it and send the file");
  return link;
}

Session session_of_link(const std::string& link) {
  if (link.size() > 2 * most_letters)
    refuse("has more than " + std::to_string(2 * most_letters) + " letters" + copy_again);
  const std::size_t begin = link.find('#');
  if (begin == std::string::npos && link.find("://") != std::string::npos)
    refuse(std::string("has nothing after a #") + copy_again);
  std::string_view text =
      without_blanks(std::string_view(link).substr(begin == std::string::npos ? 0 : begin + 1));
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  // Some programs write ":" as they write what an address does not take.
  const std::size_t colon = text.substr(digits).starts_with("%") ? 3 : 1;
  if (digits == 0 || percent_decoded(text.substr(digits, colon)) != ":") return session_of_words(text);
  const std::string_view said = text.substr(0, digits);
  if (said.starts_with("0")) refuse("has version 0, which never existed" + std::string(copy_again));
  if (said != std::to_string(version)) {
    refuse("has version " + shortened(said, 8) + ", but this Headlight reads version " +
           std::to_string(version) + "; get a newer Headlight, or ask for the session as a file");
  }
  return session_of_packed(text.substr(digits + colon));
}

Session session_of_pasted(const std::string& text) {
  return without_blanks(text).starts_with("{") ? session_of_text(text) : session_of_link(text);
}

std::string only_here(const Session& session) {
  std::vector<std::string> things;
  const auto name_model = [&](const std::string& model) {
    if (model.empty() || is_shipped_model(model)) return;
    const std::string thing = say("the model {model}", {{"model", model}});
    if (std::find(things.begin(), things.end(), thing) == things.end()) things.push_back(thing);
  };
  name_model(session.model);
  for (const RunSpec& run : session.runs) name_model(run.model);
  if (std::filesystem::path(session.lesson).has_parent_path())
    things.push_back(say("the lesson {lesson}", {{"lesson", session.lesson}}));
  std::string all;
  for (const std::string& thing : things)
    all = all.empty() ? thing : say("{one} and {other}", {{"one", all}, {"other", thing}});
  return all;
}

}  // namespace headlight
