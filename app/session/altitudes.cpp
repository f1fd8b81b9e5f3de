#include "app/session/altitudes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/explain/matrix_formulas.h"
#include "core/layers/sites.h"
#include "core/models/trace.h"

namespace headlight {

std::string step_outside_heads(const Look& look) {
  if (!look.altitude || *look.altitude < Altitude::step) return "";
  const bool of_cell = *look.altitude > Altitude::step && !look.trail.empty();
  const std::string& path = of_cell ? look.trail.back().path : look.step;
  const Place place = place_of(path);
  return path.starts_with("parameters.") || place.head ? "" : path;
}

bool has_altitude(const Anatomy& anatomy, Altitude altitude, std::string_view outside_heads) {
  if (anatomy.given) return altitude == Altitude::head;
  if (!outside_heads.empty() && altitude >= Altitude::step) return true;
  const bool looks = !anatomy.attentions.empty();
  if (!anatomy.recurrent()) return looks;
  switch (altitude) {
    case Altitude::sentence:
    case Altitude::model:
    case Altitude::layer:
      return true;
    case Altitude::head:
    case Altitude::step:
      return looks;
    case Altitude::cell:
    case Altitude::product:
      return false;  // its scores are no products of two matrices
  }
  return looks;
}

Altitude altitude_within(const Anatomy& anatomy, Altitude asked, std::string_view outside_heads) {
  const auto has = [&](int altitude) {
    return has_altitude(anatomy, static_cast<Altitude>(altitude), outside_heads);
  };
  for (int altitude = static_cast<int>(asked); altitude >= 0; --altitude) {
    if (has(altitude)) return static_cast<Altitude>(altitude);
  }
  for (int altitude = static_cast<int>(asked); altitude < altitude_count; ++altitude) {
    if (has(altitude)) return static_cast<Altitude>(altitude);
  }
  return asked;
}

bool has_place(const Anatomy& anatomy) { return has_altitude(anatomy, altitude_within(anatomy, {})); }

// --- what the views show

namespace {

Altitude altitude_of_step(const Look& look) {
  const std::string path = look.step.empty() ? selected_head(look).path(look.part) : look.step;
  if (look.trail.empty() || look.trail.back().path != path) return Altitude::step;
  // Of two sentences the step is shown. On the way from scores to shares a cell is told in its row.
  if (look.sides != Sides::one) return Altitude::step;
  switch (site_id(path)) {
    case SiteId::scaled:
    case SiteId::masked:
    case SiteId::weights:
      return Altitude::step;
    default:
      return Altitude::cell;
  }
}

}  // namespace

Altitude altitude_of_view(const Look& look) {
  switch (look.view) {
    case ViewKind::lines:
    case ViewKind::heads:
      return Altitude::head;
    case ViewKind::map:
    case ViewKind::flow:
      return Altitude::model;
    case ViewKind::unrolled:
      return place_of(look.step).time ? Altitude::layer : Altitude::model;
    case ViewKind::picture:
      return look.picture_shows == PictureShows::attention ? Altitude::head : Altitude::model;
    case ViewKind::steps:
      return altitude_of_step(look);
    case ViewKind::causes:
    case ViewKind::decoding:
    case ViewKind::lab:
      break;  // behind the lab, which fills the stage
  }
  return Altitude::sentence;
}

Session shown_in_place(Session session) {
  if (session.altitude) return session;
  session.altitude = altitude_of_view(session);
  if (session.view == ViewKind::heads && session.heads_shown == HeadsShown::one)
    session.heads_shown = session.sort_heads ? HeadsShown::of_model : HeadsShown::of_layer;
  // Only the steps showed two sentences beside each other.
  if (session.view != ViewKind::steps) session.sides = Sides::one;
  const Place step = place_of(session.step);
  if (session.altitude >= Altitude::step && step.layer) {
    session.attention = attention_of(step.stack, step.attention);
    session.layer = *step.layer;
  }
  if (session.altitude >= Altitude::step && step.head) {
    session.head = *step.head;
    session.part = step.part;
    session.step.clear();
  }
  return session;
}

// --- the way through them

namespace {

// The selected word, or the one that the first screen is about, or the last one.
int row_of_flight(const Session& session, const std::vector<std::string>& words) {
  const int last = static_cast<int>(words.size()) - 1;
  if (session.token >= 0) return std::min(session.token, last);
  const auto it = std::find(words.begin(), words.end(), "it");
  return it == words.end() ? last : static_cast<int>(it - words.begin());
}

int largest_column(const Trace& trace, int node, int row) {
  const Reading reading = trace.read(node);
  const ConstView numbers = reading.view();
  int best = 0;
  for (int column = 1; column < numbers.shape.cols; ++column) {
    if (numbers(row, column) > numbers(row, best)) best = column;
  }
  return best;
}

}  // namespace

bool has_flight(const Anatomy& anatomy) {
  return has_altitude(anatomy, Altitude::sentence) && has_altitude(anatomy, Altitude::head);
}

std::vector<GoTo> flight_of(const Session& session, const Results& results) {
  const Trace* const trace = results.trace_of_side(session, session.side);
  if (trace == nullptr || !has_flight(trace->anatomy())) return {};
  const HeadChoice head = selected_head(session);
  const int weights = trace->find(head.path("weights"));
  if (weights < 0) return {};
  const int row = row_of_flight(session, trace->tokens(info(head.attention).asks));
  std::vector<GoTo> stops;
  const auto stop = [&](Altitude altitude) -> GoTo& {
    return stops.emplace_back(GoTo{.altitude = altitude, .head = head, .token = row});
  };
  for (const Altitude altitude : {Altitude::sentence, Altitude::model, Altitude::layer, Altitude::head})
    stop(altitude);
  const auto step = [&](const char* part) {
    if (trace->find(head.path(part)) >= 0) stop(Altitude::step).part = part;
  };
  step("scores");
  if (const int scores = trace->find(head.path("scores")); scores >= 0) {
    const CellName cell{head.path("scores"), row, largest_column(*trace, weights, row)};
    GoTo& to = stop(Altitude::cell);
    to.part = "scores";
    to.cell = cell;
    const std::vector<float> terms = terms_of(*trace, scores, cell.row, cell.col);
    const auto most = std::max_element(terms.begin(), terms.end(),
                                       [](float a, float b) { return std::fabs(a) < std::fabs(b); });
    if (most != terms.end()) {
      GoTo deepest = stops.back();
      deepest.altitude = Altitude::product;
      deepest.number = static_cast<int>(most - terms.begin());
      stops.push_back(std::move(deepest));
    }
  }
  step("weights");
  step("output");
  for (const Altitude altitude : {Altitude::layer, Altitude::model, Altitude::sentence}) stop(altitude);
  std::erase_if(stops, [&](const GoTo& each) { return !has_altitude(trace->anatomy(), *each.altitude); });
  return stops;
}

}  // namespace headlight
