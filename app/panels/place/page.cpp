// What the pages of the one place read, and what everything is called.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/common/step_names.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/explain/pronouns.h"
#include "core/layers/sites.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr float margin_wide = 248, answer_wide = 168, words_wide = 116;
constexpr float low_window = 720;  // in less, what stands above the rows is one line
constexpr float least_body = 604;  // the same of what is between the bars

HeadChoice head_within(const Session& session, const Anatomy& has) {
  HeadChoice head = selected_head(session);
  head.attention = attention_within(head.attention, has);
  head.layer = std::clamp(head.layer, 0, std::max(0, has.layers(head.attention) - 1));
  head.head = std::clamp(head.head, 0, std::max(0, has.heads(head.attention, head.layer) - 1));
  return head;
}

int node_outside_heads(const PanelContext& context) {
  return stage_trace(context)->find(step_outside_heads(context.session));
}

// What is no product has no products to look into.
Altitude altitude_shown(const PanelContext& context) {
  const Trace& trace = *stage_trace(context);
  const int node = node_outside_heads(context);
  const Altitude altitude =
      altitude_within(trace.anatomy(), context.session.altitude.value_or(Altitude::sentence),
                      node < 0 ? std::string() : trace.label(node).path);
  return altitude == Altitude::product && node >= 0 && !product_of(trace, node) ? Altitude::cell : altitude;
}

// Further out the words at the left are those that were typed, whichever head is chosen.
Attention attention_of_words(Altitude altitude, Attention chosen, const Anatomy& has,
                             const RecurrentLane* lane) {
  if (lane != nullptr && altitude <= Altitude::layer) {
    // Cells of a picture have no states.
    const Stream stream = altitude == Altitude::layer || has.picture ? lane->stack->stream : has.typed();
    return stream == Stream::source ? Attention::encoder : Attention::decoder;
  }
  const AttentionHeads* const reading = has.reading();
  return altitude <= Altitude::model && reading != nullptr ? reading->id : chosen;
}

// Whether a model answers at every word that it reads.
bool answers_in_rows(AnswerKind answer) {
  return answer == AnswerKind::labels || answer == AnswerKind::hidden_words;
}

// The one that the step names, else the first.
int lane_within(const std::vector<RecurrentLane>& lanes, const std::string& step) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (lanes[i].time_of(step) >= 0 || lanes[i].states() == step) return static_cast<int>(i);
  }
  // Else one that the step belongs to.
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (step.starts_with(lanes[i].path + ".")) return static_cast<int>(i);
  }
  return lanes.empty() ? -1 : 0;
}

}  // namespace

Boxes boxes_in(const Ui& ui, const Area& body, bool low) {
  Boxes boxes;
  boxes.body = boxes.page = body;
  boxes.low = low;
  boxes.rows = body.top + ui.px(low ? 127 : 247);
  boxes.rows_tall = body.bottom - ui.px(62) - boxes.rows;
  boxes.answer = {body.right - ui.px(answer_wide), body.top + ui.px(9), body.right - ui.px(16), body.bottom};
  boxes.words = {body.left + ui.px(16), boxes.rows, body.left + ui.px(words_wide), body.bottom};
  boxes.stage = {boxes.words.right + ui.px(16), body.top + ui.px(9), boxes.answer.left - ui.px(12),
                 body.bottom - ui.px(10)};
  boxes.shelf = {boxes.stage.left, boxes.stage.top, boxes.stage.right, boxes.rows};
  boxes.lines_end = boxes.answer.left - ui.px(12);
  return boxes;
}

