#include "core/exercises/work_sheet.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <span>
#include <utility>
#include <variant>

#include "core/figure/canvas.h"
#include "core/figure/text.h"
#include "core/files/whole_file.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr double units_per_mm = 1 / mm_per_unit;
constexpr double sheet_letters = 1.15;  // of the sizes of figures: 11 points for what is read
constexpr double margin = 18 * units_per_mm;
constexpr double blank_height = 8.5 * units_per_mm, given_height = 6.5 * units_per_mm;
constexpr double square_side = 5 * units_per_mm;
constexpr double foot_height = 15 * units_per_mm;
constexpr double between_tasks = 26;
constexpr int least_squares = 3;  // lines of them

struct PageSize {
  double width, height;  // millimetres
};
PageSize size_of(Paper paper) { return paper == Paper::a4 ? PageSize{210, 297} : PageSize{215.9, 279.4}; }

void move_down(std::vector<DrawnItem>& items, double by) {
  const auto moved = [by](DrawnItem& item) {
    if (auto* box = std::get_if<DrawnBox>(&item)) box->box.y += by;
    if (auto* text = std::get_if<DrawnText>(&item)) text->at.y += by;
    if (auto* lines = std::get_if<DrawnLines>(&item)) {
      for (Point& point : lines->points) point.y += by;
    }
  };
  std::for_each(items.begin(), items.end(), moved);
}

RichText in_role(RichText text, Role role, bool strong = false) {
  for (TextRun& run : text.runs) {
    run.role = role;
    run.strong = run.strong || strong;
  }
  return text;
}

// Draws the parts of a sheet one below the other, from y = 0 on.
class SheetColumn {
 public:
  SheetColumn(TextRuler& ruler, double left, double width, bool answers)
      : ruler_(ruler), left_(left), width_(width), answers_(answers) {}

  double height() const { return y_; }
  std::vector<DrawnItem> take() { return std::move(items_); }

  void gap(double by) { y_ += by; }

  void paragraph(const RichText& text, TextStyle style, double line_height) {
    for (RichText& line : ruler_.wrapped(text, style, width_)) {
      text_at(std::move(line), style, left_, y_ + line_height / 2);
      y_ += line_height;
    }
  }

  // With so many lines of squared paper.
  void task(const SheetTask& task, std::size_t number, int squares) {
    paragraph(in_role(std::to_string(number) + ". " + task.title, Role::ink, true), TextStyle::panel_title,
              24);
    if (!task.formula.empty()) {
      gap(4);
      formula_line(task.formula);
      gap(6);
    }
    for (const std::string& says : task.says) paragraph(says, TextStyle::label, 20);
    gap(8);
    for (const SheetTable& table : task.tables) {
      draw(table);
      gap(10);
    }
    if (!task.rounding.empty()) paragraph(in_role(task.rounding, Role::text_2), TextStyle::axis, 18);
    if (answers_) {
      if (!task.answers.empty()) gap(4);
      for (const std::string& each : task.answers)
        paragraph(in_role(each, Role::second_sentence), TextStyle::label, 20);
    } else if (squares > 0) {
      gap(8);
      squared_paper(squares);
    }
  }

  // "Name ________  Class ________  Date ________"
  void name_line() {
    static constexpr std::array parts{std::pair("Name", 0.5), std::pair("Class", 0.22),
                                      std::pair("Date", 0.28)};
    double x = left_;
    y_ += 24;
    for (const auto& [name, share] : parts) {
      const double end = x + width_ * share - (name == parts.back().first ? 0 : 18);
      const double words = text_at(RichText(name), TextStyle::label, x, y_ - 6);
      line({x + words + 8, y_}, {end, y_}, colours_.text_2, 0.8);
      x += width_ * share;
    }
    y_ += 10;
  }

  void rule() {
    line({left_, y_}, {left_ + width_, y_}, colours_.ink, 1.2);
    y_ += 1;
  }

 private:
  // Returns its width.
  double text_at(RichText text, TextStyle style, double x, double middle) {
    PlacedText placed = ruler_.place(std::move(text), style);
    placed.origin = {x, middle + (placed.ascent - placed.descent) / 2};
    ruler_.draw(placed, colours_, items_);
    return placed.width;
  }

