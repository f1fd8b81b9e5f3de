// The likeliest next words as bars: what the model gives each, and with sampling what it is drawn with.
#include <algorithm>
#include <cmath>

#include "app/panels/decoding/decoding_view.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/step_names.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"
#include "core/text/visible.h"

namespace headlight {
namespace {

class NextWordBars {
 public:
  NextWordBars(const DecodingView& view, const Area& area)
      : view_(view), study_(view.study), ui_(view.ui), c_(view.c), rest_(area) {}

  void draw() {
    ui_.text(rest_.cut_top(ui_.px(24)), Align::left, type::section, c_.ink, "The next word");
    if (study_.ended) {
      ui_.wrapped(rest_, type::body, c_.text_2,
                  study_.cut ? "The model cannot read a longer text."
                             : "The model has ended its text: " + study_.end + " is its end token.",
                  ui_.px(19));
      return;
    }
    if (sampling()) {
      draw_legend();
    } else {
      ui_.text(rest_.cut_top(ui_.px(22)), Align::left, type::caption, c_.text_2,
               "probability after the words so far");
    }
    const float row = ui_.px(26);
    auto count = static_cast<std::size_t>(std::max(1.0F, std::floor(rest_.height() / row)));
    const bool all = count >= study_.next.size() && study_.others == 0;
    if (!all) --count;
    count = std::min(count, study_.next.size());
    for (std::size_t i = 0; i < count; ++i)
      word_wide_ = std::max(word_wide_, ui_.width(type::control_hot, visible(study_.next_words[i])));
    word_wide_ = std::min(word_wide_ + ui_.px(12), rest_.width() * 0.34F);
    for (std::size_t i = 0; i < count; ++i) draw_row(i, rest_.cut_top(row));
    if (!all && rest_.height() >= row) draw_others(count, rest_.cut_top(row));
  }

 private:
  bool sampling() const { return view_.lab.strategy == DecodingLab::Strategy::sampling; }

  void draw_legend() {
    const std::vector<LegendEntry> entries{{pale(), "of the model"}, {c_.weights, "when drawing"}};
    legend(ui_, rest_.cut_top(ui_.px(22)), entries);
  }
  Rgb pale() const { return mix(c_.stage, c_.plain_ribbon, 0.7F); }

  // Where the bar of a row goes; its number is at the right.
  Area track(const Area& row) const {
    return {row.left + word_wide_, row.top + ui_.px(5), row.right - ui_.px(76), row.bottom - ui_.px(5)};
  }

  void draw_row(std::size_t i, const Area& row) {
    const Candidate& each = study_.next[i];
    const std::string& word = study_.next_words[i];
    const Touch touch = pressable(ui_, "decoding/next/" + std::to_string(i), row);
    const bool out = each.drawn <= 0;
    ui_.text({row.left + ui_.px(4), row.top, row.left + word_wide_ - ui_.px(6), row.bottom}, Align::left,
             i == 0 ? type::control_hot : type::control, out ? c_.text_3 : c_.ink,
             ui_.fitted(i == 0 ? type::control_hot : type::control, visible(word), word_wide_ - ui_.px(10)));
    const Area place = track(row);
    ui_.line(place.left, row.top + ui_.px(3), place.left, row.bottom - ui_.px(3), c_.hairline,
             ui_.hairline());
    if (sampling()) {
      const float half = std::round(place.height() / 2);
      bar({place.left, place.top, place.right, place.top + half - ui_.px(1)}, each.probability, pale());
      bar({place.left, place.top + half, place.right, place.bottom}, each.drawn, c_.weights);
    } else {
      bar(place, each.probability, c_.weights);
    }
    const double shown = sampling() ? each.drawn : each.probability;
    ui_.text({place.right, row.top, row.right - ui_.px(4), row.bottom}, Align::right, type::number,
             out ? c_.text_3 : c_.ink, out ? "out" : probability_text(static_cast<float>(shown)));
    if (touch.hovered) say(i);
    if (touch.clicked) write_words(view_.context, study_, {word});
  }

  void bar(const Area& place, double share, Rgb colour) {
    if (!(share > 0)) return;
    const float wide = std::max(ui_.hairline(), static_cast<float>(share) * place.width());
    ui_.fill({place.left, place.top, place.left + wide, place.bottom}, colour);
  }

  void say(std::size_t i) {
    const Candidate& each = study_.next[i];
    std::vector<RichText> lines{
        RichText(visible(study_.next_words[i])),
        RichText("probability  " + significant_text(static_cast<float>(each.probability)))};
    if (sampling()) {
      lines.emplace_back(each.drawn > 0 ? "when drawing  " + significant_text(static_cast<float>(each.drawn))
                                        : "left out by " + why_out(i));
    }
    lines.emplace_back("click to take it");
    ui_.tooltip(lines);
  }
  // Top-k comes first: what is left of it has the places below k.
  std::string why_out(std::size_t i) const {
    const bool by_k = view_.lab.top_k > 0 && static_cast<int>(i) >= view_.lab.top_k;
    return by_k ? "top-k: it is not among the first " + std::to_string(view_.lab.top_k)
                : "top-p: more probable words already have " + significant_text(view_.lab.top_p, 3) +
                      " together";
  }

