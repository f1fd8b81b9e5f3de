// The lab on vectors as a row of the labs.
#include "app/labs/vectors/vectors_lab.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/grammar/held_out.h"
#include "core/grammar/lexicon.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr int axes_shown = 3;
constexpr std::size_t of_each_sense = 7;

std::string spaced(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

const StackInfo& reading(const Trace& trace) { return trace.anatomy().stacks.front(); }

// Whether a team of this name does such things: "the bears miss the game" says nothing of animals.
bool plays(const std::vector<std::string>& words) {
  static const std::set<std::string, std::less<>> of_a_team = [] {
    std::set<std::string, std::less<>> nouns;
    for (const char* kind : {"contest", "prize"}) {
      for (const grammar::Noun* noun : grammar::lexicon().nouns(kind))
        nouns.insert(noun->english);  // "game", "cup"
    }
    return nouns;
  }();
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return of_a_team.contains(word); });
}

const std::vector<std::string>& words_read(const Trace& trace) {
  return trace.tokens(trace.anatomy().typed());
}

// What it reads of them, and of a translator what it writes.
bool knows_words_of(const Model& model, const Example& example) {
  if (model.translates()) return has_words_of(model.source(), model.target(), example);
  return std::all_of(example.source.begin(), example.source.end(), [&](const std::string& word) {
    return model.tokenizer().vocabulary().id(word).has_value();
  });
}

class Collector {
 public:
  // What a trace has along its stream: a row of each node for each item.
  void add(const Trace& trace, VectorItem item, int first, int count) {
    if (found_.paths.empty()) name_places(trace);
    found_.items.push_back(std::move(item));
    for (std::size_t place = 0; place < found_.paths.size(); ++place) {
      const Matrix rows = trace.rows(trace.at(found_.paths[place]), first, count).view().map();
      Matrix& all = found_.vectors[place];
      all.conservativeResize(all.rows() + 1, rows.cols());
      all.bottomRows(1) = rows.colwise().mean();
    }
  }

  std::shared_ptr<const CollectedVectors> take() {
    std::vector<std::string> labels;
    for (const VectorItem& item : found_.items) labels.push_back(item.label);
    labels = short_labels(labels);
    for (std::size_t i = 0; i < labels.size(); ++i) found_.items[i].label = std::move(labels[i]);
    return std::make_shared<const CollectedVectors>(std::move(found_));
  }

 private:
  void name_places(const Trace& trace) {
    const StackInfo& stack = reading(trace);
    const std::string block(stack.input);
    for (const char* part : {".scaled", ".embedded"}) {
      if (trace.find(block + part) < 0) continue;
      add_place("embedding", block + part);
      break;
    }
    const std::string input = input_of(trace, stack);
    if (found_.paths.empty() || found_.paths.back() != input) add_place("with positions", input);
    for (int layer = 0; layer < stack.layers; ++layer)
      add_place(say("after layer {n}", {{"n", from_one(layer)}}), end_of_layer(trace, stack, layer));
    found_.vectors.resize(found_.paths.size());
  }

  void add_place(const std::string& name, const std::string& path) {
    found_.places.push_back(name);
    found_.paths.push_back(path);
  }

  CollectedVectors found_;
};

// Held-out sentences that use "bears", as many of each sense.
std::vector<Example> bears_sentences(const Model& model) {
  std::vector<Example> chosen;
  std::array<std::size_t, 3> senses{};
  for (const Example& example : sentences_of(SentenceList::bears)) {
    if (example.sensed->sense != Sense::team && plays(example.source)) continue;
    std::size_t& of_sense = senses.at(static_cast<std::size_t>(example.sensed->sense));
    if (of_sense == of_each_sense || !knows_words_of(model, example)) continue;
    ++of_sense;
    chosen.push_back(example);
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const Example& a, const Example& b) { return a.sensed->sense < b.sensed->sense; });
  return chosen;
}

