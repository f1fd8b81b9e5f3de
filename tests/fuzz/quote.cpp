#include "app/lessons/expression.h"

#include "tests/fuzz/targets.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

const Document& lab_document() {
  static const DocumentPtr document = [] {
    Session session = tiny_session();
    session.view = ViewKind::lab;
    session.lab = lab_named("attention");
    return compute(session, nullptr);
  }();
  return *document;
}

}  // namespace

void fuzz_quote(std::string_view input) {
  take([&] {
    const QuotePtr quote = Quote::parse(input);
    take([&] { quote->text(tiny_document()); });
    take([&] { quote->text(lab_document()); });
    if (quote->is_comparison()) take([&] { quote->holds(tiny_document()); });
  });
}

}  // namespace headlight
