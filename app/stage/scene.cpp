#include "app/stage/scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "app/stage/motion.h"

namespace headlight::stage {
namespace {

struct Actor {
  Area from, to, now;
  std::optional<double> moves, comes, goes;  // since when
  float ms = 0;                              // of its move
  float shown = 1;
  std::size_t order = 0;
  int placed = -1;  // in which frame it last had its place
  int frame = -1;   // in which it was on the page
  Scene::Paint paint;
};

struct ScenesKept {
  struct Kept {
    std::map<Key, Actor> things;
    std::vector<Actor> left;  // where nothing moves: what fades where it stood
    Area screen;
    int frame = -1;
    // Where nothing moves: where that stood which was opened or closed, and since when it is shown.
    Area was;
    double was_since = -1;
  };
  std::map<std::string, Kept> scenes;
  void let_go() { scenes.clear(); }
};

Area on_the_way(const Area& from, const Area& to, float way) {
  const auto along = [way](float a, float b) { return way >= 1 ? b : std::round(a + way * (b - a)); };
  return {along(from.left, to.left), along(from.top, to.top), along(from.right, to.right),
          along(from.bottom, to.bottom)};
}

constexpr double outline_seconds = 2;
constexpr float cross_fade_ms = 150;  // where nothing moves

// After which part of its time a motion has come so far (headlight::motion).
double time_until(float share) { return 1 - std::cbrt(1 - static_cast<double>(share)); }

// The old box of what is much larger or smaller now; nothing where all is about as large as before.
std::optional<Area> opened_from(const std::map<Key, Actor>& before,
                                const std::vector<std::pair<const Key*, Area>>& now) {
  constexpr float much = 2;
  const auto size = [](const Area& box) { return box.width() * box.height(); };
  std::optional<Area> found;
  float most = 0;
  for (const auto& [key, box] : now) {
    const auto was = before.find(*key);
    if (was == before.end()) continue;
    const float old_size = size(was->second.to), new_size = size(box);
    const float change = std::abs(new_size - old_size);
    if (std::max(old_size, new_size) < much * std::min(old_size, new_size) || change <= most) continue;
    most = change;
    found = was->second.to;
  }
  return found;
}

// The thing of another head or layer whose place a new one takes.
std::map<Key, Actor>::iterator partner(std::map<Key, Actor>& things, const Key& key, int frame) {
  std::vector<Key> gone;
  for (const auto& [other, thing] : things) {
    if (thing.frame != frame && !thing.goes) gone.push_back(other);
  }
  const Key* const found = partner_of(key, gone);
  return found == nullptr ? things.end() : things.find(*found);
}

}  // namespace

void Scene::show() {
  ScenesKept::Kept& kept = ui_.state<ScenesKept>().scenes[name_];
  const int frame = ImGui::GetFrameCount();
  const double time = Ui::time();
  const bool begins = kept.frame != frame - 1 || !(kept.screen == ui_.screen()) || ui_.exporting();
  const bool still = ui_.state().still;
  if (begins) {
    kept.was_since = -1;
    kept.things.clear();
    kept.left.clear();
  } else if (still) {
    std::vector<std::pair<const Key*, Area>> now;
    now.reserve(things_.size());
    for (const Thing& thing : things_) now.emplace_back(&thing.key, thing.box);
    if (const std::optional<Area> was = opened_from(kept.things, now)) {
      kept.was = *was;
      kept.was_since = ui_.state().now;
    }
  }
  kept.frame = frame;
  kept.screen = ui_.screen();
  // What is dragged is at once where it is dragged to.
  const bool fades = still && !begins && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const auto leave_behind = [&](const Actor& on) {
    if (!fades) return;
    kept.left.push_back(on);
    kept.left.back().goes = time;
  };
  const auto share_of = [&](double since, float ms) {
    if (!still) return motion(ui_, since, ms);
    const auto share = static_cast<float>((time - since) * 1000) / cross_fade_ms;
    if (share < 1) ui_.state().again = true;
    return std::min(share, 1.0F);
  };

  // First those that were there: a new one must not take the place of a thing that stays.
  for (const Thing& thing : things_) {
    if (const auto found = kept.things.find(thing.key); found != kept.things.end())
      found->second.frame = frame;
  }
  for (std::size_t i = 0; i < things_.size(); ++i) {
    Thing& thing = things_[i];
    auto found = kept.things.find(thing.key);
    // Two of one key would go to and fro for ever.
    while (found != kept.things.end() && found->second.placed == frame) {
      ++thing.key.part;
      found = kept.things.find(thing.key);
      if (found != kept.things.end()) found->second.frame = frame;
    }
    if (found == kept.things.end() && !begins && !still) {
      if (const auto other = partner(kept.things, thing.key, frame); other != kept.things.end()) {
        auto node = kept.things.extract(other);
        node.key() = thing.key;
        found = kept.things.insert(std::move(node)).position;
      }
    }
    const bool is_new = found == kept.things.end();
    if (is_new) found = kept.things.try_emplace(thing.key).first;
    Actor& on = found->second;
    if (is_new) {
      on.from = on.to = on.now = thing.box;
      if (fades) on.comes = time;
      if (!begins && !still) on.comes = time + static_cast<double>(ms_ - come_ms) / 1000;
    } else if (!(on.to == thing.box)) {
      if (still) leave_behind(on);
      on.from = still ? thing.box : on.now;
      on.to = thing.box;
      on.moves = still ? std::nullopt : std::optional(time);
      on.ms = ms_;
      if (fades) on.comes = time;
    }
    // What was on its way out comes back as it is at this moment.
    if (on.goes) on.comes = time - static_cast<double>(come_ms) / 1000 * time_until(on.shown);
    on.goes.reset();
    on.frame = on.placed = frame;
    on.order = i;
    on.paint = std::move(thing.paint);
    on.now = on.moves ? on_the_way(on.from, on.to, motion(ui_, *on.moves, on.ms)) : on.to;
  }

  const auto paint = [&](const Actor& on, float share) {
    if (share <= 0 || !on.paint) return;
    if (share < 1) ui_.begin_fade(share);
    on.paint(ui_, on.now);
    if (share < 1) ui_.end_fade();
  };
  std::vector<std::pair<Actor*, const Thing*>> there;
  for (auto at = kept.things.begin(); at != kept.things.end();) {
    Actor& on = at->second;
    if (on.frame == frame) {
      there.emplace_back(&on, &things_[on.order]);
      ++at;
      continue;
    }
    if (still) {
      leave_behind(on);
      at = kept.things.erase(at);
      continue;
    }
    if (!on.goes) {
      // What was not all there yet has less to go.
      on.goes = time - static_cast<double>(leave_ms) / 1000 * time_until(1 - on.shown);
    }
    on.shown = 1 - share_of(*on.goes, leave_ms);
    paint(on, on.shown);
    at = on.shown <= 0 ? kept.things.erase(at) : std::next(at);
  }
  for (const Actor& on : kept.left) paint(on, on.shown * (1 - share_of(*on.goes, cross_fade_ms)));
  std::erase_if(kept.left, [&](const Actor& on) { return share_of(*on.goes, cross_fade_ms) >= 1; });
  std::sort(there.begin(), there.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  for (const auto& [on, thing] : there) {
    on->shown = on->comes ? share_of(*on->comes, come_ms) : 1;
    // Where nothing moves all can be pressed at once.
    if (thing->rest && on->now == on->to && (on->shown >= 1 || !on->paint || still)) {
      if (on->shown <= 0 && !still) continue;
      if (on->shown < 1) ui_.begin_fade(on->shown);
      thing->rest();
      if (on->shown < 1) ui_.end_fade();
    } else {
      paint(*on, on->shown);
    }
  }
  if (const double until = kept.was_since + outline_seconds; kept.was_since >= 0 && ui_.state().now < until) {
    ui_.outline(kept.was, ui_.colours().text_2, ui_.px(2), ui_.px(6));
    ui_.state().move_at(until);
  }
}

std::vector<OnStage> things_on_stage(const States& states, const std::string& scene) {
  std::vector<OnStage> all;
  const auto& scenes = states.of<ScenesKept>().scenes;
  const auto found = scenes.find(scene);
  if (found == scenes.end()) return all;
  for (const auto& [key, on] : found->second.things)
    all.push_back({key, on.now, on.shown, on.frame == found->second.frame});
  return all;
}

}  // namespace headlight::stage
