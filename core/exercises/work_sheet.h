// A work sheet: tasks for pencil and paper as plain data, laid out on pages with blanks to fill in, or with
// the answers in them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/palette.h"

namespace headlight {

// A place in a table: printed on every sheet, or left blank with its text as the answer.
struct SheetCell {
  std::string text = {};
  bool blank = false;
  // Of an answer: what the same step gives with the model's own numbers, not rounded.
  std::optional<double> exact = {};
};

struct SheetRow {
  RichText name;
  std::vector<SheetCell> cells;
};

struct SheetTable {
  std::string corner = {};             // what the columns are: "word"
  std::vector<RichText> columns = {};  // their heads; none: a table without
  std::vector<SheetRow> rows = {};     // of as many cells as there are heads, or all of one length
  bool to_look_up = false;             // values that are needed on the way: smaller, on a tinted ground
};

struct SheetTask {
  std::string title = {};
  RichText formula = {};
  std::vector<std::string> says = {};  // what is to be done, a paragraph each
  std::vector<SheetTable> tables = {};
  std::string rounding = {};  // what was cut and rounded, and how far answers are from the model's
  std::vector<std::string> answers = {};  // beside the answers: the model's own numbers
  int squares = 0;                        // lines of squared paper to calculate on, where there is room
};

struct WorkSheet {
  std::string title;   // of what: "score, encoder layer 1, head 0"
  std::string about;   // under it: the sentence
  std::string source;  // at the foot of each page: model, sentence and step
  std::vector<SheetTask> tasks = {};
};

enum class Paper { a4, letter };
enum class Answers { without, behind, alone };

struct SheetOptions {
  Paper paper = Paper::a4;
  Answers answers = Answers::without;
};

// The pages, of the size of the paper. No task is broken over two of them.
std::vector<Drawing> pages_of(const WorkSheet& sheet, const SheetOptions& options = {});

// The same as one PDF file. Throws FormatError for another ending than .pdf, AccessError where the place
// cannot be written.
void write_work_sheet(const WorkSheet& sheet, const std::filesystem::path& path,
                      const SheetOptions& options = {});

}  // namespace headlight
