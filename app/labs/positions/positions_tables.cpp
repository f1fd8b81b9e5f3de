#include "app/labs/positions/positions_tables.h"

#include <limits>

#include "app/labs/positions/positions_maps.h"

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

}  // namespace headlight
