#include "app/widgets/pieces.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace headlight {
namespace {

using Json = nlohmann::ordered_json;

bool has_words(Placed::Kind kind) { return kind == Placed::Kind::text || kind == Placed::Kind::turned; }

Area in_units(const Area& area, float scale) {
  return {area.left / scale, area.top / scale, area.right / scale, area.bottom / scale};
}

float surface_of(const Area& area) { return area.width() * area.height(); }

// The smallest item around the middle of a text; null where it stands by itself.
ScreenPiece* item_around(const ScreenPiece& text, std::vector<ScreenPiece>& pieces) {
  const ImVec2 middle(text.box.middle_x(), text.box.middle_y());
  ScreenPiece* found = nullptr;
  for (ScreenPiece& each : pieces) {
    const bool around =
        each.kind == Placed::Kind::item && each.layer == text.layer && each.box.contains(middle);
    if (around && (found == nullptr || surface_of(each.box) < surface_of(found->box))) found = &each;
  }
  return found;
}

// To a tenth of a unit.
double rounded(float units) { return std::round(static_cast<double>(units) * 10) / 10; }

Json box_json(const Area& box) {
  return {rounded(box.left), rounded(box.top), rounded(box.width()), rounded(box.height())};
}

Json piece_json(const ScreenPiece& piece) {
  Json json{{"is", name_of(piece.kind)}};
  if (!piece.id.empty()) json["id"] = piece.id;
  if (!piece.words.empty()) json["words"] = piece.words;
  json["box"] = box_json(piece.box);
  if (piece.seen != piece.box) json["seen"] = piece.seen.empty() ? Json() : box_json(piece.seen);
  if (piece.layer > 0) json["layer"] = piece.layer;
  if (piece.kind == Placed::Kind::item) json["can_be_pressed"] = piece.can_be_pressed;
  return json;
}

}  // namespace

const char* name_of(Placed::Kind kind) {
  switch (kind) {
    case Placed::Kind::item:
      return "item";
    case Placed::Kind::text:
      return "text";
    case Placed::Kind::turned:
      return "turned";
    case Placed::Kind::picture:
      return "picture";
    case Placed::Kind::ground:
      return "ground";
    case Placed::Kind::stroke:
      return "stroke";
  }
  return "";
}

std::vector<ScreenPiece> pieces_of(std::span<const Placed> placed, float scale) {
  std::vector<ScreenPiece> pieces;
  for (const Placed& each : placed) {
    ScreenPiece piece{.kind = each.kind,
                      .box = in_units(each.area, scale),
                      .seen = in_units(each.area.within(each.clip), scale),
                      .layer = each.layer,
                      .can_be_pressed = each.kind == Placed::Kind::item && each.in_reach};
    (has_words(each.kind) ? piece.words : piece.id) = each.name;
    pieces.push_back(std::move(piece));
  }
  for (const ScreenPiece& each : pieces) {
    if (!has_words(each.kind)) continue;
    ScreenPiece* const item = item_around(each, pieces);
    if (item == nullptr) continue;
    if (!item->words.empty()) item->words += ' ';
    item->words += each.words;
  }
  return pieces;
}

std::string pieces_json(std::span<const ScreenPiece> pieces, float width, float height) {
  std::string text = "{\"width\": " + Json(rounded(width)).dump() +
                     ", \"height\": " + Json(rounded(height)).dump() + ", \"pieces\": [";
  const char* before = "\n";
  for (const ScreenPiece& each : pieces) {
    text += before + piece_json(each).dump(-1, ' ', false, Json::error_handler_t::replace);
    before = ",\n";
  }
  return text + "\n]}\n";
}

}  // namespace headlight
