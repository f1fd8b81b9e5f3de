// Every head of every layer beside the one that is selected.
#include "app/panels/heads/heads.h"

#include <algorithm>

#include "app/panels/common/interventions.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/step_names.h"
#include "app/panels/lines/lines.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/digest.h"

namespace headlight {
namespace {

// One head, mean or rollout in the grid: its picture, whose it is, and a number.

class HeadCell : PanelPart {
 public:
  using Kind = HeadEntry::Kind;
  HeadCell(const PanelContext& context, const HeadEntry& entry, const HeadCellSize& size)
      : PanelPart(context), entry_(entry), size_(size) {
    const int side = stage_side(context);
    if (!context.session.merge_pieces || entry.map == nullptr ||
        context.pictures.is_long(side, entry.weights))
      return;
    const ShownPlaces words(context, side, entry.weights);
    if (words.merged()) words_ = words;
  }

  void draw(ImVec2 at) {
    const Session& session = context_.session;
    const Area box = Area::at(std::round(at.x), std::round(at.y), size_.thumb, size_.thumb);
    const Area whole{box.left, box.top, box.left + size_.cell, box.bottom + ui_.px(5 + 34)};
    const bool head = entry_.kind == Kind::head;
    const bool chosen = head && entry_.attention == session.attention && entry_.layer == session.layer &&
                        entry_.head == session.head;
    const Touch touch = ui_.item("grid/" + entry_.path +
                                     (entry_.kind == Kind::mean      ? ".mean"
                                      : entry_.kind == Kind::rollout ? ".rollout"
                                                                     : ""),
                                 whole, head);
    const Area frame = whole.outset(ui_.px(6));
    if (chosen) {
      ui_.fill(frame, c_.panel, ui_.px(8));
      ui_.outline(frame, ui_.theme() == Theme::dark ? c_.focus : c_.ink, ui_.px(2), ui_.px(8));
    } else if (head && touch.hovered) {
      ui_.outline(frame, c_.strong_line, ui_.px(1.5F), ui_.px(8));
    }
    if (!head) ui_.outline(box.outset(ui_.px(4)), c_.strong_line, ui_.hairline(), ui_.px(4));
    if (touch.focused) ui_.focus_ring(whole, ui_.px(6));
    if (entry_.map != nullptr) {
      thumbnail(ui_, entry_.map, box, is_off(), entry_.colouring);
    } else {
      ui_.outline(box, c_.hairline, ui_.hairline());
    }
    mark_row(box);
    draw_words(whole, box.bottom + ui_.px(5));
    if (!touch.hovered) return;
    if (head) ui_.hand();
    follow(box);
    if (touch.clicked && head) ui_.emit(SelectHead{entry_.layer, entry_.head, entry_.attention});
    if (head && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      ui_.emit(SelectHead{entry_.layer, entry_.head, entry_.attention});
      ui_.emit(SetView{ViewKind::lines});
    }
  }

 private:
  bool is_off() const {
    if (entry_.kind == Kind::mean)
      return entry_.layer_heads != nullptr && entry_.layer_heads->numbers.empty();
    return entry_.kind == Kind::head && head_is_off(context_, stage_side(context_), entry_.path);
  }

  // The hovered pair's row in every head whose words ask the same; else the selected word's.
  std::optional<int> marked_row() const {
    const std::optional<HeadPair>& pair = ui_.state<PairUnderMouse>().pair;
    if (pair)
      return same_queries(pair->attention, entry_.attention) ? std::optional(pair->row) : std::nullopt;
    if (!same_queries(context_.session.attention, entry_.attention) || row_in_focus(context_) < 0)
      return std::nullopt;
    return row_in_focus(context_);
  }

  void mark_row(const Area& box) {
    const std::optional<int> row = marked_row();
    if (!row || *row >= entry_.shape.rows) return;
    const float tall = box.height() / static_cast<float>(words_ ? entry_.map->rows : entry_.shape.rows);
    const float top = box.top + tall * static_cast<float>(words_ ? words_->row_of(*row) : *row);
    const float thick = ui_.px(1.5F);
    const Rgb mark = ui_.theme() == Theme::dark ? c_.focus : c_.ink;
    ui_.outline({box.left - thick, top - thick, box.right + thick, top + tall + thick}, mark, thick,
                ui_.px(2));
    const std::optional<HeadPair>& pair = ui_.state<PairUnderMouse>().pair;
    if (!pair || pair->attention != entry_.attention || pair->column >= entry_.shape.cols) return;
    const float wide = box.width() / static_cast<float>(words_ ? entry_.map->columns : entry_.shape.cols);
    const float left =
        box.left + wide * static_cast<float>(words_ ? words_->column_of(pair->column) : pair->column);
    ui_.outline({left - thick, top - thick, left + wide + thick, top + tall + thick}, mark, ui_.px(2.5F),
                ui_.px(1));
  }

