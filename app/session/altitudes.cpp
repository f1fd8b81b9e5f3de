#include "app/session/altitudes.h"

namespace headlight {

bool has_altitude(const Anatomy& anatomy, Altitude altitude) {
  if (anatomy.given) return altitude == Altitude::head;
  if (anatomy.recurrent() || anatomy.picture) return false;
  return !anatomy.attentions.empty();
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
