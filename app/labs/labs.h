// What the controls of all labs say, as one value: a session holds, copies and compares it without knowing
// any lab. What is here must not include a lab's own settings, or each of them would rebuild everything.
#pragma once

#include <any>
#include <cstddef>
#include <vector>

#include "core/text/enum_names.h"

namespace headlight {

// The labs by name, for who holds or opens one without looking into it.

enum class LabKind {
  lookup,
  positions,
  order,
  attention,
  scaling,
  temperature,
  masks,
  cost,
  vectors,
  recurrence,
  captioners,
  block,
  training,
  decoding
};
// As sessions and the command line write them.
const EnumNames<LabKind>& lab_names();

class Labs {
 public:
  Labs();  // as they stand when nobody has touched them

  // The settings of one lab: labs.get<OrderLab>().
  template <typename Settings>
  const Settings& get() const {
    return std::any_cast<const Settings&>(of(Settings::lab));
  }
  template <typename Settings>
  Settings& get() {
    return std::any_cast<Settings&>(of(Settings::lab));
  }
  // The same for who does not know which: what is done with it says Lab::settings.
  const std::any& of(LabKind kind) const { return all_[static_cast<std::size_t>(kind)]; }
  std::any& of(LabKind kind) { return all_[static_cast<std::size_t>(kind)]; }

  bool operator==(const Labs& other) const;

 private:
  std::vector<std::any> all_;
};

// With every setting within its bounds.
Labs fitted_labs(Labs labs);

}  // namespace headlight
