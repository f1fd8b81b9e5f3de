// The Lines view, from top to bottom.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"
#include "app/widgets/arcs.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/ui.h"

namespace headlight {

// A head whose lines are drawn: the selected one, and those beside it.
struct ShownHead {
  int head = 0;
  Rgb colour;           // where there are several
  std::string weights;  // the path of its weights
};
std::vector<ShownHead> heads_shown(const PanelContext& context);  // in the order of their numbers

// Kind of attention, heads as thumbnails, the part of the head shown.
float head_picker_height(const Ui& ui, float width);
void draw_head_picker(const PanelContext& context, const Area& area);

// Both sentences as chips with their attention as lines.
void draw_attention_lines(const PanelContext& context, const Area& area);

// The two heatmaps and their difference, beside each other or, where that would make their cells too small,
// one below the other.
void draw_maps(const PanelContext& context, const Area& area);
// The least height for them in which their cells can be told apart, for a width; both in pixels.
float maps_height(const PanelContext& context, float width);

// The least height for all of the view; both in pixels.
float lines_height(const PanelContext& context, float width);

// One sentence's map alone, with labels and colour bar, as large as it goes into the area; a cell is at most
// `largest` units wide.
void draw_single_map(const PanelContext& context, const Area& area, int side, const std::string& path,
                     float largest);

// What the model writes, and how sure it is where the two translations part.
float answer_height(const PanelContext& context, float width);
void draw_answer(const PanelContext& context, const Area& area);

// The selected head in words: its name, what it does, and what was changed in it.

inline constexpr const char* head_off_everywhere = "switched off";
// Of both sentences: where a head takes no part, "off in sentence 1 only". Empty when it does.
std::string head_off_says(const PanelContext& context, const std::string& path);

struct HeadCaption {
  std::vector<RichText> ways;  // from the most words to the fewest
  std::string more;            // told on hover
};
HeadCaption head_caption(const PanelContext& context);
float head_caption_width(const Ui& ui, const RichText& text);
// In as many words as there is room for.
void draw_head_caption(const PanelContext& context, const HeadCaption& caption, const Area& area);

// What is said of a word whose label the mouse is on.

// Of tokens of the text that was typed, where they are pieces of words: what is known of each, "the token
// “##mal”, id 2075, bytes 6D 61 6C". Empty of all others.
std::vector<RichText> tokens_in_words(const PanelContext& context, int side, Stream stream,
                                      const std::vector<int>& tokens);

// The same as a tooltip, of a row or a column of a node's shown map, and that several can be selected.
void say_label(const PanelContext& context, int side, const std::string& path, const std::optional<int>& row,
               const std::optional<int>& column);

// Where the words of the Lines view stand: rows of chips on common columns, what stands for one another above
// one another; and what of them is in focus.

// One row of chips on screen.
struct ChipRow {
  int side = 0;
  bool queries = true;  // they ask; else they are asked only
  bool keys = true;
  bool editable = false;  // the sentence that was typed
  std::vector<std::string> words = {};
  std::vector<int> column = {};  // of each word
  float top = 0;
};

struct ChipRows {
  std::vector<ChipRow> rows;
  std::vector<std::vector<std::string>> by_column,
      by_key_column;  // keys of another stream have columns of their own
};

// One column for each aligned word; a row without a word there leaves its place free.
struct ChipColumns {
  Type plain, hot;
  std::vector<Area> places;  // left and right of each column; top and bottom are the rows' business
  float height = 0;
  float width = 0;  // of all, when they do not fit they are wider than the area they were made for
};

class AttentionRows {
 public:
  AttentionRows(const PanelContext& context, const Area& area);

