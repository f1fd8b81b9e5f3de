#include "app/commands/site.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/session/attention_paths.h"
#include "core/text/in_quotes.h"
#include "core/text/nearest.h"

namespace headlight {
namespace {

struct Prefix {
  std::string_view name;
  Attention attention;
};
// Longer ones first: each is tried in turn.
constexpr std::array prefixes{
    Prefix{"encoder.self_attention.", Attention::encoder},
    Prefix{"decoder.self_attention.", Attention::decoder},
    Prefix{"decoder.cross_attention.", Attention::cross},
    Prefix{"cross_attention.", Attention::cross},
    Prefix{"encoder.", Attention::encoder},
    Prefix{"decoder.", Attention::decoder},
    Prefix{"cross.", Attention::cross},
};

std::vector<std::string> candidates(const Session& session, const std::string& part) {
  const std::string stack = session.attention == Attention::encoder ? "encoder" : "decoder";
  const std::string kind = session.attention == Attention::cross ? ".cross_attention." : ".self_attention.";
  const std::string layer = stack + "." + std::to_string(session.layer);
  const std::string stream = session.attention == Attention::encoder ? "source." : "target.";
  return {selected_head_path(session, part),
          layer + kind + part,
          layer + "." + part,
          stack + "." + part,
          stream + part,
          part};
}

std::optional<std::string> found(const Trace& trace, const Session& session, const std::string& part) {
  for (const std::string& path : candidates(session, part)) {
    if (trace.find(path) >= 0) return path;
  }
  return std::nullopt;
}

// The nearest of all names that would have been understood.
std::string nearest_names(const Trace& trace, const Session& session, const std::string& site) {
  std::set<std::string> names;
  for (const Site& each : sites()) {
    if (found(trace, session, std::string(each.part))) names.emplace(each.part);
  }
  for (const int step : trace.steps()) names.insert(trace.label(step).path);
  std::vector<std::pair<int, std::string>> ranked;
  ranked.reserve(names.size());
  for (const std::string& name : names) ranked.emplace_back(edit_distance(site, name), name);
  std::sort(ranked.begin(), ranked.end());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, ranked.size()); ++i) {
    text += (i == 0 ? "" : ", ") + ranked[i].second;
  }
  return text;
}

}  // namespace

bool names_head(const Place& place) {
  return place.layer && (place.stack == "encoder" || place.stack == "decoder");
}

SiteName split_site(const std::string& site) {
  const Place place = place_of(site);
  if (names_head(place)) return {attention_of(place.stack, place.attention), place.part};
  for (const Prefix& prefix : prefixes) {
    if (site.starts_with(prefix.name)) return {prefix.attention, site.substr(prefix.name.size())};
  }
  return {std::nullopt, site};
}

std::string resolve_site(const Trace& trace, const Session& session, const std::string& site) {
  if (trace.find(site) >= 0) return site;
  if (const auto path = found(trace, session, split_site(site).part)) return *path;
  throw std::invalid_argument("--site: nothing is called " + in_quotes(site) +
                              "; nearest: " + nearest_names(trace, session, site));
}

}  // namespace headlight
