#include "core/models/seen_words.h"

#include <algorithm>
#include <map>

#include "core/files/json.h"

namespace headlight {
namespace {

using Sets = std::unordered_map<std::string, WordSet>;

const std::string begins = "<s>";
const std::string ends = "</s>";

Json json_of(const Sets& sets) {
  std::vector<std::string> lines;
  lines.reserve(sets.size());
  for (const auto& [key, words] : sets) lines.push_back(key + " " + std::string(words.text()));
  std::sort(lines.begin(), lines.end());
  return lines;
}

// Each word of a text, one after the other.
template <typename Take>
void each_word(std::string_view text, Take take) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    take(text.substr(at, end - at));
    at = end + 1;
  }
}

Sets read_sets(const Json& json, const char* name) {
  std::vector<std::string> lines;
  read_list(member(json, "", name), name, lines,
            [](const Json& one, const std::string& field, std::string& line) { read(one, field, line); });
  Sets sets;
  sets.reserve(lines.size());
  for (const std::string& line : lines) {
    const std::size_t key = std::min(line.find(' '), line.size());
    sets[line.substr(0, key)] = WordSet::of(std::string_view(line).substr(std::min(key + 1, line.size())));
  }
  return sets;
}

}  // namespace

WordSet::WordSet(std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) insert(word);
}

WordSet WordSet::of(std::string_view text) {
  WordSet words;
  if (!text.empty()) words.text_.append(text).append(" ");
  return words;
}

bool WordSet::contains(std::string_view word) const {
  for (std::size_t at = text_.find(word); at != std::string::npos; at = text_.find(word, at + 1)) {
    if (at > 0 && text_[at - 1] == ' ' && text_[at + word.size()] == ' ') return true;
  }
  return false;
}

void WordSet::insert(std::string_view word) {
  if (!contains(word)) text_.append(word).append(" ");
}

std::string_view WordSet::text() const {
  return text_.size() < 2 ? std::string_view() : std::string_view(text_).substr(1, text_.size() - 2);
}

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
  Sets words;
  for (const auto& [word, kind] : std::map(seen.kinds.begin(), seen.kinds.end())) words[kind].insert(word);
  const Json json{{"kinds", json_of(words)},
                  {"after", json_of(seen.after)},
                  {"translations", json_of(seen.translations)}};
  return json.dump(1) + "\n";
}

SeenWords seen_words_from_json(const std::string& text) {
  return read_json(text, [](const Json& json) {
    SeenWords seen;
    for (const auto& kind : read_sets(json, "kinds"))
      each_word(kind.second.text(), [&](std::string_view word) { seen.kinds.emplace(word, kind.first); });
    seen.after = read_sets(json, "after");
    seen.translations = read_sets(json, "translations");
    return seen;
  });
}

}  // namespace headlight
