// The lab on positions, open on a page with a kind.
#pragma once

#include "tests/app/driver.h"

namespace headlight {

inline Session positions_session(PositionsPage page = PositionsPage::places,
                                 Positions kind = Positions::sinusoidal) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  session.lab = LabKind::positions;
  session.labs.positions.page = page;
  session.labs.positions.kind = kind;
  return session;
}

}  // namespace headlight
