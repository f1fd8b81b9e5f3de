#include "app/widgets/fonts.h"

#include <imgui_freetype.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <string>
#include <vector>

#include "core/figure/font_file.h"

namespace headlight {
namespace {

struct LoadedType {
  Type type;
  bool signs = false;  // formulas and symbols of sites are written in it
};
constexpr LoadedType all_types[] = {
    {type::title, true},
    {type::panel},
    {type::section, true},
    {type::small_section, true},
    {type::lesson, true},
    {type::lesson_hot},
    {type::body, true},
    {type::control},
    {type::label_hot, true},
    {type::caption, true},
    {type::caption_hot, true},
    {type::path},
    {type::cell_hot},
    {type::number, true},
    {type::number_hot, true},
    {type::score},
    {type::trait},
    {type::value},
    {type::written},
    {type::written_hot},
    {type::formula, true},
    {type::formula_small},
    {type::formula_upright, true},
    {type::formula_number},
    {{Face::medium, 20}},
    {{Face::medium, 16}},
    {{Face::medium, 13}},
    {{Face::medium, 12}},
    {{Face::italic, 13}},
    // Formulas at all their sizes.
    {{Face::italic, 18}},
    {{Face::italic, 12}},
    {{Face::regular, 18}, true},
    {{Face::mono, 18}},
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

const ImWchar* ranges(const LoadedType& loaded, bool mono) {
  if (mono) return loaded.signs ? greek_figures : figures;
  const Type type = loaded.type;
  return type == type::lesson || type == type::lesson_hot || type == type::label_hot ? all_letters : letters;
}

}  // namespace

Fonts::Fonts(float scale, bool presenting, float larger)
    : scale_(scale), presenting_(presenting), larger_(larger), atlas_(std::make_unique<ImFontAtlas>()) {
  ImFontAtlas& atlas = *atlas_;
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  const auto add = [&](const char* file, const char* package, float height, float em, ImFontConfig& config,
                       const ImWchar* glyphs) {
    const std::string& bytes = font_file(file, package);
    // The bytes are only read, and not the atlas's own; said before, it would copy them.
    ImFont* font = atlas.AddFontFromMemoryTTF(const_cast<char*>(bytes.data()), static_cast<int>(bytes.size()),
                                              std::round(em * height), &config, glyphs);
    atlas.ConfigData.back().FontDataOwnedByAtlas = false;
    return font;
  };
  std::vector<LoadedType> types(std::begin(all_types), std::end(all_types));
  if (presenting) {
    types.insert(types.end(), {{type::presenter_number}, {type::presenter_caption}});
    for (const int size : presenter_sizes)
      types.insert(types.end(), {{{Face::regular, size}}, {{Face::bold, size}}});
  }
  for (const LoadedType& loaded : types) {
    const Type type = loaded.type;
    const FaceName& face = name_of(type.face);
    const bool mono = type.face == Face::mono || type.face == Face::mono_bold;
    ImFontConfig config;
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    const float em = std::min(static_cast<float>(type.size) * scale * larger, largest_em);
    ImFont* font = add(face.file, face.package, face.height, em, config, ranges(loaded, mono));
    if (loaded.signs) {
      config.MergeMode = true;
      add("truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core", 1.164F, em, config, mathematics);
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