  bool cross() const { return cross_; }
  bool two() const { return two_; }
  bool scrolls() const { return scrolls_; }
  float chip_height() const { return columns_.height; }
  float side_room() const;  // at the left and the right of the words, for buttons
  // Whether these have no room there: then they stand above the first sentence and below the second.
  bool buttons_apart() const { return buttons_apart_; }
  const std::vector<ChipRow>& rows() const { return rows_.rows; }
  const ChipColumns& columns_of(const ChipRow& row) const { return row.queries ? columns_ : key_columns_; }
  float x_of(const ChipRow& row, int place) const;
  // A side's words that ask, or that are asked; null when the side has no trace.
  const ChipRow* row_of(int side, bool queries) const;
  // The row in focus of a side: of the session's own, or what stands for it in the other sentence; -1 for
  // none.
  int focus_of(int side) const;
  // All rows that are selected on a side, the one in focus among them, in order; and all keys.
  std::vector<int> queries_of(int side) const { return chosen_of(side, true); }
  std::vector<int> keys_of(int side) const { return chosen_of(side, false); }
  // A word of the other sentence, as a place of the session's side; -1 for none.
  int counterpart(const ChipRow& row, int place) const;
  // Whether the sentences have different words here.
  bool differs(const ChipRow& row, int place) const;
  // Where the curves of a row that asks itself go.
  ArcField field_of(const ChipRow& row) const;
  // The places of a row from the first to behind the last one in sight: all, where nothing scrolls.
  struct Places {
    int first = 0, end = 0;
    bool has(int place) const { return place >= first && place < end; }
  };
  Places in_sight(const ChipRow& row) const;

 private:
  std::vector<int> chosen_of(int side, bool queries) const;
  int on_side(int side, bool queries, int place) const;
  void collect();
  void scroll();
  void place();

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  bool cross_;
  bool two_;
  int only_;
  int focus_;
  ChipRows rows_;
  ChipColumns columns_;
  ChipColumns key_columns_;
  float room_ = 0;
  bool scrolls_ = false;
  bool buttons_apart_ = false;
};

// The chips of all rows, with what can be typed and exchanged beside them.
void draw_attention_chips(const PanelContext& context, const Area& area, const AttentionRows& rows);

// A heatmap with more cells than can be told apart: a part of it at a time, which is moved and zoomed, and a
// word that is looked for among its rows and columns.

// What of a map is shown: rows and columns from these on. None of them: the whole map.
struct MapPart {
  int row = 0, rows = 0;
  int column = 0, columns = 0;

  bool is_whole() const { return rows == 0; }
  bool operator==(const MapPart&) const = default;
};

// A part of `map` as a map of its own: its labels, scale and states. Focus and marks that lie outside are
// left out.
Heatmap part_of(const Heatmap& map, const MapPart& part);

// `part` with `factor` times as many rows, at least 8 of them, around a cell that stays where it is
// (`row_at`, `column_at`: how far down and across the part it lies, 0 to 1); with all rows it is the whole
// map. As many columns as make the cells squares in a room of these pixels.
MapPart zoomed(const MapPart& part, const Heatmap& map, float factor, float row_at, float column_at,
               float room_wide, float room_tall);
// Moved by rows and columns, as far as there are any.
MapPart moved(MapPart part, const Heatmap& map, int rows, int columns);

// The tools beside a long map, and what they do to the part that is shown: the map in small with a frame
// around the part, buttons for the zoom, a field for a word. Returns the part; where nobody has chosen one
// for a map of this size, the whole map.
class LongMap {
 public:
  LongMap(const PanelContext& context, HeatmapPtr map);

  // So wide, in pixels; 0 where `width` has no room for them.
  static float tools_width(const Ui& ui, float width);
  const MapPart& part() const;
  HeatmapPtr shown() const;  // the part as a map
  // The wheel moves what is shown, with Shift across, with Ctrl zooms around the mouse; `cells` is where the
  // part lies.
  void turn_wheel(const Area& cells);
  void draw_tools(const Area& area);

 private:
  void look_for(const std::string& word);
  const std::vector<int>& rows_with(const std::string& word);
  void draw_small(const Area& area);

  const PanelContext& context_;
  HeatmapPtr map_;
};

}  // namespace headlight
