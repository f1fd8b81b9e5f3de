// Few heads that carry the effect, the paths from the selected one, and where heads look beside what they
// matter.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "app/labs/causes/causes_panel.h"
#include "app/panels/common/cause_ribbons.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

class CausesHeads : public CausesPart {
 public:
  using CausesPart::CausesPart;

  void draw() {
    if (!study_.no_heads.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2, study_.no_heads, ui_.px(19));
      return;
    }
    if (!study_.few) return;
    const auto [left, right] = two_parts(ui_, rest_, 0.46F);
    draw_few({left.left, left.top, left.right - ui_.px(24), left.bottom});
    draw_paths(right);
  }

 private:
  float effect_bar(const Area& area, const std::string& name, double effect) {
    const float tall = ui_.px(40);
    const Area line{area.left, area.top, area.right, area.top + tall};
    line_of_text(ui_, {line.left, line.top, line.right - ui_.px(60), line.top + ui_.px(20)}, type::label,
                 c_.ink, name);
    ui_.text({line.left, line.top, line.right, line.top + ui_.px(20)}, Align::right, type::label_hot, c_.ink,
             cause_effect_text(effect));
    share_bar(ui_, Area::at(line.left, line.top + ui_.px(22), line.width(), ui_.px(6)),
              static_cast<float>(std::clamp(std::fabs(effect), 0.0, 1.0)), cause_colour(ui_, effect));
    return tall;
  }

  void draw_few(Area area) {
    const HeadSet& few = *study_.few;
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "The fewest heads that do it");
    const std::string text = paragraph(
        {say("Each round adds the head of {stack} that moves the word furthest.", {{"stack", study_.among}}),
         few.heads.empty() ? say("All were tried: 0 of them move it.")
         : few.enough      ? ""
                           : say("They stay below .90, and no other head adds to that."),
         say("A different set may do just as well."),
         say(several(few.passes, "The model ran {n} time.", "The model ran {n} times."),
             {{"n", count_text(few.passes)}})});
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2, text, ui_.px(16)) + ui_.px(10));
    for (std::size_t i = 0; i < few.heads.size(); ++i)
      area.cut_top(effect_bar(
          area, i == 0 ? head_name(few.heads[i]) : say("and {head}", {{"head", head_name(few.heads[i])}}),
          few.effects[i]));
    if (few.heads.empty()) return;
    area.cut_top(ui_.px(10));
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink,
             say("All other heads of {stack} copied", {{"stack", study_.among}}));
    const bool one = few.heads.size() == 1;
    area.cut_top(effect_bar(
        area, one ? "the head above is computed again" : "the heads above are computed again", few.others));
    area.cut_top(effect_bar(area,
                            one ? "the head above stays as it was" : "the heads above stay as they were",
                            few.others_while_held));
    ui_.wrapped(area, type::caption, c_.text_2,
                "The other heads can do as much: a head may pass on what another one found. An effect above "
                "1 goes beyond the other word.",
                ui_.px(16));
  }

  void draw_paths(Area area) {
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Where this head’s effect goes");
    ControlRows row(ui_, area, ui_.px(34), ui_.px(8));
    head_and_word(context_, row, false);
    if (study_.paths.empty()) {
      ui_.wrapped(area, type::caption, c_.text_2, "No head comes after this one.", ui_.px(16));
      return;
    }
    area.cut_top(
        ui_.wrapped(
            area, type::caption, c_.text_2,
            say("Its output is copied from the other {sentence} and all other heads are kept fixed. A later "
                "head then receives the change: in everything, or only in its query, key or value.",
                {{"sentence", kind()}}),
            ui_.px(16)) +
        ui_.px(8));
    DrawnNumbers table;
    table.columns = {"into", "all", "query", "key", "value"};
    table.colours = {c_.ink, c_.query, c_.key, c_.value};
    std::vector<const HeadPath*> order;
    for (const HeadPath& path : study_.paths) order.push_back(&path);
    std::stable_sort(order.begin(), order.end(), [](const HeadPath* a, const HeadPath* b) {
      return std::fabs(a->all) > std::fabs(b->all);
    });
    const auto most =
        static_cast<std::size_t>(std::max(1.0F, std::floor(area.height() / ui_.px(table_row)) - 1));
    order.resize(std::min(order.size(), most));
    for (const HeadPath* path : order)
      table.rows.push_back({head_name(path->to), cause_effect_text(path->all), cause_effect_text(path->query),
                            cause_effect_text(path->key), cause_effect_text(path->value)});
    const float tall = std::min(area.height(), number_table_height(ui_, table));
    draw_number_table(ui_, {area.left, area.top, area.right, area.top + tall}, table,
                      std::round(area.width() * 0.5F));
  }
};

}  // namespace

