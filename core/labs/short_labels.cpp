#include "core/labs/short_labels.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace headlight {
namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// As many words as fit, from one of them on, and what is left out at either end.
std::string cut(const Words& words, std::size_t from, std::size_t longest) {
  std::string text = from > 0 ? "…" : "";
  std::size_t length = 0;
  std::size_t at = from;
  for (; at < words.size() && (at == from || length + words[at].size() + 1 <= longest); ++at) {
    length += words[at].size() + 1;
    text += (text.empty() ? "" : " ") + words[at];
  }
  return at < words.size() ? text + " …" : text;
}

std::string beginning(const Words& words, std::size_t longest) { return cut(words, 0, longest); }

std::string ending(const Words& words, std::size_t longest) {
  std::size_t from = words.size() - 1;
  for (std::size_t length = words[from].size(); from > 0; --from) {
    length += words[from - 1].size() + 1;
    if (length > longest) break;
  }
  return cut(words, from, longest);
}

}  // namespace

std::vector<std::string> short_labels(const std::vector<std::string>& texts, std::size_t longest) {
  std::vector<Words> words;
  std::vector<std::string> labels;
  for (const std::string& text : texts) {
    words.push_back(words_of(text));
    const bool whole = text.size() <= longest || words.back().size() < 2;
    labels.push_back(whole ? text : beginning(words.back(), longest));
  }
  // Another text with this label; `texts.size()` where there is none.
  const auto twin = [&](std::size_t i) {
    for (std::size_t j = 0; j < texts.size(); ++j) {
      if (j != i && labels[j] == labels[i] && texts[j] != texts[i]) return j;
    }
    return texts.size();
  };
  std::vector<std::size_t> taken;  // first, so that all of them change together
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (twin(i) < texts.size()) taken.push_back(i);
  }
  for (const std::size_t i : taken) labels[i] = ending(words[i], longest);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::size_t other = twin(i);
    if (other == texts.size()) continue;
    const auto differ =
        std::mismatch(words[i].begin(), words[i].end(), words[other].begin(), words[other].end());
    const auto at = std::min(static_cast<std::size_t>(differ.first - words[i].begin()), words[i].size() - 1);
    labels[i] = cut(words[i], at > 0 ? at - 1 : 0, longest);
  }
  taken.clear();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (twin(i) < texts.size()) taken.push_back(i);
  }
  for (const std::size_t i : taken) labels[i] = texts[i];
  return labels;
}

}  // namespace headlight
