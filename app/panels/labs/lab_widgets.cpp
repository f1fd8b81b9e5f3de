#include "app/panels/labs/lab_widgets.h"

#include <algorithm>
#include <cmath>

#include "app/labs/row_in_question.h"
#include "app/panels/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/motion.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"
#include "core/labs/temperature.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

// What was chosen last in a lab: where it comes from moves there.
struct LabArrival {
  std::string what;   // what was chosen in the last frame; empty before the first one
  double since = -1;  // when it was chosen; negative: it was there when the lab opened
};

struct HeadAt {
  Attention attention = Attention::encoder;
  int layer = 0, head = 0;
};

std::vector<HeadAt> every_head(const Anatomy& anatomy) {
  std::vector<HeadAt> list;
  for (const AttentionHeads& all : anatomy.attentions) {
    for (int number = 0; number < all.count(); ++number) {
      const AttentionHeads::Place place = all.place_of(number);
      list.push_back({all.id, place.layer, place.head});
    }
  }
  return list;
}

const char* stack_of(Attention attention) {
  switch (attention) {
    case Attention::encoder:
      return "Encoder";
    case Attention::decoder:
      return "Decoder";
    case Attention::cross:
      break;
  }
  return "Encoder–decoder";
}

void draw_share_axis(Ui& ui, const Area& inner) {
  const Palette& c = ui.colours();
  const int most = inner.height() >= ui.px(110) ? 4 : 2;
  for (int i = 0; i <= most; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(most);
    const float y = std::round(inner.bottom - share * inner.height());
    ui.line(inner.left, y, inner.right, y, i == 0 ? c.strong_line : c.hairline, ui.hairline());
    ui.text({inner.left - ui.px(48), y - ui.px(8), inner.left - ui.px(8), y + ui.px(8)}, Align::right,
            type::path, c.text_2, significant_text(share, 2));
  }
}

// Labels level where they fit, else turned to stand below their columns, every so many where they are
// numbers.
class ColumnLabels {
 public:
  ColumnLabels(const Ui& ui, const std::vector<std::string>& labels, float column) {
    for (const std::string& label : labels) longest_ = std::max(longest_, ui.width(type::caption, label));
    level = longest_ + ui.px(4) <= column;
    numbers_ = std::all_of(labels.begin(), labels.end(), [](const std::string& label) {
      return std::all_of(label.begin(), label.end(), [](char each) { return each >= '0' && each <= '9'; });
    });
    if (numbers_) {
      step = std::max(1, static_cast<int>(std::ceil((longest_ + ui.px(6)) / column)));
      level = true;
    }
    height = level ? ui.px(20) : std::min(longest_ + ui.px(10), ui.px(100));
  }
  bool level = true;
  int step = 1;
  float height = 0;

 private:
  float longest_ = 0;
  bool numbers_ = false;
};

}  // namespace

