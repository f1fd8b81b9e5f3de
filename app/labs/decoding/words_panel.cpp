// The words of Decoding: what is written, what could come next, and what each layer would say.
#include <algorithm>
#include <cmath>

#include "app/labs/decoding/decoding_panel.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// The words: what was read, what is written, and where the likeliest words would lead.

constexpr std::size_t most_lines = 3;

enum class Of { given, written, onwards };
struct WordPart {
  Of of = Of::given;
  std::size_t place = 0;
  std::string word;
  double probability = 0;
  float wide = 0;
};

class AnswerLines : public DecodingPart {
 public:
  AnswerLines(const PanelContext& context, const Area& area) : DecodingPart(context, area) {
    for (std::size_t i = 0; i < study_.given.size(); ++i) add({Of::given, i, study_.given[i]});
    for (std::size_t i = 0; i < study_.written.size(); ++i)
      add({Of::written, i, study_.written[i].word, study_.written[i].probability});
    // Where words are drawn by chance, the most likely ones are not what comes.
    if (settings_.page == DecodingLab::Page::words && settings_.strategy == DecodingLab::Strategy::sampling)
      return;
    for (std::size_t i = 0; i < study_.onwards.words.size(); ++i)
      add({Of::onwards, i, study_.onwards.words[i].word, study_.onwards.words[i].probability});
  }

  float draw() {
    if (!study_.read.empty()) {
      ui_.text(area_.left, area_.top + ui_.px(8), type::label, c_.text_2,
               ui_.shortened(type::label, study_.read, area_.width()));
      area_.cut_top(ui_.px(20));
    }
    return draw_lines() + (study_.read.empty() ? 0 : ui_.px(20));
  }

 private:
  float draw_lines() {
    // The line with the word to come stays in sight, with what is behind it.
    const std::size_t hidden = lines_.size() > most_lines ? std::min(now_, lines_.size() - most_lines) : 0;
    const std::size_t shown = std::min(most_lines, lines_.size());
    float y = area_.top;
    for (std::size_t i = 0; i < shown; ++i, y += line_high()) {
      const bool first = i == 0 && hidden > 0;
      const bool last = i + 1 == shown && hidden + shown < lines_.size();
      draw_line(lines_[hidden + i], y, first, last);
    }
    if (!study_.unknown.empty()) {
      const std::string says =
          say("{word} is not a word that this model can write", {{"word", in_quotes(study_.unknown)}});
      ui_.text(area_.left, y + ui_.px(10), type::label, c_.error,
               ui_.shortened(type::label, says, area_.width()));
      y += ui_.px(22);
    }
    return y + ui_.px(8) - area_.top;
  }

  float line_high() const { return ui_.px(34); }
  float pad() const { return ui_.px(7); }
  static Type type_of(Of of) { return of == Of::written ? type::written_hot : type::written; }

  void add(WordPart piece) {
    const float most = area_.width() - ui_.px(40);
    piece.word = ui_.shortened(type_of(piece.of), visible(piece.word), most);
    piece.wide = ui_.width(type_of(piece.of), piece.word) + 2 * pad();
    // Room for the dots of what is left out at either end.
    if (lines_.empty() || x_ + piece.wide > area_.width() - ui_.px(48)) {
      lines_.emplace_back();
      x_ = 0;
    }
    x_ += piece.wide;
    if (piece.of != Of::onwards) now_ = lines_.size() - 1;
    lines_.back().push_back(std::move(piece));
  }

  void draw_line(const std::vector<WordPart>& pieces, float y, bool dots_before, bool dots_behind) {
    float x = area_.left - pad();
    if (dots_before) x = ui_.text(x + pad(), y + line_high() / 2, type::written, c_.text_3, "…") + ui_.px(4);
    for (const WordPart& piece : pieces) {
      draw_piece(piece, Area::at(x, y + ui_.px(2), piece.wide, line_high() - ui_.px(4)));
      x += piece.wide;
    }
    if (dots_behind) ui_.text(x + ui_.px(4), y + line_high() / 2, type::written, c_.text_3, "…");
  }