namespace {

// The whole screen but a title above and how far one has come below.
Boxes boxes_before_a_class(const Ui& ui, Altitude altitude) {
  Boxes boxes;
  boxes.form = Form::presented;
  boxes.low = true;
  Area rest = ui.screen();
  boxes.page = boxes.body = rest;
  boxes.top = rest.cut_top(ui.px(82));
  boxes.bottom = rest.cut_bottom(ui.px(48));
  boxes.body = rest;
  boxes.least_row = 31;
  boxes.most_row = 46;
  // A layer's name and its heads stand over the rows.
  const float above = altitude == Altitude::model ? 160 : altitude == Altitude::layer ? 134 : 8;
  boxes.rows = rest.top + ui.px(above);
  boxes.rows_tall = rest.bottom - ui.px(12) - boxes.rows;
  boxes.words = {rest.left + ui.px(26), boxes.rows, rest.left + ui.px(182), rest.bottom};
  boxes.answer = {rest.right - ui.px(216), rest.top, rest.right - ui.px(26), rest.bottom};
  boxes.stage = {boxes.words.right + ui.px(16), rest.top, boxes.answer.left - ui.px(16), rest.bottom};
  boxes.lines_end = boxes.answer.left - ui.px(12);
  return boxes;
}

// One column, the answer a line under it.
void lay_out_phone(const Ui& ui, Boxes& boxes) {
  constexpr float roomy = 560;
  const Area body = boxes.body;
  const bool high = body.height() >= ui.px(roomy);
  boxes.form = Form::phone;
  boxes.low = true;
  boxes.least_row = 22;
  boxes.most_row = 34;
  Area rest = body;
  boxes.answer = rest.cut_bottom(ui.px(48));
  boxes.rows = body.top + ui.px(high ? 188 : 138);
  boxes.rows_tall = rest.bottom - ui.px(24) - boxes.rows;
  boxes.shelf = {body.left + ui.px(16), body.top + ui.px(9), body.right - ui.px(16), body.top + ui.px(57)};
  boxes.words = {body.left + ui.px(8), boxes.rows, body.left + ui.px(106), rest.bottom};
  boxes.stage = {boxes.words.right + ui.px(8), body.top + ui.px(9), body.right - ui.px(16),
                 rest.bottom - ui.px(8)};
  boxes.lines_end = boxes.stage.right;
}

// The text is a sheet below; its folded lines stand still, whatever it says.
Boxes boxes_with_sheet(const PanelContext& context) {
  constexpr float phone_wide = 560, flat_tall = 480;  // units: narrower, lower
  const Ui& ui = context.ui;
  const Area screen = ui.screen();
  const bool phone = screen.width() < ui.px(phone_wide);
  const bool flat = screen.height() < ui.px(flat_tall);
  Area rest = screen;
  const Area top = rest.cut_top(ui.px(flat ? 44 : 52)), bottom = rest.cut_bottom(ui.px(flat ? 48 : 64));
  const Area between = rest;
  const bool sentence = context.session.altitude == Altitude::sentence;
  // Pulled up it leaves the page the rest of a high screen; a phone has that room only beside a lesson.
  const bool lesson = context.session.rail;
  const bool up = lesson || (context.ui.state<PlaceSheet>().up && !sentence);
  constexpr float sheet_up = 300, least_beside = 600, least_on_phone = 420;  // units
  const bool beside = !sentence && (phone ? lesson && rest.height() >= ui.px(sheet_up + least_on_phone)
                                          : rest.height() >= ui.px(sheet_up + least_beside));
  Area sheet;
  if (up && beside) {
    sheet = rest.cut_bottom(ui.px(sheet_up));
  } else if (!flat && !sentence) {
    sheet = rest.cut_bottom(ui.px(screen.height() < ui.px(700) ? 52 : 84));
  }
  Boxes boxes = boxes_in(ui, rest, rest.height() < ui.px(least_body));
  boxes.form = Form::sheet;
  // Fingers like high rows, where there is room for them.
  if (!boxes.low) boxes.most_row = 44;
  if (phone) {
    lay_out_phone(ui, boxes);
  } else {
    boxes.answer.left = rest.right - ui.px(152);
    boxes.words.left = rest.left + ui.px(6);
    boxes.stage.right = boxes.lines_end = boxes.answer.left - ui.px(12);
  }
  if (flat && !phone) {
    boxes.flat = true;
    boxes.rows = rest.top + ui.px(106);
    boxes.rows_tall = rest.bottom - ui.px(26) - boxes.rows;
    boxes.words.top = boxes.rows;
  }
  if (!phone) boxes.shelf = {boxes.stage.left, boxes.stage.top, boxes.stage.right, boxes.rows};
  boxes.top = top;
  boxes.bottom = bottom;
  boxes.page = rest;
  boxes.pulled_up = up;
  boxes.covered = up && !beside;
  boxes.sheet = boxes.covered ? between : sheet;
  return boxes;
}

}  // namespace

