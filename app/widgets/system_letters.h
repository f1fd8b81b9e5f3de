// Texts with letters that the fonts of the screen lack: each is measured and drawn as a whole by the system,
// and kept as long as it is shown, in bounded memory.
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/figure/system_text.h"

namespace headlight {

// The values used last, of no more than `most` bytes together.
template <typename Value>
class LastUsed {
 public:
  explicit LastUsed(std::size_t most) : most_(most) {}

  Value* find(std::string_view key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &entries_.front().value;
  }
  Value& keep(std::string key, Value value, std::size_t bytes) {
    entries_.push_front({std::move(key), std::move(value), bytes + 128});
    entries_.front().bytes += entries_.front().key.size();
    places_[entries_.front().key] = entries_.begin();
    bytes_ += entries_.front().bytes;
    while (bytes_ > most_ && entries_.size() > 1) {
      bytes_ -= entries_.back().bytes;
      places_.erase(entries_.back().key);
      entries_.pop_back();
    }
    return entries_.front().value;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    std::string key;
    Value value;
    std::size_t bytes;
  };
  std::list<Entry> entries_;  // the one used last comes first
  std::unordered_map<std::string_view, typename std::list<Entry>::iterator> places_;
  std::size_t most_, bytes_ = 0;
};

class SystemLetters {
 public:
  // At `scale` pixels per unit of a type's size.
  explicit SystemLetters(double scale) : scale_(scale) {}

  // In whole pixels.
  float width(Type type, std::string_view text);
  // See SystemText.
  std::vector<float> carets(Type type, std::string_view text) { return text_.carets(text, type, scale_); }
  // White, to be tinted; but in `colour` where some of it has colours of its own.
  TextImage image(Type type, std::string_view text, Rgb colour);
  std::size_t bytes() const { return widths_.bytes() + images_.bytes(); }

  static constexpr std::size_t most_bytes = std::size_t{17} << 20U;

 private:
  double scale_;
  SystemText text_;
  LastUsed<float> widths_{std::size_t{1} << 20U};
  LastUsed<TextImage> images_{std::size_t{16} << 20U};
};

}  // namespace headlight
