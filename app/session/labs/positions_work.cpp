#include "app/session/labs/positions_work.h"

#include <algorithm>

#include "app/session/labs/position_tables.h"
#include "app/session/labs/trained_positions.h"
#include "core/explain/align.h"
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
  const Trace& edited;      // and with them
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
  std::string named(const std::string& map) const { return map + " " + std::to_string(side); }
};

// A picture that is exported alone, under its own name.
void keep_matrix(LabWork& work, const Asked& asked, const std::string& name, Heatmap map) {
  work.tables.push_back({.name = name, .side = asked.side, .maps = {asked.named(name)}});
  keep(work, asked.named(name), std::move(map));
}

TracePtr with_vectors(LabWork& work, const Asked& asked, TracePtr places) {
  Heatmap numbers = view_of(*places, "source.positions");
  keep(work, asked.named("numbers"), with_axes_swapped(numbers));
  keep_matrix(work, asked, "positions", std::move(numbers));
  Heatmap alike = view_of(*places, "source.similarity");
  fit_scale(alike, "similarity");
  keep_matrix(work, asked, "similarity", std::move(alike));
  return places;
}

// The bias of every head, and where it alone would send the weights.
TracePtr with_biases(LabWork& work, const Asked& asked, TracePtr biases) {
  const auto path = [](int head, const char* part) {
    return head_path("encoder", 0, "self_attention", head, part);
  };
  LabTable all{.name = "bias of every head", .side = asked.side};
  int heads = 0;
  for (; biases->find(path(heads, "position_bias")) >= 0; ++heads) {
    Heatmap map = view_of(*biases, path(heads, "position_bias"));
    map.title = "head " + std::to_string(heads);
    all.maps.push_back(asked.named(map.path));
    keep(work, all.maps.back(), std::move(map));
  }
  const int head = std::min(asked.lab.head, heads - 1);
  keep_matrix(work, asked, "bias", view_of(*biases, path(head, "position_bias")));
  keep_matrix(work, asked, "weights of the bias alone", view_of(*biases, path(head, "weights")));
  work.tables.push_back(std::move(all));
  return biases;
}

const char* part_title(std::string_view part) {
  if (part == "content_content") return "word · word";
  if (part == "content_position") return "word · place";
  if (part == "position_content") return "place · word";
  if (part == "position_position") return "place · place";
  return part == "biases" ? "biases" : "all together";
}

// All on one scale.
void keep_parts(LabWork& work, const Asked& asked, const Trace& parts) {
  const std::string head = head_path("encoder", 0, "self_attention", asked.head(), "");
  std::vector<std::string> names(score_parts.begin(), score_parts.end());
  names.emplace_back("parts_sum");
  std::vector<Heatmap> maps;
  float most = 0;
  for (const std::string& name : names)
    most = std::max(most, maps.emplace_back(view_of(parts, head + name)).scale.high);
  LabTable table{.name = "parts of the scores", .side = asked.side};
  for (std::size_t i = 0; i < names.size(); ++i) {
    maps[i].scale.low = -most;
    maps[i].scale.high = most;
    maps[i].title = part_title(names[i]);
    table.maps.push_back(asked.named(names[i]));
    keep(work, table.maps.back(), std::move(maps[i]));
  }
  work.tables.push_back(std::move(table));
}

// A head as the model was trained, and with the other kind where there is one.
void keep_weights(LabWork& work, const Asked& asked, const Trace* other) {
  const std::string path = head_path("encoder", std::min(asked.lab.layer, asked.config().encoder_layers - 1),
                                     "self_attention", asked.head(), "weights");
  LabTable table{.name = "weights", .side = asked.side};
  const auto add = [&](const char* title, Heatmap map) {
    map.title = title;
    table.maps.push_back(asked.named(title));
    keep(work, table.maps.back(), std::move(map));
  };
  add("as trained", view_of(asked.edited, path));
  if (other != nullptr) {
    add("other kind", view_of(*other, path));
    add("difference", difference_of(asked.edited, *other, path));
  }
  work.tables.push_back(std::move(table));
}

