// A value of one of some types, as std::variant is one. But a variant compiles, wherever it is made, copied
// or moved, what all of its types need for that; this compiles the one type that is made there. The window
// makes actions in a hundred places: this halves what they cost the compiler.
#pragma once

#include <any>
#include <concepts>
#include <tuple>
#include <utility>

namespace headlight {

template <class... Types>
class OneOf {
 public:
  using Alternatives = std::tuple<Types...>;

  template <class Type>
  requires(std::same_as<Type, Types> || ...) OneOf(Type value)
      : value_(std::move(value)) {}  // implicit, as a variant's

  // The value, where it is of this type; else null.
  template <class Type>
  requires(std::same_as<Type, Types> || ...) const Type* get_if() const {
    return std::any_cast<Type>(&value_);
  }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    const auto visited = [&](const auto* value) {
      if (value != nullptr) visitor(*value);
      return value != nullptr;
    };
    static_cast<void>((visited(get_if<Types>()) || ...));
  }

 private:
  std::any value_;
};

}  // namespace headlight
