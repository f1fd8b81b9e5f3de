// The mask between the words at the left of the one place and the answer at the right: masks to choose from,
// the weights of the head to paint on, and what comes to the chosen word.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/labs/masks/masks_panel.h"
#include "app/panels/labs/setting_controls.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr const char* rows_grid = "masks/grid";

class MasksInRows {
 public:
  MasksInRows(const place::Page& page, const MasksView& view, HeatmapPtr weights)
      : page_(page), view_(view), ui_(page.ui), c_(page.c), weights_(std::move(weights)) {}

  void draw() {
    const Area& stage = page_.boxes.stage;
    known_ = {stage.right - ui_.px(196), page_.rows.top, stage.right, page_.rows.bottom()};
    draw_shelf();
    draw_table();
    draw_known();
    draw_foot();
    say_in_margin();
  }

 private:
  std::string quoted(int word) const { return "“" + view_.word(word) + "”"; }

  // Each mask as a picture with its name.
  void draw_shelf() {
    const Area& stage = page_.boxes.stage;
    const std::vector<MaskPreset> presets = mask_presets_shown(view_.context);
    const bool low = page_.boxes.low;
    const float size = ui_.px(low ? 34 : 54);
    const float each = std::floor((stage.width() - ui_.px(20)) / static_cast<float>(presets.size()));
    for (std::size_t i = 0; i < presets.size(); ++i) {
      const Area box =
          Area::at(stage.left + ui_.px(20) + static_cast<float>(i) * each, stage.top + ui_.px(6), size, size);
      MasksLab lab = view_.context.session.labs.get<MasksLab>();
      const bool chosen = lab.mask == presets[i].mask;
      lab.mask = presets[i].mask;
      draw_pattern(masks_pattern(lab, view_.tokens()), box);
      ui_.outline(chosen ? box.outset(ui_.px(4)) : box, chosen ? c_.ink : c_.strong_line,
                  chosen ? ui_.px(2) : ui_.hairline(), ui_.px(chosen ? 5 : 0));
      const Type face = chosen ? type::label_hot : type::label;
      const Area name{low ? box.right + ui_.px(8) : box.left, low ? box.top : box.bottom + ui_.px(8),
                      box.left + each - ui_.px(8), low ? box.bottom : box.bottom + ui_.px(28)};
      ui_.text(name, Align::left, face, chosen ? c_.ink : c_.text_2,
               ui_.shortened(face, presets[i].brief, name.width()));
      const Area pressed{box.left, box.top, name.right, name.bottom};
      if (ui_.press(std::string("masks/mask/") + presets[i].label, pressed,
                    {.radius = ui_.px(6), .hint = RichText(std::string(presets[i].label))})
              .clicked &&
          !chosen)
        set_field(view_.context, &MasksLab::mask, presets[i].mask,
                  [this](MasksLab& to) { begin_own_mask(view_, to); });
    }
    if (!low)
      ui_.text(stage.left + ui_.px(20), stage.top + ui_.px(124), type::written_hot, c_.ink,
               MasksLab::lab_row.question);
  }

  void draw_pattern(const MaskPattern& pattern, const Area& box) {
    ui_.fill(box, c_.folded);
    const auto count = static_cast<float>(pattern.tokens());
    const Rgb seen = mix(c_.stage, c_.weights, 0.45F);
    for (int query = 0; query < pattern.tokens(); ++query) {
      // Neighbours that are in sight as one.
      for (int key = 0; key < pattern.tokens();) {
        int end = key;
        while (end < pattern.tokens() && pattern(query, end)) ++end;
        if (end > key)
          ui_.fill({box.left + box.width() * static_cast<float>(key) / count,
                    box.top + box.height() * static_cast<float>(query) / count,
                    box.left + box.width() * static_cast<float>(end) / count,
                    box.top + box.height() * static_cast<float>(query + 1) / count},
                   seen);
        key = std::max(end, key + 1);
      }
    }
  }

