// One frame of the screen being made: where to draw, how it looks, what the mouse and the keys do to it.
// Everything is laid out in pixels of the display; px() turns the specification's units into them.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/action.h"
#include "app/widgets/area.h"
#include "app/widgets/fonts.h"
#include "app/widgets/told.h"
#include "app/widgets/widget_state.h"
#include "core/figure/drawing.h"
#include "core/figure/heatmap.h"
#include "core/figure/palette.h"

namespace headlight {

// Who fills the cells of heatmaps and strips, pictures and letters. The window does it with shaders and
// textures; tests without GL with nothing at all. Layout, hit-testing, labels and numbers do not depend on
// it.

struct CellPaint {
  HeatmapPtr map = nullptr;                        // kept alive until its colours are no longer on screen
  int row = 0, column = 0, rows = 0, columns = 0;  // the part of it that is shown
  Area area = {};                                  // where, in pixels; cells share it evenly
  float gap = 0;                                   // pixels left free at the right and bottom of a cell
  float fade = 0;                                  // share of `paper` mixed into the colours
  Rgb paper = {};
  float unit = 1;                    // pixels per unit: the hatch is 5 units wide
  std::optional<Scale> scale = {};   // instead of the map's own
  std::optional<int> left_out = {};  // a column that has no colour of it: hatched
};

class CellPainter {
 public:
  virtual ~CellPainter() = default;
  virtual void paint(ImDrawList& list, const CellPaint& paint, Theme theme) = 0;
  // A picture all over an area, each of its pixels with sharp edges.
  virtual void paint(ImDrawList& list, const RasterPtr& image, const Area& area) = 0;
  // A line of text that the fonts lack a letter of, its colours multiplied by `tint`; smooth where it is
  // turned.
  virtual void letters(ImDrawList& list, const RasterPtr& line, const Area& area, ImU32 tint) = 0;
  // The letters that the next frame is built with, and again those that it needed, before it is rendered.
  virtual void show(const FontsPtr& fonts) = 0;
};

// Keeps what was asked for and paints nothing.
class NoCells final : public CellPainter {
 public:
  void paint(ImDrawList&, const CellPaint&, Theme) override { ++painted; }
  void paint(ImDrawList&, const RasterPtr&, const Area&) override { ++painted; }
  void letters(ImDrawList&, const RasterPtr&, const Area&, ImU32) override { ++painted; }
  void show(const FontsPtr&) override {}
  int painted = 0;
};

// What was placed in a frame: tests look for overlaps and clipped text among these. The kinds after `text`
// are placed where WidgetState::shapes_placed asks for them.
struct Placed {
  enum class Kind {
    item,
    text,
    turned,   // a text that is not level
    picture,  // cells or an image
    ground,   // a rectangle, filled or as an outline
    stroke,   // lines, curves and discs: all that come one after another are one
  };
  Kind kind;
  std::string name;  // the item's id, the text, or the path of what the cells show
  Area area;
  Area clip;              // the part of the screen it may be seen in
  int layer = 0;          // 0 stage, 1 above it
  bool scrolls = false;   // cut off by design: it can be scrolled into sight
  Area frame = {};        // what must not cut it off all the same: the clips within what scrolls
  bool in_reach = false;  // the mouse can point at it: it is in sight, and no sheet lies over it
};

// What the mouse and the keyboard did to an item.
struct Touch {
  bool hovered = false;
  bool held = false;
  bool clicked = false;
  bool focused = false;  // has the keyboard, visibly
};

// How an item shows that it can be pressed.
struct PressLook {
  float radius = 0;                // of the ground and the ring, in pixels
  std::optional<Rgb> ground = {};  // under the mouse
  RichText hint = {};              // beside the mouse
  Area ring = {};                  // and ground, where they are not the item's own area
};

// Where a band begins or ends.
struct UprightEdge {
  float x = 0, top = 0, bottom = 0;
};

// A cubic Bézier curve.
struct Curve {
  ImVec2 from, from_control, to_control, to;
};

enum class Align { left, centre, right };

struct Term;  // app/lessons/glossary.h

// What a finger at this place presses, of the targets of the last frame; null where there is nothing. That is
// what it lies on; else, and within what it lies on, the nearest that grows up to `reach` pixels around its
// middle.
const FingerTarget* under_finger(const WidgetState& state, ImVec2 at, float reach);

class Ui {
 public:
  Ui(const Fonts& fonts, Theme theme, CellPainter& cells, States& states, std::vector<Action>& actions);

