// What the lab on temperature says of its limits.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "app/labs/temperature/temperature_lab.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Where a softmax ends: all on the largest score, or as much for each.

void draw_limit(Ui& ui, const Area& area, const std::string& name, const std::string& says,
                const std::string& limit, double distance) {
  const Palette& c = ui.colours();
  // A line at the left, no frame: nothing here can be pressed.
  ui.line(area.left, area.top, area.left, area.bottom, c.strong_line, ui.hairline());
  Area inner = area.inset(ui.px(14), ui.px(10));
  ui.text(inner.cut_top(ui.px(20)), Align::left, type::small_section, c.ink, name);
  line_of_text(ui, inner.cut_top(ui.px(20)), type::body, c.text_2, says);
  const Area figure = inner.cut_top(ui.px(28));
  const std::string value = fixed_text(static_cast<float>(distance), 3);
  ui.text(figure, Align::left, type::score, c.ink, value);
  const float left = figure.left + ui.width(type::score, value) + ui.px(10);
  const std::string shape = limit == "argmax" ? say("a single bar") : say("equally long");
  ui.text(left, figure.middle_y(), type::caption, c.text_2, say("distance to {limit}", {{"limit", limit}}));
  const Area bar = Area::at(inner.left, inner.top + ui.px(6), inner.width(), ui.px(5));
  share_bar(ui, bar, static_cast<float>(distance), c.weights);
  if (ui.hovered(area))
    ui.tooltip(
        {RichText(say(
             "How much of the bars you would have to move to make them {shape}: 0, nothing; 1, everything.",
             {{"shape", shape}})),
         RichText(say("This is called the total variation distance."))});
}

// Two cards: what the shares come to as T goes to 0 and to infinity, and how far from that they are now.
void draw_temperature_limits(Ui& ui, Area area, const TemperatureStudy& study) {
  const float gap = ui.px(16);
  const bool above = area.height() > ui.px(200);
  const Area first_place = above ? area.cut_top(std::floor((area.height() - gap) / 2), gap)
                                 : area.cut_left(std::floor((area.width() - gap) / 2), gap);
  const auto most = std::max_element(study.cold.begin(), study.cold.end()) - study.cold.begin();
  const auto ties =
      std::count_if(study.cold.begin(), study.cold.end(), [](float share) { return share > 0; });
  const auto open = std::count_if(study.hot.begin(), study.hot.end(), [](float share) { return share > 0; });
  const std::string first = study.words[most];
  draw_limit(ui, first_place, "T → 0: argmax",
             ties > 1 ? say("shared by the {n} largest", {{"n", count_text(ties)}})
                      : say("all on “{word}”", {{"word", first}}),
             "argmax", study.from_cold);
  draw_limit(ui, area, "T → ∞: uniform",
             open == 1 ? say("all on the only one") : say("1/{n} for each", {{"n", count_text(open)}}),
             "uniform", study.from_hot);
}

constexpr std::size_t words_shown = 12;  // of the output's vocabulary

std::array<Choice, 2> temperature_kinds() {
  return {Choice{to_be_said("A row of attention")}, {to_be_said("The next word")}};
}