Boxes boxes_of(const PanelContext& context) {
  constexpr float least_wide = 1080, least_tall = 560;  // units, with a margin
  const Ui& ui = context.ui;
  if (context.session.presenting)
    return boxes_before_a_class(ui, context.session.altitude.value_or(Altitude::sentence));
  const Area screen = ui.screen();
  if (screen.width() < ui.px(least_wide) || screen.height() < ui.px(least_tall))
    return boxes_with_sheet(context);
  const bool low = screen.height() < ui.px(low_window);
  Area rest = screen;
  const Area top = rest.cut_top(ui.px(52)), bottom = rest.cut_bottom(ui.px(64));
  const Area page = rest;
  rest.top += ui.px(1);
  const Area margin = rest.cut_left(ui.px(margin_wide));
  Boxes boxes = boxes_in(ui, rest, low);
  boxes.top = top;
  boxes.bottom = bottom;
  boxes.margin = margin;
  boxes.page = page;
  return boxes;
}

Rows rows_of(const Boxes& boxes, const Ui& ui, int count, int chosen, std::optional<float> least) {
  Rows rows;
  rows.top = boxes.rows;
  rows.count = count;
  const float room = std::floor(boxes.rows_tall / static_cast<float>(std::max(count, 1)));
  float lowest = ui.px(least.value_or(boxes.least_row));
  // Beside a table that is shown whole, all of its rows are better than some that are easy to touch.
  constexpr float least_of_all = 16;
  if (boxes.phone() && room >= ui.px(least_of_all)) lowest = std::min(lowest, room);
  rows.pitch = std::clamp(room, lowest, ui.px(boxes.most_row));
  rows.shown = std::min(count, std::max(1, static_cast<int>(boxes.rows_tall / rows.pitch)));
  rows.first = std::clamp(chosen - rows.shown / 2, 0, count - rows.shown);
  return rows;
}

namespace {

// A cell of a head is one of that part of it, whatever a file or a link says beside it.
std::string part_shown(const Session& session, Altitude altitude) {
  if (altitude < Altitude::cell || session.trail.empty()) return session.part;
  const Place place = place_of(session.trail.back().path);
  return place.head ? place.part : session.part;
}

}  // namespace

Page::Page(const PanelContext& of, const Boxes& places)
    : context(of),
      ui(of.ui),
      c(of.ui.colours()),
      session(of.session),
      boxes(places),
      altitude(altitude_shown(of)),
      side(stage_side(of)),
      trace(*stage_trace(of)),
      node(node_outside_heads(of)),
      head(head_within(of.session, trace.anatomy())),
      lanes(recurrent_lanes(trace)),
      lane(lane_within(lanes, of.session.step)),
      attention(info(node >= 0
                         ? attention_of_node(trace, node, head.attention)
                         : attention_of_words(altitude, head.attention, trace.anatomy(),
                                              lane < 0 ? nullptr : &lanes[static_cast<std::size_t>(lane)]))),
      layers(trace.anatomy().layers(head.attention)),
      heads(trace.anatomy().heads(head.attention, head.layer)),
      asks(trace.tokens(attention.asks)),
      asked(trace.tokens(attention.asked)),
      written(trace.words().next),
      part(part_shown(of.session, altitude)),
      step(site_id(head.path(part))) {
  if (const int of_head = node < 0 ? trace.find(path(part)) : -1; of_head >= 0)
    of_pairs = info(trace.label(of_head).cols).kind == AxisKind::tokens;
  const ModelPtr& model = context.results.side(side).model;
  english = answers() == AnswerKind::translation && model != nullptr && model->tokenizer().are_typed();
  row = std::clamp(row_shown(), 0, static_cast<int>(asks.size()) - 1);
  for (std::string& word : asks) word = token_called(word, is_of_cells(attention.asks));
  for (std::string& word : asked) word = token_called(word, is_of_cells(attention.asked));
  for (std::string& word : written) word = token_called(word);
  written_row = row_written();
  // Cells of a picture are all in sight, as long as nothing is written on them.
  const auto least = [&](Stream stream) {
    return is_of_cells(stream) && altitude <= Altitude::head ? std::optional(4.0F) : std::nullopt;
  };
  rows = rows_of(boxes, ui, static_cast<int>(asks.size()), row, least(attention.asks));
  asked_rows = attention.crosses()
                   ? rows_of(boxes, ui, static_cast<int>(asked.size()), most_asked(), least(attention.asked))
                   : rows;
  // Of many words those are in sight that the chosen one takes most from.
  if (const int most = most_asked(); altitude > Altitude::model && most >= 0 && !asked_rows.has(most))
    asked_rows = rows_of(boxes, ui, static_cast<int>(asked.size()), most, least(attention.asked));
  written_rows = rows_of(boxes, ui, static_cast<int>(written.size()), std::max(written_row, 0));
  // One answer stands in the row that it comes from.
  if (answers() == AnswerKind::one_label)
    written_rows.top = (rows.first == 0 ? rows.middle(0) : rows.top) - written_rows.pitch / 2;
}

