// Heads over a text: all of them as dots and as a list, one with its distribution and rows to look at, and
// all beside what a short test says of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/text_heads/text_heads_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/panels/labs/under_way.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// What is typed as a file until Enter.
struct TypedTextFile {
  std::string from, text;
};

std::string brief_of(Trait trait) { return std::string(info(trait).brief); }

std::string mean_called(Trait trait) {
  if (trait == Trait::entropy) return say("entropy in bits, mean");
  if (trait == Trait::distance) return say("distance in words, mean");
  if (trait == Trait::peak) return say("largest weight of a row, mean");
  return say("weight on {word}, mean", {{"word", looked_at_over_text(trait)}});
}

std::string value_called(Trait trait) {
  if (trait == Trait::entropy) return say("entropy of a row in bits");
  if (trait == Trait::distance) return say("distance of a row in words");
  if (trait == Trait::peak) return say("largest weight of a row");
  return say("weight on {word} in a row", {{"word", looked_at_over_text(trait)}});
}

std::string value_over_text(Trait trait, float value) {
  return trait == Trait::entropy    ? say("{n} bits", {{"n", fixed_text(value, 2)}})
         : trait == Trait::distance ? say("{n} words", {{"n", fixed_text(value, 1)}})
                                    : weight_alone(value);
}

std::string brief_head(const HeadChoice& head) {
  return std::string(info(head.attention).brief) + " " + from_one(head.layer) + "." + from_one(head.head);
}
std::string long_head(const HeadChoice& head) {
  return say("{attention} layer {layer}, head {head}",
             {{"attention", std::string(info(head.attention).group)},
              {"layer", from_one(head.layer)},
              {"head", from_one(head.head)}});
}

std::string about_seconds(double seconds) {
  constexpr double a_minute = 60, an_hour = 3600;
  if (seconds < 1.5) return say("about a second");
  if (seconds < a_minute) return say("about {n} seconds", {{"n", count_text(std::lround(seconds))}});
  if (seconds < an_hour) {
    const auto minutes = std::lround(seconds / a_minute);
    return say(several(minutes, "about {n} minute", "about {n} minutes"), {{"n", count_text(minutes)}});
  }
  const auto hours = std::lround(seconds / an_hour);
  return say(several(hours, "about {n} hour", "about {n} hours"), {{"n", count_text(hours)}});
}

