// What the view of causes computes: what is asked, the map and its pictures, and the map for other views.
#include "app/labs/causes/causes_work.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>

#include "app/lab/long_work.h"
#include "core/grammar/held_out.h"
#include "core/models/model.h"
#include "core/models/trace.h"

namespace headlight {

const CausesStudy* causes_before(const LabInput& input) {
  return input.last == nullptr ? nullptr : LabWork::result_in<CausesStudy>(input.last);
}

namespace {

// The map of causes as pictures: what is read and what is written.

HeatmapPtr map_of_stream(const CausesStudy& study, const CausalMap& map, Stream stream,
                         std::vector<int>& blocks) {
  auto made = std::make_shared<Heatmap>();
  const auto count = static_cast<int>(map.blocks.size());
  for (int i = 0; i < count; ++i) {
    const CausalMap::Block& block = map.blocks[i];
    if (block.stream == stream && !block.effects.empty()) blocks.push_back(i);
  }
  if (blocks.empty()) return nullptr;
  const Trace& trace = *study.to;
  const CausalMap::Block& first = map.blocks[blocks.front()];
  std::size_t columns = first.effects.size();
  // Of the words that are written, none behind the place can have to do with it.
  if (stream == Stream::target)
    columns = std::min(columns, static_cast<std::size_t>(study.question.place / first.together) + 1);
  made->row_axis = "taken at";
  made->column_axis = stream == Stream::source ? "word read" : "word written";
  if (!writes_from_start(trace.anatomy().answer)) made->column_axis = "word";
  if (trace.anatomy().picture && stream == Stream::source) made->column_axis = "cell";
  made->rows = static_cast<int>(blocks.size());
  made->columns = static_cast<int>(columns);
  const Axis axis = trace.label(trace.at(first.path)).rows;
  const int rows = trace.tape().node(trace.at(first.path)).shape.rows;
  for (std::size_t column = 0; column < columns; ++column) {
    const int begin = static_cast<int>(column) * first.together;
    const int last = std::min(rows, begin + first.together) - 1;
    made->column_labels.push_back(trace.label(axis, begin) +
                                  (last > begin ? " … " + trace.label(axis, last) : ""));
  }
  for (const int i : blocks) {
    const CausalMap::Block& block = map.blocks[i];
    made->row_labels.push_back(block_name(trace.anatomy(), block.path));
    for (std::size_t column = 0; column < columns; ++column) {
      const bool there = column < block.effects.size() && std::isfinite(block.effects[column]);
      made->values.push_back(there ? static_cast<float>(block.effects[column]) : 0);
      made->states.push_back(there ? CellState::value : CellState::absent);
    }
  }
  return made;
}

// Pictures of study.map, all on one scale: of shares at least from -1 to 1.
void add_cause_maps(CausesStudy& study) {
  const CausalMap& map = study.map;
  study.maps.clear();
  study.blocks.clear();
  std::vector<std::shared_ptr<Heatmap>> all;
  float most = study.alone ? 0.0F : 1.0F;
  for (const Stream stream : {Stream::source, Stream::target}) {
    std::vector<int> blocks;
    const HeatmapPtr made = map_of_stream(study, map, stream, blocks);
    if (made == nullptr) continue;
    for (const float value : made->values) most = std::max(most, std::fabs(value));
    all.push_back(std::make_shared<Heatmap>(*made));
    study.blocks.push_back(std::move(blocks));
  }
  if (most == 0) most = 1;
  for (const auto& each : all) {
    each->scale = {Ramp::diverging, -most, most, study.alone ? "change of log P" : "effect", {}, {}};
    each->format = NumberFormat::weight;
    study.maps.push_back(each);
  }
}

// The map of causes for other views: its rows, and by which key the heads have what they hand on.

std::shared_ptr<const CauseWays> cause_ways_of(const LabInput& input, const CausesStudy& study) {
  if (study.alone || !study.whole || !study.nothing.empty()) return nullptr;
  auto ways = std::make_shared<CauseWays>();
  ways->from = study.from;
  ways->to = study.to;
  ways->word = study.word;
  ways->other = study.other;
  struct Asked {
    HeadPlace head;
    int query, key;
  };
  std::vector<Asked> asked;
  for (const CausalMap::Block& block : study.map.blocks) {
    // Neighbours that were exchanged together are no rows.
    if (block.together > 1) continue;
    for (std::size_t row = 0; row < block.effects.size(); ++row) {
      if (!std::isfinite(block.effects[row])) continue;
      const int at = static_cast<int>(row);
      ways->rows.push_back({block.path, at, block.effects[row]});
      if (!block.is_head || std::fabs(block.effects[row]) < CauseWays::least) continue;
      const Place place = place_of(block.path);
      const int weights =
          study.to->find(head_path(place.stack, *place.layer, place.attention, *place.head, "weights"));
      if (weights < 0) continue;
      const int keys = study.to->tape().node(weights).shape.cols;
      for (int key = 0; key < keys; ++key)
        asked.push_back(
            {{std::string(place.stack), std::string(place.attention), *place.layer, *place.head}, at, key});
    }
  }
  const auto runs = *input.piece("causes ways", [&] {
    return std::make_shared<CausalRuns>(input.model, study.from, study.to, study.question);
  });
  const auto links = *input.piece("causes links", [] { return std::make_shared<std::vector<double>>(); });
  in_pieces(input,
            {.name = "causes each link",
             .from = 0.9F,
             .advance =
                 [&](const auto& go_on) {
                   while (links->size() < asked.size()) {
                     if (!go_on()) return false;
                     const Asked& each = asked[links->size()];
                     const std::optional<Edit> edit = runs->exchange_by_key(each.head, each.query, each.key);
                     links->push_back(!edit || runs->changes_nothing(*edit) ? 0 : runs->effect({*edit}));
                   }
                   return true;
                 },
             .progress =
                 [&] { return static_cast<double>(links->size()) / static_cast<double>(asked.size() + 1); }});
  for (std::size_t i = 0; i < asked.size(); ++i)
    ways->links.push_back({asked[i].head, asked[i].query, asked[i].key, (*links)[i]});
  return ways;
}

// What is asked, and of which row.

std::string sentence_of(std::string message) {
  message[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(message[0])));
  return message + ".";
}

// Where the largest probability is smallest.
int least_sure(const Trace& trace) {
  const Reading rows = trace.read("probabilities");
  int place = 0;
  float least = std::numeric_limits<float>::infinity();
  for (int row = 0; row < rows.shape().rows; ++row) {
    const float most = rows.view().map().row(row).maxCoeff();
    if (most < least) {
      least = most;
      place = row;
    }
  }
  return place;
}

// Of a translation that has to find out what "it" means, the first pronoun.
int usual_place(const Trace& trace) {
  const std::vector<std::string>& said = trace.words().next;
  const auto pronoun = std::find(said.begin(), said.end(), first_pronoun(said));
  const bool translates = trace.anatomy().answer == AnswerKind::translation;
  return translates && pronoun != said.end() ? static_cast<int>(pronoun - said.begin()) : least_sure(trace);
}

std::string word_of(const Trace& trace, int word) {
  return trace.label(trace.label(trace.at("probabilities")).cols, word);
}

// What is asked; nothing where the other sentence has no such place.
std::optional<CausalQuestion> question_of(const CausesLab& settings, const CausesStudy& study) {
  const int places = study.to->tape().node(study.to->at("probabilities")).shape.rows;
  const int place = std::min(settings.place, places - 1);
  if (study.alone) return likeliest_two(*study.to, place < 0 ? usual_place(*study.to) : place);
  if (place >= 0) return question_at(*study.from, *study.to, place);
  if (const auto differ = first_difference(*study.from, *study.to)) return differ;
  return question_at(*study.from, *study.to, least_sure(*study.to));
}

// With more heads each by itself the map is long to compute and to read.
constexpr std::size_t most_heads_apart = 64;

// How many cells a block has at most: so many that the whole map has no more than this.
int most_cells_of(const Anatomy& anatomy, CausesLab::Heads heads) {
  constexpr int most_cells = 1600;
  std::size_t blocks = 0;
  for (const StackInfo& stack : anatomy.stacks) blocks += 1 + 4 * static_cast<std::size_t>(stack.layers);
  if (heads == CausesLab::Heads::apart) blocks += heads_of(anatomy).size();
  return std::max(8, most_cells / static_cast<int>(std::max<std::size_t>(blocks, 1)));
}

// The settings, and the page that is asked for: the ribbons of another view are the map, whole and between
// the two sentences.
CausesLab asked_for(const LabInput& input) {
  auto settings = input.settings<CausesLab>();
  if (!input.for_ribbons) return settings;
  settings.page = CausesLab::Page::map;
  settings.put = Exchange::clean;
  settings.heads = CausesLab::Heads::apart;
  settings.blocks = 0;
  return settings;
}

// As far as it is made, or as it is asked for: the first `blocks` alone.
void read_map(CausesMapping& made, int blocks, CausesStudy& study) {
  const std::lock_guard lock(made.busy);
  study.map = made.mapping.map();
  study.whole = made.mapping.progress() >= 1;
  study.passes = made.mapping.runs().passes();
  study.stays = made.mapping.runs().other_difference();
  study.goes = made.mapping.runs().clean_difference();
  const auto first = static_cast<std::size_t>(blocks);
  if (blocks == 0 || first >= study.map.blocks.size()) return;
  study.whole = false;
  for (std::size_t i = first; i < study.map.blocks.size(); ++i)
    std::fill(study.map.blocks[i].effects.begin(), study.map.blocks[i].effects.end(), CausalMap::unknown);
}

void compute_map(const CausesLab& settings, const LabInput& input, CausesStudy& study) {
  const CausesStudy* last = causes_before(input);
  const bool known = last != nullptr && last->mapping != nullptr && last->to == study.to &&
                     last->from == study.from && last->put == study.put && last->heads == study.heads &&
                     last->question == study.question;
  const auto begin = [&] {
    const auto heads =
        study.heads == CausesLab::Heads::apart ? CausalMapping::Heads::apart : CausalMapping::Heads::together;
    const ModelPtr& model = input.model;
    CausalRuns runs = study.alone ? CausalRuns(model, study.to, study.question, study.put, 1)
                                  : CausalRuns(model, study.from, study.to, study.question);
    return std::make_shared<CausesMapping>(
        CausalMapping(std::move(runs), heads, most_cells_of(model->anatomy(), study.heads)));
  };
  study.mapping = known ? last->mapping : *input.piece("causes", begin);
  CausesMapping& made = *study.mapping;
  in_pieces(input, {.name = "causes map",
                    .to = settings.page == CausesLab::Page::heads ? 0.5F : 1.0F,
                    .advance =
                        [&](const auto& go_on) {
                          const std::lock_guard lock(made.busy);
                          const auto enough = [&] {
                            return settings.blocks > 0 && made.mapping.whole_blocks() >= settings.blocks;
                          };
                          return made.mapping.compute([&] { return !enough() && go_on(); }) || enough();
                        },
                    .progress =
                        [&] {
                          const std::lock_guard lock(made.busy);
                          return made.mapping.progress();
                        },
                    .fill =
                        [&](LabWork& work) {
                          CausesStudy so_far = study;
                          read_map(made, settings.blocks, so_far);
                          add_cause_maps(so_far);
                          put_causes(input, std::move(so_far), work);
                        }});
  read_map(made, settings.blocks, study);
  add_cause_maps(study);
}

void add_parts(const CausesLab& settings, const LabInput& input, CausesStudy& study) {
  const Trace& trace = *input.run(study.into).trace;
  study.no_parts = no_logit_attribution(trace);
  const int rows = trace.tape().node(trace.at("probabilities")).shape.rows;
  if (study.no_parts.empty() && study.question.place >= rows)
    study.no_parts = "With this edit the text is shorter and has no word at this place.";
  if (!study.no_parts.empty()) return;
  const CausalQuestion& asked = study.question;
  study.parts = study.alone ? attribute_logit(trace, asked.place, asked.word, asked.other)
                            : attribute_logit(trace, asked.place, asked.other, asked.word);
  if (settings.page == CausesLab::Page::logit) add_logit_words(trace, study);
}

void compute_page(const CausesLab& settings, const LabInput& input, CausesStudy& study) {
  const bool pairs = settings.page == CausesLab::Page::attention;
  try {
    if (!study.nothing.empty()) {
      if (pairs) compute_head_dots(input, study);
      return;
    }
    if (settings.page == CausesLab::Page::map || settings.page == CausesLab::Page::heads)
      compute_map(settings, input, study);
    if (settings.page == CausesLab::Page::heads) compute_cause_heads(input, study);
    if (pairs) compute_head_dots(input, study);
  } catch (const std::invalid_argument& why) {
    study.nothing = sentence_of(why.what());
  }
}

}  // namespace

