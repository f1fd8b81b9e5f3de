// The type of the specification: Inter for words, JetBrains Mono for numbers, paths and keys.
#pragma once

#include <imgui.h>

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/system_text.h"

namespace headlight {

// Texts with letters that the fonts of the screen lack: each is measured and drawn as a whole by the system,
// and kept as long as it is shown, in bounded memory.

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

namespace type {
inline constexpr Type title{Face::semibold, 24};
inline constexpr Type panel{Face::semibold, 18};
inline constexpr Type section{Face::semibold, 16};
inline constexpr Type small_section{Face::semibold, 14};
inline constexpr Type lesson{Face::regular, 15};
inline constexpr Type lesson_hot{Face::semibold, 15};
inline constexpr Type body{Face::regular, 13};
inline constexpr Type control{Face::medium, 14};
inline constexpr Type control_hot{Face::semibold, 14};
inline constexpr Type label{Face::regular, 13};
inline constexpr Type label_hot{Face::semibold, 13};
inline constexpr Type caption{Face::regular, 12};
inline constexpr Type caption_hot{Face::semibold, 12};
inline constexpr Type path{Face::mono, 12};
inline constexpr Type cell{Face::mono, 12};
inline constexpr Type cell_hot{Face::mono_bold, 12};
inline constexpr Type number{Face::mono, 13};
inline constexpr Type number_hot{Face::mono_bold, 13};
inline constexpr Type score{Face::mono_bold, 15};
inline constexpr Type trait{Face::mono_bold, 24};
inline constexpr Type value{Face::mono_bold, 40};
inline constexpr Type written{Face::regular, 20};
inline constexpr Type written_hot{Face::semibold, 20};
// Of the one place: the words at the left, the answer at the right, and the sentence that it begins with.
inline constexpr Type word{Face::regular, 17};
inline constexpr Type word_hot{Face::semibold, 17};
inline constexpr Type large{Face::regular, 46};
inline constexpr Type large_hot{Face::bold, 46};
inline constexpr Type formula{Face::italic, 24};
inline constexpr Type formula_small{Face::italic, 15};
inline constexpr Type formula_upright{Face::regular, 24};
inline constexpr Type formula_number{Face::mono, 15};

// Before a class, in the units of a screen of presenter_width x presenter_height: at 1024 x 768 words are 53
// pixels, il and elle 44, numbers 34.
inline constexpr Type presenter_number{Face::mono_bold, 30};
inline constexpr Type presenter_caption{Face::medium, 15};
}  // namespace type

inline constexpr float presenter_width = 890;
inline constexpr float presenter_height = 668;
// Sentences take the largest of these that fits, in regular and bold.
inline constexpr int presenter_sizes[] = {46, 38, 30, 23, 17};

// In a presented lab, pictures are as much larger as everything that is presented, and words this much more.
inline constexpr float presented_lab_type = 1.2F;

// A letter is drawn when it is first shown: most types show few of those that they have. There is room for
// all that the program itself writes, and some for what else the fonts have and people write.
class Fonts {
 public:
  // Every type at `scale` pixels per unit times `larger`, those of the presenter when `presenting`. Throws
  // std::runtime_error naming the file that is missing and the package that has it.
  explicit Fonts(float scale, bool presenting = false, float larger = 1);
  ~Fonts();
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  // The font of a type, with what `text` needs; of a type that was not loaded, the nearest smaller size of
  // its face. Everything that is measured or drawn with it has to be asked for here first.
  ImFont* font(Type type, std::string_view text = {}) const;
  // Whether the type's font has all of `text`, as its letters stand one by one. What it has not, and what has
  // to be shaped, is drawn by the system.
  bool has(Type type, std::string_view text) const;
  SystemLetters& system() const;
  // The same with all that it has, for what is being typed.
  ImFont* whole(Type type) const;
  // The type that this font has: `type` itself, or the nearest smaller size.
  Type loaded(Type type) const;
  // With the letters it has pictures of lines across, up to `widest_line` pixels wide, for curves that are
  // drawn along them: TexUvLines[width] is the line and half a clear pixel at each side.
  static constexpr int widest_line = 16;
  ImFontAtlas& atlas() const;
  float scale() const { return scale_; }
  bool presenting() const { return presenting_; }
  float larger() const { return larger_; }

  // The letters drawn so far: how opaque each pixel is, row by row, of an image as large as the atlas says.
  const unsigned char* pixels() const;
  // The part of it that has changed since there were `before` letters.
  struct Drawn {
    int letters = 0;  // there are now
    int left = 0, top = 0, right = 0, bottom = 0;
  };
  Drawn drawn_since(int before) const;

 private:
  struct Letters;

  float scale_;
  bool presenting_;
  float larger_;
  std::unique_ptr<Letters> letters_;
};
using FontsPtr = std::shared_ptr<const Fonts>;

// Those used last are kept. For the thread that draws.
FontsPtr fonts_for(float scale, bool presenting = false, float larger = 1);

}  // namespace headlight
