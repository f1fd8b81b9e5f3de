// The lab on attention beyond softmax as a row of the labs.
#include "app/labs/beyond/beyond_lab.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "app/lab/lab_work.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {

const char* recall_kind_name(RecallKind kind) {
  switch (kind) {
    case RecallKind::softmax:
      return "softmax";
    case RecallKind::linear:
      return "linear attention";
    case RecallKind::delta:
      return "delta rule";
  }
  return "";
}

const char* abstaining_name(Abstaining kind) {
  switch (kind) {
    case Abstaining::softmax:
      return "softmax";
    case Abstaining::one_more:
      return "one more in the sum";
    case Abstaining::learned_sink:
      return "learned sink";
    case Abstaining::gate:
      return "gate";
    case Abstaining::sink_token:
      return "sink token";
  }
  return "";
}

namespace {

// Away from the texts on stage, whose seeds are small numbers.
constexpr std::uint64_t seed_of_counted = 0xbe40'0d00;

// What a number of the keys is called: by the name that has it alone, else by its place.
std::string number_of_keys(const RecallStudy& study, int number) {
  return study.own_number && number < study.text.names() ? recall_key_name(number)
                                                         : std::to_string(number + 1);
}

// What one of them holds, a column for each value.
HeatmapPtr held_map(const RecallStudy& study, const RecallStudy::Reader& reader) {
  auto map = std::make_shared<Heatmap>();
  map->rows = static_cast<int>(reader.holds.rows());
  map->columns = static_cast<int>(reader.holds.cols());
  map->values.assign(reader.holds.data(), reader.holds.data() + reader.holds.size());
  const bool softmax = reader.kind == RecallKind::softmax;
  map->title = RichText(recall_kind_name(reader.kind));
  for (int row = 0; row < map->rows; ++row) {
    map->row_labels.push_back(softmax ? recall_key_name(study.text.keys[row]) : number_of_keys(study, row));
  }
  for (int column = 0; column < map->columns; ++column)
    map->column_labels.push_back(recall_value_name(column));
  map->row_axis = softmax ? "pair" : "number of the key";
  map->column_axis = "value";
  map->scale = {Ramp::diverging, -1, 1, softmax ? "weight × value" : "state", {}, {}};
  map->scale.more_below = !map->values.empty() && reader.holds.minCoeff() < -1;
  map->scale.more_above = !map->values.empty() && reader.holds.maxCoeff() > 1;
  map->format = NumberFormat::weight;
  return map;
}

// Steps as a trace of their own: they are taken apart and go on a work sheet like a model's.
void keep_steps(Tape tape, Trace::Words words, int side, const char* shown, LabWork& work) {
  tape.forward();
  LabRecord recorded;
  recorded.set(side, std::make_shared<const Trace>(std::move(tape), std::move(words), nullptr));
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  work.shown = shown;
}

using SharedWords = std::shared_ptr<const std::vector<std::string>>;

SharedWords names_of(int count, const std::function<std::string(int)>& name) {
  auto names = std::make_shared<std::vector<std::string>>();
  for (int i = 0; i < count; ++i) names->push_back(name(i));
  return names;
}

void read_text(const LabInput& input, const BeyondLab& lab, RecallStudy& study, LabWork& work) {
  Random random(static_cast<std::uint64_t>(lab.seed));
  study.text = drawn_recall(lab.pairs, lab.again, random);
  const int names = study.text.names();
  const Matrix keys = recall_keys(names, lab.numbers, random);
  RecallMemory memory = recall_memory(study.text, keys);
  memory.kept = lab.kept;
  study.read = std::min(lab.read, lab.pairs);
  study.wanted = study.text.wanted(study.read);
  study.own_number = names <= lab.numbers;
  const Matrix query = keys.row(study.text.asked);
  for (std::size_t i = 0; i < study.readers.size(); ++i) {
    RecallStudy::Reader& reader = study.readers[i];
    reader.kind = recall_kinds[i];
    reader.answer = memory.answer(reader.kind, study.read, query);
    reader.recalled = recalled(reader.answer);
    if (reader.kind != RecallKind::softmax) {
      reader.holds = memory.state(reader.kind, study.read);
      continue;
    }
    const Matrix weights = memory.weights(study.read, query);
    reader.holds = memory.values.topRows(study.read);
    for (int t = 0; t < study.read; ++t) reader.holds.row(t) *= weights(0, t);
  }
  if (study.read == 0) return;
  Tape tape;
  record_reading(tape, memory, study.read, query);
  Trace::Words words;
  // What was read stands on a work sheet.
  for (int pair = 0; pair < study.read; ++pair)
    words.source.push_back(
        say("{name}: {value};",
            {{"name", recall_key_name(study.text.keys[static_cast<std::size_t>(pair)])},
             {"value", recall_value_name(study.text.values[static_cast<std::size_t>(pair)])}}));
  words.source_vocabulary = names_of(lab.numbers, [&](int number) { return number_of_keys(study, number); });
  words.target_vocabulary = names_of(recall_values, recall_value_name);
  keep_steps(std::move(tape), std::move(words), input.side, "beyond_lab.state", work);
}

std::vector<std::array<double, 3>> counted_shares(const LabInput& input, const RecallStudy::Asked& asked) {
  const std::string name = "recall " + std::to_string(static_cast<int>(asked.again)) + " " +
                           std::to_string(asked.numbers) + " " + std::to_string(asked.kept);
  std::vector<std::array<double, 3>> shares;
  for (int pairs = 1; pairs <= most_recall_pairs; ++pairs) {
    if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
    shares.push_back(*input.piece(name + " " + std::to_string(pairs), [&] {
      return recall_shares({pairs, asked.again, asked.numbers, asked.kept}, recall_texts, seed_of_counted);
    }));
  }
  return shares;
}

std::vector<LabTable> recall_tables(const RecallStudy& study, LabWork& work) {
  std::vector<LabTable> tables;
  LabTable answers{.name = "answers", .columns = {"wanted", "answer"}, .rows_are = "reader"};
  LabTable shares{.name = "right by pairs", .columns = {"pairs"}, .rows_are = "", .row_names = {}};
  const auto value = [](int at) {
    return at < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(at);
  };
  for (int column = 0; column < recall_values; ++column) answers.columns.push_back(recall_value_name(column));
  for (const RecallStudy::Reader& reader : study.readers) {
    const std::string name = recall_kind_name(reader.kind);
    if (reader.holds.rows() > 0) {
      work.maps[name] = held_map(study, reader);
      tables.push_back({.name = name + ", what it holds", .maps = {name}});
    }
    answers.row_names.push_back(name);
    std::vector<double>& row = answers.rows.emplace_back();
    row = {value(study.wanted), value(reader.recalled)};
    for (Eigen::Index column = 0; column < reader.answer.cols(); ++column)
      row.push_back(static_cast<double>(reader.answer(0, column)));
    shares.columns.push_back(name);
  }
  for (std::size_t i = 0; i < study.shares.size(); ++i) {
    std::vector<double>& row = shares.rows.emplace_back();
    row.push_back(static_cast<double>(i + 1));
    for (const double share : study.shares[i]) row.push_back(share);
  }
  tables.push_back(std::move(answers));
  tables.push_back(std::move(shares));
  return tables;
}

// Few words, but more than one: something to choose from, and too few to spread a weight over.
AbstainText abstain_text_on_stage(const BeyondLab& lab) {
  Random random(static_cast<std::uint64_t>(lab.seed));
  AbstainText text;
  do text = drawn_abstain_text(random);
  while (text.words.size() < 2 || text.words.size() > 4 || (text.marked >= 0) != lab.marker);
  return text;
}

// The weights of all five, a row each; what is no word stands first.
HeatmapPtr abstain_map(const AbstainStudy& study) {
  auto map = std::make_shared<Heatmap>();
  map->rows = static_cast<int>(study.heads.size());
  map->columns = static_cast<int>(study.text.words.size()) + 1;
  for (const AbstainStudy::Head& head : study.heads) {
    map->row_labels.emplace_back(abstaining_name(head.kind));
    map->values.push_back(head.run.nothing);
    for (Eigen::Index t = 0; t < head.run.weights.cols(); ++t) map->values.push_back(head.run.weights(0, t));
  }
  map->column_labels.emplace_back("nothing");
  for (int t = 0; t < static_cast<int>(study.text.words.size()); ++t)
    map->column_labels.push_back((t == study.text.marked ? "* " : "") +
                                 abstain_word_name(study.text.words[static_cast<std::size_t>(t)]));
  map->title = RichText("weights");
  map->row_axis = "head";
  map->column_axis = "word";
  map->scale = {Ramp::sequential, 0, 1, "weight", {}, {}};
  map->format = NumberFormat::weight;
  return map;
}

void learn_to_abstain(const LabInput& input, const BeyondLab& lab, AbstainStudy& study, LabWork& work) {
  study.text = abstain_text_on_stage(lab);
  study.steps = lab.steps;
  for (const Abstaining kind : abstainings) {
    if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
    const std::string name =
        "abstain " + std::to_string(static_cast<int>(kind)) + " " + std::to_string(lab.steps);
    const auto head = input.piece(name, [&] {
      AbstainHead learned(kind, 1);
      learned.advance(lab.steps);
      return learned;
    });
    study.heads.push_back(
        {kind, head->run(study.text), count_abstaining(*head, abstain_texts, seed_of_counted)});
    if (kind == Abstaining::one_more) {
      Tape tape;
      record_one_more(tape, study.text, study.heads.back().run.scores);
      Trace::Words words;
      for (const int word : study.text.words) words.source.push_back(abstain_word_name(word));
      words.target = words.source;
      words.target.push_back(say("(nothing)"));
      words.target_vocabulary = names_of(abstain_words, abstain_word_name);
      keep_steps(std::move(tape), std::move(words), input.side, "beyond_lab.shares", work);
    }
  }
}

std::vector<LabTable> abstain_tables(const AbstainStudy& study, LabWork& work) {
  work.maps["weights"] = abstain_map(study);
  LabTable heads{.name = "heads",
                 .columns = {"nothing", "gate", "answer", "right with a marker", "texts with a marker",
                             "right without", "texts without", "length without"},
                 .rows_are = "head"};
  for (const AbstainStudy::Head& head : study.heads) {
    const AbstainCount& count = head.count;
    heads.row_names.emplace_back(abstaining_name(head.kind));
    heads.rows.push_back({static_cast<double>(head.run.nothing), static_cast<double>(head.run.gate),
                          head.run.answer < 0 ? std::numeric_limits<double>::quiet_NaN()
                                              : static_cast<double>(head.run.answer),
                          static_cast<double>(count.marked_right), static_cast<double>(count.marked),
                          static_cast<double>(count.unmarked_right), static_cast<double>(count.unmarked),
                          count.written});
  }
  return {{.name = "weights", .maps = {"weights"}}, std::move(heads)};
}

void compute_beyond(const LabInput& input, LabWork& work) {
  const auto& lab = input.settings<BeyondLab>();
  BeyondStudy study;
  study.page = lab.page;
  if (lab.page == BeyondPage::abstain) {
    learn_to_abstain(input, lab, study.abstain, work);
    work.tables = abstain_tables(study.abstain, work);
    work.keep(std::move(study));
    return;
  }
  const auto* last = input.last == nullptr ? nullptr : LabWork::result_in<BeyondStudy>(input.last);
  read_text(input, lab, study.recall, work);
  study.recall.asked = {lab.again, lab.numbers, lab.kept};
  const bool known =
      last != nullptr && last->recall.asked == study.recall.asked && !last->recall.shares.empty();
  study.recall.shares = known ? last->recall.shares : counted_shares(input, study.recall.asked);
  work.tables = recall_tables(study.recall, work);
  work.keep(std::move(study));
}

LabCaption beyond_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<BeyondLab>();
  if (lab.page == BeyondPage::abstain)
    return {drawn(say("where five heads look in a text {marker}, after {steps} of training",
                      {{"marker", lab.marker ? say("with a marker") : say("without a marker")},
                       {"steps",
                        say(several(lab.steps, "{n} step", "{n} steps"), {{"n", count_text(lab.steps)}})}}),
                  lab.seed),
            {},
            false};
  const int read = std::min(lab.read, lab.pairs);
  std::string says =
      say("what softmax, linear attention and the delta rule hold of {pairs}, {numbers} in a key",
          {{"pairs", say(several(read, "{n} pair", "{n} pairs"), {{"n", count_text(read)}})},
           {"numbers",
            say(several(lab.numbers, "{n} number", "{n} numbers"), {{"n", count_text(lab.numbers)}})}});
  if (lab.kept < 1)
    says =
        joined({says, say("what is older times {kept} with each pair", {{"kept", fixed_text(lab.kept, 2)}})});
  return {drawn(says, lab.seed), {}, false};
}

constexpr std::array beyond_drags{
    LabDrag{"beyond softmax, the steps of a training",
            [](Labs& labs, int i) {
              labs.get<BeyondLab>().page = BeyondPage::abstain;
              labs.get<BeyondLab>().steps = 25 * (i % 17);
            }},
    LabDrag{"beyond softmax, the pairs that are read",
            [](Labs& labs, int i) { labs.get<BeyondLab>().read = i % (most_recall_pairs + 1); }},
    LabDrag{"beyond softmax, the numbers in a key", [](Labs& labs, int i) {
              labs.get<BeyondLab>().again = false;
              labs.get<BeyondLab>().numbers = 2 + i % 15;
            }}};

}  // namespace

constinit const Lab BeyondLab::lab_row{.name = "beyond",
                                       .title = "Beyond softmax",
                                       .question = "What if there is no softmax?",
                                       .settings = settings_of<BeyondLab>(),
                                       .compute = compute_beyond,
                                       .caption = beyond_caption,
                                       .drags = beyond_drags};

}  // namespace headlight
