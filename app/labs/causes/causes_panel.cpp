// The view of causes: the answer to ask about, the map, the sum beside it, and the heads that carry it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/labs/causes/causes_lab.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/labs.h"
#include "app/session/edits.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

// The cell that the arrow keys move, on the map that has the keyboard.
struct CausesCursor {
  std::array<CellAt, 2> at;

  void let_go() { *this = {}; }
};

// Maps of some of their rows alone, kept as long as they are shown.
struct CausesCut {
  struct Cut {
    HeatmapPtr of, map;
    std::vector<int> rows;
  };
  std::array<Cut, 2> cuts;
};

std::shared_ptr<const Heatmap> rows_of_map(const Heatmap& map, const std::vector<int>& rows) {
  auto cut = std::make_shared<Heatmap>(map);
  cut->rows = static_cast<int>(rows.size());
  cut->values.clear();
  cut->states.clear();
  cut->row_labels.clear();
  for (const int row : rows) {
    cut->row_labels.push_back(map.row_label(row));
    for (int column = 0; column < map.columns; ++column) {
      cut->values.push_back(map.value(row, column));
      cut->states.push_back(map.state(row, column));
    }
  }
  return cut;
}

std::string effect_text(double value) { return fixed_text(static_cast<float>(value), 2); }
std::string with_sign(double value) { return (value >= 0.005 ? "+" : "") + effect_text(value); }

