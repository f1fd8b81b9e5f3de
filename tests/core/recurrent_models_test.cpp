// Recurrent models as the stage knows them: what they have, how they are searched, and edits of what is
// gathered from all times.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/explain/confidence.h"
#include "core/explain/letters.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/layers/sites.h"
#include "core/models/outline.h"
#include "core/models/read_trace.h"
#include "core/models/whole_pass.h"
#include "core/tape/ops/ops.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

constexpr const char* attention_weights = "decoder.0.cross_attention.head.0.weights";

void expect_same_values(const Trace& a, const Trace& b) {
  ASSERT_EQ(a.tape().size(), b.tape().size());
  for (int id = 0; id < a.tape().size(); ++id)
    EXPECT_EQ(a.read(id).view().map(), b.read(id).view().map()) << a.label(id).path;
}

// Every step and every tensor, of the times the first.
std::string names_of(const std::string& title, const Trace& trace) {
  std::string list = title + "\n";
  for (int id = 0; id < trace.tape().size(); ++id) {
    const Node& node = trace.tape().node(id);
    if (place_of(node.label.path).time.value_or(0) != 0) continue;
    if (node.kind != Node::Kind::parameter) {
      EXPECT_NE(site_of(node.label.path), nullptr) << node.label.path;
    }
    list += "  " + node.label.path + " [" + std::string(info(node.label.rows).letter) + ", " +
            std::string(info(node.label.cols).letter) + "]\n";
  }
  return list;
}

TEST(RecurrentModels, HaveTheFrozenNames) {
  const std::vector<int> words{0, 1, 2};
  const std::string all = names_of("seq2seq", *tiny_recurrent(false).force(words, words)) +
                          names_of("seq2seq-attention", *tiny_recurrent(true).force(words, words)) +
                          names_of("characters", *tiny_characters().pass(words)) +
                          names_of("characters-rnn", *tiny_characters(RecurrentCell::rnn, 2).pass(words));
  std::ifstream file(HEADLIGHT_SOURCE_DIR "/tests/golden/recurrent_names.txt");
  std::ostringstream frozen;
  frozen << file.rdbuf();
  EXPECT_EQ(all, frozen.str());
}

TEST(RecurrentModels, AnAnatomySaysWhatThereIs) {
  const Anatomy plain = tiny_recurrent(false).anatomy();
  EXPECT_TRUE(plain.recurrent());
  EXPECT_TRUE(plain.attentions.empty());
  EXPECT_EQ(plain.typed(), Stream::source);
  EXPECT_EQ(plain.first_states(), "encoder.0.states");
  const Anatomy looks = tiny_recurrent(true).anatomy();
  ASSERT_NE(looks.find(Attention::cross), nullptr);
  EXPECT_TRUE(looks.find(Attention::cross)->additive);
  EXPECT_TRUE(looks.stacks[0].recurrence->both_ways);
  EXPECT_EQ(looks.find(Attention::encoder), nullptr);
  const Anatomy characters = tiny_characters(RecurrentCell::rnn, 2).anatomy();
  EXPECT_EQ(characters.answer, AnswerKind::next_token);
  EXPECT_EQ(characters.stacks.size(), 1U);
  EXPECT_EQ(characters.stacks[0].layers, 2);
  EXPECT_FALSE(anatomy_of(TransformerConfig{.source_words = 3, .target_words = 3}).recurrent());
}

TEST(RecurrentModels, AFolderIsReadAsItsFamily) {
  const ModelPtr looks = load_model(tiny_seq2seq_attention_folder());
  EXPECT_NE(looks->anatomy().find(Attention::cross), nullptr);
  expect_same_values(*looks->trace({.text = tired_sentence}),
                     *tiny_recurrent(true).trace({.text = tired_sentence}));
  const ModelPtr characters = load_model(tiny_lstm_folder());
  EXPECT_EQ(characters->tokenizer().tokens_called(), "characters");
  EXPECT_EQ(outline_of(tiny_lstm_folder())->tokenizer().encoded("A b").size(), 3U);
  EXPECT_EQ(outline_of(tiny_rnn_folder())->anatomy().max_tokens, CharacterConfig{}.max_tokens);

  const TemporaryFolder folder;
  replace_file(folder.path() / "config.json", std::string_view("{\"family\": \"reservoir\"}"));
  try {
    load_model(folder.path());
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("\"reservoir\""), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("seq2seq"), std::string::npos) << error.what();
  }
}

TEST(RecurrentModels, GreedyWordsAreTheLikeliestOfTheirRows) {
  for (const bool attention : {false, true}) {
    const RecurrentTranslator model = tiny_recurrent(attention);
    const TracePtr trace = model.trace({.text = tired_sentence});
    const Trace::Words& words = trace->words();
    ASSERT_EQ(words.next.size(), words.target.size());
    EXPECT_EQ(words.target.front(), "<s>");
    for (std::size_t t = 1; t < words.target.size(); ++t) EXPECT_EQ(words.target[t], words.next[t - 1]);
    const std::vector<int> written = model.decode(model.read(tired_sentence));
    EXPECT_EQ(model.target().words_of(written),
              std::vector<std::string>(words.target.begin() + 1, words.target.end()));
  }
}

