// What Find lists first, and what it does not list at all.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "app/labs/decoding/decoding_lab.h"
#include "app/lessons/library.h"
#include "app/panels/commands/commands.h"
#include "app/panels/files/export_dialog.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/widgets/finder.h"
#include "core/text/fuzzy_match.h"
#include "tests/app/driver.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

class Find : public ::testing::Test {
 protected:
  Find() : driver_(Session{}) { driver_.press(Key::find); }
  void ask(const std::string& query) {
    driver_.state().overlay = Overlay::none;
    driver_.frame();
    driver_.frame();
    driver_.press(Key::find);
    driver_.type(query);
  }
  // All that stands in a row's first line, from left to right.
  std::string row(int number) {
    const std::string id = "palette/row/" + std::to_string(number);
    if (!driver_.has(id)) return "";
    const Area area = driver_.area(id);
    std::map<float, std::string> texts;
    for (const Placed& each : driver_.placed()) {
      const bool inside = area.contains({each.area.left, each.area.middle_y()}) &&
                          each.area.middle_y() <= area.middle_y() + 1;
      if (each.kind == Placed::Kind::text && each.layer > 0 && inside) texts[each.area.left] = each.name;
    }
    std::string text;
    for (const auto& [left, each] : texts) text += each;
    return text;
  }
  Driver driver_;
};

TEST_F(Find, PutsWhatIsMeantFirst) {
  expect_answers([&](const std::string& query) {
    ask(query);
    return row(0);
  });
}

// As ten kinds of people say it: pupil, teacher, author, engineer, linguist, student, reviewer, parent, a
// reader of papers, one who knows another tool. "query: how a row begins", and whether it is among the first
// three.
TEST_F(Find, KnowsWhatPeopleCallThings) {
  expect_answers([&](const std::string& question) {
    const std::size_t colon = question.find(": ");
    ask(question.substr(0, colon));
    const std::string meant = question.substr(colon + 2);
    for (int i = 0; i < 3; ++i) {
      if (row(i).starts_with(meant)) return std::string("found");
    }
    return "not found, but " + row(0) + " | " + row(1) + " | " + row(2);
  });
}

// Questions as students type them, most of them asked in public again and again, and what answers each: one
// of these among the first three.
struct StudentAsks {
  const char* question;
  std::vector<const char*> answers;
};
const std::vector<StudentAsks>& student_questions() {
  static const std::vector<StudentAsks> all{
      {"what are query, key and value?", {"Query, key and value", "query"}},
      {"why divide by the square root of d_k?", {"Why scores are scaled", "How sharp is a choice?", "d_k"}},
      {"why are positions added and not appended?", {"Where is a word?", "A place inside a word"}},
      {"why two matrices W_Q and W_K if only their product counts?",
       {"Query, key and value", "Attention in"}},
      {"what stops heads from learning the same thing?",
       {"Many heads", "multi-head attention", "How a head"}},
      {"does each head get a slice of the embedding?", {"multi-head attention", "Many heads"}},
      {"is the mask needed when writing?",
       {"Masks: no looking ahead", "causal mask", "Who may look at whom?"}},
      {"why can training be parallel and writing not?",
       {"Masks: no looking ahead", "Its own words", "teacher forcing", "What attention costs"}},
      {"where do the keys and values of the decoder come from?", {"Encoder and decoder", "cross-attention"}},
      {"can it read a sentence of any length?",
       {"extrapolation", "Encoder and decoder", "What attention costs", "Where is a word?"}},
      {"what is the feed-forward network for?",
       {"What the feed-forward network does", "feed-forward network", "What else is in a layer?"}},
      {"why layer norm and not batch norm?",
       {"batch normalization", "layer normalization", "Add and normalize"}},
      {"why add instead of replace?", {"What attention adds", "Add and normalize", "residual"}},
      {"why does a head look at the first token?", {"attention sink", "Windows and sinks"}},
      {"do the weights explain the answer?", {"Looking is not causing", "What decides a word?", "Look away"}},
      {"which head should I look at?", {"Looking is not causing", "Many heads", "What decides a word?"}},
      {"why multiply the embedding by the square root of d_model?", {"From words to vectors", "Where is a"}},
      {"why sine and cosine?", {"sinusoidal positions", "Where is a word?"}},
      {"why cache keys and values but not queries?", {"KV cache", "What is computed again"}},
      {"is the query a vector or a matrix?", {"query", "Query, key and value"}},
      {"how are the matrices learned?", {"How a model learns", "How does a head appear?"}},
      {"what is W_O for?", {"W^O", "What attention adds", "Many heads"}},
      {"does True in a mask keep or hide?", {"mask", "Masks: no looking ahead", "Who may look at whom?"}},
      {"can a head look at nothing?", {"attention sink", "Windows and sinks"}},
      {"why does the same prompt give another answer?",
       {"Greedy, beam and sampling", "sampling", "temperature", "What comes next?"}},
      {"what is temperature?", {"temperature", "How sharp is a choice?"}},
      {"why are words cut into pieces?", {"token", "byte-pair encoding", "What does a model read?"}},
      {"how is it different from a chat model?", {"Trained before, trained further", "language model"}},
      {"does it understand the sentence?", {"What it cannot do", "What is “it”?", "Three kinds of bears"}},
      {"how much memory does a long text need?", {"What attention costs", "What does it cost?", "KV cache"}},
      {"which head finds what it means?", {"Encoder layer", "What is “it”?"}},
      {"does the order of the words matter?",
       {"Attention reads a set", "What if the words change places?", "positional encoding"}},
  };
  return all;
}