  // Begin and end of a frame, between ImGui::NewFrame() and ImGui::Render(). The whole display is one window.
  void begin();
  void end();

  float scale() const { return fonts_.scale(); }
  // Units to whole pixels.
  float px(float units) const { return std::round(units * scale()); }
  // A hairline is one pixel of the display, thicker on dense ones.
  float hairline() const { return std::max(1.0F, std::floor(scale())); }
  Area screen() const;
  // Whether a finger points (WidgetState::touch).
  bool touch() const { return state_.touch; }
  // Units to pixels for what is pressed and has its like above and below: a finger needs 40.
  float finger(float units) const { return px(touch() ? std::max(units, finger_units) : units); }
  static constexpr float finger_units = 40;

  // Between begin() and end(): what is drawn on the stage is also kept in `into`, in units, for a picture.
  // Null ends it.
  void record(Drawing* into) { drawing_ = into; }
  // This frame is for a picture: what can only be pressed or typed into has no place in it.
  bool exporting() const { return drawing_ != nullptr; }

  const Palette& colours() const { return *palette_; }
  Theme theme() const { return theme_; }
  static ImU32 ink(Rgb colour, float alpha = 1);
  // What a part of the screen keeps from one frame to the next: the one of this type (States), or that of
  // the widgets.
  template <typename State>
  State& state() {
    return states_.of<State>();
  }
  template <typename State>
  const State& state() const {
    return std::as_const(states_).of<State>();
  }
  WidgetState& state() { return state_; }
  const WidgetState& state() const { return state_; }
  void emit(Action action) { actions_.push_back(std::move(action)); }
  void ask(Request request) { state_.requests.push_back(std::move(request)); }

  // Seconds, for motions; stands still within a frame.
  static double time() { return ImGui::GetTime(); }

  // --- text. Measured before it is placed.
  float width(Type type, std::string_view text) const;
  float height(Type type) const { return font(type)->FontSize; }
  // With what `text` needs.
  ImFont* font(Type type, std::string_view text = {}) const { return fonts_.font(type, text); }
  // With all that can be typed.
  ImFont* whole_font(Type type) const { return fonts_.whole(type); }
  // The type's fonts; see Fonts::has().
  const Fonts& fonts() const { return fonts_; }
  // Left end and vertical middle. Returns the x of its right end.
  float text(float x, float middle_y, Type type, Rgb colour, std::string_view text);
  void text(const Area& area, Align align, Type type, Rgb colour, std::string_view text);
  float text_alpha(float x, float middle_y, Type type, Rgb colour, float alpha, std::string_view text);
  // Runs of one line, each in its own colour.
  float rich(float x, float middle_y, Type type, Type strong, const RichText& text);
  float width(Type type, Type strong, const RichText& text) const;
  // Turned counter-clockwise by `degrees` around its left end at the middle of the line.
  void turned(float x, float y, float degrees, Type type, Rgb colour, std::string_view text);
  // Broken at spaces (and after dots where there are none); returns the height.
  float wrapped(const Area& area, Type type, Rgb colour, std::string_view text, float line);
  float wrapped_rich(const Area& area, Type type, Type strong, const RichText& text, float line);
  // The height that the first will have.
  float wrapped_height(Type type, std::string_view text, float width, float line) const;
  // Cut to `most` pixels with an ellipsis.
  std::string shortened(Type type, std::string_view text, float most) const;
  // The same with the ellipsis in the middle: for names that differ at their ends.
  std::string shortened_in_middle(Type type, std::string_view text, float most) const;

  // --- shapes
  void fill(const Area& area, Rgb colour, float radius = 0, float alpha = 1);
  void outline(const Area& area, Rgb colour, float thickness, float radius = 0);
  void line(float x0, float y0, float x1, float y1, Rgb colour, float thickness, float alpha = 1);
  void lines(std::span<const ImVec2> points, Rgb colour, float thickness, float alpha = 1);
  void curve(const Curve& curve, Rgb colour, float thickness, float alpha = 1);
  // A band along a curve between two points that leaves and arrives level, as thick as given at each end.
  void ribbon(ImVec2 from, ImVec2 to, float from_thickness, float to_thickness, Rgb colour, float alpha = 1);
  void disc(ImVec2 centre, float radius, Rgb colour, float alpha = 1);
  void circle(ImVec2 centre, float radius, Rgb colour, float thickness);
  // A ring from radius `from` to `to`, its colour fading from one alpha to the other; from 0 it is a disc.
  void glow(ImVec2 centre, float from, float to, Rgb colour, float from_alpha, float to_alpha);
  // What joins two upright edges: its borders leave and arrive level, as a ribbon does.
  void band(const UprightEdge& from, const UprightEdge& to, Rgb colour, float alpha = 1);
  // Convex, in either direction.
  void polygon(std::span<const ImVec2> corners, Rgb colour, float alpha = 1);
  // From colour to colour, evenly, to the right or down.
  void gradient(const Area& area, std::span<const Rgb> colours, bool to_the_right);
  // Cells of a map; those that an edit has just changed are lit.
  void cells(const CellPaint& paint);
  // A picture, stretched over an area.
  void image(const RasterPtr& image, const Area& area);

