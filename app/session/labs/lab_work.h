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

// Numbers of a lab as they are exported. Either what it plots: a name for each column, and rows as long as
// that. Or a matrix: a node that it recorded, or pictures of LabWork::maps side by side.
struct LabTable {
  std::string name;  // "variance of q·k"
  std::vector<std::string> columns = {};
  std::vector<std::vector<double>> rows = {};
  // What each row is of, as the first column of a text file: "model", and "GPT-2 small" ...
  std::string rows_are = {};
  std::vector<std::string> row_names = {};
  bool letters =
      false;      // the numbers stand for letters, A is 0: text files have these, empty where it is NaN
  int side = -1;  // the sentence that it is of; -1: of none or of all

  std::string path = {};               // of the node
  std::vector<std::string> maps = {};  // names of the pictures
  std::string says = {};               // what its picture says of itself; empty: what the page does

  bool is_matrix() const { return !path.empty() || !maps.empty(); }
};

struct LabWork {
  LabKind lab = {};  // what it was made for
  Labs labs;
  std::string subject;  // and for this head, word and sentence of the session
  // What the lab recorded, as the sides of a document: inspector, heatmaps and export read it like a model's.
  // Null where the lab records nothing.
  DocumentPtr recorded;
  std::string shown;  // the path of its main matrix; empty without one
  // What can be exported; first what the eye sees first.
  std::vector<LabTable> tables;
  // What is drawn beside the recorded nodes, by name: cuts of them, differences.
  std::map<std::string, HeatmapPtr> maps;
  // What single labs found besides.
  std::shared_ptr<const ScalingStudy> scaling;
  std::shared_ptr<const TemperatureStudy> temperature;
  std::shared_ptr<const CostStudy> cost;
  std::string note;  // one line about what was computed: where a table comes from
  // One line where the model on stage is read without the session's edits, or some of them: which, and why.
  // Empty where they are in force, and where there is nothing that they could change.
  std::string without_edits;
  std::string error;  // one line, as everywhere

  // The table of this name, of a side's sentence where each has its own; null when it was not computed.
  const LabTable* table(std::string_view name, int side = -1) const;
  // A number of a table's first row; NaN where there is none.
  double number(std::string_view table, std::string_view column) const;
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
// The side of the session, or the other one when that has no sentence.
int side_on_stage(const Session& session, const Document& document);
// Its trace; null without any sentence.
TracePtr trace_on_stage(const Session& session, const Document& document);
// The same for a lab that needs one. Throws std::runtime_error, in one line for the stage, without any.
TracePtr sentence_on_stage(const Session& session, const Document& document);
// The trace of the first sentence, for a lab on one sentence. Throws std::runtime_error, in one line for the
// stage, where it cannot be read.
TracePtr first_sentence(const Document& document);
// "1 edit", "3 edits": those in force on the sentence on stage that concern one of these nodes; empty when
// there is none.
std::string edits_of(const Session& session, const Document& document, const std::vector<std::string>& paths);
// The trace that cells of the session are named in: the open lab's, else the model's for what is asked now;
// null while nothing is computed for it.
const Trace* trace_of_cells(const Session& session, const Document& document);

}  // namespace headlight
