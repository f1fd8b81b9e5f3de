#include "app/panels/common/trace_maps.h"

#include <utility>

#include "core/explain/view.h"

namespace headlight {
namespace {

constexpr std::size_t most_compared_bytes = std::size_t{96} << 20U;

}  // namespace

std::optional<CellAt> Compared::common(int side, int row, int column) const {
  const auto at_row = rows.common(side, row), at_column = columns.common(side, column);
  return at_row && at_column ? std::optional(CellAt{*at_row, *at_column}) : std::nullopt;
}

std::optional<CellAt> Compared::own(int side, CellAt at) const {
  const auto &row = rows.own.at(side).at(at.row), &column = columns.own.at(side).at(at.column);
  return row && column ? std::optional(CellAt{*row, *column}) : std::nullopt;
}

void TraceMaps::follow(const ResultsPtr& results, Flash& flash, bool still) {
  constexpr double seconds = 0.4;
  const auto put_out = [&] {
    flash = {};
    for (RunMaps& run : runs_) run.put_out();
    compared_maps_.put_out();
  };
  if (flash.since >= 0 && ImGui::GetTime() - flash.since > seconds) put_out();
  bool changed = false;
  for (int side = 0; side < 2; ++side) {
    const Run& from = results->side(side);
    RunMaps& run = runs_.at(side);
    if (run.changes(from, results->computing)) {
      if (!changed) put_out();
      changed = true;
      const bool lit = run.is_edited(from) && !still;
      if (lit) flash.since = ImGui::GetTime();
      run.take(from, lit ? &flash : nullptr);
    }
    run.follow(from, at_once_);
  }
  if (changed) {
    compared_maps_.begin_again(flash.since >= 0 ? &flash : nullptr);
    compared_.clear();
    alignment_.reset();
    work_.forget();
  }
  const bool same =
      results->trace(0) == runs_[0].trace().get() && results->trace(1) == runs_[1].trace().get();
  if (same && alignment_ == nullptr) alignment_ = results->alignment;
  work_.follow();
  compared_maps_.settle();
  settle_compared();
  if (results->lab_cells != nullptr) {
    if (at_once_) {
      lab().follow(results->lab_cells);
    } else {
      lab().follow(results->lab_cells, unlit_, true);
    }
  }
  // What a lab recorded of a long text has the size of a trace or two. What is still being made of it is
  // given up, and waited for by nobody.
  static const ResultsPtr nothing = std::make_shared<const Results>();
  if (lab_ != nullptr && results->lab_cells == nullptr && !results->computing)
    lab_->follow(nothing, unlit_, true);
}

bool TraceMaps::busy() const {
  return runs_[0].busy() || runs_[1].busy() || work_.busy() || (lab_ != nullptr && lab_->busy());
}

void TraceMaps::settle_compared() {
  std::size_t bytes = 0;
  for (const auto& [name, kept] : compared_) {
    if (!kept.made) continue;
    for (const HeatmapPtr& map : kept.made->maps) bytes += bytes_of(*map);
  }
  if (bytes > most_compared_bytes)
    std::erase_if(compared_, [this](const auto& each) { return each.second.seen < frame_; });
  ++frame_;
}

TraceMaps& TraceMaps::lab() {
  if (lab_ == nullptr) lab_ = std::make_unique<TraceMaps>();
  return *lab_;
}

const TraceAlignment* TraceMaps::alignment() {
  if (alignment_ == nullptr && two())
    alignment_ = std::make_shared<const TraceAlignment>(alignment_of(*runs_[0].trace(), *runs_[1].trace()));
  return alignment_.get();
}

const Compared* TraceMaps::compared(const std::string& path, bool words) {
  if (!two() || runs_[0].trace()->find(path) < 0 || runs_[1].trace()->find(path) < 0) return nullptr;
  const std::string name = words ? path + "/by words" : path;
  KeptCompared& entry = compared_[name];
  entry.seen = frame_;
  std::optional<Compared>& kept = entry.made;
  if (kept) return &*kept;
  const auto make = [first = runs_[0].trace(), second = runs_[1].trace(), path, words] {
    ComparedFigure figure = comparison_of(*first, *second, path, words);
    Compared made{{}, std::move(figure.rows), std::move(figure.columns)};
    for (std::size_t i = 0; i < 3; ++i)
      made.maps[i] = std::make_shared<const Heatmap>(std::move(figure.panels.at(i)));
    return made;
  };
  const bool large = is_large(*runs_[0].trace(), runs_[0].trace()->at(path)) ||
                     is_large(*runs_[1].trace(), runs_[1].trace()->at(path));
  if (large && !at_once_) {
    work_.ask(name + "/compared", [this, name, make]() -> PictureWork::Keep {
      return [this, name, made = make()] { compared_[name] = {made, frame_}; };
    });
    return nullptr;
  }
  kept = make();
  for (std::size_t i = 0; i < 3; ++i) compared_maps_.keep(name + std::to_string(i), kept->maps[i]);
  return &*kept;
}

}  // namespace headlight
