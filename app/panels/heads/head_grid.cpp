// All heads as thumbnails on one scale: a row for each layer, or in the order of a trait.
#include <algorithm>
#include <array>

#include "app/panels/heads/heads_parts.h"
#include "app/panels/lines_parts.h"
#include "app/panels/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/align.h"

namespace headlight {
namespace {

enum class Kind { head, mean, rollout };

struct Entry {
  Attention attention = Attention::encoder;
  int layer = 0;
  Kind kind = Kind::head;
  int head = 0;
  std::string path;  // of the head's weights; of the block for mean and rollout
  HeatmapPtr map;
  const HeadTraits* traits = nullptr;
};

struct Row {
  std::string title, subtitle;
  std::vector<Entry> entries;
};

class HeadGrid {
 public:
  HeadGrid(const PanelContext& context, const Area& area)
      : context_(context), ui_(context.ui), area_(area), side_(stage_side(context)) {}

  void draw() {
    collect();
    draw_header(area_.cut_top(ui_.px(62)));
    draw_footer(area_.cut_bottom(ui_.px(78)));
    lay_out();
    scroll();
    // Outlines of the selected head reach a little beyond its cell.
    ui_.push_clip({area_.left - ui_.px(8), area_.top, area_.right, area_.bottom}, scrolls_);
    forget_pair();
    float y = area_.top + ui_.px(8) - ui_.px(at_);
    for (const Row& row : rows_) y = draw_row(row, y);
    ui_.pop_clip();
    draw_scrollbar();
  }

 private:
  void collect() {
    if (context_.document.model == nullptr) return;
    const TransformerConfig& config = context_.document.model->config();
    const int layers = std::max(config.encoder_layers, config.decoder_layers);
    for (int layer = 0; layer < layers; ++layer) add_row(config, Attention::encoder, layer);
    for (int layer = 0; layer < layers; ++layer) {
      add_row(config, Attention::decoder, layer);
      add_row(config, Attention::cross, layer);
    }
    for (const Row& row : rows_) {
      for (const Entry& entry : row.entries) count_ += entry.kind == Kind::head ? 1 : 0;
    }
    if (context_.session.sort_heads) sort_by(*context_.session.sort_heads);
  }

  void add_row(const TransformerConfig& config, Attention attention, int layer) {
    const HeadsOf heads = heads_of(config, attention);
    if (layer >= heads.layers) return;
    const std::string block =
        std::string(heads.stack) + "." + std::to_string(layer) + "." + std::string(heads.attention);
    const LayerHeads* all = context_.pictures.layer(side_, block);
    if (all == nullptr) return;
    Row row{layer_title(attention, layer), attention_name(attention), {}};
    for (int head = 0; head < heads.heads; ++head) {
      const std::string path = head_path(heads.stack, layer, heads.attention, head, "weights");
      row.entries.push_back({attention, layer, Kind::head, head, path, context_.pictures.view(side_, path),
                             context_.pictures.traits(side_, path)});
    }
    if (all->heads.size() > 1) row.entries.push_back({attention, layer, Kind::mean, 0, block, all->mean});
    if (all->rollout != nullptr && layer > 0)
      row.entries.push_back({attention, layer, Kind::rollout, 0, block, all->rollout});
    rows_.push_back(std::move(row));
  }

  // One list, the largest value first; heads of which it cannot be said come last.
  void sort_by(Trait trait) {
    Row sorted;
    for (Row& row : rows_) {
      for (Entry& entry : row.entries) {
        if (entry.kind == Kind::head && entry.traits != nullptr) sorted.entries.push_back(std::move(entry));
      }
    }
    std::stable_sort(sorted.entries.begin(), sorted.entries.end(), [&](const Entry& a, const Entry& b) {
      return (*a.traits)[trait].value_or(-1.0F) > (*b.traits)[trait].value_or(-1.0F);
    });
    rows_.clear();
    rows_.push_back(std::move(sorted));
  }

