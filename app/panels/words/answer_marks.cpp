#include "app/panels/words/answer_marks.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "app/panels/words/pronouns.h"
#include "core/explain/confidence.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"
#include "core/pictures/picture.h"
#include "core/text/cut_words.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What the mark is made of, for a line of this type.
struct MarkSizes {
  float disc, pad, height;
  float wide(float text) const { return text + disc + 3 * pad; }
};
MarkSizes mark_sizes(const Ui& ui, Type face) {
  const float letter = ui.px(static_cast<float>(face.size));
  return {std::round(letter * 1.2F), std::round(letter * 0.45F), std::round(letter * 1.7F)};
}

}  // namespace

float doubt_mark_width(const PanelContext& context, int side, Type face) {
  const std::string mark = mark_of(context.maps[side].certainty());
  if (mark.empty()) return 0;
  return mark_sizes(context.ui, face).wide(context.ui.width(face, mark));
}

float draw_doubt_mark(const PanelContext& context, int side, float x, float middle_y, Type face) {
  const std::string mark = mark_of(context.maps[side].certainty());
  if (mark.empty()) return x;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const MarkSizes sizes = mark_sizes(ui, face);
  const Area area = Area::at(std::round(x), std::round(middle_y - sizes.height / 2),
                             doubt_mark_width(context, side, face), sizes.height);
  // That there are two ways is no mistake.
  const bool quiet = context.maps[side].certainty().two_ways();
  const Rgb ink = quiet ? c.ink : c.error;
  const Rgb ground = quiet ? c.panel : c.error_ground;
  ui.fill(area, ground, sizes.height / 2);
  ui.outline(area, quiet ? c.text_3 : c.error, ui.hairline(), sizes.height / 2);
  const ImVec2 centre{std::round(area.left + sizes.pad * 0.6F + sizes.disc / 2), std::round(area.middle_y())};
  ui.disc(centre, sizes.disc / 2, ink);
  const Type question{Face::semibold, face.size};
  ui.text(Area::at(centre.x - sizes.disc / 2, area.top, sizes.disc, area.height()), Align::centre, question,
          ground, "?");
  ui.text(std::round(centre.x + sizes.disc / 2 + sizes.pad), area.middle_y(), face, ink, mark);
  if (ui.hovered(area)) ui.tooltip(mark + ": " + doubt_reasons(context, side));
  return area.right;
}

bool any_doubt(const PanelContext& context) {
  return context.maps[0].certainty().is_remarked() || context.maps[1].certainty().is_remarked();
}

void draw_presented_doubt(const PanelContext& context, int side, const Area& area) {
  Ui& ui = context.ui;
  const Type face = type::presenter_caption;
  const float mark = doubt_mark_width(context, side, face);
  if (mark == 0) return;
  const float gap = ui.px(12);
  const Certainty& certainty = context.maps[side].certainty();
  const float room = area.width() - mark - gap;
  std::string why = reasons_within(context, side, face, room);
  // The words themselves stand below.
  if (certainty.two_ways() && ui.width(face, doubt_reasons(context, side)) > room)
    why = say("{one} or {other}", {{"one", weight_alone(certainty.ways[0].probability)},
                                   {"other", weight_alone(certainty.ways[1].probability)}});
  const float wide = mark + gap + ui.width(face, why);
  const float x = draw_doubt_mark(context, side, area.middle_x() - wide / 2, area.middle_y(), face);
  // Of two sentences, which one.
  const Palette& c = ui.colours();
  const Rgb own = c.sentence(side);
  ui.text(x + gap, area.middle_y(), face, context.maps.two() ? own : c.text_2, why);
}

namespace {

// What was asked first: what "it" means.
std::vector<std::string> all_reasons(const PanelContext& context, int side) {
  const TracePtr& trace = context.maps[side].trace();
  const Certainty& certainty = context.maps[side].certainty();
  if (trace == nullptr || certainty.sure()) return {};
  std::vector<std::string> reasons = pronoun_doubts(context, side);
  for (const Doubt& doubt : certainty.doubts) reasons.push_back(reason_of(doubt, certainty, trace->words()));
  return reasons;
}

}  // namespace

