#include "app/labs/positions/positions_work.h"

#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/explain/view.h"
#include "core/figure/heatmap.h"
#include "core/figure/numbers.h"
#include "core/layers/layers.h"
#include "core/models/outline.h"
#include "core/models/trace.h"

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

// A picture that is exported alone, under its own name.
void keep_matrix(LabWork& work, const PositionsAsked& asked, const std::string& name, Heatmap map) {
  work.tables.push_back({.name = name, .side = asked.side, .maps = {asked.named(name)}});
  keep(work, asked.named(name), std::move(map));
}

// The formula of what the lab recorded, where that of the model's step of this name says something else.
Heatmap with_formula(Heatmap map, const std::string& formula) {
  const std::string part = map.title.runs.empty() ? "" : map.title.runs.front().text;
  map.title = std::vector<TextRun>{{part, Role::ink, true}, {" · " + formula, Role::text_2}};
  return map;
}

// Of what has vectors of places; empty where it is that of the model's step.
std::string formula_of_places(const PositionsLab& lab) {
  const std::string base = std::to_string(lab.base);
  switch (lab.kind) {
    case Positions::learned:
      return "PE = row pos of a learned table";
    case Positions::counted:
      return "PE = 1, 2, 3, …";
    case Positions::divided:
      return "PE = 1 / T, 2 / T, 3 / T, …";
    case Positions::sines:
      return "PE = sin(pos / " + base + "^(k/d))";
    default:
      return lab.base == PositionsLab().base ? "" : "PE = sin(pos / " + base + "^(2i/d)), cos(...)";
  }
}

void keep_vectors(LabWork& work, const PositionsAsked& asked, const Trace& places) {
  Heatmap numbers = view_of(places, "source.positions");
  if (const std::string formula = formula_of_places(asked.lab); !formula.empty())
    numbers = with_formula(std::move(numbers), formula);
  Heatmap columns = with_axes_swapped(numbers);
  // The number stands in the first: of the others, all 0, a few are enough.
  constexpr int counted_rows = 6;
  if (is_counted(asked.lab.kind) && columns.rows > counted_rows) {
    std::vector<int> first(counted_rows);
    std::iota(first.begin(), first.end(), 0);
    columns = with_rows(columns, first);
  }
  keep(work, asked.named("numbers"), std::move(columns));
  keep_matrix(work, asked, "positions", std::move(numbers));
  Heatmap alike = view_of(places, "source.similarity");
  fit_scale(alike, "similarity");
  keep_matrix(work, asked, "similarity", std::move(alike));
}

