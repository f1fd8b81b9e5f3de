// Two sentences, or two models, at the same step or head: both tables in the rows of the sentence in front,
// or second minus first.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "app/widgets/controls.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr int second_minus_first = 2;  // its place among the compared maps

// The compared maps in the rows and columns of the sentence in front.
struct FrontMaps {
  std::array<TracePtr, 2> of;
  int front = 0;
  std::string path;
  std::array<HeatmapPtr, 3> maps;
  std::vector<std::string> only_other;  // words that have no row here
  std::vector<std::string> only_front;  // and those that the other one does not have
};
struct KeptFrontMaps {
  std::shared_ptr<const FrontMaps> last;
  void let_go() { last.reset(); }
};

std::vector<int> places_of_side(const CommonPlaces& places, int side) {
  std::vector<int> found;
  const auto& own = places.own.at(static_cast<std::size_t>(side));
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i]) found.push_back(static_cast<int>(i));
  }
  return found;
}

HeatmapPtr map_of_places(const Heatmap& map, const std::vector<int>& rows, const std::vector<int>& columns) {
  auto cut = std::make_shared<Heatmap>(map);
  cut->rows = static_cast<int>(rows.size());
  cut->columns = static_cast<int>(columns.size());
  cut->values.clear();
  cut->states.clear();
  cut->row_labels.clear();
  cut->column_labels.clear();
  cut->row_pieces = cut->column_pieces = nullptr;
  cut->marks.clear();
  cut->focus_row.reset();
  cut->focus_column.reset();
  for (const int row : rows) {
    cut->row_labels.push_back(map.row_label(row));
    for (const int column : columns) {
      cut->values.push_back(map.value(row, column));
      cut->states.push_back(map.state(row, column));
    }
  }
  for (const int column : columns) cut->column_labels.push_back(map.column_label(column));
  return cut;
}

std::shared_ptr<const FrontMaps> front_maps(const Page& page, const std::string& path) {
  KeptFrontMaps& kept = page.ui.state<KeptFrontMaps>();
  const std::array<TracePtr, 2> of{page.context.maps[0].trace(), page.context.maps[1].trace()};
  if (kept.last != nullptr && kept.last->of == of && kept.last->front == page.side && kept.last->path == path)
    return kept.last;
  const Compared* const compared = page.context.maps.compared(path);
  if (compared == nullptr || compared->maps[0] == nullptr || compared->maps[1] == nullptr) return nullptr;
  auto made = std::make_shared<FrontMaps>();
  made->of = of;
  made->front = page.side;
  made->path = path;
  const std::vector<int> rows = places_of_side(compared->rows, page.side),
                         columns = places_of_side(compared->columns, page.side);
  for (std::size_t i = 0; i < made->maps.size(); ++i) {
    if (compared->maps.at(i) != nullptr)
      made->maps.at(i) = map_of_places(*compared->maps.at(i), rows, columns);
  }
  const auto other = static_cast<std::size_t>(1 - page.side), front = static_cast<std::size_t>(page.side);
  for (std::size_t i = 0; i < compared->rows.own[other].size(); ++i) {
    const std::string label = compared->maps[0]->row_label(static_cast<int>(i));
    if (!compared->rows.own[front][i]) made->only_other.push_back(token_called(label));
    if (!compared->rows.own[other][i]) made->only_front.push_back(token_called(label));
  }
  kept.last = made;
  return made;
}

// Other words, where each has some: then a difference would leave out rows.
bool same_words(const FrontMaps& maps) { return maps.only_other.empty() && maps.only_front.empty(); }

std::string words_listed(const std::vector<std::string>& words) {
  constexpr std::size_t most = 6;
  std::string all;
  for (std::size_t i = 0; i < std::min(most, words.size()); ++i) all += (i == 0 ? "" : ", ") + words[i];
  return words.size() > most ? all + " …" : all;
}

Role role_of_side(int side) { return side == 0 ? Role::first_sentence : Role::second_sentence; }

struct RowBeside {
  double cosine = 0;
  float largest = 0;  // difference
  int column = -1;
  bool same = true;
};

