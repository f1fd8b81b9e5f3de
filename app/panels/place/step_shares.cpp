// The steps from scores to shares: the row of the chosen word, written as a column.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/common/step_names.h"
#include "app/panels/place/size_letters.h"
#include "app/panels/place/step_parts.h"
#include "app/panels/place/telling.h"
#include "app/widgets/arcs.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

struct ShareColumn {
  std::string title, says;
  std::vector<std::string> numbers;
  std::string sum = {};
  std::vector<int> of = {};  // what has these numbers in the row: nodes, or made_on_the_way
};

struct ShareTable {
  std::vector<float> before;             // the shares before the edits; empty where these are the same
  std::vector<bool> by_hand, score_set;  // what was set by hand: a share; a score or what follows from it
  // score, what it is divided by, what is taken off it, e to that power, share; without the second where
  // nothing is divided.
  std::vector<ShareColumn> columns;
  std::vector<float> shares;
  double total = 0, largest = 0, root = 1;
};

// Every number follows from those printed before it: scores and quotients have three decimals, powers four,
// and the sum is that of the printed powers.
ShareTable share_table(const Page& page) {
  ShareTable table;
  const HeatmapPtr scores = page.map(page.path("scores"));
  const HeatmapPtr scaled = page.map(page.path("scaled"));  // in some models there is none
  const HeatmapPtr capped = page.map(page.path("capped"));
  const HeatmapPtr weights = page.map(page.path("weights"));
  if (scores == nullptr || weights == nullptr) return table;
  const HeatmapPtr masked = page.map(page.path("masked"));
  const HeatmapPtr biased = page.map(page.path("biased"));  // a bias for the distance of two words
  const Heatmap& asked = masked != nullptr   ? *masked
                         : biased != nullptr ? *biased
                         : capped != nullptr ? *capped
                         : scaled != nullptr ? *scaled
                                             : *scores;
  const int row = page.row;
  const int most = page.largest_in_row(page.path("weights"), row);
  if (most < 0) return table;
  const float divided = scaled == nullptr ? 0 : scaled->value(row, most);
  table.root = std::abs(divided) > 1e-6F ? static_cast<double>(scores->value(row, most) / divided) : 1;
  // Of the scores, not of the shares: an edit may have changed those by hand.
  const auto thousandths = [](float value) { return std::round(static_cast<double>(value) * 1000) / 1000; };
  table.largest = -std::numeric_limits<double>::infinity();
  for (int column = 0; column < asked.columns; ++column) {
    if (asked.state(row, column) == CellState::value)
      table.largest = std::max(table.largest, thousandths(asked.value(row, column)));
  }
  const int products = page.trace.find(page.path("scores"));
  const bool additive = products < 0 || page.trace.tape().node(products).op == nullptr ||
                        page.trace.tape().node(products).op->name() != "dot_products";
  ShareColumn score{say("score"), additive ? "v · tanh(q + k)" : "q · k", {}};
  const std::string root = fixed_text(static_cast<float>(table.root), 3);
  ShareColumn quotient{scaled != nullptr   ? "÷ " + root_called(table.root)
                       : capped != nullptr ? say("capped")
                                           : say("+ bias"),
                       capped != nullptr   ? say("capped")
                       : scaled == nullptr ? say("distance")
                       : biased == nullptr ? "÷ " + root
                                           : say("÷ {root}, + bias", {{"root", root}}),
                       {}};
  ShareColumn less{say(table.largest < 0 ? to_be_said("− ({largest})") : to_be_said("− {largest}"),
                       {{"largest", fixed_text(static_cast<float>(table.largest), 3)}}),
                   say("the largest"),
                   {}};
  ShareColumn power{"exp", say("positive"), {}};
  ShareColumn share{say("share"), say("÷ the sum"), {}};
  score.of = {page.trace.find(scores->path)};
  quotient.of = {page.trace.find(page.path("scaled")), page.trace.find(asked.path)};
  power.of = {made_on_the_way};
  share.of = {page.trace.find(weights->path)};
  for (int column = 0; column < weights->columns; ++column) {
    const bool off = asked.state(row, column) != CellState::value;
    const double x = thousandths(asked.value(row, column)) - table.largest;
    const double raised = off ? 0 : std::round(std::exp(x) * 10000) / 10000;
    table.total += raised;
    table.shares.push_back(off ? 0 : weights->value(row, column));
    score.numbers.push_back(fixed_text(scores->value(row, column), 3));
    quotient.numbers.push_back(off ? "−∞" : fixed_text(asked.value(row, column), 3));
    less.numbers.push_back(off ? "−∞" : x == 0 ? "0" : fixed_text(static_cast<float>(x), 3));
    power.numbers.push_back(off                ? "0"
                            : raised < 0.00005 ? "<.0001"
                                               : fixed_text(static_cast<float>(raised), 4));
    share.numbers.push_back(off ? "0" : number_alone(weights->value(row, column), NumberFormat::probability));
  }
  power.sum = fixed_text(static_cast<float>(table.total), 4);
  float all = 0;
  for (const float each : table.shares) all += each;
  share.sum = std::fabs(all - 1) < 0.0005F ? "1" : fixed_text(all, 3);
  const auto mark = [&](std::vector<bool>& marks, const char* part) {
    for (const CellAt& at : set_by_hand(page, page.path(part), row)) {
      marks.resize(static_cast<std::size_t>(weights->columns));
      if (at.column < weights->columns) marks[static_cast<std::size_t>(at.column)] = true;
    }
  };
  mark(table.by_hand, "weights");
  for (const char* const part : {"scores", "scaled", "masked"}) mark(table.score_set, part);
  if (!table.by_hand.empty()) share.says = say("set by hand");
  if (const HeatmapPtr before = page.context.maps[page.side].before(page.path("weights"));
      before != nullptr && row < before->rows) {
    bool changed = false;
    for (int column = 0; column < std::min(before->columns, weights->columns); ++column) {
      const bool off = before->state(row, column) != CellState::value;
      table.before.push_back(off ? 0 : before->value(row, column));
      changed |= std::fabs(table.before.back() - table.shares[static_cast<std::size_t>(column)]) > 0.0005F;
    }
    if (!changed || before->columns != weights->columns) table.before.clear();
  }
  table.columns = {score, quotient, less, power, share};
  if (scaled == nullptr && capped == nullptr && biased == nullptr)
    table.columns.erase(table.columns.begin() + 1);
  return table;
}

