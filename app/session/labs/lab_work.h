// What the open lab computed, off the frame like everything else. Immutable; panels only read it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/document.h"
#include "core/figure/heatmap.h"

namespace headlight {

struct ScalingStudy;
struct TemperatureStudy;
struct CostStudy;

// Numbers that a lab plots, as they are exported: a name for each column, and rows as long as that.
struct LabTable {
  std::string name;  // "variance of q·k"
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

struct LabWork {
  LabKind lab = {};  // what it was made for
  Labs labs;
  std::string subject;  // and for this head, word and sentence of the session
  // What the lab recorded, as the sides of a document: inspector, heatmaps and export read it like a model's.
  // Null where the lab records nothing.
  DocumentPtr recorded;
  std::string shown;  // the path of its main matrix, for pictures and numbers; empty without one
  std::vector<LabTable> tables;
  // What is drawn beside the recorded nodes, by name: cuts of them, differences.
  std::map<std::string, HeatmapPtr> maps;
  // What single labs found besides.
  std::shared_ptr<const ScalingStudy> scaling;
  std::shared_ptr<const TemperatureStudy> temperature;
  std::shared_ptr<const CostStudy> cost;
  std::string note;   // one line about what was computed: where a table comes from
  std::string error;  // one line, as everywhere

  // Null where there is none of this name.
  const LabTable* table(std::string_view name) const;
  // A number of a table that has one row; NaN where there is none.
  double number(std::string_view name, std::string_view column) const;
};

// The labs' workers: each fills the work for its settings, and may throw what is wrong.
void compute_lookup(LabWork& work, const Session& session, const Document& document);
void compute_attention(LabWork& work, const Session& session, const Document& document);
void compute_order(LabWork& work, const Session& session, const Document& document);

// The work of the session's open lab; null when none is open. `document` has the model and the sentences'
// traces, `before` spares what it has.
LabWorkPtr lab_work(const Session& session, const Document& document, const Document* before);
// Whether the document's work is the session's.
bool has_lab_work(const Document& document, const Session& session);

// How many sides cells of the session can be on: those of the open lab, or of its sentences.
int sides_of_cells(const Session& session, const Document& document);
// The trace that cells of the session are named in: the open lab's, else the model's for what is asked now;
// null while nothing is computed for it.
const Trace* trace_of_cells(const Session& session, const Document& document);

}  // namespace headlight