Type Page::face(Type usual) const {
  constexpr int least_on_phone = 13, least_presented = 23;
  if (boxes.phone()) return {usual.face, std::max(usual.size, least_on_phone)};
  if (!boxes.presented() || usual.size >= least_presented) return usual;
  switch (usual.face) {
    case Face::regular:
      return {Face::regular, least_presented};
    case Face::mono:
    case Face::mono_bold:
      return type::trait;
    default:
      return type::title;
  }
}

bool Page::lists_products() const {
  constexpr float least = 240;  // units, for strips and their products
  return boxes.phone() || boxes.presented() || (boxes.narrow() && boxes.rows_tall < px(least));
}

int Page::row_shown() const {
  int chosen = session.token;
  if (node >= 0) {
    if (const std::optional<int> time = place_of(trace.label(node).path).time) return *time;
  }
  if (is_in_time()) {
    const RecurrentLane& own = lanes[static_cast<std::size_t>(lane)];
    chosen = own.stack->stream == attention.asks ? own.time_of(session.step) : -1;
  } else if (node < 0 && chosen >= 0 && attention.asks != info(head.attention).asks) {
    const HeadChoice reads{Attention::cross, trace.anatomy().layers(Attention::cross) - 1, 0};
    chosen = largest_in_row(reads.path("weights"), chosen);
  }
  if (chosen >= 0) return chosen;
  const auto last = static_cast<int>(asks.size()) - 1;
  if (answers() == AnswerKind::one_label) return 0;  // the answer is read there
  if (answers() == AnswerKind::caption) return looks_most(attention.asks == Stream::source, last);
  if (attention.asks != trace.anatomy().typed()) {
    const int pronoun = place_of_it(trace.words().source, written);
    return pronoun < 0 ? last : pronoun;
  }
  if (const auto& found = context.maps[side].antecedent()) return found->it;
  const auto it = std::find_if(asks.begin(), asks.end(),
                               [](const std::string& word) { return word == "it" || word == "they"; });
  return it == asks.end() ? last : static_cast<int>(it - asks.begin());
}

int Page::row_written() const {
  int to = row;
  if (answers() == AnswerKind::one_label) {
    to = 0;
  } else if (attention.asks != Stream::target && !answers_in_rows(answers())) {
    // "it" belongs to its pronoun, whichever row reads it most; another word to the row that does.
    const int pronoun = place_of_it(trace.words().source, written);
    to = pronoun >= 0 && asks[static_cast<std::size_t>(row)] == "it" ? pronoun
                                                                     : row_for(*this, Attention::cross);
  }
  return to < static_cast<int>(written.size()) ? to : -1;
}

Role Page::own_role() const {
  if (!context.maps.two()) return Role::weights;
  return side == 0 ? Role::first_sentence : Role::second_sentence;
}

Rgb Page::own_of_asked() const {
  const bool of_letters = altitude == Altitude::layer || altitude >= Altitude::cell ||
                          (altitude == Altitude::step && !is_share_step(step));
  return of_letters && node < 0 && !is_in_time() ? c.key : own();
}

bool Page::is_unwritten(Stream stream, int word) const {
  const bool writes = answers() == AnswerKind::translation || answers() == AnswerKind::caption;
  return writes && attention.asks == Stream::target && stream == Stream::target && word > row &&
         altitude >= Altitude::layer;
}

std::optional<float> Page::value(const std::string& path, int row, int column) const {
  const MapRows found = context.maps[side].rows(path, row, 1);
  if (!found.has(row) || column < 0 || column >= found.map->columns) return std::nullopt;
  if (found.map->state(row - found.first, column) != CellState::value) return std::nullopt;
  return found.map->value(row - found.first, column);
}

int Page::most_asked() const {
  if (node >= 0 || attention.id != head.attention) return -1;
  const int most = largest_in_row(path("weights"), row);
  constexpr float nothing = 0.005F;
  return most >= 0 && value(path("weights"), row, most).value_or(0) < nothing &&
                 !set_by_hand(*this, path("weights"), row).empty()
             ? -1
             : most;
}

