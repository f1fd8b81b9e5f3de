// What has come to one word: the words that it sees something of, and what a writer has to keep for it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/labs/masks/masks_panel.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {

bool reached(const MasksShown& shown, int query, int key) {
  const int tokens = shown.pattern.tokens();
  const int needed = shown.needed[static_cast<std::size_t>(query) * static_cast<std::size_t>(tokens) +
                                  static_cast<std::size_t>(key)];
  return needed >= 0 && needed <= shown.lab.layers;
}

std::vector<RichText> reach_tooltip(const MasksView& view, CellAt at) {
  const int needed = view.layers_until(at.row, at.column);
  std::string said =
      needed < 0 ? say("never, however many layers")
      : needed == 0
          ? say("its own place, which the residual connection keeps")
          : say("after {layers}",
                {{"layers", say(several(needed, "{n} layer", "{n} layers"), {{"n", count_text(needed)}})}});
  std::vector<RichText> lines;
  lines.push_back(std::vector<TextRun>{{view.word(at.column), Role::ink, true},
                                       {" reaches ", Role::text_3},
                                       {view.word(at.row), Role::ink, true}});
  lines.push_back(RichText(std::move(said)));
  return lines;
}

namespace {

std::string verdict(const MasksView& view) {
  const auto all = sees_all_after(view.needed, view.tokens(), view.token, view.real);
  if (!all) return say("It never sees everything.");
  if (*all == 0) return say("It is alone, with nothing else to see.");
  return say("It sees everything after {layers}.",
             {{"layers", say(several(*all, "{n} layer", "{n} layers"), {{"n", count_text(*all)}})}});
}

// Chips of the words in lines.
struct WordChips {
  std::vector<int> words;  // those that are shown, in their order
  std::vector<Area> places;
  Area more;  // where it says how many are left out
  bool fit = true;
  bool small = false;
};

std::string more_text(const MasksView& view, const std::vector<int>& words) {
  return say("and {n} more", {{"n", count_text(view.words.size() - words.size())}});
}

WordChips lay_out_words(const MasksView& view, const Area& area, std::vector<int> words, bool small) {
  const Ui& ui = view.context.ui;
  const Type face = small ? type::caption_hot : type::label_hot;
  const float tall = ui.px(small ? 20 : 24);
  const float apart = ui.px(small ? 2 : 4);
  WordChips chips;
  chips.small = small;
  float x = area.left;
  float y = area.top;
  const auto place = [&](float wide) {
    if (x + wide > area.right && x > area.left) {
      x = area.left;
      y += tall + ui.px(3);
    }
    const Area at = Area::at(x, y, wide, tall);
    x += wide + apart;
    chips.fit = chips.fit && at.bottom <= area.bottom && at.right <= area.right;
    return at;
  };
  for (const int word : words)
    chips.places.push_back(place(ui.width(face, view.word(word)) + ui.px(small ? 8 : 14)));
  if (words.size() < view.words.size())
    chips.more = place(ui.width(small ? type::caption : type::label, more_text(view, words)) + ui.px(4));
  chips.words = std::move(words);
  return chips;
}

// All of them, in smaller type where that is needed; else those that matter most: the word in question and
// what has come to it, from its neighbours on, then the others.
WordChips chosen_words(const MasksView& view, const Area& area) {
  std::vector<int> words(view.words.size());
  std::iota(words.begin(), words.end(), 0);
  for (const bool small : {false, true}) {
    WordChips all = lay_out_words(view, area, words, small);
    if (all.fit) return all;
  }
  std::stable_sort(words.begin(), words.end(), [&](int a, int b) {
    const bool first = reached(view.shown, view.token, a);
    if (first != reached(view.shown, view.token, b)) return first;
    return std::abs(a - view.token) < std::abs(b - view.token);
  });
  // As many as fit, by halving: of a long text there are a thousand.
  WordChips most;
  std::size_t fit = 0, beyond = words.size();
  while (beyond - fit > 1) {
    const std::size_t count = fit + (beyond - fit) / 2;
    std::vector<int> shown(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
    std::sort(shown.begin(), shown.end());
    WordChips some = lay_out_words(view, area, std::move(shown), true);
    if (some.fit) most = std::move(some);
    (most.words.size() == count ? fit : beyond) = count;
  }
  return most;
}

bool shows_all_reached(const MasksView& view, const Area& area) {
  const std::vector<int> shown = chosen_words(view, area).words;
  const auto lit = [&](int word) { return word < view.real && reached(view.shown, view.token, word); };
  return std::count_if(shown.begin(), shown.end(), lit) == view.shown.reached[view.token];
}

// The words; what has come to the word in question is lit. Returns the lower end.
float draw_words(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const WordChips chips = chosen_words(view, area);
  if (chips.words.empty()) return area.top;
  const Type plain = chips.small ? type::caption : type::label;
  const Type hot = chips.small ? type::caption_hot : type::label_hot;
  if (chips.words.size() < view.words.size())
    ui.text(chips.more, Align::right, plain, c.text_2, more_text(view, chips.words));
  for (std::size_t i = 0; i < chips.words.size(); ++i) {
    const int t = chips.words[i];
    const Area& chip = chips.places[i];
    const Touch touch = ui.target("masks/word/" + std::to_string(t), chip);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip(reach_tooltip(view, {view.token, t}));
    }
    if (touch.clicked) follow_token(view, t);
    const bool own = t == view.token;
    const bool lit = reached(view.shown, view.token, t);
    if (own) {
      ui.fill(chip, c.focus, ui.px(6));
    } else if (lit) {
      ui.fill(chip, mix(c.stage, c.weights, 0.18F), ui.px(6));
    } else {
      ui.outline(chip, c.hairline, ui.hairline(), ui.px(6));
    }
    if (touch.focused) ui.focus_ring(chip, ui.px(6));
    const Rgb ink = own ? palette(Theme::light).ink : lit ? c.ink : c.text_3;
    ui.text(chip, Align::centre, own || lit ? hot : plain, ink, view.word(t));
  }
  return std::max(chips.places.back().bottom, chips.more.bottom);
}

// What must be kept while more and more is written: the table that cannot grow for ever.
void draw_cache(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  PlotSeries all{
      .name = "all", .colour = c.text_3, .points = {}, .kind = PlotSeries::Kind::dashed, .thickness = 1.5F};
  PlotSeries kept{.name = "kept", .colour = c.weights, .points = {}};
  const std::vector<int>& sizes = view.shown.kept;
  for (int t = 0; t < view.tokens(); ++t) {
    all.points.push_back({t + 1.0, t + 1.0});
    kept.points.push_back({t + 1.0, static_cast<double>(sizes[t])});
  }
  const std::array series{all, kept};
  const double most = std::max(2, view.tokens());
  plot(ui, "masks/cache", area, {.title = "words written", .from = 1, .to = most},
       {.title = "keys and values to keep", .from = 0, .to = most}, series);
}

}  // namespace