  void centred(RichText text, TextStyle style, const Box& box) {
    const double wide = ruler_.measure(text, style).width;
    text_at(std::move(text), style, box.x + (box.width - wide) / 2, box.y + box.height / 2);
  }

  void line(Point from, Point to, Rgb colour, double thickness) {
    items_.emplace_back(DrawnLines{{from, to}, {colour}, thickness});
  }

  void formula_line(const RichText& formula) {
    const double tall = 30;
    items_.emplace_back(DrawnBox{{left_, y_, 3, tall}, 0, {colours_.strong_line}});
    text_at(formula, TextStyle::panel_title, left_ + 16, y_ + tall / 2);
    y_ += tall;
  }

  void draw(const SheetTable& table) {
    const TextStyle style = table.to_look_up ? TextStyle::axis : TextStyle::label;
    std::size_t columns = table.columns.size();
    for (const SheetRow& row : table.rows) columns = std::max(columns, row.cells.size());
    double names = ruler_.measure(RichText(table.corner), style).width;
    for (const SheetRow& row : table.rows) names = std::max(names, ruler_.measure(row.name, style).width);
    names = std::min(names + 14, width_ * 0.42);
    const double widest = table.to_look_up ? 62 : 92;
    const double wide = columns == 0 ? 0 : std::min(widest, (width_ - names) / static_cast<double>(columns));
    const auto column = [&](std::size_t i) { return left_ + names + static_cast<double>(i) * wide; };

    double tall = table.columns.empty() ? 0 : given_height;
    for (const SheetRow& row : table.rows) tall += height_of(row, table.to_look_up);
    if (table.to_look_up)
      items_.emplace_back(
          DrawnBox{{left_ - 6, y_ - 2, column(columns) - left_ + 12, tall + 4}, 4, {colours_.rail}});

    if (!table.columns.empty()) {
      text_at(in_role(table.corner, Role::text_2), style, left_, y_ + given_height / 2);
      for (std::size_t i = 0; i < table.columns.size(); ++i)
        centred(shortened(in_role(table.columns[i], Role::text_2, true), style, wide - 6), style,
                {column(i), y_, wide, given_height});
      y_ += given_height;
      line({left_, y_}, {column(columns), y_}, colours_.strong_line, 0.8);
    }
    for (const SheetRow& row : table.rows) {
      const double high = height_of(row, table.to_look_up);
      text_at(shortened(row.name, style, names - 6), style, left_, y_ + high / 2);
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        draw(row.cells[i], style, {column(i), y_, wide, high});
      y_ += high;
    }
  }

  static double height_of(const SheetRow& row, bool to_look_up) {
    const bool blank =
        std::any_of(row.cells.begin(), row.cells.end(), [](const SheetCell& cell) { return cell.blank; });
    return to_look_up ? 18 : blank ? blank_height : given_height;
  }

  void draw(const SheetCell& cell, TextStyle style, const Box& box) {
    if (!cell.blank) return centred(cell.text, style, box);
    const Box inside{box.x + 3, box.y + 3, box.width - 6, box.height - 6};
    items_.emplace_back(DrawnBox{inside, 3, {colours_.strong_line}, 0.9});
    if (answers_) centred(in_role(cell.text, Role::second_sentence, true), style, inside);
  }

  RichText shortened(RichText text, TextStyle style, double room) {
    if (ruler_.measure(text, style).width <= room || text.runs.empty()) return text;
    // What is too long is a word of the sentence, which is one run.
    TextRun first = text.runs.front();
    first.text = ruler_.shortened(text.plain(), style, room);
    return std::vector<TextRun>{first};
  }

  void squared_paper(int lines) {
    const int across = static_cast<int>(width_ / square_side);
    const double wide = across * square_side, tall = lines * square_side;
    for (int i = 0; i <= across; ++i)
      line({left_ + i * square_side, y_}, {left_ + i * square_side, y_ + tall}, colours_.hairline, 0.6);
    for (int i = 0; i <= lines; ++i)
      line({left_, y_ + i * square_side}, {left_ + wide, y_ + i * square_side}, colours_.hairline, 0.6);
    y_ += tall;
  }