  void draw_header(const Area& area) {
    const Palette& c = ui_.colours();
    ui_.text(area.left, area.top + ui_.px(15), type::panel, c.ink,
             count_ == 1 ? "The only head" : "All " + std::to_string(count_) + " heads");
    if (context_.pictures.two()) draw_sides(area);
    const float y = area.top + ui_.px(44);
    const Scale scale{Ramp::sequential, 0, 1, "weight", {}, {}};
    const float bar = level_colour_bar_width(ui_, "weight", scale);
    level_colour_bar(ui_, area.right - bar, y, "weight", scale);
    if (!context_.session.sort_heads) {
      ui_.text(area.left, y, type::caption, c.text_3,
               ui_.fitted(type::caption, "In the order of the model. Click a trait to sort.",
                          area.width() - bar - ui_.px(12)));
      return;
    }
    const std::string by = "Sorted by: " + std::string(info(*context_.session.sort_heads).name);
    const float x = ui_.text(area.left, y, type::label_hot, c.ink, by) + ui_.px(12);
    const float wide = ui_.width(type::control, "By layer") + ui_.px(16);
    if (button(ui_, "heads/by layer", Area::at(x, y - ui_.px(13), wide, ui_.px(26)), "By layer",
               ButtonKind::plain))
      ui_.emit(SortHeads{});
  }

  void draw_sides(const Area& area) {
    const ComparisonNames names =
        names_of(context_.pictures.trace(0)->words().source, context_.pictures.trace(1)->words().source);
    const std::array<Choice, 2> sides = {Choice{names.first}, Choice{names.second}};
    const float wide = choices_width(ui_, sides);
    const int pressed =
        choices(ui_, "heads/side", Area::at(area.right - wide, area.top, wide, ui_.px(30)), sides, side_);
    if (pressed >= 0) ui_.emit(SelectSide{pressed});
  }

  // What a mean of heads does not show, in numbers of the selected layer.
  void draw_footer(Area area) {
    const Palette& c = ui_.colours();
    const Session& session = context_.session;
    ui_.line(area.left, area.top, area.right, area.top, c.hairline, ui_.hairline());
    area.cut_top(ui_.px(6));
    const HeadsOf place = context_.document.model == nullptr
                              ? HeadsOf{}
                              : heads_of(context_.document.model->config(), session.attention);
    const LayerHeads* layer =
        context_.pictures.layer(side_, std::string(place.stack) + "." + std::to_string(session.layer) + "." +
                                           std::string(place.attention));
    if (layer == nullptr) return;
    std::optional<int> row;
    if (row_in_focus(context_) >= 0) row = row_in_focus(context_);
    std::string averaging = layer_title(session.attention, session.layer) + ", " +
                            attention_name(session.attention) + ": one head, nothing to average.";
    if (const auto hidden = hidden_by_mean(layer->heads, *layer->mean, row)) {
      averaging = "What the mean hides: in " + layer_title(session.attention, session.layer) + ", head " +
                  std::to_string(hidden->head) + " puts " + weight_alone(hidden->weight) + " of “" +
                  layer->mean->row_label(hidden->row) + "” on “" + layer->mean->column_label(hidden->column) +
                  "”; the mean says " + weight_alone(hidden->mean) + ".";
    }
    area.cut_top(ui_.wrapped(area, type::caption, c.text_2, averaging, ui_.px(17)));
    ui_.wrapped(area, type::caption, c.text_3,
                "Rollout multiplies the layers' means, each half attention, half the word itself: where "
                "words can have come from, not what was made of them.",
                ui_.px(17));
  }

