#include "app/panels/labs/labs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "app/session/open_lab.h"
#include "app/widgets/controls.h"
#include "core/models/catalogue.h"
#include "core/models/outline.h"

namespace headlight {

// Each in a file of its own, NAME_lab.cpp.
void draw_lookup_lab(const PanelContext& context, const Area& area);
void draw_positions_lab(const PanelContext& context, const Area& area);
void draw_order_lab(const PanelContext& context, const Area& area);
void draw_attention_lab(const PanelContext& context, const Area& area);
void draw_scaling_lab(const PanelContext& context, const Area& area);
void draw_temperature_lab(const PanelContext& context, const Area& area);
void draw_masks_lab(const PanelContext& context, const Area& area);
void draw_cost_lab(const PanelContext& context, const Area& area);
void draw_vectors_lab(const PanelContext& context, const Area& area);
void draw_recurrence_lab(const PanelContext& context, const Area& area);
void draw_captioners_lab(const PanelContext& context, const Area& area);
void draw_block_lab(const PanelContext& context, const Area& area);
void draw_training_lab(const PanelContext& context, const Area& area);
// In app/panels/decoding.
void draw_decoding_lab(const PanelContext& context, const Area& area);

namespace {

constexpr std::array lab_table{
    LabPanel{LabKind::lookup, draw_lookup_lab,
             "A word as a one-hot vector times the matrix of embeddings, and as the row that this picks. "
             "Choose another word.",
             "one-hot embedding word vector dictionary table query key value number token id"},
    LabPanel{
        LabKind::positions, draw_positions_lab,
        "What tells the model where a word stands, in six kinds. Follow a position, switch the kind; see "
        "what small models learned with each.",
        "order position encoding embedding sinusoid sine cosine rope rotary alibi relative where place",
        1},  // its words stand at places, which leave them no more room
    LabPanel{
        LabKind::order, draw_order_lab,
        "Drag words into another order: without positions their rows only move, with positions they change.",
        "permutation permute shuffle swap words set bag of words equivariance"},
    LabPanel{LabKind::attention, draw_attention_lab,
             "From additive scores to scaled dot products, with and without weights. Choose the query that "
             "is followed.",
             "additive bahdanau luong dot product alignment q k v projections hard soft general"},
    LabPanel{LabKind::scaling, draw_scaling_lab,
             "Queries and keys drawn at random: how their products spread with d_k, and what the softmax "
             "makes of that.",
             "sqrt square root variance dk d_k divide saturated vanishing gradient large dimension"},
    LabPanel{LabKind::temperature, draw_temperature_lab,
             "The softmax between picking one word and weighing all alike. Drag the temperature.",
             "softmax sharp sharpness soft hard entropy creativity probability"},
    LabPanel{LabKind::masks, draw_masks_lab,
             "Press and drag paints who may look at whom; the arrows and Space do the same. Beside it: what "
             "reaches a word through several layers, one head under the mask, and the translation.",
             "causal padding window sliding local attention sink paint look-ahead future hide long sentence"},
    LabPanel{LabKind::cost, draw_cost_lab,
             "Steps, path lengths, multiply-adds and memory, for the sentence and for well-known models.",
             "memory flops speed complexity quadratic context window length gpt gpt-2 gpt-3 bert "
             "llama parameters big o size hardware price expensive kv cache large language model llm"},
    LabPanel{
        LabKind::vectors, draw_vectors_lab,
        "Vectors of a word in many sentences, drawn along the axes in which they differ most. Choose "
        "the layer; drag to rotate three axes.",
        "pca embedding space projection scatter plot similarity cosine meaning contextual word sense bank "
        "ambiguity semantics cluster"},
    LabPanel{
        LabKind::recurrence, draw_recurrence_lab,
        "Three translators on the sentence: through one vector, looking back at every word, and without a "
        "recurrent layer. What each writes, what has to wait for what, and what was measured.",
        "rnn lstm gru recurrent neural network seq2seq forget forgetting memory bottleneck long sentence "
        "long-range dependency vanishing gradient bleu parallel accuracy compare before attention history"},
    LabPanel{
        LabKind::captioners, draw_captioners_lab,
        "One picture through three captioners: from one vector, looking at its cells, and a Transformer. "
        "Drag through the words to see where each looks.",
        "image caption captioning picture describe cnn vision photo show attend and tell"},
    LabPanel{
        LabKind::block, draw_block_lab,
        "What stands around attention: three norms on the same vectors, what a mixture of rows can reach and "
        "what the MLP can, and many small heads against few large ones.",
        "layer norm layernorm rmsnorm normalization residual feed-forward mlp span rank multi-head"},
    LabPanel{
        LabKind::training, draw_training_lab,
        "What a word costs in training, the gradient, and some steps of learning on this sentence; a "
        "small model at six steps of its training. Choose a word, a weight, a step.",
        "learn learning train loss cross-entropy cross entropy gradient descent backpropagation optimizer "
        "learning rate epoch overfitting fine-tuning checkpoint"},
    LabPanel{
        LabKind::decoding, draw_decoding_lab,
        "How a model continues word by word: greedy, by sampling, or by beam search; what a cache saves, "
        "and what each layer would say. → takes the next word, ← goes back one.",
        "generate"},
};

// The sentences of a text that one line has room for, the first one at least.
std::string_view sentences_within(const Ui& ui, Type type, std::string_view text, float width) {
  while (ui.width(type, text) > width) {
    const std::size_t end = text.rfind(". ", text.size() - 2);
    if (end == std::string_view::npos) break;
    text = text.substr(0, end + 1);
  }
  return text;
}

// Whether it has at least a page for the model on stage.
bool fits_model(const PanelContext& context, const Lab& lab) {
  if (context.results.model == nullptr || lab.without_model != nullptr) return true;
  return missing_for(lab, context.session.labs.of(lab.kind), context.results.model->anatomy()).empty();
}

// Those of the labs' view.
std::span<const LabPanel> lab_tabs() {
  const auto end = std::find_if(lab_table.begin(), lab_table.end(),
                                [](const LabPanel& lab) { return !has_tab(lab.kind); });
  return {lab_table.begin(), end};
}

// The labs' names in a row, nearer to each other and then in smaller type where there is little room.
void draw_tabs(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.line(area.left, area.bottom - ui.hairline() / 2, area.right, area.bottom - ui.hairline() / 2, c.hairline,
          ui.hairline());
  const auto tabs = lab_tabs();
  const auto count = static_cast<float>(tabs.size());
  const auto width_in = [&](Type face) {
    float all = 0;
    for (const LabPanel& lab : tabs) all += ui.width(face, lab.title());
    return all;
  };
  const bool narrow = width_in(type::label_hot) + count * ui.px(6) > area.width();
  const Type usual = narrow ? type::caption : type::label;
  const Type hot = narrow ? type::caption_hot : type::label_hot;
  const float text = width_in(hot);
  const float pad = std::floor(std::clamp((area.width() - text) / count, ui.px(3), ui.px(28)));
  float x = area.left - pad / 2;
  for (const LabPanel& lab : tabs) {
    const bool open = context.session.lab == lab.kind;
    const float wide = ui.width(hot, lab.title()) + pad;
    const Area place = Area::at(x, area.top, wide, area.height());
    const Touch touch = ui.item(std::string("lab/") + lab.title(), place);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip(RichText(lab.question()));
    }
    if (touch.focused) ui.focus_ring(place.inset(ui.px(2)), ui.px(4));
    const bool fits = fits_model(context, lab_of(lab.kind));
    ui.text(place, Align::centre, open ? hot : usual,
            open || touch.hovered ? c.ink
            : fits                ? c.text_2
                                  : c.text_3,
            lab.title());
    if (open)
      ui.fill({place.left + pad / 2, place.bottom - ui.px(2), place.right - pad / 2, place.bottom}, c.ink);
    if (touch.clicked) ui.emit(OpenLab{lab.kind});
    x += wide;
  }
}

}  // namespace