  void follow(const Area& box) {
    std::vector<RichText> lines{std::vector<TextRun>{{name_in_full(), Role::ink, true}}};
    if (entry_.traits != nullptr) {
      if (is_off()) {
        lines.emplace_back("switched off");
      } else if (entry_.called_by == nullptr) {
        lines.emplace_back("being measured");
      } else if (const auto most = strongest(*entry_.called_by)) {
        lines.emplace_back(says(*most, are_cells()));
        if (is_of_model(most->trait)) lines.emplace_back(measured_note(*most));
      }
    }
    if (entry_.map != nullptr && ui_.hovered(box)) {
      const ImVec2 mouse = ui_.mouse();
      const auto under = [](float share, int count) {
        return std::min(static_cast<int>(share * static_cast<float>(count)), count - 1);
      };
      const CellAt at{under((mouse.y - box.top) / box.height(), entry_.map->rows),
                      under((mouse.x - box.left) / box.width(), entry_.map->columns)};
      const HeadPair pair{entry_.attention, first_row(at.row), first_column(at.column)};
      std::optional<HeadPair>& last = ui_.state<PairUnderMouse>().pair;
      const bool moved =
          !last || last->attention != pair.attention || last->row != pair.row || last->column != pair.column;
      ui_.state().again |= moved;
      last = pair;
      if (is_pooled()) {
        add_pooled(lines, at);
      } else {
        for (RichText& line : cell_tooltip(*entry_.map, at)) lines.push_back(std::move(line));
      }
    }
    ui_.tooltip(lines);
  }

  // Whether a place of the picture stands for many cells.
  bool is_pooled() const {
    return !words_ && (entry_.map->rows != entry_.shape.rows || entry_.map->columns != entry_.shape.cols);
  }
  int first_row(int place) const {
    return words_ ? words_->token_of_row(place) : first_of_place(entry_.shape.rows, entry_.map->rows, place);
  }
  int first_column(int place) const {
    return words_ ? words_->token_of_column(place)
                  : first_of_place(entry_.shape.cols, entry_.map->columns, place);
  }
  CellAt place_of(const HeadPair& pair) const {
    if (words_) return {words_->row_of(pair.row), words_->column_of(pair.column)};
    return {place_of_cell(entry_.shape.rows, entry_.map->rows, pair.row),
            place_of_cell(entry_.shape.cols, entry_.map->columns, pair.column)};
  }

  // The words that a place stands for, and the largest of their weights.
  void add_pooled(std::vector<RichText>& lines, CellAt at) const {
    const auto words = [](int first, int end) {
      return std::to_string(first) + (end - first > 1 ? " to " + std::to_string(end - 1) : "");
    };
    lines.emplace_back(
        std::vector<TextRun>{{"queries ", Role::text_3},
                             {words(first_row(at.row), first_row(at.row + 1)), Role::ink, true},
                             {"   keys ", Role::text_3},
                             {words(first_column(at.column), first_column(at.column + 1)), Role::ink, true}});
    const bool open = entry_.map->state(at.row, at.column) == CellState::value;
    lines.emplace_back(open ? "largest weight  " + significant_text(entry_.map->value(at.row, at.column), 5)
                            : "masked: it may not look there");
  }

  bool are_cells() const { return asks_cells(context_, entry_.attention); }

  std::string name_in_full() const {
    if (entry_.kind == Kind::head) return head_title(entry_.attention, entry_.layer, entry_.head);
    const std::string layer = layer_title(entry_.attention, entry_.layer);
    if (entry_.kind == Kind::rollout) return layer + ": rollout from the words up to here";
    if (is_off()) return layer + ": every head is switched off";
    const bool some_off = entry_.layer_heads != nullptr && entry_.layer_heads->off > 0;
    return layer + ": mean over its heads" + (some_off ? " that are on" : "");
  }

  std::string short_name() const {
    if (entry_.kind == Kind::mean) return "mean";
    if (entry_.kind == Kind::rollout) return "rollout";
    if (context_.session.sort_heads) {
      return std::string(info(entry_.attention).brief) + " L" + std::to_string(entry_.layer) + " H" +
             std::to_string(entry_.head);
    }
    return (is_compact() ? "" : "head ") + std::to_string(entry_.head);
  }
  bool is_compact() const { return size_.cell < ui_.px(78); }

