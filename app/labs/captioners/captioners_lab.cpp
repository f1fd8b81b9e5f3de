// The lab on captioners as a row of the labs.
#include "app/labs/captioners/captioners_lab.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/lab/lab_caption.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "app/lab/labs.h"
#include "core/explain/view.h"
#include "core/models/model.h"
#include "core/models/picture_models.h"
#include "core/models/read_trace.h"
#include "core/pictures/caption.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"

namespace headlight {
namespace {

constexpr std::array captioners{NamedModel{"caption-rnn", captioner_names[0]},
                                NamedModel{"caption-attention", captioner_names[1]},
                                NamedModel{"caption-transformer", captioner_names[2]}};

// The caption of what was drawn, whatever of it is covered.
std::vector<std::string> caption_by_rule(const std::string& text) {
  const std::string picture = covered_text_of(text).picture;
  std::vector<std::string> words;
  if (is_data_uri(picture)) return words;
  for (CaptionWord& word : caption_of(scene_of(picture))) words.push_back(std::move(word.text));
  return words;
}

class CaptionersComputed {
 public:
  CaptionersComputed(const LabInput& input, LabWork& work) : input_(input), work_(work) {}

  void compute() {
    const CaptionersPage page = input_.settings<CaptionersLab>().page;
    if (page == CaptionersPage::sides) {
      write_captions();
    } else {
      for (const NamedModel& model : captioners)
        add_curve(study_.exact, study_.without, model, "exact_by_objects", model.name);
      if (study_.exact.empty())
        throw std::runtime_error("No card has a curve by objects: headlight train caption-rnn measures one.");
      work_.tables = {curves_table("exact by objects", study_.exact, "scenes")};
    }
    work_.keep(std::move(study_));
  }

 private:
  // The picture on stage; where sentences are read there, one to begin with.
  void find_picture() {
    const bool on_stage = input_.model != nullptr && input_.model->anatomy().picture.has_value();
    const Run& run = input_.run_on_stage();
    study_.text = on_stage && !run.text.empty() ? run.text : example_picture;
    if (!on_stage) work_.note = "An example: the model on stage reads no picture.";
    if (on_stage && !run.edits.empty())
      work_.without_edits = "Without the session’s edits: these are of one model, and here are three.";
    study_.picture = picture_of(study_.text);
    study_.by_rule = caption_by_rule(study_.text);
  }

  void write_captions() {
    find_picture();
    const auto* last = input_.last == nullptr ? nullptr : LabWork::result_in<CaptionersStudy>(input_.last);
    if (last != nullptr && last->text == study_.text && !last->models.empty()) {
      study_.models = last->models;
    } else {
      for (const NamedModel& model : captioners) study_.models.push_back(on_picture(model));
    }
    const auto read = [](const CaptionedBy& model) { return model.trace != nullptr; };
    if (std::none_of(study_.models.begin(), study_.models.end(), read))
      throw std::runtime_error(study_.models.back().missing);
    add_tables();
  }

  CaptionedBy on_picture(const NamedModel& named) const {
    CaptionedBy model{.name = named.name};
    try {
      const ModelPtr loaded = shared_model(model_folder(named.folder));
      model.trace = loaded->trace({.text = study_.text, .cancel = input_.cancel});
    } catch (const std::exception& error) {
      model.missing = error.what();
      return model;
    }
    if (model.trace == nullptr) throw LabCancelled();
    read_words(model);
    return model;
  }

  void read_words(CaptionedBy& model) const {
    const Trace& trace = *model.trace;
    const AttentionHeads* const cross = trace.anatomy().find(Attention::cross);
    std::optional<Reading> weights;
    if (cross != nullptr) weights = trace.read(cross->info().path(cross->layers() - 1, 0, "weights"));
    const Reading probabilities = trace.read("probabilities");
    for (int row = 0; row + 1 < static_cast<int>(trace.words().next.size()); ++row) {
      CaptionedBy::Word word{.text = trace.words().next[static_cast<std::size_t>(row)]};
      for (int column = 0; column < probabilities.shape().cols; ++column)
        word.probability = std::max(word.probability, probabilities(row, column));
      for (int cell = 0; weights && cell < weights->shape().cols; ++cell)
        word.weights.push_back((*weights)(row, cell));
      model.words.push_back(std::move(word));
    }
    const std::vector<std::string> words = model.texts();
    const std::vector<std::string>& known = study_.by_rule;
    model.right = !known.empty() && known == words;
    const std::vector<bool> found = found_in(words, known);
    for (std::size_t i = 0; i < words.size(); ++i) model.words[i].other = !known.empty() && !found[i];
  }

