#include "app/session/views.h"

#include <array>

namespace headlight {
namespace {

constexpr auto every_model = [](const Anatomy&) { return true; };
// What is behind the weights; of those from a file there is nothing.
constexpr auto every_whole_model = [](const Anatomy& has) { return !has.given; };
constexpr auto has_heads = [](const Anatomy& has) { return !has.attentions.empty(); };

constexpr std::array view_table{
    ViewInfo{ViewKind::picture, "picture", "Picture",
             [](const Anatomy& has) { return has.picture.has_value(); }},
    ViewInfo{ViewKind::map, "map", "Map", every_whole_model, true},
    ViewInfo{ViewKind::flow, "flow", "Flow",
             [](const Anatomy& has) { return has_heads(has) && !has.recurrent() && !has.given; }},
    // Of a causal model how surprising each word was.
    ViewInfo{ViewKind::unrolled, "unrolled", "Unrolled",
             [](const Anatomy& has) { return has.recurrent() || has.answer == AnswerKind::next_token; },
             true},
    ViewInfo{ViewKind::heads, "heads", "Heads", has_heads},
    ViewInfo{ViewKind::lines, "lines", "Lines", has_heads},
    ViewInfo{ViewKind::steps, "steps", "Steps", every_model, true},
    ViewInfo{ViewKind::causes, "causes", "Causes",
             [](const Anatomy& has) { return !has.given && has.answer != AnswerKind::none; }},
    ViewInfo{ViewKind::decoding, "decoding", "Decoding",
             [](const Anatomy& has) {
               return has.answer == AnswerKind::next_token || writes_from_start(has.answer);
             }},
    ViewInfo{ViewKind::lab, "lab", "Labs", every_whole_model}};

}  // namespace

std::span<const ViewInfo> all_views() { return view_table; }

const ViewInfo& info(ViewKind view) { return view_table.at(static_cast<std::size_t>(view)); }

const EnumNames<ViewKind>& view_names() {
  static const EnumNames<ViewKind> names = [] {
    EnumNames<ViewKind> all;
    for (const ViewInfo& each : view_table) all.emplace_back(each.kind, each.name);
    return all;
  }();
  return names;
}

ViewKind view_within(const Anatomy& anatomy, ViewKind asked) {
  for (const ViewKind view : {asked, ViewKind::lines, ViewKind::unrolled}) {
    if (has_view(anatomy, view)) return view;
  }
  return ViewKind::map;
}

}  // namespace headlight
