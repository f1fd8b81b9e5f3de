// The settings of all labs in a session's file: an object with one of each lab.
#pragma once

#include <string>

#include "app/labs/labs.h"
#include "core/files/json.h"

namespace headlight {

Json fields_json(const Labs& labs);
// Labs and fields that are left out keep what they are. Throws FieldError.
void read(const Json& json, const std::string& field, Labs& labs);

}  // namespace headlight