std::span<const LabPanel> lab_panels() { return lab_table; }

const LabPanel& lab_panel(LabKind kind) {
  const auto found = std::find_if(lab_table.begin(), lab_table.end(),
                                  [kind](const LabPanel& lab) { return lab.kind == kind; });
  if (found == lab_table.end()) throw std::logic_error("no panel for this lab");
  return *found;
}

void move_lab(const PanelContext& context, int by) {
  const std::span<const LabPanel> labs = lab_tabs();
  const auto count = static_cast<int>(labs.size());
  int at = static_cast<int>(&lab_panel(context.session.lab) - labs.data());
  if (context.session.view == ViewKind::lab) at = ((at + by) % count + count) % count;
  context.ui.emit(OpenLab{labs[static_cast<std::size_t>(at)].kind});
}

const LabWork* work_of(const PanelContext& context) { return lab_work_of(context.session, context.results); }

Area lab_head(const PanelContext& context, Area& area, std::string_view text, float controls) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const LabPanel& lab = lab_panel(lab_on_stage(context.session));
  Area head = area.cut_top(ui.px(40));
  const float title = ui.width(type::title, lab.question());
  Area place;
  const bool beside = title + ui.px(32) + controls <= head.width();
  if (beside) {
    place = head.cut_right(controls);
    place = Area::at(place.left, std::round(head.middle_y() - ui.px(17)), controls, ui.px(34));
  }
  ui.text(head, Align::left, type::title, c.ink, lab.question());
  if (context.session.presenting) text = sentences_within(ui, type::body, text, area.width());
  area.cut_top(ui.wrapped(area, type::body, c.text_2, text, ui.px(19)) + ui.px(14));
  if (!beside && controls > 0) {
    place = area.cut_top(ui.px(34));
    place.right = std::min(place.right, place.left + controls);
    area.cut_top(ui.px(14));
  }
  return place;
}

