#include "app/widgets/finder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "app/widgets/controls.h"
#include "app/widgets/scroll.h"

namespace headlight {
namespace {

constexpr float field_units = 44;
constexpr float row_units = 34;     // more for a finger
constexpr float answer_units = 58;  // with a line under its title
constexpr float heading_units = 28;
constexpr float gap_units = 8;

struct Placement {
  std::vector<float> tops, tall;  // of the rows, from the list's top
  float height = 0;
};

Placement place(const Ui& ui, std::span<const FinderRow> rows) {
  Placement placement;
  for (const FinderRow& row : rows) {
    if (!row.heading.empty()) placement.height += ui.px(heading_units);
    placement.tops.push_back(placement.height);
    placement.tall.push_back(row.under.empty() ? ui.finger(row_units) : ui.px(answer_units));
    placement.height += placement.tall.back();
  }
  return placement;
}

void draw_row(Ui& ui, const Area& whole, const FinderRow& row, bool chosen, bool hovered) {
  const Palette& c = ui.colours();
  Area area = whole;
  if (!row.under.empty()) {
    area = whole.inset(0, ui.px(2));
    ui.fill(area, chosen ? c.focus_band : hovered ? c.rail : c.panel, ui.px(8));
    ui.outline(area, chosen ? c.ink : c.hairline, chosen ? ui.px(2) : ui.hairline(), ui.px(8));
    Area under = area.cut_bottom(area.height() / 2).inset(ui.px(14), 0);
    under.bottom -= ui.px(8);
    ui.text(under, Align::left, type::label, c.text_2, ui.shortened(type::label, row.under, under.width()));
    area.top += ui.px(6);
  } else if (chosen) {
    ui.fill(area, c.focus_band, ui.px(6));
    ui.fill({area.left, area.top + ui.px(6), area.left + ui.px(3), area.bottom - ui.px(6)}, c.focus,
            ui.px(1));
  } else if (hovered) {
    ui.fill(area, c.rail, ui.px(6));
  }
  const Area inside = area.inset(ui.px(14), 0);
  float right = inside.right;
  if (!row.chord.empty()) {
    const float wide = ui.width(type::path, row.chord) + ui.px(12);
    const Area cap = Area::at(right - wide, std::round(area.middle_y() - ui.px(10)), wide, ui.px(20));
    ui.fill(cap, c.panel, ui.px(4));
    ui.outline(cap, c.strong_line, ui.hairline(), ui.px(4));
    ui.text(cap, Align::centre, type::path, c.text_2, row.chord);
    right = cap.left - ui.px(12);
  }
  const float title = ui.rich(inside.left, area.middle_y(), type::control, type::control_hot, row.title);
  const float room = right - title - ui.px(16);
  if (row.detail.empty() || room < ui.px(60)) return;
  ui.text({title, area.top, right, area.bottom}, Align::right, type::caption, row.wrong ? c.error : c.text_2,
          ui.shortened(type::caption, row.detail, room));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
char small(char c) {
  if (c == '^') return '_';
  return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
// Letters of other alphabets are bytes above 127 in UTF-8.
bool in_word(char c) {
  return is_digit(c) || (small(c) >= 'a' && small(c) <= 'z') || static_cast<unsigned char>(c) > 127;
}

// A capital behind a small letter, too: "Norm" in "LayerNorm".
bool starts_word(std::string_view text, std::size_t at) {
  if (at == 0 || !in_word(text[at - 1])) return true;
  return is_digit(text[at]) != is_digit(text[at - 1]) || (is_capital(text[at]) && !is_capital(text[at - 1]));
}

// The number that begins at `at`, whole, when the query asks for one there.
bool same_number(std::string_view word, std::size_t letter, std::string_view text, std::size_t at) {
  if (!is_digit(word[letter])) return true;
  const bool begins = letter == 0 || !is_digit(word[letter - 1]);
  if (begins && at > 0 && is_digit(text[at - 1])) return false;
  const bool ends = letter + 1 == word.size() || !is_digit(word[letter + 1]);
  return !ends || at + 1 == text.size() || !is_digit(text[at + 1]);
}

// What a letter counts beside 1; side by side is better than a start, so that a word is more than initials.
constexpr int word_start = 8;
constexpr int neighbour = 9;
constexpr int after_gap = -3;
constexpr int is_the_name = 400;
constexpr int has_the_query = 40;
constexpr int has_numbered = 40;
constexpr std::size_t words_ahead = 2;  // a piece begins at the next word, or the one after
// What a question is asked with, of whatever it is about.
constexpr std::array<std::string_view, 62> asking = {
    "a",      "an",    "and",   "any",   "are",   "at",    "be",    "because", "between", "by",   "can",
    "come",   "could", "did",   "do",    "does",  "each",  "every", "explain", "for",     "from", "get",
    "gets",   "give",  "has",   "have",  "how",   "i",     "in",    "into",    "is",      "it",   "its",
    "make",   "makes", "me",    "mean",  "means", "my",    "need",  "needs",   "of",      "on",   "one",
    "should", "so",    "that",  "the",   "then",  "there", "this",  "to",      "use",     "used", "was",
    "we",     "what",  "where", "which", "who",   "why",   "you"};
constexpr int impossible = std::numeric_limits<int>::min() / 2;

// Which word each byte belongs to.
std::vector<std::size_t> word_numbers(std::string_view text) {
  std::vector<std::size_t> numbers(text.size());
  std::size_t number = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && in_word(text[i]) && starts_word(text, i)) ++number;
    numbers[i] = number;
  }
  return numbers;
}

// The best way to find the letters of `word` in order: best[l][t] ends with letter l on text[t].
std::optional<FuzzyMatch> match_word(std::string_view word, std::string_view text, bool pieces) {
  const std::size_t letters = word.size();
  const std::size_t size = text.size();
  if (letters > size) return std::nullopt;
  const std::vector<std::size_t> number = word_numbers(text);
  std::vector<std::vector<int>> best(letters, std::vector<int>(size, impossible));
  std::vector<std::vector<int>> from(letters, std::vector<int>(size, -1));
  for (std::size_t l = 0; l < letters; ++l) {
    for (std::size_t t = 0; t < size; ++t) {
      if (small(word[l]) != small(text[t]) || !same_number(word, l, text, t)) continue;
      int& here = best[l][t];
      const bool starts = starts_word(text, t);
      const int own = 1 + (starts ? word_start : 0);
      if (l == 0) {
        if (starts) here = own;
        continue;
      }
      if (t > 0 && best[l - 1][t - 1] > impossible) {
        here = best[l - 1][t - 1] + own + neighbour;
        from[l][t] = static_cast<int>(t) - 1;
      }
      for (std::size_t u = t; pieces && starts && u-- > 0 && number[t] - number[u] <= words_ahead;) {
        if (best[l - 1][u] <= impossible || best[l - 1][u] + own + after_gap <= here) continue;
        here = best[l - 1][u] + own + after_gap;
        from[l][t] = static_cast<int>(u);
      }
    }
  }
  const auto end = std::max_element(best.back().begin(), best.back().end());
  if (*end <= impossible) return std::nullopt;
  FuzzyMatch match{*end, {}};
  int at = static_cast<int>(end - best.back().begin());
  for (std::size_t l = letters; l-- > 0;) {
    match.positions.push_back(at);
    at = from[l][at];
  }
  std::reverse(match.positions.begin(), match.positions.end());
  return match;
}

// How many bytes of what parts words begin the text: spaces, hyphens, the signs between the parts of a name.
std::size_t parting(std::string_view text) {
  for (const std::string_view sign : {" ", "-", ",", ":", "–", "·", "“", "”"}) {
    if (text.starts_with(sign)) return sign.size();
  }
  return 0;
}

// Small letters, with one space for each row of signs that part words.
std::string plain(std::string_view text) {
  std::string made;
  while (!text.empty()) {
    const std::size_t parts = parting(text);
    if (parts == 0) {
      made += small(text[0]);
    } else if (!made.empty() && made.back() != ' ') {
      made += ' ';
    }
    text.remove_prefix(std::max<std::size_t>(parts, 1));
  }
  if (made.ends_with(' ')) made.pop_back();
  return made;
}

bool has_words(const std::string& text, const std::string& words) {
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ')) return true;
  }
  return false;
}

// A number belongs to the word before it: "head 2 layer 0" is head 2 of layer 0, not the other way round.
int numbered_words(const std::string& query, const std::string& text) {
  int found = 0;
  for (std::size_t word = 0; word < query.size();) {
    const std::size_t space = query.find(' ', word);
    if (space == std::string::npos) break;
    const std::size_t end = std::min(query.find(' ', space + 1), query.size());
    if (space + 1 < query.size() && is_digit(query[space + 1]))
      found += has_words(text, query.substr(word, end - word)) ? 1 : 0;
    word = space + 1;
  }
  return found;
}

int bonus(const std::string& query, std::string_view name) {
  const std::string text = plain(name);
  if (text == query) return is_the_name;
  const int more = has_numbered * numbered_words(query, text);
  for (std::size_t at = text.find(query); at != std::string::npos; at = text.find(query, at + 1)) {
    if (starts_word(text, at)) return more + has_the_query;
  }
  return more;
}

std::optional<FuzzyMatch> match_each_word(std::string_view query, std::string_view text, bool pieces) {
  FuzzyMatch all;
  const std::string words = plain(query);
  std::string_view rest = words;
  while (!rest.empty()) {
    const std::size_t space = rest.find(' ');
    const std::string_view word = rest.substr(0, space);
    rest = space == std::string_view::npos ? "" : rest.substr(space + 1);
    const auto match = match_word(word, text, pieces);
    if (!match) return std::nullopt;
    all.score += match->score;
    all.positions.insert(all.positions.end(), match->positions.begin(), match->positions.end());
  }
  std::sort(all.positions.begin(), all.positions.end());
  all.positions.erase(std::unique(all.positions.begin(), all.positions.end()), all.positions.end());
  return all;
}

}  // namespace

