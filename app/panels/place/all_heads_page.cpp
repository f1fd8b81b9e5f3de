// The heads of all layers at once: a column for each layer, as in the model, or all in the order of what one
// measures of them.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/common/head_names.h"
#include "app/panels/place/otherwise.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/traits.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr int most_heads_beside = 16;  // of a layer, as tables beside each other

// --- which heads, and in which order

struct OrderedHead {
  HeadChoice head;
  std::optional<float> value;  // of the trait that they are sorted by
};

std::vector<std::vector<HeadChoice>> heads_by_layer(const Page& page) {
  std::vector<std::vector<HeadChoice>> layers;
  for (const LayerColumn& column : layer_columns(page))
    layers.push_back(heads_of_layer(page, column.attention, column.layer));
  return layers;
}

int count_of_heads(const Page& page) {
  int count = 0;
  for (const std::vector<HeadChoice>& layer : heads_by_layer(page)) count += static_cast<int>(layer.size());
  return count;
}

std::optional<float> trait_of_head(const Page& page, const HeadChoice& head, Trait trait) {
  const HeadTraits* const traits = page.context.maps[page.side].traits(head.path("weights"));
  return traits == nullptr ? std::nullopt : (*traits)[trait];
}

// The largest first; those of which it cannot be said come last.
std::vector<OrderedHead> heads_in_order(const Page& page) {
  std::vector<OrderedHead> heads;
  const std::optional<Trait> by = page.session.sort_heads;
  for (const std::vector<HeadChoice>& layer : heads_by_layer(page)) {
    for (const HeadChoice& head : layer)
      heads.push_back({head, by ? trait_of_head(page, head, *by) : std::nullopt});
  }
  if (by)
    std::stable_sort(heads.begin(), heads.end(), [](const OrderedHead& a, const OrderedHead& b) {
      return a.value.value_or(-2) > b.value.value_or(-2);
    });
  return heads;
}

bool is_same_head(const HeadChoice& a, const HeadChoice& b) {
  return a.attention == b.attention && a.layer == b.layer && a.head == b.head;
}

std::string number_of_trait(Trait trait, float value) {
  return info(trait).is_share ? number_alone(value, NumberFormat::weight) : fixed_text(value, 2);
}

// "layer 3, head 1", "decoder 1, head 2", "decoder 1, reads".
std::string head_in_model(const Page& page, const HeadChoice& head) {
  const std::string layer = std::to_string(head.layer + 1), n = std::to_string(head.head + 1);
  const std::string stack =
      page.trace.anatomy().stacks.size() < 2 ? say("layer") : std::string(info(head.attention).stack);
  const bool two_kinds =
      info(head.attention).crosses() && page.trace.anatomy().find(Attention::decoder) != nullptr;
  if (two_kinds && page.trace.anatomy().heads(head.attention, head.layer) == 1)
    return say("{stack} {layer}, reads", {{"stack", stack}, {"layer", layer}});
  return two_kinds ? say("{stack} {layer}, reads, head {n}", {{"stack", stack}, {"layer", layer}, {"n", n}})
                   : say("{stack} {layer}, head {n}", {{"stack", stack}, {"layer", layer}, {"n", n}});
}

GoTo to_head(const Page& page, const HeadChoice& head, HeadsShown shown) {
  return {.altitude = Altitude::head,
          .head = head,
          .token = std::max(row_for(page, head.attention), 0),
          .heads = shown};
}

// --- the page

struct PlacedHead {
  HeadChoice head;
  Area area;
  std::string under;  // its name and number, where they are sorted
};

class AllHeadsPage {
 public:
  AllHeadsPage(const Page& page, stage::Scene& scene)
      : page_(page), ui_(page.ui), c_(page.c), scene_(scene) {}

