// Few heads that carry the effect, and the paths from the selected one.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/labs/causes/causes_panel.h"
#include "app/panels/common/cause_ribbons.h"
#include "app/panels/labs/lab_widgets.h"
#include "core/figure/numbers.h"

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
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Few heads that carry it");
    const std::string text = "Found one after the other among the heads of " + study_.among +
                             ": each time the one with which most comes over. " +
                             (few.heads.empty() ? "No head carries any of it. "
                              : few.enough      ? ""
                                                : "They stay below .90, and no further head adds to it. ") +
                             "Another set may do as well. " + count_text(few.passes) + " passes.";
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2, text, ui_.px(16)) + ui_.px(10));
    for (std::size_t i = 0; i < few.heads.size(); ++i)
      area.cut_top(effect_bar(area, (i == 0 ? "" : "and ") + head_name(few.heads[i]), few.effects[i]));
    if (few.heads.empty()) return;
    area.cut_top(ui_.px(10));
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink,
             "All other heads of " + study_.among + " exchanged");
    const bool one = few.heads.size() == 1;
    area.cut_top(effect_bar(
        area, one ? "the head above goes on computing" : "the heads above go on computing", few.others));
    area.cut_top(effect_bar(area, one ? "the head above kept as it was" : "the heads above kept as they were",
                            few.others_while_held));
    ui_.wrapped(
        area, type::caption, c_.text_2,
        "The other heads can carry as much: a head may hand on what another one found. An effect above 1 "
        "goes beyond the other answer.",
        ui_.px(16));
  }

  void draw_paths(Area area) {
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, "Paths from the selected head");
    ControlRows row(ui_, area, ui_.px(34), ui_.px(8));
    head_and_word(context_, row, false);
    if (study_.paths.empty()) {
      ui_.wrapped(area, type::caption, c_.text_2, "No head comes behind this one.", ui_.px(16));
      return;
    }
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2,
                             "Its output is taken from the other " + kind() +
                                 " while all other heads stay; what a later head then receives goes on: all "
                                 "of it, or by one way alone.",
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

}  // namespace headlight
