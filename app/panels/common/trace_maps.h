// What the panels draw: the maps of the runs on the stage, those of what the open lab recorded, and two
// sentences compared. Made from the results once and kept until they change.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/panels/common/run_maps.h"
#include "app/session/results.h"

namespace headlight {

// Two sentences' maps on common rows and columns, and second minus first.
struct Compared {
  std::array<HeatmapPtr, 3> maps;
  CommonPlaces rows, columns;

  // Where a sentence's own cell stands; nothing where it has none.
  std::optional<CellAt> common(int side, int row, int column) const;
  // And which of a sentence's own stands there.
  std::optional<CellAt> own(int side, CellAt at) const;
};

class TraceMaps {
 public:
  // Takes over results. While a sentence is being computed or has an error, its last trace stays on stage.
  // When the same sentence comes under other edits, the cells that changed visibly go into `flash`, unless
  // all is to stay `still`.
  void follow(const ResultsPtr& results, Flash& flash, bool still);
  // The same for pictures in files: nothing is lit, and all is there at once.
  void follow(const ResultsPtr& results) {
    at_once_ = true;
    follow(results, unlit_, true);
  }
  // Something that the last frames asked for is still being made.
  bool busy() const;

  // Those of a side of the stage: 0 and 1.
  RunMaps& operator[](int side) { return runs_.at(side); }
  const RunMaps& operator[](int side) const { return runs_.at(side); }
  // Both sentences have a trace.
  bool two() const { return runs_[0].trace() != nullptr && runs_[1].trace() != nullptr; }
  // The same for what the open lab recorded.
  TraceMaps& lab();

  // Which word of one side stands for which of the other; null unless there are two.
  const TraceAlignment* alignment();
  // Null unless both traces have the node. `words`: weights by whole words.
  const Compared* compared(const std::string& path, bool words = false);

 private:
  // Of what was not compared in the last frame nothing is kept once all take too much memory.
  struct KeptCompared {
    std::optional<Compared> made = {};
    long seen = 0;  // in which frame
  };
  void settle_compared();

  std::unique_ptr<TraceMaps> lab_;
  std::array<RunMaps, 2> runs_;
  std::shared_ptr<const TraceAlignment> alignment_;
  std::map<std::string, KeptCompared> compared_;
  LitMaps compared_maps_;
  long frame_ = 0;
  bool at_once_ = false;
  Flash unlit_;
  PictureWork work_;  // last: it ends before what it fills
};

// What has been found in the trace that is shown, by what it was asked for: kept as long as the trace is the
// same. Each use has a struct of its own (Ui::state).
template <typename Asked, typename Found>
struct KeptOfTrace {
  std::weak_ptr<const Trace> trace;
  std::map<Asked, Found> of;

  const Found& get(const TracePtr& now, const Asked& asked, const auto& find) {
    constexpr std::size_t most = 256;
    if (trace.lock() != now || of.size() > most) {
      trace = now;
      of.clear();
    }
    const auto [at, is_new] = of.try_emplace(asked);
    if (is_new) at->second = find();
    return at->second;
  }
  void let_go() { of.clear(); }
};

}  // namespace headlight