  void add() {
    Area rest = page_.boxes.stage;
    const bool tight = page_.is_tight();
    const float choice = heads_choice_width(page_);
    if (!page_.boxes.presented()) {
      Area head = rest.cut_top(page_.px(page_.boxes.low ? 40 : 64), page_.px(page_.boxes.low ? 2 : 6));
      if (tight) head.left = page_.boxes.shelf.left;
      draw_heads_choice(page_, head.right, head.top + page_.px(page_.boxes.low ? 4 : 12));
      const float room = head.width() - (choice > 0 ? choice + page_.px(16) : 0);
      const Type title = page_.boxes.low ? type::section : type::written_hot;
      ui_.text(head.left, head.top + page_.px(page_.boxes.low ? 20 : 22), title, c_.ink,
               ui_.shortened(title, say("All heads of all layers"), room));
      if (!page_.boxes.low)
        ui_.text(head.left, head.top + page_.px(48), type::label, c_.text_2,
                 ui_.shortened(type::label,
                               page_.session.sort_heads
                                   ? say("the largest first: {trait}",
                                         {{"trait", std::string(info(*page_.session.sort_heads).brief)}})
                                   : say("one column for each layer, one picture for each head"),
                               room));
    } else {
      rest.cut_top(page_.px(6));
    }
    const Area foot = rest.cut_bottom(page_.px(page_.boxes.presented() ? 40 : 26));
    page_.session.sort_heads ? place_sorted(rest) : place_by_layer(rest);
    for (const PlacedHead& each : placed_) add_picture(each);
    draw_foot(foot);
    follow_mouse();
  }

 private:
  bool is_chosen(const HeadChoice& head) const { return is_same_head(head, page_.head); }

  // Columns where the layers are in the model and in the small map.
  void place_by_layer(Area rest) {
    const std::vector<LayerColumn> columns = layer_columns(page_, 22);
    std::size_t most = 1;
    for (const LayerColumn& column : columns)
      most = std::max(most, heads_of_layer(page_, column.attention, column.layer).size());
    const float name = page_.px(page_.boxes.presented() ? 34 : 24);
    Area names = rest.cut_top(name, page_.px(2));
    const float pitch = std::floor(rest.height() / static_cast<float>(most));
    const float gap = pitch > page_.px(30) ? page_.px(4) : page_.px(1);
    for (const LayerColumn& column : columns) {
      if (column.area.empty()) continue;
      const bool chosen = is_chosen_layer(page_, column.attention, column.layer);
      const Area across{column.area.left, names.top, column.area.right, names.bottom};
      const std::vector<HeadChoice> heads = heads_of_layer(page_, column.attention, column.layer);
      const float size = std::min({column.area.width(), pitch - gap, page_.px(104)});
      if (chosen) {
        const Area band{column.area.left - page_.px(4), names.top, column.area.left + size + page_.px(4),
                        rest.top + pitch * static_cast<float>(heads.size())};
        ui_.fill(band, c_.focus_band, page_.px(5));
      }
      draw_layer_name(column_name(page_, columns, column, page_.face(type::label)), across, size, chosen);
      const bool beside = column.area.width() >= size + page_.px(24);
      for (std::size_t i = 0; i < heads.size(); ++i) {
        const Area box = Area::at(column.area.left, rest.top + pitch * static_cast<float>(i), size, size);
        placed_.push_back({heads[i], box, ""});
        if (!beside || page_.is_tight()) continue;
        const bool reads = i > 0 && heads[i].attention != heads[0].attention;
        const Type face = page_.face(is_chosen(heads[i]) ? type::label_hot : type::label);
        const float room = column.area.right - box.right - page_.px(4);
        ui_.text(box.right + page_.px(8), box.middle_y(), face, is_chosen(heads[i]) ? c_.ink : c_.text_2,
                 ui_.shortened(face, reads ? say("reads") : std::to_string(heads[i].head + 1), room));
      }
      // Where the columns are narrow, the numbers stand once, at the right.
      if (beside || &column != &columns.back() || page_.is_tight()) continue;
      for (std::size_t i = 0; i < heads.size() && pitch >= page_.px(13); ++i) {
        const float y = rest.top + pitch * (static_cast<float>(i) + 0.5F) - gap / 2;
        const bool row = i == static_cast<std::size_t>(page_.head.head);
        ui_.text({column.area.right, y - page_.px(9), page_.boxes.stage.right - page_.px(4), y + page_.px(9)},
                 Align::right, page_.face(row ? type::label_hot : type::label), row ? c_.ink : c_.text_2,
                 std::to_string(i + 1));
      }
    }
  }

  void draw_layer_name(const std::string& name, const Area& across, float size, bool chosen) {
    const Type face = page_.face(chosen ? type::label_hot : type::label);
    const float wide = ui_.width(face, name);
    ui_.text({across.left, across.top, across.left + std::max(size, wide), across.bottom},
             wide <= size ? Align::centre : Align::left, face, chosen ? c_.ink : c_.text_2, name);
  }

