// A score as a sum: the query's parts down, the key's parts across.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "app/lab/compared_models.h"
#include "app/labs/causes/causes_panel.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr const char* causes_score_grid = "causes/score";

// The map with fewer rows, kept as long as it is shown.
struct ScoreCut {
  HeatmapPtr of, map;
  std::vector<int> rows;
};

class CausesScore : public CausesPart {
 public:
  using CausesPart::CausesPart;

  void draw() {
    controls();
    if (!study_.no_score.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2, study_.no_score, ui_.px(19));
      return;
    }
    if (!study_.score) return;
    draw_keys();
    rest_.cut_top(ui_.wrapped(rest_, type::label_hot, c_.ink, sum().says, ui_.px(18)) + ui_.px(2));
    rest_.cut_top(ui_.wrapped(rest_, type::caption, c_.text_2, what_it_is(), ui_.px(16)) + ui_.px(10));
    draw_grid();
  }

 private:
  const ScoreSum& sum() const { return *study_.score; }

  void controls() {
    if (ui_.exporting()) return;
    ControlRows row(ui_, rest_, ui_.px(34), ui_.px(8));
    head_and_word(context_, row);
    if (!two()) return;
    const std::array<Choice, 2> sides = sentence_choices(context_);
    const int side =
        choices(ui_, "causes/side", button_place(ui_, row.next(choices_width(ui_, sides), ui_.px(20))), sides,
                study_.into);
    if (side >= 0) ui_.emit(SelectSide{side});
  }

  // The keys with their weights, in further rows where there is no room; each can be pressed.
  void draw_keys() {
    constexpr int most_rows = 3;
    const std::string lead = say("“{word}” looks at:", {{"word", sum().query_word}});
    Area line = rest_.cut_top(ui_.px(38));
    ui_.text({line.left, line.top, line.right, line.top + ui_.px(24)}, Align::left, type::label, c_.text_2,
             lead);
    float x = line.left + ui_.width(type::label, lead) + ui_.px(10);
    int rows = 1;
    for (std::size_t key = 0; key < sum().words.size(); ++key) {
      const std::string& word = sum().words[key];
      const std::string weight = weight_alone(sum().weights[key]);
      const float wide =
          std::max(ui_.width(type::label_hot, word), ui_.width(type::path, weight)) + ui_.px(12);
      if (x + wide > line.right && x > line.left) {
        if (++rows > most_rows) break;
        line = rest_.cut_top(ui_.px(38));
        x = line.left;
      }
      const bool chosen = static_cast<int>(key) == sum().key;
      const Area place = Area::at(x, line.top, wide, ui_.px(36));
      if (chosen) ui_.fill(place, c_.focus_band, ui_.px(5));
      const Touch touch =
          ui_.press("causes/key/" + std::to_string(key), place,
                    {.radius = ui_.px(5), .ground = c_.rail, .hint = "What is this score made from?"});
      ui_.text({place.left, place.top, place.right, place.top + ui_.px(20)}, Align::centre,
               chosen ? type::label_hot : type::label, chosen || touch.hovered ? c_.ink : c_.text_2, word);
      ui_.text({place.left, place.top + ui_.px(19), place.right, place.bottom}, Align::centre, type::path,
               c_.text_2, weight);
      if (touch.clicked) change([&](CausesLab& lab) { lab.key = static_cast<int>(key); });
      x += wide + ui_.px(2);
    }
    rest_.cut_top(ui_.px(4));
  }

  std::string what_it_is() const {
    const NamedValue score{"score", cause_effect_text(sum().parts.pairs.sum())};
    return paragraph(
        {sum().divided_by == 1
             ? say("All parts together are the score, q · k = {score}.", {score})
             : say(sum().capped
                       ? to_be_said("All parts together are the score, q · k = {score}; divided by "
                                    "{root}, the square root of {n}, and bent below the cap, it enters "
                                    "the softmax as {scaled}.")
                       : to_be_said("All parts together are the score, q · k = {score}; divided by "
                                    "{root}, the square root of {n}, it enters the softmax as {scaled}."),
                   {score,
                    {"root", cause_effect_text(sum().divided_by)},
                    {"n", std::to_string(std::lround(sum().divided_by * sum().divided_by))},
                    {"scaled", cause_effect_text(sum().scaled)}}),
         say("Norms are kept fixed. Click a head to see why it looks there.")});
  }

  // Where there is no room to read all rows, those with the largest parts, all others as one, and the sum.
  void choose_rows(float room) {
    const Heatmap& map = *sum().map;
    const float line = std::max(ui_.px(14), ui_.height(type::caption));
    const auto fit = static_cast<std::size_t>(std::max(4.0F, std::floor(room / line)));
    rows_.resize(static_cast<std::size_t>(map.rows));
    std::iota(rows_.begin(), rows_.end(), 0);
    map_ = sum().map;
    if (rows_.size() <= fit) return;
    rows_.pop_back();
    if (sum().rows.back() < 0) rows_.pop_back();
    const auto most = [&](int row) {
      float largest = 0;
      for (int column = 0; column + 1 < map.columns; ++column)
        largest = std::max(largest, std::fabs(map.value(row, column)));
      return largest;
    };
    std::stable_sort(rows_.begin(), rows_.end(), [&](int a, int b) { return most(a) > most(b); });
    rows_.resize(std::min(rows_.size(), fit - 2));
    std::sort(rows_.begin(), rows_.end());
    rows_.push_back(-1);
    rows_.push_back(map.rows - 1);
    auto& cut = ui_.state<ScoreCut>();
    if (cut.of != sum().map || cut.rows != rows_)
      // Named are all rows but these: the others and the sum.
      cut = {sum().map,
             rows_of_map(
                 map, rows_,
                 say("{n} others", {{"n", std::to_string(sum().parts.query.size() + 2 - rows_.size())}})),
             rows_};
    map_ = cut.map;
  }

  void draw_grid() {
    const HeatmapPtr& map = map_;
    map_ = sum().map;
    const float scale = ui_.px(24);
    level_colour_bar(ui_, rest_.left, rest_.top + scale / 2, map->scale.label, map->scale);
    rest_.cut_top(scale);
    float labels = ui_.width(type::caption, map->row_axis + " ↓") + ui_.px(14);
    for (const std::string& label : map->row_labels)
      labels = std::max(labels, ui_.width(type::label_hot, label) + ui_.px(14));
    labels = std::min(labels, std::round(rest_.width() * 0.34F));
    const float wide =
        cell_side((rest_.width() - labels - ui_.px(60)) / static_cast<float>(map->columns), ui_.px(96));
    const std::optional<float> level = level_names_height(*map, wide);
    const float above =
        std::min(level.value_or(column_labels_height(ui_, *map, wide)), rest_.height() * 0.5F);
    rest_.cut_top(above);
    choose_rows(rest_.height());
    const float tall = cell_side(rest_.height() / static_cast<float>(map->rows), ui_.px(34));
    const Area cells = Area::at(rest_.left + labels, rest_.top, wide * static_cast<float>(map->columns),
                                tall * static_cast<float>(map->rows));
    HeatmapLook look;
    look.row_label_width = labels;
    look.numbers_from = 14;
    look.column_labels = !level;
    if (level) draw_level_names(*map, cells);
    look.selected = keyboard_cell(ui_, causes_score_grid, map->rows, map->columns);
    const HeatmapTouch touch = heatmap(ui_, causes_score_grid, map, cells, look);
    heatmap_corner(ui_, cells, *map);
    // The sums stand apart.
    const float x = std::round(cells.right - wide), y = std::round(cells.bottom - tall);
    ui_.line(x, cells.top, x, cells.bottom, c_.ink, ui_.px(1.5F));
    ui_.line(cells.left, y, cells.right, y, c_.ink, ui_.px(1.5F));
    if (touch.hovered) {
      ui_.tooltip(cell_says(*touch.hovered));
      if (head_at(*touch.hovered)) ui_.hand();
    }
    if (touch.clicked) {
      if (const auto head = head_at(*touch.clicked)) go_to(*head);
    }
  }

  float name_line() const { return std::max(ui_.px(14), ui_.height(type::caption) + 1); }

  // Of the columns' names in short lines above them; nothing where a word is wider than its column.
  std::optional<float> level_names_height(const Heatmap& map, float wide) const {
    float tall = 0;
    for (const std::string& name : map.column_labels) {
      for (const std::string& word : spaced_words(name))
        if (ui_.width(type::caption, word) > wide - ui_.px(4)) return std::nullopt;
      tall = std::max(tall, ui_.wrapped_height(type::caption, name, wide - ui_.px(4), name_line()));
    }
    return tall + ui_.px(8);
  }

  void draw_level_names(const Heatmap& map, const Area& cells) {
    const float wide = cells.width() / static_cast<float>(map.columns);
    for (int column = 0; column < map.columns; ++column) {
      const std::string name = map.column_label(column);
      const float tall = ui_.wrapped_height(type::caption, name, wide - ui_.px(4), name_line());
      const float left = cells.left + wide * static_cast<float>(column) + ui_.px(2);
      ui_.wrapped({left, cells.top - ui_.px(4) - tall, left + wide - ui_.px(4), cells.top}, type::caption,
                  c_.text_2, name, name_line());
    }
  }

  const AttributedPart* part(const std::vector<AttributedPart>& parts, const std::vector<int>& shown,
                             int at) const {
    if (at >= static_cast<int>(shown.size()) || shown[at] < 0) return nullptr;
    return &parts[shown[at]];
  }
  const AttributedPart* of_query(CellAt at) const {
    const int row = rows_[at.row];
    return row < 0 ? nullptr : part(sum().parts.query, sum().rows, row);
  }
  const AttributedPart* of_key(CellAt at) const { return part(sum().parts.key, sum().columns, at.column); }

  // A head that the cell is a part by, and the row it was read in: of the query first.
  struct Earlier {
    Place place;
    int row = 0;
  };
  std::optional<Earlier> head_at(CellAt at) const {
    for (const auto& [found, row] :
         {std::pair{of_query(at), sum().query}, std::pair{of_key(at), sum().key}}) {
      if (found != nullptr && found->kind == AttributedPart::Kind::head) {
        Place place = place_of(found->path);
        if (place.layer && place.head) return Earlier{std::move(place), row};
      }
    }
    return std::nullopt;
  }

  void go_to(const Earlier& earlier) {
    ui_.emit(SelectHead{*earlier.place.layer, *earlier.place.head,
                        attention_of(earlier.place.stack, earlier.place.attention)});
    ui_.emit(SelectToken{earlier.row});
    change([&](CausesLab& lab) { lab.key = -1; });
  }

  std::vector<RichText> cell_says(CellAt at) const {
    const Heatmap& map = *map_;
    std::vector<RichText> lines;
    lines.push_back(std::vector<TextRun>{
        {map.row_label(at.row), Role::ink, true},
        {"  with  ", Role::text_3},
        {map.column_label(at.column), Role::ink, true},
        {"   " + cause_with_sign(static_cast<double>(map.value(at.row, at.column))), Role::ink}});
    for (const AttributedPart* found : {of_query(at), of_key(at)}) {
      if (found != nullptr && !found->words.empty()) lines.push_back(words_of(*found));
    }
    if (head_at(at))
      lines.push_back(std::vector<TextRun>{{"Click to see why that head looks there.", Role::text_3}});
    return lines;
  }

  // Which words a head has its part from, with all of the other side.
  RichText words_of(const AttributedPart& found) const {
    const Place place = place_of(found.path);
    const Trace& trace = *context_.results.side(study_.into).trace;
    const std::vector<std::string>& tokens =
        trace.tokens(info(attention_of(place.stack, place.attention)).asked);
    std::vector<std::size_t> order(found.words.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::fabs(found.words[a]) > std::fabs(found.words[b]);
    });
    order.resize(std::min<std::size_t>(order.size(), 3));
    std::string words;
    for (const std::size_t key : order) {
      const std::string token = key < tokens.size() ? tokens[key] : std::to_string(key);
      words = joined({words, "“" + token + "” " + cause_with_sign(found.words[key])});
    }
    return RichText(say("{block} brings this from {words}, added up over the other side.",
                        {{"block", block_name(trace.anatomy(), found.path)}, {"words", words}}));
  }

  HeatmapPtr map_;         // that is shown: the sum's, or some of its rows
  std::vector<int> rows_;  // of the sum's; -1: several of them
};

}  // namespace

void draw_score_sum(const PanelContext& context, const Area& area) { CausesScore(context, area).draw(); }

}  // namespace headlight