  // Two lines under a thumbnail: whose it is with a number, and what the number says.
  void draw_words(const Area& whole, float top) {
    std::string number;
    std::string says;
    const std::optional<HeadPair>& pair = ui_.state<PairUnderMouse>().pair;
    if (is_off()) {
      says = is_compact() ? "off" : "switched off";
    } else if (entry_.map != nullptr && pair && pair->attention == entry_.attention &&
               pair->row < entry_.shape.rows && pair->column < entry_.shape.cols) {
      const CellAt at = place_of(*pair);
      const bool open = entry_.map->state(at.row, at.column) == CellState::value;
      number = open ? weight_alone(entry_.map->value(at.row, at.column)) : "";
      says = !open         ? "masked"
             : is_pooled() ? "at most"
                           : entry_.map->row_label(at.row) + " on " + entry_.map->column_label(at.column);
    } else if (entry_.traits != nullptr) {
      if (context_.session.sort_heads) {
        const Trait trait = *context_.session.sort_heads;
        number = trait_number(trait, (*entry_.traits)[trait]);
        says = info(entry_.attention).kind;
      } else if (entry_.called_by == nullptr) {
        says = "being measured";
      } else if (const auto most = strongest(*entry_.called_by)) {
        number = trait_number(most->trait, most->value);
        const TraitInfo& about = info(most->trait, are_cells());
        says = is_compact() ? about.tiny : about.brief;
      }
    } else if (entry_.layer_heads != nullptr && entry_.layer_heads->off > 0) {
      says = std::to_string(entry_.layer_heads->off) + " off";
    }
    const bool head = entry_.kind == Kind::head;
    std::string name = short_name();
    // In a narrow cell of the sorted list the name takes the line alone, and the number that of the words.
    const bool stacked = is_compact() && context_.session.sort_heads.has_value();
    const float number_wide = ui_.width(type::cell, number);
    ui_.text(whole.left, top + ui_.px(8), type::caption_hot, head ? c_.heads : c_.text_2,
             ui_.shortened(type::caption_hot, name, whole.width() - (stacked ? 0 : number_wide + ui_.px(4))));
    ui_.text(whole.right - number_wide, top + ui_.px(stacked ? 25 : 8),
             number == "–" ? type::caption : type::cell, c_.ink, number);
    if (stacked) return;
    ui_.text(whole.left, top + ui_.px(25), type::caption, c_.text_2,
             ui_.shortened(type::caption, says, whole.width()));
  }

  const HeadEntry& entry_;
  HeadCellSize size_;
  std::optional<ShownPlaces> words_;  // where pieces of words stand together
};

}  // namespace

void draw_head_cell(const PanelContext& context, const HeadEntry& entry, ImVec2 at,
                    const HeadCellSize& size) {
  HeadCell(context, entry, size).draw(at);
}

// The selected head, large, with what was measured on it.

namespace {

constexpr int tiles_in_row = 5, measures_in_row = measure_count;

void tile(const PanelContext& context, const Area& area, Trait trait, const HeadTraits& traits, bool large,
          bool off) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::optional<float> value = traits[trait];
  const bool cells = asks_cells(context, context.session.attention);
  const TraitInfo& about = info(trait, cells);
  const bool sorted = context.session.sort_heads == trait;
  const Touch touch = ui.target("trait/" + std::string(info(trait).id), area);
  if (touch.hovered) {
    ui.hand();
    ui.fill(area.outset(ui.px(5)), c.rail, ui.px(6));
    std::vector<RichText> lines{RichText(std::string(about.meaning))};
    if (is_of_model(trait))
      lines.emplace_back("A head gets this name from " + weight_alone(about.least) + " on.");
    lines.emplace_back(!value   ? "This cannot be measured for this head."
                       : sorted ? "Click for the model’s order."
                                : "Click to sort all heads by it.");
    ui.tooltip(lines);
  }
  if (touch.focused) ui.focus_ring(area, ui.px(6));
  if (touch.clicked) ui.emit(SortHeads{sorted ? std::nullopt : std::optional(trait)});

