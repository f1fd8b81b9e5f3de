// The lab on masks: who may look at whom, painted by hand, and what becomes of it.
#include "app/labs/masks/masks_panel.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "app/panels/common/colours.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// One head under the mask: scores, masked scores, weights, and what the model writes then.

const AttentionHeads& heads_of(const MasksView& view) {
  return *view.context.results.model->anatomy().find(view.head.attention);
}

// The heads of the stack one after another.
void step_head(const MasksView& view, int by) {
  const AttentionHeads& all = heads_of(view);
  const int at = all.number_of({view.head.layer, view.head.head}) + by + all.count();
  const AttentionHeads::Place to = all.place_of(at % all.count());
  view.context.ui.emit(SelectHead{to.layer, to.head, view.head.attention});
}

std::string head_text(const MasksView& view) {
  return say("{stack} · layer {layer} · head {head}",
             {{"stack", std::string(info(view.head.attention).stack)},
              {"layer", from_one(view.head.layer)},
              {"head", from_one(view.head.head)}});
}

void draw_title(const MasksView& view, Area title) {
  Ui& ui = view.context.ui;
  const float size = ui.px(28);
  const auto square = [&](float x) {
    return Area::at(x, std::round(title.middle_y() - size / 2), size, size);
  };
  const std::string text = head_text(view);
  float x = title.left;
  if (heads_of(view).count() > 1 && !ui.exporting() && has_control(view.context, &MasksLab::all_heads)) {
    if (button(ui, "masks/head/before", square(x), "‹", ButtonKind::plain)) step_head(view, -1);
    x += size + ui.px(6);
    if (button(ui, "masks/head/next", square(x), "›", ButtonKind::plain)) step_head(view, 1);
    x += size + ui.px(12);
  }
  ui.text({x, title.top, title.right, title.bottom}, Align::left, type::section, ui.colours().ink,
          ui.shortened(type::section, text, title.right - x));
}

// Maps of a head with other words, by their nodes.
struct Relabelled {
  struct One {
    std::weak_ptr<const Heatmap> of;
    HeatmapPtr made;
  };
  std::map<std::string, One> by_path;
};

// The lab's words in the stead of the model's, which knows nothing of padding: its numbers are the words'.
HeatmapPtr relabelled(const MasksView& view, const HeatmapPtr& map) {
  if (map == nullptr || map->rows != view.tokens() || map->row_labels == view.words) return map;
  Relabelled::One& known = view.context.ui.state<Relabelled>().by_path[map->path];
  if (known.of.lock() != map || known.made->row_labels != view.words) {
    auto copy = std::make_shared<Heatmap>(*map);
    copy->row_labels = copy->column_labels = view.words;
    known = {map, copy};
  }
  return known.made;
}

std::string with_quotes(const std::string& text) { return text.empty() ? "nothing" : "“" + text + "”"; }

// Asked of what the probabilities are made from: of a large vocabulary they are too many for a frame, and
// what is no number makes none of them one.
bool all_numbers(const Trace& trace) {
  int node = trace.at("probabilities");
  const int words = trace.tape().node(node).shape.cols;
  while (trace.tape().node(node).op != nullptr && trace.tape().node(node).shape.cols == words)
    node = trace.tape().node(node).inputs.front();
  return trace.read(node).view().map().allFinite();
}

// The likeliest next word at each place.
std::string next_words(const Trace& trace) {
  std::string text;
  for (const std::string& word : trace.words().next) text += (text.empty() ? "" : " ") + word;
  return text;
}

// What a trace writes, or that no number comes out.
struct Said {
  std::string text;
  bool numbers = true;
};

Said said_by(const Trace& trace, bool decoder) {
  if (!all_numbers(trace)) return {"not a number: NaN, 0 / 0; some libraries return 0 here", false};
  return {decoder ? next_words(trace) : with_quotes(written(trace)), true};
}

// Of these traces; of a long text it is not read in every frame.
struct KnownAnswers {
  std::weak_ptr<const Trace> before, after;
  bool decoder = false;
  Said first, second;
};

// One line of what the model writes: without the mask, or under it.
struct Answer {
  const char* label;
  std::string text;
  Rgb colour;
};

