// The lab that is open, on the session and its results: its work, what stands under its pictures, and which
// traces its cells are in.
#pragma once

#include <vector>

#include "app/lab/lab_work.h"
#include "app/session/results.h"

namespace headlight {

// What the open lab may look at. It refers to both.
LabInput lab_input(const Session& session, const Results& results);

// Fills `results`, which have the model and the sentences' traces, with the work of the session's open lab,
// or of the one whose ribbons another view draws; `before` spares what it has. Nothing when there is none;
// once cancelled none, and the results are marked as still computing.
void open_lab(const Session& session, Results& results, const Results* before,
              const Computing& computing = {});
// The work of the same lab and head with other settings, or for other runs: those on the stage of `results`.
// No word is in focus, and the first sentence is followed. What goes wrong is its error.
LabWorkPtr lab_work_like(const LabWork& work, const std::any& settings, const Results& results);
// Whether the results' work is the session's.
bool has_lab_work(const Results& results, const Session& session);
// The results' work; null while it is that of another lab.
const LabWork* lab_work_of(const Session& session, const Results& results);

// What another view draws as ribbons: of the sentences on stage, where it is asked for and found; else null.
const CauseWays* cause_ways(const Session& session, const Results& results);

// What stands under the pictures of the open lab: a whole sentence that names it.
LabCaption lab_caption(const Session& session, const Results& results);
// What there is to write, first what the eye sees first: the open lab's tables, of those that each sentence
// has the one on stage. Empty outside of the labs.
std::vector<const LabTable*> lab_tables(const Session& session, const Results& results);
// The first of them that is a matrix, drawn as the lab's heatmap; null without one.
const LabTable* lab_matrix(const Session& session, const Results& results);

// How many sides cells of the session can be on: those of the open lab, or of its sentences.
int sides_of_cells(const Session& session, const Results& results);
// The side of the session, or the other one when that has no sentence.
int side_on_stage(const Session& session, const Results& results);
// The trace that cells of the session are named in: the open lab's, else the model's for what is asked now;
// null while nothing is computed for it.
const Trace* trace_of_cells(const Session& session, const Results& results);

}  // namespace headlight
