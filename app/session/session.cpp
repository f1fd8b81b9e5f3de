#include "app/session/session.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/lab/lab_settings.h"
#include "app/session/altitudes.h"
#include "app/session/edits.h"
#include "core/files/json.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr auto every_model = [](const Anatomy&) { return true; };
// What is behind the weights; of those from a file there is nothing.
constexpr auto every_whole_model = [](const Anatomy& has) { return !has.given; };
constexpr auto has_heads = [](const Anatomy& has) { return !has.attentions.empty(); };

constexpr std::array view_table{
    ViewInfo{ViewKind::picture, "picture", "Picture",
             [](const Anatomy& has) { return has.picture.has_value(); }},
    ViewInfo{ViewKind::map, "map", "Map", every_whole_model},
    ViewInfo{ViewKind::flow, "flow", "Flow",
             [](const Anatomy& has) { return has_heads(has) && !has.recurrent() && !has.given; }},
    // Of a causal model how surprising each word was.
    ViewInfo{ViewKind::unrolled, "unrolled", "Unrolled",
             [](const Anatomy& has) { return has.recurrent() || has.answer == AnswerKind::next_token; }},
    ViewInfo{ViewKind::heads, "heads", "Heads", has_heads},
    ViewInfo{ViewKind::lines, "lines", "Lines", has_heads},
    ViewInfo{ViewKind::steps, "steps", "Steps", every_model},
    ViewInfo{ViewKind::causes, "causes", "Causes",
             [](const Anatomy& has) { return !has.given && answers_in_words(has.answer); }},
    ViewInfo{ViewKind::decoding, "decoding", "Decoding",
             [](const Anatomy& has) {
               return has.answer == AnswerKind::next_token || writes_from_start(has.answer);
             }},
    ViewInfo{ViewKind::lab, "lab", "Labs", every_whole_model}};

}  // namespace

std::span<const ViewInfo> all_views() { return view_table; }

const ViewInfo& info(ViewKind view) { return view_table.at(static_cast<std::size_t>(view)); }

const EnumNames<ViewKind>& view_names() {
  static const EnumNames<ViewKind> names = [] {
    EnumNames<ViewKind> all;
    for (const ViewInfo& each : view_table) all.emplace_back(each.kind, each.name);
    return all;
  }();
  return names;
}

ViewKind view_within(const Anatomy& anatomy, ViewKind asked) {
  for (const ViewKind view : {asked, ViewKind::lines, ViewKind::unrolled}) {
    if (has_view(anatomy, view)) return view;
  }
  return ViewKind::map;
}

namespace {

// The lab that is a view of its own by this one's name; null for none.
const Lab* lab_of_view(ViewKind view) {
  const std::string_view name = info(view).name;
  for (const Lab* lab : labs()) {
    if (lab->own_view && name == lab->name) return lab;
  }
  return nullptr;
}

}  // namespace

bool shows_lab(ViewKind view) { return view == ViewKind::lab || lab_of_view(view) != nullptr; }

const Lab* lab_on_stage(const Look& look) {
  const Lab* own = lab_of_view(look.view);
  return own == nullptr ? look.lab : own;
}

std::string called(const Lab* lab) {
  return lab->own_view ? lab->title : say("{name} lab", {{"name", lab->title}});
}

void show_lab(Look& look, const Lab* lab) {
  look.view = ViewKind::lab;
  if (!lab->own_view) look.lab = lab;
  for (const ViewInfo& view : all_views()) {
    if (lab->own_view && std::string_view(view.name) == lab->name) look.view = view.kind;
  }
}

std::string selected_head_path(const Session& session, std::string_view part) {
  return selected_head(session).path(part);
}

std::string selected_path(const Session& session) { return selected_head_path(session, session.part); }

std::string shown_path(const Session& session) {
  const Altitude altitude = session.altitude.value_or(altitude_of_view(session));
  if (altitude > Altitude::step && !session.trail.empty() && !shows_lab(session))
    return session.trail.back().path;
  const bool follows = altitude >= Altitude::step || session.part.empty();
  return follows && !session.step.empty() ? session.step : selected_path(session);
}

std::vector<Edit> edits_in_force(const Session& session) {
  std::vector<Edit> edits;
  for (const SessionEdit& edit : session.edits) {
    if (edit.on) edits.push_back(edit);
  }
  return edits;
}

std::vector<SessionEdit> edits_in_force(const Session& session, int run) {
  std::vector<SessionEdit> edits;
  for (const SessionEdit& edit : session.edits) {
    if (edit.on && edit.is_of(run)) edits.push_back(edit);
  }
  return edits;
}

HiddenControls HiddenControls::operator|(const HiddenControls& other) const {
  return {.words = words || other.words,
          .changes = changes || other.changes,
          .experiments = experiments || other.experiments,
          .lessons = lessons || other.lessons,
          .find = find || other.find,
          .files = files || other.files,
          .formulas = formulas || other.formulas};
}

