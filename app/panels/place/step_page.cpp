// One step of a head: a product of two matrices, or how a row of scores becomes shares.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "app/panels/common/step_names.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/place/size_letters.h"
#include "app/widgets/arcs.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

void add_steps(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const std::vector<std::string> steps = steps_of(page);
  const Area& stage = page.boxes.shelf;
  const float each = std::floor(stage.width() / static_cast<float>(steps.size()));
  const bool tight = page.is_tight();
  const float wide = std::min(each - page.px(tight ? 5 : 18), page.px(72));
  const float tall = page.px(page.boxes.low && !page.boxes.narrow() ? 26 : 36);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool here = steps[i] == page.part;
    const Area box = Area::at(stage.left + page.px(tight ? 2 : 4) + static_cast<float>(i) * each,
                              stage.top + page.px(5), wide, tall);
    const std::string path = page.path(steps[i]);
    add_cells(page, scene, path, stage::number_of("step"), box);
    if (add_frame(page, scene, "place/step/" + steps[i], here ? box.outset(page.px(4)) : box, here, ""))
      page.go({.altitude = Altitude::step, .token = page.row, .part = steps[i]});
    const Type name = here ? type::label_hot : type::label;
    // The chosen one has its name, and those whose names have room between their neighbours.
    const bool has_room = here || ui.width(name, step_called(steps[i])) <= each - page.px(8);
    if (!page.boxes.narrow() || (has_room && page.boxes.rows - stage.top > page.px(140)))
      ui.text({box.left, box.bottom + page.px(8), box.right, box.bottom + page.px(26)}, Align::centre, name,
              here ? page.c.ink : colour_of(role_of(path), page.c), step_called(steps[i]));
    if (i + 1 < steps.size() && !tight)
      ui.text(box.right + (each - wide) / 2 - page.px(3), box.middle_y(), type::label, page.c.text_3, "›");
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
        right_(product.by_rows
                   ? page.context.pictures.transposed(page.side, page.trace.label(product.right).path)
                   : page.map(page.trace.label(product.right).path)) {}

  void add() {
    if (result_ == nullptr || left_ == nullptr || right_ == nullptr) return;
    choose();
    lay_out();
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

  // The cell in question: the one that is open in this step, else the largest of the chosen word's row.
  void choose() {
    column_ = page_.of_pairs ? page_.most_asked() : page_.largest_in_row(path_, row_);
    const CellName* const cell = page_.cell();
    if (cell != nullptr && cell->path == path_ && cell->row == row_) column_ = cell->col;
    column_ = std::clamp(column_, 0, result_->columns - 1);
    term_ = std::max(largest_term(page_, {path_, row_, column_}), 0);
  }

  void lay_out() {
    Ui& ui = page_.ui;
    Area stage = page_.boxes.stage;
    // The words of the rows, where the ones at the left are others.
    if (of_asked_) stage.left += page_.px(96);
    const float inner = std::round(stage.width() * 0.24F), gap = page_.px(page_.boxes.low ? 24 : 48);
    const AxisCells few{.printed = page_.px(46),
                        .lens = 3,
                        .least_strip = 1,
                        .most_strip = page_.px(6),
                        .overview = page_.px(34)};
    inner_ = lay_out_axis(stage.left, inner, 0, product_.inner, term_, few);
    const float across = stage.right - (stage.left + inner + gap);
    // All of them in print where that is possible at all.
    const float least = std::max(printed_width(ui, *result_), printed_width(ui, *right_));
    const float even = std::floor(across / static_cast<float>(result_->columns));
    const float printed = even >= page_.px(36) ? std::min(even, page_.px(60))
                                               : printed_cell(ui, least, across, result_->columns);
    columns_ = lay_out_axis(stage.left + inner + gap, across, 0, result_->columns, column_,
                            {.printed = printed,
                             .lens = 0,
                             .least_strip = 1,
                             .most_strip = page_.px(6),
                             .overview = page_.px(34)});
    rows_ = upright_rows(rows_of_words_);
    const float head = page_.boxes.stage.top + page_.px(page_.boxes.low ? 62 : 84);
    const float labels = std::max(page_.px(20), matrix_labels_height(ui, *result_, columns_));
    const float over = page_.px(8);
    upright_ = lay_out_axis(head + labels, page_.rows.top - over - head - labels, 0, product_.inner, term_,
                            {.printed = page_.px(22),
                             .lens = 3,
                             .least_strip = 0.5F,
                             .most_strip = page_.px(3),
                             .overview = page_.px(20)});
    labels_bottom_ = head + labels - page_.px(3);
  }

  void draw() const {
    Ui& ui = page_.ui;
    const Palette& c = page_.c;
    const std::string left_path = page_.trace.label(product_.left).path;
    const std::string right_path = page_.trace.label(product_.right).path;
    const MatrixTouch left =
        matrix(ui, "place/left", left_, rows_, inner_,
               {.hot_row = row_, .hot_role = role_of(left_path), .term = CellAt{row_, term_}, .fade = false});
    if (!page_.boxes.low) {
      matrix(ui, "place/right", right_, upright_, columns_,
             {.hot_column = column_,
              .hot_role = role_of(right_path),
              .term = CellAt{term_, column_},
              .fade = false});
    }
    matrix_column_labels(ui, *result_, columns_,
                         page_.boxes.low ? page_.rows.top - page_.px(3) : labels_bottom_, column_,
                         role_of(right_path));
    const MatrixTouch result = matrix(ui, "place/result", result_, rows_, columns_,
                                      {.hot_cell = CellAt{row_, column_}, .fade = false});
    if (left.clicked && !of_asked_) ui.emit(SelectToken{left.clicked->row});
    if (result.clicked)
      page_.go({.altitude = Altitude::cell,
                .token = of_asked_ ? page_.row : result.clicked->row,
                .cell = CellName{path_, result.clicked->row, result.clicked->column},
                .number = -1});
    // What is multiplied, and the letters of the sizes.
    const Site* const site = site_of(path_);
    const float x = page_.boxes.stage.left;
    if (site != nullptr && !page_.boxes.low) {
      const Formula formula = Formula::parse(std::string(site->symbol) + " = " + std::string(site->formula));
      formula.draw(ui, x, page_.boxes.rows - page_.px(100), FormulaSize::medium);
    }
    if (page_.boxes.flat) return;
    const float foot = rows_of_words_.bottom() + page_.px(20);
    const std::string inner =
        say("numbers {first} to {last} of {all}", {{"first", std::to_string(inner_.lens_first + 1)},
                                                   {"last", std::to_string(inner_.lens_end)},
                                                   {"all", std::to_string(product_.inner)}});
    ui.text(inner_.start, foot, type::caption, c.dimensions, inner);
    draw_sizes(foot);
  }

  void draw_sizes(float foot) const {
    const Label &left = page_.trace.label(product_.left), &right = page_.trace.label(product_.right),
                &own = page_.trace.label(page_.trace.at(path_));
    const auto across = [](const AxisPlaces& axis) { return axis.start + axis.length(); };
    std::vector<SizedMatrix> sized{{.area = {columns_.start, rows_.start, across(columns_), across(rows_)},
                                    .rows = own.rows,
                                    .columns = own.cols,
                                    .row_count = result_->rows,
                                    .column_count = result_->columns,
                                    .at = {columns_.start, foot},
                                    .counted = true}};
    if (!page_.boxes.low && !page_.boxes.narrow()) {
      sized.push_back({.area = {inner_.start, rows_.start, across(inner_), across(rows_)},
                       .rows = left.rows,
                       .columns = left.cols,
                       .row_count = left_->rows,
                       .column_count = left_->columns,
                       .at = {inner_.start, page_.rows.top - page_.px(16)}});
      sized.push_back({.area = {columns_.start, upright_.start, across(columns_), across(upright_)},
                       .rows = product_.by_rows ? right.cols : right.rows,
                       .columns = product_.by_rows ? right.rows : right.cols,
                       .row_count = right_->rows,
                       .column_count = right_->columns,
                       .at = {columns_.start - page_.px(12), upright_.start + page_.px(14)},
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
};

// --- from scores to shares: the row of the chosen word, written as a column

struct ShareColumn {
  std::string title, says;
  std::vector<std::string> numbers;
  std::string sum = {};
};

struct ShareTable {
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
  const HeatmapPtr scaled = page.map(page.path("scaled"));  // of additive attention there is none
  const HeatmapPtr weights = page.map(page.path("weights"));
  if (scores == nullptr || weights == nullptr) return table;
  const HeatmapPtr masked = page.map(page.path("masked"));
  const HeatmapPtr biased = page.map(page.path("biased"));  // a bias for the distance of two words
  const Heatmap& asked = masked != nullptr   ? *masked
                         : biased != nullptr ? *biased
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
  ShareColumn score{say("score"), scaled == nullptr ? "v · tanh(q + k)" : "q · k", {}};
  const double squared = std::round(table.root * table.root);
  const std::string root = fixed_text(static_cast<float>(table.root), 3);
  const bool of_whole = std::abs(squared - table.root * table.root) < 0.01;
  ShareColumn quotient{"÷ " + (of_whole ? "√" + fixed_text(static_cast<float>(squared), 0) : root),
                       biased == nullptr ? "÷ " + root : say("÷ {root}, + bias", {{"root", root}}),
                       {}};
  ShareColumn less{say("− {largest}", {{"largest", fixed_text(static_cast<float>(table.largest), 3)}}),
                   say("the largest"),
                   {}};
  ShareColumn power{"exp", say("positive"), {}};
  ShareColumn share{say("share"), say("÷ the sum"), {}};
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
  share.sum = "1";
  table.columns = {score, quotient, less, power, share};
  if (scaled == nullptr) table.columns.erase(table.columns.begin() + 1);
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
      if (end - left > page.px(16))
        share_bar(ui, {left, box.middle_y() - page.px(4), end, box.middle_y() + page.px(4)},
                  table.shares[static_cast<std::size_t>(i)], page.own());
    }
    ui.text({right - column, box.top, right, box.bottom}, Align::right, hot ? bold : face,
            hot ? c.ink : c.text_2, table.columns[k].numbers[static_cast<std::size_t>(i)]);
  }
}

// No lines from who asks beside them.
bool shares_stand_alone(const Page& page) {
  return page.boxes.narrow() && page.boxes.stage.width() < page.px(560);
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
              left = close ? stage.left - page.px(6) : lines + std::round(stage.width() * 0.28F);
  const float words = page.px(page.boxes.low ? 84 : 100);
  // Where there is no room for all of them: the first and the last, and of the others those that lead there.
  while (page.boxes.narrow() && shares.columns.size() > 2 &&
         stage.right - left - words < page.px(60) * static_cast<float>(shares.columns.size()))
    shares.columns.erase(shares.columns.end() - (shares.columns.size() > 3 ? 3 : 2));
  const float column = (stage.right - left - words) / static_cast<float>(shares.columns.size());
  const int hot = page.most_asked();
  const float head = page.boxes.rows - page.px(page.boxes.low ? 34 : 42);
  if (!page.boxes.low) {
    ui.text(stage.left, page.boxes.rows - page.px(112), type::written_hot, c.ink,
            say("From scores to shares"));
    ui.text(stage.left, page.boxes.rows - page.px(86), type::label, c.text_2,
            say("the row of “{word}”, written as a column",
                {{"word", page.asks[static_cast<std::size_t>(page.row)]}}));
  }
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
  const Area table = rows.row(rows.first, left, stage.right);
  const Touch touch = ui.surface("place/shares", {table.left, rows.top, table.right, rows.bottom()});
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
  if (touch.clicked && pointed >= 0 && page.has(Altitude::cell))
    page.go({.altitude = Altitude::cell,
             .token = page.row,
             .part = "scores",
             .cell = CellName{page.path("scores"), page.row, pointed},
             .number = -1});
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
}

// The numbers of a step that is no product of two matrices, as they are.
void add_numbers(const Page& page, stage::Scene& scene, const std::string& path) {
  const HeatmapPtr map = page.map(path);
  if (map == nullptr) return;
  const bool of_asked = is_of_asked(page, page.step);
  const Rows& rows = of_asked ? page.asked_rows : page.rows;
  const int row = of_asked ? std::max(page.most_asked(), 0) : page.row;
  const bool alone = page.is_tight() && !of_asked;
  const float left = page.boxes.stage.left + (alone ? 0 : page.px(100)), right = page.boxes.stage.right;
  const int hot = std::max(page.of_pairs ? page.most_asked() : page.largest_in_row(path, row), 0);
  const AxisPlaces columns = lay_out_axis(
      left, right - left, 0, map->columns, hot,
      {.printed = printed_cell(page.ui, printed_width(page.ui, *map), right - left, map->columns),
       .least_strip = 1,
       .most_strip = page.px(6),
       .overview = page.px(34)});
  const Site* const site = site_of(path);
  if (site != nullptr && !page.boxes.low)
    Formula::parse(std::string(site->symbol) + " = " + std::string(site->formula))
        .draw(page.ui, page.boxes.stage.left, page.boxes.rows - page.px(120), FormulaSize::medium);
  scene.add(
      stage::key_of(path),
      {columns.begin_of(columns.shown_first), rows.top, columns.end_of(columns.shown_end - 1), rows.bottom()},
      [map](Ui& on, const Area& at) { paint_cells(on, map, at); },
      [&page, map, rows, columns, row, hot] {
        matrix(page.ui, "place/result", map, upright_rows(rows), columns,
               {.hot_cell = CellAt{row, hot}, .fade = false});
        if (page.of_pairs)
          matrix_column_labels(page.ui, *map, columns, rows.top - page.px(3), hot, Role::ink);
      });
}

// --- before a class

// The row of a step as a strip of its numbers.
void add_class_strip(const Page& page, stage::Scene& scene, const std::string& path, int row,
                     const Area& area, Rgb frame) {
  const HeatmapPtr map = page.map(path);
  if (map == nullptr || row >= map->rows) return;
  stage::Key own = stage::key_of(path);
  own.row = row;
  scene.add(own, area, [map, row, frame](Ui& on, const Area& at) {
    on.cells({.map = map,
              .row = row,
              .rows = 1,
              .columns = map->columns,
              .area = at,
              .paper = on.colours().presenter,
              .unit = on.scale()});
    on.outline(at.outset(on.px(2)), frame, on.px(1.5F), on.px(3));
  });
}

void draw_class_chip(const Page& page, ImVec2 at, const std::string& word, const std::string& says) {
  Ui& ui = page.ui;
  const bool light = ui.theme() == Theme::light;
  const Type face{Face::bold, 30}, text = page.face(type::label);
  const float wide = ui.width(face, word) + page.px(36), half = page.px(27);
  const Area chip{at.x, at.y - half, at.x + wide, at.y + half};
  ui.fill(chip, page.c.focus, page.px(9));
  if (light) ui.outline(chip, page.c.ink, page.px(2.5F), page.px(9));
  ui.text(chip, Align::centre, face, light ? page.c.ink : page.c.stage, word);
  ui.text(chip.right + page.px(16), at.y, text, page.c.text_2, says);
}

// The word that the other sentence's word takes most from, in this one; -1 without one.
int asked_by_other(const Page& page) {
  const std::optional<int> row = row_of_other(page);
  if (!row) return -1;
  const int other = 1 - page.side;
  const int most = page.largest_in_row(page.path("weights"), *row, other);
  const Label& label = page.trace.label(page.trace.at(page.path("weights")));
  if (most < 0) return -1;
  return page.context.pictures.alignment()->counterpart(label.cols, other, most).value_or(-1);
}

// Two words with their scores and shares, and all the others.
void draw_class_shares(const Page& page) {
  Ui& ui = page.ui;
  const Palette& c = page.c;
  const HeatmapPtr weights = page.map(page.path("weights"));
  const HeatmapPtr scaled = page.map(page.path("scaled"));
  const HeatmapPtr scores = scaled != nullptr ? scaled : page.map(page.path("scores"));
  const int first = page.most_asked();
  if (weights == nullptr || scores == nullptr || first < 0) return;
  const auto share = [&](int column) { return weights->value(page.row, column); };
  const auto score = [&](int column) { return scores->value(page.row, column); };
  const auto counts = [&](int column) { return weights->state(page.row, column) == CellState::value; };
  // The second is the one that the other sentence takes, else the next largest.
  int second = asked_by_other(page);
  if (second == first || (second >= 0 && !counts(second))) second = -1;
  const bool of_other = second >= 0;
  for (int column = 0; column < weights->columns && !of_other; ++column) {
    if (column != first && counts(column) && (second < 0 || share(column) > share(second))) second = column;
  }
  const Area body = page.boxes.body.inset(page.px(40), 0);
  const Type text = page.face(type::label);
  draw_class_chip(
      page, {body.left, body.top + page.px(66)}, page.asks[static_cast<std::size_t>(page.row)],
      page.is_of_cells(page.attention.asked) ? say("scores every cell:") : say("scores every word:"));
  const auto at = [&](float part) { return body.left + body.width() * part; };
  const float score_end = at(0.55F), bar = at(0.65F), bar_end = at(0.84F), tall = page.px(76);
  float y = body.top + page.px(152);
  const auto heading = [&](float right, const std::string& name) {
    ui.text({right - page.px(160), y - page.px(28), right, y}, Align::right, text, c.text_2, name);
  };
  heading(score_end, scaled != nullptr ? say("score ÷ √d") : say("score"));
  heading(body.right, say("share"));
  y += page.px(4);
  const auto line = [&](const std::string& word, const std::string& left, const std::string& right,
                        float part, Rgb colour, bool hot) {
    const Area row{body.left - page.px(14), y, body.right + page.px(14), y + tall};
    if (hot) ui.fill(row, c.focus_band, page.px(8));
    const Type face{hot ? Face::bold : Face::regular, 30};
    const float middle = row.middle_y();
    ui.text(body.left + page.px(9), middle, face, colour,
            ui.shortened(face, word, score_end - body.left - page.px(150)));
    const Type number = type::presenter_number;
    ui.text({body.left, row.top, score_end, row.bottom}, Align::right, number, hot ? c.ink : c.text_2, left);
    if (hot || !left.empty()) {
      ui.line(score_end + page.px(20), middle, bar - page.px(26), middle, c.text_2, page.px(1.5F));
      for (const float side : {-1.0F, 1.0F})
        ui.line(bar - page.px(34), middle + side * page.px(7), bar - page.px(26), middle, c.text_2,
                page.px(1.5F));
    }
    const float half = page.px(12);
    ui.fill({bar, middle - half, bar_end, middle + half}, c.hairline, half);
    ui.fill({bar, middle - half, bar + std::max((bar_end - bar) * part, 2 * half), middle + half}, colour,
            half);
    ui.text({bar_end, row.top, body.right, row.bottom}, Align::right, number, hot ? c.ink : c.text_2, right);
    y = row.bottom + page.px(12);
  };
  const auto word = [&](int column) {
    const std::string& name = page.asked[static_cast<std::size_t>(column)];
    return page.is_of_cells(page.attention.asked) ? cell_said(name) : name;
  };
  line(word(first), fixed_text(score(first), 2), number_alone(share(first), NumberFormat::weight),
       share(first), page.own(), true);
  float rest = 1 - share(first);
  if (second >= 0) {
    rest -= share(second);
    line(word(second), fixed_text(score(second), 2), number_alone(share(second), NumberFormat::weight),
         share(second), of_other ? c.sentence(1 - page.side) : c.text_2, false);
  }
  rest = std::max(rest, 0.0F);
  if (weights->columns > 2)
    line(say("all the others"), "", number_alone(rest, NumberFormat::weight), rest, c.text_2, false);
  if (second < 0) return;
  // From what is printed, and only where the shares come of it: an edit may have set them by hand.
  const auto printed = [](float value) { return std::round(static_cast<double>(value) * 100) / 100; };
  const double more = printed(score(first)) - printed(score(second)), times = std::exp(more);
  if (more <= 0 || times > 1e5 || share(second) <= 0 ||
      std::fabs(std::log(static_cast<double>(share(first) / share(second))) - more) > 0.05)
    return;
  const std::string told_times = times < 9.95 ? fixed_text(static_cast<float>(times), 1)
                                              : fixed_text(static_cast<float>(std::round(times)), 0);
  const Type last{Face::regular, 23};
  ui.text({body.left, y, body.right, page.boxes.body.bottom}, Align::centre, last, c.ink,
          say("{more} more in the score: {times} times the share.",
              {{"more", fixed_text(static_cast<float>(more), 2)}, {"times", told_times}}));
}

// A row that is made of rows: by shares, or by a matrix that was learned.
class ClassProduct {
 public:
  ClassProduct(const Page& page, stage::Scene& scene, std::string path)
      : page_(page), scene_(scene), path_(std::move(path)) {}

  void add() {
    const int node = page_.trace.find(path_);
    const std::optional<Product> product = node < 0 ? std::nullopt : product_of(page_.trace, node);
    const HeatmapPtr map = page_.map(path_);
    if (map == nullptr) return;
    const bool of_asked = is_of_asked(page_, page_.step);
    row_ = of_asked ? std::max(page_.most_asked(), 0) : page_.row;
    word_ =
        of_asked ? page_.asked[static_cast<std::size_t>(row_)] : page_.asks[static_cast<std::size_t>(row_)];
    rest_ = page_.boxes.body.inset(page_.px(40), 0);
    rest_.cut_top(page_.px(16));
    if (page_.of_pairs) return add_scores(*map);
    if (page_.step == SiteId::output) {
      add_mixture();
    } else if (product) {
      add_input(page_.trace.label(product->left).path, product->inner, map->columns);
    }
    add_result(*map);
  }

 private:
  void label(const Area& line, const std::string& text, Rgb colour) {
    const Type face = page_.face(type::label);
    add_text(page_, scene_, {line.left, line.middle_y()}, face, colour,
             page_.ui.shortened(face, text, line.width()));
  }

  void add_input(const std::string& from, int inner, int outer) {
    label(rest_.cut_top(page_.px(40)),
          say("the numbers of “{word}”: {n}", {{"word", word_}, {"n", std::to_string(inner)}}), page_.c.ink);
    add_class_strip(page_, scene_, from, row_, rest_.cut_top(page_.px(64), page_.px(30)),
                    page_.c.strong_line);
    label(rest_.cut_top(page_.px(60), page_.px(16)),
          say("× a matrix that was learned, {rows} × {columns}: the same for every word",
              {{"rows", std::to_string(inner)}, {"columns", std::to_string(outer)}}),
          page_.c.text_2);
  }

  // The words that the most is taken from, each with its V.
  void add_mixture() {
    const HeatmapPtr weights = page_.map(page_.path("weights"));
    if (weights == nullptr) return;
    std::vector<std::pair<float, int>> shares;
    for (int column = 0; column < weights->columns; ++column) {
      if (weights->state(page_.row, column) == CellState::value)
        shares.emplace_back(weights->value(page_.row, column), column);
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    constexpr std::size_t most = 3;
    // One at least, and no others that are as good as nothing.
    const auto named =
        std::find_if(shares.begin(), shares.end(), [](const auto& each) { return each.first < 0.005F; });
    const std::size_t count = std::min(
        {most, shares.size(), std::max<std::size_t>(1, static_cast<std::size_t>(named - shares.begin()))});
    float left = 1;
    const Type number = type::presenter_number;
    for (std::size_t i = 0; i < count; ++i) {
      Area line = rest_.cut_top(page_.px(54), page_.px(18));
      const auto [share, column] = shares[i];
      left -= share;
      const Area first = Area::at(line.left, line.top, page_.px(90), line.height());
      scene_.add(key("class share", column), first,
                 [number, says = number_alone(share, NumberFormat::weight)](Ui& on, const Area& at) {
                   on.text(at, Align::left, number, on.colours().ink, says);
                 });
      line.left += page_.px(96);
      const Area name = line.cut_left(page_.px(190));
      label(name, say("× V of {word}", {{"word", page_.asked[static_cast<std::size_t>(column)]}}),
            page_.c.value);
      add_class_strip(page_, scene_, page_.path("value"), column, line.inset(0, page_.px(5)), page_.c.value);
    }
    if (shares.size() > count)
      label(rest_.cut_top(page_.px(40), page_.px(10)),
            say("and {share} of all the others",
                {{"share", number_alone(std::max(left, 0.0F), NumberFormat::weight)}}),
            page_.c.text_2);
  }

  void add_result(const Heatmap& map) {
    const std::string letter = step_called(page_.part);
    label(rest_.cut_top(page_.px(44)),
          page_.step == SiteId::output
              ? say("added up: what “{word}” takes with it, {n} numbers",
                    {{"word", word_}, {"n", std::to_string(map.columns)}})
              : say("{letter} of “{word}”: {n} numbers",
                    {{"letter", letter}, {"word", word_}, {"n", std::to_string(map.columns)}}),
          colour_of(role_of(path_), page_.c));
    add_class_strip(page_, scene_, path_, row_, rest_.cut_top(page_.px(70)),
                    colour_of(role_of(path_), page_.c));
  }

  // The words with the largest scores.
  void add_scores(const Heatmap& map) {
    std::vector<std::pair<float, int>> scores;
    for (int column = 0; column < map.columns; ++column) {
      if (map.state(row_, column) == CellState::value) scores.emplace_back(map.value(row_, column), column);
    }
    std::stable_sort(scores.begin(), scores.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    const Area box = rest_;
    scene_.add(
        key("class scores"), box, [](Ui&, const Area&) {},
        [&page = page_, scores, word = word_, rest = rest_]() mutable {
          draw_class_chip(page, {rest.left, rest.top + page.px(44)}, word,
                          page.is_of_cells(page.attention.asked) ? say("scores every cell. The best:")
                                                                 : say("scores every word. The best:"));
          rest.cut_top(page.px(104));
          constexpr std::size_t most = 5;
          float largest = 1e-9F;
          for (const auto& [score, column] : scores) largest = std::max(largest, std::fabs(score));
          for (std::size_t i = 0; i < std::min(most, scores.size()); ++i) {
            const auto [score, column] = scores[i];
            const Area line = rest.cut_top(page.px(62), page.px(8));
            const bool hot = i == 0;
            if (hot) page.ui.fill(line.inset(-page.px(14), 0), page.c.focus_band, page.px(8));
            const Type face{hot ? Face::bold : Face::regular, 30};
            page.ui.text(line.left + page.px(9), line.middle_y(), face, hot ? page.own() : page.c.text_2,
                         page.ui.shortened(face, page.asked[static_cast<std::size_t>(column)], page.px(220)));
            const float number = line.left + line.width() * 0.5F, bar = number + page.px(30);
            page.ui.text({line.left, line.top, number, line.bottom}, Align::right, type::presenter_number,
                         page.c.ink, number_alone(score, NumberFormat::score));
            const float half = page.px(11);
            page.ui.fill({bar, line.middle_y() - half,
                          bar + std::max(page.px(3), (line.right - bar) * std::fabs(score) / largest),
                          line.middle_y() + half},
                         score < 0 ? page.c.first_sentence : page.c.second_sentence);
          }
        });
  }

  const Page& page_;
  stage::Scene& scene_;
  std::string path_, word_;
  int row_ = 0;
  Area rest_;
};

}  // namespace

void add_presented_step(const Page& page, stage::Scene& scene) {
  if (!is_share_step(page.step)) return ClassProduct(page, scene, page.path(page.part)).add();
  scene.add(
      key("shares"), page.boxes.body, [](Ui&, const Area&) {}, [&page] { draw_class_shares(page); });
}

void add_step(const Page& page, stage::Scene& scene) {
  if (page.boxes.presented()) return add_presented_step(page, scene);
  add_steps(page, scene);
  const std::string path = page.path(page.part);
  const int node = page.trace.find(path);
  const float beam_end = page.boxes.stage.left + std::round(page.boxes.stage.width() * 0.27F);
  add_beam(page, scene, page.row, beam_end);
  if (is_share_step(page.step)) {
    const float lines = page.boxes.stage.left - page.px(8);
    if (!shares_stand_alone(page))
      add_lines_between(page, scene, lines, lines + std::round(page.boxes.stage.width() * 0.28F) - page.px(4),
                        false);
    const Area box{page.boxes.stage.left, page.rows.top, page.boxes.stage.right, page.rows.bottom()};
    scene.add(
        key("shares"), box, [](Ui&, const Area&) {}, [&page] { draw_shares(page); });
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
