// What a person is doing right now: hovering, scrolling, typing, with a menu open. Each part of the screen
// keeps a struct of its own, declared where it is used, and asks for it by its type; nobody lists them. They
// belong to the window, not to the session: nothing here is saved, undone or seen by the command line.
#pragma once

#include <any>
#include <map>
#include <typeindex>
#include <utility>

namespace headlight {

class States {
 public:
  // The one of this type, as it was left; made with its defaults when it is asked for first. It stays in its
  // place for as long as these states live.
  template <typename State>
  State& of() {
    Kept& kept = kept_[typeid(State)];
    if (!kept.state.has_value()) kept = {State{}, let_go_of<State>};
    return std::any_cast<State&>(kept.state);
  }
  template <typename State>
  const State& of() const {
    static const State untouched{};
    const auto found = kept_.find(typeid(State));
    return found == kept_.end() ? untouched : std::any_cast<const State&>(found->second.state);
  }

  // As when nobody points at anything and nothing is under way: calls let_go() of each that has it. Pictures
  // for files are made so.
  void let_go() {
    for (auto& [type, kept] : kept_) kept.let_go(kept.state);
  }

 private:
  struct Kept {
    std::any state;
    void (*let_go)(std::any&) = nullptr;
  };

  template <typename State>
  static void let_go_of(std::any& state) {
    if constexpr (requires(State & each) { each.let_go(); }) std::any_cast<State&>(state).let_go();
  }

  std::map<std::type_index, Kept> kept_;
};

}  // namespace headlight
