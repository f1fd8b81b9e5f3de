// What the model writes for both sentences, with the words that differ in their sentence's colour, and how
// likely those words were.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>

#include "app/lessons/page.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/lines/lines.h"
#include "app/panels/words/answer_marks.h"
#include "app/panels/words/pronouns.h"
#include "app/widgets/controls.h"
#include "core/explain/confidence.h"
#include "core/explain/pronouns.h"
#include "core/models/given.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

AnswerStyle style_of(const Ui& ui, Type plain, Type strong) {
  return {.plain = plain,
          .strong = strong,
          .on_pill = ui.colours().stage,
          .pill_pad = ui.px(7),
          .pill_height = ui.px(28),
          .pill_radius = ui.px(5),
          .stroke = ui.px(11),
          .mark = ui.px(12),
          .mark_height = ui.px(3)};
}

// What a line keeps free for its "…" as long as words follow.
float room_for_dots(const Ui& ui) { return ui.px(20); }

Type mark_type(const AnswerStyle& style) {
  return style.plain.size >= type::written.size ? type::control : type::caption;
}

float width_of(const PanelContext& context, int side, const std::vector<AnswerWord>& words,
               const AnswerStyle& style) {
  const float mark = doubt_mark_width(context, side, mark_type(style));
  float wide = room_for_dots(context.ui) + (mark > 0 ? mark + context.ui.px(12) : 0);
  for (const AnswerWord& word : words)
    wide += answer_word_width(context.ui, word, style) + answer_gap(context.ui, word, style);
  return wide;
}

// Long translations go without what was struck out, then take a smaller type, both the same, before they are
// cut: what is written now is what the eye looks for.
AnswerStyle style_for(const PanelContext& context, const std::array<std::vector<AnswerWord>, 2>& words,
                      float room) {
  AnswerStyle style;
  for (const auto& [plain, strong] : {std::pair{type::written, type::written_hot},
                                      {type::lesson, type::small_section},
                                      {type::caption, type::caption_hot}}) {
    for (const bool struck : {true, false}) {
      style = style_of(context.ui, plain, strong);
      style.struck = struck;
      if (std::max(width_of(context, 0, words[0], style), width_of(context, 1, words[1], style)) <= room)
        return style;
    }
  }
  return style;
}

// Why a translation is not sure, where there is room for all of it behind the words. Returns whether there
// is; where there are two ways, the words say it.
bool draw_reasons(const PanelContext& context, const Area& area, float x, int side) {
  Ui& ui = context.ui;
  const std::string reasons = doubt_reasons(context, side);
  if (reasons.empty() || context.pictures.certainty(side).two_ways()) return true;
  const float left = x + ui.px(10);
  if (left + ui.width(type::label, reasons) > area.right) return false;
  ui.text(left, area.middle_y(), type::label, ui.colours().text_2, reasons);
  return true;
}

// Returns whether it says all that is doubtful.
bool draw_line(const PanelContext& context, const Area& area, int side, const Written& written,
               const std::vector<AnswerWord>& words, const AnswerStyle& style) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  float x = area.left;
  if (written.broken) {
    ui.text(x, area.middle_y(), type::control, c.error, "no word, because its probabilities are not numbers");
    return true;
  }
  const Certainty& certainty = context.pictures.certainty(side);
  bool says_all = !certainty.is_remarked();
  if (certainty.is_remarked())
    x = draw_doubt_mark(context, side, x, area.middle_y(), mark_type(style)) + ui.px(12);
  for (const AnswerWord& word : words) {
    const bool last = &word == &words.back();
    if (x + answer_word_width(ui, word, style) > area.right - (last ? 0 : room_for_dots(ui))) {
      if (word.text.empty()) break;
      ui.text(x, area.middle_y(), style.plain, c.text_2, "…");
      if (ui.hovered(area)) ui.tooltip(answer_of(*context.pictures.trace(side), certainty));
      return says_all;
    }
    x = draw_answer_word(ui, x, area.middle_y(), word, style, c.sentence(side)) + answer_gap(ui, word, style);
    says_all = says_all || word.other_way;
  }
  return draw_reasons(context, area, x, side);
}

// What was read last, of the traces on stage and of those before the edits: a row of many thousand words
// takes longer than a frame has.
struct KnownChances {
  std::array<std::weak_ptr<const Trace>, 4> of;
  std::map<std::tuple<const Trace*, int, std::string>, std::optional<float>> values;
};
constexpr std::size_t most_chances_known = 256;

