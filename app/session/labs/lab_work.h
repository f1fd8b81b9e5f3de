// What the open lab computed, off the frame like everything else. Immutable; panels only read it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/session/document.h"
#include "core/figure/heatmap.h"

namespace headlight {

// Numbers that a lab plots, as they are exported: a name for each column, and rows as long as that.
struct LabTable {
  std::string name;  // "variance of q·k"
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

struct LabWork {
  LabKind lab = {};  // what it was made for
  Labs labs;
  // What the lab recorded, as the sides of a document: inspector, heatmaps and export read it like a model's.
  // Null where the lab records nothing.
  DocumentPtr recorded;
  std::string shown;  // the path of its main matrix, for pictures and numbers; empty without one
  std::vector<LabTable> tables;
  std::map<std::string, HeatmapPtr> maps;  // what is shown otherwise than as recorded, by a name of the lab's
  std::string note;                        // one line about what was computed: where a table comes from
  std::string error;                       // one line, as everywhere
};

// The work of the session's open lab; null when none is open. `document` has the model and the sentences'
// traces, `before` spares what it has.
LabWorkPtr lab_work(const Session& session, const Document& document, const Document* before);
// Whether the document's work is the session's.
bool has_lab_work(const Document& document, const Session& session);

// The trace that cells of the session are named in: the open lab's, else the model's for what is asked now;
// null while nothing is computed for it.
const Trace* trace_of_cells(const Session& session, const Document& document);

}  // namespace headlight
