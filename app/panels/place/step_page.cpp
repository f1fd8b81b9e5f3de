// One step of a head: a product of two matrices, or how a row of scores becomes shares.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "app/panels/common/step_names.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/place/size_letters.h"
#include "app/panels/place/telling.h"
#include "app/widgets/arcs.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

bool is_step_edited(const Page& page, const std::string& path) {
  return std::any_of(page.session.edits.begin(), page.session.edits.end(),
                     [&](const SessionEdit& edit) { return edit.path == path && is_in_force(page, edit); });
}

// Over a step: that its numbers were set by hand, or that its head is off.
std::string step_note(const Page& page) {
  if (page.step == SiteId::output && is_off(page, page.head)) return say("switched off: all are 0");
  if (is_step_edited(page, page.path(page.part))) return say("set by hand");
  return is_off(page, page.head) ? say("adds nothing") : "";
}

// In a low window by their names alone.
void draw_steps_in_line(const Page& page, const std::vector<std::string>& steps, const Area& line) {
  std::vector<Choice> list;
  int chosen = -1;
  for (const std::string& step : steps) {
    list.emplace_back(step_called(step));
    if (step == page.part) {
      chosen = static_cast<int>(list.size()) - 1;
    } else {
      list.back().colour = colour_of(role_of(page.path(step)), page.c);
    }
    if (is_step_edited(page, page.path(step))) list.back().label += " •";
  }
  // Over the stage where they fit there, else over the words, too.
  while (choices_width(page.ui, list) > line.width() && list.front().beside > 8) {
    for (Choice& each : list) each.beside -= 2;
  }
  const float wide = std::min(choices_width(page.ui, list), line.width());
  const float left = std::max(line.left, std::min(page.boxes.stage.left, line.right - wide));
  const int pressed = choices(page.ui, "place/list of steps", Area::at(left, line.top, wide, line.height()),
                              list, chosen, {.one_stop = true});
  if (pressed >= 0)
    page.go(
        {.altitude = Altitude::step, .token = page.row, .part = steps[static_cast<std::size_t>(pressed)]});
}

void add_steps(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const std::vector<std::string> steps = steps_of(page);
  if (const Area line = line_of_steps(page).steps; !line.empty())
    return draw_steps_in_line(page, steps, line);
  const Area& stage = page.boxes.shelf;
  const float each = std::floor(stage.width() / static_cast<float>(steps.size()));
  const bool tight = page.is_tight();
  const float wide = std::min(each - page.px(tight ? 5 : 18), page.px(72));
  const float tall = page.px(page.boxes.low && !page.boxes.narrow() ? 26 : 36);
  std::vector<Area> boxes, frames;
  int chosen = -1;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Area box = Area::at(stage.left + page.px(tight ? 2 : 4) + static_cast<float>(i) * each,
                              stage.top + page.px(5), wide, tall);
    boxes.push_back(box);
    frames.push_back(steps[i] == page.part ? box.outset(page.px(4)) : box);
    if (steps[i] == page.part) chosen = static_cast<int>(i);
  }
  const OneOfMany touch = press_one_of(page.ui, "place/list of steps", frames, chosen);
  if (touch.clicked >= 0)
    page.go({.altitude = Altitude::step,
             .token = page.row,
             .part = steps[static_cast<std::size_t>(touch.clicked)]});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool here = static_cast<int>(i) == chosen;
    const Area& box = boxes[i];
    const std::string path = page.path(steps[i]);
    add_cells(page, scene, path, stage::number_of("step"), box);
    add_outline(scene, "place/step/" + steps[i], frames[i], here, static_cast<int>(i) == touch.pointed);
    if (is_step_edited(page, path))
      scene.add(key("edited/" + steps[i]), frames[i], [](Ui& on, const Area& at) {
        draw_edit_dot(on, {at.right, at.top});
      });
    const Type name = here ? type::label_hot : type::label;
    // The chosen one has its name, and those whose names have room between their neighbours.
    const bool has_room = here || ui.width(name, step_called(steps[i])) <= each - page.px(8);
    if (!page.boxes.narrow() || (has_room && page.boxes.rows - stage.top > page.px(140)))
      add_text(page, scene,
               {box.middle_x() - ui.width(name, step_called(steps[i])) / 2, box.bottom + page.px(17)}, name,
               here ? page.c.ink : colour_of(role_of(path), page.c), step_called(steps[i]));
    if (i + 1 < steps.size() && !tight)
      scene.add(
          key("then", static_cast<int>(i)), {box.right, box.top, box.left + each, box.bottom},
          [](Ui& on, const Area& at) { on.text(at, Align::centre, type::label, on.colours().text_3, "›"); });
  }
}