TEST(RecurrentModels, ADraftChangesNothing) {
  for (const bool attention : {false, true}) {
    const RecurrentTranslator model = tiny_recurrent(attention, RecurrentCell::lstm);
    const TracePtr tired = model.trace({.text = tired_sentence});
    const TracePtr wide = model.trace({.text = wide_sentence});
    expect_same_values(*model.trace({.text = wide_sentence, .like = tired.get()}), *wide);
    const std::vector<Edit> edits{{.path = "encoder.0.states", .row = 3, .values = {1.5F}}};
    expect_same_values(*model.trace({.text = tired_sentence, .edits = edits, .like = tired.get()}),
                       *model.trace({.text = tired_sentence, .edits = edits}));
  }
  const CharacterModel characters = tiny_characters();
  const TracePtr plain = characters.trace({.text = "a street"});
  const std::vector<Edit> edits{{.path = "decoder.0.time.2.forget_gate", .values = {0}}};
  expect_same_values(*characters.trace({.text = "a street", .edits = edits, .like = plain.get()}),
                     *characters.trace({.text = "a street", .edits = edits}));
}

TEST(RecurrentModels, AnEditOfGatheredWeightsActsAtItsTime) {
  const RecurrentTranslator model = tiny_recurrent(true);
  const std::vector<int> source = model.read("the animal was tired");
  const std::vector<int> target{2, 3, 4};
  std::vector<float> only(source.size(), 0.0F);
  only[2] = 1;
  const TracePtr plain = model.force(source, target);
  const TracePtr edited =
      model.force(source, target, {{.path = attention_weights, .row = 1, .values = only}});
  const Reading annotations = edited->read("encoder.0.annotations");
  const Reading context = edited->read("decoder.0.time.1.context");
  for (int d = 0; d < context.shape().cols; ++d) EXPECT_EQ(context(0, d), annotations(2, d));
  EXPECT_EQ(edited->read(attention_weights)(1, 2), 1);
  // Before it nothing changes, behind it everything may.
  EXPECT_EQ(edited->read("decoder.0.time.0.state").view().map(),
            plain->read("decoder.0.time.0.state").view().map());
  EXPECT_NE(edited->read("decoder.0.time.1.state").view().map(),
            plain->read("decoder.0.time.1.state").view().map());
  EXPECT_NE(edited->read("logits").view().map().row(3), plain->read("logits").view().map().row(3));
}

// Of each kind, what the rows of the gathered node are edited to is what a stacked node of these edits shows.
TEST(RecurrentModels, EditsOfGatheredNodesAreTheSameEditsOfTheirRows) {
  const RecurrentTranslator model = tiny_recurrent(true);
  const std::vector<int> source = model.read(tired_sentence);
  const std::vector<int> target{2, 3, 4, 5};
  const TracePtr plain = model.force(source, target);
  const std::vector<Edit> kinds{
      {.path = attention_weights, .values = {0.25F}},
      {.path = attention_weights, .kind = Edit::Kind::multiply, .values = {2}},
      {.path = attention_weights, .kind = Edit::Kind::swap, .row = 0, .col = 1, .other = 4},
      {.path = attention_weights, .col = 3, .values = {0}},
      {.path = attention_weights, .kind = Edit::Kind::causal, .row = 2}};
  for (const Edit& edit : kinds) {
    Matrix expected = plain->read(attention_weights).view().map();
    apply(edit, view(expected));
    const TracePtr edited = model.force(source, target, {edit});
    // The first time has nothing before it that could have changed.
    const int row = edit.row.value_or(0);
    if (row != 0 && edit.kind != Edit::Kind::causal) continue;
    EXPECT_EQ(edited->read(attention_weights).view().map().row(row), expected.row(row));
  }
}

TEST(RecurrentModels, WritingAsksForTheSameProbabilities) {
  const RecurrentTranslator model = tiny_recurrent(true);
  const std::optional<Writing> writing = model.writing("the animal was tired");
  ASSERT_TRUE(writing);
  const std::vector<int> added{2, 3};
  const TracePtr forced = model.force(model.read("the animal was tired"), added);
  EXPECT_EQ(writing->next(added), last_row(forced->read("probabilities").view()));
  EXPECT_EQ(writing->next({}),
            last_row(model.force(model.read("the animal was tired"), {})->read("probabilities").view()));

  const CharacterModel characters = tiny_characters();
  const std::optional<Writing> goes_on = characters.writing("the a");
  ASSERT_TRUE(goes_on);
  EXPECT_EQ(goes_on->between, "");
  const std::vector<int> more = characters.read("ni");
  EXPECT_EQ(goes_on->next(more),
            last_row(characters.pass(characters.read("the ani"))->read("probabilities").view()));
}

