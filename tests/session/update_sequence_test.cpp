// Any sequence of actions, however wrong, in an empty world and in a full one: plain data, nothing of a disk.
#include <gtest/gtest.h>

#include "app/session/open_lab.h"
#include "tests/session/any_action.h"
#include "tests/session/plain_lessons.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

void expect_within_lesson(const Session& session, const LessonScripts& lessons) {
  const LessonScript* script = script_of(session.lesson, lessons);
  ASSERT_GE(session.lesson_step, 0);
  if (script == nullptr) return;
  ASSERT_LT(session.lesson_step, static_cast<int>(script->size()));
  ASSERT_GE(session.lesson_answer, -1);
  ASSERT_LT(session.lesson_answer, script->at(static_cast<std::size_t>(session.lesson_step)).choices);
}

// What a panel may rely on when the results are those of the session.
void expect_drawable(const Session& session, const Results& results) {
  ASSERT_TRUE(session.side == 0 || session.side == 1);
  ASSERT_GE(session.layer, 0);
  ASSERT_GE(session.head, 0);
  ASSERT_GE(session.token, -1);
  const Trace* trace = results.trace_for(session, session.side);
  if (trace == nullptr) return;
  ASSERT_GE(trace->find(shown_path(session)), 0) << shown_path(session);
  ASSERT_LT(session.token, trace->read(selected_path(session)).shape().rows);
  // In a lab they may be cells of its own tape, which these results do not have.
  const Trace* cells = trace_of_cells(session, results);
  if (cells == nullptr) return;
  for (const CellName& cell : session.trail) {
    const Shape shape = cells->read(cell.path).shape();
    ASSERT_TRUE(cell.row >= 0 && cell.row < shape.rows && cell.col >= 0 && cell.col < shape.cols)
        << cell.path;
  }
}

TEST(Update, IsTotalForAnySequence) {
  const Results empty;
  const LessonScripts lessons = plain_lessons();
  const World full{tiny_results(), lessons};
  for (int seed = 0; seed < 40; ++seed) {
    AnyAction actions(static_cast<std::uint64_t>(seed), tiny_session(), *tiny_results().trace(0), lessons);
    Session session = tiny_session();
    for (int i = 0; i < 100; ++i) {
      const World world = i % 5 == 0 ? World{empty} : full;
      session = update(std::move(session), actions.next(), world);
      const Session shown = clamped(session, full);
      expect_drawable(shown, full.results);
      expect_within_lesson(shown, full.lessons);
      ASSERT_EQ(clamped(shown, full), shown) << "what fits does not fit";
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace headlight
