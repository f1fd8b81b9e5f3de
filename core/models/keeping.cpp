#include "core/models/keeping.h"

namespace headlight {
namespace {

bool is_between_tokens(const Label& label) {
  return info(label.rows).kind == AxisKind::tokens && info(label.cols).kind == AxisKind::tokens;
}

std::int64_t bytes_of_all(const Tape& tape) {
  std::int64_t cells = 0;
  for (int id = 0; id < tape.size(); ++id) {
    if (tape.node(id).kind == Node::Kind::computed) cells += tape.node(id).shape.size();
  }
  return cells * static_cast<std::int64_t>(sizeof(float));
}

}  // namespace

void keep_what_fits(Tape& tape, std::int64_t most_bytes) {
  if (bytes_of_all(tape) <= most_bytes) return;
  for (int id = 0; id < tape.size(); ++id) {
    if (is_between_tokens(tape.node(id).label)) tape.make_droppable(id);
  }
}

}  // namespace headlight
