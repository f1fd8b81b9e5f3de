// What the pages of the one place share: where things stand, what is chosen, and one way in and out.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/page.h"
#include "app/panels/common/dial.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/step_names.h"
#include "app/session/altitudes.h"
#include "app/stage/scene.h"
#include "app/widgets/controls.h"
#include "core/layers/sites.h"
#include "core/models/trace.h"

namespace headlight::place {

// For what a page is laid out. The pages are the same: sizes and looks of them differ.
enum class Form {
  wide,       // the text stands at the left
  sheet,      // too narrow or too low for that: it is a sheet at the bottom, to be pulled up
  phone,      // upright and narrow: the answer is a line under the stage
  presented,  // for the back row: nothing to press, large type
};

// What stands still at every altitude, in pixels.
struct Boxes {
  Form form = Form::wide;
  Area top, bottom;
  Area margin;             // text: what is shown, its value, what to do next
  Area words;              // who asks; a row for each
  Area stage;              // pictures, never text about them
  Area answer;             // what comes out, in the row of who asks
  Area body;               // all between the top and the bottom, at the right of the margin
  Area page;               // with the margin
  float rows = 0;          // where the first row begins
  float rows_tall = 0;     // all rows together
  float lines_end = 0;     // as far as lines go to the right, towards the answer
  bool low = false;        // a low window: what stands above the rows is one line
  bool flat = false;       // lower still: only what cannot be left out stands above the rows
  Area shelf;              // heads or steps to choose from, where low
  Area sheet;              // where the text is that a margin would have; empty: of it there is only a button
  bool pulled_up = false;  // the sheet has all of its text
  bool covered = false;    // it is in the place of the page, too
  // Of a word's row, in units. Rows that do not fit are out of sight.
  float least_row = 15, most_row = 34;

  bool narrow() const { return form == Form::sheet || form == Form::phone; }
  bool phone() const { return form == Form::phone; }
  bool presented() const { return form == Form::presented; }
};
Boxes boxes_of(const PanelContext& context);
// The same of a picture: all but the bars and the margin.
Boxes boxes_in(const Ui& ui, const Area& body, bool low);

// Words one below the other, all of one height: those that fit, with the chosen one in sight.
struct Rows {
  float top = 0, pitch = 0;
  int count = 0;             // of all
  int first = 0, shown = 0;  // in sight
  bool has(int row) const { return row >= first && row < first + shown; }
  float middle(int row) const { return top + (static_cast<float>(row - first) + 0.5F) * pitch; }
  Area row(int row, float left, float right) const {
    const float y = top + static_cast<float>(row - first) * pitch;
    return {left, y, right, y + pitch};
  }
  // The one at this height; -1 where there is none.
  int at(float y) const {
    const int row = first + static_cast<int>(std::floor((y - top) / pitch));
    return has(row) ? row : -1;
  }
  float bottom() const { return top + static_cast<float>(shown) * pitch; }
};
// `least`: how high one is at least, in units, where that is not what a word needs: what has no text may be
// lower.
Rows rows_of(const Boxes& boxes, const Ui& ui, int count, int chosen, std::optional<float> least = {});

// The sheet at the bottom of a small window, with what a margin says: folded or pulled up.
struct PlaceSheet {
  bool up = false;
  void let_go() { *this = {}; }
};

// What a page reads.
class Page {
 public:
  Page(const PanelContext& context, const Boxes& places);

