// Causes as a row of the labs.
#include "app/labs/causes/causes_lab.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/lab/lab_caption.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "app/lab/labs.h"
#include "core/layers/sites.h"
#include "core/learn/corpus.h"
#include "core/models/model.h"
#include "core/models/read_trace.h"

namespace headlight {

namespace {

// "attention", "encoder–decoder", "feed-forward": what stands before the n-th sum of a layer of the stack.
std::string sub_layer_name(const Anatomy& model, const std::string& stack, std::size_t number) {
  std::vector<std::string> all;
  for (const AttentionHeads& each : model.attentions) {
    const AttentionInfo& about = each.info();
    if (about.stack == stack) all.push_back(about.crosses() ? std::string(about.kind) : "attention");
  }
  return number >= 1 && number <= all.size() ? all[number - 1] : "feed-forward";
}

}  // namespace

std::string block_name(const Anatomy& model, const std::string& path) {
  const Place place = place_of(path);
  const Site* const site = site_of(path);
  if (!place.layer) return site == nullptr ? path : std::string(site->noun);
  const std::string layer = "layer " + std::to_string(*place.layer);
  if (place.head) {
    const AttentionInfo& about = info(attention_of(place.stack, place.attention));
    return layer + ", " + std::string(about.head) + " " + std::to_string(*place.head);
  }
  if (!place.attention.empty()) {
    const AttentionInfo& about = info(attention_of(place.stack, place.attention));
    return layer + ", " + (about.crosses() ? std::string(about.kind) : "all heads");
  }
  if (place.part.starts_with("feed_forward")) return layer + ", feed-forward";
  const std::size_t number = place.part.find_last_not_of("0123456789") + 1;
  if (number == place.part.size() || number == 0) return layer + (site ? ", " + std::string(site->noun) : "");
  return layer + ", after " +
         sub_layer_name(model, place.stack, static_cast<std::size_t>(std::stoi(place.part.substr(number))));
}

std::string head_name(const HeadPlace& head) {
  const AttentionInfo& about = info(attention_of(head.stack, head.attention));
  return head.stack + " layer " + std::to_string(head.layer) + ", " + std::string(about.head) + " " +
         std::to_string(head.head);
}

namespace {

// "layer 0, norm 2", "last norm"; nothing for what is no normalization of a stack.
std::optional<std::string> norm_name(const std::string& path) {
  const Place place = place_of(path);
  const Site* const site = site_of(path);
  if (site == nullptr || !place.attention.empty() || place.head) return std::nullopt;
  if (site->family == Family::stack) return "last norm";
  if (site->family != Family::layer) return std::nullopt;
  return "layer " + std::to_string(place.layer.value_or(0)) + ", norm " +
         place.part.substr(place.part.size() - 1);
}

}  // namespace

std::string part_name(const Anatomy& model, const AttributedPart& part) {
  const std::string name = block_name(model, part.path);
  switch (part.kind) {
    case AttributedPart::Kind::bias:
      return norm_name(part.path).value_or(name) + ", bias";
    case AttributedPart::Kind::set:
      return name + ", as edited";
    default:
      return name;
  }
}

namespace {

// Work that goes on piece by piece: `advance` does some of it, as long as it is told to, and returns whether
// all is done.
void causes_in_pieces(const LabInput& input, const std::string& name, float from, float to,
                      const std::function<bool(const std::function<bool()>&)>& advance,
                      const std::function<double()>& progress) {
  constexpr std::chrono::milliseconds piece{15};
  for (int number = 0;; ++number) {
    const auto done = input.piece(name + " " + std::to_string(number), [&] {
      const auto end = std::chrono::steady_clock::now() + piece;
      const bool all = advance([&] {
        return std::chrono::steady_clock::now() < end &&
               (input.cancel == nullptr || !input.cancel->requested());
      });
      if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
      return all;
    });
    if (input.progress) input.progress(from + (to - from) * static_cast<float>(progress()));
    if (*done) return;
  }
}

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

constexpr std::array causes_map_names{"read", "written"};

HeatmapPtr map_of_stream(const CausesStudy& study, const CausalMap& map, Stream stream,
                         std::vector<int>& blocks) {
  auto made = std::make_shared<Heatmap>();
  const auto count = static_cast<int>(map.blocks.size());
  for (int i = 0; i < count; ++i) {
    const CausalMap::Block& block = map.blocks[static_cast<std::size_t>(i)];
    if (block.stream == stream && !block.effects.empty()) blocks.push_back(i);
  }
  if (blocks.empty()) return nullptr;
  const Trace& trace = *study.to;
  const CausalMap::Block& first = map.blocks[static_cast<std::size_t>(blocks.front())];
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
    const CausalMap::Block& block = map.blocks[static_cast<std::size_t>(i)];
    made->row_labels.push_back(block_name(trace.anatomy(), block.path));
    for (std::size_t column = 0; column < columns; ++column) {
      const bool there = column < block.effects.size() && std::isfinite(block.effects[column]);
      made->values.push_back(there ? static_cast<float>(block.effects[column]) : 0);
      made->states.push_back(there ? CellState::value : CellState::absent);
    }
  }
  return made;
}

// One scale for all: of shares at least from -1 to 1.
void add_maps(CausesStudy& study) {
  const CausalMap& map = study.mapping->map();
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

// How many cells a block has at most: so many that the whole map has no more than this.
int most_cells_of(const Anatomy& anatomy, CausesLab::Heads heads) {
  constexpr int most_cells = 1600;
  std::size_t blocks = 0;
  for (const StackInfo& stack : anatomy.stacks) blocks += 1 + 4 * static_cast<std::size_t>(stack.layers);
  if (heads == CausesLab::Heads::apart) blocks += heads_of(anatomy).size();
  return std::max(8, most_cells / static_cast<int>(std::max<std::size_t>(blocks, 1)));
}

void compute_map(const CausesLab& settings, const LabInput& input, CausesStudy& study) {
  const auto* last = input.last == nullptr ? nullptr : LabWork::result_in<CausesStudy>(input.last);
  const bool known = last != nullptr && last->mapping != nullptr && last->to == study.to &&
                     last->from == study.from && last->put == study.put && last->heads == study.heads &&
                     last->question == study.question;
  if (known) {
    study.mapping = last->mapping;
  } else {
    const auto heads =
        study.heads == CausesLab::Heads::apart ? CausalMapping::Heads::apart : CausalMapping::Heads::together;
    const auto begun = input.piece("causes", [&] {
      const ModelPtr& model = input.model;
      CausalRuns runs = study.alone ? CausalRuns(model, study.to, study.question, study.put, 1)
                                    : CausalRuns(model, study.from, study.to, study.question);
      return std::make_shared<CausalMapping>(std::move(runs), heads,
                                             most_cells_of(model->anatomy(), study.heads));
    });
    CausalMapping& mapping = **begun;
    const float share = settings.page == CausesLab::Page::heads ? 0.5F : 1.0F;
    causes_in_pieces(
        input, "causes map", 0, share, [&](const auto& go_on) { return mapping.compute(go_on); },
        [&] { return mapping.progress(); });
    study.mapping = *begun;
  }
  add_maps(study);
}

void add_parts(const LabInput& input, CausesStudy& study) {
  const Trace& trace = *input.run(study.into).trace;
  study.no_parts = no_logit_attribution(trace);
  const int rows = trace.tape().node(trace.at("probabilities")).shape.rows;
  if (!study.no_parts.empty() || study.question.place >= rows) return;
  const CausalQuestion& asked = study.question;
  study.parts = study.alone ? attribute_logit(trace, asked.place, asked.word, asked.other)
                            : attribute_logit(trace, asked.place, asked.other, asked.word);
}

// Heads that can be chosen: of the stack that reads, where another one writes. What writes hands everything
// on that it was told, so that any head of it would do.
std::vector<HeadPlace> heads_to_choose(const Anatomy& anatomy, std::string& among) {
  std::vector<HeadPlace> heads = heads_of(anatomy);
  if (anatomy.stacks.size() < 2 || anatomy.reading() == nullptr) {
    among = "the model";
    return heads;
  }
  const std::string stack(anatomy.reading()->info().stack);
  std::erase_if(heads, [&](const HeadPlace& head) { return head.stack != stack; });
  among = "the " + stack;
  return heads;
}

void compute_heads(const LabInput& input, CausesStudy& study) {
  if (study.alone) {
    study.no_heads = "Which heads carry an effect is found between two sentences: type a second one.";
    return;
  }
  const Anatomy& anatomy = input.model->anatomy();
  const std::vector<HeadPlace> among = heads_to_choose(anatomy, study.among);
  if (among.empty()) {
    study.no_heads = "This model has no heads.";
    return;
  }
  const auto search = *input.piece("causes heads", [&] {
    return std::make_shared<HeadSetSearch>(CausalRuns(input.model, study.from, study.to, study.question),
                                           among);
  });
  causes_in_pieces(
      input, "causes search", 0.5F, 0.75F, [&](const auto& go_on) { return search->compute(go_on); },
      [&] { return search->progress(); });
  study.few = search->found();

  const std::vector<HeadPlace> all = heads_of(anatomy);
  const AttentionInfo& selected = info(input.head.attention);
  study.path_from = {std::string(selected.stack), std::string(selected.part), input.head.layer,
                     input.head.head};
  const auto from = std::find(all.begin(), all.end(), study.path_from);
  if (from == all.end()) return;
  const auto runs = *input.piece("causes paths", [&] {
    return std::make_shared<CausalRuns>(input.model, study.from, study.to, study.question);
  });
  for (auto to = from + 1; to != all.end(); ++to) {
    // Heads of one layer do not read one another.
    const bool beside =
        to->stack == from->stack && to->layer == from->layer && to->attention == from->attention;
    if (beside) continue;
    study.paths.push_back(*input.piece("causes path " + output_of(*to), [&] {
      if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
      const auto by = [&](bool query, bool key, bool value) {
        return path_effect(*runs, *from, *to, {.query = query, .key = key, .value = value});
      };
      return HeadPath{*to, by(true, true, true), by(true, false, false), by(false, true, false),
                      by(false, false, true)};
    }));
    if (input.progress) {
      const auto done = static_cast<float>(to - all.begin()) / static_cast<float>(all.size());
      input.progress(0.75F + 0.25F * done);
    }
  }
}

std::vector<LabTable> tables_of(const CausesStudy& study) {
  std::vector<LabTable> tables;
  if (study.few) {
    LabTable few{.name = "few heads", .columns = {"effect of it and those above"}, .rows_are = "head"};
    for (std::size_t i = 0; i < study.few->heads.size(); ++i) {
      few.rows.push_back({study.few->effects[i]});
      few.row_names.push_back(head_name(study.few->heads[i]));
    }
    few.rows.push_back({study.few->others_while_held});
    few.row_names.emplace_back("all others, these held");
    few.rows.push_back({study.few->others});
    few.row_names.emplace_back("all others");
    tables.push_back(std::move(few));
  }
  if (!study.paths.empty()) {
    LabTable paths{.name = "paths", .columns = {"all", "query", "key", "value"}, .rows_are = "into head"};
    for (const HeadPath& path : study.paths) {
      paths.rows.push_back({path.all, path.query, path.key, path.value});
      paths.row_names.push_back(head_name(path.to));
    }
    tables.push_back(std::move(paths));
  }
  for (std::size_t i = 0; i < study.maps.size(); ++i) {
    const std::string of = study.maps.size() > 1 ? std::string(" of words ") + causes_map_names.at(i) : "";
    tables.push_back({.name = "effects" + of, .maps = {causes_map_names.at(i)}});
  }
  if (study.parts) {
    LabTable parts{.name = "parts of the logit", .columns = {"part"}, .rows_are = "block"};
    for (const AttributedPart& part : study.parts->parts) {
      parts.rows.push_back({part.amount});
      parts.row_names.push_back(part.path + (part.kind == AttributedPart::Kind::bias ? " (bias)" : ""));
    }
    tables.push_back(std::move(parts));
  }
  return tables;
}

}  // namespace

void compute_causes(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<CausesLab>();
  input.sentence_on_stage();
  CausesStudy study;
  study.into = input.side_on_stage();
  study.many_heads = heads_of(input.model->anatomy()).size() > most_heads_apart;
  study.heads = study.many_heads ? CausesLab::Heads::together : settings.heads;
  study.to = input.run(study.into).unedited;
  study.from = input.run(1 - study.into).unedited;
  const bool replaces = settings.page == CausesLab::Page::map && settings.put != Exchange::clean;
  study.alone = study.from == nullptr || replaces;
  if (study.alone) study.from = study.to;
  study.put = !study.alone                      ? Exchange::clean
              : settings.put == Exchange::clean ? Exchange::zero
                                                : settings.put;
  study.answer = study.to->words().next;
  const std::optional<CausalQuestion> question = question_of(settings, study);
  if (!question) {
    study.nothing = "The other sentence has no such place in its answer: click another word.";
  } else {
    study.question = *question;
    study.word = word_of(*study.to, question->word);
    study.other = word_of(*study.to, question->other);
    try {
      compute_map(settings, input, study);
      if (settings.page == CausesLab::Page::heads) compute_heads(input, study);
    } catch (const std::invalid_argument& why) {
      study.nothing = sentence_of(why.what());
    }
    add_parts(input, study);
  }
  if (const Run& run = input.run(study.into); run.edited())
    work.without_edits = "The map is of the sentences without the session’s edits; the sum is as edited.";
  for (std::size_t i = 0; i < study.maps.size(); ++i) work.maps[causes_map_names.at(i)] = study.maps[i];
  work.tables = tables_of(study);
  work.keep(std::move(study));
}

namespace {

std::string put_text(Exchange put) {
  switch (put) {
    case Exchange::clean:
      return "taken from the other sentence";
    case Exchange::zero:
      return "made zero";
    case Exchange::mean:
      return "replaced by the mean of the others";
    case Exchange::shuffled:
      return "replaced by another one, drawn by lot";
    case Exchange::noise:
      break;
  }
  return "blurred by noise";
}

LabCaption causes_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<CausesLab>();
  const auto* study = asked.result<CausesStudy>();
  const std::string about = study == nullptr || study->word.empty()
                                ? "a word of the answer"
                                : in_curly_quotes(study->word) + " against " + in_curly_quotes(study->other);
  std::vector<int> sides;
  for (int side = 0; side < 2; ++side) {
    const bool read = study == nullptr || !study->alone || side == study->into;
    if (asked.input.trace(side) != nullptr && read) sides.push_back(side);
  }
  if (lab.page == CausesLab::Page::heads)
    return {"the heads that carry what decides " + about + ", and the paths from " + asked.selected_head(),
            sides};
  return {"what becomes of " + about + " with one row " + put_text(study == nullptr ? lab.put : study->put) +
              (lab.heads == CausesLab::Heads::apart ? ", each head by itself" : ", heads together"),
          sides};
}

// What has words to choose between.
constexpr LabNeed needs_an_answer{
    [](const Anatomy& model) { return !model.given && model.answer != AnswerKind::none; },
    "This view is about the answer of a model, and the model on stage has none.",
    "The model on stage has no answer."};

constexpr std::array causes_drags{LabDrag{"causes, the word that is asked about",
                                          [](Labs& labs, int i) { labs.get<CausesLab>().place = i % 8; }}};

}  // namespace

constinit const Lab CausesLab::lab_row{.name = "causes",
                                       .title = "Causes",
                                       .question = "What decides a word?",
                                       .settings = settings_of<CausesLab>(),
                                       .compute = compute_causes,
                                       .caption = causes_caption,
                                       .drags = causes_drags,
                                       .of_word = true,
                                       .needs = always<needs_an_answer>,
                                       .own_view = true};

}  // namespace headlight
