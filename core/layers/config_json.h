// The config of a family of models as its config.json: one flat object of the fields that it lists.
#pragma once

#include <set>
#include <string>
#include <type_traits>

#include "core/files/json.h"
#include "core/layers/config.h"
#include "core/text/say.h"

namespace headlight {

// The families of models by what their config.json says under "family"; a Transformer's says nothing.
inline constexpr const char* family_field = "family";
template <typename Config>
inline constexpr bool says_family = !std::is_same_v<Config, TransformerConfig>;

// Throws std::invalid_argument where a size is 0 or above `most`.
void check_size(const char* name, int value, int most);

template <IsConfig Config>
std::string to_json(const Config& config) {
  Json json = Json::object();
  if (says_family<Config>) json[family_field] = Config::family;
  Config::fields(config, WriteField{json});
  return json.dump(2) + "\n";
}

// Notes which fields a config has, and refuses numbers that no model has.
struct CheckField {
  const Json& json;
  std::set<std::string>& known;

  template <typename T, typename... Rules>
  void operator()(const char* name, const T& value, const Rules&...) const {
    known.insert(name);
    if constexpr (std::is_same_v<T, int>) {
      if (value < 0 || value > 10'000'000)
        fail_field(name, say("must be from 0 to 10000000, not {value}", {{"value", shown(json[name])}}));
    }
  }
};

template <IsConfig Config>
Config config_from_json(const std::string& text) {
  return read_json(text, [](const Json& json) {
    Config config;
    std::set<std::string> known;
    if (says_family<Config>) {
      std::string said;
      TakeField{json, ""}(family_field, said);
      if (said != Config::family)
        fail_field(family_field, say("must be \"{family}\" here", {{"family", std::string(Config::family)}}));
      known.insert(family_field);
    }
    Config::fields(config, TakeField{json, ""});
    Config::fields(config, CheckField{json, known});
    for (const auto& [name, value] : json.items()) {
      if (!known.contains(name)) fail_field(name, "is not known");
    }
    config.check();
    return config;
  });
}

}  // namespace headlight
