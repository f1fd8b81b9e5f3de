#include "app/lessons/expression.h"

#include "tests/fuzz/targets.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

const Results& lab_results() {
  static const ResultsPtr results = [] {
    Session session = tiny_session();
    session.view = ViewKind::lab;
    session.lab = lab_named("attention");
    return compute(session, nullptr);
  }();
  return *results;
}

}  // namespace

void fuzz_quote(std::string_view input) {
  take([&] {
    const ExpressionPtr quote = LessonExpression::parse(input);
    take([&] { quote->text(tiny_results()); });
    take([&] { quote->text(lab_results()); });
    if (quote->is_comparison()) take([&] { quote->holds(tiny_results()); });
  });
}

}  // namespace headlight
