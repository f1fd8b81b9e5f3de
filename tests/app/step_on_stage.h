// A step of the tiny model in the Steps view, and a number of it as it is written there.
#pragma once

#include <algorithm>
#include <string>

#include "tests/app/driver.h"

namespace headlight {

inline Session step_on_stage(const std::string& step) {
  Session session = tiny_session();
  session.view = ViewKind::steps;
  session.step = step;
  return session;
}

// Some text that is this and nothing else.
inline bool shows_exactly(const Driver& driver, const std::string& text) {
  return std::any_of(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
    return each.kind == Placed::Kind::text && each.name == text;
  });
}

}  // namespace headlight
