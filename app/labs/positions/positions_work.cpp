#include "app/labs/positions/positions_work.h"

#include <algorithm>
#include <limits>

#include "app/lab/lab_work.h"
#include "app/labs/positions/positions_lab.h"
#include "app/labs/positions/positions_maps.h"
#include "app/labs/positions/trained_positions.h"
#include "core/figure/numbers.h"
#include "core/labs/model_positions.h"
#include "core/labs/positions.h"
#include "core/layers/layers.h"
#include "core/models/outline.h"
#include "core/models/read_trace.h"

namespace headlight {
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
  if (asked.lab.kind == Positions::rotary || asked.lab.kind == Positions::none) {
    const std::string why = no_other_positions(asked.config(), Positions::none);
    if (!why.empty()) {
      work.note = "The words cannot be read without positions: " + why + ".";
      return nullptr;
    }
  }
  switch (asked.lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended:
      return record_sinusoids(
          asked.places(), asked.lab.appended ? appended_dimensions : asked.config().d_model, asked.words());
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
  for (const Positions kind : {Positions::sinusoidal, Positions::appended, Positions::learned,
                               Positions::relative, Positions::alibi, Positions::rotary, Positions::none}) {
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
  return "Without the session’s " + counted(count, "edit") +
         ": this page reads the weights as they were trained.";
}

// The places, scores or weights of a sentence; its side of the record.
void study_side(PositionsAsked& asked, LabWork& work, LabRecord& recorded) {
  const Run& from = asked.input.run(asked.side);
  const bool places = asked.lab.page == PositionsPage::places;
  const bool attention = asked.lab.page == PositionsPage::attention;
  Run& into = recorded.runs.at(static_cast<std::size_t>(asked.side));
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
      PositionsAsked asked{lab,
                           input,
                           *from.unedited,
                           edited,
                           tokens_read(*from.unedited),
                           side,
                           study.sides.at(static_cast<std::size_t>(side))};
      study_side(asked, work, recorded);
    }
    work.without_edits = without_edits(lab, input);
    if (recorded.trace(0) != nullptr || recorded.trace(1) != nullptr)
      work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  }
  work.keep(std::move(study));
}

}  // namespace headlight