class TemperaturePanel : public LabPart<TemperatureLab, TemperatureStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    head();
    controls();
    const auto [left, right] = two_parts(ui_, rest_, 0.56F);
    draw_shares(left, left.top < right.top);
    draw_curves(right);
  }

 private:
  bool output() const { return settings_.of == TemperatureLab::Of::output; }

  void head() {
    choose_page(context_, rest_,
                "softmax(z / T): the scores are divided by a temperature T before softmax turns them into "
                "weights. Cold picks one, hot treats all alike.",
                temperature_kinds(), &TemperatureLab::of);
  }

  void controls() {
    SettingRows<TemperatureLab> row(context_, rest_, 18, 16);
    row.slide(ui_.px(row.room() < ui_.px(1100) ? 210 : 280), &TemperatureLab::temperature,
              {.label = "T, temperature"}, [](TemperatureLab& lab) {
                // The temperature of the model itself is easy to find again.
                if (std::fabs(std::log(lab.temperature)) < 0.04F) lab.temperature = 1;
              });
    if (output()) {
      draw_place(row);
    } else {
      head_and_word(context_, row);
    }
    draw_use(row.place(button_width(ui_, "Undo in the model")));
  }

  void draw_place(ControlRows& row) {
    const TracePtr& trace = stage_trace(context_);
    const int node = trace == nullptr ? -1 : trace->find(study_.path);
    if (node < 0) return;
    const int rows = trace->tape().node(node).shape.rows;
    const int place = std::clamp(settings_.place, 0, rows - 1);
    const std::string text =
        say("after “{word}”", {{"word", ui_.shortened(type::label_hot, study_.row_word, ui_.px(160))}});
    const Area box = button_place(ui_, row.next(std::max(stepper_width(ui_, text), ui_.px(190)), ui_.px(24)));
    step_setting(context_, box, &TemperatureLab::place, {text, rows, place});
  }

  // --- in the rows of the words: streams as wide as the shares, and T along them

 public:
  void draw_in_rows(const place::Page& page) {
    draw_head_in_rows(page);
    say_in_margin();
    stage::Scene scene(ui_, "place", 320);
    const Along along{page.boxes.stage.left + ui_.px(32), page.boxes.stage.right - ui_.px(100)};
    draw_streams(page, along);
    draw_marks(page, along);
    draw_column(page, along);
    draw_axis(page, along);
    place::draw_sentence_choice(page);
    place::draw_answer(page);
    place::draw_words(page, scene);
    scene.show();
  }

 private:
  // Title, whose softmax it is, and the way into the model.
  void draw_head_in_rows(const place::Page& page) {
    Area rest = page.boxes.stage;
    Area line = rest.cut_top(ui_.px(40), ui_.px(4));
    const std::string title = TemperatureLab::lab_row.question;
    ui_.text(line, Align::left, type::title, c_.ink, title);
    Area below = rest.cut_top(ui_.px(32));
    const float wide = choices_width(ui_, temperature_kinds());
    const bool beside = ui_.width(type::title, title) + ui_.px(24) + wide <= line.width();
    const Area place = beside ? button_place(ui_, line.cut_right(wide)) : below.cut_right(wide);
    choose_setting(context_, place, temperature_kinds(), &TemperatureLab::of);
    if (beside) below.cut_left(ui_.px(32));
    draw_use(below.cut_top(ui_.px(32)));
  }

  // T from 0.1 to 100 along the stage.
  struct Along {
    float left, right;
    static constexpr float decades = 3, lowest = -1;
    float share_of(float t) const { return std::clamp((std::log10(t) - lowest) / decades, 0.0F, 1.0F); }
    float x_of(float t) const { return left + share_of(t) * (right - left); }
    float t_at(float x) const {
      return std::pow(10.0F, lowest + decades * (x - left) / std::max(right - left, 1.0F));
    }
  };

  void say_in_margin() {
    const auto most =
        static_cast<std::size_t>(std::max_element(study_.chosen.shares.begin(), study_.chosen.shares.end()) -
                                 study_.chosen.shares.begin());
    ui_.state<LabText>().text = paragraph(
        {say("The scores of “{word}” are divided by T before they become shares. A stream is as wide as its "
             "share.",
             {{"word", study_.row_word}}),
         say("At {t} “{word}” has {share}.", {{"t", name_at(static_cast<double>(study_.chosen.temperature))},
                                              {"word", study_.words[most]},
                                              {"share", fixed_text(study_.chosen.shares[most], 2)}})});
  }

  // The share of a word at T, between the two temperatures next to it that were computed.
  float share_at(std::size_t word, float t) const {
    const auto last = static_cast<float>(study_.curve.size() - 1);
    const float first = std::log10(study_.curve.front().temperature);
    const float all = std::log10(study_.curve.back().temperature) - first;
    const float at = std::clamp((std::log10(t) - first) / all * last, 0.0F, last);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, study_.curve.size() - 1);
    const float part = at - static_cast<float>(below);
    return study_.curve[below].shares[word] * (1 - part) + study_.curve[above].shares[word] * part;
  }

  void draw_streams(const place::Page& page, const Along& along) {
    const float step = ui_.px(3);
    const float most = page.rows.pitch - ui_.px(2), least = std::max(1.0F, ui_.px(1.5F));
    for (int row = page.rows.first; row < page.rows.first + page.rows.shown; ++row) {
      const auto word = static_cast<std::size_t>(row);
      if (study_.hot[word] == 0) continue;  // masked
      const float y = page.rows.middle(row);
      for (float x = along.left; x < along.right; x += step) {
        const float share = share_at(word, along.t_at(x + step / 2));
        const float tall = std::max(least, share * most);
        const Rgb colour = mix(c_.stage, c_.weights, 0.2F + 0.8F * std::sqrt(share));
        ui_.fill({x, y - tall / 2, std::min(x + step, along.right), y + tall / 2}, colour);
      }
    }
  }

  // Where the model stands on the axis, and where it would stand without the root of d.
  void draw_marks(const place::Page& page, const Along& along) {
    const float top = page.rows.top - ui_.px(8), bottom = page.rows.bottom();
    const auto mark = [&](float t, const std::string& says, float left, float y) {
      const float x = along.x_of(t);
      for (float from = y + ui_.px(12); from < bottom; from += ui_.px(7))
        ui_.line(x, from, x, std::min(from + ui_.px(3), bottom), c_.text_2, ui_.hairline());
      ui_.text(left, y, type::label, c_.ink, says);
    };
    const int query = page.trace.find(page.path("query"));
    if (query >= 0 && page.trace.find(page.path("scaled")) >= 0) {
      const int d = page.trace.tape().node(query).shape.cols;
      const float t = 1 / std::sqrt(static_cast<float>(d));
      const std::string root = "√" + std::to_string(d),
                        whole = say("not divided by {root}", {{"root", root}});
      // In a low window both marks are named in one line.
      const bool fits =
          !page.boxes.low || ui_.width(type::label, whole) + ui_.px(4) <= along.x_of(1) - along.left;
      const std::string says = fits ? whole : say("no {root}", {{"root", root}});
      mark(t, says, std::max(along.left, along.x_of(t) - ui_.width(type::label, says) / 2),
           top - ui_.px(page.boxes.low ? 11 : 27));
    }
    // Over the line from the knob to its numbers.
    mark(1, "as in the model", along.x_of(1) + ui_.px(8), top - ui_.px(11));
    if (page.boxes.low) return;
    const float y = top - ui_.px(62);
    ui_.text(along.left, y, type::control_hot, c_.ink, "cold: one takes all");
    const std::string hot = "hot: all alike";
    ui_.text(along.right - ui_.width(type::control_hot, hot), y, type::control_hot, c_.ink, hot);
  }

  // The shares at the chosen T.
  void draw_column(const place::Page& page, const Along& along) {
    const Area box{along.right + ui_.px(12), page.rows.top - ui_.px(5), page.boxes.stage.right,
                   page.rows.bottom() + ui_.px(5)};
    const float x = along.x_of(settings_.temperature);
    ui_.fill(box, c_.panel, ui_.px(8));
    ui_.line(x, box.top, box.left + ui_.px(4), box.top, c_.ink, ui_.px(1.5F));
    ui_.outline(box, c_.ink, ui_.px(1.5F), ui_.px(8));
    ui_.text({box.left, box.top - ui_.px(26), box.right, box.top - ui_.px(2)}, Align::centre, type::score,
             c_.ink, name_at(static_cast<double>(settings_.temperature)));
    const auto most = std::max_element(study_.chosen.shares.begin(), study_.chosen.shares.end()) -
                      study_.chosen.shares.begin();
    for (int row = page.rows.first; row < page.rows.first + page.rows.shown; ++row) {
      const float share = study_.chosen.shares[static_cast<std::size_t>(row)];
      Area line = page.rows.row(row, box.left, box.right - ui_.px(10));
      const bool first = row == most;
      ui_.text(line, Align::right, first ? type::number_hot : type::number, first ? c_.ink : c_.text_2,
               fixed_text(share, 3));
    }
  }

  void draw_axis(const place::Page& page, const Along& along) {
    const float y = page.boxes.stage.bottom - ui_.px(32);
    ui_.line(along.left, y, along.right, y, c_.strong_line, ui_.px(4));
    constexpr std::array ticks{std::pair{0.1F, "0.1"}, std::pair{1.0F, "1"}, std::pair{10.0F, "10"},
                               std::pair{100.0F, "100"}};
    for (const auto& [t, says] : ticks) {
      const float x = along.x_of(t);
      ui_.line(x, y - ui_.px(4), x, y + ui_.px(4), c_.text_2, ui_.hairline());
      ui_.text(x - ui_.width(type::number, says) / 2, y + ui_.px(19), type::number, c_.ink, says);
    }
    const bool fits = along.x_of(10) - along.x_of(1) > ui_.width(type::label, "temperature T") + ui_.px(28);
    const std::string name = fits ? "temperature T" : "T";
    ui_.text(along.x_of(std::sqrt(10.0F)) - ui_.width(type::label, name) / 2, y + ui_.px(19), type::label,
             c_.text_2, name);
    const float x = along.x_of(settings_.temperature);
    ui_.line(x, page.rows.top - ui_.px(5), x, y, c_.ink, ui_.px(3));
    ui_.disc({x, y}, ui_.px(10), c_.ink);
    const Area track{along.left, y - ui_.px(15), along.right, y + ui_.px(15)};
    const auto moved =
        drag_share(ui_, "slide/temperature/temperature", track, along.share_of(settings_.temperature));
    if (!moved) return;
    float t = std::pow(10.0F, Along::lowest + Along::decades * *moved);
    t = std::round(t * 100) / 100;
    // The temperature of the model itself is easy to find again.
    if (std::fabs(std::log(t)) < 0.04F) t = 1;
    change([t](TemperatureLab& lab) { lab.temperature = t; });
  }

  // The temperature as an edit of the model, or without it again.
  void draw_use(const Area& area) {
    const bool there = std::fabs(study_.in_model - settings_.temperature) <= 0.001F * settings_.temperature;
    const bool edited = study_.in_model != 1;
    std::string label = edited && there ? "Undo in the model" : "Try in the model";
    if (button_width(ui_, label) > area.width()) label = edited && there ? "Undo" : "Try";
    const bool useful = edited || !there;
    const Area place = Area::at(area.left, area.top, button_width(ui_, label), area.height());
    if (!button(ui_, "temperature/use", place, label, ButtonKind::plain, useful)) return;
    const Edit edit = temperature(study_.divided, settings_.temperature);
    if (settings_.temperature == 1 || (edited && there)) {
      if (const auto known = find_edit(context_.session, edit, stage_run(context_)))
        ui_.emit(RemoveEdit{*known});
    } else {
      ui_.emit(AddEdit{edit});
    }
  }

  // --- the shares
  std::string name_at(double t) const { return "T = " + measured_text(t, 4); }

  void draw_shares(Area area, bool upright) {
    const std::string what = output() ? say("The next word’s probabilities")
                                      : say("The weights of “{word}”", {{"word", study_.row_word}});
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, what);
    const Rgb usual = mix(c_.stage, c_.plain_ribbon, 0.7F);
    const std::vector<std::size_t> places = places_shown();
    ShareBars bars;
    const auto add = [&](const AtTemperature& at, Rgb colour) {
      bars.series.push_back({name_at(static_cast<double>(at.temperature)), colour, {}});
      for (const std::size_t place : places) bars.series.back().shares.push_back(at.shares[place]);
    };
    // At T = 1 the two are one.
    if (study_.chosen.temperature != 1) add(study_.one, usual);
    add(study_.chosen, c_.weights);
    for (const std::size_t place : places) bars.labels.push_back(study_.words[place]);
    if (places.size() < study_.words.size()) add_others(bars);
    std::vector<LegendEntry> entries;
    for (const ShareBars::Series& each : bars.series) entries.push_back({each.colour, each.name});
    legend(ui_, area.cut_top(ui_.px(22)), entries);
    const Area limits = area.cut_bottom(ui_.px(upright ? 240 : 112), ui_.px(14));
    const std::optional<int> pressed = share_bars(ui_, "temperature/bars", area, bars);
    if (pressed && static_cast<std::size_t>(*pressed) < places.size())
      ui_.emit(SelectCell{{study_.path, study_.row, static_cast<int>(places[*pressed])}});
    draw_temperature_limits(ui_, limits, study_);
  }

  // All keys in their order; of a vocabulary the likeliest words.
  std::vector<std::size_t> places_shown() const {
    std::vector<std::size_t> places(study_.words.size());
    std::iota(places.begin(), places.end(), 0U);
    if (!output() || places.size() <= words_shown + 1) return places;
    std::partial_sort(
        places.begin(), places.begin() + words_shown, places.end(), [&](std::size_t a, std::size_t b) {
          return study_.inputs[a] > study_.inputs[b] || (study_.inputs[a] == study_.inputs[b] && a < b);
        });
    places.resize(words_shown);
    return places;
  }

  void add_others(ShareBars& bars) const {
    const std::size_t others = study_.words.size() - bars.labels.size();
    for (ShareBars::Series& each : bars.series)
      each.shares.push_back(
          std::max(0.0F, 1 - std::accumulate(each.shares.begin(), each.shares.end(), 0.0F)));
    bars.labels.push_back(say("other {n}", {{"n", count_text(static_cast<std::int64_t>(others))}}));
  }

  // --- against T
  void draw_curves(Area area) {
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Against the temperature");
    const std::array figures{
        KeyFigure{"entropy at T = 1", bits_text(study_.one.entropy)},
        KeyFigure{"entropy at this T", bits_text(study_.chosen.entropy)},
        KeyFigure{"largest bar", largest_alone(study_.chosen.largest, study_.chosen.entropy)}};
    area.cut_top(figures_row(ui_, area, figures) + ui_.px(8));
    PlotSeries entropy{.name = "", .colour = c_.weights};
    PlotSeries largest{.name = "", .colour = c_.weights};
    for (const AtTemperature& at : study_.curve) {
      entropy.points.push_back({static_cast<double>(at.temperature), at.entropy});
      largest.points.push_back({static_cast<double>(at.temperature), at.largest});
    }
    const auto open =
        std::count_if(study_.hot.begin(), study_.hot.end(), [](float share) { return share > 0; });
    const double most = std::max(1.0, std::log2(static_cast<double>(open)));
    PlotSeries uniform{.name = say("log₂ {n}", {{"n", count_text(open)}}), .colour = c_.text_3};
    uniform.kind = PlotSeries::Kind::dashed;
    uniform.thickness = 1;
    uniform.points = {{static_cast<double>(coldest), std::log2(static_cast<double>(open))},
                      {static_cast<double>(hottest), std::log2(static_cast<double>(open))}};
    const std::array first{entropy, uniform};
    const std::array second{largest};
    const PlotAxis bits{.title = "entropy / bits", .from = 0, .to = most * 1.05};
    const PlotAxis share{.title = "largest bar", .from = 0, .to = 1.05};
    const float half = std::round(area.height() / 2);
    const PlotMargins margins =
        plot_margins(ui_, half, axis(""), bits, first) | plot_margins(ui_, half, axis(""), share, second);
    draw_curve(area.cut_top(half), axis(""), bits, first, margins);
    draw_curve(area, axis("temperature T"), share, second, margins);
  }

  static PlotAxis axis(const char* title) {
    return {.title = title,
            .name = "T",
            .from = static_cast<double>(coldest),
            .to = static_cast<double>(hottest),
            .logarithmic = true};
  }

  void draw_curve(const Area& area, const PlotAxis& x, const PlotAxis& y, std::span<const PlotSeries> series,
                  const PlotMargins& margins) {
    const PlotTouch touch = plot(ui_, "temperature/" + y.title, area, x, y, series,
                                 PlotMark{static_cast<double>(settings_.temperature), ""}, margins);
    if (!touch.clicked_x) return;
    const auto moved =
        static_cast<float>(std::clamp(std::round(*touch.clicked_x * 100) / 100, static_cast<double>(coldest),
                                      static_cast<double>(hottest)));
    if (moved != settings_.temperature) change([moved](TemperatureLab& lab) { lab.temperature = moved; });
  }
};