class CausesPanel : public LabPart<CausesLab, CausesStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    head();
    controls();
    draw_answer();
    if (!study_.nothing.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2, study_.nothing, ui_.px(19));
      return;
    }
    draw_kept();
    if (settings_.page == CausesLab::Page::heads) {
      draw_heads();
    } else {
      const auto [left, right] = two_parts(ui_, rest_, 0.66F, 0.6F);
      draw_maps(left);
      draw_parts(right);
    }
  }

 private:
  int from() const { return 1 - study_.into; }
  std::string kind() const { return study_.to->anatomy().picture ? "picture" : "sentence"; }
  bool two() const { return context_.results.trace(0) != nullptr && context_.results.trace(1) != nullptr; }

  void head() {
    const std::array pages{Choice{"Map"}, Choice{"Heads"}};
    const int pressed =
        lab_head(context_, rest_, says(), "causes/page", pages, static_cast<int>(settings_.page));
    if (pressed >= 0) change([&](CausesLab& lab) { lab.page = static_cast<CausesLab::Page>(pressed); });
  }

  std::string says() const {
    const std::string what = kind();
    if (settings_.page == CausesLab::Page::heads)
      return "The outputs of heads are taken from the other " + what +
             ": which of them bring its answer with them, and which head passes it on to which?";
    if (study_.alone)
      return "One row of one block is replaced, and all behind it is computed again: what becomes of the "
             "word?";
    return "One row of one block is taken from the other " + what +
           ", and all behind it is computed again: how much of the other answer comes with it?";
  }

  void controls() {
    const bool map = settings_.page == CausesLab::Page::map;
    if (ui_.exporting() || (!map && !two())) return;
    const std::array kinds{Choice{"Other " + kind(), two(), "There is no other " + kind() + " to take from."},
                           Choice{"Zero"}, Choice{"Mean"}, Choice{"Shuffled"}, Choice{"Noise"}};
    const auto put = [&](const Area& place) {
      const int kind = choices(ui_, "causes/put", place, kinds, static_cast<int>(study_.put));
      if (kind >= 0) change([&](CausesLab& lab) { lab.put = static_cast<Exchange>(kind); });
    };
    const float seen = seen_width(ui_, rest_);
    const bool alone = map && choices_width(ui_, kinds) > seen;
    if (alone) {
      Area place = rest_.cut_top(choices_height(ui_, kinds, seen, ui_.px(34)), ui_.px(8));
      place.right = place.left + seen;
      put(place);
    }
    ControlRows row(ui_, rest_, ui_.px(34), ui_.px(8));
    float apart = 0;
    const auto next = [&](std::span<const Choice> list) {
      return button_place(ui_, row.next(choices_width(ui_, list), std::exchange(apart, ui_.px(20))));
    };
    if (map) {
      if (!alone) put(next(kinds));
      const std::array heads{
          Choice{"Each head", !study_.many_heads, "This model has too many heads for that."},
          Choice{"Heads together"}};
      const int pressed = choices(ui_, "causes/heads", next(heads), heads, static_cast<int>(study_.heads));
      if (pressed >= 0) change([&](CausesLab& lab) { lab.heads = static_cast<CausesLab::Heads>(pressed); });
    }
    if (!two()) return;
    const std::array<Choice, 2> sides = sentence_choices(context_);
    const int side = choices(ui_, "causes/side", next(sides), sides, study_.into);
    if (side >= 0) ui_.emit(SelectSide{side});
  }

  // --- what is asked: a word of the answer.
  std::string sentence(int side) const {
    if (!two()) return "this " + kind();
    const std::string name = side_name(context_, side);
    // Of texts with little in common the names are their places.
    return context_.pictures.alignment()->names.lead.empty() ? "the " + name + " " + kind()
                                                             : "“" + name + "”";
  }

  void draw_answer() {
    const std::string lead = "In " + sentence(study_.into) + " the model says:";
    Area line = rest_.cut_top(ui_.px(26));
    const float after = ui_.width(type::label, lead) + ui_.px(12);
    ui_.text(line, Align::left, type::label, c_.text_2, lead);
    draw_words(line, after);
    rest_.cut_top(ui_.px(4));
    if (!study_.nothing.empty()) return;
    rest_.cut_top(ui_.wrapped(rest_, type::caption, c_.text_2, said(), ui_.px(16)) + ui_.px(4));
  }

  std::string said() const {
    const std::string d = "log P(" + study_.word + ") − log P(" + study_.other + ")";
    const CausalRuns& runs = study_.mapping->runs();
    const std::string passes =
        settings_.page == CausesLab::Page::map
            ? " " + count_text(runs.passes()) + (runs.passes() == 1 ? " pass." : " passes.")
            : "";
    if (study_.alone)
      return d + " is " + effect_text(runs.other_difference()) +
             "; each cell says by how much that changes." + passes;
    return d + " is " + effect_text(runs.other_difference()) + " in " + sentence(study_.into) + " and " +
           effect_text(runs.clean_difference()) + " in " + sentence(from()) +
           ". Effect 0: it stays; 1: all of the way to the other." + passes;
  }

  // The words in a row, in further rows where there is no room; each can be pressed.
  void draw_words(const Area& first, float after) {
    constexpr int most_rows = 3;
    float x = first.left + after;
    float top = first.top;
    int rows = 1;
    for (std::size_t place = 0; place < study_.answer.size(); ++place) {
      const bool asked = static_cast<int>(place) == study_.question.place && !study_.word.empty();
      const std::string& word = study_.answer[place];
      const float wide = ui_.width(type::label_hot, word) + ui_.px(12);
      if (x + wide > rest_.right && x > rest_.left) {
        if (++rows > most_rows) break;
        x = rest_.left;
        top += ui_.px(26);
        rest_.cut_top(ui_.px(26));
      }
      const Area place_of_word = Area::at(x, top, wide, ui_.px(24));
      if (asked) ui_.fill(place_of_word, c_.focus_band, ui_.px(5));
      const Touch touch =
          ui_.press("causes/word/" + std::to_string(place), place_of_word,
                    {.radius = ui_.px(5), .ground = c_.rail, .hint = "What decides this word?"});
      ui_.text(place_of_word, Align::centre, asked ? type::label_hot : type::label,
               asked || touch.hovered ? c_.ink : c_.text_2, word);
      if (touch.clicked) change([&](CausesLab& lab) { lab.place = static_cast<int>(place); });
      x += wide + ui_.px(2);
    }
  }

  // --- what the session's edits of this sentence make of it
  void draw_kept() {
    const Run& run = context_.results.side(study_.into);
    if (!run.edited() || study_.word.empty()) return;
    const int place = study_.question.place;
    const int logits = run.trace->find("logits");
    if (logits < 0 || place >= run.trace->tape().node(logits).shape.rows) return;
    const Reading row = run.trace->rows(logits, place, 1);
    const double now = static_cast<double>(row(0, study_.question.word)) -
                       static_cast<double>(row(0, study_.question.other));
    const CausalRuns& runs = study_.mapping->runs();
    const double by = now - runs.other_difference();
    const double effect = study_.alone ? by : by / (runs.clean_difference() - runs.other_difference());
    const auto count = static_cast<std::int64_t>(run.edits.size());
    const std::string text =
        "With " + counted(count, "edit") +
        " kept: " + (study_.alone ? "a change of " + with_sign(effect) : "effect " + effect_text(effect)) +
        ", and it writes “" + written(*run.trace) + "”.";
    const Area line = rest_.cut_top(ui_.px(20), ui_.px(6));
    ui_.disc({line.left + ui_.px(4), line.middle_y()}, ui_.px(4), c_.focus);
    line_of_text(ui_, {line.left + ui_.px(16), line.top, line.right, line.bottom}, type::label, c_.ink, text);
  }

  // --- the map
  void draw_maps(Area area) {
    if (study_.maps.empty()) return;
    float labels = 0, above = 0;
    int all = 0;
    for (const HeatmapPtr& map : study_.maps) {
      all += map->rows;
      for (const std::string& label : map->row_labels)
        labels = std::max(labels, ui_.width(type::label_hot, label) + ui_.px(14));
    }
    const Scale& scale = study_.maps.front()->scale;
    labels = std::max(labels, level_colour_bar_width(ui_, scale.label, scale) + ui_.px(10));
    labels = std::min(labels, std::round(area.width() * 0.46F));
    // The letters of the columns lean to the right, beyond the last one.
    const float room = area.width() - labels - ui_.px(30);
    std::vector<float> wides, highs;
    for (const HeatmapPtr& map : study_.maps) {
      wides.push_back(cell_side(room / static_cast<float>(map->columns), ui_.px(46)));
      highs.push_back(
          std::max(column_labels_height(ui_, *map, wides.back()), ui_.px(wides.size() == 1 ? 52 : 26)));
      above += highs.back();
    }
    const float gap = ui_.px(8) * static_cast<float>(study_.maps.size() - 1);
    const int left_out = choose_rows(all, area.height() - above - gap);
    if (left_out > 0) {
      ui_.text(area.cut_bottom(ui_.px(18)), Align::left, type::caption, c_.text_3,
               counted(left_out, "row") + " with less effect " + (left_out == 1 ? "is" : "are") +
                   " left out here, for want of room.");
    }
    const float tall =
        cell_side((area.height() - above - gap) / static_cast<float>(all - left_out), ui_.px(26));
    for (std::size_t i = 0; i < study_.maps.size(); ++i) {
      if (rows_[i].empty()) continue;
      const Heatmap& map = *shown_[i];
      const Area head = area.cut_top(highs[i]);
      ui_.text({head.left, head.bottom - ui_.px(24), head.left + labels - ui_.px(10), head.bottom},
               Align::left, type::label_hot, c_.ink, stack_of(i));
      if (i == 0) level_colour_bar(ui_, area.left, head.top + ui_.px(12), scale.label, scale);
      const Area cells = Area::at(area.left + labels, area.top, wides[i] * static_cast<float>(map.columns),
                                  tall * static_cast<float>(map.rows));
      draw_map(i, cells, labels);
      area.cut_top(cells.height() + ui_.px(8));
    }
  }

  // Which rows of each map are shown: where there is no room to read all, those with the largest effects.
  // Returns how many are left out.
  int choose_rows(int all, float room) {
    struct Candidate {
      float most;
      std::size_t which;
      int row;
    };
    std::vector<Candidate> order;
    for (std::size_t i = 0; i < study_.maps.size(); ++i) {
      const Heatmap& map = *study_.maps[i];
      for (int row = 0; row < map.rows; ++row) {
        float most = 0;
        for (int column = 0; column < map.columns; ++column)
          most = std::max(most, std::fabs(map.value(row, column)));
        order.push_back({most, i, row});
      }
    }
    const float line = std::max(ui_.px(14), ui_.height(type::caption));
    if (static_cast<float>(all) * line > room) {
      std::stable_sort(order.begin(), order.end(),
                       [](const Candidate& a, const Candidate& b) { return a.most > b.most; });
      const auto fit = static_cast<std::size_t>(std::max(4.0F, std::floor((room - ui_.px(18)) / line)));
      order.resize(std::min(order.size(), fit));
    }
    for (const Candidate& each : order) rows_[each.which].push_back(each.row);
    auto& cuts = ui_.state<CausesCut>().cuts;
    for (std::size_t i = 0; i < study_.maps.size(); ++i) {
      std::sort(rows_[i].begin(), rows_[i].end());
      if (cuts[i].of != study_.maps[i] || cuts[i].rows != rows_[i])
        cuts[i] = {study_.maps[i], rows_of_map(*study_.maps[i], rows_[i]), rows_[i]};
      shown_[i] = std::ssize(rows_[i]) == study_.maps[i]->rows ? study_.maps[i] : cuts[i].map;
    }
    return all - static_cast<int>(order.size());
  }

  // "Encoder"; of a map whose rows are of several stacks all of them.
  std::string stack_of(std::size_t which) const {
    std::string names;
    for (const StackInfo& stack : study_.to->anatomy().stacks) {
      if (stack.stream != block_at(which, 0).stream) continue;
      names += (names.empty() ? "" : ", ") + std::string(stack.title);
    }
    return names;
  }

  void draw_map(std::size_t which, const Area& cells, float labels) {
    const HeatmapPtr& map = shown_[which];
    const std::string id = "causes/map/" + std::to_string(which);
    HeatmapLook look;
    look.row_label_width = labels;
    CellAt& cursor = ui_.state<CausesCursor>().at[which];
    if (ui_.state().focus == id && ui_.state().focus_visible) {
      cursor.row = std::clamp(cursor.row + ui_.take(Key::down) - ui_.take(Key::up), 0, map->rows - 1);
      cursor.column =
          std::clamp(cursor.column + ui_.take(Key::right) - ui_.take(Key::left), 0, map->columns - 1);
      look.selected = cursor;
    }
    const HeatmapTouch touch = heatmap(ui_, id, map, cells, look);
    draw_marks(which, cells);
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(cell_says(which, *touch.hovered));
    }
    if (touch.clicked) toggle(which, *touch.clicked);
  }

  // Of a row that is shown.
  const CausalMap::Block& block_at(std::size_t which, int row) const {
    const int of_map = rows_[which][static_cast<std::size_t>(row)];
    const int block = study_.blocks[which][static_cast<std::size_t>(of_map)];
    return study_.mapping->map().blocks[static_cast<std::size_t>(block)];
  }

  std::vector<RichText> cell_says(std::size_t which, CellAt at) const {
    const Heatmap& map = *shown_[which];
    std::vector<RichText> lines;
    lines.push_back(std::vector<TextRun>{{map.row_label(at.row), Role::ink, true},
                                         {"  at  ", Role::text_3},
                                         {map.column_label(at.column), Role::ink, true}});
    if (map.state(at.row, at.column) != CellState::value) {
      lines.push_back(RichText("The other " + kind() + " has no such row: the two differ in length here."));
      return lines;
    }
    const auto effect = static_cast<double>(map.value(at.row, at.column));
    if (study_.alone) {
      lines.push_back(RichText("Changes log P(" + study_.word + ") − log P(" + study_.other + ") by " +
                               with_sign(effect) + "."));
    } else {
      lines.push_back(RichText("Taken from the other " + kind() + " it goes " + effect_text(effect) +
                               " of the way from “" + study_.other + "” to “" + study_.word + "”."));
    }
    lines.push_back(std::vector<TextRun>{
        {edit_at(which, at) ? "Click to take the edit back." : "Click to keep this edit.", Role::text_3}});
    return lines;
  }

  // --- the edits that a cell is: one for each of its rows
  std::vector<SessionEdit> edits_of(std::size_t which, CellAt at) const {
    const CausalMap::Block& block = block_at(which, at.row);
    const int run = context_.session.pair.run(study_.into);
    const CausalRuns& runs = study_.mapping->runs();
    std::vector<SessionEdit> edits;
    for (const Edit& each : study_.mapping->edits(block, at.column)) {
      SessionEdit edit(each, true, run);
      // By its place, where that says the same as its numbers: it then follows a change of the words.
      const std::optional<int> row = runs.row_in_clean(block.stream, *each.row);
      if (!study_.alone && row && copied_from(run) == context_.session.pair.run(from()) &&
          same_row(block.path, *row, each.values)) {
        edit.from = *row;
        edit.values.clear();
      }
      edits.push_back(std::move(edit));
    }
    return edits;
  }

  bool same_row(const std::string& path, int row, const std::vector<float>& values) const {
    const int node = study_.from->find(path);
    if (node < 0 || row >= study_.from->tape().node(node).shape.rows) return false;
    const Reading own = study_.from->rows(node, row, 1);
    return std::equal(values.begin(), values.end(), own.view().data, own.view().data + own.shape().cols);
  }

  // The session's edit of the first of its rows.
  std::optional<int> edit_at(std::size_t which, CellAt at) const {
    const CausalMap::Block& block = block_at(which, at.row);
    const Edit place{.path = block.path, .row = at.column * block.together};
    return find_edit(context_.session, place, context_.session.pair.run(study_.into));
  }

  void toggle(std::size_t which, CellAt at) {
    if (shown_[which]->state(at.row, at.column) != CellState::value) return;
    std::vector<SessionEdit> edits = edits_of(which, at);
    if (!edit_at(which, at)) return ui_.emit(AddEdits{std::move(edits)});
    std::vector<int> known;
    for (const SessionEdit& edit : edits) {
      if (const std::optional<int> index = find_edit(context_.session, edit, edit.run))
        known.push_back(*index);
    }
    std::sort(known.rbegin(), known.rend());
    for (const int index : known) ui_.emit(RemoveEdit{index});
  }

  // Around the cells whose edits are kept.
  void draw_marks(std::size_t which, const Area& cells) {
    const Heatmap& map = *shown_[which];
    const float wide = cells.width() / static_cast<float>(map.columns);
    const float tall = cells.height() / static_cast<float>(map.rows);
    const int run = context_.session.pair.run(study_.into);
    for (const SessionEdit& edit : context_.session.edits) {
      if (!edit.on || !edit.is_of(run) || !edit.row) continue;
      for (int row = 0; row < map.rows; ++row) {
        const CausalMap::Block& block = block_at(which, row);
        const int column = *edit.row / block.together;
        if (block.path != edit.path || column >= map.columns) continue;
        ui_.outline(Area::at(cells.left + wide * static_cast<float>(column),
                             cells.top + tall * static_cast<float>(row), wide, tall),
                    c_.focus, ui_.px(2.5F), ui_.px(2));
      }
    }
  }

  // --- the sum
  void draw_parts(Area area) {
    const std::string title = study_.alone
                                  ? "The sum behind “" + study_.word + "” against “" + study_.other + "”"
                                  : "The sum behind “" + study_.other + "” against “" + study_.word + "”";
    line_of_text(ui_, area.cut_top(ui_.px(26)), type::section, c_.ink, title);
    if (!study_.parts) {
      ui_.wrapped(area, type::caption, c_.text_2, study_.no_parts, ui_.px(16));
      return;
    }
    const std::string text =
        "What each block adds to the difference of the two logits in " + sentence(study_.into) +
        "; the normalizations held as they were. Exact: " + effect_text(study_.parts->sum()) + ".";
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2, text, ui_.px(16)) + ui_.px(8));
    draw_bars(area);
  }

  // Those with the largest amounts, in the order of the computation, and what all others add.
  std::vector<std::pair<std::string, double>> bars(std::size_t most,
                                                   std::vector<const AttributedPart*>& shown) const {
    const std::vector<AttributedPart>& parts = study_.parts->parts;
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::fabs(parts[a].amount) > std::fabs(parts[b].amount);
    });
    const bool all = parts.size() <= most;
    if (!all) order.resize(std::max<std::size_t>(most, 2) - 1);
    std::sort(order.begin(), order.end());
    std::vector<std::pair<std::string, double>> made;
    double rest = study_.parts->sum();
    for (const std::size_t i : order) {
      made.emplace_back(part_name(study_.to->anatomy(), parts[i]), parts[i].amount);
      shown.push_back(&parts[i]);
      rest -= parts[i].amount;
    }
    if (!all) {
      made.emplace_back(counted(static_cast<std::int64_t>(parts.size() - order.size()), "other part"), rest);
      shown.push_back(nullptr);
    }
    return made;
  }

  void draw_bars(const Area& area) {
    const float tall = ui_.px(22);
    std::vector<const AttributedPart*> shown;
    const auto list = bars(static_cast<std::size_t>(std::max(2.0F, std::floor(area.height() / tall))), shown);
    float most = 0, labels = 0;
    for (const auto& [name, amount] : list) {
      most = std::max(most, static_cast<float>(std::fabs(amount)));
      labels = std::max(labels, ui_.width(type::label, name));
    }
    labels = std::min(labels + ui_.px(10), std::round(area.width() * 0.62F));
    const float number = ui_.width(type::label, "−00.00") + ui_.px(6);
    const float half = std::max(ui_.px(8), (area.width() - labels - number) / 2);
    const float zero = area.left + labels + half;
    float y = area.top;
    for (std::size_t i = 0; i < list.size(); ++i, y += tall) {
      const auto& [name, amount] = list[i];
      const Area line{area.left, y, area.right, y + tall};
      ui_.text({line.left, line.top, line.left + labels - ui_.px(8), line.bottom}, Align::left, type::label,
               c_.text_2, ui_.fitted(type::label, name, labels - ui_.px(8)));
      const float long_ = most > 0 ? half * static_cast<float>(std::fabs(amount)) / most : 0;
      const Area bar = amount >= 0 ? Area{zero, y + ui_.px(4), zero + long_, y + tall - ui_.px(4)}
                                   : Area{zero - long_, y + ui_.px(4), zero, y + tall - ui_.px(4)};
      ui_.fill(bar, amount >= 0 ? c_.weights : c_.text_3, 0);
      ui_.text(line, Align::right, type::label, c_.ink, with_sign(amount));
      if (ui_.hovered(line)) ui_.tooltip(part_says(shown[i], name, amount));
    }
    ui_.line(zero, area.top, zero, y, c_.strong_line, ui_.hairline());
  }

  std::vector<RichText> part_says(const AttributedPart* part, const std::string& name, double amount) const {
    std::vector<RichText> lines;
    lines.push_back(std::vector<TextRun>{{name, Role::ink, true}, {"   " + with_sign(amount), Role::ink}});
    if (part == nullptr || part->words.empty()) return lines;
    const Trace& trace = *context_.results.side(study_.into).trace;
    const int node = trace.find(part->path);
    if (node < 0) return lines;
    const Place place = place_of(part->path);
    const AttentionInfo& about = info(attention_of(place.stack, place.attention));
    const std::vector<std::string>& tokens = trace.tokens(about.asked);
    std::vector<std::size_t> order(part->words.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::fabs(part->words[a]) > std::fabs(part->words[b]);
    });
    order.resize(std::min<std::size_t>(order.size(), 4));
    std::string words = "of it";
    for (const std::size_t key : order) {
      const std::string token = key < tokens.size() ? tokens[key] : std::to_string(key);
      words += (key == order.front() ? " " : ", ") + with_sign(part->words[key]) + " by “" + token + "”";
    }
    lines.push_back(RichText(words + ": weight times value."));
    return lines;
  }

  // --- heads
  void draw_heads() {
    if (!study_.no_heads.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2, study_.no_heads, ui_.px(19));
      return;
    }
    if (!study_.few) return;
    const auto [left, right] = two_parts(ui_, rest_, 0.46F);
    draw_few({left.left, left.top, left.right - ui_.px(24), left.bottom});
    draw_paths(right);
  }

  float effect_bar(const Area& area, const std::string& name, double effect) {
    const float tall = ui_.px(40);
    const Area line{area.left, area.top, area.right, area.top + tall};
    line_of_text(ui_, {line.left, line.top, line.right - ui_.px(60), line.top + ui_.px(20)}, type::label,
                 c_.ink, name);
    ui_.text({line.left, line.top, line.right, line.top + ui_.px(20)}, Align::right, type::label_hot, c_.ink,
             effect_text(effect));
    share_bar(ui_, Area::at(line.left, line.top + ui_.px(22), line.width(), ui_.px(6)),
              static_cast<float>(std::clamp(effect, 0.0, 1.0)), c_.weights);
    return tall;
  }

  void draw_few(Area area) {
    const HeadSet& few = *study_.few;
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Few heads that carry it");
    const std::string text = "Found one after the other among the heads of " + study_.among +
                             ": each time the one with which most comes over. " +
                             (few.heads.empty() ? "No head carries any of it. "
                              : few.enough      ? ""
                                                : "They stay below .90, and no further head adds to it. ") +
                             "Another set may do as well. " + count_text(few.passes) + " passes.";
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2, text, ui_.px(16)) + ui_.px(10));
    for (std::size_t i = 0; i < few.heads.size(); ++i)
      area.cut_top(effect_bar(area, (i == 0 ? "" : "and ") + head_name(few.heads[i]), few.effects[i]));
    if (few.heads.empty()) return;
    area.cut_top(ui_.px(10));
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink,
             "All other heads of " + study_.among);
    area.cut_top(effect_bar(area, "these left to what they make of it", few.others));
    area.cut_top(effect_bar(area, "these held as they were", few.others_while_held));
    ui_.wrapped(area, type::caption, c_.text_2,
                "Where the others carry as much, they tell these heads, or hand on what these found.",
                ui_.px(16));
  }

  void draw_paths(Area area) {
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Paths from the selected head");
    ControlRows row(ui_, area, ui_.px(34), ui_.px(8));
    head_and_word(context_, row, false);
    if (study_.paths.empty()) {
      ui_.wrapped(area, type::caption, c_.text_2, "No head comes behind this one.", ui_.px(16));
      return;
    }
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2,
                             "Its output is taken from the other " + kind() +
                                 " while all other heads stay; what a later head then receives goes on: all "
                                 "of it, or by one way alone.",
                             ui_.px(16)) +
                 ui_.px(8));
    DrawnNumbers table;
    table.columns = {"into", "all", "query", "key", "value"};
    table.colours = {c_.ink, c_.query, c_.key, c_.value};
    std::vector<const HeadPath*> order;
    for (const HeadPath& path : study_.paths) order.push_back(&path);
    std::stable_sort(order.begin(), order.end(), [](const HeadPath* a, const HeadPath* b) {
      return std::fabs(a->all) > std::fabs(b->all);
    });
    const auto most =
        static_cast<std::size_t>(std::max(1.0F, std::floor(area.height() / ui_.px(table_row)) - 1));
    order.resize(std::min(order.size(), most));
    for (const HeadPath* path : order)
      table.rows.push_back({head_name(path->to), effect_text(path->all), effect_text(path->query),
                            effect_text(path->key), effect_text(path->value)});
    const float tall = std::min(area.height(), number_table_height(ui_, table));
    draw_number_table(ui_, {area.left, area.top, area.right, area.top + tall}, table,
                      std::round(area.width() * 0.5F));
  }

  std::array<std::vector<int>, 2> rows_;  // of each map, those that are shown
  std::array<HeatmapPtr, 2> shown_;       // and these alone
};

}  // namespace

constinit const LabPanel CausesLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<CausesPanel>,
    .help =
        "What a word of the answer hangs on: rows exchanged one at a time, and the sum behind its logit. "
        "Click "
        "a word of the answer to ask about it, a cell of the map to keep that edit.",
    .words = "causal map patching circuits attribution why intervention ablation",
    .wide = 720,
    .tall = 520,
    .upright = 1100,
};

}  // namespace headlight
