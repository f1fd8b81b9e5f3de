// Every action, on an empty and on a full document; and any sequence of them, however wrong.
#include <gtest/gtest.h>

#include <limits>

#include "app/session/action.h"
#include "app/session/document.h"
#include "core/matrix/random.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Session tiny_session() {
  Session session;
  session.model = tiny_model_folder();
  return session;
}

const Document& tiny_document() {
  static const DocumentPtr document = compute(tiny_session(), nullptr);
  return *document;
}

Session after(const Action& action, const Session& session = tiny_session()) {
  return update(session, action, tiny_document());
}

TEST(Update, ClipsTheHeadToTheModel) {
  EXPECT_EQ(after(SelectHead{99, 99}).layer, 1);
  EXPECT_EQ(after(SelectHead{99, 99}).head, 1);
  EXPECT_EQ(after(SelectHead{-5, -5}).layer, 0);
  const Session cross = after(SelectAttention{Attention::cross});
  EXPECT_EQ(cross.layer, 0);
  EXPECT_EQ(after(SelectHead{0, 3}, cross).head, 0);
  EXPECT_EQ(after(SelectHead{0, 3}, after(SelectAttention{Attention::decoder})).head, 3);
}

TEST(Update, SelectsAHeadOfAnotherAttentionAtOnce) {
  const Session decoder = after(SelectHead{0, 3, Attention::decoder}, after(SelectToken{6}));
  EXPECT_EQ(selected_path(decoder), "decoder.0.self_attention.head.3.weights");
  EXPECT_EQ(decoder.token, -1) << "the words that ask are others";
  EXPECT_EQ(after(SelectHead{1, 1, Attention::encoder}, after(SelectToken{6})).token, 6);
}

TEST(Update, KeepsEachOtherHeadOnceAndInOrder) {
  const Session decoder = after(SelectHead{0, 1, Attention::decoder});
  const Session several = after(ShowHeadsToo{{3, 0, 1, 3, 9, -1}}, decoder);
  EXPECT_EQ(several.also_heads, (std::vector<int>{0, 3}));
  EXPECT_TRUE(after(SelectHead{0, 3}, several).also_heads.empty()) << "a selected head stands alone";
  EXPECT_TRUE(after(SelectAttention{Attention::encoder}, several).also_heads.empty());
}

TEST(Update, SortsTheHeadsAndBack) {
  const Session sorted = after(SortHeads{Trait::entropy});
  EXPECT_EQ(sorted.sort_heads, Trait::entropy);
  EXPECT_FALSE(after(SortHeads{}, sorted).sort_heads);
}

TEST(Update, ClipsTheTokenToTheSentence) {
  EXPECT_EQ(after(SelectToken{6}).token, 6);
  EXPECT_EQ(after(SelectToken{99}).token, 10);
  EXPECT_EQ(after(SelectToken{-99}).token, -1);
  // The words that ask are others in the decoder.
  EXPECT_EQ(after(SelectAttention{Attention::decoder}, after(SelectToken{6})).token, -1);
}

TEST(Update, ChangesTheSentences) {
  EXPECT_EQ(after(SetSentence{1, "it was tired"}).compare, "it was tired");
  EXPECT_EQ(after(ReplaceWord{0, 1, "street"}).sentence,
            "The street didn't cross the street because it was too tired");
  const Session swapped = after(SwapSentences{});
  EXPECT_EQ(swapped.sentence, wide_sentence);
  EXPECT_EQ(swapped.side, 1);
  const Session alone = after(SetCompare{false}, swapped);
  EXPECT_EQ(alone.compare, "");
  EXPECT_EQ(alone.side, 0);
  EXPECT_EQ(after(SwapSentences{}, alone), alone);
  EXPECT_EQ(after(SetCompare{true}, after(SetCompare{false})).compare, wide_sentence);
}

TEST(Update, OpensCellsOneFromAnother) {
  const CellName scores{"encoder.1.self_attention.head.0.scores", 7, 1};
  const CellName query{"encoder.1.self_attention.head.0.query", 7, 99};
  Session session = after(GoDeeper{query}, after(SelectCell{scores}));
  ASSERT_EQ(session.trail.size(), 2U);
  EXPECT_EQ(session.trail[0], scores);
  EXPECT_EQ(session.trail[1].col, 7);  // eight dimensions a head
  EXPECT_EQ(after(GoDeeper{query}, session), session);
  EXPECT_EQ(after(GoBack{1}, session).trail.size(), 1U);
  EXPECT_EQ(after(GoBack{-3}, session).trail.size(), 0U);
  EXPECT_EQ(after(GoBack{9}, session), session);
  EXPECT_EQ(after(SelectCell{{"no.such.node", 0, 0}}, session), session);
}