KnownChances& known_chances(const PanelContext& context) {
  KnownChances& known = context.ui.state<KnownChances>();
  const TraceMaps& pictures = context.pictures;
  const std::array now{pictures.trace(0), pictures.trace(1), pictures.unedited(0), pictures.unedited(1)};
  const bool same = std::equal(now.begin(), now.end(), known.of.begin(),
                               [](const TracePtr& one, const auto& before) { return one == before.lock(); });
  if (!same || known.values.size() > most_chances_known) known = {{now[0], now[1], now[2], now[3]}, {}};
  return known;
}

// The probability of a word in a row of a trace's probabilities; nothing when there is no such word. Of many
// thousand words a row alone is read.
std::optional<float> read_probability(const Trace& trace, int row, const std::string& word) {
  const int node = trace.find("probabilities");
  const auto& words = trace.words().target_vocabulary;
  if (node < 0 || words == nullptr || row < 0 || row >= trace.tape().node(node).shape.rows)
    return std::nullopt;
  const auto found = std::find(words->begin(), words->end(), word);
  const auto column = static_cast<int>(found - words->begin());
  if (column >= trace.tape().node(node).shape.cols || found == words->end()) return std::nullopt;
  return trace.rows(node, row, 1)(0, column);
}

std::optional<float> probability(const PanelContext& context, const Trace& trace, int row,
                                 const std::string& word) {
  const auto [entry, is_new] = known_chances(context).values.try_emplace({&trace, row, word});
  if (is_new) entry->second = read_probability(trace, row, word);
  return entry->second;
}

// The same before the edits, where the words until there are the same.
std::optional<float> probability_before(const PanelContext& context, int side, int row,
                                        const std::string& word) {
  const Trace* before = context.pictures.unedited(side).get();
  if (before == nullptr) return std::nullopt;
  const std::vector<std::string>& then = before->words().target;
  const std::vector<std::string>& now = context.pictures.trace(side)->words().target;
  const auto count = static_cast<std::size_t>(row) + 1;
  if (then.size() < count || now.size() < count ||
      !std::equal(then.begin(), then.begin() + count, now.begin()))
    return std::nullopt;
  return probability(context, *before, row, word);
}

// What it was before the edits: the outline of its bar, or a stroke in what is longer now.
void draw_ghost(Ui& ui, const Area& bar, float before, Rgb own) {
  const float x = bar.left + bar.width() * std::clamp(before, 0.0F, 1.0F);
  ui.outline({bar.left, bar.top - ui.px(2), std::max(x, bar.left + ui.px(3)), bar.bottom + ui.px(2)}, own,
             ui.px(1), ui.px(3));
}

// A probability narrower than this has its bar under its word.
constexpr float bar_beside = 180;

void draw_probability(Ui& ui, const Area& area, const std::string& word, float value,
                      std::optional<float> before, bool strong, Rgb own) {
  const Palette& c = ui.colours();
  const float number = ui.px(48);
  const float name = std::min(ui.px(58), area.width() - number - ui.px(6));
  const Type face = strong ? type::label_hot : type::label;
  const std::string shown = ui.shortened(face, word, name);
  const bool below = area.width() < ui.px(bar_beside);
  const Area line = below ? area.moved(0, -ui.px(6)) : area;
  ui.text({line.left, line.top, line.left + name, line.bottom}, below ? Align::left : Align::right, face,
          strong ? own : c.text_2, shown);
  const Area bar = below ? Area{area.left, area.bottom - ui.px(7), area.right, area.bottom - ui.px(2)}
                         : Area{area.left + name + ui.px(8), area.middle_y() - ui.px(4),
                                area.right - number - ui.px(8), area.middle_y() + ui.px(4)};
  if (bar.width() >= ui.px(16)) {
    share_bar(ui, bar, value, own);
    if (before) draw_ghost(ui, bar, *before, own);
  }
  if (before && ui.hovered(area))
    ui.tooltip("“" + word + "” " + number_alone(*before, NumberFormat::probability) +
               " before the edits (the outline), " + number_alone(value, NumberFormat::probability) + " now");
  ui.text({line.right - number, line.top, line.right, line.bottom}, Align::right,
          strong ? type::number_hot : type::number, strong ? c.ink : c.text_2,
          number_alone(value, NumberFormat::probability));
}

