// What the controls of all labs say, as one value: a session holds, copies and compares it without knowing
// any lab. What is here must not include a lab's own settings, or each of them would rebuild everything.
#pragma once

#include <any>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/enum_names.h"

namespace headlight {

struct Lab;  // lab.h
// Null where no lab has this name.
const Lab* lab_named(std::string_view name);
// As sessions and the command line write them.
const EnumNames<const Lab*>& lab_names();
// The one that is open before anybody has chosen.
const Lab* first_lab();

class Labs {
 public:
  Labs();  // as they stand when nobody has touched them

  // The settings of one lab: labs.get<OrderLab>().
  template <typename Settings>
  const Settings& get() const {
    return std::any_cast<const Settings&>(of(&Settings::lab_row));
  }
  template <typename Settings>
  Settings& get() {
    return std::any_cast<Settings&>(of(&Settings::lab_row));
  }
  // The same for who does not know which: what is done with it says Lab::settings.
  const std::any& of(const Lab* lab) const;
  std::any& of(const Lab* lab) { return const_cast<std::any&>(std::as_const(*this).of(lab)); }

  bool operator==(const Labs& other) const;

 private:
  std::vector<std::any> all_;  // in the order of labs()
};

// With every setting within its bounds.
Labs fitted_labs(Labs labs);

}  // namespace headlight
