// One step of a head before a class: what the back row can read of it.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/common/step_names.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/place/place_parts.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

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

// Two words with their scores and shares, and all the others.
void draw_class_shares(const Page& page) {
  Ui& ui = page.ui;
  const Palette& c = page.c;
  const HeatmapPtr weights = page.map(page.path("weights"));
  const HeatmapPtr scaled = page.map(page.path("scaled"));
  const HeatmapPtr capped = page.map(page.path("capped"));
  const HeatmapPtr scores = capped != nullptr   ? capped
                            : scaled != nullptr ? scaled
                                                : page.map(page.path("scores"));
  const int first = page.most_asked();
  if (weights == nullptr || scores == nullptr || first < 0) return;
  const auto share = [&](int column) { return weights->value(page.row, column); };
  const auto score = [&](int column) { return scores->value(page.row, column); };
  const auto counts = [&](int column) { return weights->state(page.row, column) == CellState::value; };
  // The second is the one that the other sentence takes, else the next largest.
  int second = page.most_asked_there();
  if (second == first || (second >= 0 && !counts(second))) second = -1;
  const bool of_other = second >= 0;
  for (int column = 0; column < weights->columns && !of_other; ++column) {
    if (column != first && counts(column) && (second < 0 || share(column) > share(second))) second = column;
  }
  const Area body = page.boxes.body.inset(page.px(class_side), 0);
  const Type text = page.face(type::label);
  draw_class_chip(page, {body.left, body.top + page.px(66)}, page.asks[static_cast<std::size_t>(page.row)],
                  say("scores every {unit}:", {{"unit", word_called(page, page.attention.asked)}}));
  const auto at = [&](float part) { return body.left + body.width() * part; };
  const float score_end = at(0.55F), bar = at(0.65F), bar_end = at(0.84F), tall = page.px(76);
  float y = body.top + page.px(152);
  const auto heading = [&](float right, const std::string& name) {
    ui.text({right - page.px(160), y - page.px(28), right, y}, Align::right, text, c.text_2, name);
  };
  heading(score_end, capped != nullptr   ? say("score, capped")
                     : scaled != nullptr ? say("score ÷ √d")
                                         : say("score"));
  heading(body.right, say("share"));
  y += page.px(4);
  const auto line = [&](const std::string& word, const std::string& left, const std::string& right,
                        float part, Rgb colour, bool hot) {
    const Area row{body.left - page.px(14), y, body.right + page.px(14), y + tall};
    if (hot) ui.fill(row, c.focus_band, page.px(8));
    const Ui::Pieces told(ui, ToldNumber{word,
                                         left.empty() ? say("share {share}", {{"share", right}})
                                                      : say("score {score}, share {share}",
                                                            {{"score", left}, {"share", right}}),
                                         part, row});
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
    share_bar(ui, {bar, middle - half, bar_end, middle + half}, part, colour);
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
  const std::string told_times =
      times < 9.95 ? fixed_text(static_cast<float>(times), 1) : count_text(std::llround(times));
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
    rest_ = page_.boxes.body.inset(page_.px(class_side), 0);
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
          draw_class_chip(
              page, {rest.left, rest.top + page.px(44)}, word,
              say("scores every {unit}. The best:", {{"unit", word_called(page, page.attention.asked)}}));
          rest.cut_top(page.px(104));
          constexpr std::size_t most = 5;
          float largest = 1e-9F;
          for (const auto& [score, column] : scores) largest = std::max(largest, std::fabs(score));
          for (std::size_t i = 0; i < std::min(most, scores.size()); ++i) {
            const auto [score, column] = scores[i];
            const Area line = rest.cut_top(page.px(62), page.px(8));
            draw_class_bar(
                page.ui, line,
                {page.asked[static_cast<std::size_t>(column)], number_alone(score, NumberFormat::score),
                 static_cast<double>(std::fabs(score) / largest),
                 score < 0 ? page.c.first_sentence : page.c.second_sentence},
                i == 0);
          }
        });
  }

  const Page& page_;
  stage::Scene& scene_;
  std::string path_, word_;
  int row_ = 0;
  Area rest_;
};

// The lines, and below them what they read and give, all but what was learned.
void draw_class_code(const Page& page, const Explained& of, Area body) {
  Ui& ui = page.ui;
  body.bottom = std::min(body.bottom, page.boxes.bottom.top - page.px(24));
  body.cut_top(draw_code(of, body), page.px(48));
  std::vector<std::pair<int, std::string>> matrices = matrices_of_code(of);
  std::erase_if(matrices, [&](const auto& each) {
    return of.trace->tape().node(each.first).kind == Node::Kind::parameter ||
           page.map(of.trace->label(each.first).path) == nullptr;
  });
  constexpr std::size_t most = 4;
  if (matrices.size() > most) matrices.resize(most);
  const Type name{Face::mono, 24};
  const float pitch = page.px(44);
  if (matrices.empty() || body.height() < 3 * pitch) return;
  const float gap = page.px(36), count = static_cast<float>(matrices.size()),
              wide = (body.width() - gap * (count - 1)) / count;
  for (const auto& [node, called] : matrices) {
    const std::string& path = of.trace->label(node).path;
    const HeatmapPtr map = page.map(path);
    Area box = body.cut_left(wide, gap);
    const Rgb colour = colour_of(role_of(path), page.c);
    const Area head = box.cut_top(pitch);
    const float x = ui.text(head.left, head.middle_y(), name, colour, called);
    ui.text(x + page.px(14), head.middle_y(), name, page.c.text_2,
            "[" + std::to_string(map->rows) + ", " + std::to_string(map->columns) + "]");
    box.bottom = std::min(box.bottom, box.top + box.width());
    paint_cells(ui, map, box);
    mark_for_code(page.context, node, box);
  }
}

}  // namespace

void add_class_explained(const Page& page, stage::Scene& scene, const Cell& cell, bool whole) {
  Area body = page.boxes.body.inset(page.px(class_side), 0);
  body.cut_top(page.px(40));
  scene.add(
      key("class explained"), body, [](Ui&, const Area&) {},
      [&page, cell, whole, body] {
        const Explained explained = page.explained(cell, whole);
        if (page.session.dial == Dial::code && whole) return draw_class_code(page, explained, body);
        if (whole || draw_cell_explained(explained, body) == 0) draw_step_explained(explained, body);
      });
}

void add_presented_step(const Page& page, stage::Scene& scene) {
  const std::optional<Cell> cell = marked_cell(page);
  if (!cell) return;
  draw_class_dial(page, *cell, true);
  if (page.session.dial != Dial::numbers) return add_class_explained(page, scene, *cell, true);
  if (!is_share_step(page.step)) return ClassProduct(page, scene, page.path(page.part)).add();
  scene.add(
      key("shares"), page.boxes.body, [](Ui&, const Area&) {}, [&page] { draw_class_shares(page); });
}

}  // namespace headlight::place