namespace {

constexpr const char* translator_folder = "translator";

// Where the model has nothing for the open lab: the model that has it, and the labs that work as they are.
void draw_what_fits(const PanelContext& context, Area rest, const LabWork& work) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  lab_head(context, rest, work.missing);
  if (ui.exporting()) return;
  float x = rest.left;
  float y = rest.top;
  const float high = ui.px(36);
  const auto place = [&](float wide) {
    if (x > rest.left && x + wide > rest.right) {
      x = rest.left;
      y += high + ui.px(10);
    }
    const Area at = Area::at(x, y, std::min(wide, rest.width()), high);
    x = at.right + ui.px(12);
    return at;
  };
  const std::string title = "Open " + outline_of(model_folder(translator_folder))->card().title;
  if (button(ui, "lab/translator", place(button_width(ui, title)), title, ButtonKind::primary))
    ui.ask(OpenModel{translator_folder});
  y += high + ui.px(30);
  x = rest.left;
  ui.text(x, y + ui.px(8), type::section, c.ink, "What works with the model on stage");
  y += ui.px(28);
  for (const LabPanel& lab : lab_tabs()) {
    if (!fits_model(context, lab_of(lab.kind)) || lab.kind == work.lab) continue;
    if (button(ui, std::string("lab/fits/") + lab.title(), place(button_width(ui, lab.title())), lab.title(),
               ButtonKind::plain))
      ui.emit(OpenLab{lab.kind});
  }
}

}  // namespace

void draw_labs(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const float margin = ui.px(area.width() >= ui.px(1280) ? 40 : 24);
  Area rest = area.inset(std::max(margin, std::round((area.width() - ui.px(1480)) / 2)), 0);
  const bool tabs = context.session.view == ViewKind::lab && !ui.exporting() && !context.session.presenting;
  if (tabs) draw_tabs(context, rest.cut_top(ui.px(40)));
  rest.cut_top(ui.px(12));
  rest.cut_bottom(ui.px(12));
  const LabWork* work = work_of(context);
  if (work != nullptr && !work->missing.empty()) {
    draw_what_fits(context, rest, *work);
    return;
  }
  if (work != nullptr && !work->error.empty()) {
    lab_head(context, rest, work->error);
    return;
  }
  if (work != nullptr && !work->without_edits.empty()) {
    const Area line = rest.cut_bottom(ui.px(22));
    ui.disc({line.left + ui.px(4), line.middle_y()}, ui.px(4), ui.colours().focus);
    line_of_text(ui, {line.left + ui.px(16), line.top, line.right, line.bottom}, type::label,
                 ui.colours().ink, work->without_edits);
  }
  const Lab& lab = lab_of(lab_on_stage(context.session));
  if (context.results.model == nullptr) return;
  const Anatomy& model = context.results.model->anatomy();
  const std::any& settings = context.session.labs.of(lab.kind);
  const std::string instead = shown_instead(lab, settings, model);
  if (instead.empty()) {
    // Until its work says what is missing.
    if (missing_for(lab, settings, model).empty()) lab_panel(lab.kind).draw(context, rest);
    return;
  }
  if (!ui.exporting()) line_of_text(ui, rest.cut_top(ui.px(24)), type::label_hot, ui.colours().ink, instead);
  // What is changed there goes on from the page that is shown.
  Session shown = context.session;
  shown.labs.of(lab.kind) = shown_for(lab, settings, model);
  lab_panel(lab.kind).draw({ui, shown, context.results, context.pictures, context.page}, rest);
}

}  // namespace headlight