class TextHeadsPanel : public LabPart<TextHeadsLab, TextHeadsStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    const std::array pages{Choice{to_be_said("All heads")}, Choice{to_be_said("One head")},
                           Choice{to_be_said("Short test")}};
    choose_page(context_, rest_, says(), pages, &TextHeadsLab::page);
    draw_source();
    if (!study_.error.empty()) {
      ui_.wrapped(rest_, type::label_hot, c_.error, study_.error, ui_.px(19));
      return;
    }
    if (study_.measures == nullptr || study_.measures->read == 0) return;
    draw_counts();
    switch (settings_.page) {
      case TextHeadsLab::Page::heads:
        return draw_heads();
      case TextHeadsLab::Page::head:
        return draw_head();
      case TextHeadsLab::Page::narrow:
        return draw_narrow();
    }
  }

 private:
  std::string says() const {
    switch (settings_.page) {
      case TextHeadsLab::Page::head:
        return say("One sentence is one example. How often does this head do it, and where does it not?");
      case TextHeadsLab::Page::narrow:
        return say("A short test names a head. Does the head do the same over a whole text?");
      case TextHeadsLab::Page::heads:
        break;
    }
    return say("Every head is measured in every row of a text. Each dot is a head.");
  }

  // --- the text

  void draw_source() {
    if (ui_.exporting()) return;
    ControlRows row(ui_, rest_, ui_.finger(34), ui_.px(6));
    auto& typed = ui_.state<TypedTextFile>();
    if (typed.from != settings_.file) typed = {settings_.file, settings_.file};
    const std::string hint = say("drop a text file here, or type where it is");
    const float wide = std::min(row.room(), ui_.px(360));
    const Field field = text_field(ui_, "text_heads/file", button_place(ui_, row.next(wide, 0)), typed.text,
                                   type::control, hint);
    if (field.entered && typed.text != settings_.file) {
      typed.from = typed.text;
      read_file(typed.text);
    }
    if (!settings_.file.empty()) {
      const std::string ours = say("Our sentences");
      if (button(ui_, "text_heads/ours", button_place(ui_, row.next(button_width(ui_, ours), ui_.px(12))),
                 ours, ButtonKind::plain))
        read_file("");
    }
    if (study_.columns.size() < 2 || study_.column < 0) return;
    std::vector<std::string> names = study_.columns;
    const std::string now =
        say("column {name}",
            {{"name", shortened(printable(names.at(static_cast<std::size_t>(study_.column))), 24)}});
    step_among(
        context_, button_place(ui_, row.next(stepper_width(ui_, now), ui_.px(12))), now,
        std::span<const std::string>(names), &TextHeadsLab::column,
        [](TextHeadsLab& lab) { lab.parts = TextHeadsLab::first_parts; },
        names.at(static_cast<std::size_t>(study_.column)));
  }

  void read_file(const std::string& file) {
    change([&](TextHeadsLab& lab) {
      lab.file = file;
      lab.column.clear();
      lab.parts = TextHeadsLab::first_parts;
    });
  }

  WorkUnderWay under_way() const {
    const TextMeasures& measures = *study_.measures;
    const std::int64_t left = study_.parts() - measures.read;
    const NamedValue n{"n", count_text(measures.read)}, all{"all", count_text(study_.parts())};
    const NamedValue time{"time", about_seconds(study_.seconds_a_part * static_cast<double>(left))};
    if (work_.partial) {
      const int wanted = std::min(settings_.parts, study_.parts());
      const double seconds = study_.seconds_a_part * static_cast<double>(wanted - measures.read);
      return {.under_way = true,
              .says = say("read {n} of {all} parts, {time} left", {{"n", count_text(measures.read)},
                                                                   {"all", count_text(wanted)},
                                                                   {"time", about_seconds(seconds)}})};
    }
    return {.cancelled = left > 0, .says = say("{n} of {all} parts; the others take {time}", {n, all, time})};
  }

  // How much was read, how far it is; and what was left out.
  void draw_counts() {
    const TextMeasures& measures = *study_.measures;
    Area line = rest_.cut_top(ui_.px(24));
    line.right = line.left + seen_width(ui_, line);
    const WorkUnderWay work = under_way();
    const float wide = under_way_width(ui_, work);
    const std::string over = say("Over {tokens} tokens in {parts} parts of {text}.",
                                 {{"tokens", count_text(measures.tokens)},
                                  {"parts", count_text(measures.read - measures.refused)},
                                  {"text", study_.called}});
    // The button has a line of its own where the words need this one.
    Area words = line;
    if (wide > 0 && ui_.width(type::label_hot, over) + wide > line.width()) {
      line = rest_.cut_top(ui_.px(24));
      line.right = line.left + words.width();
    } else {
      words.right -= wide;
    }
    if (ui_.width(type::label_hot, over) > words.width()) {
      // On a narrow page in two lines.
      words.bottom += ui_.px(18);
      rest_.cut_top(ui_.px(18));
      ui_.wrapped(words, type::label_hot, c_.ink, over, ui_.px(18));
    } else {
      ui_.text(words, Align::left, type::label_hot, c_.ink, over);
    }
    if (const int pressed = draw_under_way(ui_, "text_heads", line, work); pressed != 0)
      change([&](TextHeadsLab& lab) {
        lab.parts = pressed < 0 ? std::max(1, measures.read) : TextHeadsLab::most_parts;
      });
    if (work_.partial && !ui_.exporting()) {
      const int wanted = std::max(1, std::min(settings_.parts, study_.parts()));
      share_bar(ui_, Area::at(rest_.left, rest_.top, words.width(), ui_.px(4)),
                static_cast<float>(measures.read) / static_cast<float>(wanted), c_.weights);
      rest_.cut_top(ui_.px(8));
    }
    if (measures.refused > 0) {
      const std::string out =
          say(several(measures.refused, "{n} part is left out, which the model cannot read: {why}",
                      "{n} parts are left out, which the model cannot read. The first: {why}"),
              {{"n", count_text(measures.refused)}, {"why", measures.why_refused}});
      Area place = rest_.cut_top(ui_.px(20));
      place.right = words.right;
      line_of_text(ui_, place, type::caption, c_.text_2, out);
    }
    rest_.cut_top(ui_.px(4));
  }

  // --- what is measured

  template <typename Field>
  void step_trait(ControlRows& row, Field field, const std::string& lead) {
    const Trait now = settings_.*field;
    const auto said = [&](Trait trait) { return lead + brief_of(trait); };
    float wide = 0;
    for (const Trait each : text_traits) wide = std::max(wide, stepper_width(ui_, said(each)));
    step_among(context_, button_place(ui_, row.next(wide, ui_.px(16))), said(now),
               std::span<const Trait>(text_traits), field);
  }

  void show_head(int head) {
    const HeadChoice& of = study_.heads.at(static_cast<std::size_t>(head));
    ui_.emit(SelectHead{of.layer, of.head, of.attention});
  }

  struct Dots {
    std::string id, across, up;
    bool shares_across = true, shares_up = true;
    std::vector<std::pair<int, Point>> heads;  // with a place
    bool diagonal = false;                     // both say the same there
  };

  static double end_of_axis(const Dots& dots, bool shares, double Point::*side) {
    if (shares) return 1.12;
    double most = 0;
    for (const auto& [head, at] : dots.heads) most = std::max(most, at.*side);
    return most <= 0 ? 1 : most * 1.2;
  }

  void draw_dots(const Area& area, Dots dots) {
    std::stable_sort(dots.heads.begin(), dots.heads.end(),
                     [](const auto& a, const auto& b) { return a.second.x < b.second.x; });
    const double right = end_of_axis(dots, dots.shares_across, &Point::x);
    const double top = end_of_axis(dots, dots.shares_up, &Point::y);
    PlotSeries others{.name = {}, .colour = c_.weights, .kind = PlotSeries::Kind::dots, .thickness = 5};
    PlotSeries chosen{.name = {}, .colour = c_.focus, .kind = PlotSeries::Kind::dots, .thickness = 8};
    std::vector<int> of_others;
    for (const auto& [head, at] : dots.heads) {
      PlotSeries& into = head == study_.chosen ? chosen : others;
      into.points.push_back(at);
      into.labels.push_back(brief_head(study_.heads.at(static_cast<std::size_t>(head))));
      if (head != study_.chosen) of_others.push_back(head);
    }
    std::vector<PlotSeries> series{std::move(others)};
    if (!chosen.points.empty()) series.push_back(std::move(chosen));
    if (dots.diagonal) {
      PlotSeries same{.name = {}, .colour = c_.text_3, .kind = PlotSeries::Kind::dashed, .thickness = 1};
      same.points = {{0, 0}, {1, 1}};
      series.push_back(std::move(same));
    }
    const PlotAxis x{.title = dots.across, .from = dots.shares_across ? -0.06 : 0, .to = right};
    const PlotAxis y{.title = dots.up, .from = dots.shares_up ? -0.06 : 0, .to = top};
    const PlotTouch touch =
        plot(ui_, dots.id, {area.left, area.top, area.right - ui_.px(16), area.bottom}, x, y, series);
    if (touch.clicked_point && touch.clicked_point->first == 0)
      show_head(of_others.at(touch.clicked_point->second));
  }

  // --- all heads

  void draw_heads() {
    ControlRows row(ui_, rest_, ui_.finger(34), ui_.px(6));
    if (!ui_.exporting()) {
      step_trait(row, &TextHeadsLab::up, say("up: "));
      step_trait(row, &TextHeadsLab::across, say("across: "));
    }
    const auto [left, right] = two_parts(ui_, rest_, 0.55F, 0.5F);
    Dots dots{.id = "text_heads/dots",
              .across = mean_called(settings_.across),
              .up = mean_called(settings_.up),
              .shares_across = info(settings_.across).is_share,
              .shares_up = info(settings_.up).is_share,
              .heads = {}};
    for (int head = 0; head < static_cast<int>(study_.heads.size()); ++head) {
      const auto x = study_.head(head)[settings_.across].mean(), y = study_.head(head)[settings_.up].mean();
      if (x && y) dots.heads.push_back({head, {static_cast<double>(*x), static_cast<double>(*y)}});
    }
    draw_dots(left, std::move(dots));
    draw_list(right);
  }

  // Those with a name first, by their share; the selected one is always there.
  std::vector<int> in_order() const {
    std::vector<int> order(study_.heads.size());
    std::iota(order.begin(), order.end(), 0);
    const auto share = [&](int head) {
      const auto name = name_over_text(study_.head(head));
      return name ? *study_.head(head)[*name].led_share() : 0.0F;
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return share(a) > share(b); });
    return order;
  }

  struct HeadLine {
    std::string name, says;
  };
  // Head by head; `line_of` says what stands behind a head's name. Returns nothing: a press selects the head.
  template <typename LineOf>
  void draw_lines(Area area, const std::vector<int>& order, const LineOf& line_of) {
    constexpr std::size_t most_lines = 12;
    const float tall = ui_.px(24);
    const auto room = static_cast<std::size_t>(std::max(2.0F, std::floor(area.height() / tall)));
    const std::size_t fit = std::min(room, most_lines);
    std::size_t shown = order.size() <= fit ? order.size() : fit - 1;
    std::vector<int> lines(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown));
    if (study_.chosen >= 0 && !lines.empty() &&
        std::find(lines.begin(), lines.end(), study_.chosen) == lines.end())
      lines.back() = study_.chosen;
    float names = 0;
    for (const int head : lines)
      names = std::max(
          names, ui_.width(type::label_hot, brief_head(study_.heads.at(static_cast<std::size_t>(head)))));
    names += ui_.px(20);
    for (const int head : lines) {
      const HeadChoice& of = study_.heads.at(static_cast<std::size_t>(head));
      const Area line = area.cut_top(tall);
      const bool hot = head == study_.chosen;
      if (hot) ui_.fill(line, c_.focus_band, ui_.px(5));
      const Touch touch = ui_.press("text_heads/head/" + brief_head(of), line,
                                    {.radius = ui_.px(5), .ground = c_.rail, .hint = long_head(of)});
      ui_.text({line.left + ui_.px(6), line.top, line.right, line.bottom}, Align::left,
               hot ? type::label_hot : type::label, c_.ink, brief_head(of));
      line_of_text(ui_, {line.left + names, line.top, line.right - ui_.px(6), line.bottom}, type::label,
                   hot || touch.hovered ? c_.ink : c_.text_2, line_of(head));
      if (touch.clicked) show_head(head);
    }
    if (shown < order.size())
      ui_.text(area.cut_top(tall), Align::left, type::caption, c_.text_3,
               say(several(std::ssize(order) - static_cast<std::ptrdiff_t>(shown), "{n} more head",
                           "{n} more heads; a dot selects any"),
                   {{"n", count_text(order.size() - shown)}}));
  }

  void draw_list(Area area) {
    ui_.text(area.cut_top(ui_.px(24)), Align::left, type::section, c_.ink, say("What most of its rows do"));
    draw_lines(area, in_order(), [&](int head) { return named_over_text(study_.head(head)); });
  }

  // --- one head

  void draw_head() {
    ControlRows row(ui_, rest_, ui_.finger(34), ui_.px(6));
    if (!ui_.exporting()) {
      head_and_word(context_, row, false);
      step_trait(row, &TextHeadsLab::of, "");
    }
    if (study_.chosen < 0) return;
    const auto [left, right] = two_parts(ui_, rest_, 0.46F, 0.45F);
    draw_spread({left.left, left.top, left.right - ui_.px(20), left.bottom});
    draw_examples(right);
  }

  void draw_spread(Area area) {
    const HeadOverText& head = study_.head(study_.chosen);
    const TraitSpread& spread = head[settings_.of];
    area.cut_top(ui_.wrapped(area, type::section, c_.ink, named_over_text(head), ui_.px(20)) + ui_.px(4));
    if (spread.rows() == 0) {
      ui_.wrapped(area, type::body, c_.text_2,
                  say("No row of this head has this to look at: {what}.", {{"what", brief_of(settings_.of)}}),
                  ui_.px(19));
      return;
    }
    std::vector<KeyFigure> figures{
        {say("rows"), count_text(spread.rows())},
        {say("mean"), value_over_text(settings_.of, *spread.mean())},
        {say("half of all rows below"), value_over_text(settings_.of, *spread.quantile(0.5F))}};
    if (is_a_place(settings_.of))
      figures.push_back({say("largest weight there"), rows_in_percent(*spread.led_share())});
    area.cut_top(figures_row(ui_, area, figures) + ui_.px(6));
    int last = 0;
    const auto counts = spread.counts();
    for (int bin = 0; bin < TraitSpread::bins; ++bin)
      if (counts[static_cast<std::size_t>(bin)] > 0) last = bin;
    const double wide = static_cast<double>(spread.most()) / TraitSpread::bins;
    PlotSeries bars{.name = {}, .colour = c_.weights, .kind = PlotSeries::Kind::bars, .thickness = 3};
    double most = 0;
    const int shown = info(settings_.of).is_share ? TraitSpread::bins - 1 : last;
    for (int bin = 0; bin <= shown; ++bin) {
      const double share =
          static_cast<double>(counts[static_cast<std::size_t>(bin)]) / static_cast<double>(spread.rows());
      most = std::max(most, share);
      bars.points.push_back({(bin + 0.5) * wide, share});
    }
    const PlotAxis x{.title = value_called(settings_.of), .from = 0, .to = (shown + 1) * wide};
    const PlotAxis y{.title = say("share of its rows"), .from = 0, .to = most * 1.1};
    plot(ui_, "text_heads/distribution", area, x, y, std::span(&bars, 1));
  }

  static std::string place_of_example(const TextExample& each) {
    if (each.share >= 1) return say("most");
    return say("{share} %", {{"share", count_text(std::lround(100 * each.share))}});
  }

  void draw_examples(Area area) {
    ui_.text(area.cut_top(ui_.px(24)), Align::left, type::section, c_.ink,
             say("Rows by {what}", {{"what", value_called(settings_.of)}}));
    const std::string how =
        work_.partial
            ? say("They come when the text is read.")
            : say("The most, of three sentences; then one row of each tenth, drawn by lot, where tenths "
                  "differ: at 95 %, 95 of 100 rows have less. A press puts the sentence on stage.");
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2, how, ui_.px(16)) + ui_.px(6));
    const float places = ui_.px(44), upper = 0.53F;
    const float tall =
        std::clamp(area.height() / static_cast<float>(std::max<std::size_t>(1, study_.examples.size())),
                   ui_.finger(34), ui_.px(44));
    float values = 0;
    for (const TextExample& each : study_.examples)
      values = std::max(values, ui_.width(type::number_hot, value_over_text(settings_.of, each.row.value)));
    values += ui_.px(14);
    for (std::size_t i = 0; i < study_.examples.size(); ++i) {
      if (area.height() < tall) break;
      const TextExample& each = study_.examples[i];
      const Area line = area.cut_top(tall);
      const Touch touch = ui_.press("text_heads/example/" + std::to_string(i), line,
                                    {.radius = ui_.px(5), .ground = c_.rail, .hint = "Put it on stage"});
      Area text{line.left + ui_.px(6) + places + values, line.top, line.right - ui_.px(6), line.bottom};
      const Area first{line.left + ui_.px(6), line.top, line.right, line.top + upper * tall};
      ui_.text(first, Align::left, type::caption, c_.text_2, place_of_example(each));
      ui_.text({first.left, first.top, first.left + places + values - ui_.px(8), first.bottom}, Align::right,
               type::number_hot, c_.ink, value_over_text(settings_.of, each.row.value));
      line_of_text(ui_, text.cut_top(upper * tall), type::label_hot, c_.ink,
                   say("“{asks}” looks most at “{key}”", {{"asks", each.asks}, {"key", each.key}}));
      line_of_text(ui_, text.cut_top(tall * 0.42F), type::caption, touch.hovered ? c_.ink : c_.text_2,
                   printable(each.text));
      if (touch.clicked) put_on_stage(each);
    }
  }

  // The sentence, with the head that is selected and the row in focus.
  void put_on_stage(const TextExample& example) {
    Session session = context_.session;
    session.runs = {{example.text}, {}};
    session.pair = {};
    session.altitude = Altitude::head;
    session.view = ViewKind::lines;
    session.heads_shown = HeadsShown::one;
    session.part = "weights";
    session.step.clear();
    session.trail.clear();
    session.side = 0;
    session.sides = Sides::one;
    select_only(session, example.row.row);
    ui_.emit(OpenSession{std::move(session)});
  }

  // --- beside a short test

  void draw_narrow() {
    if (study_.short_test == nullptr) return;
    ControlRows row(ui_, rest_, ui_.finger(34), ui_.px(6));
    if (!ui_.exporting()) step_trait(row, &TextHeadsLab::of, "");
    const auto [left, right] = two_parts(ui_, rest_, 0.5F, 0.5F);
    Dots dots{.id = "text_heads/narrow",
              .across = say("in the short test"),
              .up = mean_called(settings_.of),
              .shares_across = info(settings_.of).is_share,
              .shares_up = info(settings_.of).is_share,
              .heads = {},
              .diagonal = info(settings_.of).is_share};
    for (int head = 0; head < static_cast<int>(study_.heads.size()); ++head) {
      const auto x = in_short_test(study_, head, settings_.of), y = study_.head(head)[settings_.of].mean();
      if (x && y) dots.heads.push_back({head, {static_cast<double>(*x), static_cast<double>(*y)}});
    }
    if (dots.heads.empty()) {
      Area place = left;
      place.right -= ui_.px(20);
      ui_.wrapped(place, type::body, c_.text_2, say("The short test of this model has no number for this."),
                  ui_.px(19));
    } else {
      draw_dots(left, std::move(dots));
    }
    draw_names(right);
  }

  void draw_names(Area area) {
    std::vector<int> named, others;
    int held = 0;
    for (int head = 0; head < static_cast<int>(study_.heads.size()); ++head) {
      const auto name = named_by_short_test(study_, head);
      (name ? named : others).push_back(head);
      if (name && study_.head(head)[*name].led_share().value_or(0) > 0.5F) ++held;
    }
    const std::string counted = named.empty() ? say("The short test names none of the {all} heads.",
                                                    {{"all", count_text(study_.heads.size())}})
                                              : say("The short test names {n} of {all} heads. Of these, "
                                                    "{held} do the same in most rows of the text.",
                                                    {{"n", count_text(named.size())},
                                                     {"all", count_text(study_.heads.size())},
                                                     {"held", count_text(held)}});
    area.cut_top(ui_.wrapped(area, type::label_hot, c_.ink, counted, ui_.px(18)) + ui_.px(2));
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2,
                             say("The test: random tokens, read twice. After the arrow: the text."),
                             ui_.px(16)) +
                 ui_.px(6));
    named.insert(named.end(), others.begin(), others.end());
    draw_lines(area, named, [&](int head) { return test_and_text(head); });
  }

  std::string test_and_text(int head) const {
    const auto name = named_by_short_test(study_, head);
    if (!name) return say("no name → {text}", {{"text", named_over_text(study_.head(head))}});
    const TraitSpread& spread = study_.head(head)[*name];
    const NamedValue test{"test", brief_of(*name)};
    if (spread.rows() == 0) return say("{test} → no row to try it", {test});
    return say("{test} → {share} of {n} rows",
               {test, {"share", rows_in_percent(*spread.led_share())}, {"n", count_text(spread.rows())}});
  }
};

