// What Find lists first, and what it does not list at all.
#include <gtest/gtest.h>
#include <imgui.h>

#include <map>

#include "app/panels/commands/commands.h"
#include "app/panels/common/fuzzy.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

class Find : public ::testing::Test {
 protected:
  Find() : driver_(Session{}) {
    driver_.settle();
    driver_.press(Key::find);
  }
  void ask(const std::string& query) {
    driver_.state().overlay = Overlay::none;
    driver_.frame();
    driver_.frame();
    driver_.press(Key::find);
    driver_.type(query);
  }
  // All that stands in a row, from left to right.
  std::string row(int number) {
    const std::string id = "palette/row/" + std::to_string(number);
    if (!driver_.has(id)) return "";
    const Area area = driver_.area(id);
    std::map<float, std::string> texts;
    for (const Placed& each : driver_.placed()) {
      const bool inside = area.contains({each.area.left, each.area.middle_y()});
      if (each.kind == Placed::Kind::text && each.layer > 0 && inside) texts[each.area.left] = each.name;
    }
    std::string text;
    for (const auto& [left, each] : texts) text += each;
    return text;
  }
  Driver driver_;
};

struct Expected {
  const char* query;
  const char* first;  // how its row begins
};

TEST_F(Find, PutsWhatIsMeantFirst) {
  for (const Expected& each :
       {Expected{"W^O", "W^O"},
        {"W_O", "W^O"},
        {"wo", "W^O"},
        {"output projection", "W^O"},
        {"projection", "projection"},
        {"causal", "causal mask"},
        {"look-ahead", "causal mask"},
        {"rotary", "rotary positional embedding"},
        {"rope", "rotary positional embedding"},
        {"previous word", "previous-token head"},
        {"bigger text", "Larger"},
        {"softmax", "softmax"},
        {"soft", "softmax"},
        {"mask", "mask"},
        {"masks", "Masks lab"},
        {"cross-attention", "cross-attention"},
        {"cross attention", "cross-attention"},
        {"MLP", "feed-forward network"},
        {"kv cache", "KV cache"},
        {"lstm", "LSTM"},
        {"d_k", "d_k"},
        {"layernorm", "layer normalization"},
        {"heads", "Heads view"},
        {"head", "attention head"},
        {"map", "Map view"},
        {"steps", "Steps view"},
        {"undo", "Undo"},
        {"dark", "Light or dark"},
        {"save", "Save the session"},
        {"export", "Export what is shown"},
        {"png", "Export what is shown"},
        {"lessons", "Lessons: open or fold"},
        {"what if", "What if: the list of edits"},
        {"fresh", "Start fresh"},
        {"encoder 1 head 0", "Encoder layer 1, head 0"},
        {"Decoder layer 0, head 2", "Decoder layer 0, head 2"},
        {"head 1 layer 0", "Encoder layer 0, head 1"},
        {"head 2 decoder layer 0", "Decoder layer 0, head 2"},
        {"Decoder layer 0, encoder–decoder head 0", "Decoder layer 0, encoder–decoder head 0"},
        {"cross-attention 0 head 0", "Decoder layer 0, encoder–decoder head 0"},
        {"Decoder self-attention layer 0 head 2", "Decoder layer 0, head 2"},
        {"encoder 1", "Encoder layer 1"},
        {"layer 0 decoder", "Decoder layer 0"},
        {"encoder 1 · residual 1", "encoder.1.residual_1"},
        {"residual 1 encoder 1", "encoder.1.residual_1"},
        {"Encoder layer 1, head 0 · scores", "encoder.1.self_attention.head.0.scores"},
        {"esa", "Encoder self-attention"},
        {"decoder.0.residual_2", "decoder.0.residual_2"},
        {"encoder.1.self_attention.head.1.weights", "encoder.1.self_attention.head.1.weights"}}) {
    ask(each.query);
    EXPECT_EQ(row(0).find(each.first), 0U) << each.query << " finds: " << row(0);
  }
}