// Why these translations are not sure, each in its sentence's colour.
void draw_reasons_of(const PanelContext& context, const std::vector<int>& sides, Area area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Rgb own = context.pictures.two() ? c.sentence(sides[i]) : c.text_2;
    const float room = area.width() / static_cast<float>(sides.size() - i);
    const std::string why = reasons_within(context, sides[i], type::caption, room - ui.px(16));
    ui.text(area, Align::left, type::caption, own, why);
    area.cut_left(ui.width(type::caption, why) + ui.px(16));
  }
}

AnswerKind answer_on_stage(const PanelContext& context) { return stage_trace(context)->anatomy().answer; }

// The question that it answers, where its card says one.
std::string what_it_does(const PanelContext& context) {
  if (const std::string first = own_model(context, 0); !first.empty())
    return "First " + first + ", then " + own_model(context, 1);
  if (answer_on_stage(context) == AnswerKind::hidden_words && hidden_places(*stage_trace(context)).empty())
    return "No word is hidden. Click one and hide it, or type [MASK] instead, and the model guesses it";
  const std::string& title = context.results.card.title;
  const bool asked = answer_on_stage(context) == AnswerKind::one_label && title.ends_with('?');
  return asked ? title : info(answer_on_stage(context)).says;
}

// What an answer of this model is worth.
std::string knows(const PanelContext& context) {
  if (!own_model(context, 0).empty()) return ". Each knows only what it was trained on.";
  if (context.results.origin == "random") return ". Its weights are random, so it has learned nothing.";
  switch (answer_on_stage(context)) {
    case AnswerKind::none:
      return "";
    case AnswerKind::labels:
      return ". It knows only sequences like those it was trained on.";
    case AnswerKind::next_token:
      return ". It knows only texts like those it was trained on.";
    case AnswerKind::hidden_words:
      return hidden_places(*stage_trace(context)).empty()
                 ? ""
                 : ". It knows only texts like those it was trained on.";
    case AnswerKind::one_label:
      if (!stage_trace(context)->anatomy().picture)
        return ". It knows only texts like those it was trained on.";
      [[fallthrough]];
    case AnswerKind::caption:
      return ". It knows only pictures like those it was trained on.";
    case AnswerKind::translation:
      break;
  }
  return ". It knows only sentences of the kinds it was trained on.";
}

// What the probabilities beside the answers are of.
std::string probability_title(const PanelContext& context, const Written& written, int place) {
  switch (answer_on_stage(context)) {
    case AnswerKind::none:
      return "";
    case AnswerKind::labels:
      return "Probability of label " + std::to_string(place);
    case AnswerKind::next_token:
      return "Probability of the next token";
    case AnswerKind::one_label:
      return stage_trace(context)->anatomy().separate_labels ? "Probability of each label by itself"
                                                             : "Probability of the answer";
    case AnswerKind::hidden_words:
      return written.words.size() > 1 ? "Probability of hidden word " + std::to_string(place + 1)
                                      : "Probability of the hidden word";
    case AnswerKind::translation:
    case AnswerKind::caption:
      break;
  }
  return place > 0 ? "Probability of the word after " + written.words[place - 1]
                   : "Probability of the first word";
}

