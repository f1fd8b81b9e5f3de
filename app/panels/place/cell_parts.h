// What a cell and one of its products are shown with: two rows of numbers, one over the other, their products
// between them, and the same as a list where there is no room for that.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/panels/place/place_parts.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"

namespace headlight::place {

class CellParts {
 public:
  CellParts(const Page& page, const CellName& cell, const Product& product);

  // Its two rows of numbers are those of the step, which come from there.
  void add_factors(stage::Scene& scene);

 protected:
  bool opens() const { return page_.altitude == Altitude::product; }
  Cell cell() const { return {page_.trace.at(cell_.path), cell_.row, cell_.col}; }

  // "-7.775", "(-2.984)".
  static std::string number_text(float value);
  static std::string bracketed(float value) { return in_brackets(number_text(value)); }
  static std::string in_brackets(const std::string& number) {
    return number.starts_with("\u2212") ? "(" + number + ")" : number;
  }
  // Of one of them, so that what is printed can be checked.
  PrintedProduct printed(int number) const;

  // A panel above the strips: the dial, and below it what it says. `numbers` draws that into an area beside
  // the dial and one below.
  void draw_panel(auto numbers) const {
    const auto [line, rest] = draw_dial_in_panel();
    ui_.push_clip({rest.left, panel_.top, rest.right, rest.bottom});
    if (!explain(rest)) numbers(line, rest);
    ui_.pop_clip();
  }
  // In words, as a formula or as code: whether the dial is at one of these.
  bool explain(const Area& rest) const;
  void draw_strips() const;
  void draw_products() const;
  // All three are as long as what is added up.
  void draw_sizes() const;

  // In the place of all that: a list has the page.
  Area list_area() const;

  const Page& page_;
  Ui& ui_;
  const Palette& c_;
  CellName cell_;
  Product product_;
  std::vector<float> terms_, left_, right_;
  int number_ = 0;  // the product that is opened, else the largest
  Role left_role_ = Role::ink, right_role_ = Role::ink;
  std::string row_word_, column_word_;
  bool of_words_ = false;
  float value_ = 0;
  Area panel_, left_strip_, right_strip_, products_, sum_;

 private:
  void lay_out();
  std::pair<Area, Area> draw_dial_in_panel() const;
  void draw_formula(Area rest) const;
  std::string small_letter(const std::string& path) const;
  // One number is wide while it is opened.
  float opened_wide() const;
  float begin_of(int i) const;
  int number_at(float x) const;
  Area column_of(int i, float top, float bottom) const { return {begin_of(i), top, begin_of(i + 1), bottom}; }
  void draw_strip(const Area& strip, const std::vector<float>& values, Role role,
                  const std::string& name) const;
  std::string each_column() const;
  // The left end of what is said of the columns: at the side where the chosen one does not cover it.
  float beside_products() const;
};

// The page of one of its products.
void add_product(const Page& page, stage::Scene& scene, const CellName& cell, const Product& product);

}  // namespace headlight::place