std::string doubt_reasons(const PanelContext& context, int side) {
  const TracePtr& trace = context.maps[side].trace();
  if (trace == nullptr) return "";
  std::string text;
  for (const std::string& reason : all_reasons(context, side)) text += (text.empty() ? "" : "; ") + reason;
  return text.empty() ? reasons_of(context.maps[side].certainty(), trace->words()) : text;
}

std::string reasons_within(const PanelContext& context, int side, Type face, float room) {
  const Ui& ui = context.ui;
  const Certainty& certainty = context.maps[side].certainty();
  const std::string all = doubt_reasons(context, side);
  if (ui.width(face, all) <= room) return all;
  // A reason is said whole or not at all: its end is what matters.
  const std::string where = say("why: point at “{mark}”", {{"mark", mark_of(certainty)}});
  std::string line;
  for (const std::string& reason : all_reasons(context, side)) {
    const std::string longer = line + (line.empty() ? "" : "; ") + reason;
    if (ui.width(face, longer) <= room) line = longer;
  }
  return line.empty() ? ui.shortened(face, where, room) : line;
}

namespace {

// A word that came in without one that left stands for nothing, "+".
void mark_edited(WrittenAnswer& written, const std::vector<std::string>& before,
                 const std::vector<AlignedWord>& rewritten) {
  written.instead.assign(written.words.size(), "");
  std::string waiting;
  for (const AlignedWord& word : rewritten) {
    if (!word.second) {
      waiting += (waiting.empty() ? "" : " ") + before[*word.first];
      continue;
    }
    std::string& instead = written.instead[*word.second];
    const bool same = word.first && before[*word.first] == written.words[*word.second];
    if (!same) instead = word.first ? before[*word.first] : "+";
    if (waiting.empty()) continue;
    if (!same && word.first) waiting.append(" ").append(instead);
    instead = std::exchange(waiting, {});
  }
  written.left_out = waiting;
}

}  // namespace

std::array<WrittenAnswer, 2> written_of(const PanelContext& context) {
  std::array<WrittenAnswer, 2> both;
  for (int side = 0; side < 2; ++side) {
    if (context.maps[side].trace() == nullptr) continue;
    both[side].words = written_words(*context.maps[side].trace());
    both[side].differs.assign(both[side].words.size(), false);
    both[side].instead.assign(both[side].words.size(), "");
    both[side].broken = context.maps[side].first_error("probabilities").has_value();
    if (const TracePtr& before = context.maps[side].unedited())
      mark_edited(both[side], written_words(*before), context.maps[side].rewritten());
  }
  if (!context.maps.two() || both[0].broken || both[1].broken) return both;
  bool parted = false;
  for (const AlignedWord& word : context.maps.alignment()->written) {
    if (word.first && word.second && both[0].words[*word.first] == both[1].words[*word.second]) continue;
    const std::array<std::optional<int>, 2> places = {word.first, word.second};
    // What one says in the place of the other's word tells more than a word that only one of them has.
    const bool parts = !parted && word.first && word.second;
    parted |= parts;
    for (int side = 0; side < 2; ++side) {
      if (!places[side]) continue;
      both[side].differs[*places[side]] = true;
      if (both[side].first < 0 || parts) both[side].first = *places[side];
    }
  }
  // An ending goes with its word: the s of chiens and of rues is no word that both have.
  for (WrittenAnswer& written : both) {
    for (std::size_t i = 1; i < written.words.size(); ++i)
      if (goes_on_with_word(written.words[i]) && written.differs[i - 1]) written.differs[i] = true;
  }
  return both;
}

