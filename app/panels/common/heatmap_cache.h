// Heatmaps and pictures that are kept from one frame to the next, and the slow ones made off the frame.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/figure/drawing.h"
#include "core/figure/heatmap.h"
#include "core/figure/picture_figure.h"
#include "core/models/trace.h"
#include "core/platform/background.h"

namespace headlight {

// Heatmaps by name, as many as fit into some memory: those that were not looked at for the longest time go
// first.

// Of its numbers, what they are, and its labels.
inline std::size_t bytes_of(const Heatmap& map) {
  return map.values.size() * sizeof(float) + map.states.size() * sizeof(CellState) +
         (map.row_labels.size() + map.column_labels.size()) * sizeof(std::string);
}

class KeptMaps {
 public:
  explicit KeptMaps(std::size_t most_bytes) : most_(most_bytes) {}

  // Null where it is not kept, or was let go.
  HeatmapPtr find(const std::string& name);
  // In the place of the one of this name, if any.
  void keep(const std::string& name, HeatmapPtr map);
  // Between two frames: lets go what is too much. What was looked at since the last time stays in any case:
  // else a screen full of maps would make each of them again in every frame.
  void settle();
  void clear();

  bool empty() const { return all_.empty(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    HeatmapPtr map;
    long seen = 0;  // in which frame
  };
  std::size_t most_;
  std::size_t bytes_ = 0;
  long frame_ = 0;
  std::map<std::string, Entry> all_;
};

// Pictures as images for the display, plain or under weights, kept until what they show changes.

class PictureImages {
 public:
  // Forgets all of them when they are of other traces than before, or take too much memory. Returns whether
  // it did.
  bool keep_for(const std::vector<TracePtr>& traces);

  // Under the name of its own the image that `make` makes, or made before.
  RasterPtr kept(const std::string& name, const auto& make) {
    RasterPtr& image = images_[name];
    if (image == nullptr) {
      image = std::make_shared<const Raster>(make());
      bytes_ += image->pixels.size() * sizeof(image->pixels.front());
    }
    return image;
  }

  // Large enough for `size` pixels of the display; under `weights` of its cells, unless there are none.
  RasterPtr image(const std::string& name, const RgbPicture& picture, const std::vector<float>& weights,
                  float size);

 private:
  std::vector<TracePtr> traces_;
  std::map<std::string, RasterPtr> images_;
  std::size_t bytes_ = 0;
};

// Makes in the background what would take longer than a frame lasts, so that drawing never waits for it.

class PictureWork {
 public:
  // What is left to do between two frames: putting what was made where frames find it.
  using Keep = std::function<void()>;
  // Runs off the frame and reads nothing that can change. Work that gives back null goes on in its next turn;
  // work that throws is not begun again.
  using Work = std::function<Keep()>;

  // In each frame that finds it missing, by a name of its own.
  void ask(const std::string& name, Work work);
  // Between two frames: keeps what was made since, and gives up what the last frame no longer asked for.
  void follow();
  // Gives up everything: it was asked for of something that is no longer on screen.
  void forget();
  // What was asked for is still to come.
  bool busy() const;
  // Of the work under way: it ends, to go on in its next turn, or because nobody asks for it any more.
  bool turn_is_over() const { return worker_.turn_is_over() || worker_.stopping() || age_ != age_under_way_; }

 private:
  struct Piece {
    std::string name;
    Work work;
  };
  struct Made {
    std::string name;
    Keep keep;
  };
  bool work();

  mutable std::mutex mutex_;
  std::deque<Piece> waiting_;  // in the order asked for
  std::string under_way_;
  std::atomic<int> age_ = 0;  // counts what forget() ended
  std::atomic<int> age_under_way_ = 0;
  std::vector<Made> made_;
  std::set<std::string> failed_;
  std::set<std::string> asked_;               // in this frame
  Worker worker_{[this] { return work(); }};  // the last member: it uses the others
};

}  // namespace headlight