FinderTouch finder(Ui& ui, std::string_view id, const Area& area, FinderState& state, std::string_view hint,
                   const std::function<std::vector<FinderRow>()>& rows_of, std::string_view when_empty) {
  const Palette& c = ui.colours();
  FinderTouch touch;
  const int moves = ui.take(Key::down) - ui.take(Key::up);
  const int pages = ui.take(Key::page_down) - ui.take(Key::page_up);
  touch.entered = ui.take(Key::enter) > 0;

  Area list = area;
  const Field field =
      text_field(ui, id, list.cut_top(ui.px(field_units)), state.typed, type::lesson, hint, state.fresh);
  state.fresh = false;
  touch.changed = field.changed;
  touch.entered = touch.entered || field.entered;
  list.cut_top(ui.px(gap_units));

  const std::vector<FinderRow> rows = rows_of();
  const int count = static_cast<int>(rows.size());
  const float usual = rows.empty() || rows.front().under.empty() ? ui.finger(row_units) : ui.px(answer_units);
  const int page = std::max(1, static_cast<int>(list.height() / usual) - 1);
  if (touch.changed) state.chosen = 0;
  state.chosen = std::clamp(state.chosen + moves + pages * page, 0, std::max(0, count - 1));
  if (touch.entered && count > 0) touch.taken = state.chosen;
  // Where Enter took nothing the field keeps the keyboard.
  if (touch.entered && count == 0) state.fresh = ui.state().again = true;

  const Placement placement = place(ui, rows);
  const float most = std::max(0.0F, placement.height - list.height()) / ui.scale();
  state.scroll -= ui.wheel(list) * 60;
  if (count > 0 && (moves != 0 || pages != 0 || touch.changed || std::exchange(state.reveal, false))) {
    const float top = placement.tops[state.chosen] / ui.scale();
    const float above = state.chosen == 0 ? heading_units : 0;
    state.scroll = std::min(state.scroll, top - above);
    state.scroll = std::max(state.scroll, top + (placement.tall[state.chosen] - list.height()) / ui.scale());
  }
  state.scroll = std::clamp(state.scroll, 0.0F, most);

  if (count == 0) {
    ui.text(list.left + ui.px(14), list.top + ui.finger(row_units) / 2, type::control, c.text_2, when_empty);
    return touch;
  }
  ui.push_clip(list, true);
  for (int i = 0; i < count; ++i) {
    const FinderRow& row = rows[i];
    const float top = list.top + placement.tops[i] - ui.px(state.scroll);
    const float bar = most > 0 ? ui.px(10) : 0;
    const Area place = Area::at(list.left, top, list.width() - bar, placement.tall[i]);
    if (place.top > list.bottom || place.bottom + ui.px(heading_units) < list.top) continue;
    if (!row.heading.empty()) {
      ui.text(list.left + ui.px(14), top - ui.px(heading_units) / 2 + ui.px(2), type::caption_hot, c.text_3,
              row.heading);
    }
    // The field keeps the keyboard: rows are reached with the arrows, not with Tab.
    const Touch on_row = ui.target(std::string(id) + "/row/" + std::to_string(i), place, false);
    if (on_row.hovered) ui.hand();
    if (on_row.clicked) touch.taken = i;
    draw_row(ui, place.inset(0, ui.px(1)), row, i == state.chosen, on_row.hovered);
  }
  ui.pop_clip();
  scroll_bar(ui, list, placement.height, ui.px(state.scroll));
  return touch;
}

