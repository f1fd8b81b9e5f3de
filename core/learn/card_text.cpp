#include "core/learn/card_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/platform/paths.h"
#include "core/text/languages.h"
#include "core/text/say.h"

namespace headlight {
namespace {

const std::string& number_named(std::string_view name, const CardNumbers& numbers) {
  const auto found = numbers.find(name);
  if (found == numbers.end())
    throw std::invalid_argument("a card has no number \"" + std::string(name) + "\"");
  return found->second;
}

std::string filled_names(std::string_view text, const CardNumbers& numbers) {
  std::string whole;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    whole += text.substr(at, open - at);
    if (open == text.size()) break;
    const std::size_t close = text.find('}', open);
    std::string_view name = text.substr(open + 1, close - open - 1);
    const bool commas = name.ends_with(":,");
    if (commas) name.remove_suffix(2);
    const std::string& number = number_named(name, numbers);
    whole += commas ? thousands(std::stoll(number)) : number;
    at = close + 1;
  }
  return whole;
}

}  // namespace

std::string in_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

CardNumbers numbers_of_training(const Optimization& how, std::uint64_t seed, double seconds,
                                std::int64_t parameters) {
  const int minutes = std::max(1, static_cast<int>(std::lround(seconds / 60.0)));
  return {{"steps", std::to_string(how.steps)},
          {"warmup", std::to_string(how.warmup)},
          {"peak_rate", in_digits(how.peak_rate)},
          {"settle_steps", std::to_string(how.steps - how.settles_at())},
          {"settle_rate", in_digits(how.settle_rate)},
          {"beta_1", in_digits(how.beta_1)},
          {"beta_2", in_digits(how.beta_2)},
          {"clip", in_digits(how.clip)},
          {"distances_rate", in_digits(how.distances_rate)},
          {"embedding_rate", in_digits(how.embedding_rate)},
          {"seed", std::to_string(seed)},
          {"minutes", say(several(minutes, "{n} minute", "{n} minutes"), {{"n", std::to_string(minutes)}})},
          {"parameters", std::to_string(parameters)}};
}

void add_numbers_of(const Corpus& corpus, CardNumbers& numbers) {
  numbers["pairs"] = std::to_string(corpus.train.size());
  numbers["real_sentences"] = std::to_string(corpus.real_sentences);
  numbers["real_pairs"] = std::to_string(corpus.real_pairs);
  numbers["source_words"] = std::to_string(corpus.source.size());
  numbers["target_words"] = std::to_string(corpus.target.size());
}

std::string filled(std::string_view text, const CardNumbers& numbers) {
  std::string whole;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('[', at), text.size());
    whole += filled_names(text.substr(at, open - at), numbers);
    if (open == text.size()) break;
    const std::size_t bar = text.find('|', open), close = text.find(']', open);
    std::string_view name = text.substr(open + 1, bar - open - 1);
    const bool turned = name.starts_with('!');
    if (turned) name.remove_prefix(1);
    const std::string& number = number_named(name, numbers);
    const bool no = number.empty() || number == "0";
    if (no == turned) whole += filled_names(text.substr(bar + 1, close - bar - 1), numbers);
    at = close + 1;
  }
  return whole;
}

Card card_of_text(const std::string& row, const CardNumbers& numbers) {
  const std::filesystem::path file = assets_folder() / "models" / "cards.json";
  try {
    return read_json(read_text(file), [&](const Json& json) {
      const Json& texts = member(json, "", row.c_str());
      const auto text_of = [&](const char* name) {
        std::string text;
        read(member(texts, row, name), inside(row, name), text);
        return filled(text, numbers);
      };
      Card card;
      card.title = text_of("title");
      card.origin = "trained";
      card.data = text_of("data");
      card.recipe = text_of("recipe");
      card.departs = text_of("departs");
      card.limits = text_of("limits");
      return card;
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "install Headlight again");
  }
}

}  // namespace headlight
