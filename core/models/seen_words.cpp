#include "core/models/seen_words.h"

#include <algorithm>

#include "core/files/json.h"
#include "core/files/json_fields.h"

namespace headlight {
namespace {

using Lists = std::map<std::string, std::set<std::string>>;

const std::string begins = "<s>";
const std::string ends = "</s>";

// A list of words is one text, so that a file of thousands can be read by a person.
Json json_of(const Lists& lists) {
  Json json = Json::object();
  for (const auto& [key, words] : lists) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    json[key] = text;
  }
  return json;
}

Lists read_lists(const Json& json, const char* name) {
  Lists lists;
  const Json& object = read_object(member(json, "", name), name);
  for (const auto& [key, value] : object.items()) {
    std::string text;
    read(value, std::string(name) + "." + key, text);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      lists[key].insert(text.substr(at, end - at));
      at = end + 1;
    }
  }
  return lists;
}

}  // namespace

const std::string& SeenWords::kind_of(const std::string& word) const {
  const auto found = kinds.find(word);
  return found == kinds.end() ? word : found->second;
}

void SeenWords::add(const std::vector<std::string>& source) {
  const std::string* last = &begins;
  for (const std::string& word : source) {
    const std::string& kind = kind_of(word);
    after[*last].insert(kind);
    last = &kind;
  }
  after[*last].insert(ends);
}

std::vector<int> SeenWords::first_new(const std::vector<std::string>& source) const {
  const std::string* last = &begins;
  for (std::size_t at = 0; at <= source.size(); ++at) {
    const std::string& kind = at == source.size() ? ends : kind_of(source[at]);
    const auto found = after.find(*last);
    if (found == after.end() || !found->second.contains(kind))
      return {static_cast<int>(at) - 1, static_cast<int>(at)};
    last = &kind;
  }
  return {};
}

std::vector<int> SeenWords::untranslated(const std::vector<std::string>& source,
                                         const std::vector<std::string>& target) const {
  std::vector<int> places;
  for (std::size_t at = 0; at < source.size(); ++at) {
    const auto found = translations.find(source[at]);
    if (found == translations.end()) continue;
    const bool said = std::any_of(target.begin(), target.end(),
                                  [&](const std::string& word) { return found->second.contains(word); });
    if (!said) places.push_back(static_cast<int>(at));
  }
  return places;
}

std::string to_json(const SeenWords& seen) {
  Lists words;
  for (const auto& [word, kind] : seen.kinds) words[kind].insert(word);
  const Json json{{"kinds", json_of(words)},
                  {"after", json_of(seen.after)},
                  {"translations", json_of(seen.translations)}};
  return json.dump(1) + "\n";
}

SeenWords seen_words_from_json(const std::string& text) {
  return read_json(text, [](const Json& json) {
    SeenWords seen;
    for (const auto& [kind, words] : read_lists(json, "kinds")) {
      for (const std::string& word : words) seen.kinds[word] = kind;
    }
    seen.after = read_lists(json, "after");
    seen.translations = read_lists(json, "translations");
    return seen;
  });
}

}  // namespace headlight
