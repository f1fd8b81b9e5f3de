#include "app/stage/form.h"

namespace headlight::stage {

Piece& Form::pick(const char* id, std::vector<Choice> list, int chosen, std::function<void(int)> take) {
  return choices(id, std::move(list), chosen, [this, take = std::move(take)](int to) {
    take(to);
    changed_();
  });
}

Piece& Form::mark(const char* id, std::string label, const char* hint, bool on, std::function<void()> turn) {
  const auto take = [this, turn = std::move(turn)] {
    turn();
    changed_();
  };
  Piece& piece = add({id, Mark{std::move(label), hint, on, take}});
  piece.before = 8;
  return piece;
}

Piece& Form::type_in(const char* id, std::string& text, const char* hint) {
  const auto take = [this](const Field& touched) {
    if (touched.changed) changed_();
    entered_ = entered_ || touched.entered;
  };
  Piece& piece = add({id, Typed{&text, hint, take}});
  piece.wide = 160;
  piece.grows = true;
  return piece;
}

}  // namespace headlight::stage
