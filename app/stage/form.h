// A sheet of rows: what each is called at the left, and what is chosen or typed beside it. What was changed
// is written where it stands; `changed` is told.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/board.h"

namespace headlight::stage {

class Form : public Board {
 public:
  Form(Ui& ui, std::function<void()> changed) : Board(ui), changed_(std::move(changed)) {}

  // `tall`: of what stands beside it, in units.
  void field(std::string label, auto inside, float tall = 32) {
    row({.tall = tall, .below = 10, .indent = label_wide}, [&] {
      words(std::move(label), type::label, Role::text_2).wide = label_wide;
      const std::size_t first = pieces().size();
      inside();
      if (first < pieces().size()) piece(first).before = 0;  // the label keeps its distance itself
    });
  }
  Piece& pick(const char* id, std::vector<Choice> list, int chosen, std::function<void(int)> take);
  template <typename Place>
  Piece& pick(const char* id, std::vector<Choice> list, Place& place) {
    return pick(id, std::move(list), static_cast<int>(place),
                [&place](int to) { place = static_cast<Place>(to); });
  }
  void choose(std::string label, const char* id, std::vector<Choice> list, auto& place) {
    field(std::move(label), [&] { pick(id, std::move(list), place); });
  }
  Piece& mark(const char* id, std::string label, const char* hint, bool on, std::function<void()> turn);
  Piece& type_in(const char* id, std::string& text, const char* hint = "");
  void gap() { space(1).grows = true; }
  // Whether Enter was pressed in one that is typed into, once it is shown.
  bool entered() const { return entered_; }

  static constexpr float label_wide = 92;

 private:
  std::function<void()> changed_;
  bool entered_ = false;
};

}  // namespace headlight::stage