void draw_cause_heads(const PanelContext& context, const Area& area) { CausesHeads(context, area).draw(); }

namespace {

// Where heads look beside what they matter: a dot for each, and the same as a list.

// From which weight on a head is said to look there, and below which effect it is said not to matter.
constexpr double causes_looks = 0.3, causes_matters = 0.1;

class CausesDots : public CausesPart {
 public:
  using CausesPart::CausesPart;

  void draw() {
    controls();
    if (!study_.no_heads.empty() || (!study_.nothing.empty() && !over_pairs())) {
      const std::string& why = study_.no_heads.empty() ? study_.nothing : study_.no_heads;
      ui_.wrapped(rest_, type::body, c_.text_2, why, ui_.px(19));
      return;
    }
    if (!study_.dots) return;
    Area line = rest_.cut_top(ui_.px(24));
    const WorkUnderWay work = under_way();
    const float room = line.width() - under_way_width(ui_, work);
    if (const int pressed = draw_under_way(ui_, "causes", line, work); pressed != 0)
      change([&](CausesLab& lab) { lab.pairs = pressed < 0 ? std::max(1, study_.dots->tried) : 0; });
    line_of_text(ui_, {line.left, line.top, line.left + room, line.bottom}, type::label_hot, c_.ink,
                 counted_text());
    rest_.cut_top(ui_.wrapped(rest_, type::caption, c_.text_2, axes_text(), ui_.px(16)) + ui_.px(6));
    if (study_.dots->dots.empty()) return;
    const auto [left, right] = two_parts(ui_, rest_, 0.6F, 0.55F);
    draw_plot(left);
    draw_list(right);
  }

 private:
  bool over_pairs() const { return study_.dots && study_.dots->over_pairs; }

  WorkUnderWay under_way() const {
    const HeadDots& dots = *study_.dots;
    if (work_.partial)
      return {.under_way = dots.over_pairs,
              .says = say("measuring: {n} of {all} pairs",
                          {{"n", count_text(dots.tried)}, {"all", count_text(dots.count)}})};
    return {.cancelled = dots.over_pairs && settings_.pairs > 0 && dots.tried < dots.count,
            .says = say("stopped after {n} of {all} pairs",
                        {{"n", count_text(dots.tried)}, {"all", count_text(dots.count)}})};
  }

  void controls() {
    if (ui_.exporting()) return;
    ControlRows row(ui_, rest_, ui_.px(34), ui_.px(8));
    const bool pairs = !study_.dots || study_.dots->no_pairs.empty();
    const std::array over{
        Choice{to_be_said("Held-out pairs"), pairs || settings_.over == CausesLab::Over::stage,
               say("There are none.")},
        Choice{pictures() ? to_be_said("These two pictures") : to_be_said("These two sentences")}};
    const auto shown = study_.dots && !over_pairs() ? CausesLab::Over::stage : settings_.over;
    choose_setting(context_, button_place(ui_, row.next(choices_width(ui_, over), 0)), over, &CausesLab::over,
                   ask_again, shown);
    if (!over_pairs()) {
      if (!two()) return;
      const std::array<Choice, 2> sides = sentence_choices(context_);
      const int side =
          choices(ui_, "causes/side", button_place(ui_, row.next(choices_width(ui_, sides), ui_.px(20))),
                  sides, study_.into);
      if (side >= 0) ui_.emit(SelectSide{side});
      return;
    }
    const std::array looks{Choice{to_be_said("At the last word or the noun")},
                           Choice{to_be_said("At the last word")}, Choice{to_be_said("At the noun")}};
    choose_setting(context_, button_place(ui_, row.next(choices_width(ui_, looks), ui_.px(20))), looks,
                   &CausesLab::looks);
  }

