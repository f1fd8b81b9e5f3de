#include "app/stage/scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "app/stage/motion.h"

namespace headlight::stage {
namespace {

struct OnStage {
  Area from, to, now;
  std::optional<double> moves, comes, goes;  // since when
  std::size_t order = 0;
  int frame = -1;  // in which it was on the page
  Scene::Paint paint;
};

struct ScenesKept {
  struct Kept {
    std::map<Key, OnStage> things;
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

// The old box of what is much larger or smaller now; nothing where all is about as large as before.
std::optional<Area> opened_from(const std::map<Key, OnStage>& before,
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
std::map<Key, OnStage>::iterator partner(std::map<Key, OnStage>& things, const Key& key, int frame) {
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
  const bool begins = kept.frame != frame - 1 || !(kept.screen == ui_.screen()) || ui_.exporting();
  const bool rests = begins || ui_.state().still;
  if (begins) kept.was_since = -1;
  if (rests && !begins) {
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
  if (rests) kept.things.clear();

  // First those that were there: a new one must not take the place of a thing that stays.
  for (const Thing& thing : things_) {
    if (const auto found = kept.things.find(thing.key); found != kept.things.end())
      found->second.frame = frame;
  }
  for (std::size_t i = 0; i < things_.size(); ++i) {
    Thing& thing = things_[i];
    auto found = kept.things.find(thing.key);
    if (found == kept.things.end() && !rests) {
      if (const auto other = partner(kept.things, thing.key, frame); other != kept.things.end()) {
        auto node = kept.things.extract(other);
        node.key() = thing.key;
        found = kept.things.insert(std::move(node)).position;
      }
    }
    const bool is_new = found == kept.things.end();
    if (is_new) found = kept.things.try_emplace(thing.key).first;
    OnStage& on = found->second;
    const bool came = is_new || on.goes.has_value();
    if (rests || came) {
      on.from = on.to = on.now = thing.box;
      on.moves.reset();
      on.comes.reset();
      if (!rests) on.comes = Ui::time() + static_cast<double>(ms_ - come_ms) / 1000;
    } else if (!(on.to == thing.box)) {
      on.from = on.now;
      on.to = thing.box;
      on.moves = Ui::time();
    }
    on.goes.reset();
    on.frame = frame;
    on.order = i;
    on.paint = std::move(thing.paint);
    on.now = on.moves ? on_the_way(on.from, on.to, motion(ui_, *on.moves, ms_)) : on.to;
  }

  const auto paint = [&](const OnStage& on, float share) {
    if (share <= 0 || !on.paint) return;
    if (share < 1) ui_.begin_fade(share);
    on.paint(ui_, on.now);
    if (share < 1) ui_.end_fade();
  };
  std::vector<std::pair<const OnStage*, const Thing*>> there;
  for (auto at = kept.things.begin(); at != kept.things.end();) {
    OnStage& on = at->second;
    if (on.frame == frame) {
      there.emplace_back(&on, &things_[on.order]);
      ++at;
      continue;
    }
    if (!on.goes) on.goes = Ui::time();
    const float left = 1 - motion(ui_, *on.goes, leave_ms);
    paint(on, left);
    at = left <= 0 ? kept.things.erase(at) : std::next(at);
  }
  std::sort(there.begin(), there.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  for (const auto& [on, thing] : there) {
    const float share = on->comes ? motion(ui_, *on->comes, come_ms) : 1;
    if (share >= 1 && thing->rest && on->now == on->to) {
      thing->rest();
    } else {
      paint(*on, share);
    }
  }
  if (const double until = kept.was_since + outline_seconds; kept.was_since >= 0 && ui_.state().now < until) {
    ui_.outline(kept.was, ui_.colours().text_2, ui_.px(2), ui_.px(6));
    ui_.state().move_at(until);
  }
}

}  // namespace headlight::stage