// The words' own vectors, and what becomes of them: plus their place's, or with it behind them. All on the
// scale of the latter. Nothing where the two do not fit together.
void keep_input(LabWork& work, const PositionsAsked& asked, const Trace& places) {
  Heatmap words = view_of(asked.edited, std::string(asked.model().anatomy().stacks.front().input) +
                                            (asked.config().scaled_embedding ? ".scaled" : ".embedded"));
  const Reading positions = places.read("source.positions");
  const int own = words.columns, size = positions.shape().cols;
  if (!asked.lab.is_appended() && own != size) return;
  if (positions.shape().rows < asked.tokens()) return;
  Heatmap input = words;
  const std::string word = asked.config().scaled_embedding ? "√d e" : "e";
  input.path.clear();
  input.title = std::vector<TextRun>{{"input", Role::ink, true},
                                     {say(asked.lab.is_appended() ? to_be_said(" · X = [{embedding}, PE]")
                                                                  : to_be_said(" · X = {embedding} + PE"),
                                          {{"embedding", word}}),
                                      Role::text_2}};
  input.columns = asked.lab.is_appended() ? own + size : own;
  input.column_labels.clear();
  input.states.clear();
  input.values.clear();
  for (int t = 0; t < asked.tokens(); ++t) {
    for (int d = 0; d < own; ++d)
      input.values.push_back(words.value(t, d) + (asked.lab.is_appended() ? 0 : positions(t, d)));
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

void keep_biases(LabWork& work, const PositionsAsked& asked, const Trace& biases) {
  const auto path = [](int head, const char* part) {
    return head_path("encoder", 0, "self_attention", head, part);
  };
  const char* added = biases.find(path(0, "masked")) >= 0 ? "masked" : "position_bias";
  const std::string formula = asked.lab.kind == Positions::relative ? "B = b(j − i)" : "B = −m |j − i|";
  LabTable all{.name = every_bias_table, .side = asked.side};
  int heads = 0;
  for (; biases.find(path(heads, added)) >= 0; ++heads) {
    Heatmap map = view_of(biases, path(heads, added));
    map.title = bias_head_name(asked.found, heads);
    all.maps.push_back(asked.named(map.path));
    keep(work, all.maps.back(), std::move(map));
  }
  asked.found.bias_heads = heads;
  const int head = std::min(asked.lab.head, heads - 1);
  keep_matrix(work, asked, "bias", with_formula(view_of(biases, path(head, added)), formula));
  keep_matrix(work, asked, "weights of the bias alone",
              with_formula(view_of(biases, path(head, "weights")), "A = softmax(B)"));
  all.says = every_bias_caption(asked.lab, heads, work.note, asked.config().positions == asked.lab.kind);
  work.tables.push_back(std::move(all));
  // The pictures first.
  std::stable_partition(work.tables.begin(), work.tables.end(),
                        [](const LabTable& each) { return each.name != slopes_table; });
}

void keep_rotation(LabWork& work, const PositionsAsked& asked, const Trace& turned) {
  const std::string head = head_path("encoder", 0, "self_attention", 0, "");
  keep_matrix(work, asked, "scores",
              with_formula(view_of(turned, head + "scores"), "S = (R(i) q) · (R(j) k)"));
  keep_matrix(work, asked, "turned query", view_of(turned, head + "query_rotated"));
  keep_matrix(work, asked, "turned key", view_of(turned, head + "key_rotated"));
  asked.found.turned = diagonal_deviation(turned.read(head + "scores").view());
  work.tables.push_back({.name = "rotation",
                         .columns = {"largest difference at equal distance"},
                         .rows = {{asked.found.turned}},
                         .side = asked.side});
}

}  // namespace

void keep_places(LabWork& work, const PositionsAsked& asked, const Trace& places) {
  if (places.find("source.similarity") >= 0) {
    keep_vectors(work, asked, places);
    keep_input(work, asked, places);
  } else if (places.find(head_path("encoder", 0, "self_attention", 0, "position_bias")) >= 0) {
    keep_biases(work, asked, places);
  } else if (places.find(head_path("encoder", 0, "self_attention", 0, "query_rotated")) >= 0) {
    keep_rotation(work, asked, places);
  }
}

const char* score_part_title(std::string_view part) {
  static constexpr std::array titles{std::pair{"content_content", "word · word"},
                                     std::pair{"content_position", "word · position"},
                                     std::pair{"position_content", "position · word"},
                                     std::pair{"position_position", "position · position"},
                                     std::pair{"biases", "biases"},
                                     std::pair{"parts_sum", "all together"}};
  const auto found =
      std::find_if(titles.begin(), titles.end(), [&](const auto& each) { return each.first == part; });
  if (found == titles.end()) throw std::out_of_range("no part of the scores: " + std::string(part));
  return found->second;
}

std::string bias_slope(const PositionsStudy::OfSide& found, int head) {
  if (found.slopes.empty()) return "";
  return "m = " + slope_text(static_cast<double>(found.slopes.at(head)));
}

std::string bias_head_name(const PositionsStudy::OfSide& found, int head) {
  return joined({say("head {n}", {{"n", from_one(head)}}), bias_slope(found, head)});
}

void keep_parts(LabWork& work, const PositionsAsked& asked, const Trace& parts) {
  const std::string head = asked.scores();
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
    maps[i].title = score_part_title(names[i]);
    table.maps.push_back(asked.named(names[i]));
    keep(work, table.maps.back(), std::move(maps[i]));
  }
  work.tables.push_back(std::move(table));
}