  std::string counted_text() const {
    const HeadDots& dots = *study_.dots;
    if (!dots.over_pairs) {
      return paragraph({dots.no_pairs, say("The question: “{word}” or “{other}”?",
                                           {{"word", study_.word}, {"other", study_.other}})});
    }
    return say("Means over {n} of {all} held-out pairs, those in which the model writes both pronouns.",
               {{"n", count_text(dots.answered)}, {"all", count_text(dots.tried)}});
  }

  std::string looked_at() const {
    switch (settings_.looks) {
      case CausesLab::Looks::cue:
        return say("the last word");
      case CausesLab::Looks::noun:
        return say("its noun");
      case CausesLab::Looks::asked:
        break;
    }
    return say("the last word or the noun");
  }

  std::string axes_text() const {
    if (over_pairs())
      return paragraph({say("Across: {where}", {{"where", where_they_look()}}),
                        say("Up: the effect of the head’s whole output, copied into the same sentence with "
                            "another last word. 0: the pronoun stays; 1: it changes completely."),
                        without_dot()});
    return paragraph(
        {say("Across: the largest weight that any word gives to the words that differ, in {sentence}.",
             {{"sentence", sentence(from())}}),
         say("Up: the effect of the head’s whole output, copied from there. 0: nothing changes; 1: the word "
             "changes completely."),
         without_dot()});
  }

  std::string where_they_look() const {
    if (settings_.looks != CausesLab::Looks::asked)
      return say(
          "the weight that the head gives to {word}, in the row of “it”; in the decoder, in the row that "
          "writes the pronoun.",
          {{"word", looked_at()}});
    return say(
        "how much “it” takes from the last word and from its noun; in the decoder, how much the pronoun "
        "takes from “it”.");
  }

  // Heads that read what is written.
  std::string without_dot() const {
    int count = 0;
    double most = 0;
    for (const HeadDot& dot : study_.dots->dots) {
      if (!std::isnan(dot.looks)) continue;
      ++count;
      if (std::fabs(dot.effect) > std::fabs(most)) most = dot.effect;
    }
    if (count == 0) return "";
    return say(several(count, "{n} head has no dot: there is no such word to look at (effect {effect}).",
                       "{n} heads have no dot: there is no such word to look at (effect at most {effect})."),
               {{"n", count_text(count)}, {"effect", cause_effect_text(most)}});
  }

  static std::string short_name(const HeadPlace& head) {
    return std::string(info(attention_of(head.stack, head.attention)).brief) + " " + from_one(head.layer) +
           "." + from_one(head.head);
  }