void draw_share_row(const Page& page, const ShareTable& table, int i, const Area& box, float words,
                    float column, bool hot) {
  Ui& ui = page.ui;
  const Palette& c = page.c;
  const float size = page.asked_rows.pitch / ui.scale();
  const Type face = page.face(size >= 18 ? type::number : type::cell),
             bold = page.face(size >= 18 ? type::number_hot : type::cell_hot);
  const bool phone = page.boxes.phone();
  const Type word = page.face(size < 24 ? type::caption
                              : phone   ? type::lesson
                                        : type::word),
             word_bold = page.face(size < 24 ? type::caption_hot
                                   : phone   ? type::lesson_hot
                                             : type::word_hot);
  ui.text({box.left + page.px(10), box.top, box.left + words, box.bottom}, Align::left,
          hot ? word_bold : word, hot ? page.own() : c.text_2,
          ui.shortened(word, page.asked[static_cast<std::size_t>(i)], words - page.px(14)));
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    const bool last = k + 1 == table.columns.size();
    const float right = box.left + words + column * static_cast<float>(k + 1) - page.px(6);
    if (last) {
      const float left = right - column + page.px(12), end = right - page.px(54);
      const Area bar{left, box.middle_y() - page.px(4), end, box.middle_y() + page.px(4)};
      if (end - left > page.px(16)) {
        share_bar(ui, bar, table.shares[static_cast<std::size_t>(i)], page.own());
        // What it was before the edits: hollow.
        if (!table.before.empty())
          ui.outline(
              {bar.left, bar.top - page.px(2),
               bar.left + std::max(bar.width() * table.before[static_cast<std::size_t>(i)], page.px(3)),
               bar.bottom + page.px(2)},
              page.own(), ui.hairline(), page.px(3));
      }
    }
    const std::vector<bool>& set = last ? table.by_hand : table.score_set;
    if ((last || k == 0) && !set.empty() && set[static_cast<std::size_t>(i)])
      draw_edit_dot(ui, {right + page.px(3), box.top + page.px(5)});
    ui.text({right - column, box.top, right, box.bottom}, Align::right, hot ? bold : face,
            hot ? c.ink : c.text_2, table.columns[k].numbers[static_cast<std::size_t>(i)]);
  }
}

// Of the ribbons from words to their shares: in a low window the numbers need what they can get.
float width_of_lines(const Page& page) {
  return std::round(page.boxes.stage.width() * (page.boxes.low ? 0.2F : 0.28F));
}