  // As many as can be told apart, line by line.
  void place_sorted(const Area& rest) {
    const std::vector<OrderedHead> heads = heads_in_order(page_);
    const bool large = page_.boxes.presented();
    const float under = page_.px(large ? 64 : 38), gap = page_.px(8);
    float least = page_.px(84);
    const Type named = page_.face(type::caption_hot);
    for (const OrderedHead& each : heads)
      least = std::max(least, ui_.width(named, head_in_model(page_, each.head)) + page_.px(2));
    const auto count = static_cast<float>(heads.size());
    float wide = least;
    for (float lines = 1; lines <= 8; ++lines) {
      const float across = std::ceil(count / lines);
      const float by_width = std::floor((rest.width() + gap) / across) - gap;
      const float by_height = std::floor((rest.height() + gap) / lines) - gap - under;
      wide = std::max(wide, std::min({by_width, std::max(by_height, least), page_.px(150)}));
    }
    const auto across = std::max(1, static_cast<int>((rest.width() + gap) / (wide + gap)));
    // Before each other as high as there is room for, so that none is cut off.
    const int lines_needed = (static_cast<int>(heads.size()) + across - 1) / across;
    float tall =
        std::min(wide, std::floor((rest.height() + gap) / static_cast<float>(lines_needed)) - gap - under);
    tall = std::max(tall, page_.px(30));
    const int lines = std::max(1, static_cast<int>((rest.height() + gap) / (tall + under + gap)));
    const std::size_t shown = std::min(heads.size(), static_cast<std::size_t>(across * lines));
    left_out_ = static_cast<int>(heads.size() - shown);
    for (std::size_t i = 0; i < shown; ++i) {
      const int at = static_cast<int>(i);
      const Area box =
          Area::at(rest.left + static_cast<float>(at % across) * (wide + gap),
                   rest.top + static_cast<float>(at / across) * (tall + under + gap), tall, tall);
      placed_.push_back({heads[i].head, box, ""});
      const Type name = page_.face(is_chosen(heads[i].head) ? type::caption_hot : type::caption);
      const Area line{box.left, box.bottom + page_.px(3), box.left + wide, box.bottom + under / 2};
      ui_.text(line, Align::left, name, c_.text_2,
               ui_.shortened(name, head_in_model(page_, heads[i].head), wide));
      ui_.text(line.moved(0, under / 2 - page_.px(3)), Align::left, page_.face(type::number_hot), c_.ink,
               heads[i].value ? number_of_trait(*page_.session.sort_heads, *heads[i].value) : say("unknown"));
    }
  }

  void add_picture(const PlacedHead& each) {
    const bool off = page_.context.maps[page_.side].off().contains(each.head.path("output"));
    const HeatmapPtr map = page_.context.maps[page_.side].thumbnail(each.head.path("weights"));
    const bool chosen = is_chosen(each.head);
    stage::Key own = stage::key_of(each.head.path("weights"));
    own.part = stage::number_of("thumbnail");
    scene_.add(own, each.area, [map, off, chosen](Ui& on, const Area& at) {
      if (map != nullptr) thumbnail(on, map, at, off);
      on.outline(chosen ? at.outset(on.px(3)) : at, chosen ? on.colours().ink : on.colours().hairline,
                 chosen ? on.px(2) : on.hairline(), on.px(chosen ? 5 : 1));
    });
  }

  void draw_foot(const Area& foot) {
    const HeatmapPtr map = page_.context.maps[page_.side].thumbnail(page_.path("weights"));
    if (map == nullptr || page_.is_tight() || page_.boxes.presented()) return;
    level_colour_bar(ui_, foot.left, foot.middle_y() + page_.px(4), say("one scale for all:"), map->scale);
    if (left_out_ == 0) return;
    const std::string more = left_out_ == 1 ? say("1 more has less")
                                            : say("{n} more have less", {{"n", std::to_string(left_out_)}});
    ui_.text(foot, Align::right, type::caption, c_.text_2, more);
  }