TEST(Update, FollowsTheStepsAcrossLayers) {
  const Trace& trace = *tiny_document().trace(0);
  Session session = after(GoToStep{trace.label(trace.steps().front()).path});
  std::vector<std::string> walked{session.step};
  for (std::size_t i = 1; i < trace.steps().size(); ++i) {
    session = after(MoveStep{1}, session);
    walked.push_back(session.step);
  }
  for (std::size_t i = 0; i < walked.size(); ++i) EXPECT_EQ(walked[i], trace.label(trace.steps()[i]).path);
  EXPECT_EQ(after(MoveStep{1}, session), session);
  EXPECT_EQ(after(MoveStep{std::numeric_limits<int>::max()}, session), session);
  EXPECT_EQ(after(MoveStep{std::numeric_limits<int>::min()}, session).step, walked.front());
}

TEST(Update, MovesTheSelectionWithTheStep) {
  const Session session = after(GoToStep{"decoder.0.cross_attention.head.0.scores"});
  EXPECT_EQ(session.attention, Attention::cross);
  EXPECT_EQ(session.part, "scores");
  // Heatmaps of a head show words against words; a step may show anything.
  const Session query = after(GoToStep{"encoder.0.self_attention.head.1.query"});
  EXPECT_EQ(query.part, "weights");
  EXPECT_EQ(query.layer, 0);
  EXPECT_EQ(after(SelectHead{1, 0}, query).step, "encoder.1.self_attention.head.0.query");
  EXPECT_EQ(after(GoToStep{"no.such.step"}, session), session);
  EXPECT_EQ(after(SelectPart{"nonsense"}, session), session);
}

TEST(Update, KeepsEditsThatMeanSomething) {
  Edit edit;
  edit.path = "encoder.1.self_attention.head.0.scaled";
  edit.kind = Edit::Kind::multiply;
  edit.values = {0.5F};
  Session session = after(AddEdit{edit});
  ASSERT_EQ(session.edits.size(), 1U);
  edit.values = {0.25F};
  session = after(AddEdit{edit}, session);
  ASSERT_EQ(session.edits.size(), 1U);
  EXPECT_EQ(session.edits[0].values, std::vector<float>{0.25F});

  Edit nowhere = edit;
  nowhere.path = "no.such.node";
  EXPECT_EQ(after(AddEdit{nowhere}, session), session);
  Edit broken = edit;
  broken.values = {std::numeric_limits<float>::quiet_NaN()};
  EXPECT_EQ(after(AddEdit{broken}, session), session);
  EXPECT_EQ(after(RemoveEdit{5}, session), session);
  EXPECT_TRUE(after(RemoveEdit{0}, session).edits.empty());
  EXPECT_TRUE(after(ClearEdits{}, session).edits.empty());
}

TEST(Update, SwitchesEditsOffAndOn) {
  const std::string head = "encoder.1.self_attention.head.0.";
  Session session = after(AddEdit{{.path = head + "output", .values = {0}}});
  session = after(AddEdit{{.path = head + "scaled", .kind = Edit::Kind::multiply, .values = {2}}}, session);
  EXPECT_EQ(edits_in_force(session).size(), 2U);
  session = after(SwitchEdit{0, false}, session);
  ASSERT_EQ(edits_in_force(session).size(), 1U);
  EXPECT_EQ(edits_in_force(session)[0].path, head + "scaled");
  EXPECT_TRUE(edits_in_force(after(SwitchEdits{false}, session)).empty());
  EXPECT_EQ(edits_in_force(after(SwitchEdits{true}, session)).size(), 2U);
  EXPECT_EQ(after(SwitchEdit{7, false}, session), session);
  // Made again, it is on.
  session = after(AddEdit{{.path = head + "output", .values = {0}}}, session);
  EXPECT_EQ(session.edits.size(), 2U);
  EXPECT_TRUE(session.edits[0].on);
}

