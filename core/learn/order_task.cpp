#include "core/learn/order_task.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace headlight {

namespace {

constexpr int third_place = 2;
constexpr int distance = 2;

}  // namespace

std::string name_of(OrderTask task) { return task == OrderTask::two_back ? "two_back" : "third"; }

OrderTask order_task(std::string_view name) {
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    if (name == name_of(task)) return task;
  }
  throw std::invalid_argument("no task \"" + std::string(name) + "\"; there are: two_back, third");
}

Vocabulary letter_vocabulary() {
  std::vector<std::string> letters;
  for (int i = 0; i < letter_count; ++i) letters.emplace_back(1, static_cast<char>('A' + i));
  return Vocabulary(std::move(letters));
}

int right_place(OrderTask task, int place) {
  return task == OrderTask::two_back ? place - distance : third_place;
}

OrderExample order_example(OrderTask task, int length, Random& random) {
  OrderExample example;
  for (int i = 0; i < length; ++i) example.letters.push_back(random.below(letter_count));
  for (int i = 0; i < length; ++i) {
    const int place = right_place(task, i);
    example.wanted.push_back(place < 0 || place >= length ? -1
                                                          : example.letters[static_cast<std::size_t>(place)]);
  }
  return example;
}

std::vector<int> bag_guess(OrderTask task, std::span<const int> letters, bool causal) {
  std::array<int, letter_count> counts{};
  const auto count = [&](int letter) -> int& { return counts.at(static_cast<std::size_t>(letter)); };
  if (!causal) {
    for (const int letter : letters) ++count(letter);
  }
  const int own = task == OrderTask::two_back ? 1 : 0;
  std::vector<int> guesses;
  for (const int letter : letters) {
    if (causal) ++count(letter);
    count(letter) -= own;
    guesses.push_back(static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin()));
    count(letter) += own;
  }
  return guesses;
}

}  // namespace headlight
