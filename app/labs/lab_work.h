// What the open lab computed, off the frame like everything else. Immutable; panels only read it.
#pragma once

#include <any>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/labs/lab_kind.h"
#include "app/labs/lab_table.h"
#include "app/shared/side.h"
#include "core/figure/heatmap.h"

namespace headlight {

// What a lab recorded, as the sides of a document.
struct LabRecord {
  SidePair sides;

  const Trace* trace(int side) const { return sides.at(static_cast<std::size_t>(side)).trace.get(); }
  // A side of it, where nothing was edited.
  void set(int side, TracePtr trace) {
    Side& into = sides.at(static_cast<std::size_t>(side));
    into.trace = into.unedited = std::move(trace);
  }
};

// Thrown by a lab's compute() once it was asked to stop.
struct LabCancelled {};

struct LabWork {
  LabKind lab = {};     // what it was made for
  std::any controls;    // and with these settings
  std::string subject;  // for this head, word and sentence of the session
  std::any found;       // what the lab found, as its own type: result()
  // Inspector, heatmaps and export read it like a model's traces. Null where the lab records nothing.
  std::shared_ptr<const LabRecord> recorded;
  std::string shown;  // the path of its main matrix; empty without one
  // What can be exported; first what the eye sees first.
  std::vector<LabTable> tables;
  // What is drawn beside the recorded nodes, by name: cuts of them, differences.
  std::map<std::string, HeatmapPtr> maps;
  std::string note;  // one line about what was computed: where a table comes from
  // One line where the model on stage is read without the session's edits, or some of them: which, and why.
  // Empty where they are in force, and where there is nothing that they could change.
  std::string without_edits;
  std::string error;  // one line, as everywhere
  // What the model on stage lacks for this page, as missing_for() says it; then nothing was computed, and
  // `error` says the same.
  std::string missing;

  template <typename Settings>
  const Settings& settings() const {
    return std::any_cast<const Settings&>(controls);
  }
  // What the lab found, work.result<CostStudy>(); null when it found nothing.
  template <typename Result>
  const Result* result() const {
    return result_in<Result>(&found);
  }
  template <typename Result>
  void keep(Result result) {
    found = std::make_shared<const Result>(std::move(result));
  }
  // The same of what another work found; null as well for a null pointer.
  template <typename Result>
  static const Result* result_in(const std::any* other) {
    const auto* held = std::any_cast<std::shared_ptr<const Result>>(other);
    return held == nullptr ? nullptr : held->get();
  }

  // The table of this name, of a side's sentence where each has its own; null when it was not computed.
  const LabTable* table(std::string_view name, int side = -1) const;
};

using LabWorkPtr = std::shared_ptr<const LabWork>;

}  // namespace headlight
