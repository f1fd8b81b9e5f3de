// The text, and what is measured of it: kept from one work to the next, as long as the same text is asked
// for.
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/lab/lab_work.h"
#include "app/lab/long_work.h"
#include "app/labs/text_heads/text_heads_lab.h"
#include "core/files/text_columns.h"
#include "core/grammar/held_out.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/platform/background.h"
#include "core/platform/process.h"
#include "core/text/cut_words.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

std::vector<LabTable> text_heads_tables(const TextHeadsStudy& study, const TextHeadsLab& settings);

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_snapshots = 4;  // where somebody stopped

// As many as are read at once, those that the model knows the words of: nobody chose the others for it.
std::vector<std::string> our_sentences(const Model& model) {
  std::vector<std::string> known;
  for (const Example& example : sentences_of(SentenceList::translations)) {
    if (known.size() == static_cast<std::size_t>(TextHeadsLab::first_parts)) break;
    std::string text = written_out(example.source);
    try {
      if (!model.read(text).empty()) known.push_back(std::move(text));
    } catch (const std::invalid_argument&) {  // it has other words
    }
  }
  return known;
}

// One text that is measured with one model. One thread at a time computes.
struct MeasuredText {
  std::weak_ptr<const Model> model;
  std::string file, column;
  fs::file_time_type written = {};
  std::uintmax_t bytes = 0;

  std::string called;
  std::vector<std::string> of_stage = {};  // where it has no other
  ColumnOfText text = {};                  // without the text, which is in parts
  std::mutex busy;
  std::optional<TextMeasuring> measuring = {};
  double seconds = 0;  // that all parts took
  std::vector<std::shared_ptr<const TextMeasures>> kept = {};

  std::shared_ptr<const TextMeasures> kept_at(int read) const {
    for (const auto& each : kept)
      if (each->read == read) return each;
    return nullptr;
  }
  std::shared_ptr<const TextMeasures> keep() {
    if (auto same = kept_at(measuring->measures().read)) return same;
    if (kept.size() >= most_snapshots) kept.erase(kept.begin());
    return kept.emplace_back(std::make_shared<const TextMeasures>(measuring->measures()));
  }
};

// Nobody measures a long text a second time who only looked at one of its sentences on the stage.
std::shared_ptr<MeasuredText>& last_measured_text() {
  static std::shared_ptr<MeasuredText> last;
  return last;
}
std::mutex& last_measured_mutex() {
  static std::mutex mutex;
  return mutex;
}

std::vector<std::string> texts_of_the_stage(const LabInput& input) {
  std::vector<std::string> texts;
  for (int side = 0; side < 2; ++side)
    if (input.trace(side) != nullptr) texts.push_back(input.run(side).text);
  return texts;
}

// Throws what is wrong with the text.
std::shared_ptr<MeasuredText> text_to_measure(const LabInput& input, const TextHeadsLab& settings) {
  fs::file_time_type written = {};
  std::uintmax_t bytes = 0;
  if (!settings.file.empty()) {
    std::error_code failed;
    written = fs::last_write_time(settings.file, failed);
    if (!failed) bytes = fs::file_size(settings.file, failed);
  }
  {
    const std::lock_guard lock(last_measured_mutex());
    const auto& last = last_measured_text();
    if (last != nullptr && last->model.lock() == input.model && last->file == settings.file &&
        last->column == settings.column && last->written == written && last->bytes == bytes &&
        (last->of_stage.empty() || last->of_stage == texts_of_the_stage(input)))
      return last;
  }
  auto made = std::make_shared<MeasuredText>();
  made->model = input.model;
  made->file = settings.file;
  made->column = settings.column;
  made->written = written;
  made->bytes = bytes;
  std::vector<std::string> parts;
  if (settings.file.empty()) {
    parts = our_sentences(*input.model);
    made->called = say("our held-out sentences");
    if (parts.empty()) {
      made->called = say("the text on stage");
      parts = made->of_stage = texts_of_the_stage(input);
    }
  } else {
    made->text = read_column_of_text(settings.file, settings.column);
    parts = parts_of_text(*input.model, std::exchange(made->text.text, {}));
    made->called = printable(fs::path(settings.file).filename().string());
  }
  if (parts.empty()) throw std::invalid_argument(made->called + " has no words: give a file with text in it");
  made->measuring.emplace(input.model, std::move(parts));
  const std::lock_guard lock(last_measured_mutex());
  last_measured_text() = made;
  return made;
}

// Returns whether there are as many as wanted.
bool read_on(MeasuredText& text, int wanted, const std::function<bool()>& go_on) {
  const std::lock_guard lock(text.busy);
  const auto begun = std::chrono::steady_clock::now();
  const bool whole = text.measuring->read_to(wanted, go_on);
  text.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return whole;
}

TextExample example_of_row(const Model& model, const TextMeasures& measures, const HeadOverText& head,
                           const TextRow& row, double share) {
  TextExample made{.row = row,
                   .share = share,
                   .text = measures.parts->at(static_cast<std::size_t>(row.part)),
                   .asks = {},
                   .key = {}};
  const TracePtr trace = model.trace({.text = made.text});
  const int node = trace->find(head.path);
  if (node < 0) return made;
  const Reading weights = trace->read(node);
  if (row.row >= weights.shape().rows) return made;
  Eigen::Index key = 0;
  weights.view().map().row(row.row).maxCoeff(&key);
  made.asks = trace->label(trace->label(node).rows, row.row);
  made.key = trace->label(trace->label(node).cols, static_cast<int>(key));
  return made;
}