  // --- interaction
  // A rectangle that can be hovered, clicked, and reached with Tab when `reachable`.
  Touch item(std::string_view id, const Area& area, bool reachable = true);
  // The same for what is pressed as a whole: a finger beside it, where nothing else is nearer, is on it.
  Touch target(std::string_view id, const Area& area, bool reachable = true);
  // The same for what is only looked at or pressed at a place of it, as a heatmap: a finger that moves on it
  // scrolls what it lies in.
  Touch surface(std::string_view id, const Area& area, bool reachable = true);
  // A target: under the mouse the hand, a ground and a hint; with the keyboard on it a ring.
  Touch press(std::string_view id, const Area& area, const PressLook& look);
  // A rectangle that only takes the mouse's place: hovered or not.
  bool hovered(const Area& area) const;
  ImVec2 mouse() const;
  bool clicked(const Area& area) const;
  // What it turned over the area, and how far a finger took it along, down or across; what lies around that
  // then does not move. Asked by what can be moved.
  enum class Way { down, across };
  float wheel(const Area& area, Way way = Way::down);
  // For what lies around: only what nobody within it took.
  float wheel_left(const Area& area, Way way, bool turned);
  // Turns of the wheel with Ctrl. Where nobody takes them the text gets larger or smaller.
  float take_zoom() { return std::exchange(zoom_, 0.0F); }
  // Takes a key press that nobody has used yet; how many times it was pressed.
  int take(Key key);
  // Steps to the right (to the left: negative) that the arrow keys asked of a slider, an item whose id begins
  // with "slide/", while it has the keyboard: it was reached with Tab, or pressed last.
  int nudges(std::string_view id) const { return state_.focus == id ? nudges_ : 0; }
  void focus_ring(const Area& area, float radius);
  void hand();       // the pointer says "clickable"
  void no_cursor();  // the mouse has a picture of its own
  // A tooltip beside the mouse; the last one of a frame is shown, above everything. Long lines are broken.
  void tooltip(RichText text);
  void tooltip(const std::vector<RichText>& lines);

  // --- words of the glossary. Every text that is drawn is looked through for them when the mouse is on it;
  // what is drawn in pieces says what it is. Whoever draws the frame shows the note.
  void term(std::string_view word, const Area& area);
  // The one under the mouse in this frame; null without one.
  const Term* term_under_mouse() const { return term_; }
  // This frame's tooltip, for a note that shows it as its own: there is one at a time.
  std::vector<RichText> take_tooltip() { return std::exchange(tooltip_, {}); }
  // A place beside the mouse for something of this size, all of it on the screen.
  Area beside_mouse(float wide, float tall) const;

  // --- what is told to who cannot see it (Listening). A text is told as it is drawn; what is drawn in pieces
  // is told as a whole, and its pieces are not.
  class Pieces {
   public:
    explicit Pieces(Ui& ui, std::string_view whole = {}, const Area& area = {}) : ui_(ui) {
      ui.tell(whole, area);
      ++ui.in_pieces_;
    }
    Pieces(Ui& ui, ToldNumber number) : ui_(ui) {
      ui.tell(std::move(number));
      ++ui.in_pieces_;
    }
    ~Pieces() { --ui_.in_pieces_; }
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

   private:
    Ui& ui_;
  };
  void tell(ToldNumber number);
  void tell(ToldMap map);
  void tell(ToldChart chart);
  // Of the item that was drawn last.
  void tell_item(std::string_view name, std::string_view state);
  // Whether somebody listens, and this frame is no picture.
  bool is_heard() const { return told_ != nullptr && in_pieces_ == 0 && !exporting(); }

