#include "app/widgets/fonts.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <imgui_internal.h>
#include <stb_rect_pack.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "core/figure/fonts.h"
#include "core/text/unicode.h"

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
    {type::word},
    {type::word_hot},
    {type::large},
    {type::large_hot},
    {{Face::regular, 30}},
    {{Face::bold, 30}},
    {{Face::regular, 38}, true},
    {{Face::bold, 38}},
    {{Face::regular, 23}},
    {{Face::bold, 23}},
    {{Face::bold, 17}},
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

// Larger ones would need an image larger than graphics cards take.
constexpr float largest_em = 190;

// Letters of the languages shown; the signs of formulas come from DejaVu behind them. There is room in the
// image for all of them, so types that only ever show a few words or numbers have no more than those need.
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

bool is_mono(Type type) { return type.face == Face::mono || type.face == Face::mono_bold; }

const ImWchar* letters_of(const LoadedType& loaded) {
  if (is_mono(loaded.type)) return loaded.signs ? greek_figures : figures;
  const Type type = loaded.type;
  return type == type::lesson || type == type::lesson_hot || type == type::label_hot ? all_letters : letters;
}

void each_range(const ImWchar* ranges, const auto& visit) {
  for (const ImWchar* range = ranges; range[0] != 0; range += 2) visit(range[0], range[1]);
}

bool is_among(const ImWchar* ranges, unsigned code) {
  bool found = false;
  each_range(ranges, [&](ImWchar first, ImWchar last) { found |= first <= code && code <= last; });
  return found;
}

// From 26.6 fixed point, to the next larger whole pixel.
float whole_pixels(FT_Pos value) { return static_cast<float>(((value + 63) & -64) / 64); }

// Letters beyond are the system's to draw.
constexpr unsigned codes = 0x3000;
constexpr int padding = 1;  // between two letters

}  // namespace

struct Fonts::Letters {
  struct Release {
    void operator()(FT_Library library) const { FT_Done_FreeType(library); }
    void operator()(FT_Face face) const { FT_Done_Face(face); }
  };
  template <typename Handle>
  using Held = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

  // A file of letters at one size, read when the first of them is asked for.
  struct Source {
    const char* file;
    const char* package;
    float height;            // from ascender to descender, in whole pixels
    const ImWchar* letters;  // of which it is asked
    Held<FT_Face> face = nullptr;
  };
  struct Typeface {
    ImFont* font = nullptr;
    bool dash_for_minus = false;       // as letters_drawn() has it
    std::vector<Source> sources = {};  // the first that has a letter draws it
    std::bitset<codes> looked_for{};   // whether it was found or not
  };

  explicit Letters(double scale) : system(scale) {}

  Held<FT_Library> library;
  SystemLetters system;
  ImFontAtlas atlas;
  std::map<Type, Typeface> faces;
  std::vector<unsigned char> pixels;
  std::vector<stbrp_node> free_places;
  stbrp_context places;
  std::vector<stbrp_rect> drawn;  // in order

  void make_image(double area);
  FT_Face opened(Source& source);
  void open(Typeface& face);
  void look_for(Typeface& face, ImWchar code);
  bool draw(Typeface& face, Source& source, ImWchar code);
  void add(ImFont& font, ImWchar code, const FT_GlyphSlotRec& letter);
  std::optional<stbrp_rect> place(int width, int height);
};

