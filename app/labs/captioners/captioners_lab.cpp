// The lab on captioners as a row of the labs.
#include "app/labs/captioners/captioners_lab.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/explain/view.h"
#include "core/models/picture_models.h"
#include "core/models/trace.h"
#include "core/pictures/scene.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The caption of what was drawn, whatever of it is covered.
std::vector<std::string> caption_by_rule(const std::string& text) {
  const std::string picture = covered_text_of(text).picture;
  std::vector<std::string> words;
  if (is_data_uri(picture)) return words;
  for (CaptionWord& word : caption_of(scene_of(picture))) words.push_back(std::move(word.text));
  return words;
}

constexpr const char* exact_by_objects = "exact_by_objects";

class CaptionersComputed {
 public:
  CaptionersComputed(const LabInput& input, LabWork& work) : input_(input), work_(work) {}

  void compute() {
    const CaptionersPage page = input_.settings<CaptionersLab>().page;
    if (page == CaptionersPage::sides) {
      write_captions();
    } else {
      for (const NamedModel& model : captioners)
        add_curve(study_.exact, study_.without, model, exact_by_objects, model.name);
      if (study_.exact.empty())
        throw std::runtime_error(
            "No card has a curve by objects: headlight-train model caption-rnn measures one.");
      work_.tables = {curves_table("exact by objects", study_.exact, "scenes"), wrong_captions()};
    }
    work_.keep(std::move(study_));
  }

 private:
  // The picture on stage; where sentences are read there, one to begin with.
  void find_picture() {
    const bool on_stage = input_.model != nullptr && input_.model->anatomy().picture.has_value();
    const Run& run = input_.run_on_stage();
    study_.text = on_stage && !run.text.empty() ? run.text : example_picture;
    if (!on_stage) work_.note = "This is an example, because the model on stage reads no pictures.";
    if (on_stage && !run.edits.empty())
      work_.without_edits = "Without your edits: they belong to one model, and here are three.";
    study_.picture = pixels_of(picture_of(study_.text));
    study_.by_rule = caption_by_rule(study_.text);
  }

  void write_captions() {
    find_picture();
    const auto* last = input_.last == nullptr ? nullptr : LabWork::result_in<CaptionersStudy>(input_.last);
    study_.models = compared_runs(input_, study_.text, captioners, AnswerKind::caption, runs_of(last));
    const std::vector<std::string>& rule = study_.by_rule;
    for (ComparedRun& model : study_.models) {
      model.right = !rule.empty() && model.words() == rule;
      if (!rule.empty()) mark_others(model, {&rule, 1});
      model.verdict = rule.empty()  ? say("no correct caption to compare it with")
                      : model.right ? say("correct: every word")
                                    : say(several(model.others(), "{n} word wrong", "{n} words wrong"),
                                          {{"n", count_text(model.others())}});
    }
    work_.tables = {written_table("captions", "caption", study_.models), cells_looked_at()};
  }

  // Of the captions that the cards counted as wrong, how many say what wrongly; one may say several.
  static LabTable wrong_captions() {
    struct Said {
      const char* column;
      const char* measure;  // its share of the wrong ones
    };
    constexpr std::array said{Said{"a wrong shape", "wrong_shape"}, Said{"a wrong colour", "wrong_colour"},
                              Said{"a wrong size", "wrong_size"},
                              Said{"right words in another order", "wrong_exchanged"}};
    LabTable table{.name = "wrong captions", .columns = {"scenes", "wrong"}, .rows_are = "captioner"};
    for (const Said& each : said) table.columns.emplace_back(each.column);
    for (const NamedModel& model : captioners) {
      const auto card = card_of(model.folder);
      if (card == nullptr) continue;
      double scenes = 0, exact = 0;
      for (const MeasuredCurve& curve : card->curves) {
        if (curve.name != exact_by_objects) continue;
        for (const MeasuredCurve::Point& point : curve.points) {
          scenes += point.count;
          exact += std::round(point.value * point.count);
        }
      }
      std::vector<double> row{scenes, scenes - exact};
      for (const Said& each : said) {
        const auto measure =
            std::find_if(card->measures.begin(), card->measures.end(),
                         [&each](const Measure& measured) { return measured.name == each.measure; });
        row.push_back(measure == card->measures.end() ? std::numeric_limits<double>::quiet_NaN()
                                                      : std::round(measure->value * (scenes - exact)));
      }
      table.row_names.emplace_back(model.name);
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  LabTable cells_looked_at() const {
    LabTable cells{.name = "cells looked at",
                   .columns = {"place", "largest weight", "row", "column", "probability"},
                   .rows_are = "word"};
    for (const ComparedRun& model : study_.models) {
      for (std::size_t i = 0; i < model.written.size(); ++i) {
        const auto word = static_cast<int>(i);
        const std::vector<float> weights = weights_of(*model.trace(), word);
        if (weights.empty()) continue;
        const auto largest = std::max_element(weights.begin(), weights.end());
        const auto cell = static_cast<int>(largest - weights.begin());
        const int row = cell / Picture::cells, column = cell % Picture::cells;
        cells.row_names.push_back(model.name + ": " + model.written[i].text);
        cells.rows.push_back({static_cast<double>(i), static_cast<double>(*largest),
                              static_cast<double>(row + 1), static_cast<double>(column + 1),
                              static_cast<double>(probability_of(*model.trace(), word))});
      }
    }
    return cells;
  }

  const LabInput& input_;
  LabWork& work_;
  CaptionersStudy study_;
};

}  // namespace

float probability_of(const Trace& trace, int word) {
  return trace.rows(trace.at("probabilities"), word, 1).view().map().maxCoeff();
}

std::vector<float> weights_of(const Trace& trace, int word) {
  const AttentionHeads* const cross = trace.anatomy().find(Attention::cross);
  if (cross == nullptr) return {};
  const Reading row = trace.rows(trace.at(cross->info().path(cross->layers() - 1, 0, "weights")), word, 1);
  const float* const first = row.view().data;
  return {first, first + row.shape().cols};
}

int CaptionersStudy::longest() const {
  std::size_t most = 0;
  for (const ComparedRun& model : models) most = std::max(most, model.written.size());
  return static_cast<int>(most);
}

void compute_captioners(const LabInput& input, LabWork& work) { CaptionersComputed(input, work).compute(); }

namespace {

constexpr const char* three_captioners = to_be_said(
    "a recurrent network that gets one vector of the picture, one with attention, and a Transformer");

LabCaption captioners_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<CaptionersLab>();
  const auto* study = asked.result<CaptionersStudy>();
  if (lab.page == CaptionersPage::objects)
    return {say("how many captions of held-out scenes {captioners} write exactly, by the number of objects; "
                "from their cards",
                {{"captioners", say(three_captioners)}}),
            {},
            false};
  const NamedValue captioners{"captioners", say(three_captioners)};
  if (study == nullptr || study->longest() <= 0)
    return {say("the captions by {captioners}, and where they look", {captioners}), {}, false};
  return {say("the captions by {captioners}, and where they look while they write word {n}",
              {captioners, {"n", std::to_string(std::min(lab.word, study->longest() - 1) + 1)}}),
          {},
          false};
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
