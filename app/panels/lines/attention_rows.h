// Where the words of the Lines view stand: rows of chips on common columns, what stands for one another above
// one another; and what of them is in focus.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/arcs.h"
#include "app/widgets/ui.h"

namespace headlight {

// One row of chips on screen.
struct Row {
  int side = 0;
  bool queries = true;  // they ask; else they are asked only
  bool keys = true;
  bool editable = false;  // the sentence that was typed
  std::vector<std::string> words = {};
  std::vector<int> column = {};  // of each word
  float top = 0;
};

struct Rows {
  std::vector<Row> rows;
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
  const std::vector<Row>& rows() const { return rows_.rows; }
  const ChipColumns& columns_of(const Row& row) const { return row.queries ? columns_ : key_columns_; }
  float x_of(const Row& row, int place) const;
  // A side's words that ask, or that are asked; null when the side has no trace.
  const Row* row_of(int side, bool queries) const;
  // The row in focus of a side: of the session's own, or what stands for it in the other sentence; -1 for
  // none.
  int focus_of(int side) const;
  // All rows that are selected on a side, the one in focus among them, in order; and all keys.
  std::vector<int> queries_of(int side) const { return chosen_of(side, true); }
  std::vector<int> keys_of(int side) const { return chosen_of(side, false); }
  // A word of the other sentence, as a place of the session's side; -1 for none.
  int counterpart(const Row& row, int place) const;
  // Whether the sentences have different words here.
  bool differs(const Row& row, int place) const;
  // Where the curves of a row that asks itself go.
  ArcField field_of(const Row& row) const;
  // The places of a row from the first to behind the last one in sight: all, where nothing scrolls.
  struct Places {
    int first = 0, end = 0;
    bool has(int place) const { return place >= first && place < end; }
  };
  Places in_sight(const Row& row) const;

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
  Rows rows_;
  ChipColumns columns_;
  ChipColumns key_columns_;
  float room_ = 0;
  bool scrolls_ = false;
  bool buttons_apart_ = false;
};

// The chips of all rows, with what can be typed and exchanged beside them.
void draw_attention_chips(const PanelContext& context, const Area& area, const AttentionRows& rows);

}  // namespace headlight