Session on_screen_of(Session session, const Session& screen) {
  static_cast<Room&>(session) = screen;
  return session;
}

bool same_content(const Session& a, const Session& b) { return on_screen_of(a, b) == b; }

// A session as a file: plain JSON, one field a member of Session.

const EnumNames<PictureShows>& picture_shows_names() {
  static const EnumNames<PictureShows> names{{PictureShows::attention, "attention"},
                                             {PictureShows::features, "features"},
                                             {PictureShows::positions, "positions"}};
  return names;
}

const EnumNames<Sides>& sides_names() {
  static const EnumNames<Sides> names{
      {Sides::one, "one"}, {Sides::both, "both"}, {Sides::difference, "difference"}};
  return names;
}

const EnumNames<HeadsShown>& heads_shown_names() {
  static const EnumNames<HeadsShown> names{
      {HeadsShown::one, "one"}, {HeadsShown::of_layer, "layer"}, {HeadsShown::of_model, "model"}};
  return names;
}

const EnumNames<Theme>& theme_names() {
  static const EnumNames<Theme> names{{Theme::light, "light"}, {Theme::dark, "dark"}};
  return names;
}

const EnumNames<Dial>& dial_names() {
  static const EnumNames<Dial> names{
      {Dial::words, "words"}, {Dial::numbers, "numbers"}, {Dial::formula, "formula"}, {Dial::code, "code"}};
  return names;
}

const EnumNames<std::optional<Trait>>& sorting_names() {
  static const EnumNames<std::optional<Trait>> names = [] {
    EnumNames<std::optional<Trait>> all{{std::nullopt, "layer"}};
    for (int i = 0; i < trait_count; ++i)
      all.emplace_back(static_cast<Trait>(i), info(static_cast<Trait>(i)).id.data());
    return all;
  }();
  return names;
}

std::span<const AltitudeInfo, altitude_count> altitudes() {
  static constexpr std::array<AltitudeInfo, altitude_count> all{
      AltitudeInfo{Altitude::sentence, "sentence", "The sentence",
                   "What the model is asked, and what it answers. Type a sentence of your own, or look "
                   "inside."},
      AltitudeInfo{Altitude::model, "model", "The model",
                   "All layers from left to right, and a line for every word. Click a layer or one of its "
                   "heads to open it; click a word to follow it."},
      AltitudeInfo{Altitude::layer, "layer", "A layer",
                   "What each word asks (Q), offers (K) and gives (V), and what comes of it. Click a head, "
                   "or one of the columns."},
      AltitudeInfo{Altitude::head, "head", "A head",
                   "Who looks at whom: its lines and its table. Weights show where it looks, not whether "
                   "that matters: try a change, and see what happens to the answer."},
      AltitudeInfo{Altitude::step, "step", "A step",
                   "One step of the calculation, with its numbers. Left and Right go to the step before "
                   "and after it."},
      AltitudeInfo{Altitude::cell, "cell", "A cell",
                   "One number, and everything that it is calculated from. Type another one to "
                   "see what changes."},
      AltitudeInfo{Altitude::product, "product", "A product", "One multiplication: as deep as it goes."}};
  return all;
}

const EnumNames<std::optional<Altitude>>& altitude_names() {
  static const EnumNames<std::optional<Altitude>> names = [] {
    EnumNames<std::optional<Altitude>> all{{std::nullopt, "views"}};
    for (const AltitudeInfo& each : altitudes()) all.emplace_back(each.altitude, each.name);
    return all;
  }();
  return names;
}

std::string to_json(const Session& session) {
  return fields_json(session).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

// What an earlier version wrote, as this one would.
Json as_of_today(Json json) {
  // What nothing shows any more.
  for (const char* gone : {"lesson_in_place", "also_heads", "picture_cells", "picture_dark"})
    json.erase(gone);
  const auto all = json.find("labs");
  if (all == json.end() || !all->is_object()) return json;
  for (const Lab* lab : labs()) {
    const auto own = all->find(lab->name);
    if (lab->of_earlier == nullptr || own == all->end() || !own->is_object()) continue;
    const char* const now = lab->of_earlier(*own);
    const auto open = json.find("lab");
    if (now != nullptr && open != json.end() && *open == lab->name) *open = now;
  }
  return json;
}

}  // namespace

Session session_from_json(const std::string& text, const Session& start) {
  try {
    return read_json(text, [&](const Json& json) {
      Session session = start;
      read(json.is_object() ? as_of_today(json) : json, "", session);
      const auto [first, second] = session.pair;
      const int last = static_cast<int>(session.runs.size()) - 1;
      if (first == second || std::min(first, second) < 0 || std::max(first, second) > last)
        fail_field("pair",
                   say("must name two of the {n} runs, counted from 0", {{"n", std::to_string(last + 1)}}));
      return session;
    });
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("session: ") + error.what());
  }
}

}  // namespace headlight