TracePtr record_kind(LabWork& work, const Asked& asked) {
  switch (asked.lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended:
      return with_vectors(
          work, asked,
          record_sinusoids(asked.places(), asked.lab.appended ? appended_dimensions : asked.config().d_model,
                           asked.words()));
    case Positions::learned: {
      const PositionTable table = learned_table(asked.document);
      work.note = table.origin;
      return with_vectors(
          work, asked,
          record_table(table.values, std::min(asked.places(), static_cast<int>(table.values.rows())),
                       asked.words()));
    }
    case Positions::relative: {
      const PositionTable table = relative_table(asked.document);
      work.note = table.origin;
      const std::vector<std::string> words = asked.bias_words();
      return with_biases(work, asked, record_relative(table.values, static_cast<int>(words.size()), words));
    }
    case Positions::alibi: {
      const std::vector<std::string> words = asked.bias_words();
      return with_biases(work, asked,
                         record_alibi(alibi_slopes(alibi_heads), static_cast<int>(words.size()), words,
                                      asked.lab.one_sided));
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
      const std::string head = head_path("encoder", 0, "self_attention", 0, "");
      keep_matrix(work, asked, "scores", view_of(*turned, head + "scores"));
      keep_matrix(work, asked, "turned query", view_of(*turned, head + "query_rotated"));
      keep_matrix(work, asked, "turned key", view_of(*turned, head + "key_rotated"));
      work.tables.push_back({"rotation",
                             {"largest difference at equal distance"},
                             {{diagonal_deviation(turned->read(head + "scores").view())}}});
      work.tables.back().side = asked.side;
      return turned;
    }
    case Positions::none:
      break;
  }
  const auto without = with_positions(*asked.document.model, Positions::none);
  const std::vector<double> lost = changes_when_reversed(*without, asked.source);
  const std::vector<double> usual = changes_when_reversed(*asked.document.model, asked.source);
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
  LabTable table{
      .name = properties_table,
      .columns = {"smallest distance", "largest", "largest far", "repeat", "most places", "same distance",
                  "relation range", "unique", "bounded", "deterministic", "relative"},
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
    table.row_names.push_back(name_of(kind));
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
  keep_parts(work, asked, *parts);
  LabTable table{.name = "parts",
                 .columns = {"mean magnitude", "share", "largest error"},
                 .rows_are = "part",
                 .side = asked.side};
  for (std::size_t i = 0; i < score_parts.size(); ++i) {
    table.row_names.emplace_back(part_title(score_parts[i]));
    table.rows.push_back({shares.size[i], shares.share[i], shares.error});
  }
  work.tables.push_back(std::move(table));

  const Matrix& embedding = asked.document.model->weights()["source.embedding"];
  const Reading positions = parts->read("source.positions");
  const Reading words = parts->read("source.embedded");
  const Orthogonality here = orthogonality(words.view(), positions.view());
  const Orthogonality all = orthogonality(view(embedding), positions.view());
  work.tables.push_back({.name = "orthogonality",
                         .columns = {"mean", "largest", "words", "places"},
                         .rows = {{here.mean, here.largest, double(here.words), double(here.places)},
                                  {all.mean, all.largest, double(all.words), double(all.places)},
                                  {random_cosine(asked.config().d_model), 0, 0, 0}},
                         .rows_are = "vectors",
                         .row_names = {"the sentence's words", "all words", "at random"},
                         .side = asked.side});
  return parts;
}

// The sentence read by the same weights with another kind.
TracePtr record_other_kind(const Asked& asked) {
  return with_positions(*asked.document.model, compared_kind(asked.lab, asked.config()))
      ->translate(asked.source, asked.document.edits, &asked.trace);
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
  input.states.clear();
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
  work.tables.push_back({.name = "input", .side = asked.side, .maps = {asked.named("input")}});
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

namespace {

// The places themselves have no step of the model in them, and the model with another kind is edited as on
// stage. The rest is taken from the weights alone.
std::string without_edits(const PositionsLab& lab, const Document& document) {
  const bool read =
      lab.page == PositionsPage::scores ||
      (lab.page == PositionsPage::places && (lab.kind == Positions::rotary || lab.kind == Positions::none));
  if (!read || document.edits.empty()) return "";
  const auto count = document.edits.size();
  return "Without the session’s " + std::to_string(count) + (count == 1 ? " edit" : " edits") +
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
    Asked asked{lab, document, *from.unedited, from.trace != nullptr ? *from.trace : *from.unedited,
                {},  side};
    for (int t = 0; t < ids.shape().rows; ++t) asked.source.push_back(static_cast<int>(ids(t, 0)));
    Side& into = recorded->sides.at(side);
    into.text = from.text;
    into.trace = into.unedited = record_page(work, asked);
    // Before and after, as where something was edited.
    if (into.trace != nullptr && lab.page == PositionsPage::places) keep_input(work, asked, *into.trace);
    if (lab.page == PositionsPage::attention && into.trace != nullptr) into.unedited = from.trace;
    if (lab.page == PositionsPage::attention) keep_weights(work, asked, into.trace.get());
  }
  work.without_edits = without_edits(lab, document);
  if (recorded->sides[0].trace != nullptr || recorded->sides[1].trace != nullptr)
    work.recorded = std::move(recorded);
}

}  // namespace headlight