// And as pupils ask who have not read the lessons. Written down before Find's words were last changed, and no
// word was chosen for them: they say how well it does with a question that nobody thought of.
const std::vector<StudentAsks>& pupil_questions() {
  static const std::vector<StudentAsks> all{
      {"how can a computer turn a word into numbers",
       {"From words to vectors", "embedding", "one-hot vector", "How is something looked up?"}},
      {"why does the sentence have to be squeezed into one list of numbers",
       {"One vector for a sentence", "bottleneck", "context vector"}},
      {"how does the old kind of network remember what came before",
       {"Letter by letter", "RNN", "LSTM", "hidden state", "Its own words", "forget gate", "cell state",
        "One vector"}},
      {"what makes two words similar for the model",
       {"How alike are two words?", "cosine similarity", "dot product"}},
      {"do all the percentages in a row add up to one",
       {"softmax", "How alike are two words?", "attention weight", "probability"}},
      {"why do we need more than one head", {"Many heads", "multi-head attention"}},
      {"what happens to the old vector after attention",
       {"What attention adds", "Add and normalize", "residual connection"}},
      {"why can't a word peek at the next one",
       {"Masks: no looking ahead", "causal mask", "Who may look at whom?", "Paint a mask",
        "Looking back only", "mask"}},
      {"if i swap two words does anything change",
       {"Attention reads a set", "What if the words change places?", "permutation", "order"}},
      {"how does it know which word is first and which is last",
       {"Where is a word?", "positional encoding", "A place inside a word",
        "What if the words change places?", "Positions compared", "learned positions", "sinusoidal"}},
      {"is bank by the river another vector than bank with money",
       {"Three kinds of bears", "Does a word have one vector?", "contextual vector", "word sense"}},
      {"does it think of the whole answer before it writes",
       {"It cannot know yet", "autoregressive", "Greedy, beam and sampling", "What comes next?",
        "beam search", "greedy decoding", "Its own words"}},
      {"how can i make it less boring and more surprising",
       {"temperature", "sampling", "Greedy, beam and sampling", "How sharp is a choice?", "What comes next?",
        "top-", "surprise"}},
      {"how does it copy something that stood earlier in the text",
       {"The induction head", "induction head", "Build an induction head"}},
      {"does it start again from zero for each new word",
       {"What is computed again", "KV cache", "autoregressive"}},
      {"who told the heads what to look for",
       {"How a head appears", "How does a head appear?", "How a model learns", "training"}},
      {"how long does it take to train such a model",
       {"How a model learns", "How does a head appear?", "training", "Trained before"}},
      {"what is the mistake it tries to make small",
       {"loss", "How a model learns", "cross-entropy", "gradient descent"}},
      {"how does it describe what is in a photo",
       {"image captioning", "A Transformer that writes captions", "Looking at a picture",
        "A picture in one vector"}},
      {"why is the picture chopped into squares",
       {"An image is worth some words", "patch embedding", "vision Transformer", "cell of a picture"}},
      {"what if i cover a part of the picture", {"Look away", "occlusion"}},
      {"why is it so slow with a long book",
       {"What attention costs", "What does it cost?", "Side by side", "What is computed again", "KV cache"}},
      {"where does it fail", {"What it cannot do", "out of distribution"}},
      {"is a thick line proof that the word mattered",
       {"Looking is not causing", "What decides a word?", "faithfulness", "attribution", "ablation"}},
      {"how do i find out which part is responsible for il or elle",
       {"How a cause travels", "What decides a word?", "activation patching", "Why it looks there",
        "Looking is not causing", "path patching", "What is “it”?", "causal", "gender agreement"}},
      {"can i look inside a real model like the one on my phone",
       {"Now a real one", "Trained before, trained further", "GPT", "language model"}},
      {"how many numbers did it have to learn",
       {"parameter", "How a model learns", "What does it cost?", "What attention costs", "model card"}},
      {"what does the box after attention do with each word",
       {"What the feed-forward network does", "feed-forward network", "What else is in a layer?",
        "Add and normalize"}},
      {"why are there two halves, one for english and one for french",
       {"Encoder and decoder", "encoder-decoder model", "encoder", "decoder", "cross-attention",
        "sequence to sequence"}},
      {"what do the small waves at the bottom stand for",
       {"sinusoidal positions", "Where is a word?", "positional encoding", "How far apart"}},
  };
  return all;
}