std::optional<RowBeside> rows_beside(const FrontMaps& maps, int row) {
  const Heatmap &a = *maps.maps[0], &b = *maps.maps[1];
  if (row < 0 || row >= a.rows || row >= b.rows) return std::nullopt;
  RowBeside found;
  double ab = 0, aa = 0, bb = 0;
  for (int column = 0; column < a.columns; ++column) {
    if (a.state(row, column) != CellState::value || b.state(row, column) != CellState::value) continue;
    const auto x = static_cast<double>(a.value(row, column)), y = static_cast<double>(b.value(row, column));
    ab += x * y;
    aa += x * x;
    bb += y * y;
    if (const auto by = static_cast<float>(std::fabs(y - x)); found.column < 0 || by > found.largest) {
      found.largest = by;
      found.column = column;
    }
  }
  if (found.column < 0) return std::nullopt;
  found.same = found.largest == 0;
  found.cosine = aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 1;
  return found;
}

std::string number_in_map(const Heatmap& map, int row, int column) {
  return number_alone(map.value(row, column), map.format);
}

class BothSidesPage {
 public:
  explicit BothSidesPage(const Page& page)
      : page_(page), ui_(page.ui), c_(page.c), path_(path_of_both(page)), maps_(front_maps(page, path_)) {}

  void add() {
    if (maps_ == nullptr) return;
    difference_ = page_.session.sides == Sides::difference && maps_->maps[second_minus_first] != nullptr;
    // The tables lie on it.
    if (page_.rows.has(page_.row))
      ui_.fill(page_.rows.row(page_.row, page_.boxes.words.left, page_.boxes.stage.right), c_.focus_band,
               page_.px(4));
    draw_head();
    const std::optional<RowBeside> beside = rows_beside(*maps_, page_.row);
    column_ = beside ? beside->column : 0;
    if (page_.altitude == Altitude::head && page_.most_asked() >= 0) column_ = page_.most_asked();
    const Area& stage = page_.boxes.stage;
    if (difference_) return draw_table(second_minus_first, stage.left, stage.right);
    const float gap = page_.px(page_.is_tight() ? 16 : 44);
    const float half = std::floor((stage.width() - gap) / 2);
    draw_table(page_.side, stage.left, stage.left + half);
    draw_table(1 - page_.side, stage.left + half + gap, stage.right);
  }

 private:
  void draw_head() {
    Area head = page_.boxes.stage;
    head.top += page_.px(page_.boxes.presented() ? 0 : page_.boxes.low ? 4 : 8);
    if (page_.boxes.presented() || page_.boxes.phone()) return;
    const Type face = page_.boxes.low ? type::section : type::written_hot;
    ui_.text(head.left, head.top + page_.px(14), face, c_.ink,
             ui_.shortened(face, what_it_is(), head.width() - page_.px(8)));
    if (page_.boxes.low) return;
    ui_.text(head.left, head.top + page_.px(42), type::label, c_.text_2,
             ui_.shortened(type::label,
                           difference_ ? say("the second minus the first, number by number")
                                       : say("the same place of both, on one scale"),
                           head.width()));
  }

  std::string what_it_is() const {
    std::string name = page_.node >= 0                    ? model_step_in_full(page_.trace, page_.node)
                       : page_.altitude == Altitude::head ? head_called(page_, page_.head)
                                                          : step_called(page_.part);
    if (!name.empty())
      name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
  }

  AxisPlaces rows() const {
    AxisPlaces places;
    places.count = page_.rows.count;
    places.shown_first = places.lens_first = page_.rows.first;
    places.shown_end = places.lens_end = std::min(page_.rows.first + page_.rows.shown, maps_->maps[0]->rows);
    places.start = page_.rows.top;
    places.printed = places.strip = page_.rows.pitch;
    return places;
  }

  float printed() const {
    float least = 0;
    for (const HeatmapPtr& map : maps_->maps) {
      if (map != nullptr) least = std::max(least, printed_width(ui_, *map));
    }
    return least;
  }