// The numbers under a lens, in the rows of the words; what is beside it as thin strips.
AxisPlaces upright_rows(const Rows& rows) {
  AxisPlaces places;
  places.count = rows.count;
  places.shown_first = places.lens_first = rows.first;
  places.shown_end = places.lens_end = rows.first + rows.shown;
  places.start = rows.top;
  places.printed = places.strip = rows.pitch;
  return places;
}

class ProductPage {
 public:
  ProductPage(const Page& page, stage::Scene& scene, const Product& product, std::string path)
      : page_(page),
        scene_(scene),
        product_(product),
        path_(std::move(path)),
        of_asked_(is_of_asked(page, page.step)),
        rows_of_words_(of_asked_ ? page.asked_rows : page.rows),
        row_(of_asked_ ? std::max(page.most_asked(), 0) : page.row),
        result_(page.map(path_)),
        left_(page.map(page.trace.label(product.left).path)),
        right_(product.by_rows ? page.context.maps[page.side].transposed(page.trace.label(product.right).path)
                               : page.map(page.trace.label(product.right).path)) {}

  void add() {
    if (result_ == nullptr || left_ == nullptr || right_ == nullptr) return;
    choose();
    lay_out();
    add_factors();
    scene_.add(
        stage::key_of(path_), result_area(),
        [map = result_](Ui& on, const Area& at) { paint_cells(on, map, at); },
        [this_ = *this]() mutable { this_.draw(); });
  }

 private:
  Area result_area() const {
    return {columns_.begin_of(columns_.shown_first), rows_of_words_.top,
            columns_.end_of(columns_.shown_end - 1), rows_of_words_.bottom()};
  }

  // The rows and columns that are multiplied, which go on into a cell.
  void add_factors() {
    const float right = inner_.start + inner_.length(), bottom = upright_.start + upright_.length();
    for (int row = rows_.shown_first; row < rows_.shown_end; ++row)
      add_factor(scene_, page_.trace.label(product_.left).path, row,
                 {inner_.start, rows_.begin_of(row), right, rows_.end_of(row)}, left_);
    if (!has_upright_) return;
    const std::string& path = page_.trace.label(product_.right).path;
    const HeatmapPtr map =
        product_.by_rows ? page_.map(path) : page_.context.maps[page_.side].transposed(path);
    for (int column = columns_.shown_first; column < columns_.shown_end; ++column)
      add_factor(scene_, path, column,
                 {columns_.begin_of(column), upright_.start, columns_.end_of(column), bottom}, map);
  }

  void choose() {
    const std::optional<Cell> marked = marked_cell(page_);
    column_ = std::clamp(marked ? marked->col : 0, 0, result_->columns - 1);
    term_ = std::max(largest_term(page_, {path_, row_, column_}), 0);
  }

  void lay_out() {
    Ui& ui = page_.ui;
    Area stage = page_.boxes.stage;
    // The words of the rows, where the ones at the left are others.
    if (of_asked_) stage.left += page_.px(96);
    const float inner = std::round(stage.width() * 0.24F), gap = page_.px(page_.boxes.low ? 24 : 48);
    const AxisCells few{.printed = page_.px(46), .lens = 3, .least_strip = 1, .most_strip = page_.px(6)};
    inner_ = lay_out_axis(stage.left, inner, 0, product_.inner, term_, few);
    const float across = stage.right - (stage.left + inner + gap);
    // All of them in print where that is possible at all.
    const float least = std::max(printed_width(ui, *result_), printed_width(ui, *right_));
    const float even = std::floor(across / static_cast<float>(result_->columns));
    const float printed = even >= page_.px(36) ? std::min(even, page_.px(60))
                                               : printed_cell(ui, least, across, result_->columns);
    columns_ = lay_out_axis(stage.left + inner + gap, across, 0, result_->columns, column_,
                            {.printed = printed, .lens = 0, .least_strip = 1, .most_strip = page_.px(6)});
    rows_ = upright_rows(rows_of_words_);
    const bool low = page_.boxes.low;
    const Area dial = line_of_steps(page_).dial;
    const float head =
        !dial.empty() ? dial.bottom + page_.px(2) : page_.boxes.stage.top + page_.px(low ? 62 : 84);
    const float labels = std::max(page_.px(20), matrix_labels_height(ui, *result_, columns_));
    const float over = page_.px(low ? 5 : 8), room = page_.rows.top - over - head - labels;
    has_upright_ = low ? !dial.empty() && room >= page_.px(14) : true;
    // In a low window of the strips only the one that is multiplied is wide.
    upright_ = lay_out_axis(head + labels, room, 0, product_.inner, term_,
                            {.printed = page_.px(low ? 11 : 22),
                             .lens = low ? 1 : 3,
                             .least_strip = low ? 0.25F : 0.5F,
                             .most_strip = page_.px(3)});
    labels_bottom_ = has_upright_ ? head + labels - page_.px(3) : page_.rows.top - page_.px(3);
  }