TEST_F(Find, AnswersQuestions) {
  Session place;
  place.altitude = Altitude::sentence;
  driver_.apply(OpenSession{place});
  // How many of them have an answer in the first row, and in the first six: the best three of the questions
  // that people ask stand before the rest.
  const auto answered = [&](const std::vector<StudentAsks>& questions) {
    int first = 0, three = 0;
    for (const auto& [question, answers] : questions) {
      ask(question);
      int at = -1;
      for (int i = 0; i < 6 && at < 0; ++i) {
        for (const char* answer : answers) at = row(i).starts_with(answer) ? i : at;
      }
      first += at == 0 ? 1 : 0;
      three += at >= 0 ? 1 : 0;
      EXPECT_FALSE(row(0).empty()) << question;
      if (at < 0) std::cout << question << "\n  " << row(0) << "\n  " << row(1) << "\n  " << row(2) << "\n";
    }
    std::cout << first << " of " << questions.size() << " are answered first, " << three
              << " in the first six rows\n";
    return std::pair(first, three);
  };
  EXPECT_GE(answered(student_questions()).second, 31);
  EXPECT_GE(answered(pupil_questions()).second, 19);
}

TEST_F(Find, OpensTheStepThatAnswers) {
  Session place;
  place.altitude = Altitude::sentence;
  driver_.apply(OpenSession{place});
  ask("why are scores divided by the square root?");
  int at = 0;
  while (at < 6 && !row(at).starts_with("Why scores are scaled")) ++at;
  ASSERT_LT(at, 6) << row(0) << " | " << row(1) << " | " << row(2);
  EXPECT_TRUE(driver_.shows("Step ")) << "which one, and what it is about";
  for (int down = 0; down < at; ++down) driver_.press(Key::down);
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().lesson, "scaling");
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
}

TEST_F(Find, AnswersAQuestionThatPeopleAsk) {
  Session place;
  place.altitude = Altitude::sentence;
  driver_.apply(OpenSession{place});
  ask("what is that square root good for?");
  EXPECT_TRUE(row(0).starts_with("Why divide by √dₖ?")) << row(0);
  EXPECT_TRUE(driver_.shows("a question"));
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().lesson, asked_questions);
  driver_.settle();
  EXPECT_EQ(driver_.session().lesson_step, 6);
  EXPECT_TRUE(driver_.shows("Why divide by"));
  EXPECT_TRUE(driver_.shows("7/")) << "which of the questions";
  // Whoever goes elsewhere is not told the old answer any more.
  ask("decoder 1");
  driver_.press(Key::enter);
  driver_.settle();
  EXPECT_EQ(shown_path(driver_.session()).find("decoder.0."), 0U);
  EXPECT_FALSE(driver_.session().rail);
  EXPECT_FALSE(driver_.shows("Why divide by √dₖ"));
  EXPECT_TRUE(driver_.shows("Back to step 7"));
}

