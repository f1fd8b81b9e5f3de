#include "app/session/labs/positions_work.h"

#include <algorithm>
#include <limits>

#include "app/session/labs/kind_words.h"
#include "app/session/labs/position_tables.h"
#include "app/session/labs/positions_maps.h"
#include "app/session/labs/trained_positions.h"
#include "core/figure/amounts.h"
#include "core/labs/other_positions.h"
#include "core/labs/positions.h"
#include "core/labs/positions_properties.h"
#include "core/labs/score_parts.h"
#include "core/layers/layers.h"

namespace headlight {
namespace {

// The slopes of the model on stage, where it has ALiBi; else the paper's, which no other page has.
std::vector<float> slopes_shown(LabWork& work, const TransformerConfig& config) {
  if (config.positions == Positions::alibi) {
    work.note = "The slopes of the model on stage.";
    return model_slopes(config);
  }
  const auto text = [](float slope) { return slope_text(static_cast<double>(slope)); };
  std::vector<float> papers = alibi_slopes(alibi_heads);
  work.note = "Here the paper’s slopes for " + counted(alibi_heads, "head") + ", " + text(papers.front()) +
              " to " + text(papers.back()) + "; on Attention and Trained the heads have " +
              text(slope_of_head(config, 0)) + ", " + text(slope_of_head(config, 1)) + " and so on.";
  return papers;
}

TracePtr record_kind(LabWork& work, const PositionsAsked& asked) {
  switch (asked.lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended:
      return record_sinusoids(
          asked.places(), asked.lab.appended ? appended_dimensions : asked.config().d_model, asked.words());
    case Positions::learned: {
      const PositionTable table = learned_table(asked.document);
      work.note = table.origin;
      return record_table(table.values, std::min(asked.places(), static_cast<int>(table.values.rows())),
                          asked.words());
    }
    case Positions::relative: {
      const PositionTable table = relative_table(asked.document);
      work.note = table.origin;
      const std::vector<std::string> words = asked.bias_words();
      return record_relative(table.values, static_cast<int>(words.size()), words);
    }
    case Positions::alibi: {
      const std::vector<std::string> words = asked.bias_words();
      const std::vector<float> slopes = slopes_shown(work, asked.config());
      LabTable table{.name = slopes_table, .columns = {"m"}, .rows_are = "head", .side = asked.side};
      for (std::size_t head = 0; head < slopes.size(); ++head) {
        table.row_names.push_back(std::to_string(head));
        table.rows.push_back({static_cast<double>(slopes[head])});
      }
      work.tables.push_back(std::move(table));
      return record_alibi(slopes, static_cast<int>(words.size()), words, asked.lab.one_sided);
    }
    case Positions::rotary: {
      const HeadVectors words = vectors_of_words(*asked.document.translator(), asked.source, asked.head());
      if (words.queries.cols() % 2 != 0) {
        work.note = "The heads of this model have " + std::to_string(words.queries.cols()) +
                    " dimensions; rotations need pairs. Choose another kind or another model.";
        return nullptr;
      }
      const int last = asked.tokens() - 1;
      return record_rotation(words.queries.row(std::min(asked.lab.position, last)),
                             words.keys.row(std::min(asked.lab.key, last)), asked.places(),
                             asked.config().position_base);
    }
    case Positions::none:
      break;
  }
  const auto without = with_positions(*asked.document.translator(), Positions::none);
  const std::vector<double> lost = changes_when_reversed(*without, asked.source);
  const std::vector<double> usual = changes_when_reversed(*asked.document.translator(), asked.source);
  LabTable table{.name = "reversed",
                 .columns = {"without positions", "as trained"},
                 .rows_are = "word",
                 .row_names = asked.words(),
                 .side = asked.side};
  for (std::size_t t = 0; t < lost.size(); ++t) table.rows.push_back({lost[t], usual[t]});
  work.tables.push_back(std::move(table));
  return nullptr;
}

void measure_kinds(LabWork& work, const Document& document) {
  LabTable table{.name = properties_table,
                 .columns = {"smallest distance", "largest", "largest far", "most places", "distances",
                             "between sentences", "same distance", "relation range", "unique", "bounded",
                             "deterministic", "relative"},
                 .rows_are = "positions"};
  const Matrix learned = learned_table(document).values;
  const Matrix relative = relative_table(document).values;
  for (const Positions kind : kinds_measured()) {
    const TransformerConfig& config = document.model->config();
    // RoPE turns the pairs of a head.
    const int pairs = std::max(1, config.d_model / config.encoder_heads / 2);
    const int dimensions = kind == Positions::appended ? appended_dimensions
                           : kind == Positions::rotary ? 2 * pairs
                                                       : config.d_model;
    const PlaceProperties found =
        measure_places(kind, least_places, dimensions, kind == Positions::learned ? learned : relative);
    // A bias gives a place no vector: what was measured are its rows, each to all places.
    const bool vectors = kind != Positions::relative && kind != Positions::alibi;
    const double none = std::numeric_limits<double>::quiet_NaN();
    table.row_names.push_back(name_of(kind) + (kind == Positions::alibi ? ", slope 1" : ""));
    table.rows.push_back({vectors ? found.smallest_distance : none, found.largest, found.largest_far,
                          static_cast<double>(found.most_places), static_cast<double>(found.distances),
                          found.sentence_deviation, found.same_distance, found.relation_range,
                          !vectors         ? none
                          : found.unique() ? 1.0
                                           : 0.0,
                          found.bounded() ? 1.0 : 0.0, found.deterministic() ? 1.0 : 0.0,
                          found.relative() ? 1.0 : 0.0});
  }
  work.tables.push_back(std::move(table));
}

TracePtr take_apart(LabWork& work, const PositionsAsked& asked) {
  if (work.note = no_score_parts(asked.config()); !work.note.empty()) return nullptr;
  TracePtr parts = record_score_parts(asked.document.translator(), asked.source, asked.head());
  const ScoreShares shares = measure_score_parts(*parts, asked.head());
  keep_parts(work, asked, *parts);
  LabTable table{.name = "parts",
                 .columns = {"mean magnitude", "share", "largest error"},
                 .rows_are = "part",
                 .side = asked.side};
  for (std::size_t i = 0; i < score_parts.size(); ++i) {
    table.row_names.emplace_back(score_part_title(score_parts[i]));
    table.rows.push_back({shares.size[i], shares.share[i], shares.error});
  }
  work.tables.push_back(std::move(table));

  const Matrix& embedding = asked.document.model->weights()["source.embedding"];
  const Reading positions = parts->read("source.positions");
  const Reading words = parts->read("source.embedded");
  const Orthogonality here = orthogonality(words.view(), positions.view());
  const Orthogonality all = orthogonality(view(embedding), positions.view());
  const double none = std::numeric_limits<double>::quiet_NaN();  // a formula, of no vectors
  work.tables.push_back({.name = "orthogonality",
                         .columns = {"mean", "largest", "words", "places"},
                         .rows = {{here.mean, here.largest, double(here.words), double(here.places)},
                                  {all.mean, all.largest, double(all.words), double(all.places)},
                                  {random_cosine(asked.config().d_model), none, none, none}},
                         .rows_are = "vectors",
                         .row_names = {"the sentence's words", "all words", "at random"},
                         .side = asked.side});
  return parts;
}

// The sentence read by the same weights with another kind.
TracePtr record_other_kind(const PositionsAsked& asked) {
  return with_positions(*asked.document.translator(), compared_kind(asked.lab, asked.config()))
      ->translate(asked.source, asked.document.sides.at(asked.side).edits, &asked.trace);
}

TracePtr record_page(LabWork& work, const PositionsAsked& asked) {
  switch (asked.lab.page) {
    case PositionsPage::places:
      return record_kind(work, asked);
    case PositionsPage::scores:
      return take_apart(work, asked);
    case PositionsPage::attention:
      return record_other_kind(asked);
    case PositionsPage::properties:
    case PositionsPage::trained:
      break;
  }
  return nullptr;
}

}  // namespace

std::vector<Positions> kinds_measured() {
  return {Positions::sinusoidal, Positions::appended, Positions::learned, Positions::relative,
          Positions::alibi,      Positions::rotary,   Positions::none};
}

Positions compared_kind(const PositionsLab& lab, const TransformerConfig& config) {
  const auto applies = [&](Positions kind) {
    return kind != config.positions && no_other_positions(config, kind).empty();
  };
  for (const Positions kind : {lab.kind, Positions::none, Positions::alibi, Positions::sinusoidal}) {
    if (applies(kind)) return kind;
  }
  return config.positions;
}

namespace {

// The places themselves have no step of the model in them, and the model with another kind is edited as on
// stage. The rest is taken from the weights alone.
std::string without_edits(const PositionsLab& lab, const Document& document) {
  const bool read =
      lab.page == PositionsPage::scores ||
      (lab.page == PositionsPage::places && (lab.kind == Positions::rotary || lab.kind == Positions::none));
  if (!read || document.edits().empty()) return "";
  const auto count = static_cast<std::int64_t>(document.edits().size());
  return "Without the session’s " + counted(count, "edit") +
         ": this page reads the weights as they were trained.";
}

}  // namespace

void leave_out_looks(PositionsLab& lab) {
  const PositionsLab usual;
  const bool places = lab.page == PositionsPage::places;
  lab.moved = usual.moved;
  lab.dimensions = usual.dimensions;
  lab.by_distance = usual.by_distance;
  // RoPE turns the vectors of two words.
  if (!places || lab.kind != Positions::rotary) {
    lab.position = usual.position;
    lab.key = usual.key;
  }
  if (lab.page != PositionsPage::attention) lab.layer = usual.layer;
}

void compute_positions(LabWork& work, const Session& session, const Document& document) {
  const PositionsLab& lab = session.labs.positions;
  if (lab.page == PositionsPage::properties) return measure_kinds(work, document);
  auto recorded = std::make_shared<Document>();
  recorded->model_name = document.model_name;
  recorded->model = document.model;
  if (lab.page == PositionsPage::trained) {
    work_on_trained(work, lab, *recorded);
    if (recorded->sides[0].trace != nullptr) work.recorded = std::move(recorded);
    return;
  }
  for (int side = 0; side < 2; ++side) {
    const Side& from = document.sides.at(side);
    if (from.unedited == nullptr) continue;
    const Reading ids = from.unedited->read("source.tokens");
    PositionsAsked asked{lab, document, *from.unedited, from.trace != nullptr ? *from.trace : *from.unedited,
                         {},  side};
    for (int t = 0; t < ids.shape().rows; ++t) asked.source.push_back(static_cast<int>(ids(t, 0)));
    Side& into = recorded->sides.at(side);
    into.text = from.text;
    into.trace = into.unedited = record_page(work, asked);
    if (into.trace != nullptr && lab.page == PositionsPage::places) keep_places(work, asked, *into.trace);
    // Before and after, as where something was edited.
    if (lab.page == PositionsPage::attention && into.trace != nullptr) into.unedited = from.trace;
    if (lab.page == PositionsPage::attention) keep_weights(work, asked, into.trace.get());
  }
  work.without_edits = without_edits(lab, document);
  if (recorded->sides[0].trace != nullptr || recorded->sides[1].trace != nullptr)
    work.recorded = std::move(recorded);
}

}  // namespace headlight