float sheet_width(const Ui& ui, float wide) {
  const float screen = ui.screen().width();
  return std::min(ui.px(wide), screen - ui.px(screen < ui.px(500) ? 16 : 32));
}

Area begin_sheet(Ui& ui, float wide, float tall, float top, float least_wide, float least_tall) {
  const Palette& c = ui.colours();
  const Area screen = ui.screen();
  const float around = ui.px(screen.width() < ui.px(500) ? 16 : 32);
  const float width = sheet_width(ui, wide);
  const float height = std::min(ui.px(tall), screen.height() - around);
  const float y = top < 0 ? screen.middle_y() - height / 2 : std::min(ui.px(top), screen.height() - height);
  const Area sheet = Area::at(std::round(screen.middle_x() - width / 2), std::round(y), width, height);
  ui.begin_layer();
  ui.push_clip(screen);
  ui.fill(screen, ui.theme() == Theme::light ? c.ink : Rgb{}, 0, ui.theme() == Theme::light ? 0.18F : 0.5F);
  ui.fill(sheet, c.panel, ui.px(12));
  ui.outline(sheet, c.strong_line, ui.hairline(), ui.px(12));
  ui.state().overlay_area = sheet;
  return begin_scroll(ui, "sheet", sheet, ui.px(least_wide), ui.px(least_tall));
}