// --- before a class

std::optional<ClassPicture> text_heads_for_class(const PanelContext& context) {
  const auto* const study = result_of<TextHeadsStudy>(context);
  if (study == nullptr || study->measures == nullptr) return {};
  const Trait of = context.session.labs.get<TextHeadsLab>().of;
  std::vector<std::pair<float, int>> shares;
  std::int64_t rows = 0;
  for (int head = 0; head < static_cast<int>(study->heads.size()); ++head) {
    const TraitSpread& spread = study->head(head)[of];
    if (const auto led = spread.led_share()) shares.emplace_back(*led, head);
    rows = std::max(rows, spread.rows());
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  constexpr std::size_t most_bars = 6;
  if (shares.size() > most_bars) shares.resize(most_bars);
  ClassBars bars;
  for (const auto& [share, head] : shares)
    bars.bars.push_back({long_head(study->heads.at(static_cast<std::size_t>(head))), rows_in_percent(share),
                         static_cast<double>(share)});
  return ClassPicture{
      .about = say("rows whose largest weight is on {word}:", {{"word", looked_at_over_text(of)}}),
      .shows = std::move(bars),
      .says = say("Over {n} rows of {text}.", {{"n", count_text(rows)}, {"text", study->called}})};
}

constexpr std::array<LabPanel::ForClass::Set, 3> text_heads_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<TextHeadsLab>().of = Trait::itself; },
    [](const PanelContext&, Labs& labs) { labs.get<TextHeadsLab>().of = Trait::special; }};

}  // namespace

constinit const LabPanel TextHeadsLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<TextHeadsPanel>,
    .help =
        "What every head does in all rows of a whole text: our sentences, or a text file of yours. A dot or "
        "a line selects a head; One head shows how often it does what, with rows to put on stage; Short test "
        "compares what random tokens say of it.",
    .words =
        "corpus distribution histogram scatter dataset csv text file statistics head behaviour faithful "
        "narrow induction previous token over many sentences",
    .wide = 720,
    .tall = 520,
    .upright = 1100,
    .margin = {"One sentence, or a whole text",
               "Select a head: how many of its rows do what one sentence shows?", "One head",
               [](const PanelContext&, Labs& labs) {
                 labs.get<TextHeadsLab>().page = TextHeadsLab::Page::head;
               }},
    .for_class = {text_heads_for_class, text_heads_steps},
};

}  // namespace headlight