// As ten kinds of people say it: pupil, teacher, author, engineer, linguist, student, reviewer, parent, a
// reader of papers, one who knows another tool.
TEST_F(Find, KnowsWhatPeopleCallThings) {
  for (const auto& [query, among] : {Expected{"rnn", "RNN"},
                                     {"forget", "Recurrence lab"},
                                     {"print", "Export what is shown"},
                                     {"handout", "Export what is shown"},
                                     {"grey", "Export what is shown"},
                                     {"black and white", "Export what is shown"},
                                     {"save picture", "Export what is shown"},
                                     {"save image", "Export what is shown"},
                                     {"screenshot", "Export what is shown"},
                                     {"latex", "Export what is shown"},
                                     {"excel", "Export what is shown"},
                                     {"video", "Export what is shown"},
                                     {"long sentence", "Recurrence lab"},
                                     {"dark", "Light or dark"},
                                     {"dark mode", "Light or dark"},
                                     {"night", "Light or dark"},
                                     {"big letters", "Larger"},
                                     {"magnify", "Larger"},
                                     {"projector", "Start or end presenting"},
                                     {"full screen", "Start or end presenting"},
                                     {"slides", "Start or end presenting"},
                                     {"language", "Open another model"},
                                     {"french", "English to French"},
                                     {"translation", "English to French"},
                                     {"gpt", "English, word by word"},
                                     {"language model", "language model"},
                                     {"bert", "Cost lab"},
                                     {"llama", "Cost lab"},
                                     {"context window", "Cost lab"},
                                     {"flops", "Cost lab"},
                                     {"memory", "Cost lab"},
                                     {"probability", "Decoding view"},
                                     {"generate", "Decoding view"},
                                     {"autocomplete", "Decoding view"},
                                     {"bleu", "Recurrence lab"},
                                     {"ablation", "What if: the list of edits"},
                                     {"patching", "What if: the list of edits"},
                                     {"own sentence", "Type the first sentence"},
                                     {"prompt", "Type the first sentence"},
                                     {"minimal pair", "counterfactual"},
                                     {"architecture", "Map view"},
                                     {"diagram", "Map view"},
                                     {"heatmap", "Lines view"},
                                     {"bertviz", "Heads view"},
                                     {"matrix multiplication", "Steps view"},
                                     {"by hand", "Steps view"},
                                     {"shuffle", "Order lab"},
                                     {"pca", "Vectors lab"},
                                     {"sliding", "Masks lab"},
                                     {"vision transformer", "Which shape is the red one?"},
                                     {"image captioning", "image captioning"},
                                     {"shortcuts", "Keys and help"},
                                     {"manual", "Keys and help"},
                                     {"mistake", "Undo"},
                                     {"start over", "Start fresh: the animal and the street"},
                                     {"course", "Lessons: open or fold"},
                                     {"upload", "Open a session, a lesson or a picture"}}) {
    ask(query);
    bool found = false;
    std::string rows;
    for (int i = 0; i < 3; ++i) {
      found |= row(i).starts_with(among);
      rows += " | " + row(i);
    }
    EXPECT_TRUE(found) << query << " finds" << rows;
  }
}

TEST_F(Find, HasNoWildHits) {
  for (const Expected& each : {Expected{"rope", "Start fresh"},
                               {"rope", "Previous step"},
                               {"mask", "Smaller"},
                               {"causal", "Close"}}) {
    ask(each.query);
    for (int i = 0; !row(i).empty(); ++i) EXPECT_EQ(row(i).find(each.first), std::string::npos) << row(i);
  }
  for (const char* query : {"rope", "lstm", "kv cache", "beam", "relu", "gelu"}) {
    ask(query);
    int rows = 0;
    while (!row(rows).empty()) ++rows;
    EXPECT_GT(rows, 0) << query;
    EXPECT_LT(rows, 12) << query;
  }
  for (const char* query : {"xyzzy", "ofni", "eads", "rtoy"}) {
    ask(query);
    EXPECT_TRUE(driver_.shows("Nothing has that name")) << query << " finds: " << row(0);
  }
}