  const PanelContext& context;
  Ui& ui;
  const Palette& c;
  const Session& session;
  Boxes boxes;
  Altitude altitude;
  int side;                              // the sentence in front
  const Trace& trace;                    // of it
  int node;                              // the step outside heads that is looked into; -1: a head's
  HeadChoice head;                       // attention, layer and head
  std::vector<RecurrentLane> lanes;      // of a recurrent model
  int lane;                              // the one that is chosen; -1: nothing is recurrent
  const AttentionInfo& attention;        // the head's
  int layers = 0, heads = 0;             // of this attention, and of this layer
  std::vector<std::string> asks, asked;  // words of its rows and of its columns
  int row = 0;                           // the word that is chosen, among those that ask
  Rows rows, asked_rows, written_rows;   // of who asks, of who is asked, of what is written
  std::vector<std::string> written;      // what the model writes, its end last
  int written_row = -1;                  // of these, the one that belongs to the chosen word; -1: none
  std::string part;                      // the step of the head: "scores"
  SiteId step = SiteId::other;           // what that is
  bool of_pairs = false;                 // its columns are words, so that a cell is of two of them
  bool english = false;                  // what is typed is English, and what is written French

  bool has(Altitude at) const {
    return has_altitude(trace.anatomy(), at, node < 0 ? std::string() : trace.label(node).path);
  }
  AnswerKind answers() const { return trace.anatomy().answer; }
  // A model of one stack, whose heads look nowhere but back.
  bool only_writes() const;
  // Whether the tokens of a stream are the cells of a picture.
  bool is_of_cells(Stream stream) const {
    return trace.anatomy().picture && stream == trace.anatomy().typed();
  }
  // The words at the left belong to a state each, not to a head.
  bool is_in_time() const { return lane >= 0 && altitude <= Altitude::layer; }

  float px(float units) const { return ui.px(units); }
  // The type that stands for this one where the page is shown: none is smaller than what is read there.
  Type face(Type usual) const;
  // So little room that a table stands alone: no lines beside it, no words twice.
  bool is_tight() const { return boxes.narrow() && boxes.stage.width() < px(430); }
  // A cell is a list of its products, and no picture of them.
  bool lists_products() const;
  // Of this head, or of another one.
  std::string path(std::string_view site) const { return head.path(site); }
  HeatmapPtr map(const std::string& path) const { return context.maps[side].view(path); }
  // A cell of a node; nothing where that has none.
  std::optional<float> value(const std::string& path, int row, int column) const;
  // The column with the largest number in a row; -1 without one.
  int largest_in_row(const std::string& path, int row) const { return largest_in_row(path, row, side); }
  int largest_in_row(const std::string& path, int row, int of) const;
  // The word that the chosen one takes most from; -1 where the chosen head is not asked for it, and where an
  // edit leaves it nothing.
  int most_asked() const;
  // The row here of the word that the other sentence's word takes most from; -1 without one.
  int most_asked_there() const;
  // Of a picture's words the one that takes most from one cell, or that cell.
  int looks_most(bool asked_one, int otherwise) const;
  // The row of "probabilities" that says what the chosen word leads to; -1 without one.
  int row_of_answer() const;
  // The colour of the sentence in front where there are two of them.
  Rgb own() const { return context.maps.two() ? c.sentence(side) : c.weights; }
  Role own_role() const;
  // The same of the word that is asked most: where rows of Q, K and V stand beside the words, that of its K.
  Rgb own_of_asked() const;
  // Whether a word is written only after the chosen one: in the rows of a decoder that writes.
  bool is_unwritten(Stream stream, int word) const;
  // The word that a cell is about, and its place.
  const CellName* cell() const { return session.trail.empty() ? nullptr : &session.trail.back(); }
  void go(GoTo to) const { ui.emit(std::move(to)); }
  // A cell of the trace for the dial, or with `whole` its step.
  Explained explained(const Cell& of, bool whole) const {
    const bool small = boxes.phone() && session.dial == Dial::code;
    const DialSize size = boxes.presented() ? DialSize::large : small ? DialSize::small : DialSize::usual;
    const int product = !whole && altitude == Altitude::product ? session.number : -1;
    return {context, context.maps[side].trace(), of, whole, size, product};
  }

