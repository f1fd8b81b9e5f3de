// The figure of a session: what the screen shows, for files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "core/explain/aggregate.h"
#include "core/explain/view.h"
#include "core/figure/figure.h"
#include "core/figure/picture_figure.h"

namespace headlight {

// The shown node as one map; with a second sentence both and their difference. A vocabulary's columns are cut
// to those that matter when `for_picture`, and the caption says so. In a lab the matrix that it is about.
// Throws std::invalid_argument with the results' own error when something asked for could not be computed,
// std::out_of_range for a node that is not there.
Figure figure_of(const Session& session, const Results& results, bool for_picture = true);
// Of the open lab's work: a table that is a matrix.
Figure figure_of(const Session& session, const Results& results, const LabTable& matrix,
                 bool for_picture = true);

// The column of a head's weights that a scale without the sink leaves out: that on which most attention only
// rests (sink_of), and where none does the first token's. Nothing for what is no map of weights.
std::optional<int> sink_column(const Heatmap& map);

// The heads of the selected layer together, of the sentences as figure_of() has them: the mean of their
// weights, or the rollout up to it. Heads that are switched off take no part. Throws as figure_of() does, and
// std::invalid_argument for a layer without heads or a rollout through cross-attention.
enum class HeadsTogether { mean, rollout };
Figure figure_of_heads(const Session& session, const Results& results, HeadsTogether together);

// Heads side by side, of the sentence that the steps follow, on one scale: those named, or the mean or the
// rollout of a layer.
struct ShownHead {
  enum class What { head, mean, rollout };
  What what = What::head;
  int layer = 0;
  int head = 0;
};
inline constexpr std::size_t most_shown_heads = 24;
// "0.1,2.0,mean,2.rollout": layer and head, or what the heads of a layer do together; without a number of the
// layer `layer`. Throws std::invalid_argument that says what is wrong and how it is written.
std::vector<ShownHead> shown_heads(const std::string& text, int layer);
// Throws as figure_of_heads() does, and std::invalid_argument for a head that is not there.
Figure figure_of_heads(const Session& session, const Results& results, const std::vector<ShownHead>& heads);

// The maps of a picture on stage as a figure, for files.

// Whether the session's heatmaps are maps over a picture: where a head is shown that looks at one.
bool has_picture_figure(const Session& session, const Results& results);

// There: the picture and, for attention of words, a map for each word of the caption, or for the chosen one
// alone; for attention of cells, a map for each head, of the cell that asks. Of two pictures both. Nothing
// elsewhere.
std::optional<PictureFigure> picture_figure_of(const Session& session, const Results& results);

// The words that a session has selected, as places of a map.

// Whether more is selected than one word that asks.
inline bool selects_several(const Look& look) {
  return !look.also_tokens.empty() || !look.key_tokens.empty();
}
// The query rows that are selected, the one in focus first.
std::vector<int> selected_rows(const Look& look);

// Where the tokens of a side stand in a map of theirs.
struct PlacesInMap {
  std::function<int(int token)> row, column;
};
// These rows and the keys that are selected, in a side's map of a node: of the session's own side, or, where
// `both` are known, what stands for them on the other one. Nothing where the node has no tokens there.
ChosenWords chosen_in(const Session& session, const std::vector<int>& rows, int side, const Trace& trace,
                      const std::string& path, const TraceAlignment* both, const PlacesInMap& places);

}  // namespace headlight