// What this is, or why it is not sure (`unsaid`: the sides that had no room for it), and one click that puts
// it to the test.
void draw_caption(const PanelContext& context, const std::array<Written, 2>& both,
                  const std::vector<int>& unsaid, Area area) {
  Ui& ui = context.ui;
  const std::string weights = selected_head_path(context.session, "weights");
  const bool there = stage_trace(context)->find(weights) >= 0;
  const LookElsewhere look =
      there ? look_elsewhere_in_layer(context, weights, row_asked(context, weights)) : LookElsewhere{};
  if (look.any()) {
    const std::string label = look.says(context.pictures.two());
    const float wide = button_width(ui, label);
    if (wide < area.width() * 0.75F) {
      const Area place = area.cut_right(wide);
      if (button(ui, "make it look", place, label, ButtonKind::plain)) ui.emit(look.action());
      area.cut_right(ui.px(16));
    }
  } else if (there && head_is_off(context, stage_side(context), weights)) {
    const float wide = ui.width(type::label, head_off_note);
    if (wide < area.width() * 0.75F) {
      ui.text(area.cut_right(wide, ui.px(16)), Align::right, type::label, ui.colours().text_2, head_off_note);
    }
  }
  // What came of looking elsewhere is what the next glance asks.
  if (const std::string turned = how_far_turned(context, both); !turned.empty()) {
    line_of_text(ui, area, type::caption, ui.colours().ink, turned);
    area.cut_left(ui.width(type::caption, turned) + ui.px(16));
    if (!unsaid.empty() && area.width() > ui.px(120)) draw_reasons_of(context, unsaid, area);
    return;
  }
  if (!unsaid.empty() && said_uncovered(context, stage_side(context)).empty()) {
    draw_reasons_of(context, unsaid, area);
    return;
  }
  if (const std::string before = said_uncovered(context, stage_side(context)); !before.empty()) {
    const std::string said = "With nothing covered: “" + before + "”";
    line_of_text(ui, area, type::label, ui.colours().text_2, said);
    area.cut_left(ui.width(type::label, said) + ui.px(16));
    if (!unsaid.empty() && area.width() > ui.px(120)) draw_reasons_of(context, unsaid, area);
    return;
  }
  if (const std::string genders = pronouns_explained(context, type::caption, area.width());
      !genders.empty() && own_model(context, 0).empty()) {
    ui.text(area, Align::left, type::caption, ui.colours().text_2, genders);
    return;
  }
  const std::string does = what_it_does(context);
  // Behind a question stands no full stop.
  const std::string all = does + knows(context).substr(does.ends_with('?') ? 1 : 0);
  const bool fits = ui.width(type::caption, all) <= area.width();
  ui.text(area, Align::left, type::caption, ui.colours().text_3,
          ui.shortened(type::caption, fits ? all : does, area.width()));
}

// How likely words were, beside the answers: each side's in its row.
struct Chances {
  std::string title;
  std::array<int, 2> places{};  // among the words that a side wrote
  std::vector<std::string> words = {};
  float width = 0;  // of all of them
};

// Of the labels that a question can be answered with, as many as there is room for, the likeliest.
std::optional<Chances> chances_of_labels(const PanelContext& context, const std::array<Written, 2>& both,
                                         float room) {
  const int side = stage_side(context);
  const HeatmapPtr map = context.pictures.view(side, "probabilities");
  if (map == nullptr || both[side].broken) return std::nullopt;
  const std::size_t labels = map->column_labels.size();
  const float each = std::clamp(std::floor(room / static_cast<float>(std::max<std::size_t>(1, labels))),
                                context.ui.px(116), context.ui.px(124));
  const auto count = std::min(static_cast<std::size_t>(std::max(0.0F, room / each)), labels);
  std::vector<int> order(labels);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return map->value(0, a) > map->value(0, b); });
  // Where all have room they keep their places; of many the likeliest comes first.
  const bool all = count == labels;
  order.resize(count);
  if (all) std::sort(order.begin(), order.end());
  Chances chances{.title = probability_title(context, both[side], 0),
                  .width = each * static_cast<float>(count)};
  for (const int label : order) chances.words.push_back(map->column_labels[label]);
  if (chances.words.empty()) return std::nullopt;
  return chances;
}

// What each layer would guess for a hidden word if it were the last (logit lens).
void say_layers(const PanelContext& context, int side, int row) {
  std::vector<RichText> lines{
      RichText("What the model would write if each layer were its last (logit lens)")};
  const LogitLens* const lens = context.pictures.layer_guesses(side, row);
  if (lens != nullptr) {
    const std::vector<std::string>& words = *context.pictures.trace(side)->words().target_vocabulary;
    for (const LogitLens::Layer& layer : lens->layers) {
      std::string line = layer.name + ":";
      for (const Candidate& each : layer.words.front())
        line += "  " + words.at(each.word) + " " + weight_alone(static_cast<float>(each.probability));
      lines.emplace_back(line);
    }
  }
  context.ui.tooltip(lines);
}

