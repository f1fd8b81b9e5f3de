#include "app/widgets/fonts.h"

#include <imgui_freetype.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <string>
#include <vector>

#include "core/figure/font_file.h"

namespace headlight {
namespace {

struct File {
  const char* name;
  const char* package;
  // Dear ImGui counts a font's size from ascender to descender; this is that height in em squares.
  float height;
};

File file_of(Face face) {
  constexpr float inter = 1.21F;
  constexpr float mono = 1.32F;
  switch (face) {
    case Face::regular:
      return {"opentype/inter/Inter-Regular.otf", "fonts-inter", inter};
    case Face::medium:
      return {"opentype/inter/Inter-Medium.otf", "fonts-inter", inter};
    case Face::semibold:
      return {"opentype/inter/Inter-SemiBold.otf", "fonts-inter", inter};
    case Face::bold:
      return {"opentype/inter/Inter-Bold.otf", "fonts-inter", inter};
    case Face::italic:
      return {"opentype/inter/Inter-Italic.otf", "fonts-inter", inter};
    case Face::mono:
      return {"truetype/jetbrains-mono/JetBrainsMono-Regular.ttf", "fonts-jetbrains-mono", mono};
    case Face::mono_bold:
      return {"truetype/jetbrains-mono/JetBrainsMono-Bold.ttf", "fonts-jetbrains-mono", mono};
  }
  return {};
}
constexpr File signs_font{"truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core", 1.164F};

constexpr std::array all_types = {
    type::title,
    type::panel,
    type::section,
    type::small_section,
    type::lesson,
    type::lesson_hot,
    type::body,
    type::control,
    type::label_hot,
    type::caption,
    type::caption_hot,
    type::path,
    type::cell_hot,
    type::number,
    type::number_hot,
    type::score,
    type::trait,
    type::value,
    type::written,
    type::written_hot,
    type::formula,
    type::formula_small,
    type::formula_upright,
    type::formula_number,
    Type{Face::medium, 20},
    Type{Face::medium, 16},
    Type{Face::medium, 13},
    Type{Face::medium, 12},
    Type{Face::italic, 13},
    // Formulas at all their sizes.
    Type{Face::italic, 18},
    Type{Face::italic, 12},
    Type{Face::regular, 18},
    Type{Face::mono, 18},
};

// Dear ImGui 1.86 renders a glyph into 256 KiB, four bytes a pixel, and looks for no end of them: it would
// write beyond. No glyph of these fonts is larger than 1.3 by 1.25 em.
constexpr float largest_em = 190;

// Letters of the languages shown; the signs of formulas come from DejaVu behind them. Every glyph costs time
// at the start, so types that only ever show a few words or numbers get no more than those need.
constexpr ImWchar letters[] = {0x0020, 0x007E, 0x00A0, 0x00FF, 0x0152, 0x0153, 0x2013, 0x2013,
                               0x2018, 0x201D, 0x2026, 0x2026, 0x2039, 0x203A, 0x2190, 0x2193,
                               0x21B5, 0x21B5, 0x2212, 0x2212, 0x2423, 0x2423, 0};
// What a person may have typed, and messages about it.
constexpr ImWchar all_letters[] = {0x0020, 0x007E, 0x00A0, 0x017F, 0x0391, 0x03C9, 0x0400,
                                   0x045F, 0x2010, 0x2027, 0x2039, 0x203A, 0x2190, 0x2193,
                                   0x21B5, 0x21B5, 0x2212, 0x2212, 0x2423, 0x2423, 0};
constexpr ImWchar figures[] = {0x0020, 0x007E, 0x00A0, 0x00A0, 0x00B2, 0x00B2, 0x00B7, 0x00B7, 0x00D7, 0x00D7,
                               0x2026, 0x2026, 0x2192, 0x2192, 0x2212, 0x2212, 0x221E, 0x221E, 0};
constexpr ImWchar greek_figures[] = {0x0020, 0x007E, 0x00A0, 0x00FF, 0x0152, 0x0153, 0x0391, 0x03C9,
                                     0x2018, 0x201D, 0x2026, 0x2026, 0x2190, 0x2193, 0x21B5, 0x21B5,
                                     0x2212, 0x2212, 0x221E, 0x221E, 0x2423, 0x2423, 0};
constexpr ImWchar mathematics[] = {0x0391, 0x03A9, 0x03B1, 0x03C9, 0x1D40, 0x1D40, 0x2070, 0x2079,
                                   0x2080, 0x2089, 0x2096, 0x2096, 0x2190, 0x2193, 0x2202, 0x2202,
                                   0x2211, 0x2212, 0x2219, 0x221A, 0x221E, 0x221E, 0x2248, 0x2248,
                                   0x2260, 0x2265, 0x2299, 0x2299, 0x22C5, 0x22C5, 0};

// Where formulas and symbols of sites are written.
bool has_signs(Type type) {
  return type == type::body || type == type::label_hot || type == type::lesson || type == type::section ||
         type == type::caption || type == type::caption_hot || type == type::title ||
         type == type::small_section || type == type::formula_upright || type == type::formula ||
         type == type::number || type == type::number_hot || type == Type{Face::regular, 18};
}

const ImWchar* ranges(Type type, bool mono) {
  if (mono) return has_signs(type) ? greek_figures : figures;
  return type == type::lesson || type == type::lesson_hot || type == type::label_hot ? all_letters : letters;
}

}  // namespace

Fonts::Fonts(float scale, bool presenting, float larger)
    : scale_(scale), presenting_(presenting), larger_(larger), atlas_(std::make_unique<ImFontAtlas>()) {
  ImFontAtlas& atlas = *atlas_;
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  const auto add = [&](const File& file, float em, ImFontConfig& config, const ImWchar* glyphs) {
    const std::string& bytes = font_file(file.name, file.package);
    // The bytes are only read, and not the atlas's own; said before, it would copy them.
    ImFont* font = atlas.AddFontFromMemoryTTF(const_cast<char*>(bytes.data()), static_cast<int>(bytes.size()),
                                              std::round(em * file.height), &config, glyphs);
    atlas.ConfigData.back().FontDataOwnedByAtlas = false;
    return font;
  };
  std::vector<Type> types(all_types.begin(), all_types.end());
  if (presenting) {
    types.insert(types.end(), {type::presenter_number, type::presenter_caption});
    for (const int size : presenter_sizes)
      types.insert(types.end(), {{Face::regular, size}, {Face::bold, size}});
  }
  for (const Type type : types) {
    const File file = file_of(type.face);
    const bool mono = type.face == Face::mono || type.face == Face::mono_bold;
    ImFontConfig config;
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    const float em = std::min(static_cast<float>(type.size) * scale * larger, largest_em);
    ImFont* font = add(file, em, config, ranges(type, mono));
    if (has_signs(type)) {
      config.MergeMode = true;
      add(signs_font, em, config, mathematics);
    }
    fonts_.emplace(type, font);
  }
  atlas.Build();
}

namespace {

// The one used last comes first.
std::vector<FontsPtr>& kept_fonts() {
  static std::vector<FontsPtr> kept;
  return kept;
}

}  // namespace

FontsPtr fonts_for(float scale, bool presenting, float larger) {
  constexpr std::size_t most_kept = 3;  // some megabytes each
  std::vector<FontsPtr>& kept = kept_fonts();
  auto found = std::find_if(kept.begin(), kept.end(), [&](const FontsPtr& each) {
    return each->scale() == scale && each->presenting() == presenting && each->larger() == larger;
  });
  if (found == kept.end()) {
    auto made = std::make_shared<const Fonts>(scale, presenting, larger);
    if (kept.size() == most_kept) kept.pop_back();
    found = kept.insert(kept.end(), std::move(made));
  }
  std::rotate(kept.begin(), found, found + 1);
  return kept.front();
}

FontsAhead::FontsAhead(float scale)
    : work_([this, scale] { made_ = std::make_shared<const Fonts>(scale); }) {}

FontsAhead::~FontsAhead() {
  try {
    work_.finish();
    kept_fonts().push_back(made_);
  } catch (const std::exception&) {
    // fonts_for() tries again, and says what is missing.
  }
}

ImFont* Fonts::operator[](Type type) const { return fonts_.at(loaded(type)); }

Type Fonts::loaded(Type type) const {
  auto found = fonts_.upper_bound(type);
  if (found != fonts_.begin() && std::prev(found)->first.face == type.face) return std::prev(found)->first;
  return found != fonts_.end() && found->first.face == type.face ? found->first : fonts_.begin()->first;
}

}  // namespace headlight