void keep_weights(LabWork& work, const PositionsAsked& asked, const Trace* other) {
  const std::string path =
      reading_head(asked.model().anatomy(), asked.lab.layer, asked.lab.head).path("weights");
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

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

double yes_or_no(bool yes) { return yes ? 1.0 : 0.0; }

}  // namespace

LabTable table_of_properties(const std::vector<PositionsStudy::Properties>& kinds) {
  LabTable table{.name = "properties",
                 .columns = {"smallest distance", "largest", "largest far", "most places", "distances",
                             "between sentences", "same distance", "relation range", "unique", "bounded",
                             "deterministic", "relative", "right within", "right beyond"},
                 .rows_are = "positions"};
  for (const PositionsStudy::Properties& each : kinds) {
    const PlaceProperties& found = each.found;
    table.row_names.push_back(name_of(each.kind) + (each.kind == Positions::alibi ? ", slope 1" : ""));
    table.rows.push_back({each.vectors ? found.smallest_distance : no_number, found.largest,
                          found.largest_far, static_cast<double>(found.most_places),
                          static_cast<double>(found.distances), found.sentence_deviation, found.same_distance,
                          found.relation_range, each.vectors ? yes_or_no(found.unique()) : no_number,
                          yes_or_no(found.bounded()), yes_or_no(found.deterministic()),
                          yes_or_no(found.relative()), each.within, each.beyond});
  }
  return table;
}

LabTable table_of_slopes(const std::vector<float>& slopes, int side) {
  LabTable table{.name = slopes_table, .columns = {"m"}, .rows_are = "head", .side = side};
  for (std::size_t head = 0; head < slopes.size(); ++head) {
    table.row_names.push_back(std::to_string(head));
    table.rows.push_back({static_cast<double>(slopes[head])});
  }
  return table;
}

LabTable table_of_reversed(const std::vector<PositionsStudy::Reversed>& reversed,
                           const std::vector<std::string>& words, int side) {
  LabTable table{.name = "reversed",
                 .columns = {"without positions", "as trained"},
                 .rows_are = "word",
                 .row_names = words,
                 .side = side};
  for (const PositionsStudy::Reversed& word : reversed)
    table.rows.push_back({word.without_positions, word.as_trained});
  return table;
}

LabTable table_of_parts(const ScoreShares& shares, int side) {
  LabTable table{.name = "parts",
                 .columns = {"mean magnitude", "share", "largest error"},
                 .rows_are = "part",
                 .side = side};
  for (std::size_t i = 0; i < score_parts.size(); ++i) {
    table.row_names.emplace_back(score_part_title(score_parts[i]));
    table.rows.push_back({shares.size[i], shares.share[i], shares.error});
  }
  return table;
}

LabTable table_of_angles(const PositionsStudy::Angles& angles, int side) {
  const auto row = [](const Orthogonality& of) {
    return std::vector<double>{of.mean, of.largest, double(of.words), double(of.places)};
  };
  return {.name = "orthogonality",
          .columns = {"mean", "largest", "words", "places"},
          .rows = {row(angles.sentence),
                   row(angles.vocabulary),
                   {angles.at_random, no_number, no_number, no_number}},
          .rows_are = "vectors",
          .row_names = {"the sentence's words", "all words", "at random"},
          .side = side};
}

