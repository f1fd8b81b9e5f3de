// Any sequence of actions, however wrong, on an empty and on a full document.
#include <gtest/gtest.h>

#include "app/session/open_lab.h"
#include "tests/session/any_action.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

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
  // In a lab they may be cells of its own tape, which this document does not have.
  const Trace* cells = trace_of_cells(session, document);
  if (cells == nullptr) return;
  for (const CellName& cell : session.trail) {
    const Shape shape = cells->read(cell.path).shape();
    ASSERT_TRUE(cell.row >= 0 && cell.row < shape.rows && cell.col >= 0 && cell.col < shape.cols)
        << cell.path;
  }
}

TEST(Update, IsTotalForAnySequence) {
  const Document empty;
  for (int seed = 0; seed < 40; ++seed) {
    AnyAction actions(static_cast<std::uint64_t>(seed), tiny_session(), *tiny_document().trace(0));
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