  void draw_table(int which, float left, float right) {
    const HeatmapPtr& map = maps_->maps.at(static_cast<std::size_t>(which));
    const float room = right - left;
    const bool words = page_.of_pairs && page_.node < 0;
    const float even = std::floor(room / static_cast<float>(map->columns));
    const float wide = words || even >= page_.px(24)
                           ? std::min(even, page_.px(difference_ ? 44 : 34))
                           : printed_cell(ui_, std::min(printed(), page_.px(46)), room, map->columns);
    const AxisPlaces columns =
        lay_out_axis(left, room, 0, map->columns, column_,
                     {.printed = wide, .lens = 0, .least_strip = 0.5F, .most_strip = page_.px(4)});
    const MatrixLook look{.hot_row = page_.row, .hot_cell = CellAt{page_.row, column_}};
    if (words && !page_.boxes.flat && !page_.boxes.phone())
      matrix_column_labels(ui_, *map, columns, page_.rows.top - page_.px(4), column_, own_role(which));
    draw_name(which, left, right, words ? matrix_labels_height(ui_, *map, columns) : 0);
    const MatrixTouch touch = matrix(ui_, "place/both/" + std::to_string(which), map, rows(), columns, look);
    if (touch.clicked) open(which, *touch.clicked);
    if (page_.boxes.flat) return;
    const float foot = page_.rows.bottom() + page_.px(20);
    if (columns.has_lens())
      ui_.text(left, foot, type::caption, c_.dimensions,
               ui_.shortened(type::caption,
                             say("numbers {first} to {last} of {all}",
                                 {{"first", std::to_string(columns.lens_first + 1)},
                                  {"last", std::to_string(columns.lens_end)},
                                  {"all", std::to_string(map->columns)}}),
                             room));
  }

  Role own_role(int which) const { return which == second_minus_first ? Role::ink : role_of_side(which); }

  void draw_name(int which, float left, float right, float labels) {
    const float y = std::max(page_.rows.top - labels - page_.px(labels > 0 ? 26 : 20),
                             page_.boxes.stage.top + page_.px(page_.boxes.low ? 46 : 66));
    const Type face = page_.face(type::section);
    const auto name = [&](int side) { return ending_of(page_, side); };
    if (which != second_minus_first) {
      ui_.text(left, y, face, c_.sentence(which), ui_.shortened(face, name(which), right - left));
      return;
    }
    float x = ui_.text(left, y, face, c_.sentence(1), ui_.shortened(face, name(1), (right - left) / 2));
    x = ui_.text(x, y, page_.face(type::label), c_.text_2, say(" minus "));
    ui_.text(x, y, face, c_.sentence(0), ui_.shortened(face, name(0), right - x));
  }

  // In the sentence that the table is of; of a difference in the one in front.
  void open(int which, const CellAt& at) {
    int side = which == second_minus_first ? page_.side : which, row = at.row, column = at.column;
    if (side != page_.side) {
      const Compared* const compared = page_.context.maps.compared(path_);
      const std::optional<CellAt> common =
          compared == nullptr ? std::nullopt : compared->common(page_.side, row, column);
      const std::optional<CellAt> own = common ? compared->own(side, *common) : std::nullopt;
      if (!own) return;
      row = own->row;
      column = own->column;
      ui_.emit(SelectSide{side});
    }
    GoTo to{.altitude = Altitude::cell, .token = row, .cell = CellName{path_, row, column}, .number = -1};
    if (page_.node >= 0) {
      to.path = path_;
    } else {
      const bool shares = page_.altitude == Altitude::head || is_share_step(page_.step);
      if (shares) to.altitude = Altitude::step;
      to.part = page_.altitude == Altitude::head ? "weights" : page_.part;
    }
    if (!page_.has(*to.altitude)) return;
    page_.go(std::move(to));
  }

  const Page& page_;
  Ui& ui_;
  const Palette& c_;
  std::string path_;
  std::shared_ptr<const FrontMaps> maps_;
  bool difference_ = false;
  int column_ = 0;
};

}  // namespace

std::string path_of_both(const Page& page) {
  if (!page.context.maps.two()) return "";
  const std::string path = page.node >= 0
                               ? page.trace.label(page.node).path
                               : page.path(page.altitude == Altitude::head ? "weights" : page.part);
  const TracePtr &first = page.context.maps[0].trace(), &second = page.context.maps[1].trace();
  if (first->find(path) < 0 || second->find(path) < 0) return "";
  const Trace& front = page.trace;
  const Shape shape = front.tape().node(front.at(path)).shape;
  if (shape.rows != static_cast<int>(page.asks.size())) return "";
  return page.context.maps[0].is_long(path) || page.context.maps[1].is_long(path) ? "" : path;
}

void add_both_sides(const Page& page) { BothSidesPage(page).add(); }