int Page::most_asked_there() const {
  const int other = 1 - side;
  const std::optional<int> there =
      context.maps.two() && most_asked() >= 0 ? row_of_other(*this) : std::nullopt;
  const int most = there ? largest_in_row(path("weights"), *there, other) : -1;
  if (most < 0) return -1;
  const Label& label = trace.label(trace.at(path("weights")));
  return context.maps.alignment()->counterpart(label.cols, other, most).value_or(-1);
}

int Page::looks_most(bool asked_one, int otherwise) const {
  const AttentionHeads* const cross = trace.anatomy().find(Attention::cross);
  if (cross == nullptr) return otherwise;
  const std::string path = HeadChoice{Attention::cross, cross->layers() - 1, 0}.path("weights");
  float most = 0;
  int found = otherwise;
  for (int at = 0; at < static_cast<int>(trace.words().target.size()); ++at) {
    const int column = largest_in_row(path, at);
    const float share = column < 0 ? 0 : value(path, at, column).value_or(0);
    if (share <= most) continue;
    most = share;
    found = asked_one ? column : at;
  }
  return found;
}

int Page::row_of_answer() const { return answers() == AnswerKind::one_label ? 0 : written_row; }

int Page::largest_in_row(const std::string& path, int row, int of) const {
  int best = -1;
  const MapRows found = context.maps[of].rows(path, row, 1);
  if (!found.has(row)) return best;
  for (int column = 0; column < found.map->columns; ++column) {
    if (found.map->state(row - found.first, column) != CellState::value) continue;
    const float value = found.map->value(row - found.first, column);
    if (best < 0 || value > found.map->value(row - found.first, best)) best = column;
  }
  return best;
}

bool is_hidden(const Page& page, LessonStep::Hides what) {
  return !page.ui.exporting() && hidden_on_stage(page.session) == what;
}

// --- names

bool Page::only_writes() const {
  const Anatomy& has = trace.anatomy();
  return has.answer == AnswerKind::next_token && has.stack("encoder") == nullptr && !has.recurrent();
}

std::string stack_called(const Page& page, Attention attention) {
  if (page.trace.anatomy().texts) return attention == Attention::decoder ? say("texts") : say("picture");
  return page.only_writes() ? say("layer") : std::string(info(attention).stack);
}

std::string column_name(const Page& page, std::span<const LayerColumn> columns, const LayerColumn& column,
                        Type face) {
  const auto whole = [&](const LayerColumn& of) {
    return say("{stack} {n}",
               {{"stack", stack_called(page, of.attention)}, {"n", std::to_string(of.layer + 1)}});
  };
  const bool there_is_room = std::all_of(columns.begin(), columns.end(), [&](const LayerColumn& of) {
    return of.area.empty() || page.ui.width(face, whole(of)) <= of.area.width() - page.px(4);
  });
  return there_is_room ? whole(column) : std::to_string(column.layer + 1);
}

std::string layer_called(const Page& page, Attention attention, int layer) {
  if (page.only_writes())
    return say("layer {n} of {all}",
               {{"n", std::to_string(layer + 1)}, {"all", std::to_string(layers_of(page, attention))}});
  return say("{stack} layer {n} of {all}", {{"stack", std::string(info(attention).stack)},
                                            {"n", std::to_string(layer + 1)},
                                            {"all", std::to_string(layers_of(page, attention))}});
}

std::string chosen_layer_called(const Page& page) {
  if (!page.is_in_time()) return layer_called(page, page.head.attention, page.head.layer);
  const RecurrentLane& lane = page.lanes[static_cast<std::size_t>(page.lane)];
  const std::string name = layer_called(
      page, lane.stack->stream == Stream::source ? Attention::encoder : Attention::decoder, lane.layer);
  return lane.backwards ? say("{layer}, from below", {{"layer", name}}) : name;
}

void open_lane(const Page& page, const RecurrentLane& lane, int time, Altitude altitude) {
  page.go({.altitude = altitude});
  page.ui.emit(GoToStep{lane.at(std::clamp(time, 0, lane.times - 1), "state")});
}

void open_layer(const Page& page, Attention attention, int layer, Altitude altitude) {
  if (page.lane < 0)
    return page.go({.altitude = altitude,
                    .head = HeadChoice{attention, layer, 0},
                    .token = std::max(row_for(page, attention), 0)});
  for (const RecurrentLane& lane : page.lanes) {
    if (lane.stack->name != info(attention).stack || lane.layer != layer) continue;
    const bool same = lane.stack->stream == page.attention.asks;
    return open_lane(page, lane, same ? page.row : page.written_row, Altitude::layer);
  }
}

