#include "app/labs/decoding/decoding_lab.h"

#include "core/text/unicode.h"

namespace headlight {
namespace {

LabTable next_table(const DecodingStudy& study) {
  LabTable table{.name = "next words", .columns = {"probability", "drawn with"}, .rows_are = "word"};
  for (std::size_t i = 0; i < study.next.size(); ++i) {
    table.row_names.push_back(visible(study.next_words[i]));
    table.rows.push_back({study.next[i].probability, study.next[i].drawn});
  }
  if (study.others > 0) {
    table.row_names.push_back("all others");
    table.rows.push_back({study.others_probability, study.others_drawn});
  }
  return table;
}

LabTable written_table(const DecodingStudy& study) {
  LabTable table{.name = "words so far", .columns = {"place", "probability"}, .rows_are = "word"};
  for (std::size_t i = 0; i < study.written.size(); ++i) {
    table.row_names.push_back(visible(study.written[i].word));
    table.rows.push_back({static_cast<double>(i), study.written[i].probability});
  }
  return table;
}

LabTable draws_table(const DecodingStudy& study) {
  LabTable table{.name = "draws", .columns = {"words", "log probability", "ended"}, .rows_are = "text"};
  for (const DecodingStudy::Way& way : study.draws) {
    table.row_names.push_back(way.text);
    table.rows.push_back({static_cast<double>(way.words.size()), way.log_probability, way.ended ? 1.0 : 0.0});
  }
  return table;
}

// The likeliest word each time, and what the beam found, the best first.
LabTable ways_table(const DecodingStudy& study) {
  LabTable table{.name = "found", .columns = {"log probability", "score"}, .rows_are = "text"};
  table.row_names.push_back(study.onwards.text);
  table.rows.push_back({study.onwards.log_probability, study.onwards.log_probability});
  for (const int at : study.tree.finished) {
    const BeamNode& node = study.tree.nodes[at];
    table.row_names.push_back(study.tree_texts[at]);
    table.rows.push_back({node.log_probability, node.score});
  }
  return table;
}

// State: 0 goes on, 1 ended, 2 cut, 3 pruned.
LabTable tree_table(const DecodingStudy& study) {
  LabTable table{
      .name = "beam",
      .columns = {"node", "parent", "depth", "probability", "log probability", "score", "state", "beaten by"},
      .rows_are = "word"};
  for (std::size_t i = 1; i < study.tree.nodes.size(); ++i) {
    const BeamNode& node = study.tree.nodes[i];
    table.row_names.push_back(visible(study.tree_words[i]));
    table.rows.push_back({static_cast<double>(i), static_cast<double>(node.parent),
                          static_cast<double>(node.depth), node.probability, node.log_probability, node.score,
                          static_cast<double>(node.state), static_cast<double>(node.beaten_by)});
  }
  return table;
}

LabTable cache_table(const DecodingStudy& study) {
  LabTable table{.name = "multiply-adds",
                 .columns = {"words read", "with a cache", "without", "pairs with", "pairs without"},
                 .rows_are = "word written"};
  for (std::size_t t = 0; t < study.cached.size(); ++t) {
    const std::size_t own = study.written.size();
    table.row_names.push_back(visible(t < own ? study.written[t].word : study.onwards.words[t - own].word));
    table.rows.push_back(
        {static_cast<double>(study.given.size() + t), static_cast<double>(study.cached[t].total()),
         static_cast<double>(study.whole[t].total()), static_cast<double>(study.cached[t].pairs),
         static_cast<double>(study.whole[t].pairs)});
  }
  return table;
}

LabTable lens_table(const DecodingStudy& study) {
  LabTable table{.name = "likeliest words of each layer",
                 .columns = {"layer", "place", "rank", "probability"},
                 .rows_are = "word"};
  for (std::size_t l = 0; l < study.lens.layers.size(); ++l) {
    const auto& places = study.lens.layers[l].words;
    for (std::size_t t = 0; t < places.size(); ++t) {
      for (std::size_t k = 0; k < places[t].size(); ++k) {
        table.row_names.push_back(study.lens_words[l][t][k]);
        table.rows.push_back({static_cast<double>(l) - 1, static_cast<double>(t), static_cast<double>(k),
                              places[t][k].probability});
      }
    }
  }
  return table;
}

}  // namespace

std::vector<LabTable> decoding_tables(const DecodingLab& settings, const DecodingStudy& study) {
  using Page = DecodingLab::Page;
  std::vector<LabTable> tables;
  const auto add = [&](LabTable table) {
    if (!table.rows.empty()) tables.push_back(std::move(table));
  };
  if (settings.page == Page::cache) {
    add(cache_table(study));
    return tables;
  }
  if (settings.page == Page::layers) {
    add(lens_table(study));
    if (!tables.empty()) tables.push_back({.name = "logit lens", .maps = {"logit lens"}});
    return tables;
  }
  if (settings.strategy == DecodingLab::Strategy::beam) {
    add(tree_table(study));
    add(ways_table(study));
  }
  add(next_table(study));
  if (settings.strategy == DecodingLab::Strategy::sampling) add(draws_table(study));
  add(written_table(study));
  return tables;
}

}  // namespace headlight
