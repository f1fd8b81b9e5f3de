// What blocks, heads and parts of sums are called.
#include <optional>

#include "app/labs/causes/causes_lab.h"
#include "core/layers/sites.h"
#include "core/models/model.h"

namespace headlight {

namespace {

// "attention", "encoder–decoder", "feed-forward": what stands before the n-th sum of a layer of the stack.
std::string sub_layer_name(const Anatomy& model, const std::string& stack, std::size_t number) {
  std::vector<std::string> all;
  for (const AttentionHeads& each : model.attentions) {
    const AttentionInfo& about = each.info();
    if (about.stack == stack) all.push_back(about.crosses() ? std::string(about.kind) : "attention");
  }
  return number >= 1 && number <= all.size() ? all[number - 1] : "feed-forward";
}

}  // namespace

std::string block_name(const Anatomy& model, const std::string& path) {
  const Place place = place_of(path);
  const Site* const site = site_of(path);
  if (!place.layer) return site == nullptr ? path : std::string(site->noun);
  const std::string layer = "layer " + std::to_string(*place.layer);
  if (place.head) {
    const AttentionInfo& about = info(attention_of(place.stack, place.attention));
    return layer + ", " + std::string(about.head) + " " + std::to_string(*place.head);
  }
  if (!place.attention.empty()) {
    const AttentionInfo& about = info(attention_of(place.stack, place.attention));
    return layer + ", " + (about.crosses() ? std::string(about.kind) : "all heads");
  }
  if (place.part.starts_with("feed_forward")) return layer + ", feed-forward";
  const std::size_t number = place.part.find_last_not_of("0123456789") + 1;
  if (number == place.part.size() || number == 0) return layer + (site ? ", " + std::string(site->noun) : "");
  return layer + ", after " +
         sub_layer_name(model, place.stack, static_cast<std::size_t>(std::stoi(place.part.substr(number))));
}

std::string head_name(const HeadPlace& head) {
  const AttentionInfo& about = info(attention_of(head.stack, head.attention));
  const std::string stack = about.crosses() ? "" : head.stack + " ";  // only one has such
  return stack + "layer " + std::to_string(head.layer) + ", " + std::string(about.head) + " " +
         std::to_string(head.head);
}

namespace {

// "layer 0, norm 2", "last norm"; nothing for what is no normalization of a stack.
std::optional<std::string> norm_name(const std::string& path) {
  const Place place = place_of(path);
  const Site* const site = site_of(path);
  if (site == nullptr || !place.attention.empty() || place.head) return std::nullopt;
  if (site->family == Family::stack) return "last norm";
  if (site->family != Family::layer) return std::nullopt;
  return "layer " + std::to_string(place.layer.value_or(0)) + ", norm " +
         place.part.substr(place.part.size() - 1);
}

}  // namespace

std::string part_name(const Anatomy& model, const AttributedPart& part) {
  const std::string name = block_name(model, part.path);
  switch (part.kind) {
    case AttributedPart::Kind::bias:
      return norm_name(part.path).value_or(name) + ", bias";
    case AttributedPart::Kind::set:
      return name + ", as edited";
    default:
      return name;
  }
}

}  // namespace headlight