  void draw_piece(const WordPart& piece, const Area& place) {
    const Tokenizer* const tokenizer = context_.results.tokenizer();
    const bool typed = piece.of == Of::given && tokenizer != nullptr && tokenizer->are_typed() &&
                       context_.results.model->anatomy().answer == AnswerKind::next_token;
    if (typed) {
      const Touch touch = pressable(ui_, "decoding/given/" + std::to_string(piece.place), place, false);
      if (touch.hovered) ui_.tooltip("You typed this. Click to change the sentence.");
      if (touch.clicked) {
        const int side = stage_side(context_);
        open_sentence_box(context_, side, context_.session.text(side));
      }
    }
    if (piece.of == Of::given) {
      ui_.text(place, Align::centre, type::written, c_.text_2, piece.word);
      return;
    }
    const bool ahead = piece.of == Of::onwards;
    const std::string id =
        std::string(ahead ? "decoding/ahead/" : "decoding/word/") + std::to_string(piece.place);
    const Touch touch = pressable(ui_, id, place, !ahead);
    if (touch.hovered) {
      ui_.tooltip({RichText(piece.word + "  " + probability_text(static_cast<float>(piece.probability))),
                   RichText(ahead ? "the most probable words from here; click to take all up to this one"
                                  : "click to go back to before this word")});
    }
    ui_.text(place, Align::centre, type_of(piece.of), ahead ? c_.text_3 : c_.ink, piece.word);
    if (!ahead)
      ui_.fill({place.left + pad(), place.bottom - ui_.px(3), place.right - pad(), place.bottom - ui_.px(1)},
               c_.weights);
    if (!touch.clicked) return;
    if (!ahead) return keep_words(context_, study_, piece.place);
    std::vector<std::string> words = words_of_way(study_.onwards);
    words.resize(piece.place + 1);
    write_words(context_, study_, words);
  }

  std::vector<std::vector<WordPart>> lines_;
  std::size_t now_ = 0;  // the line of the last word that is there
  float x_ = 0;
};

}  // namespace

float draw_decoded(const PanelContext& context, const Area& area) {
  return AnswerLines(context, area).draw();
}

// The likeliest next words as bars: what the model gives each, and with sampling what it is drawn with.

namespace {

class NextWordBars : public DecodingPart {
 public:
  using DecodingPart::DecodingPart;