std::optional<int> share_bars(Ui& ui, std::string_view id, const Area& area, const ShareBars& bars) {
  const Palette& c = ui.colours();
  const std::size_t count = bars.labels.size();
  if (count == 0 || bars.series.empty()) return std::nullopt;
  Area inner = area;
  inner.left += ui.width(type::path, significant_text(0.25F)) + ui.px(10);
  inner.top += std::max(ui.px(8), ui.height(type::path) / 2 + ui.px(3));
  const float column = inner.width() / static_cast<float>(count);
  const ColumnLabels labels(ui, bars.labels, column);
  inner.bottom -= labels.height;
  if (inner.height() < ui.px(24)) return std::nullopt;
  draw_share_axis(ui, inner);
  std::optional<int> pressed;
  const float gap = std::max(ui.hairline(), std::round(std::min(column * 0.2F, ui.px(12))));
  for (std::size_t i = 0; i < count; ++i) {
    const float left = inner.left + static_cast<float>(i) * column;
    const Area place{left, inner.top, left + column, inner.bottom};
    const Touch touch = ui.item(std::string(id) + "/" + std::to_string(i),
                                {place.left, place.top, place.right, area.bottom}, false);
    const bool hot = static_cast<int>(i) == bars.hot;
    if (hot) ui.fill({place.left, place.top, place.right, area.bottom}, c.focus_band, ui.px(3));
    if (hot) ui.line(place.left, inner.bottom, place.right, inner.bottom, c.strong_line, ui.hairline());
    const auto beside = static_cast<float>(bars.series.size());
    const float wide = std::min((column - gap) / beside, ui.px(72));
    for (std::size_t s = 0; s < bars.series.size(); ++s) {
      const float x = place.middle_x() + (static_cast<float>(s) - beside / 2) * wide;
      const float share = bars.series[s].shares[i];
      if (!(share > 0)) continue;
      const float top = std::min(inner.bottom - share * inner.height(), inner.bottom - ui.hairline());
      ui.fill(
          {std::round(x), std::round(top), std::max(std::round(x + wide), std::round(x) + 1), inner.bottom},
          bars.series[s].colour);
    }
    if (labels.level && static_cast<int>(i) % labels.step == 0) {
      const Area below{left - column * static_cast<float>(labels.step), inner.bottom + ui.px(3),
                       left + column * static_cast<float>(labels.step + 1), inner.bottom + labels.height};
      ui.text(below, Align::centre, hot ? type::caption_hot : type::caption, hot ? c.ink : c.text_2,
              bars.labels[i]);
    } else if (!labels.level) {
      const std::string text = ui.fitted(type::caption, bars.labels[i], labels.height - ui.px(8));
      ui.turned(place.middle_x(), inner.bottom + ui.px(5) + ui.width(type::caption, text), 90,
                hot ? type::caption_hot : type::caption, hot ? c.ink : c.text_2, text);
    }
    if (touch.hovered) {
      std::vector<RichText> lines{RichText(bars.labels[i])};
      for (const ShareBars::Series& each : bars.series)
        lines.emplace_back(each.name + "  " + significant_text(each.shares[i]));
      ui.tooltip(lines);
    }
    if (touch.clicked) pressed = static_cast<int>(i);
  }
  return pressed;
}

float stepper_width(const Ui& ui, std::string_view text) {
  return ui.width(type::label_hot, text) + ui.px(72);
}

int stepper(Ui& ui, std::string_view id, const Area& area, std::string_view text) {
  const Palette& c = ui.colours();
  if (ui.exporting()) {
    ui.text(area, Align::left, type::label_hot, c.ink, text);
    return 0;
  }
  ui.outline(area, c.strong_line, ui.hairline(), ui.px(6));
  int by = 0;
  for (const int direction : {-1, 1}) {
    const Area place = direction < 0 ? Area::at(area.left, area.top, ui.px(28), area.height())
                                     : Area::at(area.right - ui.px(28), area.top, ui.px(28), area.height());
    const Touch touch = ui.item(std::string(id) + (direction < 0 ? "/back" : "/on"), place);
    if (touch.hovered) ui.hand();
    if (touch.focused) ui.focus_ring(place.inset(ui.px(2)), ui.px(4));
    const float x = place.middle_x();
    const float y = place.middle_y();
    const float reach = ui.px(4) * static_cast<float>(direction);
    const Rgb ink = touch.hovered ? c.ink : c.text_2;
    ui.line(x - reach / 2, y - ui.px(4), x + reach / 2, y, ink, ui.px(1.5F));
    ui.line(x + reach / 2, y, x - reach / 2, y + ui.px(4), ink, ui.px(1.5F));
    if (touch.clicked) by = direction;
  }
  ui.text(area, Align::centre, type::label_hot, c.ink, text);
  return by;
}