std::shared_ptr<const CollectedVectors> collect(const LabInput& input, VectorsOf of) {
  Collector collector;
  const auto read = [&](const std::string& sentence) {
    return *input.piece(sentence, [&] { return input.model->trace({.text = sentence}); });
  };
  switch (of) {
    case VectorsOf::bears: {
      for (const Example& example : bears_sentences(*input.model)) {
        const std::string sentence = spaced(example.source);
        collector.add(*read(sentence),
                      {sentence, sentence, example.source.at(example.sensed->place),
                       static_cast<int>(example.sensed->sense)},
                      example.sensed->place, 1);
      }
      break;
    }
    case VectorsOf::stage:
      for (const int side : {0, 1}) {
        const Trace* trace = input.trace(side);
        if (trace == nullptr) continue;
        const std::vector<std::string>& words = words_read(*trace);
        for (int i = 0; i < static_cast<int>(words.size()); ++i)
          collector.add(*trace, {words[i], spaced(words), words[i], side}, i, 1);
      }
      break;
    case VectorsOf::sentences: {
      const auto add = [&](const Trace& trace, int group) {
        const std::string sentence = spaced(words_read(trace));
        collector.add(trace, {sentence, sentence, "", group}, 0, static_cast<int>(words_read(trace).size()));
      };
      for (const int side : {0, 1}) {
        if (input.trace(side) != nullptr) add(*input.trace(side), 0);
      }
      for (const Example& example : showcase()) {
        if (knows_words_of(*input.model, example)) add(*read(spaced(example.source)), 1);
      }
      break;
    }
  }
  return collector.take();
}

std::vector<std::string> groups_of(const LabInput& input, VectorsOf of) {
  if (of == VectorsOf::bears) return {"an animal", "to endure", "a team"};
  if (of == VectorsOf::sentences) return {"on stage", "of the lessons"};
  if (input.trace(0) != nullptr && input.trace(1) != nullptr) return {"first sentence", "second sentence"};
  return {"the sentence", "the sentence"};
}

// Sentences that are not on stage are read anew only where the model is another.
std::shared_ptr<const CollectedVectors> collected(const LabInput& input, VectorsOf of) {
  const auto* last = input.last == nullptr ? nullptr : LabWork::result_in<VectorsStudy>(input.last);
  if (of == VectorsOf::bears && last != nullptr && last->of == of && last->model == input.model)
    return last->all;
  return collect(input, of);
}

std::vector<LabTable> tables_of(const VectorsStudy& study) {
  LabTable points{.name = "coordinates", .columns = {"PC1", "PC2", "PC3", "group"}, .rows_are = "item"};
  for (std::size_t i = 0; i < study.all->items.size(); ++i) {
    const VectorItem& item = study.all->items[i];
    points.row_names.push_back(item.word.empty() ? item.sentence : item.word + ": " + item.sentence);
    std::vector<double> row;
    row.reserve(points.columns.size());
    for (int axis = 0; axis < axes_shown; ++axis)
      row.push_back(static_cast<double>(study.points(static_cast<Eigen::Index>(i), axis)));
    row.push_back(item.group);
    points.rows.push_back(std::move(row));
  }
  LabTable along{.name = "mean cosine",
                 .columns = {"same group", "other groups"},
                 .rows_are = "place",
                 .row_names = study.all->places};
  for (const GroupCosines& at : study.cosines) along.rows.push_back({at.same, at.other});
  LabTable nearest{.name = "nearest neighbour",
                   .columns = {"items", "same group", "by chance"},
                   .rows_are = "place",
                   .row_names = study.all->places};
  for (const GroupCosines& at : study.cosines) {
    nearest.rows.push_back({static_cast<double>(study.all->items.size()),
                            static_cast<double>(at.nearest_same), at.nearest_by_chance});
  }
  LabTable share{"share of variance", {"PC1", "PC2", "PC3"}, {study.axes.share}};
  return {std::move(points),
          {.name = "similarity", .path = "vectors_lab.similarity"},
          std::move(along),
          std::move(nearest),
          std::move(share)};
}

