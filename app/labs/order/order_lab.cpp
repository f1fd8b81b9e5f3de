// The lab on order as a row of the labs.
#include "app/labs/order/order_lab.h"

#include <algorithm>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/explain/view.h"
#include "core/labs/model_positions.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

std::string compared_path(const OrderLab& settings, const Model& model) {
  switch (settings.shown) {
    case OrderShown::embedding:
      return std::string(model.anatomy().stacks.front().input) + ".embedded";
    case OrderShown::output:
      return reading_output_path(model);
    case OrderShown::weights:
      break;
  }
  return reading_head(model.anatomy(), settings.layer, settings.head).path("weights");
}

const char* name_of(OrderShown shown) {
  switch (shown) {
    case OrderShown::embedding:
      return "embeddings";
    case OrderShown::output:
      return "outputs";
    case OrderShown::weights:
      break;
  }
  return "weights";
}

std::vector<LabTable> tables_of(const OrderStudy& study, OrderShown shown) {
  LabTable words{
      .name = "words", .columns = {"largest difference"}, .rows_are = "word", .row_names = study.words};
  for (const double difference : study.of_words) words.rows.push_back({difference});
  return {{.name = name_of(shown), .maps = {"before", "after", "difference"}},
          {"differences", {"without positions", "with positions"}, {{study.largest[0], study.largest[1]}}},
          std::move(words)};
}

// Maps: "before", "after" and "difference".
void compute_order(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<OrderLab>();
  const TracePtr sentence = input.first_sentence();
  const std::vector<int> tokens = tokens_read(*sentence);
  const std::vector<int> order = order_of(settings.order, static_cast<int>(tokens.size()));
  const std::vector<int> moved = in_order(tokens, order);

  work.shown = compared_path(settings, *input.model);
  const bool weights = settings.shown == OrderShown::weights;
  const std::vector<Edit>& edits = input.run(0).edits;
  OrderStudy study;
  study.words = sentence->typed();
  std::array<TracePtr, 2> shown;
  // Those that are not shown first: they are let go before the others are made.
  for (const bool positions : {!settings.positions, settings.positions}) {
    const TracePtr before = trace_reading(input.model, tokens, positions, edits);
    // What was done to a word is done wherever it stands.
    const TracePtr after =
        trace_reading(input.model, moved, positions, moved_edits(edits, *before, places_of(order)));
    const Reading first = before->read(work.shown);
    const Matrix difference =
        matched_back(after->read(work.shown).view(), order, weights) - Matrix(first.view().map());
    study.largest[positions ? 1 : 0] = difference.cwiseAbs().maxCoeff();
    if (positions != settings.positions) continue;
    shown = {before, after};
    Heatmap map = view_of(*before, work.shown);
    map.values.assign(difference.data(), difference.data() + difference.size());
    // On the values' own scale: what is rounding only is pale, and no difference looks larger than it is.
    const Scale& values = map.scale;
    const float most = std::max(std::abs(values.low), std::abs(values.high));
    map.scale = symmetric_scale(std::array{-most, most}, "difference");
    map.title = "difference, word by word";
    map.format = NumberFormat::value;
    work.maps["difference"] = std::make_shared<const Heatmap>(std::move(map));
    for (Eigen::Index row = 0; row < difference.rows(); ++row)
      study.of_words.push_back(static_cast<double>(difference.row(row).cwiseAbs().maxCoeff()));
    // Both orders on one scale.
    for (int side = 0; side < 2; ++side) {
      Heatmap one = view_of(*shown[side], work.shown);
      const Scale other = view_of(*shown[1 - side], work.shown).scale;
      one.scale.low = std::min(one.scale.low, other.low);
      one.scale.high = std::max(one.scale.high, other.high);
      one.title = side == 0 ? "as written" : "in the new order";
      work.maps[side == 0 ? "before" : "after"] = std::make_shared<const Heatmap>(std::move(one));
    }
  }
  work.tables = tables_of(study, settings.shown);
  work.keep(std::move(study));

  LabRecord recorded;
  for (int side = 0; side < 2; ++side) {
    recorded.runs.at(side).text = input.run(side).text;
    recorded.set(side, shown.at(side));
  }
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
}

LabCaption order_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<OrderLab>();
  std::string what = lab.shown == OrderShown::embedding ? say("the words’ embeddings")
                     : lab.shown == OrderShown::output
                         ? say("the {stack}’s output", {{"stack", asked.reading_stack()}})
                         : say("the weights of {head}", {{"head", asked.reading_head(lab.layer, lab.head)}});
  what = joined({what, lab.positions ? say("with positions") : say("without positions")});
  const std::vector<std::string>& words = asked.words(0);
  const std::vector<int> order = order_of(lab.order, static_cast<int>(words.size()));
  if (std::is_sorted(order.begin(), order.end()))
    return {say("{shown}, the words as written", {{"shown", what}}), {0}};
  std::string moved;
  for (const std::string& word : in_order(words, order)) moved += (moved.empty() ? "" : " ") + word;
  return {say("{shown}, for the words as written and as {words}",
              {{"shown", what}, {"words", in_curly_quotes(moved)}}),
          {0}};
}

constexpr std::array order_drags{LabDrag{"order, a word", [](Labs& labs, int i) {
                                           labs.get<OrderLab>().order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
                                           std::swap(labs.get<OrderLab>().order.front(),
                                                     labs.get<OrderLab>().order[i % 10 + 1]);
                                           labs.get<OrderLab>().positions = true;
                                         }}};

}  // namespace

constinit const Lab OrderLab::lab_row{.name = "order",
                                      .title = "Order",
                                      .question = "What if the words change places?",
                                      .settings = settings_of<OrderLab>(),
                                      .compute = compute_order,
                                      .caption = order_caption,
                                      .drags = order_drags,
                                      .needs = always<needs_attention>};

}  // namespace headlight
