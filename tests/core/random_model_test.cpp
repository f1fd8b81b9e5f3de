// Models that were never trained, of any shape, from a folder.
#include "core/models/random_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/files/write_file.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/models/read_trace.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

const Vocabulary read_words_of({"the", "animal", "was", "tired"});
const Vocabulary written_words_of({"<s>", "</s>", "il", "fatigué"});

struct Stacks {
  int encoder_layers, decoder_layers;
  AnswerKind answer;
};

TEST(RandomModel, OfEveryShapeAnswersFromItsFolder) {
  for (const Stacks& shape : {Stacks{2, 0, AnswerKind::labels}, Stacks{0, 3, AnswerKind::next_token},
                              Stacks{1, 2, AnswerKind::translation}}) {
    const TemporaryFolder folder;
    TransformerConfig config{.d_model = 9, .d_ff = 5};
    config.encoder_layers = shape.encoder_layers;
    config.decoder_layers = shape.decoder_layers;
    config.head_size = 3;
    config.norm_place = NormPlace::pre;
    write_random_model(folder.path(), config, words_for(config, {read_words_of, written_words_of}), 4);
    const ModelPtr model = load_model(folder.path());
    EXPECT_EQ(model->anatomy().answer, shape.answer);
    const TracePtr trace = model->trace({.text = "the animal was tired"});
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->typed().size(), 4U);
    EXPECT_EQ(load_card(folder.path()).origin, "random");
    EXPECT_EQ(outline_of(folder.path())->origin(), "random");
  }
}

TEST(RandomModel, TheSameSeedGivesTheSameWeights) {
  const TransformerConfig config{.d_model = 8, .d_ff = 4, .encoder_heads = 2, .decoder_layers = 0};
  const WordsFile words = words_for(config, {read_words_of, written_words_of});
  std::vector<Matrix> found;
  for (const std::uint64_t seed : {3, 3, 5}) {
    const TemporaryFolder folder;
    write_random_model(folder.path(), config, words, seed);
    found.push_back(load_model(folder.path())->weights()["encoder.0.self_attention.query.weight"]);
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
}

// What a class sees beside a trained one: attention that is spread over the words. Of an even row the entropy
// is all that there can be.
TEST(RandomModel, ItsAttentionIsSpreadOut) {
  const TemporaryFolder folder;
  const TransformerConfig config{.d_model = 64, .d_ff = 32, .decoder_layers = 0};
  write_random_model(folder.path(), config, words_for(config, {read_words_of, written_words_of}), 1);
  const TracePtr trace = load_model(folder.path())->trace({.text = "the animal was tired"});
  double entropy = 0;
  int rows = 0;
  for (int layer = 0; layer < 2; ++layer) {
    for (int head = 0; head < 2; ++head) {
      const Reading weights = trace->read(info(Attention::encoder).path(layer, head, "weights"));
      for (int row = 0; row < 4; ++row, ++rows) {
        for (int col = 0; col < 4; ++col) {
          const auto weight = static_cast<double>(weights(row, col));
          entropy -= weight * std::log2(weight);
        }
      }
    }
  }
  EXPECT_GT(entropy / rows, 0.7 * 2);
}

TEST(RandomModel, RefusesWhatDoesNotGoTogetherAndWhatIsTooLarge) {
  const TemporaryFolder folder;
  TransformerConfig config{.d_model = 9, .d_ff = 5, .decoder_layers = 0};
  config.encoder_heads = 2;
  const WordsFile words = words_for(config, {read_words_of, written_words_of});
  EXPECT_THROW(write_random_model(folder.path(), config, words, 1), std::invalid_argument);
  config = {.d_model = 65536, .d_ff = 1 << 20, .encoder_layers = 1000, .decoder_layers = 0};
  EXPECT_THROW(write_random_model(folder.path(), config, words, 1), std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "config.json"));
  EXPECT_EQ(outline_of(folder.path())->origin(), "yours");
  EXPECT_EQ(outline_of(model_folder("positions/third/rotary"))->origin(), "trained");
}

}  // namespace
}  // namespace headlight