  void add_tables() {
    LabTable captions{.name = "captions", .columns = {"words", "words that differ"}, .rows_are = "caption"};
    LabTable cells{.name = "cells looked at",
                   .columns = {"place", "largest weight", "row", "column", "probability"},
                   .rows_are = "word"};
    for (const CaptionedBy& model : study_.models) {
      if (model.trace == nullptr) continue;
      double other = 0;
      for (std::size_t i = 0; i < model.words.size(); ++i) {
        const CaptionedBy::Word& word = model.words[i];
        other += word.other ? 1 : 0;
        if (word.weights.empty()) continue;
        const auto largest = std::max_element(word.weights.begin(), word.weights.end());
        const auto cell = static_cast<int>(largest - word.weights.begin());
        const int row = cell / Picture::cells, column = cell % Picture::cells;
        cells.row_names.push_back(model.name + ": " + word.text);
        cells.rows.push_back({static_cast<double>(i), static_cast<double>(*largest),
                              static_cast<double>(row + 1), static_cast<double>(column + 1),
                              static_cast<double>(word.probability)});
      }
      captions.row_names.push_back(model.name + ": " + text_of(model.texts(), AnswerKind::caption));
      captions.rows.push_back({static_cast<double>(model.words.size()), other});
    }
    work_.tables = {std::move(captions), std::move(cells)};
  }

  const LabInput& input_;
  LabWork& work_;
  CaptionersStudy study_;
};

}  // namespace

std::vector<std::string> CaptionedBy::texts() const {
  std::vector<std::string> texts;
  for (const Word& word : words) texts.push_back(word.text);
  return texts;
}

int CaptionersStudy::longest() const {
  std::size_t most = 0;
  for (const CaptionedBy& model : models) most = std::max(most, model.words.size());
  return static_cast<int>(most);
}

void compute_captioners(const LabInput& input, LabWork& work) { CaptionersComputed(input, work).compute(); }

namespace {

constexpr const char* three_captioners =
    "a recurrent network with one vector of the picture, one with attention and a Transformer";

LabCaption captioners_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<CaptionersLab>();
  const auto* study = asked.result<CaptionersStudy>();
  if (lab.page == CaptionersPage::objects)
    return {std::string("how many captions of held-out scenes ") + three_captioners +
                " write exactly, by the number of objects; from their cards",
            {},
            false};
  std::string says = std::string("the captions by ") + three_captioners + ", and where they look";
  if (study != nullptr && study->longest() > 0)
    says += " while they write word " + std::to_string(std::min(lab.word, study->longest() - 1) + 1);
  return {says, {}, false};
}

void leave_out_captioners_looks(CaptionersLab& lab) { lab.word = CaptionersLab{}.word; }

constexpr std::array captioners_drags{LabDrag{"captioners, a word of the captions", [](Labs& labs, int i) {
                                                labs.get<CaptionersLab>().page = CaptionersPage::sides;
                                                labs.get<CaptionersLab>().word = i % 10;
                                              }}};

}  // namespace

constinit const Lab CaptionersLab::lab_row{
    .name = "captioners",
    .title = "Captioners",
    .question = "Who looks at the picture, and where?",
    .settings = settings_of<CaptionersLab, leave_out_captioners_looks>(),
    .compute = compute_captioners,
    .caption = captioners_caption,
    .drags = captioners_drags,
    .opens_with = [](const Anatomy& model) { return model.picture.has_value(); }};

}  // namespace headlight
