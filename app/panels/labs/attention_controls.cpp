// What the general attention layer is made of.
#include <algorithm>
#include <array>

#include "app/panels/labs/attention_drawing.h"
#include "app/panels/labs/lab_matrix.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/figure/numbers.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

std::span<const Choice> alignments() {
  static const std::array list{Choice{"additive"}, Choice{"dot"}, Choice{"scaled dot"}};
  return list;
}

class AttentionControls {
 public:
  AttentionControls(const PanelContext& context, const Area& area)
      : context_(context),
        ui_(context.ui),
        rest_(area),
        settings_(context.session.labs.get<AttentionLab>()) {}

  void draw() {
    draw_choices();
    draw_softmax();
    draw_slides();
    draw_shuffle();
    draw_learned();
  }

 private:
  int choice(const char* label, const char* id, std::span<const Choice> list, int chosen) {
    ui_.text(rest_.cut_top(ui_.px(17)), Align::left, type::caption, ui_.colours().text_3, label);
    const Area row = rest_.cut_top(ui_.px(29));
    rest_.cut_top(ui_.px(6));
    return choices(ui_, id, Area::at(row.left, row.top, choices_width(ui_, list), row.height()), list,
                   chosen);
  }

  void draw_choices() {
    const std::array inputs{Choice{"the sentence"}, Choice{"numbers"}};
    if (const int to = choice("inputs X", "attention/inputs", inputs, static_cast<int>(settings_.inputs));
        to >= 0)
      set_attention(context_, [to](AttentionLab& s) {
        s.inputs = static_cast<AttentionInputs>(to);
        s.row = 0;
      });
    const std::array asking{Choice{"the inputs"}, Choice{"random"}};
    if (const int to = choice("queries are", "attention/asking", asking, static_cast<int>(settings_.asking));
        to >= 0)
      set_attention(context_, [to](AttentionLab& s) {
        s.asking = static_cast<AttentionAsking>(to);
        s.row = 0;
      });
    if (const int to =
            choice("alignment", "attention/alignment", alignments(), static_cast<int>(settings_.alignment));
        to >= 0)
      set_attention(context_, [to](AttentionLab& s) { s.alignment = static_cast<Alignment>(to); });
    const bool additive = settings_.alignment == Alignment::additive;
    const bool small = settings_.inputs == AttentionInputs::small;
    const std::array projections{
        Choice{"none", !additive, "Additive attention has its own weights: v, and W for queries and keys."},
        Choice{"random"},
        Choice{"of a head", !additive && !small,
               additive ? "The heads of the model use scaled dot products: they have no v."
                        : "The matrices of the model fit only its own vectors: choose the sentence."}};
    if (const int to = choice("weights", "attention/projections", projections,
                              static_cast<int>(projections_in_force(settings_)));
        to >= 0)
      set_attention(context_, [to](AttentionLab& s) { s.projections = static_cast<Projections>(to); });
  }

  void draw_softmax() {
    const Area row = rest_.cut_top(ui_.px(26));
    if (ui_.exporting()) return;
    if (toggle(ui_, "attention/softmax", row.left, row.middle_y(), settings_.softmax))
      set_attention(context_, [](AttentionLab& s) { s.softmax = !s.softmax; });
    ui_.text(row.left + toggle_width(ui_) + ui_.px(10), row.middle_y(), type::label, ui_.colours().ink,
             settings_.softmax ? "softmax over the scores" : "no softmax: plain similarity");
  }

  struct Pair {
    const char* id;
    const char* label;
    int lowest, highest, usual;
    int AttentionLab::*field;
  };
  void slides(std::span<const Pair> list) {
    if (ui_.exporting()) return;
    Area row = rest_.cut_top(ui_.px(42));
    const float wide = std::floor((row.width() - ui_.px(16)) / 2);
    for (const Pair& each : list) {
      const Area place = row.cut_left(wide);
      row.cut_left(ui_.px(16));
      if (each.highest == each.lowest) continue;
      const int value = std::clamp(settings_.*each.field, each.lowest, each.highest);
      const auto to = number_slide(ui_, std::string("slide/attention/") + each.id, place,
                                   {.label = each.label,
                                    .value = static_cast<double>(value),
                                    .lowest = static_cast<double>(each.lowest),
                                    .highest = static_cast<double>(each.highest),
                                    .usual = static_cast<double>(each.usual)});
      if (to) set_attention(context_, [&](AttentionLab& s) { s.*each.field = static_cast<int>(*to); });
    }
  }

