// How the stage gets from one place to another.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"

namespace headlight::place {
namespace {

// From an altitude to the next one in, and back.
constexpr std::array<float, altitude_count - 1> ms_of_altitude{340, 320, 300, 300, 280, 200};
constexpr float sideways_ms = 240, other_words_ms = 260;
// To what is in common, a rest there, and in again; the same through a place half way. A frame more each
// still ends in time.
constexpr float far_ms = 310, far_rest_ms = 60, through_ms = 260, through_rest_ms = 40;
static_assert(2 * far_ms + far_rest_ms <= longest_film_ms &&
              2 * through_ms + through_rest_ms <= longest_film_ms);

// A place, as the ones that it lies within, the outermost first and itself last.
struct PlaceWithin {
  Altitude altitude = Altitude::sentence;
  std::string name;
  bool outside_heads = false;
  bool operator==(const PlaceWithin&) const = default;
};
using WayIn = std::vector<PlaceWithin>;

WayIn way_in(const Page& page) {
  WayIn way;
  const auto add = [&](Altitude altitude, std::string name, bool outside_heads = false) {
    if (altitude <= page.altitude && page.has(altitude))
      way.push_back({altitude, std::move(name), outside_heads});
  };
  add(Altitude::sentence, "");
  add(Altitude::model, "");
  const CellName* const cell = page.cell();
  const auto add_cell = [&](bool outside_heads) {
    if (cell == nullptr) return;
    add(Altitude::cell, std::to_string(cell->row) + "/" + std::to_string(cell->col), outside_heads);
    add(Altitude::product, std::to_string(page.session.number), outside_heads);
  };
  if (page.node >= 0) {
    const ModelPart part = part_of_model(page.trace, page.node);
    if (part.kind == ModelPart::Kind::layer) add(Altitude::layer, model_part_called(page, part));
    add(Altitude::step, page.trace.label(page.node).path, true);
    add_cell(true);
    return way;
  }
  if (shown_otherwise(page) == Otherwise::all_heads) {
    add(Altitude::head, "all heads");
    return way;
  }
  add(Altitude::layer, page.is_in_time() || page.lane >= 0
                           ? chosen_layer_called(page)
                           : layer_called(page, page.head.attention, page.head.layer));
  add(Altitude::head, page.path(""));
  add(Altitude::step, page.part);
  add_cell(false);
  return way;
}

struct FilmState {
  Look look = {};       // of the place that is gone to
  TracePtr trace = {};  // of what is shown there
  WayIn to = {}, from = {};
  Look stop = {};          // on the way there; `stop.altitude` is nothing where there is none
  WayIn stop_at = {};      // its place
  double arrives = 0;      // when the stage leaves the stop
  float ms = sideways_ms;  // of the motion that is under way, or was last
  int frame = -1;
};

float ms_between(const WayIn& from, const WayIn& to) {
  if (from.empty() || to.empty()) return far_ms;
  const auto [out, in] = std::minmax(from.back().altitude, to.back().altitude);
  return out == in ? sideways_ms : ms_of_altitude.at(static_cast<std::size_t>(out));
}

// Of how many places both have the first in common.
std::size_t in_common(const WayIn& a, const WayIn& b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

// Within a head, and among the steps of a layer, one goes from anywhere to anywhere at once: what is
// computed there stands side by side.
bool is_near(const WayIn& from, const WayIn& to, std::size_t common) {
  if (common == 0) return true;
  if (from.size() == to.size() && common + 1 == from.size()) return true;
  const Altitude both = from[common - 1].altitude;
  if (both >= Altitude::head) return true;
  return both == Altitude::layer && from.back().outside_heads && to.back().outside_heads;
}

// The stop on the way, as so many of the places of the one that lies further in; 0: none.
struct FilmStop {
  std::size_t length = 0;
  bool of_from = false;  // else of the place gone to
  bool common = false;
};
FilmStop stop_between(const WayIn& from, const WayIn& to) {
  const std::size_t common = in_common(from, to);
  const bool straight = common == from.size() || common == to.size();
  if (!straight) return is_near(from, to, common) ? FilmStop{} : FilmStop{common, false, true};
  const std::size_t less = std::min(from.size(), to.size()), more = std::max(from.size(), to.size());
  if (less == 0 || more - less < 2) return {};
  return {(less + more) / 2, from.size() > to.size(), false};
}

void begin_film(const Page& page, FilmState& film, const Look& before) {
  film.stop.altitude.reset();
  film.ms = ms_between(film.from, film.to);
  const FilmStop stop = stop_between(film.from, film.to);
  if (stop.length == 0) return;
  const WayIn& within = stop.of_from ? film.from : film.to;
  film.stop_at = WayIn(within.begin(), within.begin() + static_cast<std::ptrdiff_t>(stop.length));
  film.stop = stop.of_from ? before : static_cast<const Look&>(page.session);
  film.stop.altitude = film.stop_at.back().altitude;
  film.stop.questions = false;
  film.stop.view = page.session.view;
  if (film.stop.heads_shown == HeadsShown::of_model && film.stop.altitude != Altitude::head)
    film.stop.heads_shown = HeadsShown::one;
  film.ms = stop.common ? far_ms : through_ms;
  film.arrives = page.ui.state().now +
                 static_cast<double>(film.ms + (stop.common ? far_rest_ms : through_rest_ms)) / 1000;
}

}  // namespace

Film film_of(const Page& page) {
  Ui& ui = page.ui;
  if (ui.exporting()) return {};
  FilmState& film = ui.state<FilmState>();
  const TracePtr trace = page.context.maps[page.side].trace();
  const int frame = ImGui::GetFrameCount();
  if (ui.state().still) {
    film = {};
    return {.ms = sideways_ms};
  }
  const bool begins = film.frame != frame - 1;
  film.frame = frame;
  const Look& look = page.session;
  if (begins || film.trace != trace) {
    film = {.look = look, .trace = trace, .to = way_in(page), .frame = frame};
    film.ms = begins ? sideways_ms : other_words_ms;
    film.from = film.to;
    return {.ms = film.ms};
  }
  if (!(film.look == look)) {
    const bool stops = film.stop.altitude.has_value();
    const Look before = stops ? film.stop : film.look;
    film.from = stops ? film.stop_at : std::exchange(film.to, {});
    film.to = way_in(page);
    film.look = look;
    film.ms = sideways_ms;
    if (!(film.from == film.to)) begin_film(page, film, before);
  }
  if (!film.stop.altitude) return {.ms = film.ms};
  if (ui.state().now >= film.arrives) {
    film.stop.altitude.reset();
    return {.ms = film.ms};
  }
  ui.state().move_at(film.arrives);
  Film shown{.stop = page.session, .ms = film.ms};
  static_cast<Look&>(*shown.stop) = film.stop;
  shown.stop->side = page.session.side;
  return shown;
}

}  // namespace headlight::place