  void draw_table() {
    const Area& stage = page_.boxes.stage;
    const auto columns = static_cast<float>(view_.tokens());
    const float left = stage.left + ui_.px(20);
    const float wide = std::min(std::floor((known_.left - ui_.px(24) - left) / columns), ui_.px(44));
    const Area cells{left, page_.rows.top, left + wide * columns, page_.rows.bottom()};
    HeatmapLook look{.row_labels = false};
    look.focus_row = view_.token;
    look.numbers_from = 18;
    look.some_numbers_from = 0.01F;
    look.selected = keyboard_cell(ui_, rows_grid, view_.tokens(), view_.tokens());
    if (!look.selected && most_ >= 0) look.selected = CellAt{view_.token, most_};
    const HeatmapTouch touch = heatmap(ui_, rows_grid, weights_, cells, look);
    if (touch.hovered) {
      ui_.hand();
      const bool seen = view_.pattern(touch.hovered->row, touch.hovered->column);
      ui_.tooltip(
          RichText(say(seen ? to_be_said("{word} sees {other}. Click to hide it.")
                            : to_be_said("{word} does not see {other}. Click to show it."),
                       {{"word", quoted(touch.hovered->row)}, {"other", quoted(touch.hovered->column)}})));
    }
    if (touch.clicked_row) follow_token(view_, *touch.clicked_row);
    follow_mask_stroke(view_, rows_grid, cells, touch);
  }

  // In the row of each word, after how many layers something of it has come to the chosen one.
  void draw_known() {
    const int layers = view_.shown.lab.layers;
    const float y = page_.rows.top - ui_.px(page_.boxes.low ? 24 : 42);
    const std::string title = say("what {word} knows of", {{"word", quoted(view_.token)}});
    ui_.text(known_.left, y, type::label_hot, c_.ink, ui_.shortened(type::label_hot, title, known_.width()));
    if (!page_.boxes.low)
      ui_.text(known_.left, y + ui_.px(20), type::caption, c_.text_2,
               say(several(layers, "after {n} layer", "after {n} layers"), {{"n", std::to_string(layers)}}));
    constexpr int most_dots = 6;
    for (int key = 0; key < view_.tokens(); ++key) {
      const float middle = page_.rows.middle(key);
      const int needed = view_.layers_until(view_.token, key);
      const bool comes = reached(view_.shown, view_.token, key), own = key == view_.token;
      float x = known_.left + ui_.px(7);
      for (int layer = 1; layer <= layers && layers <= most_dots; ++layer) {
        const bool there = comes && layer >= needed;
        if (there)
          ui_.disc({x, middle}, ui_.px(6),
                   own ? c_.focus
                       : mix(c_.stage, c_.weights,
                             0.4F + 0.6F * static_cast<float>(layer) / static_cast<float>(layers)));
        if (!there || own) ui_.circle({x, middle}, ui_.px(6), own ? c_.ink : c_.strong_line, ui_.hairline());
        x += ui_.px(18);
      }
      const std::string says = own           ? say("itself")
                               : !comes      ? say("never")
                               : needed <= 1 ? say("at once")
                                             : say("in {n} layers", {{"n", std::to_string(needed)}});
      ui_.text(x + ui_.px(6), middle, comes ? type::label : type::label_hot, comes ? c_.text_2 : c_.error,
               says);
    }
  }

  void draw_foot() {
    const Area& stage = page_.boxes.stage;
    Area foot{stage.left + ui_.px(20), page_.rows.bottom() + ui_.px(8), stage.right, page_.boxes.page.bottom};
    if (foot.height() < number_slide_height(ui_) || ui_.exporting()) return;
    foot.bottom = foot.top + number_slide_height(ui_);
    if (view_.shown.blind.empty()) return draw_mask_settings(view_, foot);
    const char* label =
        view_.shown.blind.size() > 1 ? "Let them look at themselves" : "Let it look at itself";
    if (button(ui_, "masks/mend",
               Area::at(foot.left, foot.top + ui_.px(4), button_width(ui_, label), ui_.px(30)), label,
               ButtonKind::plain))
      mend_blind_words(view_);
  }

