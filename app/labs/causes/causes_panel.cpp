// The view of causes: its pages, the answer to ask about, and how far it is.
#include "app/labs/causes/causes_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panels/common/stage.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"

namespace headlight {

std::string cause_effect_text(double value) { return fixed_text(static_cast<float>(value), 2); }
std::string cause_with_sign(double value) { return (value >= 0.005 ? "+" : "") + cause_effect_text(value); }

std::string CausesPart::sentence(int side) const {
  if (!two()) return say("this {sentence}", {{"sentence", kind()}});
  const std::string name = side_name(context_, side);
  // Of texts with little in common the names are their places.
  return context_.maps.alignment()->names.lead.empty()
             ? say("the {which} {sentence}", {{"which", name}, {"sentence", kind()}})
             : "“" + name + "”";
}

namespace {

class CausesPanel : public CausesPart {
 public:
  using CausesPart::CausesPart;

  void draw() {
    head();
    controls();
    switch (settings_.page) {
      case CausesLab::Page::score:
        return draw_score_sum(context_, rest_);
      case CausesLab::Page::attention:
        return draw_head_dots(context_, rest_);
      case CausesLab::Page::map:
      case CausesLab::Page::heads:
      case CausesLab::Page::logit:
        break;
    }
    draw_answer();
    if (!study_.nothing.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2, study_.nothing, ui_.px(19));
      return;
    }
    if (settings_.page == CausesLab::Page::logit) return draw_logit_words(context_, rest_);
    if (study_.mapping == nullptr) return;  // of the page before, until this one's is there
    // Its line is there without edits too: nothing moves away under the mouse that made one.
    draw_kept(rest_.cut_bottom(ui_.px(20), ui_.px(4)));
    if (settings_.page == CausesLab::Page::heads) return draw_cause_heads(context_, rest_);
    const auto [left, right] = two_parts(ui_, rest_, 0.66F, 0.6F);
    draw_cause_map(context_, left);
    draw_cause_sum(context_, right);
  }

 private:
  void head() {
    const std::array pages{Choice{to_be_said("Map")}, Choice{to_be_said("Heads")},
                           Choice{to_be_said("Attention")}, Choice{to_be_said("Score")},
                           Choice{to_be_said("Logit")}};
    choose_page(context_, rest_, says(), pages, &CausesLab::page);
  }

  std::string says() const {
    const std::string what = kind();
    if (settings_.page == CausesLab::Page::attention)
      return say(
          two() ? to_be_said("A head can look somewhere and still not matter. Where does each head look, and "
                             "what happens when its output is copied from the other {sentence}?")
                : to_be_said("A head can look somewhere and still not matter. Where does each head look, and "
                             "what happens when its output is copied from another {sentence}?"),
          {{"sentence", what}});
    if (settings_.page == CausesLab::Page::score)
      return say(
          "Why does a head look there? Its score is a sum over pairs: each part of the query times each part "
          "of the key.");
    if (settings_.page == CausesLab::Page::logit)
      return say(
          "A logit is a sum. Each head adds a part, and that part is a sum over the words it looks at.");
    if (settings_.page == CausesLab::Page::heads && !two())
      return pictures()
                 ? say("Which heads change what the model writes? To measure it, compare two pictures.")
                 : say("Which heads change what the model writes? To measure it, compare two sentences.");
    if (settings_.page == CausesLab::Page::heads)
      return say(
          "Copy heads’ outputs from the other {sentence}. Which of them change the word, and to which head "
          "does each pass the change on?",
          {{"sentence", what}});
    if (study_.alone)
      return say("Replace one row and compute everything after it again. Which word comes out?");
    return say(
        "Copy one row from the other {sentence} and compute everything after it again. How far does the word "
        "move towards the other one?",
        {{"sentence", what}});
  }

  void controls() {
    const bool map = settings_.page == CausesLab::Page::map;
    const bool own = settings_.page == CausesLab::Page::attention || settings_.page == CausesLab::Page::score;
    if (ui_.exporting() || own || (!map && !two())) return;
    const std::array kinds{Choice{say("Other {sentence}", {{"sentence", kind()}}), two(),
                                  say("There is no other {sentence} to copy from.", {{"sentence", kind()}})},
                           Choice{to_be_said("Zero")}, Choice{to_be_said("Mean")},
                           Choice{to_be_said("Shuffled")}, Choice{to_be_said("Noise")}};
    const bool chooses_put = has_control(context_, &CausesLab::put);
    const auto put = [&](const Area& place) {
      choose_setting(context_, place, kinds, &CausesLab::put, ask_again, study_.put);
    };
    const float seen = seen_width(ui_, rest_);
    const bool alone = map && chooses_put && choices_width(ui_, kinds) > seen;
    if (alone) {
      Area place = rest_.cut_top(choices_height(ui_, kinds, seen, ui_.px(34)), ui_.px(8));
      place.right = place.left + seen;
      put(place);
    }
    ControlRows row(ui_, rest_, ui_.px(34), ui_.px(8));
    float apart = 0;
    const auto next = [&](std::span<const Choice> list) {
      return button_place(ui_, row.next(choices_width(ui_, list), std::exchange(apart, ui_.px(20))));
    };
    if (map && chooses_put) {
      if (!alone) put(next(kinds));
      const std::array heads{
          Choice{to_be_said("Each head"), !study_.many_heads, say("This model has too many heads for this.")},
          Choice{to_be_said("Heads together")}};
      choose_setting(context_, next(heads), heads, &CausesLab::heads, ask_again, study_.heads);
    }
    if (!two()) return;
    const std::array<Choice, 2> sides = sentence_choices(context_);
    const int side = choices(ui_, "causes/side", next(sides), sides, study_.into);
    if (side >= 0) ui_.emit(SelectSide{side});
  }

