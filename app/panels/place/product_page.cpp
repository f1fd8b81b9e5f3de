// One product of a cell: two numbers and what they give, the column of both opened between their rows.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/panels/place/cell_parts.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

class ProductOfCell : public CellParts {
 public:
  using CellParts::CellParts;

  void draw() {
    if (page_.lists_products()) return draw_listed_product(list_area());
    draw_panel([this](const Area&, const Area& rest) { draw_one_product(rest); });
    draw_strips();
    draw_products();
    draw_sizes();
    draw_stepper();
  }

 private:
  void draw_stepper() const {
    draw_steps_at(page_.boxes.stage.middle_x(),
                  std::min(sum_.top + page_.px(14), page_.boxes.page.bottom - page_.px(30)), page_.px(32));
  }

  // To the number before and to the next one.
  void draw_steps_at(float middle, float y, float tall) const {
    const auto step = [&](int to, float left, const std::string& label) {
      const Area place = Area::at(left, y - tall / 2, page_.px(76), tall);
      const bool there = to >= 0 && to < product_.inner;
      if (!there) return;
      if (button(ui_, "place/to/" + label, place, label, ButtonKind::plain))
        page_.go({.altitude = Altitude::product, .number = to});
    };
    step(number_ - 1, middle - page_.px(128), "‹ " + std::to_string(number_));
    step(number_ + 1, middle + page_.px(52), std::to_string(number_ + 2) + " ›");
    ui_.text(
        {middle - page_.px(50), y - page_.px(12), middle + page_.px(50), y + page_.px(12)}, Align::centre,
        type::control_hot, c_.ink,
        say("{n} of {all}", {{"n", std::to_string(number_ + 1)}, {"all", std::to_string(product_.inner)}}));
  }

  void draw_one_product(Area rest) const {
    const PrintedProduct product = printed(number_);
    const Area line = rest.cut_top(page_.px(page_.boxes.low ? 34 : 52));
    const Type large = page_.boxes.low ? type::score : type::trait;
    std::optional<Ui::Pieces> told(std::in_place, ui_, multiplied(product), line);
    float x = ui_.text(line.left, line.middle_y(), large, colour_of(left_role_, c_), product.left);
    x = ui_.text(x + page_.px(14), line.middle_y(), type::panel, c_.text_2, "×") + page_.px(14);
    const float second = x;
    x = ui_.text(x, line.middle_y(), large, colour_of(right_role_, c_), in_brackets(product.right));
    x = ui_.text(x + page_.px(14), line.middle_y(), type::panel, c_.text_2, "=") + page_.px(14);
    ui_.text(x, line.middle_y(), large, c_.ink, product.product);
    told.reset();
    if (page_.boxes.low) return;
    const Area names = rest.cut_top(page_.px(26));
    const std::string n = std::to_string(number_ + 1);
    ui_.text(names.left, names.middle_y(), type::label, colour_of(left_role_, c_),
             of_words_ ? say("number {n} of q", {{"n", n}}) : say("number {n} of the row", {{"n", n}}));
    ui_.text(std::max(second, names.left + page_.px(150)), names.middle_y(), type::label,
             colour_of(right_role_, c_),
             of_words_ ? say("number {n} of k", {{"n", n}}) : say("number {n} of the column", {{"n", n}}));
    ui_.text(rest.cut_top(page_.px(26)), Align::left, type::label, c_.text_2, why_that_sign());
  }

  static std::string multiplied(const PrintedProduct& product) {
    return say("The two multiplied: {a} × {b} = {product}.",
               {{"a", product.left}, {"b", in_brackets(product.right)}, {"product", product.product}});
  }

  std::string why_that_sign() const {
    const float left = left_[static_cast<std::size_t>(number_)],
                right = right_[static_cast<std::size_t>(number_)];
    return left < 0 && right < 0   ? say("Both are negative, so the product is positive.")
           : left < 0 || right < 0 ? say("One of them is negative, so the product is negative.")
                                   : say("Both are positive, so the product is positive.");
  }

  void draw_listed_product(Area rest) const {
    const bool presented = page_.boxes.presented();
    const PrintedProduct printed_one = printed(number_);
    const std::string n = std::to_string(number_ + 1);
    const Type label = page_.face(type::label), sign = presented ? type::large : type::panel;
    const Rgb own = colour_of(left_role_, c_), other = colour_of(right_role_, c_);
    const std::string left_name =
        of_words_ ? say("number {n} of q", {{"n", n}}) : say("number {n} of the row", {{"n", n}});
    const std::string right_name =
        of_words_ ? say("number {n} of k", {{"n", n}}) : say("number {n} of the column", {{"n", n}});
    std::optional<Ui::Pieces> told(std::in_place, ui_, multiplied(printed_one), rest);
    if (presented) {
      const Area line = rest.cut_top(rest.height() * 0.42F);
      const float y = line.bottom - page_.px(30), wide = ui_.width(type::value, "=") + page_.px(20);
      const std::string a = printed_one.left, b = in_brackets(printed_one.right),
                        product = printed_one.product;
      const float all = ui_.width(type::value, a + b + product) + 2 * wide;
      float x = std::max(rest.left, rest.middle_x() - all / 2);
      const float first = x;
      x = ui_.text(x, y, type::value, own, a);
      ui_.text({x, y - page_.px(30), x + wide, y + page_.px(30)}, Align::centre, sign, c_.text_2, "×");
      const float second = x += wide;
      x = ui_.text(x, y, type::value, other, b);
      ui_.text({x, y - page_.px(30), x + wide, y + page_.px(30)}, Align::centre, sign, c_.text_2, "=");
      ui_.text(x + wide, y, type::value, c_.ink, product);
      ui_.text(first, y + page_.px(48), label, own, left_name);
      ui_.text(std::max(second, first + ui_.width(label, left_name) + page_.px(24)), y + page_.px(48), label,
               other, right_name);
      told.reset();
      rest.cut_top(page_.px(90));
      rest.left = first;
      ui_.wrapped(rest, label, c_.text_2, why_that_sign(), page_.px(34));
      return;
    }
    const bool high = rest.height() > page_.px(420);
    const Type large = high ? type::value : type::trait;
    const float line = page_.px(high ? 52 : 32), name = page_.px(high ? 24 : 20);
    const auto factor = [&](const char* before, const std::string& called, Rgb colour,
                            const std::string& text) {
      ui_.text(rest.cut_top(name), Align::left, label, colour, called);
      const Area at = rest.cut_top(line, page_.px(high ? 8 : 0));
      const float x = at.left + page_.px(28);
      ui_.text(at.left, at.middle_y(), sign, c_.text_2, before);
      ui_.text(x, at.middle_y(), large, colour, text);
    };
    factor("", left_name, own, printed_one.left);
    factor("×", right_name, other, printed_one.right);
    factor("=", say("their product"), c_.ink, printed_one.product);
    told.reset();
    const float steps = page_.px(44);
    const Area foot = rest.cut_bottom(steps, page_.px(6));
    ui_.wrapped(rest, label, c_.text_2, why_that_sign(), page_.px(20));
    draw_steps_at(foot.middle_x(), foot.middle_y(), page_.px(40));
  }
};

}  // namespace

void add_product(const Page& page, stage::Scene& scene, const CellName& cell, const Product& product) {
  const Area box{page.boxes.stage.left, page.rows.top, page.boxes.stage.right, page.rows.bottom()};
  ProductOfCell shown(page, cell, product);
  shown.add_factors(scene);
  scene.add(key("cell"), box, {}, [shown = std::move(shown)]() mutable { shown.draw(); });
}

}  // namespace headlight::place