  float y = area.top + ui.px(8);
  const Type name = sorted ? type::caption_hot : type::caption;
  // Where it is narrow, "previous" does for "to previous".
  std::string_view called = about.name;
  if (ui.width(type::caption_hot, called) > area.width()) {
    if (called.starts_with("to ")) called.remove_prefix(3);
    if (is_of_model(trait)) called = about.tiny;
  }
  ui.text(area.left, y, name, sorted ? c.ink : c.text_2, ui.shortened(name, called, area.width()));
  y += ui.px(large ? 25 : 19);
  // The dash for what cannot be measured is none of the figures that the large type has.
  const Type face = !value ? type::panel : large ? type::trait : type::score;
  const float right =
      ui.text(area.left, y, face, value && !off ? c.ink : c.text_3, trait_number(trait, value));
  float share = value.value_or(0.0F);
  std::string unit;
  if (trait == Trait::entropy) {
    share = traits.most_entropy > 0 ? share / traits.most_entropy : 0;
    unit = "bits";
  } else if (trait == Trait::distance) {
    unit = tokens_called(context, info(context.session.attention).asked);
  }
  if (value && right + ui.px(6) + ui.width(type::caption, unit) <= area.right)
    ui.text(right + ui.px(6), y + ui.px(large ? 5 : 1), type::caption, c.text_3, unit);
  if (!value || trait == Trait::distance || std::isnan(share)) return;
  const bool counts = !is_of_model(trait) || share >= about.least;
  share_bar(ui, Area::at(area.left, area.bottom - ui.px(4), area.width(), ui.px(4)), share,
            off || !counts ? c.strong_line : c.weights);
}

// What was measured on the model, whatever was typed.
void draw_measured(const PanelContext& context, Area area, const HeadTraits& traits, bool large, bool off) {
  Ui& ui = context.ui;
  const Area title = area.cut_top(ui.px(24));
  const bool cells = asks_cells(context, context.session.attention);
  const std::string text = cells ? "Measured on a random picture" : "Measured on random tokens, read twice";
  ui.line(title.left, title.top, title.right, title.top, ui.colours().hairline, ui.hairline());
  ui.text(title.left, title.bottom - ui.px(9), type::caption, ui.colours().text_3,
          ui.shortened(type::caption, text, title.width()));
  const float gap = ui.px(14);
  const float step = (area.width() + gap) / measures_in_row;
  for (int i = 0; i < measure_count; ++i) {
    const float x = std::round(area.left + static_cast<float>(i) * step);
    tile(context, Area::at(x, area.top + ui.px(2), std::round(step - gap), ui.px(large ? 52 : 44)),
         static_cast<Trait>(first_measured + i), traits, large, off);
  }
}

// What a reader should know before making too much of the picture; returns nothing when all is plain.
std::vector<std::string> notes(const PanelContext& context, int side, const std::string& path, bool off) {
  if (off) return {"This head is switched off. These are the weights it would have."};
  std::vector<std::string> lines;
  const Trace& trace = *context.pictures.trace(side);
  if (const auto& given = trace.anatomy().given) lines.push_back(given->says);
  const std::string_view rows = info(trace.label(trace.at(path)).rows).note;
  if (!rows.empty()) lines.emplace_back(rows);
  if (const auto sink = context.pictures.sink(side, path))
    lines.push_back(sink_note(key_word(context, side, path, sink->key), *sink));
  return lines;
}

}  // namespace

