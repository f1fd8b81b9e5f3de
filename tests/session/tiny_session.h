// A session on the tiny model with its two sentences, and what is computed for it.
#pragma once

#include "app/session/action.h"
#include "app/session/results.h"
#include "tests/tiny_model.h"

namespace headlight {

inline Session tiny_session() {
  Session session;
  session.model = tiny_model_folder();
  return session;
}

// Made once for the process.
inline const Results& tiny_results() {
  static const ResultsPtr results = compute(tiny_session(), nullptr);
  return *results;
}

inline Session after(const Action& action, const Session& session = tiny_session()) {
  return update(session, action, {tiny_results()});
}

}  // namespace headlight