Fonts::Fonts(float scale, bool presenting, float larger)
    : scale_(scale),
      presenting_(presenting),
      larger_(larger),
      letters_(std::make_unique<Letters>(static_cast<double>(scale * larger))) {
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) throw std::bad_alloc();
  letters_->library.reset(library);
  std::vector<LoadedType> types(std::begin(all_types), std::end(all_types));
  if (presenting) {
    types.insert(types.end(), {{type::presenter_number}, {type::presenter_caption}});
    // Code, and formulas with what stands above and below them.
    types.insert(types.end(), {{{Face::mono, 24}}, {{Face::mono, 38}}, {{Face::italic, 38}}});
    for (const int size : presenter_sizes)
      types.insert(types.end(), {{{Face::regular, size}}, {{Face::bold, size}}});
  }
  double area = 0;  // if every type showed all that it has
  for (const LoadedType& loaded : types) {
    if (letters_->faces.contains(loaded.type)) continue;  // of the presenter and of all others
    const FaceName& name = name_of(loaded.type.face);
    const float em = std::min(static_cast<float>(loaded.type.size) * scale * larger, largest_em);
    Letters::Typeface& face = letters_->faces[loaded.type];
    const auto add = [&](const char* file, const char* package, float height, const ImWchar* letters) {
      check_font_file(file, package);
      face.sources.push_back({file, package, std::round(em * height), letters});
      constexpr double wide = 0.62, tall = 0.8;  // em of a letter, more than on average
      each_range(letters, [&](ImWchar first, ImWchar last) {
        area += (last - first + 1) * (wide * em + padding + 1) * (tall * em + padding + 1);
      });
    };
    add(name.file, name.package, name.height, letters_of(loaded));
    if (loaded.signs) add("truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core", 1.164F, mathematics);
    face.dash_for_minus = is_mono(loaded.type);
    face.font = IM_NEW(ImFont)();
    face.font->FontSize = face.sources.front().height;
    letters_->atlas.Fonts.push_back(face.font);
  }
  // For letters of other languages, as many as those of three or four alphabets in several types.
  constexpr double others = 600, usual = 16;
  area += others * std::pow(usual * static_cast<double>(scale * larger), 2) * 0.5;
  letters_->make_image(area);
  // Dear ImGui begins every frame with it.
  font(type::title);
}

Fonts::~Fonts() = default;

void Fonts::Letters::make_image(double area) {
  atlas.TexWidth = 1024;
  while (area > static_cast<double>(atlas.TexWidth) * atlas.TexWidth) atlas.TexWidth *= 2;
  atlas.TexHeight = static_cast<int>(area / atlas.TexWidth) + 64;
  atlas.TexUvScale = {1.0F / static_cast<float>(atlas.TexWidth), 1.0F / static_cast<float>(atlas.TexHeight)};
  atlas.TexReady = true;
  pixels.resize(static_cast<std::size_t>(atlas.TexWidth) * static_cast<std::size_t>(atlas.TexHeight));
  free_places.resize(static_cast<std::size_t>(atlas.TexWidth));
  stbrp_init_target(&places, atlas.TexWidth, atlas.TexHeight, free_places.data(), atlas.TexWidth);
  // Shapes without letters are filled with a white pixel.
  const stbrp_rect white = place(1, 1).value();
  pixels[white.y * atlas.TexWidth + white.x] = 255;
  atlas.TexUvWhitePixel = {(static_cast<float>(white.x) + 0.5F) * atlas.TexUvScale.x,
                           (static_cast<float>(white.y) + 0.5F) * atlas.TexUvScale.y};
  for (int width = 1; width <= widest_line; ++width) {
    const stbrp_rect line = place(width + 2, 1).value();
    std::fill_n(pixels.begin() + std::ptrdiff_t{line.y} * atlas.TexWidth + line.x + 1, width, 255);
    const float y = (static_cast<float>(line.y) + 0.5F) * atlas.TexUvScale.y;
    // From the middle of one clear pixel to that of the other.
    const auto u = [&](int pixel) {
      return (static_cast<float>(line.x + pixel) + 0.5F) * atlas.TexUvScale.x;
    };
    atlas.TexUvLines[width] = {u(0), y, u(width + 1), y};
  }
}

// None when there is no room left.
std::optional<stbrp_rect> Fonts::Letters::place(int width, int height) {
  stbrp_rect rect{};
  rect.w = static_cast<stbrp_coord>(width + padding);
  rect.h = static_cast<stbrp_coord>(height + padding);
  stbrp_pack_rects(&places, &rect, 1);
  if (rect.was_packed == 0) return std::nullopt;
  drawn.push_back(rect);
  return rect;
}

FT_Face Fonts::Letters::opened(Source& source) {
  if (source.face) return source.face.get();
  const std::string& bytes = font_file(source.file, source.package);
  FT_Face face = nullptr;
  if (FT_New_Memory_Face(library.get(), reinterpret_cast<const FT_Byte*>(bytes.data()),
                         static_cast<FT_Long>(bytes.size()), 0, &face) != 0)
    throw std::runtime_error(std::string("the font ") + source.file + " is damaged; install the package " +
                             source.package + " again");
  source.face.reset(face);
  FT_Size_RequestRec size{FT_SIZE_REQUEST_TYPE_REAL_DIM, 0, static_cast<FT_Long>(source.height) * 64, 0, 0};
  FT_Request_Size(face, &size);
  return face;
}