  void lay_out() {
    std::size_t most = 1;
    for (const Row& row : rows_) most = std::max(most, row.entries.size());
    gap_ = ui_.px(14);
    const bool sorted = context_.session.sort_heads.has_value();
    labels_ = sorted ? 0 : ui_.width(type::caption, attention_name(Attention::cross)) + ui_.px(10);
    const float room = area_.width() - labels_ - ui_.px(8);
    // A sorted list has no columns of its own: its cells are large as long as they are few.
    const float fair = sorted ? ui_.px(count_ <= 24 ? 104 : 62)
                              : std::floor((room + gap_) / static_cast<float>(most)) - gap_;
    cell_ = std::clamp(fair, ui_.px(58), ui_.px(104));
    per_line_ = std::max<std::size_t>(1, static_cast<std::size_t>((room + gap_) / (cell_ + gap_)));
    std::size_t lines = 0;
    for (const Row& row : rows_) lines += (row.entries.size() + per_line_ - 1) / per_line_;
    const float under = ui_.px(5 + 34 + 18);
    const float fits =
        std::floor((area_.height() - ui_.px(12)) / static_cast<float>(std::max<std::size_t>(lines, 1))) -
        under;
    thumb_ = std::min(cell_, std::max(fits, ui_.px(56)));
    line_ = thumb_ + under;
    tall_ = ui_.px(12) + line_ * static_cast<float>(lines);
  }

  // Moved with the wheel, and to the selected head when another one was selected.
  void scroll() {
    scrolls_ = tall_ > area_.height();
    float& at = ui_.state().scroll["heads"];
    const float furthest = std::max(0.0F, (tall_ - area_.height()) / ui_.scale());
    at -= ui_.wheel(area_) * 60;
    const std::string selected = selected_head_path(context_.session, "weights");
    const std::string order =
        selected + (context_.session.sort_heads ? std::string(info(*context_.session.sort_heads).id) : "");
    if (ui_.state().followed_head != order) {
      ui_.state().followed_head = order;
      const float top = top_of(selected) / ui_.scale();
      const float view = area_.height() / ui_.scale();
      at = std::clamp(at, top + line_ / ui_.scale() - view, std::max(top, top + line_ / ui_.scale() - view));
    }
    at = std::clamp(at, 0.0F, furthest);
    at_ = at;
  }

  float top_of(const std::string& path) const {
    std::size_t line = 0;
    for (const Row& row : rows_) {
      for (std::size_t i = 0; i < row.entries.size(); ++i) {
        if (row.entries[i].path == path) return line_ * static_cast<float>(line + i / per_line_);
      }
      line += (row.entries.size() + per_line_ - 1) / per_line_;
    }
    return 0;
  }

  void draw_scrollbar() {
    if (!scrolls_) return;
    const float share = area_.height() / tall_;
    const float top = area_.top + ui_.px(at_) / tall_ * area_.height();
    ui_.fill(Area::at(area_.right - ui_.px(4), top, ui_.px(4), area_.height() * share),
             ui_.colours().strong_line, ui_.px(2));
  }

  // The pair stays while the mouse crosses the gaps of the grid, and goes when it leaves.
  void forget_pair() {
    std::optional<HeadPair>& pair = ui_.state().head_pair;
    if (!ui_.hovered(area_)) pair.reset();
    if (pair && same_queries(pair->attention, context_.session.attention))
      ui_.state().hovered_token = pair->row;
  }

  float draw_row(const Row& row, float y) {
    const Palette& c = ui_.colours();
    if (!row.title.empty()) {
      const bool here = !row.entries.empty() && row.entries[0].layer == context_.session.layer &&
                        row.entries[0].attention == context_.session.attention;
      ui_.text(area_.left, y + ui_.px(8), type::label_hot, here ? c.ink : c.text_2, row.title);
      ui_.text(area_.left, y + ui_.px(26), type::caption, c.text_3, row.subtitle);
    }
    for (std::size_t i = 0; i < row.entries.size(); ++i) {
      const float x = area_.left + labels_ + static_cast<float>(i % per_line_) * (cell_ + gap_);
      const float top = y + static_cast<float>(i / per_line_) * line_;
      if (top < area_.bottom && top + line_ > area_.top) draw_entry(row.entries[i], x, top);
    }
    return y + line_ * static_cast<float>((row.entries.size() + per_line_ - 1) / per_line_);
  }