// The dial, and what it says of the step; in numbers that is all that stands below.
void draw_shares_explained(const Page& page, bool close, int hot) {
  Ui& ui = page.ui;
  const Palette& c = page.c;
  const Area& stage = page.boxes.stage;
  const bool low = page.boxes.low;
  const Area shared = line_of_steps(page).dial;
  if (low && (close || shared.empty())) return;
  Area rest{stage.left, low ? shared.bottom + page.px(6) : stage.top + page.px(76), stage.right,
            page.boxes.rows - page.px(low ? 46 : 64)};
  Area line = low ? shared : rest.cut_top(page.px(30), page.px(8));
  Explained explained =
      page.explained({page.trace.at(page.path(page.part)), page.row, std::max(hot, 0)}, true);
  if (low) explained.size = DialSize::small;
  if (!close && draw_dial(explained, line) != Dial::numbers) return draw_below_dial(page, explained, rest);
  const Area title = rest.cut_top(page.px(24));
  const float after =
      ui.text(title.left, title.middle_y(), type::written_hot, c.ink, say("From scores to shares"));
  if (const std::string note = step_note(page); !note.empty()) {
    draw_edit_dot(ui, {after + page.px(21), title.middle_y()});
    ui.text(after + page.px(33), title.middle_y(), type::label_hot, c.ink, note);
  }
  if (low) return;
  ui.text(rest.cut_top(page.px(20)), Align::left, type::label, c.text_2,
          say("the row of “{word}”, written as a column",
              {{"word", page.asks[static_cast<std::size_t>(page.row)]}}));
}

// For who listens: what becomes of the largest score, and the share that comes next.
std::string shares_said(const Page& page) {
  const int most = page.most_asked();
  if (most < 0) return "";
  const auto value = [&](const char* part, int column) {
    const HeatmapPtr map = page.map(page.path(part));
    const std::optional<float> number = page.value(page.path(part), page.row, column);
    if (!number || map == nullptr) return std::string();
    const bool share = map->format == NumberFormat::weight;
    return number_alone(*number, share ? NumberFormat::probability : map->format);
  };
  std::string text = say("The score of “{word}” is {score}",
                         {{"word", asked_word(page, most)}, {"score", value("scores", most)}});
  if (const std::string scaled = value("scaled", most); !scaled.empty())
    text += say(", divided by {root} {scaled}", {{"root", root_of_row(page, most)}, {"scaled", scaled}});
  text += say(", and its share {share}.", {{"share", value("weights", most)}});
  int next = -1;
  for (int column = 0; column < static_cast<int>(page.asked.size()); ++column) {
    const auto share = [&](int of) { return page.value(page.path("weights"), page.row, of).value_or(0); };
    if (column != most && (next < 0 || share(column) > share(next))) next = column;
  }
  if (next >= 0)
    text +=
        " " + say("Next comes “{word}”: score {score}, share {share}.", {{"word", asked_word(page, next)},
                                                                         {"score", value("scores", next)},
                                                                         {"share", value("weights", next)}});
  return text;
}

