// What sentence-transformers does with the rows of an encoder (Reimers and Gurevych 2019): modules.json names
// the steps and their folders, and that of Pooling has a config.json with a switch for each way to pool.
#include <array>
#include <set>
#include <stdexcept>

#include "core/files/whole_file.h"
#include "core/models/foreign.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr const char* steps_file = "modules.json";

// A switch for each way to pool; the rows of those that Headlight does not have say so.
struct PoolingSwitch {
  const char* key;
  Pooling pooling;
};
constexpr std::array pooling_switches{PoolingSwitch{"pooling_mode_mean_tokens", Pooling::mean},
                                      PoolingSwitch{"pooling_mode_cls_token", Pooling::first},
                                      PoolingSwitch{"pooling_mode_max_tokens", Pooling::none},
                                      PoolingSwitch{"pooling_mode_mean_sqrt_len_tokens", Pooling::none},
                                      PoolingSwitch{"pooling_mode_weightedmean_tokens", Pooling::none},
                                      PoolingSwitch{"pooling_mode_lasttoken", Pooling::none}};

Pooling pooling_of(const ForeignConfig& c) {
  Pooling found = Pooling::none;
  for (const auto& [key, pooling] : pooling_switches) {
    if (!c.flag(key, false)) continue;
    if (pooling == Pooling::none || found != Pooling::none)
      fail_field(key, "is on; Headlight takes the mean of all rows, or the first one");
    found = pooling;
  }
  return found == Pooling::none ? Pooling::mean : found;
}

// Calls `read` with the JSON of a file; what it throws names the file.
template <typename Read>
void with_json(const std::filesystem::path& file, Read read) {
  try {
    read_json(read_text(file), [&](const Json& json) {
      read(json);
      return 0;
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "use the file that belongs to config.json");
  }
}

}  // namespace

bool has_sentence_steps(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / steps_file);
}

void sentence_pooling(const std::filesystem::path& folder, TransformerConfig& config) {
  const std::filesystem::path pooling = folder / "1_Pooling" / "config.json";
  if (has_sentence_steps(folder)) {
    with_json(folder / steps_file, [&](const Json& json) {
      if (!json.is_array()) fail_field(steps_file, "must be a list");
      for (const Json& each : json) {
        const ForeignConfig module(read_object(each, "modules"));
        const std::string type = module.text("type", "");
        const std::string kind = type.substr(type.rfind('.') + 1);
        if (kind == "Normalize") {
          config.unit_vector = true;
        } else if (kind != "Transformer" && kind != "Pooling") {
          fail_field("type",
                     say("is {kind}, a step that Headlight does not know; it knows Transformer, Pooling "
                         "and Normalize",
                         {{"kind", in_quotes(kind)}}));
        }
      }
    });
  }
  if (!std::filesystem::exists(pooling)) return;
  with_json(pooling,
            [&](const Json& json) { config.pooling = pooling_of(ForeignConfig(read_object(json, ""))); });
}

}  // namespace headlight