  // --- what comes or goes: all that is drawn until the end is there to this share, from 0 to 1. In a picture
  // for a file nothing comes or goes.
  void begin_fade(float share);
  void end_fade();

  // --- clipping and layers
  // `scrolls`: what is cut off there can be scrolled into sight, out of `all`; empty: wherever it is.
  void push_clip(const Area& area, bool scrolls = false, const Area& all = {});
  void pop_clip();
  const Area& clip() const { return clips_.back(); }
  // What follows is above the stage: only it takes the mouse.
  void begin_layer();
  void end_layer();
  // A note over the stage: it takes the mouse where it lies, all else stays in reach. `cover` comes before
  // what it lies over is drawn, the note itself after that.
  void cover(const Area& area) { covered_ = area; }
  void begin_note();
  void end_note();
  int layer() const { return layer_; }

  const std::vector<Placed>& placed() const { return placed_; }
  // The same for who keeps it, at the end of the frame.
  std::vector<Placed> take_placed() { return std::exchange(placed_, {}); }

 private:
  void move_focus();
  // Of the targets of the last frame: which one a finger is beside.
  void look_for_target();
  // Whether a finger presses, drags or scrolls.
  void follow_finger();
  float finger_moved(const Area& area, Way way);
  enum class Kind { item, target, surface };
  Touch touched(std::string_view id, const Area& area, bool reachable, Kind kind);
  // A menu gives way to whatever else is pressed, and takes no click from it; a sheet covers the rest.
  void yield_to_click();
  void draw_tooltip();
  // `text` in lines of at most `most` pixels.
  std::vector<RichText> broken(const RichText& text, Type type, Type strong, float most) const;
  void look_for_terms(const Area& area, Type type, std::string_view text);
  void note(Placed::Kind kind, std::string_view name, const Area& area);
  void tell(std::string_view words, const Area& area);
  void place_shape(const DrawnItem& item);
  // Adds to the drawing, if one is being recorded and this is the stage.
  void keep(DrawnItem item);
  double units(float pixels) const { return static_cast<double>(pixels) / static_cast<double>(scale()); }
  Point units(ImVec2 at) const { return {units(at.x), units(at.y)}; }
  Box units(const Area& area) const;
  std::vector<Point> units(std::span<const ImVec2> points) const;
  // A line that the fonts lack a letter of, with its left end at `pen`, on the baseline.
  void system_text(ImVec2 pen, Type type, Rgb colour, float alpha, std::string_view text);
  void keep_text(float x, float baseline, float degrees, Type type, Rgb colour, float alpha,
                 std::string_view text);
  bool under_note() const { return layer_ == 0 && covered_.contains(mouse()); }
  bool reachable_by_mouse() const { return layer_ == top_layer_ || (on_note_ && top_layer_ == 0); }

  const Fonts& fonts_;
  Theme theme_;
  const Palette* palette_;
  CellPainter& cells_;
  States& states_;
  WidgetState& state_;
  std::vector<Action>& actions_;
  ImDrawList* list_ = nullptr;
  Drawing* drawing_ = nullptr;
  std::vector<Area> clips_;
  std::vector<bool> scrolls_;
  std::vector<Area> frames_;
  std::vector<std::size_t> layer_clips_;  // how many clips there were when each layer began
  std::vector<FingerTarget> targets_;
  std::string beside_;  // the target that a finger is beside
  bool wheel_taken_ = false;
  ImVec2 finger_step_ = {0, 0};  // since the last frame, while it scrolls
  bool finger_taken_[2] = {false, false};
  std::vector<Placed> placed_;
  std::vector<std::string> focus_order_;
  std::vector<RichText> tooltip_;
  const Term* term_ = nullptr;
  int nudges_ = 0;
  float zoom_ = 0;
  Told* told_ = nullptr;  // null: nobody listens
  int in_pieces_ = 0;
  int layer_ = 0;
  int top_layer_ = 0;
  Area covered_;
  bool on_note_ = false;
  float fade_ = 1;
  int fade_from_ = 0;  // the first vertex that fades
};

// Motion that explains: numbers that glide to where they belong, ease-out cubic, and then rest.

inline constexpr float opening_ms = 320;

// How far a motion of `ms` that began at `start` (of Ui::time()) has come, 0 to 1; asks for another frame
// until it is 1. Always 1 when motion is off.
float motion(Ui& ui, double start, float ms);

}  // namespace headlight