  void draw_entry(const Entry& entry, float x, float y) {
    if (entry.map == nullptr) return;
    const Palette& c = ui_.colours();
    const Session& session = context_.session;
    const Area box = Area::at(std::round(x), std::round(y), thumb_, thumb_);
    const Area whole{box.left, box.top, box.left + cell_, box.bottom + ui_.px(5 + 34)};
    const bool head = entry.kind == Kind::head;
    const bool chosen = head && entry.attention == session.attention && entry.layer == session.layer &&
                        entry.head == session.head;
    const Touch touch = ui_.item("grid/" + entry.path +
                                     (entry.kind == Kind::mean      ? ".mean"
                                      : entry.kind == Kind::rollout ? ".rollout"
                                                                    : ""),
                                 whole, head);
    const Area frame = whole.outset(ui_.px(6));
    if (chosen) {
      ui_.fill(frame, c.panel, ui_.px(8));
      ui_.outline(frame, ui_.theme() == Theme::dark ? c.focus : c.ink, ui_.px(2), ui_.px(8));
    } else if (head && touch.hovered) {
      ui_.outline(frame, c.strong_line, ui_.px(1.5F), ui_.px(8));
    }
    if (!head) ui_.outline(box.outset(ui_.px(4)), c.strong_line, ui_.hairline(), ui_.px(4));
    if (touch.focused) ui_.focus_ring(whole, ui_.px(6));
    thumbnail(ui_, entry.map, box);
    mark_row(entry, box);
    draw_words(entry, whole, box.bottom + ui_.px(5));
    if (!touch.hovered) return;
    if (head) ui_.hand();
    follow(entry, box);
    if (touch.clicked && head) ui_.emit(SelectHead{entry.layer, entry.head, entry.attention});
    if (head && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      ui_.emit(SelectHead{entry.layer, entry.head, entry.attention});
      ui_.emit(SetView{ViewKind::lines});
    }
  }

  // The hovered pair's row in every head whose words ask the same; else the selected word's.
  std::optional<int> row_of(const Entry& entry) const {
    const std::optional<HeadPair>& pair = ui_.state().head_pair;
    if (pair) return same_queries(pair->attention, entry.attention) ? std::optional(pair->row) : std::nullopt;
    if (!same_queries(context_.session.attention, entry.attention) || row_in_focus(context_) < 0)
      return std::nullopt;
    return row_in_focus(context_);
  }

  void mark_row(const Entry& entry, const Area& box) {
    const std::optional<int> row = row_of(entry);
    if (!row || *row >= entry.map->rows) return;
    const float tall = box.height() / static_cast<float>(entry.map->rows);
    const float top = box.top + tall * static_cast<float>(*row);
    const float thick = ui_.px(1.5F);
    const Rgb mark = ui_.theme() == Theme::dark ? ui_.colours().focus : ui_.colours().ink;
    ui_.outline({box.left - thick, top - thick, box.right + thick, top + tall + thick}, mark, thick,
                ui_.px(2));
    const std::optional<HeadPair>& pair = ui_.state().head_pair;
    if (!pair || pair->attention != entry.attention || pair->column >= entry.map->columns) return;
    const float wide = box.width() / static_cast<float>(entry.map->columns);
    const float left = box.left + wide * static_cast<float>(pair->column);
    ui_.outline({left - thick, top - thick, left + wide + thick, top + tall + thick}, mark, ui_.px(2.5F),
                ui_.px(1));
  }

  void follow(const Entry& entry, const Area& box) {
    std::vector<RichText> lines{std::vector<TextRun>{{name_in_full(entry), Role::ink, true}}};
    if (entry.traits != nullptr) {
      if (const auto most = strongest(*entry.traits))
        lines.emplace_back(std::string(info(most->trait).says) + "  " +
                           trait_number(most->trait, most->value));
    }
    if (ui_.hovered(box)) {
      const ImVec2 mouse = ui_.mouse();
      const HeadPair pair{
          entry.attention,
          std::min(static_cast<int>((mouse.y - box.top) / box.height() * static_cast<float>(entry.map->rows)),
                   entry.map->rows - 1),
          std::min(
              static_cast<int>((mouse.x - box.left) / box.width() * static_cast<float>(entry.map->columns)),
              entry.map->columns - 1)};
      UiState& state = ui_.state();
      const bool moved = !state.head_pair || state.head_pair->attention != pair.attention ||
                         state.head_pair->row != pair.row || state.head_pair->column != pair.column;
      state.again |= moved;
      state.head_pair = pair;
      for (RichText& line : cell_tooltip(*entry.map, {pair.row, pair.column}))
        lines.push_back(std::move(line));
    }
    ui_.tooltip(std::move(lines));
  }