std::vector<Answer> answers_of(const MasksView& view) {
  const PanelContext cells = context_of_cells(view.context);
  if (&cells.results == &view.context.results) return {};
  const TracePtr& before = view.context.maps[view.side].trace();
  const TracePtr& after = cells.maps[view.side].trace();
  if (before == nullptr || after == nullptr) return {};
  // What another lab recorded is shown until this one's is there, and may write nothing.
  if (before->find("probabilities") < 0 || after->find("probabilities") < 0) return {};
  const Palette& c = view.context.ui.colours();
  const bool decoder = view.head.attention == Attention::decoder;
  KnownAnswers& known = view.context.ui.state<KnownAnswers>();
  if (known.before.lock() != before || known.after.lock() != after || known.decoder != decoder)
    known = {before, after, decoder, said_by(*before, decoder), said_by(*after, decoder)};
  return {
      {decoder ? "next words before" : "without the mask", known.first.text, c.text_2},
      {decoder ? "under the mask" : "with it", known.second.text, known.second.numbers ? c.ink : c.error}};
}

float answer_labels_width(const Ui& ui, const std::vector<Answer>& answers) {
  return ui.width(type::label, answers[0].label) + ui.px(16);
}

// What runs on without an end is cut after two lines.
int answer_lines(const Ui& ui, const Answer& answer, float width) {
  return std::min(2, static_cast<int>(ui.width(type::label_hot, answer.text) / width + 0.1F) + 1);
}

float answer_line_height(const Ui& ui) { return ui.px(20); }

// Of the maps of a head: their node, and what stands above them.
struct Part {
  const char* name;
  const char* title;
};
constexpr std::array parts{Part{"scaled", "scaled scores"}, Part{"masked", "masked"},
                           Part{"weights", "weights"}};

}  // namespace

float masked_answer_height(const MasksView& view, float width) {
  const Ui& ui = view.context.ui;
  const std::vector<Answer> answers = answers_of(view);
  int lines = 0;
  for (const Answer& each : answers)
    lines += answer_lines(ui, each, width - answer_labels_width(ui, answers));
  return answer_line_height(ui) * static_cast<float>(lines);
}

void draw_masked_answer(const MasksView& view, Area area) {
  Ui& ui = view.context.ui;
  const std::vector<Answer> answers = answers_of(view);
  const float height = answer_line_height(ui);
  for (const Answer& each : answers) {
    Area room{area.left + answer_labels_width(ui, answers), area.top, area.right, area.bottom};
    const int lines = answer_lines(ui, each, room.width());
    ui.text({area.left, area.top, room.left, area.top + height}, Align::left, type::label,
            ui.colours().text_2, each.label);
    if (lines == 1) {
      ui.text(Area(room).cut_top(height), Align::left, type::label_hot, each.colour, each.text);
    } else {
      const std::string most = ui.shortened(type::label_hot, each.text, 1.8F * room.width());
      ui.wrapped(room, type::label_hot, each.colour, most, height);
    }
    area.cut_top(height * static_cast<float>(lines));
  }
}

