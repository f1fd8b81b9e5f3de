// A session as a file: plain JSON, one field a member of Session.
#include <stdexcept>
#include <utility>

#include "app/session/json_fields.h"
#include "app/session/session.h"

namespace headlight {
namespace {

const EnumNames<ViewKind> views{{ViewKind::map, "map"},     {ViewKind::flow, "flow"},
                                {ViewKind::heads, "heads"}, {ViewKind::lines, "lines"},
                                {ViewKind::steps, "steps"}, {ViewKind::lab, "lab"}};
const EnumNames<Theme> themes{{Theme::light, "light"}, {Theme::dark, "dark"}};
const EnumNames<Attention> attentions{
    {Attention::encoder, "encoder"}, {Attention::decoder, "decoder"}, {Attention::cross, "cross"}};
const EnumNames<Sides> sides{{Sides::one, "one"}, {Sides::both, "both"}, {Sides::difference, "difference"}};
const EnumNames<Edit::Kind> kinds{{Edit::Kind::set, "set"},
                                  {Edit::Kind::multiply, "multiply"},
                                  {Edit::Kind::swap, "swap"},
                                  {Edit::Kind::pass, "pass"},
                                  {Edit::Kind::causal, "causal"}};

std::string within(const std::string& field, const std::string& key) { return field + "." + key; }

void read_cell(const Json& json, const std::string& field, CellName& cell) {
  for (const auto& [key, value] : read_object(json, field).items()) {
    const std::string inner = within(field, key);
    if (key == "path") {
      read(value, inner, cell.path);
    } else if (key == "row") {
      read(value, inner, cell.row);
    } else if (key == "col") {
      read(value, inner, cell.col);
    } else {
      fail_field(inner, "is not known");
    }
  }
}

void read_edit(const Json& json, const std::string& field, SessionEdit& edit) {
  for (const auto& [key, value] : read_object(json, field).items()) {
    const std::string inner = within(field, key);
    if (key == "path") {
      read(value, inner, edit.path);
    } else if (key == "kind") {
      read(value, inner, edit.kind, kinds);
    } else if (key == "row") {
      read(value, inner, edit.row);
    } else if (key == "col") {
      read(value, inner, edit.col);
    } else if (key == "values") {
      read(value, inner, edit.values);
    } else if (key == "other") {
      read(value, inner, edit.other);
    } else if (key == "on") {
      read(value, inner, edit.on);
    } else if (key == "side") {
      read(value, inner, edit.side);
      if (edit.side && *edit.side != 0 && *edit.side != 1)
        fail_field(inner, "is " + value.dump() + ", but has to be 0 (the first sentence) or 1 (the second)");
    } else {
      fail_field(inner, "is not known");
    }
  }
  if (edit.path.empty()) fail_field(field + ".path", "is missing: an edit names its node");
  if (needs_values(edit.kind) && edit.values.empty()) {
    fail_field(field + ".values", "is missing: \"" + name_of(kinds, edit.kind) + "\" needs a number");
  }
}

// "layer" is the order of the model.
void read_trait(const Json& json, const std::string& field, std::optional<Trait>& value) {
  value.reset();
  if (json == "layer") return;
  std::string choices = "layer";
  for (int i = 0; i < trait_count; ++i) {
    const auto trait = static_cast<Trait>(i);
    if (json == info(trait).id) {
      value = trait;
      return;
    }
    choices += ", " + std::string(info(trait).id);
  }
  fail_field(field, "is " + shown(json) + ", but has to be one of " + choices);
}

void read_field(const std::string& key, const Json& value, Session& session) {
  if (key == "model") return read(value, key, session.model);
  if (key == "sentence") return read(value, key, session.sentence);
  if (key == "compare") return read(value, key, session.compare);
  if (key == "view") return read(value, key, session.view, views);
  if (key == "attention") return read(value, key, session.attention, attentions);
  if (key == "layer") return read(value, key, session.layer);
  if (key == "head") return read(value, key, session.head);
  if (key == "also_heads") return read(value, key, session.also_heads);
  if (key == "sort_heads") return read_trait(value, key, session.sort_heads);
  if (key == "part") return read(value, key, session.part);
  if (key == "token") return read(value, key, session.token);
  if (key == "side") return read(value, key, session.side);
  if (key == "sides") return read(value, key, session.sides, sides);
  if (key == "step") return read(value, key, session.step);
  if (key == "lab") return read(value, key, session.lab, lab_names());
  if (key == "labs") return read(value, key, session.labs);
  if (key == "trail") return read_list(value, key, session.trail, read_cell);
  if (key == "edits") return read_list(value, key, session.edits, read_edit, most_edits);
  if (key == "lesson") return read(value, key, session.lesson);
  if (key == "lesson_step") return read(value, key, session.lesson_step);
  if (key == "lesson_answer") return read(value, key, session.lesson_answer);
  if (key == "rail") return read(value, key, session.rail);
  if (key == "edits_open") return read(value, key, session.edits_open);
  if (key == "theme") return read(value, key, session.theme, themes);
  if (key == "scale") return read(value, key, session.scale);
  if (key == "reduced_motion") return read(value, key, session.reduced_motion);
  if (key == "presenting") return read(value, key, session.presenting);
  fail_field(key, "is not known");
}

Json cell_json(const CellName& cell) { return {{"path", cell.path}, {"row", cell.row}, {"col", cell.col}}; }

Json edit_json(const SessionEdit& edit) {
  Json json{{"path", edit.path}, {"kind", name_of(kinds, edit.kind)}};
  if (edit.row) json["row"] = *edit.row;
  if (edit.col) json["col"] = *edit.col;
  Json values = Json::array();
  for (const float value : edit.values) values.push_back(number(value));
  json["values"] = std::move(values);
  json["other"] = edit.other;
  if (!edit.on) json["on"] = false;
  if (edit.side) json["side"] = *edit.side;
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
      {"also_heads", session.also_heads},
      {"sort_heads", session.sort_heads ? info(*session.sort_heads).id : "layer"},
      {"part", session.part},
      {"token", session.token},
      {"side", session.side},
      {"sides", name_of(sides, session.sides)},
      {"step", session.step},
      {"lab", name_of(lab_names(), session.lab)},
      {"labs", fields_json(session.labs)},
      {"trail", list_json(session.trail, cell_json)},
      {"edits", list_json(session.edits, edit_json)},
      {"lesson", session.lesson},
      {"lesson_step", session.lesson_step},
      {"lesson_answer", session.lesson_answer},
      {"rail", session.rail},
      {"edits_open", session.edits_open},
      {"theme", name_of(themes, session.theme)},
      {"scale", number(session.scale)},
      {"reduced_motion", session.reduced_motion},
      {"presenting", session.presenting},
  };
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Session session_from_json(const std::string& text, const Session& start) {
  try {
    return read_json(text, [&](const Json& json) {
      Session session = start;
      for (const auto& [key, value] : read_object(json, "").items()) read_field(key, value, session);
      return session;
    });
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("session: ") + error.what());
  }
}

}  // namespace headlight
