// What a step draws of an experiment: a ```curve and a ```heads block, and the numbers that the model gives.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/lessons/markdown.h"

namespace headlight {

//   across: weight of "it" on "street", 0 to 1
//   change: share(encoder.1.self_attention.head.0.weights[it, street] = x)
//   P(elle): probabilities[qu', elle]
//
// Each line that is neither `across` nor `change` is a curve and its name. Of heads:
//
//   attention: encoder
//   change: HEAD.output = 0                the default; HEAD is the path of each head in turn
//   P(elle): probabilities[qu', elle]
//
// `session` is the step's: its model says which heads there are. Nothing where something is wrong.
std::optional<LessonFigure> read_figure(const MarkdownBlock& block, LessonFigure::Kind kind,
                                        const Session& session, const OwnSentencesPtr& sentences,
                                        const std::string& file, std::vector<Problem>& problems);

// Of a curve a point at each of `curve_points` places between both ends, of heads a number for each.
struct FigureValues {
  std::vector<std::vector<double>> series;
  double unchanged = 0;  // of heads: with all of them as they are
  std::string error;     // why there are none
};
inline constexpr int curve_points = 21;
double curve_x(const LessonFigure& figure, int point);

// Runs the model once a point, which takes a second or two. False when `go_on` said no: called with these
// `values` again, it goes on there.
bool compute_figure(const LessonFigure& figure, const Results& results, FigureValues& values,
                    const std::function<bool()>& go_on);
FigureValues figure_values(const LessonFigure& figure, const Results& results);

}  // namespace headlight