void draw_masked_head(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  Area rest = area;
  draw_title(view, rest.cut_top(ui.px(32)));
  rest.cut_top(ui.px(4));
  const PanelContext cells = context_of_cells(view.context);
  std::array<HeatmapPtr, parts.size()> maps;
  for (std::size_t i = 0; i < parts.size(); ++i)
    maps[i] = cells.maps[view.side].view(view.head.path(parts[i].name));
  if (std::any_of(maps.begin(), maps.end(), [](const HeatmapPtr& map) { return map == nullptr; })) return;
  offer_colours(cells, "masks/colours", maps[2], rest);
  const std::array<Colouring, parts.size()> colourings{Colouring{}, {}, colouring_of(cells, maps[2])};
  // What is masked keeps its colour.
  maps[1] = cells.maps[view.side].on_scale(view.head.path(parts[1].name), maps[0]->scale.high);

  const bool beside = rest.width() >= ui.px(width_for_bars);
  if (!beside) rest.cut_bottom(colours_under_height(ui));
  const auto bar_width = [&](std::size_t i) {
    return beside && i > 0 ? ui.px(10) + colour_bar_width(ui, colourings[i].of(*maps[i])) : 0;
  };
  const float gap = ui.px(beside ? 28 : 12);
  const float labels = row_labels_width(ui, *maps[0]);
  const Area titles = rest.cut_top(ui.px(22));
  const float each = (rest.width() - labels - gap * 2 - bar_width(1) - bar_width(2)) / 3;
  const Area one{rest.left, rest.top, rest.left + labels + each, rest.bottom};
  // The words over the columns are those of the mask; they are written again where there is room.
  Area first = square_cells(ui, *maps[0], one, ui.px(38), true);
  const bool labelled = first.height() / static_cast<float>(maps[0]->rows) >= ui.px(15);
  if (!labelled) first = square_cells(ui, *maps[0], one, ui.px(38), false);
  const int row = std::min(view.token, maps[0]->rows - 1);
  const CellName* open = view.context.session.trail.empty() ? nullptr : &view.context.session.trail.back();
  float x = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Area place = first.moved(x, 0);
    const float bar = bar_width(i);
    focus_band(ui, place.left - (i == 0 ? labels : ui.px(4)), place.right + ui.px(4), place, maps[i]->rows,
               row);
    Scale scale = colourings[i].of(*maps[i]);
    scale.label.clear();  // the title says it
    if (bar > 0) colour_bar(ui, {place.right + ui.px(10), place.top, place.right + bar, place.bottom}, scale);
    // Scores and masked scores share theirs.
    if (!beside && i > 0)
      colours_under(ui, {i == 1 ? first.left : place.left, place.top, place.right, place.bottom}, scale);
    x += std::max(first.width() + bar + gap, ui.width(type::label_hot, parts[i].title) + ui.px(12));
    const float top = labelled ? titles.top : place.top - titles.height();
    ui.text({place.left, top, place.right + gap, top + titles.height()}, Align::left, type::label_hot,
            ui.colours().ink, parts[i].title);
    maps[i] = relabelled(view, maps[i]);
    HeatmapLook look{
        .row_labels = i == 0, .column_labels = labelled, .focus_row = view.token, .colouring = colourings[i]};
    if (open != nullptr && open->path == maps[i]->path) look.selected = CellAt{open->row, open->col};
    const std::string id = std::string("masks/") + parts[i].name;
    const HeatmapTouch touch = heatmap(ui, id, maps[i], place, look);
    if (touch.clicked)
      ui.emit(SelectCell{{view.head.path(parts[i].name), touch.clicked->row, touch.clicked->column}});
    if (touch.clicked_row) follow_token(view, *touch.clicked_row);
  }
}

namespace {

constexpr std::array mask_presets{
    MaskPreset{MaskKind::none, "none (as BERT)", "none"},
    MaskPreset{MaskKind::causal, "causal (as GPT)", "no looking ahead"},
    MaskPreset{MaskKind::padding, "padding", "not the last ones"},
    MaskPreset{MaskKind::window, "window", "near ones only"},
    MaskPreset{MaskKind::sink, "window + sink", "near ones, and the first", true},
    MaskPreset{MaskKind::own, "your own", "your own"}};

}  // namespace

std::vector<MaskPreset> mask_presets_shown(const PanelContext& context) {
  std::vector<MaskPreset> shown;
  for (const MaskPreset& each : mask_presets) {
    const bool chosen = each.mask == context.session.labs.get<MasksLab>().mask;
    if (!each.for_experts || chosen || shows_expert_controls(context.session)) shown.push_back(each);
  }
  return shown;
}

void begin_own_mask(const MasksView& view, MasksLab& lab) {
  if (lab.mask == MaskKind::own && lab.painted.empty()) lab.painted = masked_cells(view.pattern);
}

std::array<std::string, 2> masked_answers(const MasksView& view) {
  const std::vector<Answer> answers = answers_of(view);
  if (answers.size() < 2) return {};
  return {answers[0].text, answers[1].text};
}

std::string masked_answers_said(const MasksView& view) {
  const auto [before, after] = masked_answers(view);
  if (before.empty() || after.empty()) return "";
  return before == after ? say("The model writes the same as without the mask.")
                         : say("Without the mask the model writes {before}. With it: {after}.",
                               {{"before", before}, {"after", after}});
}

