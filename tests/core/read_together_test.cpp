// Texts that are read side by side are read as each alone.
#include "core/models/together.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/core/every_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

// Of every head the weights of a text among others, and those of its own trace.
void expect_as_alone(const Model& model, const TapeOfTexts& tape, const TextTogether& text,
                     const Trace& alone) {
  EXPECT_EQ(text.words, alone.words().target_ids);
  for (const AttentionHeads& each : model.anatomy().attentions) {
    const int first_row = each.info().asks == Stream::source ? text.first_read : text.first_word,
              first_key = each.info().asked == Stream::source ? text.first_read : text.first_word;
    for (int layer = 0; layer < each.layers(); ++layer) {
      for (int head = 0; head < each.in(layer); ++head) {
        const std::string path = each.info().path(layer, head, "weights");
        const ConstView all = tape.tape.value(tape.tape.find(path).value());
        const Reading own = alone.read(path);
        for (int row = 0; row < own.shape().rows; ++row) {
          float sum = 0;
          for (int key = 0; key < all.shape.cols; ++key) sum += all(first_row + row, key);
          EXPECT_NEAR(sum, 1, 1e-5F);
          for (int key = 0; key < own.shape().cols; ++key)
            EXPECT_NEAR(all(first_row + row, first_key + key), own(row, key), 1e-6F)
                << path << " " << row << " " << key;
        }
      }
    }
  }
}

TEST(ReadTogether, TextsAreReadAndAnsweredAsEachAlone) {
  int models = 0;
  std::size_t longest = 0, tapes_of_most = 0;
  for (const ModelRow& row : every_model()) {
    if (!can_read_together(*row.model)) continue;
    ++models;
    const std::vector<int> ids = row.model->read(row.text);
    std::vector<ModelInput> inputs;
    // Of many lengths, and so many that one tape does not hold them.
    for (std::size_t i = 0; i < 40; ++i) {
      std::vector<int> some = ids;
      std::rotate(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(i % ids.size()), some.end());
      some.resize(1 + i % ids.size());
      inputs.emplace_back(some);
    }
    const std::vector<TapeOfTexts> tapes = read_together(*row.model, inputs);
    tapes_of_most = std::max(tapes_of_most, tapes.size());
    std::size_t next = 0;
    for (const TapeOfTexts& tape : tapes) {
      for (const TextTogether& text : tape.texts) {
        const TracePtr alone = row.model->trace({.input = inputs[next]});
        EXPECT_EQ(text.read, inputs[next++].tokens);
        longest = std::max(longest, text.words.size());
        expect_as_alone(*row.model, tape, text, *alone);
      }
    }
    EXPECT_EQ(next, inputs.size());
  }
  EXPECT_GT(models, 0);
  EXPECT_GT(longest, 3U) << "answers of one word say little";
  EXPECT_GT(tapes_of_most, 1U);
}

TEST(ReadTogether, NotWhereAPlaceIsKnownByItsDistance) {
  TransformerConfig config;
  for (const Positions kind : {Positions::relative, Positions::alibi, Positions::rotary}) {
    config.positions = kind;
    const Model model = tiny_translator(config);
    EXPECT_FALSE(can_read_together(model));
  }
}

}  // namespace
}  // namespace headlight