  void say_in_margin() {
    std::string& text = ui_.state<LabText>().text;
    if (const std::vector<int>& blind = view_.shown.blind; !blind.empty()) {
      text = say("{word} may look at nothing now. A share of nothing is no number.",
                 {{"word", quoted(blind[0])}});
      return;
    }
    if (most_ >= 0)
      text = say("{word} takes {weight} from {other} now.",
                 {{"word", quoted(view_.token)},
                  {"weight", number_alone(weights_->value(view_.token, most_), NumberFormat::weight)},
                  {"other", quoted(most_)}});
    text = paragraph({text, masked_answers_said(view_), of_known_models()});
  }

  // Who reads like that: the two that everybody knows, and those that can be opened here.
  std::string of_known_models() const {
    switch (view_.shown.lab.mask) {
      case MaskKind::none:
        return say("BERT reads like this, on both sides; so does the encoder of the translator.");
      case MaskKind::causal:
        return say("GPT reads like this, never ahead; so does the model “English, word by word”.");
      case MaskKind::window:
        if (view_.shown.lab.sees_all == 0) return say("Mistral 7B reads like this, with a window of 4,096.");
        if (view_.shown.lab.sees_all == 2) return say("Gemma 2 reads like this, with a window of 4,096.");
        if (view_.shown.lab.sees_all == 6) return say("Gemma 3 reads like this, with a window of 1,024.");
        break;
      case MaskKind::padding:
      case MaskKind::sink:
      case MaskKind::own:
        break;
    }
    return say("BERT looks to both sides, GPT never ahead.");
  }

 public:
  void find_most() {
    for (int key = 0; key < weights_->columns; ++key) {
      if (weights_->state(view_.token, key) != CellState::value) continue;
      if (most_ < 0 || weights_->value(view_.token, key) > weights_->value(view_.token, most_)) most_ = key;
    }
  }

 private:
  const place::Page& page_;
  const MasksView& view_;
  Ui& ui_;
  const Palette& c_;
  HeatmapPtr weights_;
  Area known_;
  int most_ = -1;
};

}  // namespace

bool draw_masks_in_rows(const PanelContext& context) {
  if (context.session.experts || context.results.model == nullptr || work_of(context) == nullptr)
    return false;
  const place::Boxes boxes = place::boxes_of(context);
  if (boxes.narrow() || boxes.presented() || boxes.stage.width() < context.ui.px(640)) return false;
  const place::Page page(context, boxes);
  const bool of_words = page.attention.id == page.head.attention && !page.attention.crosses() &&
                        !page.is_in_time() && !page.is_of_cells(page.attention.asks) &&
                        page.rows.shown == page.rows.count;
  if (!of_words) return false;
  const MasksView view = masks_view(context);
  if (view.head.attention != page.head.attention || view.side != page.side ||
      view.tokens() != page.rows.count)
    return false;
  const PanelContext cells = context_of_cells(context);
  if (&cells.results == &context.results || cells.maps[view.side].trace() == nullptr) return false;
  const HeatmapPtr weights = cells.maps[view.side].view(view.head.path("weights"));
  if (weights == nullptr || weights->rows != view.tokens() || weights->columns != view.tokens()) return false;
  stage::Scene scene(context.ui, "place", 320);
  place::add_beam(page, scene, page.row, page.boxes.stage.right);
  MasksInRows rows(page, view, weights);
  rows.find_most();
  scene.add(
      place::key("masks"), page.boxes.stage, [](Ui&, const Area&) {}, [&rows] { rows.draw(); });
  place::draw_sentence_choice(page);
  // What the model answers under the mask.
  const PanelContext answers{context.ui, context.session, cells.results, cells.maps, context.page};
  if (cells.maps[view.side].trace()->find("probabilities") >= 0) place::draw_answer({answers, boxes});
  place::draw_words(page, scene);
  scene.show();
  return true;
}

}  // namespace headlight