// Of a hidden word the likeliest guesses: of the one that is selected, else of the first.
std::optional<Chances> chances_of_hidden(const PanelContext& context, const std::array<Written, 2>& both,
                                         float room) {
  const int side = stage_side(context);
  const std::vector<int> hidden = hidden_places(*context.pictures.trace(side));
  if (hidden.empty() || both[side].broken) return std::nullopt;
  const auto selected = std::find(hidden.begin(), hidden.end(), context.session.token);
  const int which = selected == hidden.end() ? 0 : static_cast<int>(selected - hidden.begin());
  const int row = hidden[which];
  const MapRows rows = context.pictures.rows(side, "probabilities", row, 1);
  if (!rows.has(row)) return std::nullopt;
  const float each = context.ui.px(124);
  const auto count = std::min(static_cast<int>(std::max(0.0F, room / each)), rows.map->columns);
  if (count == 0) return std::nullopt;
  std::vector<int> order(static_cast<std::size_t>(rows.map->columns));
  std::iota(order.begin(), order.end(), 0);
  const auto likelier = [&](int a, int b) {
    return rows.map->value(row - rows.first, a) > rows.map->value(row - rows.first, b);
  };
  std::partial_sort(order.begin(), order.begin() + count, order.end(), likelier);
  Chances chances{.title = probability_title(context, both[side], which),
                  .places = {which, which},
                  .width = each * static_cast<float>(count)};
  for (int i = 0; i < count; ++i) chances.words.push_back(rows.map->column_label(order[i]));
  return chances;
}

std::optional<Chances> chances_of(const PanelContext& context, const std::array<Written, 2>& both,
                                  float room) {
  if (answer_on_stage(context) == AnswerKind::hidden_words)
    return chances_of_hidden(context, both, room * 0.75F);
  if (answer_on_stage(context) == AnswerKind::one_label)
    return chances_of_labels(context, both, room * 0.75F);
  const std::optional<Parting> parts = parting(context, both);
  if (!parts) return std::nullopt;
  Chances chances{probability_title(context, both[0], parts->places[0]),
                  parts->places,
                  {parts->words.begin(), parts->words.end()},
                  std::min(context.ui.px(430), room * 0.34F)};
  for (const std::string_view genders : gender_titles(chances.words)) {
    chances.title = genders;
    if (context.ui.width(type::caption, genders) <= chances.width) break;
  }
  return chances;
}

void draw_chances(const PanelContext& context, const std::array<Written, 2>& both, const Chances& chances,
                  const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float each = std::floor(area.width() / static_cast<float>(chances.words.size()));
  ui.text(area.left + (each < ui.px(bar_beside) ? 0 : ui.px(8)), area.top + ui.px(16), type::caption,
          c.text_3, chances.title);
  if (answer_on_stage(context) == AnswerKind::hidden_words && ui.hovered(area)) {
    const int side = stage_side(context);
    say_layers(context, side, row_of_written(*context.pictures.trace(side), chances.places.at(side)));
  }
  float y = area.top + ui.px(46);
  for (int side = 0; side < 2; ++side) {
    if (context.pictures.trace(side) == nullptr) continue;
    const int row = row_of_written(*context.pictures.trace(side), chances.places.at(side));
    const auto place = static_cast<std::size_t>(chances.places.at(side));
    Area line{area.left, y - ui.px(12), area.right, y + ui.px(12)};
    y += ui.px(36);
    for (const std::string& word : chances.words) {
      Area cell = line.cut_left(each);
      cell.right -= each < ui.px(bar_beside) ? ui.px(10) : ui.px(6);
      const auto value = probability(context, *context.pictures.trace(side), row, word);
      if (!value) continue;
      const auto before_edits = probability_before(context, side, row, word);
      const bool moved = before_edits && std::fabs(*before_edits - *value) >= 0.005F;
      const bool is_written = place < both[side].words.size() && both[side].words[place] == word;
      const Rgb own = context.pictures.two() ? c.sentence(side) : c.ink;
      draw_probability(ui, cell, word, *value, moved ? before_edits : std::nullopt, is_written, own);
    }
  }
}

}  // namespace

