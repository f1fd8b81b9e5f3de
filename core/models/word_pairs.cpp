#include "core/models/word_pairs.h"

#include <algorithm>

#include "core/files/json.h"
#include "core/files/json_fields.h"

namespace headlight {
namespace {

const std::string begins = "<s>";
const std::string ends = "</s>";

// A list of words is one text, so that a file of thousands can be read.
template <typename Words>
std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

template <typename Take>
void for_each_list(const Json& json, const char* name, Take take) {
  const Json& lists = read_object(member(json, "", name), name);
  for (const auto& [key, value] : lists.items()) {
    std::string text;
    read(value, std::string(name) + "." + key, text);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      take(key, text.substr(at, end - at));
      at = end + 1;
    }
  }
}

}  // namespace

const std::string& WordPairs::kind_of(const std::string& word) const {
  const auto found = kinds.find(word);
  return found == kinds.end() ? word : found->second;
}

void WordPairs::add(const std::vector<std::string>& sentence) {
  const std::string* last = &begins;
  for (const std::string& word : sentence) {
    const std::string& kind = kind_of(word);
    after[*last].insert(kind);
    last = &kind;
  }
  after[*last].insert(ends);
}

std::vector<int> WordPairs::first_new(const std::vector<std::string>& sentence) const {
  const std::string* last = &begins;
  for (std::size_t at = 0; at <= sentence.size(); ++at) {
    const std::string& kind = at == sentence.size() ? ends : kind_of(sentence[at]);
    const auto found = after.find(*last);
    if (found == after.end() || !found->second.contains(kind))
      return {static_cast<int>(at) - 1, static_cast<int>(at)};
    last = &kind;
  }
  return {};
}

std::string to_json(const WordPairs& pairs) {
  std::map<std::string, std::set<std::string>> words;
  for (const auto& [word, kind] : pairs.kinds) words[kind].insert(word);
  Json json{{"kinds", Json::object()}, {"after", Json::object()}};
  for (const auto& [kind, all] : words) json["kinds"][kind] = joined(all);
  for (const auto& [kind, all] : pairs.after) json["after"][kind] = joined(all);
  return json.dump(1) + "\n";
}

WordPairs word_pairs_from_json(const std::string& text) {
  return read_json(text, [](const Json& json) {
    WordPairs pairs;
    for_each_list(json, "kinds",
                  [&](const std::string& kind, const std::string& word) { pairs.kinds[word] = kind; });
    for_each_list(json, "after",
                  [&](const std::string& kind, const std::string& next) { pairs.after[kind].insert(next); });
    return pairs;
  });
}

}  // namespace headlight
