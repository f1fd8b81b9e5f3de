// A session as a file: plain JSON, one field a member of Session.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/session/session.h"

namespace headlight {
namespace {

using Json = nlohmann::ordered_json;

template <typename Enum>
using Names = std::vector<std::pair<Enum, const char*>>;

const Names<ViewKind> views{
    {ViewKind::map, "map"}, {ViewKind::flow, "flow"}, {ViewKind::lines, "lines"}, {ViewKind::steps, "steps"}};
const Names<Theme> themes{{Theme::light, "light"}, {Theme::dark, "dark"}};
const Names<Attention> attentions{
    {Attention::encoder, "encoder"}, {Attention::decoder, "decoder"}, {Attention::cross, "cross"}};
const Names<Edit::Kind> kinds{
    {Edit::Kind::set, "set"}, {Edit::Kind::multiply, "multiply"}, {Edit::Kind::swap, "swap"}};

[[noreturn]] void fail(const std::string& field, const std::string& what) {
  throw std::invalid_argument("session: field \"" + field + "\" " + what);
}

template <typename Enum>
std::string name_of(const Names<Enum>& names, Enum value) {
  for (const auto& [each, name] : names) {
    if (each == value) return name;
  }
  return "";
}

// --- reading: one overload a type, each naming the field where it fails

void read(const Json& json, const std::string& field, std::string& value) {
  if (!json.is_string()) fail(field, "has to be a text");
  value = json.get<std::string>();
}

void read(const Json& json, const std::string& field, int& value) {
  if (!json.is_number_integer()) fail(field, "has to be a whole number");
  const bool fits =
      json.is_number_unsigned()
          ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())
          : json.get<std::int64_t>() >= std::numeric_limits<int>::min();
  if (!fits) fail(field, "is too large: " + json.dump());
  value = json.get<int>();
}

// JSON has no infinities: a cell that is masked by hand is "-inf".
void read(const Json& json, const std::string& field, float& value) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (json.is_number()) {
    value = json.get<float>();
  } else if (json == "-inf") {
    value = -infinity;
  } else if (json == "inf") {
    value = infinity;
  } else {
    fail(field, "has to be a number");
  }
}

Json number(float value) {
  if (std::isfinite(value)) return value;
  return value < 0 ? "-inf" : "inf";
}

template <typename Enum>
void read(const Json& json, const std::string& field, const Names<Enum>& names, Enum& value) {
  std::string choices;
  for (const auto& [each, name] : names) {
    if (json == name) {
      value = each;
      return;
    }
    choices += (choices.empty() ? "" : ", ") + std::string(name);
  }
  fail(field, "is " + json.dump() + ", but has to be one of " + choices);
}

void read(const Json& json, const std::string& field, std::optional<int>& value) {
  if (json.is_null()) {
    value.reset();
  } else {
    read(json, field, value.emplace());
  }
}

const Json& object(const Json& json, const std::string& field) {
  if (!json.is_object()) fail(field, "has to be an object");
  return json;
}

template <typename T, typename ReadOne>
void read_list(const Json& json, const std::string& field, std::vector<T>& value, ReadOne read_one) {
  if (!json.is_array()) fail(field, "has to be a list");
  value.clear();
  for (std::size_t i = 0; i < json.size(); ++i) {
    read_one(json[i], field + "[" + std::to_string(i) + "]", value.emplace_back());
  }
}

void read_cell(const Json& json, const std::string& field, CellName& cell) {
  for (const auto& [key, value] : object(json, field).items()) {
    const std::string inner = field + "." + key;
    if (key == "path") {
      read(value, inner, cell.path);
    } else if (key == "row") {
      read(value, inner, cell.row);
    } else if (key == "col") {
      read(value, inner, cell.col);
    } else {
      fail(inner, "is not known");
    }
  }
}

void read_edit(const Json& json, const std::string& field, Edit& edit) {
  for (const auto& [key, value] : object(json, field).items()) {
    const std::string inner = field + "." + key;
    if (key == "path") {
      read(value, inner, edit.path);
    } else if (key == "kind") {
      read(value, inner, kinds, edit.kind);
    } else if (key == "row") {
      read(value, inner, edit.row);
    } else if (key == "col") {
      read(value, inner, edit.col);
    } else if (key == "values") {
      read_list(value, inner, edit.values,
                [](const Json& one, const std::string& place, float& number) { read(one, place, number); });
    } else if (key == "other") {
      read(value, inner, edit.other);
    } else {
      fail(inner, "is not known");
    }
  }
  if (edit.path.empty()) fail(field + ".path", "is missing: an edit names its node");
  if (edit.kind != Edit::Kind::swap && edit.values.empty()) {
    fail(field + ".values", "is missing: \"" + name_of(kinds, edit.kind) + "\" needs a number");
  }
}

void read_field(const std::string& key, const Json& value, Session& session) {
  if (key == "model") return read(value, key, session.model);
  if (key == "sentence") return read(value, key, session.sentence);
  if (key == "compare") return read(value, key, session.compare);
  if (key == "view") return read(value, key, views, session.view);
  if (key == "attention") return read(value, key, attentions, session.attention);
  if (key == "layer") return read(value, key, session.layer);
  if (key == "head") return read(value, key, session.head);
  if (key == "part") return read(value, key, session.part);
  if (key == "token") return read(value, key, session.token);
  if (key == "side") return read(value, key, session.side);
  if (key == "step") return read(value, key, session.step);
  if (key == "trail") return read_list(value, key, session.trail, read_cell);
  if (key == "edits") return read_list(value, key, session.edits, read_edit);
  if (key == "theme") return read(value, key, themes, session.theme);
  if (key == "scale") return read(value, key, session.scale);
  fail(key, "is not known");
}

Json cell_json(const CellName& cell) { return {{"path", cell.path}, {"row", cell.row}, {"col", cell.col}}; }

Json edit_json(const Edit& edit) {
  Json json{{"path", edit.path}, {"kind", name_of(kinds, edit.kind)}};
  if (edit.row) json["row"] = *edit.row;
  if (edit.col) json["col"] = *edit.col;
  Json values = Json::array();
  for (const float value : edit.values) values.push_back(number(value));
  json["values"] = std::move(values);
  json["other"] = edit.other;
  return json;
}

template <typename T, typename Write>
Json list_json(const std::vector<T>& values, Write write) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(write(value));
  return list;
}

}  // namespace

std::string to_json(const Session& session) {
  const Json json{
      {"model", session.model},
      {"sentence", session.sentence},
      {"compare", session.compare},
      {"view", name_of(views, session.view)},
      {"attention", name_of(attentions, session.attention)},
      {"layer", session.layer},
      {"head", session.head},
      {"part", session.part},
      {"token", session.token},
      {"side", session.side},
      {"step", session.step},
      {"trail", list_json(session.trail, cell_json)},
      {"edits", list_json(session.edits, edit_json)},
      {"theme", name_of(themes, session.theme)},
      {"scale", number(session.scale)},
  };
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Session session_from_json(const std::string& text, const Session& start) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    throw std::invalid_argument("session: line " + std::to_string(std::count(text.begin(), end, '\n') + 1) +
                                " is not JSON; save the session again, or mend that line");
  }
  if (!json.is_object()) throw std::invalid_argument("session: line 1 has to begin an object, {...}");
  Session session = start;
  for (const auto& [key, value] : json.items()) read_field(key, value, session);
  return session;
}

}  // namespace headlight