  void draw() const {
    Ui& ui = page_.ui;
    const Palette& c = page_.c;
    const std::string left_path = page_.trace.label(product_.left).path;
    const std::string right_path = page_.trace.label(product_.right).path;
    const MatrixTouch left =
        matrix(ui, "place/left", left_, rows_, inner_,
               {.hot_row = row_, .hot_role = role_of(left_path), .term = CellAt{row_, term_}});
    if (has_upright_) {
      matrix(ui, "place/right", right_, upright_, columns_,
             {.hot_column = column_, .hot_role = role_of(right_path), .term = CellAt{term_, column_}});
    }
    matrix_column_labels(ui, *result_, columns_, labels_bottom_, column_, role_of(right_path));
    const MatrixTouch result =
        matrix(ui, "place/result", result_, rows_, columns_, {.hot_cell = CellAt{row_, column_}});
    if (left.clicked && !of_asked_) ui.emit(SelectToken{left.clicked->row});
    if (result.clicked)
      page_.go({.altitude = Altitude::cell,
                .token = of_asked_ ? page_.row : result.clicked->row,
                .cell = CellName{path_, result.clicked->row, result.clicked->column},
                .number = -1});
    // What is multiplied, and the letters of the sizes.
    draw_explained();
    const auto across = [](const AxisPlaces& axis) { return axis.start + axis.length(); };
    mark_for_code(page_.context, product_.left, {inner_.start, rows_.start, across(inner_), across(rows_)});
    mark_for_code(page_.context, page_.trace.at(path_), result_area());
    if (has_upright_)
      mark_for_code(page_.context, product_.right,
                    {columns_.start, upright_.start, across(columns_), across(upright_)});
    for (const CellAt& at : set_by_hand(page_, path_, row_)) {
      if (at.column >= columns_.shown_first && at.column < columns_.shown_end && rows_of_words_.has(at.row))
        draw_edit_dot(ui, {columns_.end_of(at.column), rows_of_words_.row(at.row, 0, 0).top});
    }
    if (page_.boxes.flat) return;
    const float foot = rows_of_words_.bottom() + page_.px(20);
    const std::string first = std::to_string(inner_.lens_first + 1), last = std::to_string(inner_.lens_end),
                      all = std::to_string(product_.inner);
    std::string inner =
        say("numbers {first} to {last} of {all}", {{"first", first}, {"last", last}, {"all", all}});
    // Up to the letters of the sizes.
    if (inner_.start + ui.width(type::caption, inner) > columns_.start - page_.px(6))
      inner = say("{first} to {last} of {all}", {{"first", first}, {"last", last}, {"all", all}});
    ui.text(inner_.start, foot, type::caption, c.dimensions, inner);
    draw_sizes(foot);
  }

