// The lab on captioners: the same picture through all of them, and what was measured.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/captioners/captioners_lab.h"
#include "app/panels/common/heatmap_cache.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/compared.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"
#include "core/pictures/picture.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::array captioners_say{
    "The first turns the picture into one vector before it writes; the others look at its cells again for "
    "every word. Dark cells had little weight.",
    "How many captions of held-out scenes are right word for word, by the number of objects; from the "
    "models’ cards."};

class CaptionerColumns {
 public:
  CaptionerColumns(const PanelContext& context, const CaptionersLab& lab, const CaptionersStudy& study)
      : context_(context), ui_(context.ui), lab_(lab), study_(study) {
    std::vector<TracePtr> traces;
    for (const ComparedRun& model : study.models) traces.push_back(model.run.trace);
    images().keep_for(traces);
  }

  void draw(Area area) {
    draw_slider(area.cut_bottom(number_slide_height(ui_) + ui_.px(4)));
    area.cut_bottom(ui_.px(8));
    if (!study_.by_rule.empty()) {
      ui_.text(area.cut_top(ui_.px(22)), Align::left, type::label, ui_.colours().text_2,
               ui_.shortened(
                   type::label,
                   say("Correct: {caption}", {{"caption", text_of(study_.by_rule, AnswerKind::caption)}}),
                   area.width()));
      area.cut_top(ui_.px(6));
    }
    const bool all_right = std::all_of(study_.models.begin(), study_.models.end(),
                                       [](const ComparedRun& model) { return model.right; });
    if (all_right)
      offer_example(context_, area,
                    {"All three describe this picture correctly.", "Take a harder one", differing_scene});
    draw_compared(ui_, area, study_.models, {.type = type::section, .word = lab_.word},
                  [&](const Area& column, const ComparedRun& model) { draw_below(column, model); });
  }

 private:
  struct Kept {
    PictureImages images;
  };
  PictureImages& images() { return ui_.state<Kept>().images; }

  void draw_below(Area column, const ComparedRun& model) {
    column.cut_top(ui_.px(8));
    const float side = std::floor(std::min(column.width(), column.height() - ui_.px(44)));
    if (side < ui_.px(48)) return;
    const int word = std::min(lab_.word, static_cast<int>(model.written.size()) - 1);
    const std::vector<float> weights = word < 0 ? std::vector<float>() : weights_of(*model.trace(), word);
    const std::string name = weights.empty() ? "" : model.name + "/" + std::to_string(word);
    const Area map = Area::at(column.left, column.top, side, side);
    ui_.image(images().image(name, study_.picture, weights, side), map);
    column.cut_top(side + ui_.px(8));
    if (word >= 0) draw_word(column, model, word, weights);
  }

  void draw_word(const Area& area, const ComparedRun& model, int word, const std::vector<float>& weights) {
    const ComparedRun::Word& one = model.written[word];
    const TextRun called = word_run("“" + one.text + "”", one.other ? Role::error : Role::ink);
    RichText text = told("{word} from its one vector", {{"word", called}});
    if (!weights.empty()) {
      const auto largest = std::max_element(weights.begin(), weights.end());
      text = told("{word} looks at {cell} with {weight}",
                  {{"word", called},
                   {"cell", word_run(cell_name(static_cast<int>(largest - weights.begin())))},
                   {"weight", weight_alone(*largest)}});
    }
    if (ui_.width(type::label, type::label_hot, text) <= area.width())
      ui_.rich(area.left, area.top + ui_.px(8), type::label, type::label_hot, text);
    ui_.text({area.left, area.top + ui_.px(18), area.right, area.top + ui_.px(36)}, Align::left,
             type::caption, ui_.colours().text_3,
             ui_.shortened(type::caption,
                           say("probability {p}", {{"p", number_alone(probability_of(*model.trace(), word),
                                                                      NumberFormat::probability)}}),
                           area.width()));
  }

  void draw_slider(const Area& area) {
    const int words = study_.longest();
    if (ui_.exporting() || words < 2) return;
    slide_setting(context_, {area.left, area.top, std::min(area.right, area.left + ui_.px(520)), area.bottom},
                  &CaptionersLab::word,
                  {.label = "Word of the captions",
                   .text = from_one(std::min(lab_.word, words - 1)),
                   .highest = words - 1});
  }

  const PanelContext& context_;
  Ui& ui_;
  const CaptionersLab& lab_;
  const CaptionersStudy& study_;
};

void draw_captioners_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  const auto& lab = context.session.labs.get<CaptionersLab>();
  const std::array pages{Choice{to_be_said("Side by side")}, Choice{to_be_said("By objects")}};
  choose_page(context, rest, captioners_say.at(static_cast<std::size_t>(lab.page)), pages,
              &CaptionersLab::page);
  const LabWork* work = work_of(context);
  const auto* study = work == nullptr ? nullptr : work->result<CaptionersStudy>();
  // While another page is computed, what there is belongs to the one before.
  if (study == nullptr || work->settings<CaptionersLab>().page != lab.page) return;
  if (lab.page == CaptionersPage::sides) {
    CaptionerColumns(context, lab, *study).draw(rest);
  } else {
    draw_exact_curves(ui, rest,
                      {.id = "captioners",
                       .curves = study->exact,
                       .without = study->without,
                       .exactly = "captions that are exact",
                       .counted = "held-out scenes with this many",
                       .models = captioners});
  }
}

// --- before a class

std::optional<ClassPicture> captioners_for_class(const PanelContext& context) {
  const auto* const study = result_of<CaptionersStudy>(context);
  const CaptionersPage page = context.session.labs.get<CaptionersLab>().page;
  if (study == nullptr || work_of(context)->settings<CaptionersLab>().page != page) return {};
  if (page == CaptionersPage::objects)
    return class_exact(context.ui, study->exact, captioners, "objects",
                       say("share of captions that are exact"));
  return ClassPicture{.shows = class_answers(study->models),
                      .says = say("The same picture, and three ways to remember it.")};
}

constexpr std::array<LabPanel::ForClass::Set, 2> captioners_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<CaptionersLab>().page = CaptionersPage::sides; }};

}  // namespace

constinit const LabPanel CaptionersLab::panel_row{
    .lab = &lab_row,
    .draw = draw_captioners_lab,
    .help =
        "One picture, three captioners: one has a single vector of it, one looks at its cells, one is a "
        "Transformer. Drag through the words to see where each looks.",
    .words = "image caption captioning picture describe cnn vision photo show attend and tell",
    .upright = 1900,
    .margin = {"Compare three captioners", "Move along the curves: how many captions are right.",
               "Where each of them looks",
               [](const PanelContext&, Labs& labs) {
                 labs.get<CaptionersLab>().page = CaptionersPage::sides;
               }},
    .for_class = {captioners_for_class, captioners_steps},
};

}  // namespace headlight