TEST_F(Find, SaysTheSentenceOfTheChosenWordAndGoesThere) {
  ask("causal");
  EXPECT_TRUE(driver_.shows("itself")) << "of its sentence";
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_EQ(driver_.session().step, "decoder.0.self_attention.head.0.masked");
}

TEST_F(Find, ShowsAMatrixWhereItIsDrawn) {
  driver_.state().overlay = Overlay::none;
  driver_.apply(ShowSides{Sides::difference});
  driver_.settle();
  ask("W^O");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().step, "encoder.1.self_attention.projected") << "of the head that is looked at";
  EXPECT_EQ(driver_.session().sides, Sides::one) << "a difference is drawn without what it is made of";
  EXPECT_TRUE(driver_.has("right"));
}

TEST_F(Find, GoesToALayer) {
  ask("decoder 0");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().step.find("decoder.0."), 0U) << driver_.session().step;
}

TEST_F(Find, OpensThePageOfAWordThatIsNowhereToBeSeen) {
  ask("curriculum");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.state().overlay, Overlay::glossary);
  EXPECT_TRUE(driver_.shows("curriculum"));
}

// The last letters and Enter may come within one frame, as from a fast hand on a slow machine.
TEST_F(Find, EnterTakesWhatIsTypedAtThatMoment) {
  ask("");
  ImGui::GetIO().AddInputCharactersUTF8("heads");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().view, ViewKind::heads);
}

TEST(Fuzzy, BeginsAtTheBeginningOfWords) {
  EXPECT_TRUE(fuzzy_match("norm", "LayerNorm"));
  EXPECT_TRUE(fuzzy_match("esa", "Encoder self-attention"));
  EXPECT_TRUE(fuzzy_match("laynor", "layer normalization"));
  EXPECT_FALSE(fuzzy_match("rope", "Start fresh: the animal and the street"));
  EXPECT_FALSE(fuzzy_match("eads", "Heads view"));
  EXPECT_FALSE(fuzzy_match("rope", "properties"));
  EXPECT_TRUE(fuzzy_match("rope", "reset default opening example")) << "initials of a name";
  EXPECT_FALSE(match_beginnings("rope", "reset default opening example"));
  EXPECT_TRUE(match_beginnings("def ex", "reset default opening example"));
  EXPECT_FALSE(fuzzy_match("az", "a b c d z")) << "too far apart";
}

TEST(Fuzzy, AHyphenIsASpaceAndACaretAnUnderscore) {
  EXPECT_TRUE(fuzzy_match("feed-forward", "feed forward"));
  EXPECT_TRUE(fuzzy_match("feed forward", "feed-forward"));
  EXPECT_TRUE(fuzzy_match("w_o", "W^O"));
  EXPECT_EQ(fuzzy_match("- -", "anything")->score, 0);
}

TEST(Names, ANumberBelongsToTheWordBeforeIt) {
  const auto score = [](std::string_view query, std::string_view name) {
    const auto match = match_names(query, name, {});
    return match ? match->score : 0;
  };
  EXPECT_GT(score("head 2 layer 0", "Decoder layer 0, head 2"),
            score("head 2 layer 0", "Decoder layer 2, head 0"));
  EXPECT_GT(score("layer 1", "Encoder layer 1, head 0"), score("layer 1", "Encoder layer 10, head 1"));
}

TEST(Names, TheNameItselfIsBest) {
  const std::vector<std::string> also{"W_O", "output projection"};
  const int exact = match_names("output-projection", "W^O", also)->score;
  const int part = match_names("output", "W^O", also)->score;
  EXPECT_GT(exact, part);
  EXPECT_TRUE(match_names("output", "W^O", also)->positions.empty());
  EXPECT_FALSE(match_names("W^O", "W^O", also)->positions.empty());
  EXPECT_FALSE(match_names("input", "W^O", also));
}

}  // namespace
}  // namespace headlight