namespace {

std::vector<Choice> preset_choices(const PanelContext& context) {
  std::vector<Choice> list;
  for (const MaskPreset& each : mask_presets_shown(context)) list.push_back({each.label});
  return list;
}

void choose_preset(const MasksView& view, const Area& area) {
  const PanelContext& context = view.context;
  std::vector<MaskKind> masks;
  for (const MaskPreset& each : mask_presets_shown(context)) masks.push_back(each.mask);
  choose_among(context, area, preset_choices(context), masks, &MasksLab::mask,
               [&](MasksLab& lab) { begin_own_mask(view, lab); });
}

// The side whose words can be shown: the one that is followed, if it was computed.
int side_shown(const PanelContext& context) {
  const int side = context.session.side;
  return context.maps[side].trace() != nullptr ? side : 1 - side;
}

const MasksShown& shown_now(Ui& ui, const MasksLab& lab, const std::vector<std::string>& typed) {
  MasksShown& shown = ui.state<MasksShown>();
  if (shown.mask_map != nullptr && shown.lab == lab && shown.typed == typed) return shown;
  const auto tokens = static_cast<int>(typed.size());
  shown = {.lab = lab, .typed = typed, .words = typed, .real = tokens, .pattern = masks_pattern(lab, tokens)};
  shown.needed = masks_layers_needed(lab, shown.pattern);
  shown.in_sight = shown.pattern.count();
  shown.causal = shown.pattern.causal();
  shown.written = causal_by_rule(lab, shown.pattern);
  shown.blind = blind_rows(shown.pattern);
  shown.kept = cache_sizes(shown.pattern);
  // Padding hides the same keys from every query.
  if (lab.mask == MaskKind::padding) shown.real = shown.pattern.count(0);
  for (auto word = shown.words.begin() + shown.real; word != shown.words.end(); ++word)
    *word = say("pad ({word})", {{"word", *word}});
  for (int query = 0; query < tokens; ++query) {
    int& count = shown.reached.emplace_back();
    for (int key = 0; key < shown.real; ++key) count += reached(shown, query, key) ? 1 : 0;
  }
  shown.mask_map = mask_map(shown);
  shown.reach_map = reach_map(shown);
  return shown;
}

}  // namespace

MasksView masks_view(const PanelContext& context) {
  const Session& session = context.session;
  const int side = side_shown(context);
  const HeadChoice head = masks_head(selected_head(session), context.results.model->anatomy());
  const std::vector<std::string>& typed = context.maps[side].trace()->tokens(info(head.attention).asks);
  const int last = static_cast<int>(typed.size()) - 1;
  const bool follows = session.attention == head.attention && session.token >= 0;
  return {context, side, head, follows ? std::min(session.token, last) : last,
          shown_now(context.ui, session.labs.get<MasksLab>(), typed)};
}

Area square_cells(const Ui& ui, const Heatmap& map, const Area& area, float largest, bool column_labels) {
  const auto count = static_cast<float>(map.columns);
  const float left = row_labels_width(ui, map);
  float cell = 0;
  // Labels need more or less room as cells grow: from large to small, the first size that fits.
  const int without_labels = static_cast<int>(area.height() / count);
  for (int size = std::max(1, std::min(static_cast<int>(largest), without_labels)); size >= 1; --size) {
    cell = static_cast<float>(size);
    const float top = column_labels ? column_labels_height(ui, map, cell) : 0;
    if (cell * count + top <= area.height() && cell * count + left <= area.width()) break;
    if (size == 1) cell = std::max(0.0F, std::min(area.height() - top, area.width() - left) / count);
  }
  const float top = column_labels ? column_labels_height(ui, map, cell) : 0;
  return Area::at(area.left + left, area.top + top, cell * count, cell * count);
}

void follow_token(const MasksView& view, int query) {
  const PanelContext& context = view.context;
  if (context.session.attention != view.head.attention)
    context.ui.emit(SelectHead{view.head.layer, view.head.head, view.head.attention});
  context.ui.emit(SelectToken{query});
}