float head_and_word(const PanelContext& context, const Area& area, bool word_too) {
  Ui& ui = context.ui;
  const Session& session = context.session;
  const TracePtr& trace = stage_trace(context);
  if (trace == nullptr || trace->anatomy().attentions.empty()) return area.left;
  const std::vector<HeadAt> heads = every_head(trace->anatomy());
  const std::string head = std::string(stack_of(session.attention)) + " " + std::to_string(session.layer) +
                           ", head " + std::to_string(session.head);
  const Area first =
      Area::at(area.left, area.top, std::max(stepper_width(ui, head), ui.px(190)), area.height());
  if (const int by = stepper(ui, "lab/head", first, head); by != 0) {
    const auto at = std::find_if(heads.begin(), heads.end(), [&](const HeadAt& each) {
      return each.attention == session.attention && each.layer == session.layer && each.head == session.head;
    });
    const auto count = static_cast<int>(heads.size());
    const int place = at == heads.end() ? 0 : static_cast<int>(at - heads.begin());
    const HeadAt& next = heads[static_cast<std::size_t>((place + by + count) % count)];
    ui.emit(SelectHead{next.layer, next.head, next.attention});
  }
  const int node = trace->find(selected_head_path(session, "weights"));
  if (node < 0 || !word_too) return first.right;
  const int rows = trace->tape().node(node).shape.rows;
  const int row = row_in_question(session.token, *trace, node);
  const std::string own = trace->label(trace->label(node).rows, row);
  const std::string word = "query “" + ui.fitted(type::label_hot, own, ui.px(110)) + "”";
  const Area second = Area::at(first.right + ui.px(12), area.top,
                               std::max(stepper_width(ui, word), ui.px(150)), area.height());
  if (const int by = stepper(ui, "lab/word", second, word); by != 0)
    ui.emit(SelectToken{(row + by + rows) % rows});
  return second.right;
}

float figures_row(Ui& ui, const Area& area, std::span<const KeyFigure> figures) {
  const Palette& c = ui.colours();
  const float least = ui.px(18);
  float needed = 0;
  const auto width = [&](const KeyFigure& figure) {
    return std::max(ui.width(type::caption, figure.name), ui.width(type::score, figure.value));
  };
  for (const KeyFigure& figure : figures) needed += width(figure) + least;
  // Evenly apart, as far as there is room; those that have none begin another row.
  const float apart =
      least +
      std::max(0.0F, (area.width() - needed) / static_cast<float>(std::max<std::size_t>(1, figures.size())));
  float x = area.left;
  float y = area.top;
  for (const KeyFigure& figure : figures) {
    const float wide = width(figure);
    if (x > area.left && x + wide > area.right) {
      x = area.left;
      y += ui.px(42);
    }
    ui.text(x, y + ui.px(8), type::caption, c.text_2, figure.name);
    ui.text(x, y + ui.px(26), type::score, c.ink, figure.value);
    x += wide + apart;
  }
  return figures.empty() ? 0 : y - area.top + ui.px(38);
}

NumberSlide temperature_slide(float temperature) {
  NumberSlide slide{.label = "T, temperature"};
  slide.value = static_cast<double>(temperature);
  slide.lowest = static_cast<double>(coldest);
  slide.highest = static_cast<double>(hottest);
  slide.usual = 1;
  slide.step = 0.01;
  slide.logarithmic = true;
  return slide;
}

std::string bits_text(double bits) { return amount_alone(bits) + " bits"; }

float arrival(Ui& ui, const std::string& what) {
  LabArrival& last = ui.state<LabArrival>();
  const auto lab_of = [](const std::string& name) { return name.substr(0, name.find('/')); };
  if (what != last.what) last = {what, lab_of(what) == lab_of(last.what) ? Ui::time() : -1};
  return motion(ui, last.since, opening_ms);
}

void legend(Ui& ui, const Area& area, std::span<const LegendEntry> entries) {
  float x = area.left;
  for (const LegendEntry& entry : entries) {
    const float y = std::round(area.middle_y());
    if (entry.dashed) {
      for (const float from : {0.0F, 6.0F})
        ui.line(x + ui.px(from), y, x + ui.px(from + 4), y, entry.colour, ui.px(1.5F));
    } else {
      ui.fill(Area::at(x, y - ui.px(5), ui.px(10), ui.px(10)), entry.colour, ui.px(2));
    }
    x = ui.text(x + ui.px(16), area.middle_y(), type::caption, ui.colours().text_2, entry.text) + ui.px(18);
  }
}

}  // namespace headlight
