#include "app/session/edit_json.h"

#include <utility>

#include "app/shared/json_fields.h"

namespace headlight {
namespace {

void read_side(const Json& json, const std::string& field, std::optional<int>& side) {
  read(json, field, side);
  if (side && *side != 0 && *side != 1)
    fail_field(field, "is " + json.dump() + ", but has to be 0 (the first sentence) or 1 (the second)");
}

void read_member(const std::string& key, const Json& value, const std::string& field, SessionEdit& edit) {
  if (key == "path") return read(value, field, edit.path);
  if (key == "kind") return read(value, field, edit.kind, edit_kind_names());
  if (key == "row") return read(value, field, edit.row);
  if (key == "col") return read(value, field, edit.col);
  if (key == "values") return read(value, field, edit.values);
  if (key == "other") return read(value, field, edit.other);
  if (key == "keep_sum") return read(value, field, edit.keep_sum);
  if (key == "from") return read(value, field, edit.from);
  if (key == "on") return read(value, field, edit.on);
  if (key == "side") return read_side(value, field, edit.side);
  fail_field(field, "is not known");
}

}  // namespace

void read(const Json& json, const std::string& field, SessionEdit& edit) {
  for (const auto& [key, value] : read_object(json, field).items())
    read_member(key, value, inside(field, key), edit);
  if (edit.path.empty()) fail_field(inside(field, "path"), "is missing: an edit names its node");
  const bool sets = edit.kind == Edit::Kind::set;
  if (edit.from && (!sets || !edit.row || edit.col || !edit.values.empty()))
    fail_field(
        inside(field, "from"),
        "copies a row of the other sentence: it needs \"kind\": \"set\" and \"row\", and takes neither "
        "\"col\" nor \"values\"");
  if (edit.keep_sum && (!sets || !edit.row || !edit.col || edit.values.size() != 1))
    fail_field(inside(field, "keep_sum"),
               "is for one weight: it needs \"kind\": \"set\", \"row\", \"col\" and one of \"values\"");
  if (!edit.from && needs_values(edit.kind) && edit.values.empty())
    fail_field(inside(field, "values"),
               "is missing: \"" + name_of(edit_kind_names(), edit.kind) + "\" needs a number");
}

const EnumNames<Edit::Kind>& edit_kind_names() {
  static const EnumNames<Edit::Kind> names{{Edit::Kind::set, "set"},
                                           {Edit::Kind::multiply, "multiply"},
                                           {Edit::Kind::swap, "swap"},
                                           {Edit::Kind::pass, "pass"},
                                           {Edit::Kind::causal, "causal"}};
  return names;
}

Json fields_json(const SessionEdit& edit) {
  Json json{{"path", edit.path}, {"kind", name_of(edit_kind_names(), edit.kind)}};
  if (edit.row) json["row"] = *edit.row;
  if (edit.col) json["col"] = *edit.col;
  Json values = Json::array();
  for (const float value : edit.values) values.push_back(number(value));
  json["values"] = std::move(values);
  json["other"] = edit.other;
  if (edit.keep_sum) json["keep_sum"] = true;
  if (edit.from) json["from"] = *edit.from;
  if (!edit.on) json["on"] = false;
  if (edit.side) json["side"] = *edit.side;
  return json;
}

}  // namespace headlight