 private:
  // The one that is chosen, else the one that the page is about.
  int row_shown() const;
  // Of what is written, the word that belongs to the row; -1 without one.
  int row_written() const;
};

// Of a word that is not written yet: its letters are smaller than upright ones of that size.
inline Type unwritten_type(Type usual) { return {Face::italic, usual.size + (usual.size + 5) / 10}; }

struct Telling;

// --- what was changed

// Whether an edit is in force in the sentence in front.
bool is_in_force(const Page& page, const SessionEdit& edit);
// Whether a head takes no part in a sentence, the one in front or this one.
bool is_off(const Page& page, const HeadChoice& head, std::optional<int> side = {});
// Whether anything within a head was changed.
bool is_edited(const Page& page, const HeadChoice& head);
// The cells of a row of a node that were set by hand.
std::vector<CellAt> set_by_hand(const Page& page, const std::string& path, int row);
// "1 edit"; of a head that is off, that it adds nothing; empty where nothing was changed.
std::string edits_called(const Page& page, const HeadChoice& head);
// A yellow dot: this was set by hand. With a text its left end is there.
void draw_edit_dot(Ui& ui, ImVec2 at);
void add_edit_note(const Page& page, stage::Scene& scene, ImVec2 at, const std::string& text);
// What came of the last change, for the margin; nothing where nothing was tried, or it is kept.
std::optional<Telling> telling_of_trial(const Page& page);
// Whether it stands in the place of what is said of the page; else behind that.
bool is_told_of_trial_alone(const Page& page);

// Whether the lesson's open question asks for it (app/lessons/page.h).
bool is_hidden(const Page& page, LessonStep::Hides what);

// To a layer, and of a recurrent one to a time of it.
void open_layer(const Page& page, Attention attention, int layer, Altitude altitude);
void open_lane(const Page& page, const RecurrentLane& lane, int time, Altitude altitude);
// The heads of a layer: of a decoder first those that look back, then those that read the English.
std::vector<HeadChoice> heads_of_layer(const Page& page, Attention attention, int layer);
// Whether all heads of the layer are shown next to each other.
bool shows_all_heads(const Page& page);
// Whether the chosen head is in this layer.
bool is_chosen_layer(const Page& page, Attention attention, int layer);
// How many layers a stack has, by an attention of it.
int layers_of(const Page& page, Attention attention);
// The chosen layer: "encoder layer 1 of 4".
std::string chosen_layer_called(const Page& page);
// "decoder"; of a model that has no other stack "layer".
std::string stack_called(const Page& page, Attention attention);
// "decoder layer 1 of 1"; from one.
std::string layer_called(const Page& page, Attention attention, int layer);
// "head 1 of 7", "reads the English".
std::string head_called(const Page& page, const HeadChoice& head);
// "scores": a step of a head in plain words.
std::string step_called(std::string_view part);
// What the words of a stream are: "word", "letter", "token".
std::string word_called(const Page& page, Stream stream);
// The same of all of them in a text.
std::string with_tokens_called(std::string text);
// The steps of a head that its trace has, in their order.
std::vector<std::string> steps_of(const Page& page);
// Whether a step is on the way from scores to shares: one row of it is told as one sum.
bool is_share_step(SiteId step);
// Its rows have no lines from who asks beside them.
bool shares_stand_alone(const Page& page);
// Whether its rows are the words that are asked, where these are others than those that ask.
bool is_of_asked(const Page& page, SiteId step);
// The cell of the open step that is marked, by which the step is told: the one that was opened in the chosen
// word's row, else the largest of that row. Nothing where the model has no such step.
std::optional<Cell> marked_cell(const Page& page);

// One further in, with what is chosen by itself where nothing was: nothing at the end.
std::optional<GoTo> in_from(const Page& page);
std::optional<GoTo> out_of(const Page& page);
// To the same altitude of the next layer, head, step or number; or the next word.
std::optional<GoTo> sideways(const Page& page, int by);
// Which row stands for the chosen one where another attention's words ask.
int row_for(const Page& page, Attention attention);
// What stands for the chosen word in the other sentence; nothing where that has no such word.
std::optional<int> row_of_other(const Page& page);
// What the sentence's page tells of: the chosen word, and the head that is known for what "it" means,
// whichever was looked at last; without one, a head that the word asks by.
Session session_of_sentence(const Page& page);
// The products that a cell adds up, and the largest of them by itself.
const std::vector<float>& terms_of_cell(const Page& page, const CellName& cell);
int largest_term(const Page& page, const CellName& cell);

// "Show me", at the left of the bottom bar.
void draw_show_me(const Page& page, const Area& bar);

// What the margin says at an altitude: a title, a large number or none, paragraphs, and what can be done.
struct Telling {
  std::string title;
  std::string value = {};
  std::vector<RichText> paragraphs = {};
  std::string next = {};  // the way on, at the foot
};
Telling telling_of(const Page& page);

// The dial of a page before a class, below it.
void draw_class_dial(const Page& page, const Cell& cell, bool whole);
// What that says in the place of the page, where it is not at its numbers.
void add_class_explained(const Page& page, stage::Scene& scene, const Cell& cell, bool whole);
// In a low window the steps and the dial share a line: the places of both, empty where there is none.
struct LineOfSteps {
  Area steps, dial;
};
LineOfSteps line_of_steps(const Page& page);

// What can be tried here, and what came of what was tried, at the foot of the margin; returns what is left.
Area draw_trial(const Page& page, const Area& margin);
// What tells a sentence from the other one: its ending, or its model.
std::string ending_of(const Page& page, int side);

// The asked words at the left end of what they stand for.
void add_asked(const Page& page, stage::Scene& scene, float left);

// The bar above, and its three lines that open the menu.
void draw_top(const Page& page);
void draw_menu_button(Ui& ui, const Area& place, float size);
// Whether the page is reached from every altitude, and left to the one it was entered from.
bool is_beside_altitudes(const Page& page);

// At both sides of the stage.
void draw_margin(const Page& page);
// Beside a lesson a line at the foot leads to what can be tried; "Back to step 3" leads from there.
void draw_way_to_trial(const Page& page, Area& rest);
// The same text as a sheet: folded to two lines, or in the place of the page.
void draw_sheet(const Page& page);
// Where there is no room for its two lines: what pulls it up, and folds it again.
void draw_sheet_button(const Page& page, const Area& place);
void fold_sheet(const Page& page);
// What a margin says, in an area; what can be tried stands below it where that has no place of its own.
void draw_telling_in(const Page& page, const Area& area, bool with_trial);
// The likeliest word, in a line under the stage.
void draw_answer_line(const Page& page);
// The text of a button that leads to other words, or to another picture; and that way.
std::string change_words_label(const Page& page);
void change_words(const Page& page, const Area& from);
void draw_words(const Page& page, stage::Scene& scene);
// How many rows there are above those in sight, and below them, over and under their column.
void draw_beyond(const Page& page, const Rows& rows, const Area& column, Align align);
void draw_sentence_choice(const Page& page);
void draw_answer(const Page& page);
// What is shown stays, the row is another one. Where words are chosen that the chosen head does not ask for,
// the last layer that reads them is chosen with them.
void choose_word(const Page& page, int row);

// Each draws its part of the stage into the scene.
void add_sentence(const Page& page, stage::Scene& scene);
void add_model(const Page& page, stage::Scene& scene);
void add_layer(const Page& page, stage::Scene& scene);
void add_head(const Page& page, stage::Scene& scene);
void add_step(const Page& page, stage::Scene& scene);
void add_cell(const Page& page, stage::Scene& scene);
// How the stage gets from one place to another. What is next to each other is one motion. What is far is
// reached in two: out to what both places have in common, and in again; or through the place half way, where
// one lies within the other. Text is there first: only the stage is late.

inline constexpr float longest_film_ms = 700;

struct Film {
  std::optional<Session> stop = {};  // that the stage shows at this moment; nothing: the session itself
  float ms = 0;                      // so long does the motion to it take
};
// Once in a frame in which the stage is shown; a film that is under way goes on, and another place that is
// gone to begins one where the stage is.
Film film_of(const Page& page);

// The page of the altitude, without what stands at its sides.
void add_altitude(const Page& page, stage::Scene& scene);
inline constexpr float class_side = 40;  // units free at both sides of a page before a class
// Of a page before a class what the back row can read.
void add_presented_head(const Page& page, stage::Scene& scene);
void add_presented_step(const Page& page, stage::Scene& scene);

// What several pages show.

stage::Key key(std::string_view what, int row = -1, int column = -1);
stage::Key key_of_layer(std::string_view what, Attention attention, int layer);
// A word of a text, wherever it stands; where a text asks itself the word that is asked is another thing. So
// that one can move, all of them end so far from the right side of their boxes, in units.
inline constexpr float word_pad = 8;
stage::Key key_of_word(Stream stream, int place);
stage::Key key_of_asked(const Page& page, int place);
// A matrix as it moves: its cells alone. `rest` paints it at its place.
void add_cells(const Page& page, stage::Scene& scene, const std::string& path, std::uint32_t part,
               const Area& area, std::function<void()> rest = {});
// A row of numbers that a cell is made from, on its way between a step and the cell. As high as it is wide,
// or higher, it is a column. Where it stands its page draws it.
void add_factor(stage::Scene& scene, const std::string& path, int row, const Area& area,
                const HeatmapPtr& map);
// Small pictures of heads, each of which opens its head; they are one thing to press. True where it was
// pressed between them.
bool add_thumbnails(const Page& page, stage::Scene& scene, const std::string& id,
                    const std::vector<HeadChoice>& heads, const std::vector<Area>& places);
void paint_cells(Ui& ui, const HeatmapPtr& map, const Area& area, float fade = 0);
// A frame around what can be pressed.
void add_outline(stage::Scene& scene, const std::string& id, const Area& area, bool chosen, bool pointed);
// Something with a frame: pressed it opens. True once it was.
bool add_frame(const Page& page, stage::Scene& scene, const std::string& id, const Area& area, bool chosen,
               const std::string& hint);
// A line of text with its left end and its middle there.
void add_text(const Page& page, stage::Scene& scene, ImVec2 at, Type face, Rgb colour,
              const std::string& text);
// The yellow beam through the row of a word, as far as this.
void add_beam(const Page& page, stage::Scene& scene, int row, float right);
// The columns of the layers, the same on the stage and in the small map.
struct LayerColumn {
  Attention attention = Attention::encoder;
  int layer = 0;
  Area area;
};
// "encoder 3", or only "3" where some of the columns are too narrow for their whole names.
std::string column_name(const Page& page, std::span<const LayerColumn> columns, const LayerColumn& column,
                        Type face);
// None is narrower than `least` units: where they do not all fit, those around the chosen one have an area.
std::vector<LayerColumn> layer_columns(const Page& page, float least = 0);
inline constexpr float line_units = 13;  // of a ribbon that carries a share of 1
// The ribbons between who asks and who is asked, of a head: all of them pale, those of the chosen word in the
// colours of the sentences.
void add_lines_between(const Page& page, stage::Scene& scene, float left, float right, bool others);

// A picture in the place of words.

// At the left, where the cells of a picture ask: further out one below the other, at a head as a picture.
void add_cells_that_ask(const Page& page, stage::Scene& scene);
// Where cells are asked: the picture is as bright as the share that is taken from each.
void add_lit_picture(const Page& page, stage::Scene& scene);
// The picture alone.
void add_whole_picture(const Page& page, stage::Scene& scene, const Area& area);
void show_another_picture(const Page& page);
// One cell, by its place among what asks; null for the class token.
RasterPtr thumbnail_of_cell(const Page& page, int token);

}  // namespace headlight::place