namespace {

// Before the edits, where the words until there are still the same: after others it would be another
// question.
std::optional<Parting> parted_before(const PanelContext& context, const std::array<WrittenAnswer, 2>& both) {
  std::array<std::vector<std::string>, 2> before;
  for (int side = 0; side < 2; ++side) {
    const TracePtr& unedited = context.maps[side].unedited();
    before[side] = unedited != nullptr ? written_words(*unedited) : both[side].words;
  }
  const auto begins_alike = [&](int side, int count) {
    return count <= static_cast<int>(both[side].words.size()) &&
           std::equal(before[side].begin(), before[side].begin() + count, both[side].words.begin());
  };
  for (const AlignedWord& word : align(before[0], before[1])) {
    if (word.first && word.second && before[0][*word.first] == before[1][*word.second]) continue;
    if (!word.first || !word.second || !begins_alike(0, *word.first) || !begins_alike(1, *word.second))
      return std::nullopt;
    return Parting{{*word.first, *word.second}, {before[0][*word.first], before[1][*word.second]}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Parting> parting(const PanelContext& context, const std::array<WrittenAnswer, 2>& both) {
  if (!context.maps.two() || both[0].broken || both[1].broken) return std::nullopt;
  const bool edited = context.maps[0].unedited() != nullptr || context.maps[1].unedited() != nullptr;
  if (const auto before = edited ? parted_before(context, both) : std::nullopt) return before;
  if (both[0].first < 0 || both[1].first < 0) return std::nullopt;
  return Parting{{both[0].first, both[1].first},
                 {both[0].words[both[0].first], both[1].words[both[1].first]}};
}

namespace {

AnswerWord answer_word(const std::vector<std::string>& words, std::size_t i) {
  const std::string& word = words[i];
  const bool joined =
      word.ends_with("'") || word.ends_with("’") || is_gone_on_with(word) ||
      (i + 1 < words.size() && (goes_on_with_word(words[i + 1]) || is_attached(words[i + 1])));
  return {.text = letters_of_piece(word), .joined = joined};
}

Type answer_type(const AnswerWord& word, const AnswerStyle& style) {
  return word.pill || (!style.brief && (word.differs || word.changed)) ? style.strong : style.plain;
}

}  // namespace

std::vector<AnswerWord> answer_words(const PanelContext& context, int side, const WrittenAnswer& written) {
  const Certainty& certainty = context.maps[side].certainty();
  const int parts = certainty.two_ways() ? certainty.parts : -1;
  std::vector<AnswerWord> row;
  for (std::size_t i = 0; i < written.words.size(); ++i) {
    AnswerWord& word = row.emplace_back(answer_word(written.words, i));
    const std::string& instead = written.instead[i];
    word.pill = static_cast<int>(i) == written.first;
    word.differs = written.differs[i];
    word.changed = !instead.empty();
    if (instead != "+") word.struck = instead;
    if (static_cast<int>(i) == parts) word.number = weight_alone(certainty.ways[0].probability);
  }
  for (std::size_t i = parts; parts >= 0 && i < certainty.ways[1].words.size(); ++i) {
    AnswerWord& word = row.emplace_back(answer_word(certainty.ways[1].words, i));
    // As loud as the first way: neither is the answer.
    word.differs = context.maps.two();
    if (static_cast<int>(i) > parts) continue;
    word.other_way = true;
    word.pill = parts == written.first;
    word.number = weight_alone(certainty.ways[1].probability);
  }
  if (!written.left_out.empty()) row.push_back({.text = "", .struck = written.left_out});
  return row;
}

float answer_gap(const Ui& ui, const AnswerWord& word, const AnswerStyle& style) {
  return word.joined ? ui.px(1) : ui.width(style.plain, " ");
}

float answer_word_width(const Ui& ui, const AnswerWord& word, const AnswerStyle& style) {
  const float wide = ui.width(answer_type(word, style), word.text) + (word.pill ? 2 * style.pill_pad : 0) +
                     (word.other_way ? ui.px(8) + ui.px(14) : 0);
  if (style.brief) return wide;
  return wide +
         (word.struck.empty() || !style.struck ? 0
                                               : ui.width(type::label, word.struck) + ui.px(4) + ui.px(6)) +
         (word.number.empty() ? 0 : ui.width(type::label, word.number) + ui.px(4));
}

float draw_answer_word(Ui& ui, float x, float middle_y, const AnswerWord& word, const AnswerStyle& style,
                       Rgb own) {
  const Palette& c = ui.colours();
  if (word.other_way) {
    x = std::round(x + ui.px(8));
    ui.line(x, middle_y - style.stroke, x, middle_y + style.stroke, c.strong_line, ui.px(2));
    x += ui.px(14);
  }
  if (!word.struck.empty() && style.struck && !style.brief) {
    x += ui.px(4);
    const float end = ui.text(x, middle_y, type::label, c.text_2, word.struck);
    // Of two letters a bold stroke through the middle would leave nothing: it is thin and low.
    ui.line(x - ui.px(1), middle_y + ui.px(2), end + ui.px(1), middle_y + ui.px(2), c.text_2, ui.hairline());
    x = end + ui.px(6);
  }
  if (word.text.empty()) return x;
  const float left = x;
  const Type face = answer_type(word, style);
  if (word.pill) {
    const Area box = Area::at(std::round(x), std::round(middle_y - style.pill_height / 2),
                              ui.width(face, word.text) + 2 * style.pill_pad, style.pill_height);
    ui.fill(box, own, style.pill_radius);
    ui.text(box, Align::centre, face, style.on_pill, word.text);
    x = box.right;
  } else {
    x = ui.text(x, middle_y, face, word.differs && !style.brief ? own : c.ink, word.text);
  }
  // Also where the other sentence says the same.
  if (const float mark = word.pill ? style.pill_mark : style.mark; word.changed && mark > 0)
    ui.fill({left, middle_y + mark, x, middle_y + mark + style.mark_height}, c.focus, ui.px(1));
  if (style.brief || word.number.empty()) return x;
  return ui.text(x + ui.px(4), middle_y, type::label, c.text_2, word.number);
}

namespace {

// What was read last, of the traces on stage and of those before the edits: a row of many thousand words
// takes longer than a frame has.
struct KnownChances {
  std::array<std::weak_ptr<const Trace>, 4> of;
  std::map<std::tuple<const Trace*, int, std::string>, std::optional<float>> values;
};
constexpr std::size_t most_chances_known = 256;

KnownChances& known_chances(const PanelContext& context) {
  KnownChances& known = context.ui.state<KnownChances>();
  const TraceMaps& maps = context.maps;
  const std::array now{maps[0].trace(), maps[1].trace(), maps[0].unedited(), maps[1].unedited()};
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

std::optional<float> chance_in_row(const PanelContext& context, const Trace& trace, int row,
                                   const std::string& word) {
  const auto [entry, is_new] = known_chances(context).values.try_emplace({&trace, row, word});
  if (is_new) entry->second = read_probability(trace, row, word);
  return entry->second;
}

}  // namespace

std::optional<float> chance_of(const PanelContext& context, int side, int row, const std::string& word) {
  return chance_in_row(context, *context.maps[side].trace(), row, word);
}

std::optional<float> chance_before(const PanelContext& context, int side, int row, const std::string& word) {
  const Trace* before = context.maps[side].unedited().get();
  if (before == nullptr) return std::nullopt;
  const std::vector<std::string>& then = before->words().target;
  const std::vector<std::string>& now = context.maps[side].trace()->words().target;
  const auto count = static_cast<std::size_t>(row) + 1;
  if (then.size() < count || now.size() < count ||
      !std::equal(then.begin(), then.begin() + count, now.begin()))
    return std::nullopt;
  return chance_in_row(context, *before, row, word);
}

}  // namespace headlight