  void draw() {
    ui_.text(rest_.cut_top(ui_.px(24)), Align::left, type::section, c_.ink, "The next word");
    if (study_.ended) {
      ui_.wrapped(rest_, type::body, c_.text_2,
                  study_.cut ? say("The model cannot read a longer text.")
                             : say("The model has finished its text: {token} is its end token.",
                                   {{"token", study_.end}}),
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
    constexpr std::size_t most_in_place = 10;
    count = std::min(count, shows_expert_controls(context_.session)
                                ? study_.next.size()
                                : std::min(most_in_place, study_.next.size()));
    for (std::size_t i = 0; i < count; ++i)
      word_wide_ = std::max(word_wide_, ui_.width(type::control_hot, visible(study_.next_words[i])));
    word_wide_ = std::min(word_wide_ + ui_.px(12), rest_.width() * 0.34F);
    for (std::size_t i = 0; i < count; ++i) draw_row(i, rest_.cut_top(row));
    if (!all && rest_.height() >= row) draw_others(count, rest_.cut_top(row));
  }

 private:
  bool sampling() const { return settings_.strategy == DecodingLab::Strategy::sampling; }

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
    ui_.text(
        {row.left + ui_.px(4), row.top, row.left + word_wide_ - ui_.px(6), row.bottom}, Align::left,
        i == 0 ? type::control_hot : type::control, out ? c_.text_3 : c_.ink,
        ui_.shortened(i == 0 ? type::control_hot : type::control, visible(word), word_wide_ - ui_.px(10)));
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
    if (touch.hovered) tell(i);
    if (touch.clicked) write_words(context_, study_, {word});
  }

  void bar(const Area& place, double share, Rgb colour) {
    if (!(share > 0)) return;
    const float wide = std::max(ui_.hairline(), static_cast<float>(share) * place.width());
    ui_.fill({place.left, place.top, place.left + wide, place.bottom}, colour);
  }

  void tell(std::size_t i) {
    const Candidate& each = study_.next[i];
    std::vector<RichText> lines{
        RichText(visible(study_.next_words[i])),
        RichText(say("probability  {p}", {{"p", significant_text(static_cast<float>(each.probability))}}))};
    if (sampling()) {
      lines.emplace_back(
          each.drawn > 0 ? say("when drawing  {p}", {{"p", significant_text(static_cast<float>(each.drawn))}})
                         : say("left out by {why}", {{"why", why_out(i)}}));
    }
    lines.emplace_back(say("click to take it"));
    ui_.tooltip(lines);
  }
  // Top-k comes first: what is left of it has the places below k.
  std::string why_out(std::size_t i) const {
    const bool by_k = settings_.top_k > 0 && static_cast<int>(i) >= settings_.top_k;
    return by_k ? say("top-k: not among the first {n}", {{"n", std::to_string(settings_.top_k)}})
                : say("top-p: more probable words already have {p} together",
                      {{"p", significant_text(settings_.top_p, 3)}});
  }

  void draw_others(std::size_t shown, const Area& row) {
    double probability = study_.others_probability;
    double drawn = study_.others_drawn;
    for (std::size_t i = shown; i < study_.next.size(); ++i) {
      probability += study_.next[i].probability;
      drawn += study_.next[i].drawn;
    }
    const auto count = static_cast<std::int64_t>(study_.next.size() - shown) + study_.others;
    std::string says = say(several(count, "{n} other, {share} together", "{n} others, {share} together"),
                           {{"n", count_text(count)}, {"share", share_alone(probability)}});
    if (sampling()) {
      const bool by_k = study_.cut_by_k > 0, by_p = study_.cut_by_p > 0;
      const NamedValue k{"k", count_text(study_.cut_by_k)}, p{"p", count_text(study_.cut_by_p)};
      says += "  ·  ";
      says += by_k && by_p ? say("left out by top-k {k} top-p {p}", {k, p})
              : by_k       ? say("left out by top-k {k}", {k})
              : by_p       ? say("left out by top-p {p}", {p})
                           : say("when drawing {share}", {{"share", share_alone(drawn)}});
    }
    ui_.text({row.left + ui_.px(4), row.top, row.right, row.bottom}, Align::left, type::caption, c_.text_2,
             ui_.shortened(type::caption, says, row.width() - ui_.px(4)));
  }

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

const KeptDraws& follow_draws(const PanelContext& context, const DecodingStudy& study) {
  KeptDraws& kept = context.ui.state<KeptDraws>();
  const Session& session = context.session;
  const std::string& sentence = session.text(stage_side(context));
  const std::vector<std::string> written = words_written(study);
  if (!study.draws.empty()) {
    kept = {session.model, sentence, written, study.draws, context.session.labs.get<DecodingLab>().seed};
  } else {
    const bool same = kept.model == session.model && kept.sentence == sentence && study.ended &&
                      kept.before.size() <= written.size() &&
                      std::equal(kept.before.begin(), kept.before.end(), written.begin());
    if (!same) kept = {};
  }
  return kept;
}

}  // namespace

void draw_next_words(const PanelContext& context, Area area) { NextWordBars(context, area).draw(); }

void draw_draws(const PanelContext& context, Area area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const auto& study = *result_of<DecodingStudy>(context);
  const KeptDraws& kept = follow_draws(context, study);
  if (kept.draws.empty()) return;
  const bool over = study.draws.empty();  // one of them, or something else, is written to its end
  ui.text(area.cut_top(ui.px(24)), Align::left, type::section, c.ink, "Several draws");
  const Area head = area.cut_top(ui.px(22));
  ui.text(head, Align::left, type::caption, c.text_2,
          ui.shortened(type::caption,
                       over ? "drawn before the text ended; log P added up over the words"
                            : "each with its own seed; log P added up over its words",
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
    const std::string says = say(way.ended ? to_be_said("seed {seed}  ·  log P {score}")
                                           : to_be_said("seed {seed}  ·  log P {score}  ·  unfinished"),
                                 {{"seed", std::to_string((kept.seed + static_cast<int>(i)))},
                                  {"score", fixed_text(static_cast<float>(way.log_probability), 2)}});
    ui.text(inner.left, inner.bottom - ui.px(8), type::caption, c.text_3, says);
    ui.line(row.left, row.bottom, row.right, row.bottom, c.hairline, ui.hairline());
    if (touch.clicked) keep_words(context, study, kept.before.size(), words_of_way(way));
  }
}

// The logit lens: a row for each layer, a column for each word read, in each cell the likeliest next word
// there.

namespace {

class LensTable : public DecodingPart {
 public:
  using DecodingPart::DecodingPart;

  void draw() {
    if (lens_.layers.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2,
                  "This model has no layer to which the output matrix could be applied.", ui_.px(19));
      return;
    }
    const Scale scale{.label = "highest probability"};
    const float foot = rest_.bottom;
    rest_.cut_bottom(ui_.px(40));
    lay_out();
    const float below = rest_.top + ui_.px(56) + row_ * static_cast<float>(lens_.layers.size());
    level_colour_bar(ui_, rest_.left, std::min(below, foot - ui_.px(12)), scale.label, scale);
    ui_.push_clip(rest_, true);
    draw_heads();
    for (std::size_t l = 0; l < lens_.layers.size(); ++l) draw_layer(l);
    ui_.pop_clip();
    if (content_ > room_) draw_bar();
  }

 private:
  void lay_out() {
    for (const LogitLens::Layer& layer : lens_.layers)
      names_ = std::max(names_, ui_.width(type::label_hot, layer.name) + ui_.px(14));
    const auto columns = static_cast<float>(lens_.tokens.size());
    room_ = rest_.width() - names_;
    column_ = std::floor(std::clamp(room_ / columns, ui_.px(66), ui_.px(130)));
    content_ = column_ * columns;
    const auto rows = static_cast<float>(lens_.layers.size());
    row_ = std::floor(std::clamp((rest_.height() - ui_.px(36)) / rows, ui_.px(24), ui_.px(72)));
    // The last words are those in question.
    const float most = std::max(0.0F, content_ - room_);
    float& back = ui_.state().scroll["decoding/layers"];
    if (!ui_.exporting() && most > 0)
      back = std::clamp(back + ui_.wheel(rest_) * 60, 0.0F, most / ui_.scale());
    offset_ = most - std::min(ui_.px(back), most);
  }

  Area column(std::size_t t, float top, float high) const {
    return Area::at(rest_.left + names_ + static_cast<float>(t) * column_ - offset_, top, column_, high);
  }
  bool in_sight(const Area& place) const {
    return place.right > rest_.left + names_ + 1 && place.left < rest_.right - 1;
  }

  void draw_heads() {
    ui_.push_clip({rest_.left + names_, rest_.top, rest_.right, rest_.bottom}, true);
    for (std::size_t t = 0; t < lens_.tokens.size(); ++t) {
      const Area place = column(t, rest_.top, ui_.px(30));
      if (!in_sight(place)) continue;
      ui_.text(place, Align::centre, type::label_hot, c_.ink,
               ui_.shortened(type::label_hot, lens_.tokens[t], column_ - ui_.px(6)));
    }
    ui_.pop_clip();
  }

  // The model's own answer is at the bottom, as the stream goes.
  void draw_layer(std::size_t l) {
    const float top = rest_.top + ui_.px(32) + static_cast<float>(l) * row_;
    const bool last = l + 1 == lens_.layers.size();
    ui_.text({rest_.left, top, rest_.left + names_ - ui_.px(10), top + row_}, Align::left,
             last ? type::label_hot : type::label, last ? c_.ink : c_.text_2, lens_.layers[l].name);
    ui_.push_clip({rest_.left + names_, rest_.top, rest_.right, rest_.bottom}, true);
    for (std::size_t t = 0; t < lens_.tokens.size(); ++t) {
      const Area place = column(t, top, row_);
      if (in_sight(place)) draw_cell(l, t, place.inset(ui_.hairline()));
    }
    ui_.pop_clip();
  }

  void draw_cell(std::size_t l, std::size_t t, const Area& place) {
    const std::vector<Candidate>& said = lens_.layers[l].words[t];
    if (said.empty()) return;
    const auto share = static_cast<float>(said.front().probability);
    const Rgb ground = colour_at(colour_map(Ramp::sequential, ui_.theme()), share);
    ui_.fill(place, ground, ui_.px(3));
    const bool number = place.height() >= ui_.px(44);
    Area word = place;
    if (number) word.bottom -= ui_.px(18);
    ui_.text(word, Align::centre, number ? type::control : type::label, text_on(ground),
             ui_.shortened(number ? type::control : type::label, study_.lens_words[l][t].front(),
                           place.width() - ui_.px(6)));
    if (number)
      ui_.text({place.left, word.bottom - ui_.px(6), place.right, place.bottom - ui_.px(4)}, Align::centre,
               type::path, text_on(ground), probability_text(share));
    if (!ui_.hovered(place)) return;
    std::vector<RichText> lines{RichText(
        say("{layer}, after “{words}”", {{"layer", lens_.layers[l].name}, {"words", lens_.tokens[t]}}))};
    for (std::size_t k = 0; k < said.size(); ++k)
      lines.emplace_back(probability_text(static_cast<float>(said[k].probability)) + "  " +
                         study_.lens_words[l][t][k]);
    ui_.tooltip(lines);
  }

  void draw_bar() {
    const float left = rest_.left + names_;
    const float wide = room_ * room_ / content_;
    const float x = left + offset_ / content_ * room_;
    const float y = rest_.top + ui_.px(34) + row_ * static_cast<float>(lens_.layers.size());
    ui_.fill({x, y, x + wide, y + ui_.px(4)}, c_.strong_line, ui_.px(2));
  }

  const LogitLens& lens_ = study_.lens;
  float names_ = 0, room_ = 0, column_ = 0, content_ = 0, row_ = 0, offset_ = 0;
};

}  // namespace

void draw_layers(const PanelContext& context, Area area) { LensTable(context, area).draw(); }

}  // namespace headlight
