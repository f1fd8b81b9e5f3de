// Finding the node that `--site` means.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "core/layers/sites.h"
#include "core/models/trace.h"

namespace headlight {

// `site` split into the kind of attention it names, if any, and the part: "cross.weights" is cross-attention
// and "weights".
struct SiteName {
  std::optional<Attention> attention;
  std::string part;
};
SiteName split_site(const std::string& site);
// Whether a site's place names a layer of a stack, and perhaps a head in it.
bool names_head(const Place& place);

// The node's path: `site` itself when it is one; else its part in the selected head, in that attention, layer
// or stack, or in the whole model. Throws std::invalid_argument with the nearest names.
std::string resolve_site(const Trace& trace, const Session& session, const std::string& site);

}  // namespace headlight