bool end_sheet(Ui& ui) {
  end_scroll(ui);
  ui.pop_clip();
  ui.end_layer();
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ui.state().overlay_area.contains(ui.mouse());
}

std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text) {
  return match_each_word(query, text, true);
}

std::optional<FuzzyMatch> match_beginnings(std::string_view query, std::string_view text) {
  return match_each_word(query, text, false);
}

bool has_these_words(std::string_view query, std::string_view text) {
  const std::string asked = plain(query);
  return !asked.empty() && has_words(plain(text), asked);
}

std::vector<std::string> words_asked(std::string_view query) {
  std::string asked = plain(query);
  std::erase_if(asked, [](char c) { return c == '?' || c == '!'; });
  std::vector<std::string> words;
  std::string_view rest = asked;
  while (!rest.empty()) {
    const std::size_t space = rest.find(' ');
    const std::string_view word = rest.substr(0, space);
    rest = space == std::string_view::npos ? "" : rest.substr(space + 1);
    const bool only_asks = std::find(asking.begin(), asking.end(), word) != asking.end();
    if (!word.empty() && !only_asks) words.emplace_back(word);
  }
  if (words.empty() && !asked.empty()) words.push_back(asked);
  return words;
}

std::optional<FuzzyMatch> match_names(std::string_view query, std::string_view name,
                                      std::span<const std::string> also) {
  const std::string asked = plain(query);
  const auto scored = [&](std::string_view text) {
    std::optional<FuzzyMatch> match = fuzzy_match(asked, text);
    if (match) match->score += bonus(asked, text) - static_cast<int>(text.size()) / 16;
    return match;
  };
  std::optional<FuzzyMatch> best = scored(name);
  for (const std::string& each : also) {
    auto match = scored(each);
    if (!match || (best && best->score >= match->score)) continue;
    match->positions.clear();
    best = std::move(match);
  }
  return best;
}

}  // namespace headlight