TEST(Update, WhatARowHidesGoes) {
  const std::string weights = "encoder.1.self_attention.head.0.weights";
  const Edit swap{.path = weights, .kind = Edit::Kind::swap, .row = 7, .col = 1, .other = 5};
  const Edit back{.path = weights, .kind = Edit::Kind::swap, .row = 7, .col = 5, .other = 1};
  const Edit other{.path = weights, .kind = Edit::Kind::swap, .row = 6, .col = 1, .other = 5};
  Session session = after(AddEdit{swap});
  EXPECT_TRUE(after(AddEdit{back}, session).edits.empty()) << "swapping twice, in whichever order";
  session = after(AddEdit{other}, session);
  session = after(AddEdit{{.path = weights, .row = 7, .values = std::vector<float>(11, 1.0F / 11)}}, session);
  ASSERT_EQ(session.edits.size(), 2U);
  EXPECT_EQ(static_cast<const Edit&>(session.edits[0]), other);
  // A swap of a row that was turned comes after it, and a new turn of the row after both.
  session = after(AddEdit{swap}, session);
  ASSERT_EQ(session.edits.size(), 3U);
  session = after(AddEdit{{.path = weights, .row = 7, .values = std::vector<float>(11, 0.5F)}}, session);
  ASSERT_EQ(session.edits.size(), 2U);
  EXPECT_EQ(session.edits[1].values[0], 0.5F);
}

TEST(Update, SaysWhatAFileAsksForInVain) {
  const auto missing = [](auto change) {
    Session session = tiny_session();
    change(session);
    return not_there(session, *compute(session, nullptr));
  };
  const std::string weights = "encoder.1.self_attention.head.0.weights";
  EXPECT_EQ(missing([](Session&) {}), "");
  EXPECT_NE(missing([](Session& s) { s.layer = 40; }).find("layer 40"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.head = -1; }).find("head -1"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.token = 40; }).find("token 40"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.side = 2; }).find("side 2"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.side = 1, s.compare = ""; }).find("side 1"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.part = "nonsense"; }).find("nonsense"), std::string::npos);
  EXPECT_NE(missing([](Session& s) { s.step = "no.step"; }).find("no.step"), std::string::npos);
  EXPECT_NE(missing([&](Session& s) { s.trail = {{weights, 0, 11}}; }).find("trail[0]"), std::string::npos);
  EXPECT_NE(missing([&](Session& s) {
              s.edits = {Edit{.path = weights, .row = 11, .values = {0}}};
            }).find("edits[0]"),
            std::string::npos);
  EXPECT_NE(missing([&](Session& s) {
              s.edits = {Edit{.path = weights, .row = 1, .values = {0, 1}}};
            }).find("2 values for 11"),
            std::string::npos);
  // A row that only the longer sentence has is there.
  EXPECT_EQ(missing([&](Session& s) {
              s.compare = "it was tired";
              s.edits = {Edit{.path = weights, .row = 10, .values = {0}}};
            }),
            "");
}

TEST(Update, KeepsTheScaleReadable) {
  EXPECT_EQ(after(SetScale{100}).scale, 4.0F);
  EXPECT_EQ(after(SetScale{-1}).scale, 0.5F);
  EXPECT_EQ(after(SetScale{std::numeric_limits<float>::quiet_NaN()}).scale, 1.0F);
}

TEST(Update, FitsAnOpenedSession) {
  Session wild = tiny_session();
  wild.layer = 40;
  wild.token = 40;
  wild.part = "nonsense";
  wild.step = "nonsense";
  wild.trail = {{"logits", 0, 0}, {"logits", 99, 0}, {"logits", 0, 0}};
  const Session fit = after(OpenSession{wild});
  EXPECT_EQ(fit.layer, 1);
  EXPECT_EQ(fit.token, 10);
  EXPECT_EQ(fit.part, "weights");
  EXPECT_EQ(fit.step, "");
  EXPECT_EQ(fit.trail.size(), 1U);
}

// --- any sequence

class AnyAction {
 public:
  explicit AnyAction(std::uint64_t seed) : random_(seed) {}