  TextRuler& ruler_;
  const Palette& colours_ = palette(Theme::light);
  double left_, width_;
  bool answers_;
  double y_ = 0;
  std::vector<DrawnItem> items_;
};

// The pages of one of both: with blanks, or with answers.
class SheetPages {
 public:
  SheetPages(const WorkSheet& sheet, Paper paper, bool answers)
      : sheet_(sheet),
        answers_(answers),
        width_(size_of(paper).width * units_per_mm),
        height_(size_of(paper).height * units_per_mm) {}

  std::vector<Drawing> take() {
    for (std::size_t i = 0; i < sheet_.tasks.size(); ++i) {
      const SheetTask& task = sheet_.tasks[i];
      const int least = answers_ ? 0 : std::min(task.squares, least_squares);
      if (pages_.empty() || height_of(i, least) > room()) begin_page();
      int squares = answers_ ? 0 : task.squares;
      while (squares > least && height_of(i, squares) > room()) --squares;
      SheetColumn drawn = column();
      drawn.task(task, i + 1, squares);
      put(drawn);
      y_ += between_tasks;
    }
    for (std::size_t i = 0; i < pages_.size(); ++i) draw_foot(pages_[i], i + 1);
    return std::move(pages_);
  }

 private:
  std::string titled() const { return (answers_ ? "Answers: " : "Work sheet: ") + sheet_.title; }
  double room() const { return height_ - margin - foot_height - y_; }
  double height_of(std::size_t task, int squares) {
    SheetColumn tried = column();
    tried.task(sheet_.tasks[task], task + 1, squares);
    return tried.height();
  }
  SheetColumn column() { return {ruler_, margin, width_ - 2 * margin, answers_}; }

  void put(SheetColumn& column) {
    std::vector<DrawnItem> items = column.take();
    move_down(items, y_);
    std::move(items.begin(), items.end(), std::back_inserter(pages_.back().items));
    y_ += column.height();
  }

  void begin_page() {
    const bool first = pages_.empty();
    pages_.push_back({.width = width_,
                      .height = height_,
                      .title = titled(),
                      .caption = sheet_.source,
                      .in_millimetres = true});
    y_ = margin;
    SheetColumn head = column();
    if (first) {
      head.paragraph(titled(), TextStyle::title, 32);
      head.paragraph(in_role(sheet_.about, Role::text_2), TextStyle::label, 20);
      if (!answers_) head.name_line();
    } else {
      head.paragraph(in_role(titled(), Role::text_2), TextStyle::label, 20);
    }
    head.gap(6);
    head.rule();
    put(head);
    y_ += 18;
  }

  void draw_foot(Drawing& page, std::size_t number) {
    SheetColumn foot = column();
    foot.paragraph(in_role(paragraph({sheet_.source,
                                      say("Page {n} of {all}.", {{"n", std::to_string(number)},
                                                                 {"all", std::to_string(pages_.size())}})}),
                           Role::text_2),
                   TextStyle::axis, 16);
    std::vector<DrawnItem> items = foot.take();
    move_down(items, height_ - margin - foot.height() + 6);
    std::move(items.begin(), items.end(), std::back_inserter(page.items));
  }

  const WorkSheet& sheet_;
  const bool answers_;
  const double width_, height_;
  TextRuler ruler_{sheet_letters};
  std::vector<Drawing> pages_;
  double y_ = 0;
};

}  // namespace

std::vector<Drawing> pages_of(const WorkSheet& sheet, const SheetOptions& options) {
  std::vector<Drawing> pages;
  for (const bool answers : {false, true}) {
    if (options.answers == (answers ? Answers::without : Answers::alone)) continue;
    std::vector<Drawing> half = SheetPages(sheet, options.paper, answers).take();
    std::move(half.begin(), half.end(), std::back_inserter(pages));
  }
  return pages;
}

void write_work_sheet(const WorkSheet& sheet, const std::filesystem::path& path,
                      const SheetOptions& options) {
  if (ending_of(path) != ".pdf") throw FormatError(path, "a work sheet is a PDF", "end the name in .pdf");
  const std::vector<Drawing> pages = pages_of(sheet, options);
  replace_file(path, [&](std::ostream& out) { write_pdf(out, std::span<const Drawing>(pages), false); });
}

}  // namespace headlight