// Three with the most of it, then one of each tenth of all rows, drawn by lot about its middle.
std::vector<std::pair<TextRow, double>> rows_to_look_at(const TraitSpread& spread) {
  std::vector<std::pair<TextRow, double>> rows;
  const auto add = [&](const TextRow& row, double share) {
    for (const auto& [other, of] : rows)
      if (other.part == row.part && other.row == row.row) return;
    rows.emplace_back(row, share);
  };
  constexpr std::size_t most_shown = 3;
  for (const TextRow& row : spread.strongest())
    if (rows.size() < most_shown) add(row, 1);
  for (int tenth = 9; tenth >= 0; --tenth) {
    const double share = (tenth + 0.5) / 10;
    if (const auto row = spread.example(static_cast<float>(share))) add(*row, share);
  }
  return rows;
}

void put_text_heads(const LabInput& input, TextHeadsStudy study, LabWork& work) {
  if (!input.run_on_stage().edits.empty())
    work.without_edits = "These are other sentences, read without your edits.";
  work.tables = text_heads_tables(study, input.settings<TextHeadsLab>());
  if (study.measures != nullptr && study.measures->read > study.measures->refused) {
    auto told = std::make_shared<HeadsOverText>(HeadsOverText{.text = study.called, .does = {}});
    for (const HeadOverText& head : study.measures->heads)
      told->does.emplace(head.path, named_over_text(head));
    work.over_text = std::move(told);
  }
  work.keep(std::move(study));
}

void add_examples(const LabInput& input, const TextHeadsLab& settings, TextHeadsStudy& study) {
  if (study.chosen < 0) return;
  const auto* last = input.last == nullptr ? nullptr : LabWork::result_in<TextHeadsStudy>(input.last);
  const HeadOverText& head = study.head(study.chosen);
  const auto known = [&](const TextRow& row) -> const TextExample* {
    if (last == nullptr || last->measures == nullptr || last->chosen != study.chosen ||
        last->measures->parts != study.measures->parts)
      return nullptr;
    for (const TextExample& each : last->examples)
      if (each.row.part == row.part && each.row.row == row.row) return &each;
    return nullptr;
  };
  int number = 0;
  for (const auto& [row, share] : rows_to_look_at(head[settings.of])) {
    if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
    ++number;
    if (const TextExample* same = known(row); same != nullptr) {
      study.examples.push_back(*same);
      study.examples.back().row = row;
      study.examples.back().share = share;
      continue;
    }
    const TextRow& of = row;
    const double at = share;
    study.examples.push_back(*input.piece("text heads, example " + std::to_string(number), [&] {
      return example_of_row(*input.model, *study.measures, head, of, at);
    }));
  }
}

}  // namespace

void compute_text_heads(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<TextHeadsLab>();
  TextHeadsStudy study;
  for (const AttentionHeads& each : input.model->anatomy().attentions) {
    for (int layer = 0; layer < each.layers(); ++layer)
      for (int head = 0; head < each.in(layer); ++head) study.heads.push_back({each.id, layer, head});
  }
  for (std::size_t i = 0; i < study.heads.size(); ++i)
    if (study.heads[i] == input.head) study.chosen = static_cast<int>(i);
  std::shared_ptr<MeasuredText> text;
  try {
    text = *input.piece("text heads, text", [&] { return text_to_measure(input, settings); });
  } catch (const std::runtime_error& error) {
    study.error = error.what();
  } catch (const std::invalid_argument& error) {
    study.error = error.what();
  }
  if (text == nullptr) return put_text_heads(input, std::move(study), work);
  study.called = text->called;
  study.columns = text->text.columns;
  study.column = text->text.column;
  const auto take = [&](TextHeadsStudy& into) {
    const std::lock_guard lock(text->busy);
    into.measures = text->keep();
    if (into.measures->read > 0) into.seconds_a_part = text->seconds / into.measures->read;
  };
  int wanted = 0;
  {
    const std::lock_guard lock(text->busy);
    wanted = std::min(settings.parts, static_cast<int>(text->measuring->measures().parts->size()));
    study.measures = text->kept_at(wanted);
    if (study.measures != nullptr && text->seconds > 0)
      study.seconds_a_part = text->seconds / std::max(1, text->measuring->measures().read);
    // Fewer than there are already, where nobody stopped.
    if (study.measures == nullptr && text->measuring->measures().read > wanted) {
      text->measuring.emplace(input.model, *text->measuring->measures().parts);
      text->seconds = 0;
    }
  }
  if (study.measures == nullptr) {
    in_pieces(input, {.name = "heads over a text",
                      .to = 0.95F,
                      .advance = [&](const auto& go_on) { return read_on(*text, wanted, go_on); },
                      .progress =
                          [&] {
                            const std::lock_guard lock(text->busy);
                            return static_cast<double>(text->measuring->measures().read) /
                                   std::max(1, wanted);
                          },
                      .fill =
                          [&](LabWork& so_far) {
                            TextHeadsStudy part = study;
                            take(part);
                            put_text_heads(input, std::move(part), so_far);
                          }});
    take(study);
  }
  if (study.measures->refused == study.measures->read) {
    study.error = say("Nothing of {text} can be read: {why}",
                      {{"text", study.called}, {"why", study.measures->why_refused}});
    study.measures = nullptr;
    return put_text_heads(input, std::move(study), work);
  }
  const Model& model = *input.model;
  in_pieces(input, {.name = "short test of heads",
                    .from = 0.95F,
                    .advance = [&](const auto& go_on) { return measured_heads(model, go_on) != nullptr; },
                    .progress = [] { return 0.5; }});
  study.short_test = measured_heads(model);
  add_examples(input, settings, study);
  put_text_heads(input, std::move(study), work);
}

}  // namespace headlight