void Fonts::Letters::open(Typeface& face) {
  const FT_Size_Metrics& size = opened(face.sources.front())->size->metrics;
  face.font->ContainerAtlas = &atlas;
  face.font->Ascent = whole_pixels(size.ascender);
  face.font->Descent = whole_pixels(size.descender);
  look_for(face, ' ');
  look_for(face, '?');  // stands for those that are not there
  face.font->BuildLookupTable();
}

void Fonts::Letters::look_for(Typeface& face, ImWchar code) {
  face.looked_for.set(code);
  for (Source& source : face.sources)
    if (is_among(source.letters, code) && draw(face, source, code)) return;
  // Marks have to be set on their letters.
  if (!is_mark(code)) draw(face, face.sources.front(), code);
}

// False where it has none.
bool Fonts::Letters::draw(Typeface& face, Source& source, ImWchar code) {
  FT_Face from = opened(source);
  constexpr ImWchar minus = 0x2212, dash = 0x2013;
  const FT_UInt index = FT_Get_Char_Index(from, face.dash_for_minus && code == minus ? dash : code);
  if (index == 0) return false;
  if (FT_Load_Glyph(from, index, FT_LOAD_NO_BITMAP | FT_LOAD_TARGET_NORMAL) == 0 &&
      FT_Render_Glyph(from->glyph, FT_RENDER_MODE_NORMAL) == 0)
    add(*face.font, code, *from->glyph);
  return true;
}

void Fonts::Letters::add(ImFont& font, ImWchar code, const FT_GlyphSlotRec& letter) {
  const FT_Bitmap& bitmap = letter.bitmap;
  const auto width = static_cast<int>(bitmap.width);
  const auto height = static_cast<int>(bitmap.rows);
  stbrp_rect at{};
  if (width > 0 && height > 0) {
    const std::optional<stbrp_rect> free = place(width, height);
    if (!free) return;  // the system draws it
    at = *free;
    for (int y = 0; y < height; ++y)
      std::copy_n(bitmap.buffer + std::ptrdiff_t{y} * bitmap.pitch, width,
                  pixels.begin() + std::ptrdiff_t{at.y + y} * atlas.TexWidth + at.x);
  }
  const auto left = static_cast<float>(letter.bitmap_left);
  const float top = std::round(font.Ascent) - static_cast<float>(letter.bitmap_top);
  const auto u = [&](int x) { return static_cast<float>(x) / static_cast<float>(atlas.TexWidth); };
  const auto v = [&](int y) { return static_cast<float>(y) / static_cast<float>(atlas.TexHeight); };
  const float advance = whole_pixels(letter.advance.x);
  font.AddGlyph(nullptr, code, left, top, left + static_cast<float>(width), top + static_cast<float>(height),
                u(at.x), v(at.y), u(at.x + width), v(at.y + height), advance);
  if (font.FallbackGlyph == nullptr) return;  // the tables are still to be built
  const int known = font.IndexAdvanceX.Size;
  font.GrowIndex(code + 1);
  for (int i = known; i < font.IndexAdvanceX.Size; ++i) font.IndexAdvanceX[i] = font.FallbackAdvanceX;
  font.IndexLookup[code] = static_cast<ImWchar>(font.Glyphs.Size - 1);
  font.IndexAdvanceX[code] = advance;
  font.FallbackGlyph = font.FindGlyphNoFallback(font.FallbackChar);  // they may have moved
}

namespace {

// The one used last comes first.
std::vector<FontsPtr>& kept_fonts() {
  static std::vector<FontsPtr> kept;
  return kept;
}

}  // namespace

