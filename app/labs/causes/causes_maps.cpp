// The map of causes as pictures: what is read and what is written.
#include <algorithm>
#include <cmath>
#include <memory>

#include "app/labs/causes/causes_work.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

HeatmapPtr map_of_stream(const CausesStudy& study, const CausalMap& map, Stream stream,
                         std::vector<int>& blocks) {
  auto made = std::make_shared<Heatmap>();
  const auto count = static_cast<int>(map.blocks.size());
  for (int i = 0; i < count; ++i) {
    const CausalMap::Block& block = map.blocks[static_cast<std::size_t>(i)];
    if (block.stream == stream && !block.effects.empty()) blocks.push_back(i);
  }
  if (blocks.empty()) return nullptr;
  const Trace& trace = *study.to;
  const CausalMap::Block& first = map.blocks[static_cast<std::size_t>(blocks.front())];
  std::size_t columns = first.effects.size();
  // Of the words that are written, none behind the place can have to do with it.
  if (stream == Stream::target)
    columns = std::min(columns, static_cast<std::size_t>(study.question.place / first.together) + 1);
  made->row_axis = "taken at";
  made->column_axis = stream == Stream::source ? "word read" : "word written";
  if (!writes_from_start(trace.anatomy().answer)) made->column_axis = "word";
  if (trace.anatomy().picture && stream == Stream::source) made->column_axis = "cell";
  made->rows = static_cast<int>(blocks.size());
  made->columns = static_cast<int>(columns);
  const Axis axis = trace.label(trace.at(first.path)).rows;
  const int rows = trace.tape().node(trace.at(first.path)).shape.rows;
  for (std::size_t column = 0; column < columns; ++column) {
    const int begin = static_cast<int>(column) * first.together;
    const int last = std::min(rows, begin + first.together) - 1;
    made->column_labels.push_back(trace.label(axis, begin) +
                                  (last > begin ? " … " + trace.label(axis, last) : ""));
  }
  for (const int i : blocks) {
    const CausalMap::Block& block = map.blocks[static_cast<std::size_t>(i)];
    made->row_labels.push_back(block_name(trace.anatomy(), block.path));
    for (std::size_t column = 0; column < columns; ++column) {
      const bool there = column < block.effects.size() && std::isfinite(block.effects[column]);
      made->values.push_back(there ? static_cast<float>(block.effects[column]) : 0);
      made->states.push_back(there ? CellState::value : CellState::absent);
    }
  }
  return made;
}

}  // namespace

// Of shares at least from -1 to 1.
void add_cause_maps(CausesStudy& study) {
  const CausalMap& map = study.map;
  study.maps.clear();
  study.blocks.clear();
  std::vector<std::shared_ptr<Heatmap>> all;
  float most = study.alone ? 0.0F : 1.0F;
  for (const Stream stream : {Stream::source, Stream::target}) {
    std::vector<int> blocks;
    const HeatmapPtr made = map_of_stream(study, map, stream, blocks);
    if (made == nullptr) continue;
    for (const float value : made->values) most = std::max(most, std::fabs(value));
    all.push_back(std::make_shared<Heatmap>(*made));
    study.blocks.push_back(std::move(blocks));
  }
  if (most == 0) most = 1;
  for (const auto& each : all) {
    each->scale = {Ramp::diverging, -most, most, study.alone ? "change of log P" : "effect", {}, {}};
    each->format = NumberFormat::weight;
    study.maps.push_back(each);
  }
}

}  // namespace headlight
