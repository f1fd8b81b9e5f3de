#include "app/session/labs/positions_work.h"

#include <algorithm>

#include "app/session/labs/position_tables.h"
#include "app/session/labs/trained_positions.h"
#include "core/explain/view.h"
#include "core/figure/axes_swapped.h"
#include "core/labs/other_positions.h"
#include "core/labs/positions.h"
#include "core/labs/score_parts.h"

namespace headlight {
namespace {

// Positive throughout: from the smallest to the largest number, so that small differences show.
void fit_scale(Heatmap& map, const char* label) {
  const auto [low, high] = std::minmax_element(map.values.begin(), map.values.end());
  if (*low >= 0) map.scale = {Ramp::sequential, *low, std::max(*high, *low + 1e-6F), label, {}, {}};
  map.scale.label = label;
}

void keep(LabWork& work, const std::string& name, Heatmap map) {
  work.maps[name] = std::make_shared<const Heatmap>(std::move(map));
}

constexpr int least_bias_places = 8;

struct Asked {
  const PositionsLab& lab;
  const Document& document;
  const Trace& trace;       // of the sentence, without edits
  std::vector<int> source;  // its words
  int side;

  const TransformerConfig& config() const { return document.model->config(); }
  const std::vector<std::string>& words() const { return trace.words().source; }
  int tokens() const { return static_cast<int>(source.size()); }
  int places() const { return std::max(least_places, tokens()); }
  // Distances are shown between the words themselves; behind a short sentence, some places more.
  std::vector<std::string> bias_words() const {
    std::vector<std::string> named = words();
    while (static_cast<int>(named.size()) < least_bias_places)
      named.push_back("place " + std::to_string(named.size()));
    return named;
  }
  int head() const { return std::min(lab.head, config().encoder_heads - 1); }
  std::string named(const char* table) const { return std::string(table) + " " + std::to_string(side); }
};

TracePtr record_kind(LabWork& work, const Asked& asked) {
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
      return record_alibi(alibi_slopes(alibi_heads), static_cast<int>(words.size()), words,
                          asked.lab.one_sided);
    }
    case Positions::rotary: {
      const HeadVectors words = vectors_of_words(*asked.document.model, asked.source, asked.head());
      if (words.queries.cols() % 2 != 0) {
        work.note = "The heads of this model have " + std::to_string(words.queries.cols()) +
                    " dimensions; rotations need pairs. Choose another kind or another model.";
        return nullptr;
      }
      const int last = asked.tokens() - 1;
      TracePtr turned = record_rotation(words.queries.row(std::min(asked.lab.position, last)),
                                        words.keys.row(std::min(asked.lab.key, last)), asked.places(),
                                        asked.config().position_base);
      work.tables.push_back(
          {asked.named("rotation"),
           {"largest difference at equal distance"},
           {{diagonal_deviation(turned->read("encoder.0.self_attention.head.0.scores").view())}}});
      return turned;
    }
    case Positions::none:
      break;
  }
  const auto without = with_positions(*asked.document.model, Positions::none);
  const std::vector<double> lost = changes_when_reversed(*without, asked.source);
  const std::vector<double> usual = changes_when_reversed(*asked.document.model, asked.source);
  LabTable table{asked.named("reversed"), {"without positions", "as trained"}, {}};
  for (std::size_t t = 0; t < lost.size(); ++t) table.rows.push_back({lost[t], usual[t]});
  work.tables.push_back(std::move(table));
  return nullptr;
}

void measure_kinds(LabWork& work, const Document& document) {
  LabTable table{properties_table,
                 {"smallest distance", "largest", "largest far", "repeat", "most places", "same distance",
                  "relation range", "unique", "bounded", "deterministic", "relative"},
                 {}};
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
    table.rows.push_back({found.smallest_distance, found.largest, found.largest_far, found.repeat,
                          static_cast<double>(found.most_places), found.same_distance, found.relation_range,
                          found.unique() ? 1.0 : 0.0, found.bounded() ? 1.0 : 0.0,
                          found.deterministic() ? 1.0 : 0.0, found.relative() ? 1.0 : 0.0});
  }
  work.tables.push_back(std::move(table));
}

