// A session as a file: plain JSON, one field a member of Session.
#include <stdexcept>

#include "app/labs/labs_json.h"
#include "app/session/edit_json.h"
#include "app/shared/json_fields.h"

namespace headlight {

const EnumNames<ViewKind>& view_names() {
  static const EnumNames<ViewKind> names{
      {ViewKind::picture, "picture"},   {ViewKind::map, "map"},           {ViewKind::flow, "flow"},
      {ViewKind::unrolled, "unrolled"}, {ViewKind::heads, "heads"},       {ViewKind::lines, "lines"},
      {ViewKind::steps, "steps"},       {ViewKind::decoding, "decoding"}, {ViewKind::lab, "lab"}};
  return names;
}

const EnumNames<PictureShows>& picture_shows_names() {
  static const EnumNames<PictureShows> names{{PictureShows::attention, "attention"},
                                             {PictureShows::features, "features"},
                                             {PictureShows::positions, "positions"}};
  return names;
}

const EnumNames<Sides>& sides_names() {
  static const EnumNames<Sides> names{
      {Sides::one, "one"}, {Sides::both, "both"}, {Sides::difference, "difference"}};
  return names;
}

const EnumNames<Theme>& theme_names() {
  static const EnumNames<Theme> names{{Theme::light, "light"}, {Theme::dark, "dark"}};
  return names;
}

const EnumNames<std::optional<Trait>>& sorting_names() {
  static const EnumNames<std::optional<Trait>> names = [] {
    EnumNames<std::optional<Trait>> all{{std::nullopt, "layer"}};
    for (int i = 0; i < trait_count; ++i)
      all.emplace_back(static_cast<Trait>(i), info(static_cast<Trait>(i)).id.data());
    return all;
  }();
  return names;
}

std::string to_json(const Session& session) {
  return fields_json(session).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Session session_from_json(const std::string& text, const Session& start) {
  try {
    return read_json(text, [&](const Json& json) {
      Session session = start;
      read(json, "", session);
      return session;
    });
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("session: ") + error.what());
  }
}

}  // namespace headlight
