// Sessions of models that look at pictures.
#pragma once

#include "app/session/opening.h"
#include "tests/tiny_pictures.h"

namespace headlight {

// A model's folder opened on two objects, with a second picture to compare if there is one.
inline Session picture_session(const std::string& model, const std::string& compare = "") {
  Session session = opening_session(model);
  session.text(0) = two_objects;
  session.text(1) = compare;
  return session;
}

}  // namespace headlight