  void draw_others(std::size_t shown, const Area& row) {
    double probability = study_.others_probability;
    double drawn = study_.others_drawn;
    for (std::size_t i = shown; i < study_.next.size(); ++i) {
      probability += study_.next[i].probability;
      drawn += study_.next[i].drawn;
    }
    const auto count = static_cast<std::int64_t>(study_.next.size() - shown) + study_.others;
    std::string says = counted(count, "other") + ", " + share_alone(probability) + " together";
    if (sampling()) {
      std::string out;
      if (study_.cut_by_k > 0) out += " top-k " + count_text(study_.cut_by_k);
      if (study_.cut_by_p > 0) out += " top-p " + count_text(study_.cut_by_p);
      says += out.empty() ? "  ·  when drawing " + share_alone(drawn) : "  ·  left out by" + out;
    }
    ui_.text({row.left + ui_.px(4), row.top, row.right, row.bottom}, Align::left, type::caption, c_.text_2,
             ui_.fitted(type::caption, says, row.width() - ui_.px(4)));
  }

  const DecodingView& view_;
  const DecodingStudy& study_;
  Ui& ui_;
  const Palette& c_;
  Area rest_;
  float word_wide_ = 0;
};

// The draws of the last words that something followed: they stay to be compared once one is written.
struct KeptDraws {
  std::string model, sentence;
  std::vector<std::string> before;  // the words that were written then
  std::vector<DecodingStudy::Way> draws;
  int seed = 0;
};

std::vector<std::string> words_written(const DecodingStudy& study) {
  std::vector<std::string> words;
  for (const DecodingStudy::Word& each : study.written) words.push_back(each.word);
  return words;
}

const KeptDraws& follow_draws(const DecodingView& view) {
  KeptDraws& kept = view.ui.state<KeptDraws>();
  const Session& session = view.context.session;
  const std::string& sentence = sentence_of(session, stage_side(view.context));
  const std::vector<std::string> written = words_written(view.study);
  if (!view.study.draws.empty()) {
    kept = {session.model, sentence, written, view.study.draws, view.lab.seed};
  } else {
    const bool same = kept.model == session.model && kept.sentence == sentence && view.study.ended &&
                      kept.before.size() <= written.size() &&
                      std::equal(kept.before.begin(), kept.before.end(), written.begin());
    if (!same) kept = {};
  }
  return kept;
}

}  // namespace

void draw_next_words(const DecodingView& view, Area area) { NextWordBars(view, area).draw(); }

void draw_draws(const DecodingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  const KeptDraws& kept = follow_draws(view);
  if (kept.draws.empty()) return;
  const bool over = view.study.draws.empty();  // one of them, or something else, is written to its end
  ui.text(area.cut_top(ui.px(24)), Align::left, type::section, c.ink, "Several draws");
  const Area head = area.cut_top(ui.px(22));
  ui.text(head, Align::left, type::caption, c.text_2,
          ui.fitted(type::caption,
                    over ? "the draws before the text ended; log P summed over their words"
                         : "each with its own seed; log P summed over its words",
                    area.width()));
  if (ui.hovered(head)) ui.tooltip(log_probability_note);
  for (std::size_t i = 0; i < kept.draws.size(); ++i) {
    const DecodingStudy::Way& way = kept.draws[i];
    const float text = ui.wrapped_height(type::control, way.text, area.width() - ui.px(8), ui.px(19));
    const float high = text + ui.px(26);
    if (area.height() < high) return;
    const Area row = area.cut_top(high);
    const Touch touch = pressable(ui, "decoding/draw/" + std::to_string(i), row);
    if (touch.hovered)
      ui.tooltip({RichText(over ? "click to write it instead" : "click to write it"),
                  RichText(log_probability_note)});
    const Area inner = row.inset(ui.px(4), ui.px(2));
    ui.wrapped({inner.left, inner.top, inner.right, inner.top + text}, type::control,
               i == 0 ? c.ink : c.text_2, way.text, ui.px(19));
    const std::string says = "seed " + std::to_string((kept.seed + static_cast<int>(i))) + "  ·  log P " +
                             fixed_text(static_cast<float>(way.log_probability), 2) +
                             (way.ended ? "" : "  ·  not ended");
    ui.text(inner.left, inner.bottom - ui.px(8), type::caption, c.text_3, says);
    ui.line(row.left, row.bottom, row.right, row.bottom, c.hairline, ui.hairline());
    if (touch.clicked) keep_words(view.context, view.study, kept.before.size(), words_of_way(way));
  }
}

}  // namespace headlight