  void draw_plot(const Area& area) {
    const auto& dots = study_.dots->dots;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < dots.size(); ++i)
      if (!std::isnan(dots[i].looks)) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return dots[a].looks < dots[b].looks; });
    PlotSeries series{.name = {}, .colour = c_.weights, .kind = PlotSeries::Kind::dots, .thickness = 5};
    double low = 0, high = 1;
    for (const std::size_t i : order) {
      series.points.push_back({dots[i].looks, dots[i].effect});
      series.labels.push_back(short_name(dots[i].head));
      low = std::min(low, dots[i].effect);
      high = std::max(high, dots[i].effect);
    }
    const PlotAxis x{.title = over_pairs() ? say("mean weight on {word}", {{"word", looked_at()}})
                                           : say("largest weight on a word that differs"),
                     .from = -0.12,
                     .to = 1.15};
    const PlotAxis y{
        .title = over_pairs() ? "mean effect of the head’s output" : "effect of the head’s output",
        .name = "effect",
        .from = low - 0.12,
        .to = high + 0.16};
    const PlotTouch touch =
        plot(ui_, "causes/dots", {area.left, area.top, area.right - ui_.px(16), area.bottom}, x, y,
             std::span(&series, 1));
    if (touch.clicked_point) show(dots[order[touch.clicked_point->second]].head);
  }

  // That head on the stage.
  void show(const HeadPlace& head) {
    ui_.emit(SelectHead{head.layer, head.head, attention_of(head.stack, head.attention)});
    ui_.emit(SetView{ViewKind::lines});
  }

  void draw_list(Area area) {
    const auto& dots = study_.dots->dots;
    std::vector<std::size_t> order(dots.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::fabs(dots[a].effect) > std::fabs(dots[b].effect);
    });
    const std::string idle = look_and_do_not_matter();
    area.cut_top(ui_.wrapped(area, type::label_hot, c_.ink, idle, ui_.px(18)) + ui_.px(8));
    const float tall = ui_.px(24), number = ui_.px(62);
    const Area head = area.cut_top(ui_.px(22));
    const auto columns = [&](const Area& line, Type face, Rgb ink, const std::string& name,
                             const std::string& looks, const std::string& effect) {
      ui_.text({line.left + ui_.px(6), line.top, line.right - 2 * number, line.bottom}, Align::left, face,
               ink, ui_.shortened_in_middle(face, name, line.width() - 2 * number - ui_.px(12)));
      ui_.text({line.left, line.top, line.right - number, line.bottom}, Align::right, face, ink, looks);
      ui_.text({line.left, line.top, line.right - ui_.px(6), line.bottom}, Align::right, face, ink, effect);
    };
    columns(head, type::caption, c_.text_2, "head", "weight", "effect");
    const auto fit = static_cast<std::size_t>(std::max(1.0F, std::floor(area.height() / tall)));
    const std::size_t shown = order.size() <= fit ? order.size() : fit - 1;
    for (std::size_t n = 0; n < shown; ++n) {
      const HeadDot& dot = dots[order[n]];
      const Area line = area.cut_top(tall);
      const Touch touch =
          ui_.press("causes/dot/" + short_name(dot.head), line,
                    {.radius = ui_.px(5), .ground = c_.rail, .hint = "Show this head on the stage"});
      columns(line, type::label, touch.hovered ? c_.ink : c_.text_2, head_name(dot.head),
              std::isnan(dot.looks) ? "–" : cause_effect_text(dot.looks), cause_effect_text(dot.effect));
      if (touch.clicked) show(dot.head);
    }
    if (shown < order.size())
      ui_.text(
          area.cut_top(tall), Align::left, type::caption, c_.text_3,
          say(several(std::ssize(order) - static_cast<std::ptrdiff_t>(shown),
                      "{n} head with smaller effects left out", "{n} heads with smaller effects left out"),
              {{"n", count_text(order.size() - shown)}}));
  }

  std::string look_and_do_not_matter() const {
    std::string names;
    const auto& dots = study_.dots->dots;
    if (std::all_of(dots.begin(), dots.end(), [](const HeadDot& dot) { return std::isnan(dot.looks); }))
      return say("We do not know where a head should look here, so only the effects are listed.");
    for (const HeadDot& dot : dots) {
      if (!(dot.looks >= causes_looks) || std::fabs(dot.effect) >= causes_matters) continue;
      names += (names.empty() ? "" : "; ") + head_name(dot.head);
    }
    return names.empty() ? say("No head with a weight of .3 or more has an effect below .1.")
                         : say("They look (weight .3 or more) but hardly matter (effect below .1): {heads}.",
                               {{"heads", names}});
  }
};

}  // namespace

void draw_head_dots(const PanelContext& context, const Area& area) { CausesDots(context, area).draw(); }

}  // namespace headlight