FontsPtr fonts_for(float scale, bool presenting, float larger) {
  constexpr std::size_t most_kept = 3;  // a megabyte each, or some
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

ImFont* Fonts::font(Type type, std::string_view text) const {
  Letters::Typeface& face = letters_->faces.at(loaded(type));
  if (face.font->ContainerAtlas == nullptr) letters_->open(face);
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    unsigned code = static_cast<unsigned char>(*at);
    at += code < 0x80 ? 1 : ImTextCharFromUtf8(&code, at, end);
    if (code < codes && !face.looked_for[code]) letters_->look_for(face, static_cast<ImWchar>(code));
  }
  return face.font;
}

bool Fonts::has(Type type, std::string_view text) const {
  const auto plain = [](char letter) { return static_cast<unsigned char>(letter) < 0x80; };
  if (std::all_of(text.begin(), text.end(), plain)) return true;
  const ImFont* const own = font(type, text);
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    unsigned code = static_cast<unsigned char>(*at);
    at += code < 0x80 ? 1 : ImTextCharFromUtf8(&code, at, end);
    if (code < 0x80) continue;
    if (code >= codes || own->FindGlyphNoFallback(static_cast<ImWchar>(code)) == nullptr) return false;
  }
  return true;
}

SystemLetters& Fonts::system() const { return letters_->system; }

ImFont* Fonts::whole(Type type) const {
  ImFont* const whole = font(type);
  Letters::Typeface& face = letters_->faces.at(loaded(type));
  for (const Letters::Source& source : face.sources) {
    each_range(source.letters, [&](unsigned first, unsigned last) {
      for (unsigned code = first; code <= last; ++code)
        if (!face.looked_for[code]) letters_->look_for(face, static_cast<ImWchar>(code));
    });
  }
  return whole;
}

Type Fonts::loaded(Type type) const {
  const std::map<Type, Letters::Typeface>& faces = letters_->faces;
  auto found = faces.upper_bound(type);
  if (found != faces.begin() && std::prev(found)->first.face == type.face) return std::prev(found)->first;
  return found != faces.end() && found->first.face == type.face ? found->first : faces.begin()->first;
}

ImFontAtlas& Fonts::atlas() const { return letters_->atlas; }
const unsigned char* Fonts::pixels() const { return letters_->pixels.data(); }

Fonts::Drawn Fonts::drawn_since(int before) const {
  const std::vector<stbrp_rect>& all = letters_->drawn;
  Drawn part{static_cast<int>(all.size()), letters_->atlas.TexWidth, letters_->atlas.TexHeight};
  for (auto i = static_cast<std::size_t>(before); i < all.size(); ++i) {
    part.left = std::min<int>(part.left, all[i].x);
    part.top = std::min<int>(part.top, all[i].y);
    part.right = std::max<int>(part.right, all[i].x + all[i].w);
    part.bottom = std::max<int>(part.bottom, all[i].y + all[i].h);
  }
  return part;
}

namespace {

// No screen is wider, and every graphics card takes it.
constexpr int most_pixels = 4000;

std::string key_of(Type type, std::string_view text) {
  std::string key{static_cast<char>(type.face), static_cast<char>(type.size)};
  return key.append(text);
}

}  // namespace

float SystemLetters::width(Type type, std::string_view text) {
  std::string key = key_of(type, text);
  if (const float* const known = widths_.find(key)) return *known;
  const auto wide = static_cast<float>(std::ceil(text_.width(text, type, scale_)));
  return widths_.keep(std::move(key), wide, sizeof wide);
}

TextImage SystemLetters::image(Type type, std::string_view text, Rgb colour) {
  std::string key = key_of(type, text);
  constexpr Rgb white{255, 255, 255};
  const auto made = [&](const std::string& name, Rgb in) {
    const TextImage image = text_.image(text, type, scale_, in, most_pixels);
    return images_.keep(name, image, image.pixels->pixels.size() * sizeof(std::uint32_t));
  };
  const TextImage* const known = images_.find(key);
  const TextImage plain = known != nullptr ? *known : made(key, white);
  if (!plain.coloured || colour == white) return plain;
  const std::string own_colour{static_cast<char>(-1), static_cast<char>(colour.red),
                               static_cast<char>(colour.green), static_cast<char>(colour.blue)};
  key = own_colour + key;
  if (const TextImage* const own = images_.find(key)) return *own;
  TextImage image = made(key, colour);
  image.coloured = true;
  return image;
}

}  // namespace headlight
