#include "app/panels/common/heatmap_cache.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace headlight {

HeatmapPtr KeptMaps::find(const std::string& name) {
  const auto found = all_.find(name);
  if (found == all_.end()) return nullptr;
  found->second.seen = frame_;
  return found->second.map;
}

void KeptMaps::keep(const std::string& name, HeatmapPtr map) {
  Entry& entry = all_[name];
  if (entry.map != nullptr) bytes_ -= bytes_of(*entry.map);
  bytes_ += bytes_of(*map);
  entry = {std::move(map), frame_};
}

void KeptMaps::settle() {
  if (bytes_ > most_) {
    std::vector<std::map<std::string, Entry>::iterator> out_of_sight;
    for (auto entry = all_.begin(); entry != all_.end(); ++entry) {
      if (entry->second.seen < frame_) out_of_sight.push_back(entry);
    }
    std::stable_sort(out_of_sight.begin(), out_of_sight.end(),
                     [](const auto& a, const auto& b) { return a->second.seen < b->second.seen; });
    for (const auto& entry : out_of_sight) {
      if (bytes_ <= most_) break;
      bytes_ -= bytes_of(*entry->second.map);
      all_.erase(entry);
    }
  }
  ++frame_;
}

void KeptMaps::clear() {
  all_.clear();
  bytes_ = 0;
}

namespace {

constexpr std::size_t most_image_bytes = std::size_t{48} << 20U;

// Pixels of the display to each of the picture's.
int enlarged_to(float size, int pixels) {
  return std::clamp(static_cast<int>(std::lround(size / static_cast<float>(pixels))), 1, 10);
}

}  // namespace

bool PictureImages::keep_for(const std::vector<TracePtr>& traces) {
  if (traces_ == traces && bytes_ <= most_image_bytes) return false;
  traces_ = traces;
  images_.clear();
  bytes_ = 0;
  return true;
}

RasterPtr PictureImages::image(const std::string& name, const RgbPicture& picture,
                               const std::vector<float>& weights, float size) {
  const int enlarged = enlarged_to(size, picture.width);
  if (weights.empty())
    return kept("plain/" + name + "/" + std::to_string(enlarged),
                [&] { return image_of(picture, enlarged); });
  return kept("looked at/" + name + "/" + std::to_string(enlarged),
              [&] { return looked_at(picture, weights, enlarged); });
}

void PictureWork::ask(const std::string& name, Work work) {
  {
    const std::lock_guard lock(mutex_);
    if (failed_.contains(name)) return;
    if (!asked_.insert(name).second || under_way_ == name) return;
    const auto has_name = [&](const auto& each) { return each.name == name; };
    if (std::any_of(waiting_.begin(), waiting_.end(), has_name)) return;
    if (std::any_of(made_.begin(), made_.end(), has_name)) return;
    waiting_.push_back({name, std::move(work)});
  }
  worker_.wake();
}

void PictureWork::follow() {
  std::vector<Made> made;
  {
    const std::lock_guard lock(mutex_);
    made = std::exchange(made_, {});
    std::erase_if(waiting_, [&](const Piece& piece) { return !asked_.contains(piece.name); });
    asked_.clear();
  }
  for (const Made& each : made) each.keep();
}

void PictureWork::forget() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  under_way_.clear();
  made_.clear();
  failed_.clear();
  asked_.clear();
  ++age_;
}

bool PictureWork::busy() const {
  const std::lock_guard lock(mutex_);
  return !waiting_.empty() || !under_way_.empty() || !made_.empty();
}

bool PictureWork::work() {
  std::unique_lock lock(mutex_);
  if (waiting_.empty()) return false;
  const Piece piece = std::move(waiting_.front());
  waiting_.pop_front();
  under_way_ = piece.name;
  const int age = age_under_way_ = age_.load();
  lock.unlock();
  Keep keep;
  bool failed = false;
  try {
    keep = piece.work();
  } catch (const std::exception&) {
    failed = true;
  }
  lock.lock();
  if (age != age_) return true;
  under_way_.clear();
  if (failed) {
    failed_.insert(piece.name);
  } else if (keep) {
    made_.push_back({piece.name, std::move(keep)});
  } else {
    waiting_.push_front(piece);
  }
  return true;
}

}  // namespace headlight