// Of words that look at one another, each in its row.
bool draw_temperature_in_rows(const PanelContext& context) {
  const auto* study = result_of<TemperatureStudy>(context);
  if (study == nullptr || context.session.experts ||
      context.session.labs.get<TemperatureLab>().of == TemperatureLab::Of::output)
    return false;
  const place::Boxes boxes = place::boxes_of(context);
  if (boxes.narrow() || boxes.presented()) return false;
  const place::Page page(context, boxes);
  const bool in_rows = page.attention.id == page.head.attention && !page.attention.crosses() &&
                       !page.is_in_time() && !page.is_of_cells(page.attention.asks) &&
                       study->words.size() == page.asks.size() &&
                       study->curve.front().shares.size() == page.asks.size();
  if (in_rows) TemperaturePanel(context, page.boxes.stage).draw_in_rows(page);
  return in_rows;
}

// --- before a class

std::optional<ClassPicture> temperature_for_class(const PanelContext& context) {
  const auto* const study = result_of<TemperatureStudy>(context);
  if (study == nullptr) return {};
  const std::string t = measured_text(static_cast<double>(study->chosen.temperature), 4);
  const ClassBars bars = class_shares(study->words, study->chosen.shares, context.ui.colours().weights);
  const auto most = std::max_element(study->one.shares.begin(), study->one.shares.end());
  const auto at = static_cast<std::size_t>(most - study->one.shares.begin());
  const std::string now = weight_alone(study->chosen.shares[at]), before = weight_alone(*most);
  return ClassPicture{
      .word = study->row_word,
      .about = say("takes a share of every word, at T = {t}:", {{"t", t}}),
      .shows = bars,
      .says =
          study->chosen.temperature == 1
              ? say("As in the model: “{word}” has {share}.", {{"word", study->words[at]}, {"share", before}})
              : say("The scores are divided by {t}. So “{word}” has {now}; in the model it has {before}.",
                    {{"t", t}, {"word", study->words[at]}, {"now", now}, {"before", before}})};
}

constexpr std::array<LabPanel::ForClass::Set, 4> temperature_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<TemperatureLab>().temperature = 4; },
    [](const PanelContext&, Labs& labs) { labs.get<TemperatureLab>().temperature = 16; },
    [](const PanelContext&, Labs& labs) { labs.get<TemperatureLab>().temperature = 0.25F; }};

}  // namespace

constinit const LabPanel TemperatureLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<TemperaturePanel>,
    .help = "Softmax can do anything between picking one word and treating all alike. Drag the temperature.",
    .words = "softmax sharp sharpness soft hard entropy creativity probability",
    .upright = 1150,
    .margin = {"Turn up the heat", "Drag the temperature T. Left: one word takes all. Right: all get alike.",
               "Make it hot: T = 16",
               [](const PanelContext&, Labs& labs) { labs.get<TemperatureLab>().temperature = 16; }},
    .for_class = {temperature_for_class, temperature_steps},
    .draw_in_rows = draw_temperature_in_rows,
};

}  // namespace headlight
