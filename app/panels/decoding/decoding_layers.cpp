// The logit lens: a row for each layer, a column for each word read, in each cell the likeliest next word
// there.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/decoding/decoding_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

class LensTable {
 public:
  LensTable(const DecodingView& view, const Area& area)
      : view_(view), lens_(view.study.lens), ui_(view.ui), c_(view.c), rest_(area) {}

  void draw() {
    if (lens_.layers.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2,
                  "This model has no layers that the output matrix could be applied to.", ui_.px(19));
      return;
    }
    const Scale scale{.label = "highest probability"};
    const float foot = rest_.bottom;
    rest_.cut_bottom(ui_.px(40));
    lay_out();
    const float below = rest_.top + ui_.px(56) + row_ * static_cast<float>(lens_.layers.size());
    level_colour_bar(ui_, rest_.left, std::min(below, foot - ui_.px(12)), scale.label, scale);
    ui_.push_clip(rest_, true);
    draw_heads();
    for (std::size_t l = 0; l < lens_.layers.size(); ++l) draw_layer(l);
    ui_.pop_clip();
    if (content_ > room_) draw_bar();
  }

 private:
  void lay_out() {
    for (const LogitLens::Layer& layer : lens_.layers)
      names_ = std::max(names_, ui_.width(type::label_hot, layer.name) + ui_.px(14));
    const auto columns = static_cast<float>(lens_.tokens.size());
    room_ = rest_.width() - names_;
    column_ = std::floor(std::clamp(room_ / columns, ui_.px(66), ui_.px(130)));
    content_ = column_ * columns;
    const auto rows = static_cast<float>(lens_.layers.size());
    row_ = std::floor(std::clamp((rest_.height() - ui_.px(36)) / rows, ui_.px(24), ui_.px(72)));
    // The last words are those in question.
    const float most = std::max(0.0F, content_ - room_);
    float& back = ui_.state().scroll["decoding/layers"];
    if (!ui_.exporting()) back = std::clamp(back + ui_.wheel(rest_) * 60, 0.0F, most / ui_.scale());
    offset_ = most - std::min(ui_.px(back), most);
  }

  Area column(std::size_t t, float top, float high) const {
    return Area::at(rest_.left + names_ + static_cast<float>(t) * column_ - offset_, top, column_, high);
  }
  bool in_sight(const Area& place) const {
    return place.right > rest_.left + names_ + 1 && place.left < rest_.right - 1;
  }

  void draw_heads() {
    ui_.push_clip({rest_.left + names_, rest_.top, rest_.right, rest_.bottom}, true);
    for (std::size_t t = 0; t < lens_.tokens.size(); ++t) {
      const Area place = column(t, rest_.top, ui_.px(30));
      if (!in_sight(place)) continue;
      ui_.text(place, Align::centre, type::label_hot, c_.ink,
               ui_.fitted(type::label_hot, lens_.tokens[t], column_ - ui_.px(6)));
    }
    ui_.pop_clip();
  }

  // The model's own answer is at the bottom, as the stream goes.
  void draw_layer(std::size_t l) {
    const float top = rest_.top + ui_.px(32) + static_cast<float>(l) * row_;
    const bool last = l + 1 == lens_.layers.size();
    ui_.text({rest_.left, top, rest_.left + names_ - ui_.px(10), top + row_}, Align::left,
             last ? type::label_hot : type::label, last ? c_.ink : c_.text_2, lens_.layers[l].name);
    ui_.push_clip({rest_.left + names_, rest_.top, rest_.right, rest_.bottom}, true);
    for (std::size_t t = 0; t < lens_.tokens.size(); ++t) {
      const Area place = column(t, top, row_);
      if (in_sight(place)) draw_cell(l, t, place.inset(ui_.hairline()));
    }
    ui_.pop_clip();
  }

  void draw_cell(std::size_t l, std::size_t t, const Area& place) {
    const std::vector<Candidate>& said = lens_.layers[l].words[t];
    if (said.empty()) return;
    const auto share = static_cast<float>(said.front().probability);
    const Rgb ground = colour_at(colour_map(Ramp::sequential, ui_.theme()), share);
    ui_.fill(place, ground, ui_.px(3));
    const bool number = place.height() >= ui_.px(44);
    Area word = place;
    if (number) word.bottom -= ui_.px(18);
    ui_.text(word, Align::centre, number ? type::control : type::label, text_on(ground),
             ui_.fitted(number ? type::control : type::label, view_.study.lens_words[l][t].front(),
                        place.width() - ui_.px(6)));
    if (number)
      ui_.text({place.left, word.bottom - ui_.px(6), place.right, place.bottom - ui_.px(4)}, Align::centre,
               type::path, text_on(ground), probability_text(share));
    if (!ui_.hovered(place)) return;
    std::vector<RichText> lines{RichText(lens_.layers[l].name + ", after “" + lens_.tokens[t] + "”")};
    for (std::size_t k = 0; k < said.size(); ++k)
      lines.emplace_back(probability_text(static_cast<float>(said[k].probability)) + "  " +
                         view_.study.lens_words[l][t][k]);
    ui_.tooltip(lines);
  }

  void draw_bar() {
    const float left = rest_.left + names_;
    const float wide = room_ * room_ / content_;
    const float x = left + offset_ / content_ * room_;
    const float y = rest_.top + ui_.px(34) + row_ * static_cast<float>(lens_.layers.size());
    ui_.fill({x, y, x + wide, y + ui_.px(4)}, c_.strong_line, ui_.px(2));
  }

  const DecodingView& view_;
  const LogitLens& lens_;
  Ui& ui_;
  const Palette& c_;
  Area rest_;
  float names_ = 0, room_ = 0, column_ = 0, content_ = 0, row_ = 0, offset_ = 0;
};

}  // namespace

void draw_layers(const DecodingView& view, Area area) { LensTable(view, area).draw(); }

}  // namespace headlight
