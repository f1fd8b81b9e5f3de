// The lab on captioners: the same picture through all of them, and what was measured.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/captioners/captioners_lab.h"
#include "app/panels/common/heatmap_cache.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/models/read_trace.h"
#include "core/pictures/picture.h"

namespace headlight {
namespace {

constexpr std::array captioners_say{
    "The first turns the picture into one vector before it writes; the others look at its cells again for "
    "every word. Dark cells had little weight.",
    "How many captions of held-out scenes are exact, word for word, by the number of objects in them; from "
    "the "
    "models’ cards."};

class CaptionerColumns {
 public:
  CaptionerColumns(const PanelContext& context, const CaptionersLab& lab, const CaptionersStudy& study)
      : context_(context), ui_(context.ui), lab_(lab), study_(study) {
    std::vector<TracePtr> traces;
    for (const CaptionedBy& model : study.models) traces.push_back(model.trace);
    images().keep_for(traces);
  }

  void draw(Area area) {
    draw_slider(area.cut_bottom(number_slide_height(ui_) + ui_.px(4)));
    area.cut_bottom(ui_.px(8));
    if (!study_.by_rule.empty()) {
      ui_.text(
          area.cut_top(ui_.px(22)), Align::left, type::label, ui_.colours().text_2,
          ui_.fitted(type::label, "Correct: " + text_of(study_.by_rule, AnswerKind::caption), area.width()));
      area.cut_top(ui_.px(6));
    }
    const float gap = ui_.px(36);
    const auto count = static_cast<float>(study_.models.size());
    const float wide = std::floor((area.width() - gap * (count - 1)) / count);
    float tall = 0;
    for (const CaptionedBy& model : study_.models)
      tall = std::max(
          tall, ui_.wrapped_height(type::section, text_of(model.texts(), AnswerKind::caption), wide, line()));
    for (std::size_t i = 0; i < study_.models.size(); ++i)
      draw_column(Area::at(area.left + static_cast<float>(i) * (wide + gap), area.top, wide, area.height()),
                  study_.models[i], i, tall);
  }

 private:
  struct Kept {
    PictureImages images;
  };
  PictureImages& images() { return ui_.state<Kept>().images; }
  float line() const { return ui_.height(type::section) + ui_.px(7); }

  int word_of(const CaptionedBy& model) const {
    return std::min(lab_.word, static_cast<int>(model.words.size()) - 1);
  }

  void draw_column(Area column, const CaptionedBy& model, std::size_t number, float tall) {
    const Palette& c = ui_.colours();
    ui_.text(column.cut_top(ui_.height(type::section) + ui_.px(8)), Align::left, type::section,
             c.each_head.at(number), ui_.fitted(type::section, model.name, column.width()));
    if (model.trace == nullptr) {
      ui_.wrapped(column, type::body, c.text_2, model.missing, ui_.height(type::body) + ui_.px(6));
      return;
    }
    std::vector<TextRun> runs;
    const int word = word_of(model);
    for (int i = 0; i < static_cast<int>(model.words.size()); ++i) {
      const CaptionedBy::Word& each = model.words[static_cast<std::size_t>(i)];
      if (!runs.empty() && !is_attached(each.text)) runs.push_back({" "});
      runs.push_back({each.text, each.other ? Role::error : i == word ? Role::ink : Role::text_2, true});
    }
    ui_.wrapped_rich(column.cut_top(tall + ui_.px(4)), type::section, type::section, runs, line());
    ui_.text(column.cut_top(ui_.height(type::caption) + ui_.px(8)), Align::left, type::caption, c.text_2,
             ui_.fitted(type::caption, verdict(model), column.width()));
    column.cut_top(ui_.px(8));
    const float side = std::floor(std::min(column.width(), column.height() - ui_.px(44)));
    if (side < ui_.px(48)) return;
    draw_map(Area::at(column.left, column.top, side, side), model, word);
    column.cut_top(side + ui_.px(8));
    draw_word(column, model, word);
  }

  std::string verdict(const CaptionedBy& model) const {
    if (study_.by_rule.empty()) return "no correct caption to compare it with";
    const auto other = std::count_if(model.words.begin(), model.words.end(),
                                     [](const CaptionedBy::Word& word) { return word.other; });
    return model.right ? "correct: every word" : counted(other, "word") + " wrong";
  }