  // At the left of the right factor: the step in words, in numbers, as a formula or as code.
  void draw_explained() const {
    Ui& ui = page_.ui;
    const Area& stage = page_.boxes.stage;
    const bool low = page_.boxes.low;
    const LineOfSteps shared = line_of_steps(page_);
    if (low && shared.dial.empty()) return;
    Area rest{stage.left, low ? shared.dial.bottom + page_.px(8) : stage.top + page_.px(74),
              columns_.start - page_.px(14), page_.boxes.rows - page_.px(low ? 4 : 26)};
    Area line = low ? shared.dial : rest.cut_top(page_.px(58), page_.px(10));
    Explained explained = page_.explained({page_.trace.at(path_), row_, column_}, true);
    explained.size = DialSize::small;
    const Dial dial = draw_dial(explained, line);
    if (dial == Dial::code) draw_choices_at_foot(explained);
    const std::string note = step_note(page_);
    if (!note.empty()) {
      const Area at = rest.cut_bottom(page_.px(18));
      draw_edit_dot(ui, {at.left + page_.px(5), at.middle_y()});
      ui.text(at.left + page_.px(17), at.middle_y(), type::label_hot, page_.c.ink, note);
    }
    // At the right the letters of the sizes of K stand.
    if (dial != Dial::code && !low) rest.right -= page_.px(84);
    draw_step_explained(explained, rest);
    if (dial != Dial::numbers || !note.empty()) return;
    // The cell that is marked, in numbers.
    rest.cut_top(page_.px(26));
    const auto at = [&](int node, const Cell& of) {
      return fixed_text(page_.value(page_.trace.label(node).path, of.row, of.col).value_or(0), 2);
    };
    ui.text(rest.cut_top(page_.px(18)), Align::left, type::cell, page_.c.text_2,
            at(product_.left, left_cell(product_, row_, term_)) + " × " +
                at(product_.right, right_cell(product_, column_, term_)));
    const std::string value = number_alone(result_->value(row_, column_), NumberFormat::score);
    ui.text(rest.cut_top(page_.px(18)), Align::left, type::cell, page_.c.text_2,
            say("+ {n} more = {value}",
                {{"n", std::to_string(product_.inner - (product_.bias ? 0 : 1))}, {"value", value}}));
  }

  // NumPy or PyTorch and Copy, where the line of the dial has no room for them.
  void draw_choices_at_foot(Explained explained) const {
    const float top = rows_of_words_.bottom() + page_.px(6), tall = page_.px(28);
    // Behind the letters of the sizes.
    const float left = std::max(page_.boxes.stage.middle_x(), columns_.start + page_.px(90));
    Area line{left, top, page_.boxes.stage.right, top + tall};
    if (page_.boxes.flat || line.bottom > page_.boxes.page.bottom) return;
    explained.size = DialSize::usual;
    draw_code_choices(explained, line);
  }

  void draw_sizes(float foot) const {
    const Label &left = page_.trace.label(product_.left), &own = page_.trace.label(page_.trace.at(path_));
    const auto across = [](const AxisPlaces& axis) { return axis.start + axis.length(); };
    std::vector<SizedMatrix> sized{{.area = {columns_.start, rows_.start, across(columns_), across(rows_)},
                                    .rows = own.rows,
                                    .columns = own.cols,
                                    .row_count = result_->rows,
                                    .column_count = result_->columns,
                                    .at = ImVec2{columns_.start, foot},
                                    .counted = page_.session.dial != Dial::code}};
    if (!page_.boxes.low && !page_.boxes.narrow()) {
      sized.push_back({.area = {inner_.start, rows_.start, across(inner_), across(rows_)},
                       .rows = left.rows,
                       .columns = left.cols,
                       .row_count = left_->rows,
                       .column_count = left_->columns,
                       .at = ImVec2{inner_.start, page_.rows.top - page_.px(16)}});
      sized.push_back({.area = {columns_.start, upright_.start, across(columns_), across(upright_)},
                       .rows = left.cols,
                       .columns = own.cols,
                       .row_count = product_.inner,
                       .column_count = result_->columns,
                       .at = ImVec2{columns_.start - page_.px(12), across(upright_) - page_.px(34)},
                       .from_right = true});
    }
    draw_size_letters(page_, sized);
  }

  const Page& page_;
  stage::Scene& scene_;
  Product product_;
  std::string path_;
  bool of_asked_;
  const Rows& rows_of_words_;
  int row_;
  HeatmapPtr result_, left_, right_;
  int column_ = 0, term_ = 0;
  AxisPlaces rows_, inner_, columns_, upright_;
  float labels_bottom_ = 0;
  bool has_upright_ = true;
};