  void draw_answer() {
    const std::string lead = say("The output for {sentence}:", {{"sentence", sentence(study_.into)}});
    Area line = rest_.cut_top(ui_.px(26));
    const WorkUnderWay work = under_way();
    words_end_ = line.right - under_way_width(ui_, work);
    if (const int pressed = draw_under_way(ui_, "causes", line, work); pressed != 0)
      change([&](CausesLab& lab) { lab.blocks = pressed < 0 ? std::max(1, measured_blocks()) : 0; });
    const float after = ui_.width(type::label, lead) + ui_.px(12);
    ui_.text(line, Align::left, type::label, c_.text_2, lead);
    draw_words(line, after);
    rest_.cut_top(ui_.px(4));
    if (!study_.nothing.empty()) return;
    if (const std::string text = said(); !text.empty())
      rest_.cut_top(ui_.wrapped(rest_, type::caption, c_.text_2, text, ui_.px(16)) + ui_.px(4));
  }

  int measured_blocks() const {
    const auto whole = [](const CausalMap::Block& block) {
      return std::none_of(block.effects.begin(), block.effects.end(),
                          [](double effect) { return std::isnan(effect); });
    };
    const auto last = std::find_if(study_.map.blocks.rbegin(), study_.map.blocks.rend(), whole);
    return static_cast<int>(study_.map.blocks.rend() - last);
  }

  WorkUnderWay under_way() const {
    if (settings_.page != CausesLab::Page::map || study_.mapping == nullptr || study_.whole) return {};
    const std::string all = count_text(study_.map.blocks.size());
    if (work_.partial)
      return {.under_way = true,
              .says = say("measuring: {n} of {all} blocks",
                          {{"n", count_text(measured_blocks())}, {"all", all}})};
    return {.cancelled = true,
            .says = say("stopped after {n} of {all} blocks",
                        {{"n", count_text(settings_.blocks)}, {"all", all}})};
  }

  std::string said() const {
    if (study_.mapping == nullptr) return "";
    const NamedValue word{"word", study_.word}, other{"other", study_.other};
    const NamedValue amount{"amount", cause_effect_text(study_.stays)};
    const std::string passes =
        settings_.page == CausesLab::Page::map
            ? say(several(study_.passes, "The model ran {n} time.", "The model ran {n} times."),
                  {{"n", count_text(study_.passes)}})
            : "";
    if (settings_.page == CausesLab::Page::heads && study_.alone)
      return say("log P({word}) − log P({other}) is {amount}.", {word, other, amount});
    if (study_.alone)
      return paragraph(
          {say("log P({word}) − log P({other}) is {amount}; each cell shows how much that changes.",
               {word, other, amount}),
           passes});
    return paragraph(
        {say("log P({word}) − log P({other}) is {amount} in {sentence} and {other_amount} in "
             "{other_sentence}.",
             {word,
              other,
              amount,
              {"sentence", sentence(study_.into)},
              {"other_amount", cause_effect_text(study_.goes)},
              {"other_sentence", sentence(from())}}),
         both_say(), say("0: nothing changes. 1: it changes to the other word completely."),
         study_.whole ? say("A cell without a number was tried too: its effect is below 0.1.") : "", passes});
  }

  // Where the other answer is the same word: what comes over is how likely it is, and no more.
  std::string both_say() const {
    if ((study_.stays < 0) != (study_.goes < 0)) return "";
    return say("For both it is “{word}”.", {{"word", study_.stays < 0 ? study_.other : study_.word}});
  }

