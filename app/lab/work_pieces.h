// Long work in pieces, for where it is done between two frames (core/platform/background.h). What a piece has
// made is kept; when the turn is over, the work ends, and in its next turn it begins again and finds the
// pieces made.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace headlight {

// Thrown by a lab's compute() once it was asked to stop, or its turn is over.
struct LabCancelled {};

class WorkPieces {
 public:
  explicit WorkPieces(std::function<bool()> turn_is_over) : turn_is_over_(std::move(turn_is_over)) {}

  bool turn_is_over() const { return turn_is_over_ && turn_is_over_(); }

  // What `make` makes, once for each name. Throws LabCancelled behind a piece that used up the turn.
  template <typename Make>
  auto get(const std::string& name, const Make& make) {
    using Made = std::shared_ptr<const std::decay_t<decltype(make())>>;
    if (const auto found = made_.find(name); found != made_.end())
      return std::any_cast<const Made&>(found->second);
    Made made = std::make_shared<const std::decay_t<decltype(make())>>(make());
    made_.emplace(name, made);
    if (turn_is_over()) throw LabCancelled();
    return made;
  }

 private:
  std::function<bool()> turn_is_over_;
  std::map<std::string, std::any> made_;
};

}  // namespace headlight