  static std::string name_in_full(const Entry& entry) {
    if (entry.kind == Kind::head) return head_title(entry.attention, entry.layer, entry.head);
    const std::string layer = layer_title(entry.attention, entry.layer);
    return entry.kind == Kind::mean ? layer + ": mean over its heads"
                                    : layer + ": rollout from the words up to here";
  }

  std::string short_name(const Entry& entry) const {
    if (entry.kind == Kind::mean) return "mean";
    if (entry.kind == Kind::rollout) return "rollout";
    if (context_.session.sort_heads) {
      const char* stack = entry.attention == Attention::encoder   ? "enc "
                          : entry.attention == Attention::decoder ? "dec "
                                                                  : "e–d ";
      return stack + std::to_string(entry.layer) + " · " + std::to_string(entry.head);
    }
    return (is_compact() ? "" : "head ") + std::to_string(entry.head);
  }
  bool is_compact() const { return cell_ < ui_.px(78); }

  // Two lines under a thumbnail: whose it is with a number, and what the number says.
  void draw_words(const Entry& entry, const Area& whole, float top) {
    const Palette& c = ui_.colours();
    std::string number;
    std::string says;
    const std::optional<HeadPair>& pair = ui_.state().head_pair;
    if (pair && pair->attention == entry.attention && pair->row < entry.map->rows &&
        pair->column < entry.map->columns) {
      const bool open = entry.map->state(pair->row, pair->column) == CellState::value;
      number = open ? weight_alone(entry.map->value(pair->row, pair->column)) : "";
      says =
          open ? entry.map->row_label(pair->row) + " → " + entry.map->column_label(pair->column) : "masked";
    } else if (entry.traits != nullptr) {
      if (context_.session.sort_heads) {
        const Trait trait = *context_.session.sort_heads;
        number = trait_number(trait, (*entry.traits)[trait]);
        says = is_compact() ? info(trait).tiny : info(trait).name;
      } else if (const auto most = strongest(*entry.traits)) {
        number = trait_number(most->trait, most->value);
        says = is_compact() ? info(most->trait).tiny : info(most->trait).brief;
      }
    }
    const bool head = entry.kind == Kind::head;
    std::string name = short_name(entry);
    // In a narrow cell of the sorted list the name takes the line alone, and the number that of the words.
    const bool stacked = is_compact() && context_.session.sort_heads.has_value();
    const float number_wide = ui_.width(type::cell, number);
    ui_.text(whole.left, top + ui_.px(8), type::caption_hot, head ? c.heads : c.text_2,
             ui_.fitted(type::caption_hot, name, whole.width() - (stacked ? 0 : number_wide + ui_.px(4))));
    ui_.text(whole.right - number_wide, top + ui_.px(stacked ? 25 : 8),
             number == "–" ? type::caption : type::cell, c.ink, number);
    if (stacked) return;
    ui_.text(whole.left, top + ui_.px(25), type::caption, c.text_2,
             ui_.fitted(type::caption, says, whole.width()));
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  int side_;
  std::vector<Row> rows_;
  int count_ = 0;
  float gap_ = 0, labels_ = 0, cell_ = 0, thumb_ = 0, line_ = 0, tall_ = 0, at_ = 0;
  std::size_t per_line_ = 1;
  bool scrolls_ = false;
};

}  // namespace

void draw_head_grid(const PanelContext& context, const Area& area) { HeadGrid(context, area).draw(); }

}  // namespace headlight