int layers_of(const Page& page, Attention attention) {
  const StackInfo* const stack = page.trace.anatomy().stack(info(attention).stack);
  return stack == nullptr ? 0 : stack->layers;
}

std::string head_called(const Page& page, const HeadChoice& head) {
  const std::string n = std::to_string(head.head + 1);
  const int count = page.trace.anatomy().heads(head.attention, head.layer);
  const std::string all = std::to_string(count);
  switch (head.attention) {
    case Attention::encoder:
      return say("head {n} of {all}", {{"n", n}, {"all", all}});
    case Attention::decoder:
      return page.only_writes() ? say("head {n} of {all}", {{"n", n}, {"all", all}})
                                : say("looks back, head {n} of {all}", {{"n", n}, {"all", all}});
    case Attention::cross: {
      const std::string does = page.english                        ? say("reads the English")
                               : page.trace.anatomy().picture      ? say("looks at the picture")
                               : !answers_in_words(page.answers()) ? say("rows ask columns")
                                                                   : say("reads what was typed");
      return count == 1 ? does : say("{does}, head {n} of {all}", {{"does", does}, {"n", n}, {"all", all}});
    }
  }
  return n;
}

bool shows_all_heads(const Page& page) {
  return page.heads > 1 && page.session.heads_shown == HeadsShown::of_layer;
}

bool is_chosen_layer(const Page& page, Attention attention, int layer) {
  if (page.is_in_time()) {
    const RecurrentLane& lane = page.lanes[static_cast<std::size_t>(page.lane)];
    return lane.stack->name == info(attention).stack && lane.layer == layer;
  }
  return info(attention).stack == info(page.head.attention).stack && layer == page.head.layer;
}

std::vector<HeadChoice> heads_of_layer(const Page& page, Attention attention, int layer) {
  std::vector<HeadChoice> heads;
  for (const AttentionHeads& each : page.trace.anatomy().attentions) {
    if (each.info().stack != info(attention).stack) continue;
    for (int head = 0; head < each.in(layer); ++head) heads.push_back({each.id, layer, head});
  }
  return heads;
}

namespace {

struct StepName {
  std::string_view part;
  const char* name;
};
constexpr std::array step_names{StepName{"query", "Q"},         StepName{"key", "K"},
                                StepName{"value", "V"},         StepName{"scores", "scores"},
                                StepName{"scaled", "÷ √d"},     StepName{"masked", "mask"},
                                StepName{"weights", "weights"}, StepName{"output", "mixed"}};

}  // namespace

std::string step_called(std::string_view part) {
  for (const StepName& each : step_names) {
    if (each.part == part) return each.name;
  }
  std::string name(part);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string word_called(const Page& page, Stream stream) {
  std::string many = tokens_called(page.context, stream);
  if (many.ends_with("s")) many.pop_back();
  return many;
}

std::string with_tokens_called(std::string text) {
  for (const std::string token : {"<s>", "</s>"}) {
    for (std::size_t at = text.find(token); at != std::string::npos; at = text.find(token, at))
      text.replace(at, token.size(), token_called(token));
  }
  return text;
}

std::vector<std::string> steps_of(const Page& page) {
  std::vector<std::string> steps;
  for (const StepName& each : step_names) {
    if (page.trace.find(page.path(each.part)) >= 0) steps.emplace_back(each.part);
  }
  return steps;
}

bool is_of_asked(const Page& page, SiteId step) {
  return page.attention.crosses() && (step == SiteId::key || step == SiteId::value);
}

std::optional<Cell> marked_cell(const Page& page) {
  const int node = page.node >= 0 ? page.node : page.trace.find(page.path(page.part));
  if (node < 0) return std::nullopt;
  const std::string& path = page.trace.label(node).path;
  const int row = page.node >= 0                 ? row_in_node(page, node)
                  : is_of_asked(page, page.step) ? std::max(page.most_asked(), 0)
                                                 : page.row;
  const CellName* const opened = page.cell();
  if (opened != nullptr && opened->path == path && opened->row == row) return Cell{node, row, opened->col};
  const int column = page.node >= 0 ? 0 : page.of_pairs ? page.most_asked() : page.largest_in_row(path, row);
  return Cell{node, row, std::max(column, 0)};
}

bool is_share_step(SiteId step) {
  return step == SiteId::scaled || step == SiteId::masked || step == SiteId::weights;
}

}  // namespace headlight::place