Telling telling_of_both(const Page& page) {
  Telling telling{.title = say("The same step of both")};
  if (page.altitude == Altitude::head) telling.title = say("The same head of both");
  telling.paragraphs.push_back(
      told("{first} is the first, {second} the second. The colours mean the two that are compared.",
           {{"first", word_run(ending_of(page, 0), Role::first_sentence)},
            {"second", word_run(ending_of(page, 1), Role::second_sentence)}}));
  const std::shared_ptr<const FrontMaps> maps = front_maps(page, path_of_both(page));
  if (maps == nullptr) return telling;
  const TextRun word = word_run(page.asks.at(static_cast<std::size_t>(page.row)));
  const Heatmap& first = *maps->maps[0];
  if (const std::optional<RowBeside> row = rows_beside(*maps, page.row)) {
    if (row->same) {
      telling.paragraphs.push_back(
          told("In the row of {word} both are the same, number for number.", {{"word", word}}));
    } else {
      const bool pairs = page.of_pairs && page.node < 0;
      const std::string at =
          pairs ? token_called(first.column_label(row->column)) : std::to_string(row->column + 1);
      telling.paragraphs.push_back(told(
          pairs ? "In the row of {word} they differ most at {at}: {a} in the first, {b} in the second one."
                : "In the row of {word} they differ most in number {at}: {a} in the first, {b} in the second "
                  "one.",
          {{"word", word},
           {"at", word_run(at)},
           {"a", word_run(number_in_map(first, page.row, row->column), Role::first_sentence)},
           {"b", word_run(number_in_map(*maps->maps[1], page.row, row->column), Role::second_sentence)}}));
      if (!pairs)
        telling.paragraphs.push_back(
            told("The cosine of the two rows is {cosine}. 1 would be the same direction.",
                 {{"cosine", word_run(fixed_text(static_cast<float>(row->cosine), 2))}}));
    }
  } else {
    telling.paragraphs.push_back(told("The other one has no word for {word}.", {{"word", word}}));
  }
  if (!maps->only_other.empty())
    telling.paragraphs.push_back(
        told("Rows and columns are those of the one in front. Only the other one has {words}.",
             {{"words", word_run(words_listed(maps->only_other), role_of_side(1 - page.side))}}));
  telling.next = say("Click a number to see how it was made.");
  return telling;
}

namespace {

// Where one is shown nothing is compared for it.
bool have_same_words(const Page& page) {
  if (page.session.sides != Sides::one) {
    const std::shared_ptr<const FrontMaps> maps = front_maps(page, path_of_both(page));
    return maps == nullptr || same_words(*maps);
  }
  const TraceAlignment& both = *page.context.maps.alignment();
  const std::vector<AlignedWord>& words =
      page.attention.crosses() ? both.crossing : both.of(page.attention.asks);
  return std::all_of(words.begin(), words.end(),
                     [](const AlignedWord& word) { return word.first && word.second; });
}

std::array<Choice, 3> choice_of_sides(const Page& page) {
  std::array<Choice, 3> list{Choice{to_be_said("one")}, Choice{to_be_said("both")},
                             Choice{to_be_said("difference")}};
  if (page.session.sides != Sides::difference && !have_same_words(page)) {
    list[2].enabled = false;
    list[2].hint = say("No difference to show: not the same words");
  }
  return list;
}

void draw_choice_of_sides(const Page& page, const Area& place, const std::array<Choice, 3>& list) {
  const int pressed = choices(page.ui, "place/sides", place, list, static_cast<int>(page.session.sides));
  if (pressed >= 0) page.ui.emit(ShowSides{static_cast<Sides>(pressed)});
}

}  // namespace

Area draw_both_choice(const Page& page, const Area& margin) {
  Area rest = margin;
  if (page.ui.exporting() || has_ways_otherwise(page)) return rest;
  const std::array<Choice, 3> list = choice_of_sides(page);
  const float tall = choices_height(page.ui, list, rest.width(), page.px(32));
  draw_choice_of_sides(page, rest.cut_bottom(tall, page.px(10)), list);
  return rest;
}

float both_choice_width(const Page& page) { return choices_width(page.ui, choice_of_sides(page)); }

void draw_both_choice_on_stage(const Page& page, float right, float middle_y) {
  const std::array<Choice, 3> list = choice_of_sides(page);
  const float wide = choices_width(page.ui, list), half = page.px(15);
  draw_choice_of_sides(page, {right - wide, middle_y - half, right, middle_y + half}, list);
}

}  // namespace headlight::place
