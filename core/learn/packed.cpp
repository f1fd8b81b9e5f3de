#include "core/learn/packed.h"

namespace headlight {

namespace {

constexpr std::size_t rows_step = 24;

}  // namespace

void Packed::add(std::span<const int> sentence, int number) {
  for (std::size_t place = 0; place < sentence.size(); ++place) {
    words.push_back(sentence[place]);
    places.push_back(static_cast<int>(place));
    sentences.push_back(number);
  }
}

void Packed::fill_up() {
  const std::size_t size = (words.size() / rows_step + 1) * rows_step;
  words.resize(size, 0);
  places.resize(size, 0);
  sentences.resize(size, static_cast<int>(sentences_a_tape));
}

}  // namespace headlight