  void draw_slides() {
    const TransformerConfig& config = context_.document.translator()->config();
    if (settings_.inputs == AttentionInputs::small)
      slides(std::array{Pair{"N", "inputs N", 1, 6, 3, &AttentionLab::rows},
                        Pair{"d", "size d", 1, AttentionLab::most_columns, 3, &AttentionLab::columns}});
    if (projections_in_force(settings_) == Projections::random)
      slides(std::array{Pair{"d_k", "size of keys", 1, 64, 8, &AttentionLab::d_k},
                        Pair{"d_v", "of values", 1, 64, 4, &AttentionLab::d_v}});
    if (projections_in_force(settings_) == Projections::head)
      slides(std::array{Pair{"layer", "layer", 0, config.encoder_layers - 1, 1, &AttentionLab::layer},
                        Pair{"head", "head", 0, config.encoder_heads - 1, 0, &AttentionLab::head}});
    if (settings_.asking == AttentionAsking::random)
      slides(std::array{Pair{"M", "queries M", 1, 8, 2, &AttentionLab::queries}});
    const bool random =
        projections_in_force(settings_) == Projections::random || settings_.asking == AttentionAsking::random;
    if (random && !ui_.exporting()) {
      const char* label = "Draw at random again";
      const Area row = rest_.cut_top(ui_.px(38));
      if (button(ui_, "attention/again",
                 Area::at(row.left, row.top + ui_.px(2), button_width(ui_, label), ui_.px(29)), label,
                 ButtonKind::plain))
        set_attention(context_, [](AttentionLab& s) { s.seed = next_seed(s.seed); });
    }
  }

  void draw_shuffle() {
    const Area row = rest_.cut_top(ui_.px(36));
    if (!ui_.exporting()) {
      const char* label = "Shuffle the inputs";
      const float wide = button_width(ui_, label);
      if (button(ui_, "attention/shuffle", Area::at(row.left, row.top + ui_.px(2), wide, ui_.px(29)), label,
                 ButtonKind::plain))
        set_attention(context_, [](AttentionLab& s) { s.shuffle = next_seed(s.shuffle); });
      const char* back = "As given";
      if (settings_.shuffle != 0 && button(ui_, "attention/as given",
                                           Area::at(row.left + wide + ui_.px(6), row.top + ui_.px(2),
                                                    button_width(ui_, back), ui_.px(29)),
                                           back, ButtonKind::quiet))
        set_attention(context_, [](AttentionLab& s) { s.shuffle = 0; });
    }
    const AttentionStudy* study = study_now();
    if (settings_.shuffle == 0 || study == nullptr) return;
    const Area line = rest_.cut_top(ui_.px(24));
    const float end =
        ui_.text(line.left, line.middle_y(), type::label, ui_.colours().text_2, "the output differs by ");
    draw_measured(ui_, end + ui_.px(3), line.middle_y(), study->order_difference);
  }

  void draw_learned() {
    const AttentionStudy* study = study_now();
    if (study == nullptr) return;
    const std::int64_t count = study->learned_numbers;
    const Area line = rest_.cut_top(ui_.px(24));
    const std::string said = count == 0
                                 ? "0 weights: nothing to learn"
                                 : count_text(count) + (projections_in_force(settings_) == Projections::head
                                                            ? " weights and biases"
                                                            : " weights to learn");
    ui_.text(line.left, line.middle_y(), type::label_hot, ui_.colours().ink, said);
    const double apart = study->model_difference;
    if (!(apart >= 0) || rest_.height() < ui_.px(22)) return;
    const Area same = rest_.cut_top(ui_.px(22));
    const float end =
        ui_.text(same.left, same.middle_y(), type::caption, ui_.colours().text_2, "model's head differs by ");
    draw_measured(ui_, end + ui_.px(3), same.middle_y(), apart);
  }

  // Null while nothing is computed.
  const AttentionStudy* study_now() const {
    const LabWork* work = work_of(context_);
    return work == nullptr ? nullptr : work->result<AttentionStudy>();
  }

  const PanelContext& context_;
  Ui& ui_;
  Area rest_;
  const AttentionLab& settings_;
};

}  // namespace

float attention_controls_width(const Ui& ui) { return choices_width(ui, alignments()); }

void draw_attention_controls(const PanelContext& context, const Area& area) {
  AttentionControls(context, area).draw();
}

}  // namespace headlight
