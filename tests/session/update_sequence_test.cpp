// Any sequence of actions, however wrong, on an empty and on a full document.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "app/session/action.h"
#include "core/matrix/random.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

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
