#include "core/text/say.h"

#include <algorithm>
#include <atomic>

namespace headlight {
namespace {

std::atomic<Language> language_on_screen = nullptr;

std::string put_together(std::initializer_list<std::string> parts, const char* between) {
  std::string all;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    all += (all.empty() ? "" : between) + part;
  }
  return all;
}

std::string listed_up(std::span<const std::string> things, const auto& ends) {
  std::string before;
  for (std::size_t i = 0; i + 1 < things.size(); ++i) before = joined({before, things[i]});
  if (things.empty()) return before;
  return before.empty() ? things.back() : ends({"things", before}, {"last", things.back()});
}

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
  return put_together(clauses, translated(", "));
}

std::string with_and(std::span<const std::string> things) {
  return listed_up(things, [](const NamedValue& before, const NamedValue& last) {
    return say("{things} and {last}", {before, last});
  });
}

std::string with_or(std::span<const std::string> things) {
  return listed_up(things, [](const NamedValue& before, const NamedValue& last) {
    return say("{things} or {last}", {before, last});
  });
}

std::string paragraph(std::initializer_list<std::string> sentences) { return put_together(sentences, " "); }

}  // namespace headlight