// --- from scores to shares: the row of the chosen word, written as a column

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
  ShareColumn less{say("− {largest}", {{"largest", fixed_text(static_cast<float>(table.largest), 3)}}),
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

// In a low window the dial stands beside the steps, so that what code is written with stands at the right of
// its lines, or where these are too narrow for that at the foot of the page.
bool has_code_choices(const Page& page, float wide) {
  return page.boxes.low && page.session.dial == Dial::code && wide > page.px(560);
}

// What the dial says of the step.
void draw_below_dial(const Page& page, const Explained& explained, Area rest) {
  if (has_code_choices(page, rest.width())) {
    Area choices = rest.cut_right(page.px(236), page.px(10));
    choices.bottom = std::min(choices.bottom, choices.top + page.px(28));
    Explained usual = explained;
    usual.size = DialSize::usual;
    draw_code_choices(usual, choices);
  }
  draw_step_explained(explained, rest);
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
    return number && map != nullptr ? number_alone(*number, map->format) : "";
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

// Above the numbers of such a step, as far as `bottom`.
void draw_numbers_explained(const Page& page, const Cell& cell, float bottom) {
  const Area& stage = page.boxes.stage;
  const bool low = page.boxes.low;
  const Area shared = line_of_steps(page).dial;
  if ((low && shared.empty()) || page.is_tight()) return;
  Area rest{stage.left, low ? shared.bottom + page.px(6) : stage.top + page.px(76), stage.right, bottom};
  Area line = low ? shared : rest.cut_top(page.px(30), page.px(12));
  Explained explained = page.explained(cell, true);
  if (low) explained.size = DialSize::small;
  draw_dial(explained, line);
  draw_below_dial(page, explained, rest);
}

// The numbers of a step that is no product of two matrices, as they are.
void add_numbers(const Page& page, stage::Scene& scene, const std::string& path) {
  const HeatmapPtr map = page.map(path);
  if (map == nullptr) return;
  const bool of_asked = is_of_asked(page, page.step);
  const Rows& rows = of_asked ? page.asked_rows : page.rows;
  const std::optional<Cell> marked = marked_cell(page);
  if (!marked) return;
  const int row = marked->row, hot = std::min(marked->col, map->columns - 1);
  const bool alone = page.is_tight() && !of_asked;
  const float left = page.boxes.stage.left + (alone ? 0 : page.px(100)), right = page.boxes.stage.right;
  const AxisPlaces columns = lay_out_axis(
      left, right - left, 0, map->columns, hot,
      {.printed = printed_cell(page.ui, printed_width(page.ui, *map), right - left, map->columns),
       .least_strip = 1,
       .most_strip = page.px(6)});
  const float labels = page.of_pairs ? matrix_labels_height(page.ui, *map, columns) : 0;
  scene.add(
      stage::key_of(path),
      {columns.begin_of(columns.shown_first), rows.top, columns.end_of(columns.shown_end - 1), rows.bottom()},
      [map](Ui& on, const Area& at) { paint_cells(on, map, at); },
      [&page, map, rows, columns, row, hot, labels] {
        draw_numbers_explained(page, {page.trace.at(map->path), row, hot}, rows.top - page.px(3) - labels);
        matrix(page.ui, "place/result", map, upright_rows(rows), columns, {.hot_cell = CellAt{row, hot}});
        if (page.of_pairs)
          matrix_column_labels(page.ui, *map, columns, rows.top - page.px(3), hot, Role::ink);
        if (page.boxes.flat) return;
        const Label& label = page.trace.label(page.trace.at(map->path));
        draw_size_letters(page, {{.area = {columns.begin_of(columns.shown_first), rows.top,
                                           columns.end_of(columns.shown_end - 1), rows.bottom()},
                                  .rows = label.rows,
                                  .columns = label.cols,
                                  .row_count = map->rows,
                                  .column_count = map->columns,
                                  .at = ImVec2{columns.start, rows.bottom() + page.px(20)},
                                  .counted = true}});
      });
}

}  // namespace

bool shares_stand_alone(const Page& page) {
  return page.boxes.narrow() && page.boxes.stage.width() < page.px(560);
}

void add_step(const Page& page, stage::Scene& scene) {
  if (page.boxes.presented()) return add_presented_step(page, scene);
  add_steps(page, scene);
  const std::string path = page.path(page.part);
  const int node = page.trace.find(path);
  const float beam_end =
      page.boxes.stage.left +
      std::round(page.boxes.stage.width() * (page.boxes.low && is_share_step(page.step) ? 0.18F : 0.27F));
  add_beam(page, scene, page.row, beam_end);
  if (is_share_step(page.step)) {
    const float lines = page.boxes.stage.left - page.px(8);
    if (!shares_stand_alone(page))
      add_lines_between(page, scene, lines, lines + width_of_lines(page) - page.px(4), false);
    const Area box{page.boxes.stage.left, page.rows.top, page.boxes.stage.right, page.rows.bottom()};
    scene.add(key("shares"), box, {}, [&page] { draw_shares(page); });
    return;
  }
  if (is_of_asked(page, page.step)) add_asked(page, scene, page.boxes.stage.left);
  if (const std::optional<Product> product =
          node < 0 || page.is_tight() ? std::nullopt : product_of(page.trace, node)) {
    ProductPage(page, scene, *product, path).add();
  } else {
    add_numbers(page, scene, path);
  }
}

}  // namespace headlight::place