  // One thing for the keyboard; the mouse is on a picture of it.
  void follow_mouse() {
    if (placed_.empty()) return;
    Area all = placed_.front().area;
    for (const PlacedHead& each : placed_)
      all = {std::min(all.left, each.area.left), std::min(all.top, each.area.top),
             std::max(all.right, each.area.right), std::max(all.bottom, each.area.bottom)};
    const Touch touch = ui_.surface("place/all heads", all);
    for (const PlacedHead& each : placed_) {
      if (touch.focused && is_chosen(each.head)) ui_.focus_ring(each.area.outset(page_.px(5)), page_.px(6));
      if (!touch.hovered || !each.area.contains(ui_.mouse())) continue;
      ui_.hand();
      ui_.outline(each.area.outset(page_.px(2)), c_.ink, page_.px(1.5F), page_.px(4));
      const std::string does =
          name_of_head(page_.context.maps, page_.context.results.card, page_.side, each.head).does;
      ui_.tooltip(RichText(head_in_model(page_, each.head) + (does.empty() ? "" : ": " + does)));
      if (touch.clicked) page_.go(to_head(page_, each.head, HeadsShown::one));
    }
  }

  const Page& page_;
  Ui& ui_;
  const Palette& c_;
  stage::Scene& scene_;
  std::vector<PlacedHead> placed_;
  int left_out_ = 0;
};

// --- how many are shown, and in which order

std::vector<std::pair<HeadsShown, Choice>> heads_choices(const Page& page) {
  std::vector<std::pair<HeadsShown, Choice>> all{{HeadsShown::one, Choice{to_be_said("This head")}}};
  if (page.heads > 1 && page.heads <= most_heads_beside)
    all.emplace_back(HeadsShown::of_layer, Choice{to_be_said("All heads")});
  const int layers = layers_of(page, Attention::encoder) + layers_of(page, Attention::decoder);
  if (layers > 1 && count_of_heads(page) > 1)
    all.emplace_back(HeadsShown::of_model, Choice{to_be_said("All layers")});
  return all;
}

std::vector<Choice> labels_of_heads(const std::vector<std::pair<HeadsShown, Choice>>& list) {
  std::vector<Choice> labels;
  for (const auto& each : list) labels.push_back(each.second);
  return labels;
}

bool has_heads_choice(const Page& page) {
  return !page.ui.exporting() && !page.is_tight() && !page.boxes.presented() &&
         heads_choices(page).size() > 1;
}

}  // namespace

float heads_choice_width(const Page& page) {
  return has_heads_choice(page) ? choices_width(page.ui, labels_of_heads(heads_choices(page))) : 0;
}

void draw_heads_choice(const Page& page, float right, float top) {
  if (!has_heads_choice(page)) return;
  const std::vector<std::pair<HeadsShown, Choice>> list = heads_choices(page);
  const std::vector<Choice> labels = labels_of_heads(list);
  const float wide = choices_width(page.ui, labels);
  const auto here = std::find_if(list.begin(), list.end(),
                                 [&](const auto& each) { return each.first == page.session.heads_shown; });
  const int pressed = choices(page.ui, "place/heads",
                              Area::at(right - wide, top, wide, page.px(page.boxes.narrow() ? 38 : 30)),
                              labels, here == list.end() ? 0 : static_cast<int>(here - list.begin()));
  if (pressed >= 0) page.ui.emit(ShowHeads{list[static_cast<std::size_t>(pressed)].first});
}

std::optional<GoTo> next_of_all_heads(const Page& page, int layers, int heads) {
  if (page.session.sort_heads) {
    const std::vector<OrderedHead> order = heads_in_order(page);
    const auto here = std::find_if(order.begin(), order.end(), [&](const OrderedHead& each) {
      return is_same_head(each.head, page.head);
    });
    const auto to = (here - order.begin()) + layers + heads;
    if (here == order.end() || to < 0 || to >= std::ssize(order)) return std::nullopt;
    return to_head(page, order[static_cast<std::size_t>(to)].head, HeadsShown::of_model);
  }
  const std::vector<std::vector<HeadChoice>> all = heads_by_layer(page);
  for (std::size_t layer = 0; layer < all.size(); ++layer) {
    for (std::size_t i = 0; i < all[layer].size(); ++i) {
      if (!is_same_head(all[layer][i], page.head)) continue;
      const auto to_layer = static_cast<std::ptrdiff_t>(layer) + layers;
      if (to_layer < 0 || to_layer >= std::ssize(all)) return std::nullopt;
      const std::vector<HeadChoice>& there = all[static_cast<std::size_t>(to_layer)];
      const auto to = static_cast<std::ptrdiff_t>(i) + heads;
      if (to < 0 || there.empty() || (heads != 0 && to >= std::ssize(there))) return std::nullopt;
      return to_head(page, there[std::min(static_cast<std::size_t>(to), there.size() - 1)],
                     HeadsShown::of_model);
    }
  }
  return std::nullopt;
}