  // The words in a row, in further rows where there is no room; each can be pressed.
  void draw_words(const Area& first, float after) {
    constexpr int most_rows = 3;
    float x = first.left + after;
    float top = first.top;
    int rows = 1;
    for (std::size_t place = 0; place < study_.answer.size(); ++place) {
      const bool asked = static_cast<int>(place) == study_.question.place && !study_.word.empty();
      const std::string& word = study_.answer[place];
      const float wide = ui_.width(type::label_hot, word) + ui_.px(12);
      if (x + wide > words_end_ && x > rest_.left) {
        if (++rows > most_rows) break;
        x = rest_.left;
        top += ui_.px(26);
        words_end_ = rest_.right;
        rest_.cut_top(ui_.px(26));
      }
      const Area place_of_word = Area::at(x, top, wide, ui_.px(24));
      if (asked) ui_.fill(place_of_word, c_.focus_band, ui_.px(5));
      const Touch touch =
          ui_.press("causes/word/" + std::to_string(place), place_of_word,
                    {.radius = ui_.px(5), .ground = c_.rail, .hint = "What decides this word?"});
      ui_.text(place_of_word, Align::centre, asked ? type::label_hot : type::label,
               asked || touch.hovered ? c_.ink : c_.text_2, word);
      if (touch.clicked) ask([&](CausesLab& lab) { lab.place = static_cast<int>(place); });
      x += wide + ui_.px(2);
    }
  }

  // --- what the session's edits of this sentence make of it
  void draw_kept(const Area& line) {
    const std::string text = kept_says();
    if (text.empty()) {
      if (settings_.page == CausesLab::Page::map && !ui_.exporting())
        line_of_text(ui_, line, type::caption, c_.text_3,
                     "Click a cell to keep its edit: the model then shows what it does.");
      return;
    }
    ui_.disc({line.left + ui_.px(4), line.middle_y()}, ui_.px(4), c_.focus);
    line_of_text(ui_, {line.left + ui_.px(16), line.top, line.right, line.bottom}, type::label, c_.ink, text);
  }

  // Nothing without edits.
  std::string kept_says() const {
    const Run& run = context_.results.side(study_.into);
    if (!run.edited() || study_.word.empty()) return "";
    const int place = study_.question.place;
    const int logits = run.trace->find("logits");
    if (logits < 0 || place >= run.trace->tape().node(logits).shape.rows) return "";
    const Reading row = run.trace->rows(logits, place, 1);
    const double now = static_cast<double>(row(0, study_.question.word)) -
                       static_cast<double>(row(0, study_.question.other));
    const double by = now - study_.stays;
    const double effect = study_.alone ? by : by / (study_.goes - study_.stays);
    const auto count = static_cast<std::int64_t>(run.edits.size());
    return say(study_.alone
                   ? several(count, "With {n} edit kept: a change of {effect}, and it writes “{words}”.",
                             "With {n} edits kept: a change of {effect}, and it writes “{words}”.")
                   : several(count, "With {n} edit kept: effect {effect}, and it writes “{words}”.",
                             "With {n} edits kept: effect {effect}, and it writes “{words}”."),
               {{"n", count_text(count)},
                {"effect", study_.alone ? cause_with_sign(effect) : cause_effect_text(effect)},
                {"words", written(*run.trace)}});
  }

  float words_end_ = 0;  // where the first row of words ends
};

// --- before a class

// The map stands in the rows of the words.
bool shows_heads_of_causes(const Labs& labs) { return labs.get<CausesLab>().page == CausesLab::Page::heads; }

std::optional<ClassPicture> causes_for_class(const PanelContext& context) {
  const auto* const study = result_of<CausesStudy>(context);
  if (study == nullptr) return {};
  if (!study->few) return ClassPicture{.shows = ClassLines{}, .says = study->no_heads};
  ClassBars bars{{}, static_cast<int>(study->few->heads.size()) - 1};
  for (std::size_t i = 0; i < study->few->heads.size(); ++i)
    bars.bars.push_back({(i == 0 ? "" : "+ ") + head_name(study->few->heads[i]),
                         cause_effect_text(study->few->effects[i]), std::fabs(study->few->effects[i])});
  return ClassPicture{.about = say("heads that are exchanged, one more in each line:"),
                      .shows = bars,
                      .says = say("0: it stays “{other}”. 1: it turns into “{word}”.",
                                  {{"other", study->other}, {"word", study->word}})};
}

constexpr std::array<LabPanel::ForClass::Set, 2> causes_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<CausesLab>().page = CausesLab::Page::heads; }};

}  // namespace

constinit const LabPanel CausesLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<CausesPanel>,
    .help =
        "What one written word depends on: copy rows one at a time, or take its logit apart. Click a word to "
        "ask about it, a cell of the map to keep that edit. Attention shows each head as a dot: where it "
        "looks, and how much it matters. Score shows why a head looks there. Logit shows which words each "
        "head’s part comes from.",
    .words =
        "causal map patching circuits attribution why intervention ablation scatter dots score parts logit "
        "source word",
    .wide = 720,
    .tall = 520,
    .upright = 1100,
    .makes_edits = true,
    .margin = {"Exchange a row", "Click a place to take its row from the other sentence.",
               "Which heads carry it",
               [](const PanelContext&, Labs& labs) { labs.get<CausesLab>().page = CausesLab::Page::heads; }},
    .for_class = {causes_for_class, causes_steps, shows_heads_of_causes},
    .draw_in_rows = draw_causes_in_rows,
};

}  // namespace headlight