namespace {

// On a narrow stage how likely words were stands below them.
bool chances_below(const Ui& ui, float width) { return width < ui.px(560); }

// Turns rows and columns of weights round where they seem to be the wrong way, and back.
void draw_transpose(const PanelContext& context, const GivenWeights& given, Area& line) {
  if (context.pictures.two() || !(given.columns_add_up || given.transposed)) return;
  Ui& ui = context.ui;
  const std::string label = given.transposed ? "As in the file" : "Transpose";
  const Area place = line.cut_right(button_width(ui, label));
  line.cut_right(ui.px(12));
  if (button(ui, "transpose", place, label, ButtonKind::plain))
    ui.ask(OpenModel{transposed_name(context.session.model)});
  if (ui.hovered(place))
    ui.tooltip(given.transposed ? "Rows and columns as they stand in the file"
                                : "Let rows and columns change places, so that rows are the words that ask");
}

// In the place of an answer, what is to be known of weights from a file.
void draw_given(const PanelContext& context, Area area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area first = area.cut_top(ui.px(29));
  if (const TracePtr& trace = context.pictures.trace(0); trace != nullptr && trace->anatomy().given)
    draw_transpose(context, *trace->anatomy().given, first);
  line_of_text(ui, first, type::caption, c.text_3, nothing_behind);
  for (int side = 0; side < 2; ++side) {
    const TracePtr& trace = context.pictures.trace(side);
    if (trace == nullptr || !trace->anatomy().given) continue;
    const GivenWeights& given = *trace->anatomy().given;
    const std::string said = given.file + ": " + given.has + ". " + given.says;
    const Area line = area.cut_top(ui.px(context.pictures.two() ? 34 : 38));
    // Two lines of one file, a line of each of two.
    if (!context.pictures.two()) {
      ui.wrapped(line, type::caption, c.ink, said, ui.px(18));
    } else {
      line_of_text(ui, line, type::label, c.sentence(side), said);
    }
    if (ui.hovered(line)) ui.tooltip(said);
  }
}

float line_height(const PanelContext& context) { return context.ui.px(context.pictures.two() ? 100 : 66); }

}  // namespace

float answer_height(const PanelContext& context, float width) {
  if (!chances_below(context.ui, width) || answer_on_stage(context) == AnswerKind::none)
    return line_height(context);
  const bool chances = chances_of(context, written_of(context), width).has_value();
  return line_height(context) * (chances ? 2 : 1);
}

void draw_answer(const PanelContext& context, const Area& area) {
  if (!context.ui.exporting() && hidden_on_stage(context.session) == LessonStep::Hides::answer)
    return draw_cover(context, area);
  if (answer_on_stage(context) == AnswerKind::none) return draw_given(context, area);
  Ui& ui = context.ui;
  const std::array<Written, 2> both = written_of(context);
  const std::array<std::vector<AnswerWord>, 2> words{answer_words(context, 0, both[0]),
                                                     answer_words(context, 1, both[1])};
  const bool below = chances_below(ui, area.width());
  std::optional<Chances> chances = chances_of(context, both, area.width() / (below ? 0.75F : 1.0F));
  if (below && chances) chances->width = std::min(area.width(), std::max(chances->width, ui.px(320)));
  // What is written comes first: where it would be cut, even small, it has all the room.
  const AnswerStyle small = style_of(ui, type::caption, type::caption_hot);
  if (chances && !below && answer_on_stage(context) != AnswerKind::one_label &&
      answer_on_stage(context) != AnswerKind::hidden_words &&
      std::max(width_of(context, 0, words[0], small), width_of(context, 1, words[1], small)) >
          area.width() - chances->width - ui.px(24))
    chances.reset();
  Area left = area;
  Area right;
  if (chances && below) {
    right = left.cut_bottom(line_height(context));
    right.right = right.left + chances->width;
  } else if (chances) {
    right = left.cut_right(chances->width, ui.px(24));
  }

  float y = area.top + ui.px(46);
  std::vector<int> unsaid;
  ui.push_clip(left);
  const AnswerStyle style = style_for(context, words, left.width());
  for (int side = 0; side < 2; ++side) {
    if (context.pictures.trace(side) == nullptr) continue;
    const Area line{left.left, y - ui.px(16), left.right, y + ui.px(16)};
    if (!draw_line(context, line, side, both[side], words[side], style)) unsaid.push_back(side);
    y += ui.px(36);
  }
  ui.pop_clip();
  draw_caption(context, both, unsaid, {left.left, area.top + ui.px(4), left.right, area.top + ui.px(29)});
  if (chances) draw_chances(context, both, *chances, right);
}

std::optional<float> chance_of(const PanelContext& context, int side, int row, const std::string& word) {
  return probability(context, *context.pictures.trace(side), row, word);
}

std::optional<float> chance_before(const PanelContext& context, int side, int row, const std::string& word) {
  return probability_before(context, side, row, word);
}

}  // namespace headlight
