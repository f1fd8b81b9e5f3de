#include "app/commands/site.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/text/in_quotes.h"
#include "core/text/nearest.h"

namespace headlight {
namespace {

// An attention named before a part: "decoder.cross_attention.", "cross_attention." where the part tells it,
// or its short name, which begins longer ones and is tried behind them.
std::optional<SiteName> after_prefix(const std::string& site) {
  const auto behind = [&](Attention attention, const std::string& prefix) {
    return site.starts_with(prefix) ? std::optional(SiteName{attention, site.substr(prefix.size())})
                                    : std::nullopt;
  };
  for (const AttentionInfo& each : attentions()) {
    const std::string part = std::string(each.part) + ".";
    if (auto found = behind(each.id, std::string(each.stack) + "." + part)) return found;
    if (auto found = behind(each.id, part); found && each.crosses()) return found;
  }
  for (const AttentionInfo& each : attentions()) {
    if (auto found = behind(each.id, each.name + std::string("."))) return found;
  }
  return std::nullopt;
}

std::vector<std::string> candidates(const Session& session, const std::string& part) {
  const AttentionInfo& about = info(session.attention);
  const std::string stack(about.stack);
  const std::string stream = about.asks == Stream::source ? "source." : "target.";
  return {selected_head_path(session, part),
          about.block(session.layer) + "." + part,
          stack + "." + std::to_string(session.layer) + "." + part,
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
  return after_prefix(site).value_or(SiteName{std::nullopt, site});
}

std::string resolve_site(const Trace& trace, const Session& session, const std::string& site) {
  if (trace.find(site) >= 0) return site;
  if (const auto path = found(trace, session, split_site(site).part)) return *path;
  throw std::invalid_argument("--site: nothing is called " + in_quotes(site) +
                              "; nearest: " + nearest_names(trace, session, site));
}

}  // namespace headlight
