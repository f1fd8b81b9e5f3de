// What the cards of trained models say, as templates in assets/models/cards.json: a row for each kind of
// model, filled with the numbers of one training.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/learn/corpus.h"
#include "core/learn/training.h"
#include "core/models/card.h"

namespace headlight {

// What stands for a name in a template. "" and "0" are no.
using CardNumbers = std::map<std::string, std::string, std::less<>>;

// Those that every training has: the numbers of `how`, "seed", "minutes" and "parameters".
CardNumbers numbers_of_training(const Optimization& how, std::uint64_t seed, double seconds,
                                std::int64_t parameters);
// "pairs", "real_sentences" and "real_pairs" of a file of real ones, "source_words" and "target_words".
void add_numbers_of(const Corpus& corpus, CardNumbers& numbers);
// "0.002": up to three digits.
std::string in_digits(double value);

// A template with its names filled in: {steps} by the number, {pairs:,} by the number with commas between the
// thousands; of [attention|some text] the text where the number is not no, of [!attention|some text] where it
// is. Brackets do not stand inside one another. Throws std::invalid_argument for a name without a number.
std::string filled(std::string_view text, const CardNumbers& numbers);

// Title, data, recipe, departures and limits of the card of a trained model, by the row of this name. Throws
// AccessError or FormatError.
Card card_of_text(const std::string& row, const CardNumbers& numbers);

}  // namespace headlight