void draw_shares(const Page& page) {
  Ui& ui = page.ui;
  const Palette& c = page.c;
  ShareTable shares = share_table(page);
  if (shares.columns.empty()) return;
  const Area& stage = page.boxes.stage;
  const Rows& rows = page.asked_rows;
  const bool close = shares_stand_alone(page);
  const float lines = stage.left - page.px(8),
              left = close ? stage.left - page.px(6) : lines + width_of_lines(page);
  const float words = page.px(page.boxes.low ? 84 : 100);
  // Where there is no room for all of them: the first and the last, and of the others those that lead there.
  while (page.boxes.narrow() && shares.columns.size() > 2 &&
         stage.right - left - words < page.px(60) * static_cast<float>(shares.columns.size()))
    shares.columns.erase(shares.columns.end() - (shares.columns.size() > 3 ? 3 : 2));
  const float column = (stage.right - left - words) / static_cast<float>(shares.columns.size());
  const int hot = page.most_asked();
  const float head = page.boxes.rows - page.px(page.boxes.low ? 34 : 42);
  draw_shares_explained(page, close, hot);
  const Area table = rows.row(rows.first, left, stage.right);
  const Area cells{table.left, rows.top, table.right, rows.bottom()};
  const Touch touch = ui.surface("place/shares", cells);
  // The table is told in a sentence, and what goes with code stands below it.
  ui.tell_item(say("Shares"), say("the arrow keys go through them"));
  const Area heads{left, head - page.px(10), stage.right, head + page.px(10)};
  std::optional<Ui::Pieces> told(std::in_place, ui, ui.is_heard() ? shares_said(page) : "", heads);
  for (std::size_t k = 0; k < shares.columns.size(); ++k) {
    const float right = left + words + column * static_cast<float>(k + 1) - page.px(6);
    const bool last = k + 1 == shares.columns.size();
    const bool here =
        (k == 1 && !last && page.step == SiteId::scaled) || (last && page.step == SiteId::weights);
    ui.text({right - column, head - page.px(10), right, head + page.px(10)}, Align::right, type::label_hot,
            here ? c.weights : c.ink, shares.columns[k].title);
    if (!page.boxes.low)
      ui.text({right - column, head + page.px(12), right, head + page.px(30)}, Align::right, type::caption,
              c.text_2, shares.columns[k].says);
  }
  const Label& label = page.trace.label(page.trace.at(page.path("weights")));
  draw_size_letters(page,
                    {{.area = {left + page.px(8), rows.top, stage.right, rows.bottom()},
                      .rows = label.cols,
                      .columns = Axis::one,
                      .row_count = page.trace.tape().node(page.trace.at(page.path("weights"))).shape.cols,
                      .at = ImVec2{left + page.px(10), head}}});
  for (std::size_t k = 0; k < shares.columns.size(); ++k) {
    const float right = left + words + column * static_cast<float>(k + 1);
    for (const int node : shares.columns[k].of)
      mark_for_code(page.context, node, {right - column, rows.top, right, rows.bottom()});
  }
  const int pointed = touch.hovered ? rows.at(ui.mouse().y) : -1;
  if (pointed >= 0 && page.has(Altitude::cell)) ui.hand();
  for (int i = rows.first; i < rows.first + rows.shown; ++i) {
    const Area box = rows.row(i, left, stage.right);
    if (i == pointed) ui.fill(box, c.rail, page.px(4), 0.6F);
    ui.line(box.left, box.bottom, box.right, box.bottom, c.hairline, ui.hairline());
    draw_share_row(page, shares, i, box, words, column, i == hot);
    const float low = rows.pitch < page.px(20) ? -page.px(2) : page.px(1);
    if (i == hot) ui.outline(box.inset(-page.px(1), low), c.ink, page.px(2), page.px(5));
    if (i == hot && touch.focused) ui.focus_ring(box, page.px(5));
  }
  if (touch.clicked && pointed >= 0 && page.has(Altitude::cell)) {
    // The last column has the shares.
    const std::string part = ui.mouse().x > stage.right - column ? "weights" : "scores";
    page.go({.altitude = Altitude::cell,
             .token = page.row,
             .part = part,
             .cell = CellName{page.path(part), page.row, pointed},
             .number = -1});
  }
  const float foot = rows.bottom() + page.px(page.boxes.flat ? 13 : 16);
  for (std::size_t k = shares.columns.size() - 2; k < shares.columns.size(); ++k) {
    const float right = left + words + column * static_cast<float>(k + 1) - page.px(6);
    if (shares.columns[k].sum.empty()) continue;
    ui.line(right - page.px(52), rows.bottom() + page.px(4), right, rows.bottom() + page.px(4), c.ink,
            page.px(2));
    ui.text({right - column, foot - page.px(10), right, foot + page.px(10)}, Align::right, type::number_hot,
            c.ink, shares.columns[k].sum);
  }
  const float before = words + column * static_cast<float>(shares.columns.size() - 2);
  ui.text({left, foot - page.px(10), left + before - page.px(6), foot + page.px(10)}, Align::right,
          type::label, c.text_2,
          rows.shown < rows.count ? say("sum of all {n}", {{"n", std::to_string(rows.count)}}) : say("sum"));
  told.reset();
  if (close) return;
  const Explained explained =
      page.explained({page.trace.at(page.path(page.part)), page.row, std::max(hot, 0)}, true);
  if (!page.boxes.low)
    return draw_both_ways(explained, {stage.left, foot + page.px(28), stage.right, page.boxes.page.bottom});
  if (page.boxes.flat || page.session.dial != Dial::code || has_code_choices(page, stage.width()) ||
      line_of_steps(page).dial.empty())
    return;
  Area line{stage.left, foot - page.px(14), left + before - page.px(56), foot + page.px(14)};
  if (line.bottom <= page.boxes.page.bottom) draw_code_choices(explained, line);
}

}  // namespace

bool shares_stand_alone(const Page& page) {
  return page.boxes.narrow() && page.boxes.stage.width() < page.px(560);
}

void add_shares(const Page& page, stage::Scene& scene) {
  const float lines = page.boxes.stage.left - page.px(8);
  if (!shares_stand_alone(page))
    add_lines_between(page, scene, lines, lines + width_of_lines(page) - page.px(4), false);
  const Area box{page.boxes.stage.left, page.rows.top, page.boxes.stage.right, page.rows.bottom()};
  scene.add(key("shares"), box, {}, [&page] { draw_shares(page); });
}

}  // namespace headlight::place