namespace {

void draw_masks_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  if (context.results.model == nullptr || context.maps[side_shown(context)].trace() == nullptr) return;
  const MasksView view = masks_view(context);
  Area rest = area;
  const std::string about =
      paragraph({say("A mask hides words: it sets their scores to −∞, so their weights are exactly 0."),
                 ui.exporting() ? "" : say("Press and drag on the matrix to paint.")});
  const Area place = lab_head(context, rest, about, preset_choices(context));
  choose_preset(view, place);
  if (rest.width() < ui.px(560)) {
    // One below the other.
    const Area answer = rest.cut_bottom(masked_answer_height(view, rest.width()));
    rest.cut_bottom(ui.px(12));
    const float third = std::round((rest.height() - ui.px(40)) / 3);
    draw_mask(view, rest.cut_top(third, ui.px(20)));
    draw_reach(view, rest.cut_top(third, ui.px(20)));
    draw_masked_head(view, rest);
    draw_masked_answer(view, answer);
    return;
  }
  const float gap = ui.px(rest.width() >= ui.px(900) ? 36 : 20);
  const float left_width = std::round(std::clamp(rest.width() * 0.36F, ui.px(250), ui.px(560)));
  const auto draw_answer = [&](Area& over) {
    draw_masked_answer(view, over.cut_bottom(masked_answer_height(view, over.width())));
    over.cut_bottom(ui.px(8));
  };
  // What the model writes stands below the maps that it follows from, or below all where it needs more width.
  const bool below = masked_answer_height(view, rest.width() - left_width - gap) > ui.px(44);
  if (below) draw_answer(rest);
  const Area left = rest.cut_left(left_width);
  rest.cut_left(gap);
  if (!below) draw_answer(rest);
  draw_mask(view, left);
  // The reach has a plot beside it where there is room; else both maps have cells of about one size.
  const bool wide = rest.width() >= ui.px(width_for_bars);
  const float over_reach = ui.px(74);
  const float over_head = ui.px(58) + (wide ? 0 : colours_under_height(ui));
  const float even = (rest.height() + over_reach - over_head) / 2;
  const bool plot = wide && rest.height() >= ui.px(480);
  const Area above = rest.cut_top(std::round(plot ? rest.height() * 0.55F : even));
  draw_reach(view, {above.left, above.top, above.right, above.bottom - ui.px(8)});
  draw_masked_head(view, rest);
}

// --- before a class

std::optional<ClassPicture> masks_for_class(const PanelContext& context) {
  if (result_of<MasksStudy>(context) == nullptr) return {};
  const MasksView view = masks_view(context);
  const PanelContext cells = context_of_cells(context);
  HeatmapPtr map;
  if (&cells.results != &context.results && cells.maps[view.side].trace() != nullptr)
    map = relabelled(view, cells.maps[view.side].view(view.head.path("weights")));
  if (map == nullptr || map->rows != view.tokens()) map = mask_map(view.shown);
  if (map == nullptr) return {};
  const std::vector<MaskPreset> presets = mask_presets_shown(context);
  const auto preset = std::find_if(presets.begin(), presets.end(),
                                   [&](const MaskPreset& each) { return each.mask == view.shown.lab.mask; });
  return ClassPicture{
      .word = view.word(view.token),
      .about = preset == presets.end() ? "" : say("looks at: {mask}", {{"mask", preset->brief}}),
      .shows = ClassCells{map, view.token},
      .says = masked_answers_said(view)};
}

constexpr std::array<LabPanel::ForClass::Set, 3> masks_steps{
    [](const PanelContext&, Labs& labs) { labs.get<MasksLab>().mask = MaskKind::none; },
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<MasksLab>().mask = MaskKind::window; }};

}  // namespace

constinit const LabPanel MasksLab::panel_row{
    .lab = &lab_row,
    .draw = draw_masks_lab,
    .help =
        "Press and drag to paint who may look at whom, or use the arrow keys and Space. Beside it: what "
        "reaches a word through several layers, one head under the mask, and what the model writes.",
    .words =
        "causal padding bidirectional window sliding local attention sink paint look-ahead future "
        "hide long sentence",
    .upright = 1400,
    .margin = {"Hide a word", "Paint on the table with the mouse: a hatched word is out of sight.",
               "Near words only",
               [](const PanelContext&, Labs& labs) { labs.get<MasksLab>().mask = MaskKind::window; }},
    .for_class = {masks_for_class, masks_steps},
    .draw_in_rows = draw_masks_in_rows,
};

}  // namespace headlight