namespace {

// The slopes of the model on stage, where it has ALiBi; else the paper's, which no other page has.
std::vector<float> slopes_shown(LabWork& work, const TransformerConfig& config) {
  if (config.positions == Positions::alibi) {
    work.note = say("These are the slopes of the model on stage.");
    return model_slopes(config);
  }
  const auto text = [](float slope) { return slope_text(static_cast<double>(slope)); };
  std::vector<float> papers = alibi_slopes(alibi_heads);
  work.note =
      say("These are the paper’s slopes for {n} heads, {first} to {last}; on Attention and Trained the heads "
          "have {one}, {two} and so on.",
          {{"n", count_text(alibi_heads)},
           {"first", text(papers.front())},
           {"last", text(papers.back())},
           {"one", text(slope_of_head(config, 0))},
           {"two", text(slope_of_head(config, 1))}});
  return papers;
}

TracePtr record_kind(LabWork& work, const PositionsAsked& asked) {
  if (asked.lab.kind == Positions::rotary || asked.lab.kind == Positions::none) {
    const std::string why = no_other_positions(asked.config(), Positions::none);
    if (!why.empty()) {
      work.note = say("The words cannot be read without positions: {why}.", {{"why", why}});
      return nullptr;
    }
  }
  switch (asked.lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended:
      return record_sinusoids(asked.places(),
                              asked.lab.is_appended() ? appended_dimensions : asked.config().d_model,
                              asked.words(), sinusoids_of(asked.lab));
    case Positions::sines:
      return record_sinusoids(asked.places(), asked.config().d_model, asked.words(), sinusoids_of(asked.lab));
    case Positions::counted:
      return record_counted(asked.places(), asked.config().d_model, asked.words());
    case Positions::divided:
      // Behind the sentence there is no place.
      return record_counted(asked.tokens(), asked.config().d_model, asked.words(), asked.tokens());
    case Positions::learned: {
      const PositionTable table = learned_table(asked.model());
      work.note = table.origin;
      return record_table(table.values, std::min(asked.places(), static_cast<int>(table.values.rows())),
                          asked.words());
    }
    case Positions::relative: {
      const PositionTable table = relative_table(asked.model());
      work.note = table.origin;
      const std::vector<std::string> words = asked.bias_words();
      return record_relative(table.values, static_cast<int>(words.size()), words);
    }
    case Positions::alibi: {
      const std::vector<std::string> words = asked.bias_words();
      const std::vector<float> slopes = slopes_shown(work, asked.config());
      asked.found.slopes = slopes;
      work.tables.push_back(table_of_slopes(slopes, asked.side));
      return record_alibi(slopes, static_cast<int>(words.size()), words, asked.lab.one_sided);
    }
    case Positions::rotary: {
      const HeadVectors words = vectors_of_words(asked.model(), asked.source, asked.head());
      if (words.queries.cols() % 2 != 0) {
        work.note =
            say("The heads of this model have {n} dimensions, and rotations need pairs. Choose another kind "
                "or another model.",
                {{"n", std::to_string(words.queries.cols())}});
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
  const auto without = with_positions(asked.model(), Positions::none);
  const std::vector<double> lost = changes_when_reversed(*without, asked.source);
  const std::vector<double> usual = changes_when_reversed(asked.model(), asked.source);
  for (std::size_t t = 0; t < lost.size(); ++t) asked.found.reversed.push_back({lost[t], usual[t]});
  work.tables.push_back(table_of_reversed(asked.found.reversed, asked.words(), asked.side));
  return nullptr;
}

std::vector<PositionsStudy::Properties> measure_kinds(const Model& model) {
  const Matrix learned = learned_table(model).values;
  const Matrix relative = relative_table(model).values;
  const TransformerConfig& config = model.config();
  const OutlinePtr trained = has_trained_positions() ? outline_of(model_folder("positions")) : nullptr;
  std::vector<PositionsStudy::Properties> measured;
  for (const Positions kind :
       {Positions::sinusoidal, Positions::appended, Positions::learned, Positions::relative, Positions::alibi,
        Positions::rotary, Positions::none, Positions::counted, Positions::divided, Positions::sines}) {
    // RoPE turns the pairs of a head.
    const int pairs = std::max(1, config.size_of_head(config.reading_heads()) / 2);
    const int dimensions = kind == Positions::appended ? appended_dimensions
                           : kind == Positions::rotary ? 2 * pairs
                                                       : config.d_model;
    PositionsStudy::Properties& of = measured.emplace_back();
    of.kind = kind;
    of.vectors = kind != Positions::relative && kind != Positions::alibi;
    of.found =
        measure_places(kind, least_places, dimensions, kind == Positions::learned ? learned : relative);
    if (trained == nullptr) continue;
    const TrainedRate rate = rates_of(trained->card(), OrderTask::two_back, {name_of(kind)}).front();
    of.within = rate.near.median;
    of.beyond = rate.far.median;
  }
  return measured;
}

TracePtr take_apart(LabWork& work, const PositionsAsked& asked) {
  if (work.note = no_score_parts(asked.config()); !work.note.empty()) return nullptr;
  TracePtr parts = record_score_parts(asked.input.model, asked.source, asked.head());
  asked.found.parts = measure_score_parts(*parts, asked.scores());
  keep_parts(work, asked, *parts);
  work.tables.push_back(table_of_parts(*asked.found.parts, asked.side));

  const std::string stream = std::string(asked.model().anatomy().stacks.front().input) + ".";
  const ConstMap embedding = asked.model().weights()[stream + "embedding"];
  const Reading positions = parts->read(stream + "positions");
  const Reading words = parts->read(stream + "embedded");
  asked.found.angles = {orthogonality(words.view(), positions.view()),
                        orthogonality(view(embedding), positions.view()),
                        random_cosine(asked.config().d_model)};
  work.tables.push_back(table_of_angles(*asked.found.angles, asked.side));
  return parts;
}

// The sentence read by the same weights with another kind.
TracePtr record_other_kind(const PositionsAsked& asked) {
  return with_positions(asked.model(), compared_kind(asked.lab, asked.config()))
      ->trace({.input = asked.source, .edits = asked.input.run(asked.side).edits, .like = &asked.trace});
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
std::string without_edits(const PositionsLab& lab, const LabInput& input) {
  const bool read =
      lab.page == PositionsPage::scores ||
      (lab.page == PositionsPage::places && (lab.kind == Positions::rotary || lab.kind == Positions::none));
  const auto count = static_cast<std::int64_t>(edits_of(input.sides).size());
  if (!read || count == 0) return "";
  return say(several(count, "Without your {n} edit: this page reads the weights as they were trained.",
                     "Without your {n} edits: this page reads the weights as they were trained."),
             {{"n", count_text(count)}});
}

// The places, scores or weights of a sentence; its side of the record.
void study_side(PositionsAsked& asked, LabWork& work, LabRecord& recorded) {
  const Run& from = asked.input.run(asked.side);
  const bool places = asked.lab.page == PositionsPage::places;
  const bool attention = asked.lab.page == PositionsPage::attention;
  Run& into = recorded.runs.at(asked.side);
  into.text = from.text;
  recorded.set(asked.side, record_page(work, asked));
  if (into.trace != nullptr && places) keep_places(work, asked, *into.trace);
  // Before and after, as where something was edited.
  if (into.trace != nullptr && attention) into.unedited = from.trace;
  if (attention) keep_weights(work, asked, into.trace.get());
}

}  // namespace

void compute_positions(const LabInput& input, LabWork& work) {
  const auto& lab = input.settings<PositionsLab>();
  PositionsStudy study;
  if (lab.page == PositionsPage::properties) {
    study.properties = measure_kinds(*input.model);
    work.tables = {table_of_properties(study.properties)};
  } else if (lab.page == PositionsPage::trained) {
    study.trained = study_trained(lab, work);
  } else {
    LabRecord recorded;
    for (int side = 0; side < 2; ++side) {
      const Run& from = input.run(side);
      if (from.unedited == nullptr) continue;
      const Trace& edited = from.trace != nullptr ? *from.trace : *from.unedited;
      PositionsAsked asked{
          lab, input, *from.unedited, edited, tokens_read(*from.unedited), side, study.sides.at(side)};
      study_side(asked, work, recorded);
    }
    work.without_edits = without_edits(lab, input);
    if (recorded.trace(0) != nullptr || recorded.trace(1) != nullptr)
      work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  }
  work.keep(std::move(study));
}

}  // namespace headlight
