// The lab on positions, open on a page with a kind.
#pragma once

#include "app/labs/positions/positions_lab.h"
#include "tests/app/driver.h"

namespace headlight {

inline Session positions_session(PositionsPage page = PositionsPage::places,
                                 Positions kind = Positions::sinusoidal) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  session.lab = lab_named("positions");
  session.labs.get<PositionsLab>().page = page;
  session.labs.get<PositionsLab>().kind = kind;
  return session;
}

}  // namespace headlight