void draw_head_detail(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Session& session = context.session;
  const std::string path = selected_head_path(session, "weights");
  const int side = stage_side(context);
  const HeadTraits* traits = context.pictures.traits(side, path);
  if (traits == nullptr) {
    if (context.pictures.is_long(side, path)) map_to_come(ui, area);
    return;
  }

  Area rest = area;
  const Area head = rest.cut_top(ui.px(30));
  const std::string title = head_title(session.attention, session.layer, session.head);
  const std::string shown_title = ui.shortened(type::panel, title, head.width());
  float end = ui.text(head.left, head.middle_y(), type::panel, c.ink, shown_title);
  if (shown_title != title && ui.hovered(head)) ui.tooltip(title);
  const Area line = rest.cut_top(ui.px(20));
  const float path_end =
      ui.text(line.left, line.middle_y(), type::path, c.text_3, ui.shortened(type::path, path, line.width()));
  const bool off = head_is_off(context, side, path);
  const HeadTraits* const called_by = context.pictures.called_by(side, path);
  const auto most = called_by == nullptr ? std::nullopt : strongest(*called_by);
  if (off || most || called_by == nullptr) {
    const std::string text = off    ? "switched off"
                             : most ? says(*most, asks_cells(context, session.attention))
                                    : "being measured";
    // Beside the title, else beside the path.
    float y = head.middle_y();
    if (head.right - end - ui.px(16) < ui.width(type::label, text)) {
      y = line.middle_y();
      end = path_end;
    }
    const std::string shown = ui.shortened(type::label, text, head.right - end - ui.px(16));
    ui.text(head.right - ui.width(type::label, shown), y, type::label, c.text_2, shown);
  }

  const bool large = area.height() >= ui.px(660) && area.width() >= ui.px(520);
  const float tall = ui.px(large ? 52 : 44);
  const float gap = ui.px(14);
  bool any_measured = false;
  for (int i = first_measured; i < trait_count; ++i)
    any_measured |= (*traits)[static_cast<Trait>(i)].has_value();
  Area measured = rest.cut_bottom(any_measured ? ui.px(24) + tall + gap : 0);
  const int rows = (first_measured + tiles_in_row - 1) / tiles_in_row;
  Area tiles = rest.cut_bottom(static_cast<float>(rows) * (tall + gap));
  const std::vector<std::string> said = notes(context, side, path, off);
  float y = tiles.top - ui.px(20) * static_cast<float>(said.size());
  rest.bottom = y - ui.px(4);
  for (const std::string& note : said) {
    ui.text(rest.left, y + ui.px(8), type::caption, c.text_2,
            ui.shortened(type::caption, note, rest.width()));
    if (ui.hovered(Area::at(rest.left, y - ui.px(2), rest.width(), ui.px(20)))) ui.tooltip(note);
    y += ui.px(20);
  }
  draw_words_note(context, side, path, rest);
  draw_together(context, path, rest);
  draw_single_map(context, rest, side, path, 56);

  const float step = (tiles.width() + gap) / tiles_in_row;
  if (any_measured) draw_measured(context, measured, *traits, large, off);
  for (int i = 0; i < first_measured; ++i) {
    const float x = std::round(tiles.left + static_cast<float>(i % tiles_in_row) * step);
    const int row = i / tiles_in_row;
    const float top = tiles.top + ui.px(6) + static_cast<float>(row) * (tall + gap);
    tile(context, Area::at(x, top, std::round(step - gap), tall), static_cast<Trait>(i), *traits, large, off);
  }
}

std::string trait_number(Trait trait, std::optional<float> value) {
  if (!value) return "–";
  return number_alone(*value, info(trait).is_share ? NumberFormat::weight : NumberFormat::value);
}

std::string says(const Strongest& most, bool cells) {
  return std::string(info(most.trait, cells).says) + "  " + trait_number(most.trait, most.value) +
         (most.trait == Trait::entropy ? " bits" : "");
}

namespace {

// The selected head's lines; while a head of the grid has the keyboard, that one's.
void open_with_enter(const PanelContext& context) {
  Ui& ui = context.ui;
  const WidgetState& state = ui.state();
  if (state.overlay != Overlay::none) return;
  const bool on_head = state.focus.starts_with("grid/");
  if (state.focus_visible && !on_head) return;
  if (ui.take(Key::enter) == 0) return;
  if (state.focus_visible) {
    const Place place = place_of(state.focus.substr(5));
    if (place.layer && place.head)
      ui.emit(SelectHead{*place.layer, *place.head, attention_of(place.stack, place.attention)});
  }
  ui.emit(SetView{ViewKind::lines});
}

}  // namespace

namespace {

// The grid and the selected head; in less one below the other.
bool are_beside(const Ui& ui, float width) { return width >= ui.px(740); }

}  // namespace

float heads_height(const PanelContext& context, float width) {
  return context.ui.px(are_beside(context.ui, width) ? 440 : 840);
}

void draw_heads(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  open_with_enter(context);
  const float margin = ui.px(area.width() >= ui.px(1280) ? 40 : 24);
  Area stage = area.inset(margin, ui.px(12));
  const float widest = ui.px(1520);
  if (stage.width() > widest)
    stage = Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());

  if (are_beside(ui, area.width())) {
    Area grid = stage.cut_left(std::round(stage.width() * (area.width() < ui.px(1100) ? 0.52F : 0.5F)));
    grid.right -= ui.px(20);
    ui.line(stage.left, area.top, stage.left, area.bottom, ui.colours().hairline, ui.hairline());
    stage.left += ui.px(20);
    draw_head_grid(context, grid);
  } else {
    // Beside an inspector the head that it looks into comes first.
    const float half = std::round(stage.height() / 2);
    const bool inspected = !context.session.trail.empty();
    draw_head_grid(context, inspected ? stage.cut_bottom(half - ui.px(12), ui.px(24))
                                      : stage.cut_top(half - ui.px(12), ui.px(24)));
  }
  draw_head_detail(context, stage);
  follow_hovered_row(ui);
}

}  // namespace headlight
