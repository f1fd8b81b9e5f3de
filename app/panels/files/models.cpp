// The sheet with the models at hand, and the card of the one that is chosen in it.
#include <algorithm>
#include <array>
#include <cstdio>

#include "app/panels/commands/fuzzy.h"
#include "app/panels/commands/model_words.h"
#include "app/panels/files/file_sheets.h"
#include "app/panels/files/files.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

std::string size_text(std::uintmax_t bytes) {
  if (bytes == 0) return "no weights";
  std::array<char, 32> text{};
  const double kilo = static_cast<double>(bytes) / 1000;
  std::snprintf(text.data(), text.size(), kilo < 1000 ? "%.0f kB" : "%.1f MB",
                kilo < 1000 ? kilo : kilo / 1000);
  return text.data();
}

std::string detail_of(const ShelfModel& model) {
  return (model.origin.empty() ? "" : model.origin + " · ") + size_text(model.bytes);
}

// Measures as a person would say them; the card has the names that `headlight evaluate` prints.
constexpr std::array<std::pair<std::string_view, const char*>, 19> plain_names{{
    {"exact_translation", "translations exactly right"},
    {"exact_worst_kind", "of the hardest kind"},
    {"antecedent_accuracy", "“it” looks most at the right noun"},
    {"antecedent_weight", "its weight there"},
    {"exact_short", "short sentences"},
    {"exact_long", "long sentences"},
    {"rest_after_wrong_word", "words still right after a wrong one"},
    {"exact_captions", "captions exactly right"},
    {"exact_one_object", "with one object"},
    {"exact_two_objects", "with two"},
    {"exact_three_objects", "with three"},
    {"accuracy", "answers right"},
    {"accuracy_nothing_red", "where nothing is red"},
    {"attention_in_box", "looks most at the object in question"},
    {"hidden_object_changes_answer", "another answer once it is hidden"},
    {"trigram_perplexity", "that of a trigram model"},
    {"induction_accuracy", "lists copied right"},
    {"induction_accuracy_long", "long lists"},
    {"gradient_kept", "gradient left far back"},
}};

std::string plain_name(std::string name) {
  const auto* found = std::find_if(plain_names.begin(), plain_names.end(),
                                   [&](const auto& each) { return each.first == name; });
  if (found != plain_names.end()) return found->second;
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// "translations exactly right 0.939 · of the hardest kind 0.608 ..."
std::string measures_of(const ShelfModel& model) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, model.measures.size()); ++i) {
    text += i == 0 ? "" : " · ";
    text += plain_name(model.measures[i].name) + ' ' + measured_text(model.measures[i].value);
  }
  return text;
}

// What it learned from and where it ends: whoever opens it should know before.
void draw_card(Ui& ui, Area rest, const ShelfModel& model) {
  const Palette& c = ui.colours();
  ui.line(rest.left, rest.top, rest.right, rest.top, c.hairline, ui.hairline());
  rest.cut_top(ui.px(12));
  const std::string title = model.group.empty() ? model.title : model.group + ": " + model.title;
  ui.text(rest.cut_top(ui.px(22)), Align::left, type::control_hot, c.ink,
          ui.fitted(type::control_hot, title, rest.width()));
  const float line = ui.px(18);
  for (const std::string& text : {model.data, model.limits, measures_of(model)}) {
    if (text.empty()) continue;
    const float tall = ui.wrapped_height(type::caption, text, rest.width(), line);
    if (tall > rest.height()) continue;
    ui.wrapped(rest.cut_top(tall), type::caption, c.text_2, text, line);
    rest.cut_top(ui.px(6));
  }
  if (model.data.empty())
    ui.text(rest.cut_top(line), Align::left, type::caption, c.text_3,
            "It has no card, so nothing is known about its training.");
}

// By its names, or by what else it is called.
bool is_called(const std::string& typed, const ShelfModel& model) {
  return fuzzy_match(typed, model.title + " " + model.name + " " + model.group) ||
         match_beginnings(typed, model.group + " " + model.title + " " + words_of_model(model.name));
}

}  // namespace

void draw_models(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  FinderState& field = ui.state<FinderState>();
  ModelSheet& models = ui.state<ModelSheet>();
  std::vector<const ShelfModel*> shown;
  const auto rows = [&] {
    std::vector<FinderRow> found;
    std::string group = "-";
    for (const ShelfModel& model : models.shelf) {
      if (!is_called(field.typed, model)) continue;
      const bool open = model.name == context.session.model;
      FinderRow row{.title = RichText(std::vector<TextRun>{{model.title, Role::ink, open}}),
                    .detail = detail_of(model),
                    .chord = open ? "open now" : ""};
      if (model.group != group && !model.group.empty()) row.heading = model.group;
      group = model.group;
      found.push_back(std::move(row));
      shown.push_back(&model);
    }
    return found;
  };

  const Area sheet = begin_sheet(ui, 720, 620);
  Area rest = sheet.inset(ui.px(24), ui.px(18));
  ui.text(rest.cut_top(ui.px(34)), Align::left, type::panel, c.ink, "Open a model");
  rest.cut_top(ui.px(6));
  if (!models.error.empty()) {
    const float line = ui.px(20);
    const float tall = ui.wrapped_height(type::label, models.error, rest.width(), line);
    ui.wrapped(rest.cut_top(tall), type::label, c.error, models.error, line);
    rest.cut_top(ui.px(6));
  }
  const Area card = rest.cut_bottom(ui.px(190));
  const bool is_path = field.typed.find('/') != std::string::npos;
  const FinderTouch touch = finder(ui, "models", rest, field, "A name, or the path of a model's folder", rows,
                                   is_path ? "Enter opens this folder" : "No model here is called that");
  if (touch.changed) models.error.clear();
  if (!shown.empty()) {
    const auto last = static_cast<int>(shown.size()) - 1;
    draw_card(ui, card, *shown[static_cast<std::size_t>(std::clamp(field.chosen, 0, last))]);
  }
  if (touch.taken >= 0) {
    ui.ask(OpenModel{shown[static_cast<std::size_t>(touch.taken)]->name});
  } else if (touch.entered && is_path) {
    ui.ask(OpenModel{field.typed});
  }
  if (end_sheet(ui)) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