TEST(RecurrentModels, CharactersAreReadOneByOne) {
  const CharacterModel model = tiny_characters();
  const TracePtr trace = model.trace({.text = "A  b\t?"});
  EXPECT_EQ(trace->words().target, (std::vector<std::string>{"a", "␣", "␣", "b", "␣", "?"}));
  EXPECT_THROW(model.read(""), std::invalid_argument);
  EXPECT_THROW(model.read(std::string(300, 'a')), std::invalid_argument);
  EXPECT_THROW(model.read("π"), std::invalid_argument);
}

TEST(Surprise, IsTheLossOfEachToken) {
  const CharacterModel model = tiny_characters();
  const TracePtr trace = model.trace({.text = "a cat"});
  const std::vector<std::optional<float>> bits = surprise_of(*trace);
  ASSERT_EQ(bits.size(), 5U);
  EXPECT_FALSE(bits[0]);
  const std::vector<int> text = model.read("a cat");
  const Reading p = trace->read("probabilities");
  double sum = 0;
  for (int t = 1; t < 5; ++t) {
    EXPECT_NEAR(*bits[static_cast<std::size_t>(t)], -std::log2(p(t - 1, text[static_cast<std::size_t>(t)])),
                1e-6);
    sum += static_cast<double>(*bits[static_cast<std::size_t>(t)]);
  }
  EXPECT_NEAR(*mean_surprise(bits), sum / 4, 1e-5);
  EXPECT_FALSE(mean_surprise(surprise_of(*model.trace({.text = "a"}))));
  EXPECT_TRUE(surprise_of(*tiny_recurrent(true).trace({.text = "the animal"})).empty());
}

// In letters, what came before is named so.
TEST(RecurrentModels, FormulasNameTheTimeBefore) {
  const TracePtr lstm = tiny_characters().trace({.text = "abc"});
  const auto letters = [](const TracePtr& trace, const char* path) {
    return equation_of(*trace, trace->at(path));
  };
  EXPECT_EQ(letters(lstm, "decoder.0.time.2.kept"), "kept_t = f_t ⊙ c_{t−1}");
  EXPECT_EQ(letters(lstm, "decoder.0.time.2.from_state"), "U h = h_{t−1} U + b_U");
  const TracePtr looks = tiny_recurrent(true).trace({.text = "the animal was"});
  EXPECT_EQ(letters(looks, "encoder.0.backwards.time.1.state"), "h_t = (1 − z_t) n_t + z_t ⊙ h_{t+1}");
  EXPECT_EQ(letters(looks, attention_weights), "A = α_1, …, α_T");
}

TEST(RecurrentLanes, SayWhereEachTimeLies) {
  const RecurrentTranslator looks = tiny_recurrent(true);
  const TracePtr trace = looks.force(looks.read("the animal was tired"), std::vector<int>{2, 3});
  const std::vector<RecurrentLane> lanes = recurrent_lanes(*trace);
  ASSERT_EQ(lanes.size(), 3U);
  EXPECT_EQ(lanes[1].path, "encoder.0.backwards");
  EXPECT_TRUE(lanes[1].backwards);
  EXPECT_EQ(lanes[1].times, 4);
  EXPECT_EQ(lanes[2].times, 3);
  EXPECT_EQ(lanes[1].time_of("encoder.0.backwards.time.2.update_gate"), 2);
  EXPECT_EQ(lanes[0].time_of("encoder.0.backwards.time.2.update_gate"), -1);
  EXPECT_EQ(lanes[2].time_of("decoder.0.states"), -1);
  EXPECT_EQ(parts_of_cell(*trace, lanes[2]),
            (std::vector<std::string>{"reset_gate", "update_gate", "candidate", "state"}));
  EXPECT_EQ(bottleneck_of(*trace), "");
  const RecurrentTranslator plain = tiny_recurrent(false);
  EXPECT_EQ(bottleneck_of(*plain.force(plain.read("the animal was tired"), std::vector<int>{2})),
            "encoder.0.time.3.state");
  EXPECT_TRUE(recurrent_lanes(*tiny_translator().translate("the animal")).empty());
}

// Sigmoid, tanh, blend, columns, stack, sums: the number that a formula gives is the cell's.
TEST(RecurrentModels, EveryCellIsExplained) {
  const std::vector<TracePtr> traces{tiny_recurrent(true).trace({.text = "the animal"}),
                                     tiny_recurrent(false, RecurrentCell::lstm).trace({.text = "the animal"}),
                                     tiny_characters(RecurrentCell::rnn, 2).trace({.text = "abc"})};
  for (const TracePtr& trace : traces) {
    for (int id = 0; id < trace->tape().size(); ++id) {
      const Node& node = trace->tape().node(id);
      if (node.op == nullptr) continue;
      const Cell cell{id, node.shape.rows - 1, node.shape.cols - 1};
      const Expression made = trace->tape().explain(cell);
      const double value = made.evaluate([&](Cell of) { return static_cast<double>(trace->cell(of)); });
      EXPECT_NEAR(value, static_cast<double>(trace->cell(cell)), 1e-5) << node.label.path;
    }
  }
}

}  // namespace
}  // namespace headlight
