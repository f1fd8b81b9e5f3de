// An edit of a session as JSON: what it has as usual is left out.
#pragma once

#include <string>

#include "app/session/session.h"
#include "core/files/json.h"

namespace headlight {

const EnumNames<Edit::Kind>& edit_kind_names();

Json fields_json(const SessionEdit& edit);
// Throws FieldError where the JSON is no edit.
void read(const Json& json, const std::string& field, SessionEdit& edit);

}  // namespace headlight