void draw_reached_words(const MasksView& view, Area area) {
  Ui& ui = view.context.ui;
  const int count = view.shown.reached[view.token];
  const bool one_head = !view.context.session.labs.get<MasksLab>().all_heads;
  RichText said =
      told(one_head ? to_be_said("If every head had this mask, {word} has information from {n} of {words}.")
                    : to_be_said("{word} has information from {n} of {words}."),
           {{"word", word_run("“" + view.word(view.token) + "”")},
            {"n", count_text(count)},
            {"words", say(several(view.real, "{n} word", "{n} words"), {{"n", count_text(view.real)}})}},
           Role::ink);
  // The map tells the verdict, too: it makes room for words that have come there.
  said.runs.back().text += " ";
  RichText all = said;
  all.runs.push_back({verdict(view), Role::text_2});
  const float lines = std::ceil(ui.width(type::body, type::label_hot, all) * 1.08F / area.width());
  const Area left{area.left, area.top + lines * ui.px(19) + ui.px(8), area.right, area.bottom};
  if (shows_all_reached(view, left)) said = std::move(all);
  area.cut_top(ui.wrapped_rich(area, type::body, type::label_hot, said, ui.px(19)) + ui.px(8));
  area.top = draw_words(view, area) + ui.px(12);
  const bool written = view.shown.written && view.tokens() > 1;
  if (written && area.height() >= ui.px(102) && area.width() >= ui.px(200)) {
    draw_cache(view, {area.left, area.top, area.right, std::min(area.bottom, area.top + ui.px(220))});
  }
}

}  // namespace headlight
