#include "app/session/altitudes.h"

namespace headlight {

bool has_altitude(const Anatomy& anatomy, Altitude altitude) {
  if (anatomy.given) return altitude == Altitude::head;
  const bool looks = !anatomy.attentions.empty();
  if (!anatomy.recurrent()) return looks;
  switch (altitude) {
    case Altitude::sentence:
    case Altitude::model:
    case Altitude::layer:
      return true;
    case Altitude::head:
    case Altitude::step:
      return looks;
    case Altitude::cell:
    case Altitude::product:
      return false;  // its scores are no products of two matrices
  }
  return looks;
}

Altitude altitude_within(const Anatomy& anatomy, Altitude asked) {
  const auto has = [&](int altitude) { return has_altitude(anatomy, static_cast<Altitude>(altitude)); };
  for (int altitude = static_cast<int>(asked); altitude >= 0; --altitude) {
    if (has(altitude)) return static_cast<Altitude>(altitude);
  }
  for (int altitude = static_cast<int>(asked); altitude < altitude_count; ++altitude) {
    if (has(altitude)) return static_cast<Altitude>(altitude);
  }
  return asked;
}

bool has_place(const Anatomy& anatomy) { return has_altitude(anatomy, altitude_within(anatomy, {})); }

}  // namespace headlight
