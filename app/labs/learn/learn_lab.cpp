// The lab on learning as a row of the labs, and its work.
#include "app/labs/learn/learn_lab.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/files/whole_file.h"
#include "core/learn/live_work.h"
#include "core/models/trace.h"
#include "core/platform/paths.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

const LiveKind& LearnLab::trained() const {
  return run == LearnRun::text ? live_kinds().back() : live_kinds()[static_cast<std::size_t>(kind)];
}

OwnText LearnLab::own() const {
  OwnText made;
  made.text = text_of == LearnText::own ? kept_text(text) : shipped_text(text_of);
  made.tokens = tokens;
  made.layers = layers;
  // Heads share the width, and a file may hold what no control offers.
  made.heads = heads == 3 ? 2 : heads;
  made.width = width / 16 * 16;
  made.context = context < 36 ? 24 : context < 72 ? 48 : 96;
  made.steps = steps;
  return made;
}

LiveChanges LearnLab::changes() const {
  LiveChanges made;
  if (run == LearnRun::yours) made.equal_heads = equal_heads;
  if (run == LearnRun::text) made.own = own();
  return made;
}

const std::string& shipped_text(LearnText of) {
  static const std::array<std::string, 4> texts = [] {
    std::array<std::string, 4> read;
    for (const auto& [each, name] : learn_text_names()) {
      if (each != LearnText::own)
        read[static_cast<std::size_t>(each)] =
            read_text(assets_folder() / "texts" / (std::string(name) + ".txt"));
    }
    return read;
  }();
  return texts[static_cast<std::size_t>(of)];
}

const LearnStep* LearnStudy::shown() const {
  if (steps.empty()) return nullptr;
  const auto at = static_cast<std::size_t>(settings.step);
  return settings.step >= 0 && at < steps.size() ? &steps[at] : &steps.back();
}

int LearnStudy::head() const {
  const int count = steps.empty() ? 0 : static_cast<int>(steps.back().heads.size());
  if (settings.head >= 0 && settings.head < count) return settings.head;
  // The same head at every step: the one that came to look there.
  if (run.points.empty() || count == 0) return 0;
  return std::clamp(run.points.back().layer * heads_a_layer + run.points.back().head, 0, count - 1);
}

std::string LearnStudy::head_name(int of) const {
  return say("layer {layer}, head {head}",
             {{"layer", from_one(of / heads_a_layer)}, {"head", from_one(of % heads_a_layer)}});
}