void put_causes(const LabInput& input, CausesStudy study, LabWork& work) {
  if (const Run& run = input.run(study.into); run.edited()) {
    const CausesLab::Page page = asked_for(input).page;
    const bool sums = page == CausesLab::Page::score || page == CausesLab::Page::logit;
    if (!sums)
      work.without_edits = study.dots && study.dots->over_pairs
                               ? "These are other sentences, read without your edits."
                               : "The map is without your edits; the sum is with them.";
  }
  for (std::size_t i = 0; i < study.maps.size(); ++i) work.maps[cause_map_names.at(i)] = study.maps[i];
  if (study.score) work.maps[cause_score_name] = study.score->map;
  for (const LogitWords& words : study.logit_words) work.maps[cause_logit_name(words)] = words.map;
  work.tables = cause_tables(study);
  work.keep(std::move(study));
}

void compute_causes(const LabInput& input, LabWork& work) {
  const CausesLab settings = asked_for(input);
  input.sentence_on_stage();
  CausesStudy study;
  study.into = input.side_on_stage();
  study.many_heads = heads_of(input.model->anatomy()).size() > most_heads_apart;
  study.heads = study.many_heads ? CausesLab::Heads::together : settings.heads;
  study.to = input.run(study.into).unedited;
  study.from = input.run(1 - study.into).unedited;
  if (const CausesStudy* last = causes_before(input); last != nullptr) {
    study.over_pairs = last->over_pairs;
    study.over_pairs_of = last->over_pairs_of;
  }
  const bool replaces = settings.page == CausesLab::Page::map && settings.put != Exchange::clean;
  study.alone = study.from == nullptr || replaces;
  if (study.alone) study.from = study.to;
  study.put = !study.alone                      ? Exchange::clean
              : settings.put == Exchange::clean ? Exchange::zero
                                                : settings.put;
  study.answer = study.to->words().next;
  if (settings.page == CausesLab::Page::score) {
    compute_score_sum(input, study);
    return put_causes(input, std::move(study), work);
  }
  const std::optional<CausalQuestion> question = question_of(settings, study);
  if (!question) {
    study.nothing = "The other text has no word at this place. Click another word.";
  } else {
    study.question = *question;
    study.word = word_of(*study.to, question->word);
    study.other = word_of(*study.to, question->other);
    add_parts(settings, input, study);
  }
  compute_page(settings, input, study);
  // The model of the one place has its ribbons for the map, too.
  if (input.for_ribbons || settings.page == CausesLab::Page::map) work.ways = cause_ways_of(input, study);
  put_causes(input, std::move(study), work);
}

}  // namespace headlight