  Action next() {
    switch (random_.below(32)) {
      case 0:
        return SetSentence{number(), text()};
      case 1:
        return ReplaceWord{number(), number(), text()};
      case 2:
        return SwapSentences{};
      case 3:
        return SetCompare{random_.chance(0.5)};
      case 4:
        return SetView{static_cast<ViewKind>(random_.below(5))};
      case 5:
        return SelectAttention{static_cast<Attention>(random_.below(3))};
      case 6:
        return SelectHead{number(), number()};
      case 7:
        return SelectPart{part()};
      case 8:
        return SelectToken{number()};
      case 9:
        return SelectSide{number()};
      case 10:
        return SelectCell{cell()};
      case 11:
        return GoDeeper{cell()};
      case 12:
        return GoBack{number()};
      case 13:
        return GoToStep{path()};
      case 14:
        return MoveStep{number()};
      case 15:
        return AddEdit{edit()};
      case 16:
        return RemoveEdit{number()};
      case 17:
        return ClearEdits{};
      case 18:
        return SetTheme{random_.chance(0.5) ? Theme::light : Theme::dark};
      case 19:
        return ShowHeadsToo{{number(), number(), 1}};
      case 20:
        return SortHeads{random_.chance(0.3) ? std::nullopt : std::optional(Trait::peak)};
      case 21:
        return SelectHead{number(), number(), static_cast<Attention>(random_.below(3))};
      case 22:
        return SetScale{static_cast<float>(number())};
      case 23:
        return SwitchEdit{number(), random_.chance(0.5)};
      case 24:
        return SwitchEdits{random_.chance(0.5)};
      case 25:
        return OpenEdits{random_.chance(0.5)};
      case 26:
        return ShowSides{static_cast<Sides>(random_.below(3))};
      case 27:
        return OpenLesson{random_.chance(0.8) ? "it" : "none", number()};
      case 28:
        return random_.chance(0.5) ? Action(NextLessonStep{}) : Action(PreviousLessonStep{});
      case 29:
        return AnswerLesson{number()};
      case 30:
        return random_.chance(0.5) ? Action(ReturnToLesson{}) : Action(CloseLesson{});
      default:
        return OpenSession{tiny_session()};
    }
  }

 private:
  int number() {
    constexpr std::array numbers{
        0, 1, 2, 3, 7, -1, 50, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
    return numbers.at(random_.below(static_cast<int>(numbers.size())));
  }
  std::string text() {
    const std::array<std::string, 6> texts{"",         "it",    "the animal was tired",
                                           "\xff\xfe", " , . ", wide_sentence};
    return texts.at(random_.below(static_cast<int>(texts.size())));
  }
  std::string part() {
    const std::array<std::string, 5> parts{"weights", "scores", "query", "", "biased"};
    return parts.at(random_.below(static_cast<int>(parts.size())));
  }
  std::string path() {
    const Trace& trace = *tiny_document().trace(0);
    if (random_.chance(0.1)) return "encoder.x.no.such.node";
    return trace.label(random_.below(trace.tape().size())).path;
  }
  CellName cell() { return {path(), number(), number()}; }
  Edit edit() {
    Edit edit;
    edit.path = path();
    edit.kind = static_cast<Edit::Kind>(random_.below(5));
    if (random_.chance(0.5)) edit.row = number();
    if (random_.chance(0.5)) edit.col = number();
    if (random_.chance(0.8)) edit.values = {static_cast<float>(number())};
    edit.other = number();
    return edit;
  }

  Random random_;
};

// What a panel may rely on when the document is that of the session.
void expect_drawable(const Session& session, const Document& document) {
  ASSERT_TRUE(session.side == 0 || session.side == 1);
  ASSERT_GE(session.layer, 0);
  ASSERT_GE(session.head, 0);
  ASSERT_GE(session.token, -1);
  const Trace* trace = document.trace_for(session, session.side);
  if (trace == nullptr) return;
  ASSERT_GE(trace->find(shown_path(session)), 0) << shown_path(session);
  ASSERT_LT(session.token, trace->read(selected_path(session)).shape().rows);
  for (const CellName& cell : session.trail) {
    const Shape shape = trace->read(cell.path).shape();
    ASSERT_TRUE(cell.row >= 0 && cell.row < shape.rows && cell.col >= 0 && cell.col < shape.cols)
        << cell.path;
  }
}

TEST(Update, IsTotalForAnySequence) {
  const Document empty;
  for (int seed = 0; seed < 40; ++seed) {
    AnyAction actions(seed);
    Session session = tiny_session();
    for (int i = 0; i < 100; ++i) {
      const Document& document = i % 5 == 0 ? empty : tiny_document();
      session = update(std::move(session), actions.next(), document);
      expect_drawable(fitted(session, tiny_document()), tiny_document());
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace headlight