  void draw_map(const Area& place, const CaptionedBy& model, int word) {
    static const std::vector<float> nothing;
    const std::vector<float>& weights =
        word < 0 ? nothing : model.words[static_cast<std::size_t>(word)].weights;
    const std::string name = weights.empty() ? "" : model.name + "/" + std::to_string(word);
    ui_.image(images().image(name, study_.picture, weights, context_.session, place.width()), place);
  }

  void draw_word(Area area, const CaptionedBy& model, int word) {
    if (word < 0) return;
    const CaptionedBy::Word& one = model.words[static_cast<std::size_t>(word)];
    std::vector<TextRun> runs{{"“" + one.text + "”", one.other ? Role::error : Role::ink, true}};
    if (one.weights.empty()) {
      runs.push_back({" from its single vector", Role::text_2});
    } else {
      const auto largest = std::max_element(one.weights.begin(), one.weights.end());
      runs.push_back({" looks at ", Role::text_2});
      runs.push_back({cell_name(static_cast<int>(largest - one.weights.begin())), Role::ink, true});
      runs.push_back({" with " + weight_alone(*largest), Role::text_2});
    }
    const RichText text(runs);
    if (ui_.width(type::label, type::label_hot, text) <= area.width())
      ui_.rich(area.left, area.top + ui_.px(8), type::label, type::label_hot, text);
    ui_.text(
        {area.left, area.top + ui_.px(18), area.right, area.top + ui_.px(36)}, Align::left, type::caption,
        ui_.colours().text_3,
        ui_.fitted(type::caption, "probability " + number_alone(one.probability, NumberFormat::probability),
                   area.width()));
  }

  void draw_slider(const Area& area) {
    const int words = study_.longest();
    if (ui_.exporting() || words < 2) return;
    const int now = std::min(lab_.word, words - 1);
    const auto moved =
        number_slide(ui_, "slide/captioners word",
                     {area.left, area.top, std::min(area.right, area.left + ui_.px(520)), area.bottom},
                     {.label = "Word of the captions",
                      .value = static_cast<double>(now + 1),
                      .lowest = 1,
                      .highest = static_cast<double>(words),
                      .usual = static_cast<double>(CaptionersLab{}.word + 1),
                      .step = 1});
    if (moved)
      change_labs(context_,
                  [&](Labs& labs) { labs.get<CaptionersLab>().word = static_cast<int>(*moved) - 1; });
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
  const std::array pages{Choice{"Side by side"}, Choice{"By objects"}};
  const auto page = static_cast<std::size_t>(lab.page);
  const Area place = lab_head(context, rest, captioners_say.at(page), choices_width(ui, pages));
  const int pressed = choices(ui, "captioners/page", place, pages, static_cast<int>(page));
  if (pressed >= 0)
    change_labs(context,
                [&](Labs& labs) { labs.get<CaptionersLab>().page = static_cast<CaptionersPage>(pressed); });
  const LabWork* work = work_of(context);
  const auto* study = work == nullptr ? nullptr : work->result<CaptionersStudy>();
  // While another page is computed, what there is belongs to the one before.
  if (study == nullptr || work->settings<CaptionersLab>().page != lab.page) return;
  if (lab.page == CaptionersPage::sides) {
    CaptionerColumns(context, lab, *study).draw(rest);
  } else {
    draw_exact_curves(
        ui, rest,
        {.id = "captioners",
         .curves = study->exact,
         .without = study->without,
         .exactly = "captions that are exact",
         .counted = "held-out scenes with this many"},
        [&](std::string_view name) {
          const auto found = std::find(captioner_names.begin(), captioner_names.end(), name);
          return ui.colours().each_head.at(static_cast<std::size_t>(found - captioner_names.begin()));
        });
  }
}

}  // namespace

constinit const LabPanel CaptionersLab::panel_row{
    .lab = &lab_row,
    .draw = draw_captioners_lab,
    .help =
        "One picture through three captioners: from one vector, looking at its cells, and a Transformer. "
        "Drag through the words to see where each looks.",
    .words = "image caption captioning picture describe cnn vision photo show attend and tell",
};

}  // namespace headlight