// Records "vectors_lab". Tables: coordinates, similarity, cosines along the stream.
void compute_vectors(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<VectorsLab>();
  VectorsStudy study;
  study.model = input.model;
  study.of = settings.of;
  study.all = collected(input, settings.of);
  if (study.all->items.empty() && study.of == VectorsOf::bears) {  // a model of other words
    study.of = VectorsOf::stage;
    study.all = collect(input, study.of);
    work.note = "This model does not know “bears”.";
  }
  if (study.all->items.empty())
    throw std::runtime_error("There is no sentence on stage. Type one that the model can read.");
  study.groups = groups_of(input, study.of);
  std::vector<int> groups;
  for (const VectorItem& item : study.all->items) groups.push_back(item.group);
  for (const Matrix& vectors : study.all->vectors) study.cosines.push_back(group_cosines(vectors, groups));
  study.place = std::min(settings.place, static_cast<int>(study.all->places.size()) - 1);

  const Matrix& vectors = study.all->vectors[study.place];
  study.axes = principal_axes(vectors, axes_shown);
  std::vector<std::string> labels;
  for (const VectorItem& item : study.all->items) labels.push_back(item.label);
  LabRecord recorded;
  recorded.set(0, record_vectors(vectors, std::move(labels), study.axes));
  study.points = recorded.trace(0)->read("vectors_lab.projected").view().map();
  work.shown = "vectors_lab.similarity";
  Heatmap similarity = view_of(*recorded.trace(0), "vectors_lab.similarity");
  similarity.scale = {Ramp::diverging, -1, 1, "cosine", {}, {}};
  work.maps["similarity"] = std::make_shared<const Heatmap>(std::move(similarity));
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  const bool edited = !input.run(0).edits.empty() || !input.run(1).edits.empty();
  if (edited && study.of == VectorsOf::bears)
    work.without_edits = "These sentences are not on stage, so they are read without your edits.";
  if (edited && study.of == VectorsOf::sentences)
    work.without_edits = "Only the sentences on stage are read with your edits.";
  work.tables = tables_of(study);
  work.keep(std::move(study));
}

LabCaption vectors_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<VectorsLab>();
  const auto* study = asked.result<VectorsStudy>();
  if (study == nullptr) return {say("vectors by their principal components"), {}};
  const std::string at = joined(
      {study->all->places[study->place], lab.in_space ? say("along their first three principal components")
                                                      : say("along their first two principal components")});
  switch (study->of) {
    case VectorsOf::bears:
      return {joined({say("the word “bears” in {sentences}",
                          {{"sentences", say(several(std::ssize(study->all->items), "{n} held-out sentence",
                                                     "{n} held-out sentences"),
                                             {{"n", count_text(std::ssize(study->all->items))}})}}),
                      at}),
              {}};
    case VectorsOf::stage:
      return {joined({say("the vectors of all words"), at}), {0, 1}};
    case VectorsOf::sentences:
      return {joined({say("sentences as the mean of their words’ vectors"), at}), {0, 1}};
  }
  return {"", {}};
}

void leave_out_vectors_looks(VectorsLab& lab) {
  const VectorsLab usual;
  lab.in_space = usual.in_space;
  lab.turn = usual.turn;
  lab.tilt = usual.tilt;
}

constexpr std::array vectors_drags{LabDrag{"vectors, the place along the stream",
                                           [](Labs& labs, int i) { labs.get<VectorsLab>().place = i % 4; }},
                                   LabDrag{"vectors, turned", [](Labs& labs, int i) {
                                             labs.get<VectorsLab>().in_space = true;
                                             labs.get<VectorsLab>().turn = 0.05F * static_cast<float>(i % 60);
                                           }}};

}  // namespace

constinit const Lab VectorsLab::lab_row{.name = "vectors",
                                        .title = "Vectors",
                                        .question = "Does a word have one vector?",
                                        .settings = settings_of<VectorsLab, leave_out_vectors_looks>(),
                                        .compute = compute_vectors,
                                        .caption = vectors_caption,
                                        .drags = vectors_drags,
                                        .needs = always<needs_words>};

}  // namespace headlight
