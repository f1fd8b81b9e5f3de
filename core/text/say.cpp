#include "core/text/say.h"

#include <algorithm>
#include <atomic>

namespace headlight {
namespace {

std::atomic<Language> language_on_screen = nullptr;

}  // namespace

void set_language(Language language) { language_on_screen = language; }

const char* translated(const char* sentence) {
  const Language language = language_on_screen;
  return language == nullptr ? sentence : language(sentence);
}

Unfilled several(std::int64_t count, const char* one, const char* many) {
  return {translated(count == 1 ? one : many)};
}

std::string say(const char* sentence, std::initializer_list<NamedValue> values) {
  return say(Unfilled{translated(sentence)}, values);
}

std::string say(Unfilled pattern, std::initializer_list<NamedValue> values) {
  std::string said;
  std::string_view rest = pattern.text;
  for (std::size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const std::size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const NamedValue& each) { return each.name == name; });
    said += rest.substr(0, found == values.end() ? close + 1 : open);
    if (found != values.end()) said += found->value;
    rest.remove_prefix(close + 1);
  }
  return said.append(rest);
}

std::string from_one(int place) { return std::to_string(place + 1); }

std::string joined(std::initializer_list<std::string> clauses) {
  std::string all;
  for (const std::string& clause : clauses) {
    if (clause.empty()) continue;
    all += (all.empty() ? "" : translated(", ")) + clause;
  }
  return all;
}

}  // namespace headlight