namespace {

std::filesystem::path shipped_run(const char* name) { return assets_folder() / "models" / name; }

// The second run beside it, for its curves.
void read_other(LearnStudy& study) {
  const LearnLab& lab = study.settings;
  try {
    if (lab.run == LearnRun::yours) {
      if (lab.other_seed >= 0 && lab.other_seed != lab.seed)
        study.other = read_live_run(live_folder(*study.kind, lab.other_seed, lab.changes()));
    } else if (lab.other_seed >= 0 && *study.kind->second != '\0') {
      study.other = read_live_run(shipped_run(study.kind->second));
    }
  } catch (const std::exception& error) {
    study.without.push_back(told(error));
  }
}

// What is read at every step.
struct TextOfSteps {
  std::string text, instead_of;
  std::vector<std::string> words;
  int row = 0, heads_a_layer = 1;
};

// The sentence on stage where the small models know its words. The row is that of the word that is followed
// there, else that of "it", else the last one.
TextOfSteps text_for(const LearnStudy& study, const LabInput& input, const Model& model) {
  const LiveKind& kind = *study.kind;
  TextOfSteps read;
  read.text = study.line.empty() ? kind.example : study.line;
  const std::string& typed = input.run_on_stage().text;
  try {
    if (kind.row[0] != '\0' && input.model->translates() && !model.read(typed).empty()) read.text = typed;
  } catch (const std::exception&) {  // it has words that these models do not know
    read.instead_of = typed;
  }
  read.words = model.trace({.text = read.text})->typed();
  read.heads_a_layer = model.anatomy().heads(study.reads, 0);
  const int count = static_cast<int>(read.words.size());
  const auto it = std::find(read.words.begin(), read.words.end(), kind.row);
  read.row = it == read.words.end() ? count - 1 : static_cast<int>(it - read.words.begin());
  if (read.text == typed && input.token >= 0) read.row = std::min(input.token, count - 1);
  return read;
}

LearnStep made_step(const LearnStudy& study, int step) {
  LearnStep made;
  made.step = step;
  made.folder = study.folder / live_step_name(step);
  const ModelPtr model = shared_model(made.folder);
  const TracePtr trace = model->trace({.text = study.text});
  for (int layer = 0; layer < model->anatomy().layers(study.reads); ++layer) {
    for (int head = 0; head < model->anatomy().heads(study.reads, layer); ++head) {
      const std::string path = info(study.reads).path(layer, head, "weights");
      Heatmap map = view_of(*trace, path);
      map.title =
          RichText(say("{head} after {steps}",
                       {{"head", study.head_name(layer * study.heads_a_layer + head)},
                        {"steps", say(several(step, "{n} step", "{n} steps"), {{"n", count_text(step)}})}}));
      made.heads.push_back(std::make_shared<const Heatmap>(std::move(map)));
      const Reading weights = trace->read(path);
      std::vector<float>& row = made.rows.emplace_back();
      for (int column = 0; column < static_cast<int>(study.words.size()); ++column)
        row.push_back(weights(study.row, column));
    }
  }
  for (std::size_t head = 0; study.heads_a_layer > 1 && head < made.heads.size();
       head += static_cast<std::size_t>(study.heads_a_layer)) {
    const std::vector<float>& first = made.heads[head]->values;
    const std::vector<float>& second = made.heads[head + 1]->values;
    double apart = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
      if (std::isfinite(first[i]) && std::isfinite(second[i]))
        apart = std::max(apart, static_cast<double>(std::abs(first[i] - second[i])));
    made.apart.push_back(apart);
  }
  made.writes = written(*trace);
  return made;
}

// Those that were made before of the same text stay: a kept step is never written twice.
const LearnStep* made_before(const LearnStudy& study, const LabInput& input, int step) {
  const auto* before = input.last == nullptr ? nullptr : LabWork::result_in<LearnStudy>(input.last);
  if (before == nullptr || before->folder != study.folder || before->text != study.text ||
      before->row != study.row)
    return nullptr;
  const auto found = std::find_if(before->steps.begin(), before->steps.end(),
                                  [&](const LearnStep& each) { return each.step == step; });
  return found == before->steps.end() ? nullptr : &*found;
}

void make_steps(LearnStudy& study, const LabInput& input) {
  for (const int step : study.run.kept) {
    if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
    try {
      if (study.text.empty()) {
        const auto read = input.piece("learn, text", [&] {
          return text_for(study, input, *shared_model(study.folder / live_step_name(step)));
        });
        study.text = read->text;
        study.instead_of = read->instead_of;
        study.words = read->words;
        study.row = read->row;
        study.heads_a_layer = read->heads_a_layer;
      }
      const LearnStep* before = made_before(study, input, step);
      study.steps.push_back(before != nullptr ? *before : *input.piece("learn, " + std::to_string(step), [&] {
        return made_step(study, step);
      }));
    } catch (const std::runtime_error& error) {
      study.without.push_back(error.what());
    }
  }
}

std::string map_name(const LearnStudy& study, const LearnStep& step) {
  return say("step {n}, {head}", {{"n", count_text(step.step)}, {"head", study.head_name(study.head())}});
}

LabTable curves(const char* name, const LiveRun& run) {
  LabTable table{.name = name,
                 .columns = {"step", "training loss", "held-out loss", "right", "head looks right",
                             "head's weight", "layer", "head"}};
  for (const LivePoint& point : run.points)
    table.rows.push_back({static_cast<double>(point.step), point.training_loss, point.held_out_loss,
                          point.right, point.head_right, point.head_weight, static_cast<double>(point.layer),
                          static_cast<double>(point.head)});
  return table;
}

// At what step a head has appeared: NaN where none has.
LabTable appeared(const char* name, const LiveRun& run) {
  const std::optional<int> step = run.head_appeared();
  const LivePoint* point = step ? run.at(*step) : nullptr;
  const double none = std::numeric_limits<double>::quiet_NaN();
  return {.name = name,
          .columns = {"step", "right", "head looks right", "of steps", "seed", "kept"},
          .rows = {{step ? static_cast<double>(*step) : none, point == nullptr ? none : point->right,
                    point == nullptr ? none : point->head_right, static_cast<double>(run.steps),
                    static_cast<double>(run.seed), static_cast<double>(run.kept.size())}}};
}

// The first two heads of the layer that is shown, at the kept steps.
LabTable two_heads(const LearnStudy& study) {
  LabTable table{.name = "two heads",
                 .columns = {"step", "first looks right", "second looks right", "largest difference"}};
  const auto layer = static_cast<std::size_t>(study.layer());
  const std::size_t first = layer * static_cast<std::size_t>(study.heads_a_layer);
  for (const LearnStep& step : study.steps) {
    const LivePoint* point = study.run.at(step.step);
    if (point == nullptr || point->heads_right.size() < first + 2 || layer >= step.apart.size()) continue;
    table.rows.push_back({static_cast<double>(step.step), point->heads_right[first],
                          point->heads_right[first + 1], step.apart[layer]});
  }
  return table;
}

std::vector<LabTable> tables_of(const LearnStudy& study) {
  std::vector<LabTable> tables;
  if (const LearnStep* at = study.shown()) {
    tables.push_back({.name = "weights", .maps = {map_name(study, *at)}});
    LabTable row{.name = "row", .columns = {"place", "weight"}, .rows_are = "word", .row_names = study.words};
    const std::vector<float>& weights = at->rows[study.head()];
    for (std::size_t i = 0; i < weights.size(); ++i)
      row.rows.push_back({static_cast<double>(i), static_cast<double>(weights[i])});
    tables.push_back(std::move(row));
    LabTable steps{.name = "steps", .columns = {"step"}, .rows_are = "writes"};
    for (const std::string& word : study.words) steps.columns.push_back(word);
    for (const LearnStep& step : study.steps) {
      steps.row_names.push_back(step.writes);
      std::vector<double>& numbers = steps.rows.emplace_back(1, static_cast<double>(step.step));
      for (const float weight : step.rows[study.head()]) numbers.push_back(static_cast<double>(weight));
    }
    tables.push_back(std::move(steps));
  }
  if (!study.run.points.empty()) tables.push_back(curves("curves", study.run));
  if (const LabTable two = two_heads(study); !two.rows.empty()) tables.push_back(two);
  tables.push_back(appeared("appeared", study.run));
  if (!study.counts.empty())
    tables.push_back({.name = "text",
                      .columns = {"lines", "held out", "letters", "different", "tokens", "known", "guess"},
                      .rows = {study.counts}});
  if (study.other) {
    tables.push_back(curves("other curves", *study.other));
    tables.push_back(appeared("other appeared", *study.other));
  }
  return tables;
}

// What is learned on the page of a text, and one of its lines: of those held out the first that the model can
// read whole.
void read_lines(LearnStudy& study, const LabInput& input) {
  const OwnText own = study.settings.own();
  study.reads = Attention::decoder;
  const auto read = input.piece("learn, lines", [&] { return text_lines(own); });
  const TextLines& lines = *read;
  study.vocabulary = lines.words.size();
  double tokens = 0;
  for (const TextLines::Line& line : lines.lines) tokens += static_cast<double>(line.tokens.size()) - 1;
  study.counts = {static_cast<double>(lines.lines.size()),
                  static_cast<double>(lines.held_out()),
                  static_cast<double>(lines.letters),
                  static_cast<double>(lines.different),
                  tokens,
                  static_cast<double>(study.vocabulary),
                  std::log(study.vocabulary)};
  study.about = paragraph(
      {say(several(
               lines.held_out(),
               "{n} lines, {letters} letters, {different} different ones; {held} of the lines is held out.",
               "{n} lines, {letters} letters, {different} different ones; {held} of the lines are held out."),
           {{"n", count_text(std::ssize(lines.lines))},
            {"letters", count_text(lines.letters)},
            {"different", count_text(lines.different)},
            {"held", count_text(lines.held_out())}}),
       // What is pasted is cut before it comes into the session.
       lines.shortened || own.text.size() + 200 > OwnText::most_bytes
           ? say("A text can have {n} bytes: what stands behind is left out.",
                 {{"n", count_text(OwnText::most_bytes)}})
           : ""});
  const auto fits = [&](const TextLines::Line& line) { return std::ssize(line.tokens) - 1 <= own.context; };
  for (const bool held_out : {true, false}) {
    for (const TextLines::Line& line : lines.lines) {
      if (study.line.empty() && line.held_out == held_out && fits(line)) study.line = line.text;
    }
  }
}

// Tables: weights (the shown head's), row, curves, steps; other curves.
void compute_learn(const LabInput& input, LabWork& work) {
  LearnStudy study;
  study.settings = input.settings<LearnLab>();
  const LearnLab& lab = study.settings;
  const bool shipped = lab.run == LearnRun::shipped;
  shipped_text(LearnText::names);  // frames read no files
  study.kind = shipped ? &live_kinds().front() : &lab.trained();
  study.folder =
      shipped ? shipped_run(study.kind->shipped) : live_folder(*study.kind, lab.seed, lab.changes());
  try {
    if (lab.run == LearnRun::text) read_lines(study, input);
    std::optional<LiveRun> run = read_live_run(study.folder);
    if (run)
      study.run = std::move(*run);
    else if (shipped)
      study.error =
          "The small translator has not been trained on this computer: headlight-train model "
          "small-translator does it.";
  } catch (const std::exception& error) {
    // The lab stays open: another seed or another training may be whole.
    study.error = told(error);
    study.run = LiveRun();
  }
  make_steps(study, input);
  read_other(study);
  for (const LearnStep& step : study.steps) {
    if (&step == study.shown()) work.maps[map_name(study, step)] = step.heads[study.head()];
  }
  if (!input.run_on_stage().edits.empty())
    work.without_edits = "Without your edits: the lab uses its own small models.";
  work.tables = tables_of(study);
  work.keep(std::move(study));
}

LabCaption learn_caption(const CaptionAsked& asked) {
  const auto* study = asked.result<LearnStudy>();
  const auto& lab = asked.settings<LearnLab>();
  if (study == nullptr || study->shown() == nullptr)
    return {
        say("the training {training}, before its first step",
            {{"training",
              in_curly_quotes((lab.run == LearnRun::shipped ? live_kinds().front() : lab.trained()).title)}}),
        {},
        false};
  const bool typed = study->text == asked.input.run(asked.side).text;
  const std::string title = in_curly_quotes(study->kind->title);
  const bool equal = study->run.changes.equal_heads != EqualHeads::none;
  const NamedValue training{
      "training", equal ? say("{training} with two heads begun equal", {{"training", title}}) : title};
  const NamedValue seed{"seed", std::to_string(study->run.seed)},
      head{"head", study->head_name(study->head())};
  const NamedValue steps{"steps", say(several(study->shown()->step, "{n} step", "{n} steps"),
                                      {{"n", count_text(study->shown()->step)}})};
  if (typed)
    return {say("the training {training}, seed {seed}: its curves, and the weights of {head} after {steps}",
                {training, seed, head, steps}),
            {asked.side},
            false};
  return {say("the training {training}, seed {seed}: its curves, and the weights of {head} after {steps} on "
              "{sentence}",
              {training, seed, head, steps, {"sentence", in_curly_quotes(study->text)}}),
          {},
          false};
}

constexpr std::array learn_drags{
    LabDrag{"learn, a step of the training", [](Labs& labs, int i) { labs.get<LearnLab>().step = i % 20; }},
    LabDrag{"learn, a head", [](Labs& labs, int i) { labs.get<LearnLab>().head = i % 4; }}};

}  // namespace

constinit const Lab LearnLab::lab_row{.name = "learn",
                                      .title = "Learn",
                                      .question = "How does a head appear?",
                                      .settings = settings_of<LearnLab>(),
                                      .compute = compute_learn,
                                      .caption = learn_caption,
                                      .drags = learn_drags,
                                      .of_word = true,
                                      .outside = live_steps_kept};

}  // namespace headlight
