#include "app/labs/positions/positions_maps.h"

#include <array>
#include <stdexcept>
#include <utility>

#include "app/labs/positions/positions_lab.h"
#include "app/labs/positions/positions_work.h"
#include "core/explain/view.h"
#include "core/figure/heatmap.h"
#include "core/labs/model_positions.h"
#include "core/labs/positions.h"

namespace headlight {
namespace {

// Positive throughout: from the smallest to the largest number, so that small differences show.
void fit_scale(Heatmap& map, const char* label) {
  const auto [low, high] = std::minmax_element(map.values.begin(), map.values.end());
  if (*low >= 0) map.scale = {Ramp::sequential, *low, std::max(*high, *low + 1e-6F), label, {}, {}};
  map.scale.label = label;
}

void keep(LabWork& work, const std::string& name, Heatmap map) {
  work.maps[name] = std::make_shared<const Heatmap>(std::move(map));
}

// A picture that is exported alone, under its own name.
void keep_matrix(LabWork& work, const PositionsAsked& asked, const std::string& name, Heatmap map) {
  work.tables.push_back({.name = name, .side = asked.side, .maps = {asked.named(name)}});
  keep(work, asked.named(name), std::move(map));
}

// The formula of what the lab recorded, where that of the model's step of this name says something else.
Heatmap with_formula(Heatmap map, const std::string& formula) {
  const std::string part = map.title.runs.empty() ? "" : map.title.runs.front().text;
  map.title = std::vector<TextRun>{{part, Role::ink, true}, {" · " + formula, Role::text_2}};
  return map;
}

void keep_vectors(LabWork& work, const PositionsAsked& asked, const Trace& places) {
  Heatmap numbers = view_of(places, "source.positions");
  if (asked.lab.kind == Positions::learned)
    numbers = with_formula(std::move(numbers), "PE = row pos of a learned table");
  keep(work, asked.named("numbers"), with_axes_swapped(numbers));
  keep_matrix(work, asked, "positions", std::move(numbers));
  Heatmap alike = view_of(places, "source.similarity");
  fit_scale(alike, "similarity");
  keep_matrix(work, asked, "similarity", std::move(alike));
}

// The words' own vectors, and what becomes of them: plus their place's, or with it behind them. All on the
// scale of the latter. Nothing where the two do not fit together.
void keep_input(LabWork& work, const PositionsAsked& asked, const Trace& places) {
  Heatmap words = view_of(asked.edited, std::string(asked.model().anatomy().stacks.front().input) +
                                            (asked.config().scaled_embedding ? ".scaled" : ".embedded"));
  const Reading positions = places.read("source.positions");
  const int own = words.columns, size = positions.shape().cols;
  if (!asked.lab.appended && own != size) return;
  if (positions.shape().rows < asked.tokens()) return;
  Heatmap input = words;
  const std::string word = asked.config().scaled_embedding ? "√d e" : "e";
  input.path.clear();
  input.title = std::vector<TextRun>{
      {"input", Role::ink, true},
      {asked.lab.appended ? " · X = [" + word + ", PE]" : " · X = " + word + " + PE", Role::text_2}};
  input.columns = asked.lab.appended ? own + size : own;
  input.column_labels.clear();
  input.states.clear();
  input.values.clear();
  for (int t = 0; t < asked.tokens(); ++t) {
    for (int d = 0; d < own; ++d)
      input.values.push_back(words.value(t, d) + (asked.lab.appended ? 0 : positions(t, d)));
    for (int d = own; d < input.columns; ++d) input.values.push_back(positions(t, d - own));
  }
  input.scale = symmetric_scale(input.values, words.scale.label);
  words.scale = input.scale;
  Heatmap own_places = view_of(places, "source.positions");
  own_places.scale = input.scale;
  keep(work, asked.named("places"), std::move(own_places));
  keep(work, asked.named("words"), std::move(words));
  keep(work, asked.named("input"), std::move(input));
  work.tables.push_back({.name = "input", .side = asked.side, .maps = {asked.named("input")}});
}

void keep_biases(LabWork& work, const PositionsAsked& asked, const Trace& biases) {
  const auto path = [](int head, const char* part) {
    return head_path("encoder", 0, "self_attention", head, part);
  };
  const char* added = biases.find(path(0, "masked")) >= 0 ? "masked" : "position_bias";
  const std::string formula = asked.lab.kind == Positions::relative ? "B = b(j − i)" : "B = −m |j − i|";
  LabTable all{.name = every_bias_table, .side = asked.side};
  int heads = 0;
  for (; biases.find(path(heads, added)) >= 0; ++heads) {
    Heatmap map = view_of(biases, path(heads, added));
    map.title = bias_head_name(asked.found, heads);
    all.maps.push_back(asked.named(map.path));
    keep(work, all.maps.back(), std::move(map));
  }
  asked.found.bias_heads = heads;
  const int head = std::min(asked.lab.head, heads - 1);
  keep_matrix(work, asked, "bias", with_formula(view_of(biases, path(head, added)), formula));
  keep_matrix(work, asked, "weights of the bias alone",
              with_formula(view_of(biases, path(head, "weights")), "A = softmax(B)"));
  all.says = every_bias_caption(asked.lab, heads, work.note, asked.config().positions == asked.lab.kind);
  work.tables.push_back(std::move(all));
  // The pictures first.
  std::stable_partition(work.tables.begin(), work.tables.end(),
                        [](const LabTable& each) { return each.name != slopes_table; });
}

void keep_rotation(LabWork& work, const PositionsAsked& asked, const Trace& turned) {
  const std::string head = head_path("encoder", 0, "self_attention", 0, "");
  keep_matrix(work, asked, "scores",
              with_formula(view_of(turned, head + "scores"), "S = (R(i) q) · (R(j) k)"));
  keep_matrix(work, asked, "turned query", view_of(turned, head + "query_rotated"));
  keep_matrix(work, asked, "turned key", view_of(turned, head + "key_rotated"));
  asked.found.turned = diagonal_deviation(turned.read(head + "scores").view());
  work.tables.push_back({.name = "rotation",
                         .columns = {"largest difference at equal distance"},
                         .rows = {{asked.found.turned}},
                         .side = asked.side});
}

}  // namespace

void keep_places(LabWork& work, const PositionsAsked& asked, const Trace& places) {
  if (places.find("source.similarity") >= 0) {
    keep_vectors(work, asked, places);
    keep_input(work, asked, places);
  } else if (places.find(head_path("encoder", 0, "self_attention", 0, "position_bias")) >= 0) {
    keep_biases(work, asked, places);
  } else if (places.find(head_path("encoder", 0, "self_attention", 0, "query_rotated")) >= 0) {
    keep_rotation(work, asked, places);
  }
}

const char* score_part_title(std::string_view part) {
  static constexpr std::array titles{std::pair{"content_content", "word · word"},
                                     std::pair{"content_position", "word · position"},
                                     std::pair{"position_content", "position · word"},
                                     std::pair{"position_position", "position · position"},
                                     std::pair{"biases", "biases"},
                                     std::pair{"parts_sum", "all together"}};
  const auto found =
      std::find_if(titles.begin(), titles.end(), [&](const auto& each) { return each.first == part; });
  if (found == titles.end()) throw std::out_of_range("no part of the scores: " + std::string(part));
  return found->second;
}

std::string bias_slope(const PositionsStudy::OfSide& found, int head) {
  if (found.slopes.empty()) return "";
  return ", m = " + slope_text(static_cast<double>(found.slopes.at(static_cast<std::size_t>(head))));
}

std::string bias_head_name(const PositionsStudy::OfSide& found, int head) {
  return "head " + std::to_string(head) + bias_slope(found, head);
}

void keep_parts(LabWork& work, const PositionsAsked& asked, const Trace& parts) {
  const std::string head = asked.scores();
  std::vector<std::string> names(score_parts.begin(), score_parts.end());
  names.emplace_back("parts_sum");
  std::vector<Heatmap> maps;
  float most = 0;
  for (const std::string& name : names)
    most = std::max(most, maps.emplace_back(view_of(parts, head + name)).scale.high);
  LabTable table{.name = "parts of the scores", .side = asked.side};
  for (std::size_t i = 0; i < names.size(); ++i) {
    maps[i].scale.low = -most;
    maps[i].scale.high = most;
    maps[i].title = score_part_title(names[i]);
    table.maps.push_back(asked.named(names[i]));
    keep(work, table.maps.back(), std::move(maps[i]));
  }
  work.tables.push_back(std::move(table));
}

void keep_weights(LabWork& work, const PositionsAsked& asked, const Trace* other) {
  const std::string path =
      reading_head(asked.model().anatomy(), asked.lab.layer, asked.lab.head).path("weights");
  LabTable table{.name = "weights", .side = asked.side};
  const auto add = [&](const char* title, Heatmap map) {
    map.title = title;
    table.maps.push_back(asked.named(title));
    keep(work, table.maps.back(), std::move(map));
  };
  add("as trained", view_of(asked.edited, path));
  if (other != nullptr) {
    add("other kind", view_of(*other, path));
    add("difference", difference_of(asked.edited, *other, path));
  }
  work.tables.push_back(std::move(table));
}

}  // namespace headlight