TEST_F(Find, ATermIsShownWhereItIsAtWork) {
  ask("beam search");
  int at = 0;
  while (at < 6 && !row(at).starts_with("beam search")) ++at;
  ASSERT_LT(at, 6) << row(0) << " | " << row(1);
  for (int down = 0; down < at; ++down) driver_.press(Key::down);
  driver_.press(Key::enter);
  driver_.settle();
  EXPECT_EQ(driver_.session().labs.get<DecodingLab>().strategy, DecodingLab::Strategy::beam);
}

TEST_F(Find, HasNoWildHits) {
  for (const auto& [query, wild] : {std::pair("rope", "Start again"), std::pair("rope", "Previous step"),
                                    std::pair("mask", "Smaller"), std::pair("causal", "Close")}) {
    ask(query);
    for (int i = 0; !row(i).empty(); ++i) EXPECT_EQ(row(i).find(wild), std::string::npos) << row(i);
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
  ask("W^O");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().step, "encoder.1.self_attention.projected") << "of the head that is looked at";
  EXPECT_EQ(driver_.session().sides, Sides::one) << "a difference is drawn without what it is made of";
}

TEST_F(Find, GoesToALayer) {
  ask("decoder 1");
  driver_.press(Key::enter);
  EXPECT_EQ(shown_path(driver_.session()).find("decoder.0."), 0U) << driver_.session().step;
}

TEST_F(Find, OpensTheExportOfAWorkSheet) {
  ask("worksheet");
  EXPECT_TRUE(row(0).starts_with("Work sheet")) << row(0);
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.state().overlay, Overlay::export_figure);
  EXPECT_TRUE(driver_.has("export/answers/none"));
  EXPECT_EQ(driver_.state<ExportDialog>().name, "work-sheet");
}

TEST_F(Find, UnfoldsTheNoteForTheTeacherWhereThereIsOne) {
  const auto lists_it = [&] {
    ask("teacher");
    for (int i = 0; !row(i).empty(); ++i) {
      if (row(i).starts_with("For the teacher")) return i;
    }
    return -1;
  };
  EXPECT_EQ(lists_it(), -1) << "no lesson is open";
  const auto has_note = [](const LessonStep& step) { return !step.note.empty(); };
  for (const LessonPtr& lesson : shipped_lessons()) {
    const auto noted = std::find_if(lesson->steps.begin(), lesson->steps.end(), has_note);
    if (noted == lesson->steps.end()) continue;
    driver_.apply(OpenLesson{lesson->name, static_cast<int>(noted - lesson->steps.begin())});
    break;
  }
  ASSERT_FALSE(driver_.session().lesson.empty());
  driver_.apply(SetRail{false});
  const int place = lists_it();
  ASSERT_GE(place, 0);
  driver_.click("palette/row/" + std::to_string(place));
  driver_.frame();
  EXPECT_TRUE(driver_.session().rail) << "the rail is open";
  EXPECT_TRUE(driver_.state<LessonState>().note_open);
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
  EXPECT_EQ(driver_.session().altitude, Altitude::head);
}

// What has the keyboard on the page behind takes no Enter of the list's.
TEST_F(Find, EnterGoesThereFromAStep) {
  driver_.state().overlay = Overlay::none;
  driver_.frame();
  driver_.apply(GoTo{.altitude = Altitude::step, .part = "weights"});
  driver_.pass(0.8);
  ASSERT_EQ(driver_.session().altitude, Altitude::step);
  ASSERT_EQ(driver_.session().part, "weights");
  ask("query");
  driver_.press(Key::enter);
  driver_.pass(0.5);
  EXPECT_EQ(driver_.session().part, "query");
}

TEST(Fuzzy, BeginsAtTheBeginningOfWords) {
  EXPECT_TRUE(fuzzy_match("norm", "LayerNorm"));
  EXPECT_TRUE(fuzzy_match("esa", "Encoder self-attention"));
  EXPECT_TRUE(fuzzy_match("laynor", "layer normalization"));
  EXPECT_FALSE(fuzzy_match("rope", "Start again: the animal and the street"));
  EXPECT_FALSE(fuzzy_match("eads", "Heads of a layer"));
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