void add_all_heads_of_model(const Page& page, stage::Scene& scene) { AllHeadsPage(page, scene).add(); }

Telling telling_of_all_heads(const Page& page) {
  const std::vector<OrderedHead> order = heads_in_order(page);
  Telling telling{.title = say("{n} heads at a glance", {{"n", std::to_string(order.size())}})};
  if (const std::optional<Trait> by = page.session.sort_heads) {
    telling.title = say("Which heads do this most?");
    telling.paragraphs.push_back(RichText(std::string(info(*by).meaning)));
    if (!order.empty() && order.front().value)
      telling.paragraphs.push_back(told("{head} comes first, with {value}.",
                                        {{"head", word_run(head_in_model(page, order.front().head))},
                                         {"value", word_run(number_of_trait(*by, *order.front().value))}}));
  } else {
    telling.paragraphs.push_back(
        told("Every picture is the table of one head: a row for each word that asks, a column for each that "
             "is asked. All have the same scale."));
    const bool ahead = page.trace.anatomy().find(Attention::decoder) != nullptr;
    if (ahead)
      telling.paragraphs.push_back(told(
          page.trace.anatomy().find(Attention::encoder) == nullptr
              ? "Above the diagonal there is nothing: no word looks ahead."
              : "In the decoder there is nothing above the diagonal: no word that is written looks ahead."));
  }
  // The chosen one, with what it takes.
  const std::string weights = page.path("weights");
  const int row = page.attention.id == page.head.attention ? page.row : row_for(page, page.head.attention);
  const int most = row < 0 ? -1 : page.largest_in_row(weights, row);
  if (const std::optional<float> share = most < 0 ? std::nullopt : page.value(weights, row, most)) {
    const auto word = [&](Stream stream, int at) {
      return word_run(
          token_called(page.trace.tokens(stream).at(static_cast<std::size_t>(at)), page.is_of_cells(stream)));
    };
    telling.paragraphs.push_back(told("{head}: {word} takes {share} from {from}.",
                                      {{"head", word_run(head_in_model(page, page.head))},
                                       {"word", word(info(page.head.attention).asks, row)},
                                       {"share", word_run(number_alone(*share, NumberFormat::weight))},
                                       {"from", word(info(page.head.attention).asked, most)}}));
  }
  telling.next = say("Arrow keys walk from head to head, Enter goes in.");
  return telling;
}

Area draw_order_of_heads(const Page& page, const Area& margin) {
  Area rest = margin;
  if (page.ui.exporting()) return rest;
  std::vector<std::optional<Trait>> orders{std::nullopt};
  for (int i = 0; i < trait_count; ++i) {
    const auto trait = static_cast<Trait>(i);
    const bool usual = trait == Trait::antecedent || trait == Trait::previous || trait == Trait::itself ||
                       trait == Trait::next || trait == Trait::first;
    if (page.session.sort_heads == trait ||
        ((usual || page.session.experts) && trait_of_head(page, page.head, trait)))
      orders.emplace_back(trait);
  }
  if (orders.size() < 2) return rest;
  std::vector<Choice> list;
  int here = 0;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    list.push_back(Choice{orders[i] ? std::string(info(*orders[i]).brief) : say("by layer")});
    if (orders[i] == page.session.sort_heads) here = static_cast<int>(i);
  }
  const float tall = choices_height(page.ui, list, rest.width(), page.px(32));
  const int pressed = choices(page.ui, "place/order", rest.cut_bottom(tall, page.px(6)), list, here);
  if (pressed >= 0) page.ui.emit(SortHeads{orders[static_cast<std::size_t>(pressed)]});
  page.ui.text(rest.cut_bottom(page.px(22), page.px(8)), Align::left, type::label_hot, page.c.ink,
               say("In the order of"));
  return rest;
}

}  // namespace headlight::place