TracePtr take_apart(LabWork& work, const Asked& asked) {
  if (work.note = no_score_parts(asked.config()); !work.note.empty()) return nullptr;
  TracePtr parts = record_score_parts(asked.document.model, asked.source, asked.head());
  const ScoreShares shares = measure_score_parts(*parts, asked.head());
  LabTable table{asked.named("parts"), {"mean magnitude", "share", "largest error"}, {}};
  for (std::size_t i = 0; i < score_parts.size(); ++i)
    table.rows.push_back({shares.size[i], shares.share[i], shares.error});
  work.tables.push_back(std::move(table));

  const Matrix& embedding = asked.document.model->weights()["source.embedding"];
  const Reading positions = parts->read("source.positions");
  const Reading words = parts->read("source.embedded");
  const Orthogonality here = orthogonality(words.view(), positions.view());
  const Orthogonality all = orthogonality(view(embedding), positions.view());
  work.tables.push_back({asked.named("orthogonality"),
                         {"mean", "largest", "words", "places"},
                         {{here.mean, here.largest, double(here.words), double(here.places)},
                          {all.mean, all.largest, double(all.words), double(all.places)},
                          {random_cosine(asked.config().d_model), 0, 0, 0}}});
  return parts;
}

// The sentence read by the same weights with another kind.
TracePtr record_other_kind(const Asked& asked) {
  return with_positions(*asked.document.model, compared_kind(asked.lab, asked.config()))
      ->translate(asked.source, asked.document.edits, &asked.trace);
}

void keep_vectors(LabWork& work, const Asked& asked, const Trace& places) {
  if (places.find("source.similarity") < 0) return;
  keep(work, asked.named("numbers"), with_axes_swapped(view_of(places, "source.positions")));
  Heatmap alike = view_of(places, "source.similarity");
  fit_scale(alike, "similarity");
  keep(work, asked.named("similarity"), std::move(alike));
}

// The words' own vectors, and what becomes of them: plus their place's, or with it behind them. All on the
// scale of the latter.
void keep_input(LabWork& work, const Asked& asked, const Trace& places) {
  if (places.find("source.positions") < 0) return;
  Heatmap words = view_of(asked.trace, asked.config().scaled_embedding ? "source.scaled" : "source.embedded");
  const Reading positions = places.read("source.positions");
  const int own = words.columns, size = positions.shape().cols;
  if (!asked.lab.appended && own != size) return;
  if (positions.shape().rows < asked.tokens()) return;
  Heatmap input = words;
  input.columns = asked.lab.appended ? own + size : own;
  input.column_labels.clear();
  input.values.clear();
  for (int t = 0; t < asked.tokens(); ++t) {
    for (int d = 0; d < own; ++d)
      input.values.push_back(words.value(t, d) + (asked.lab.appended ? 0 : positions(t, d)));
    for (int d = own; d < input.columns; ++d) input.values.push_back(positions(t, d - own));
  }
  input.scale = symmetric_scale(input.values, words.scale.label);
  words.scale = input.scale;
  Heatmap own_places = view_of(places, "source.positions");
  own_places.scale = input.scale;
  keep(work, asked.named("places"), std::move(own_places));
  keep(work, asked.named("words"), std::move(words));
  keep(work, asked.named("input"), std::move(input));
}

// All on one scale.
void keep_parts(LabWork& work, const Asked& asked, const Trace& parts) {
  const std::string head = head_path("encoder", 0, "self_attention", asked.head(), "");
  std::vector<Heatmap> maps;
  float most = 0;
  for (const char* part : score_parts) maps.push_back(view_of(parts, head + part));
  maps.push_back(view_of(parts, head + "parts_sum"));
  for (const Heatmap& map : maps) most = std::max(most, map.scale.high);
  for (Heatmap& map : maps) {
    map.scale.low = -most;
    map.scale.high = most;
    const std::string name = asked.named(map.path.substr(head.size()).c_str());
    keep(work, name, std::move(map));
  }
}

TracePtr record_page(LabWork& work, const Asked& asked) {
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
    Asked asked{lab, document, *from.unedited, {}, side};
    for (int t = 0; t < ids.shape().rows; ++t) asked.source.push_back(static_cast<int>(ids(t, 0)));
    Side& into = recorded->sides.at(side);
    into.text = from.text;
    into.trace = into.unedited = record_page(work, asked);
    // Before and after, as where something was edited.
    if (into.trace != nullptr && lab.page == PositionsPage::places) {
      keep_vectors(work, asked, *into.trace);
      keep_input(work, asked, *into.trace);
    }
    if (into.trace != nullptr && lab.page == PositionsPage::scores) keep_parts(work, asked, *into.trace);
    if (lab.page == PositionsPage::attention && into.trace != nullptr) into.unedited = from.trace;
  }
  if (recorded->sides[0].trace != nullptr || recorded->sides[1].trace != nullptr)
    work.recorded = std::move(recorded);
}

}  // namespace headlight
