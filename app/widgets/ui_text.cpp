// The text of Ui.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/widgets/ui.h"
#include "core/text/unicode.h"

namespace headlight {

ImU32 Ui::ink(Rgb colour, float alpha) {
  const auto share = static_cast<int>(std::lround(std::clamp(alpha, 0.0F, 1.0F) * 255.0F));
  return IM_COL32(colour.red, colour.green, colour.blue, share);
}

float Ui::width(Type type, std::string_view text) const {
  if (!fonts_.has(type, text)) return fonts_.system().width(fonts_.loaded(type), text);
  const ImFont* f = font(type, text);
  return f->CalcTextSizeA(f->FontSize, 1e9F, 0, text.data(), text.data() + text.size()).x;
}

float Ui::text(float x, float middle_y, Type type, Rgb colour, std::string_view text) {
  return text_alpha(x, middle_y, type, colour, 1, text);
}

float Ui::text_alpha(float x, float middle_y, Type type, Rgb colour, float alpha, std::string_view text) {
  if (text.empty()) return x;
  ImFont* f = font(type, text);
  const float left = std::round(x);
  const float top = std::round(middle_y - f->FontSize / 2);
  const float right = left + width(type, text);
  note(Placed::Kind::text, text, {left, top + f->FontSize * 0.15F, right, top + f->FontSize * 0.9F});
  tell(text, {left, top, right, top + f->FontSize});
  look_for_terms({left, top, right, top + f->FontSize}, type, text);
  keep_text(left, top + std::round(f->Ascent), 0, type, colour, alpha, text);
  if (fonts_.has(type, text)) {
    list_->AddText(f, f->FontSize, {left, top}, ink(colour, alpha), text.data(), text.data() + text.size());
  } else if (Area{left, top, right, top + f->FontSize}.overlaps(clip())) {
    system_text({left, top + std::round(f->Ascent)}, type, colour, alpha, text);
  }
  return right;
}

void Ui::system_text(ImVec2 pen, Type type, Rgb colour, float alpha, std::string_view text) {
  const TextImage image = fonts_.system().image(fonts_.loaded(type), text, colour);
  const Area area =
      Area::at(pen.x - static_cast<float>(image.left), pen.y - static_cast<float>(image.baseline),
               static_cast<float>(image.pixels->width), static_cast<float>(image.pixels->height));
  cells_.letters(*list_, image.pixels, area, ink(image.coloured ? Rgb{255, 255, 255} : colour, alpha));
}

void Ui::text(const Area& area, Align align, Type type, Rgb colour, std::string_view text) {
  float x = area.left;
  if (align == Align::centre) x = area.left + (area.width() - width(type, text)) / 2;
  if (align == Align::right) x = area.right - width(type, text);
  this->text(x, area.middle_y(), type, colour, text);
  // A label is its button, tab or cell.
  if (align == Align::centre) term(text, area);
}

namespace {

// Raised and lowered letters are smaller, and a quarter of the line off its middle.
Type type_of(const TextRun& run, Type type, Type strong) {
  Type own = run.strong ? strong : type;
  if (run.rise != 0) own.size = own.size * 3 / 4;
  return own;
}

float drop_of(const TextRun& run, float line) { return -0.25F * line * static_cast<float>(run.rise); }

}  // namespace

float Ui::rich(float x, float middle_y, Type type, Type strong, const RichText& text) {
  const float half = px(static_cast<float>(type.size)) / 2;
  const Pieces told(*this, is_heard() ? text.plain() : std::string(),
                    {x, middle_y - half, x + width(type, strong, text), middle_y + half});
  for (const TextRun& run : text.runs) {
    x = this->text(x, middle_y + drop_of(run, static_cast<float>(type.size) * scale()),
                   type_of(run, type, strong), colour_of(run.role, colours()), run.text);
  }
  return x;
}

float Ui::width(Type type, Type strong, const RichText& text) const {
  float wide = 0;
  for (const TextRun& run : text.runs) wide += width(type_of(run, type, strong), run.text);
  return wide;
}

void Ui::turned(float x, float y, float degrees, Type type, Rgb colour, std::string_view text) {
  ImFont* f = font(type, text);
  const int first = list_->VtxBuffer.Size;
  // Drawn level with its left end in the origin first; glyphs outside the clip would be dropped before they
  // turn.
  const ImVec2 origin(std::round(x), std::round(y));
  keep_text(origin.x, origin.y, degrees, type, colour, 1, text);
  list_->PushClipRect({-1e6F, -1e6F}, {1e6F, 1e6F}, false);
  const ImVec2 start(origin.x, origin.y - std::round(f->FontSize / 2));
  if (fonts_.has(type, text)) {
    list_->AddText(f, f->FontSize, start, ink(colour), text.data(), text.data() + text.size());
  } else {
    system_text({start.x, start.y + std::round(f->Ascent)}, type, colour, 1, text);
  }
  list_->PopClipRect();
  const float angle = -degrees * std::numbers::pi_v<float> / 180;
  const float c = std::cos(angle);
  const float s = std::sin(angle);
  // What stands upright is found by the box around it.
  if (const float wide = width(type, text); std::abs(c) < 0.1F) {
    const float end = origin.y + wide * s;
    term(text, Area{origin.x - f->FontSize / 2, std::min(origin.y, end), origin.x + f->FontSize / 2,
                    std::max(origin.y, end)});
  }
  for (int i = first; i < list_->VtxBuffer.Size; ++i) {
    ImVec2& p = list_->VtxBuffer[i].pos;
    const float dx = p.x - origin.x;
    const float dy = p.y - origin.y;
    p = {origin.x + dx * c - dy * s, origin.y + dx * s + dy * c};
  }
}

// A turned text is kept with the middle of its line, around which it turns.
void Ui::keep_text(float x, float y, float degrees, Type type, Rgb colour, float alpha,
                   std::string_view text) {
  if ((!exporting() && !state_.shapes_placed) || text.empty()) return;
  const ImFont* f = font(type);
  const double rise = degrees == 0 ? 0 : units(std::round(f->Ascent) - std::round(f->FontSize / 2));
  keep(DrawnText{std::string(text),
                 fonts_.loaded(type),
                 units(ImVec2(x, y)),
                 rise,
                 degrees,
                 units(width(type, text)),
                 {colour, alpha}});
}

namespace {

// Where the letters of a text end, as a person counts them; found as far as it is asked.
class LetterEnds {
 public:
  explicit LetterEnds(std::string_view text) : text_(text) {}

  // The first `count` letters, or all of it.
  std::string_view first(std::size_t count) {
    while (ends_.size() <= count && ends_.back() < text_.size())
      ends_.push_back(end_of_letter(text_, ends_.back()));
    return text_.substr(0, ends_[std::min(count, ends_.size() - 1)]);
  }
  std::size_t all() { return first(text_.size()), ends_.size() - 1; }
  // The last `count` letters, once all() was asked for.
  std::string_view last(std::size_t count) const { return text_.substr(ends_[ends_.size() - 1 - count]); }

 private:
  std::string_view text_;
  std::vector<std::size_t> ends_{0};
};

// By doubling and then halving: a text from a file may be of any length, and each frame asks again. All of
// it where it fits into `most`, else what fits into `room`.
std::string_view fitting(const Ui& ui, Type type, std::string_view text, float most, float room,
                         std::size_t least) {
  LetterEnds letters(text);
  std::size_t beyond = 64;
  while (ui.width(type, letters.first(beyond)) <= most) {
    if (letters.first(beyond).size() == text.size()) return text;
    beyond *= 2;
  }
  std::size_t kept = 0;
  while (beyond - kept > 1) {
    const std::size_t middle = kept + (beyond - kept) / 2;
    (ui.width(type, letters.first(middle)) <= room ? kept : beyond) = middle;
  }
  return letters.first(std::max(kept, least));
}

// Where a line may be broken: behind spaces, and behind dots for paths, not for numbers.
std::vector<std::string_view> pieces(std::string_view text) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    const auto in_number = [&](std::size_t at) {
      const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
      const bool begins = at == 0 || std::string_view(" <>").find(text[at - 1]) != std::string_view::npos;
      return text[at] == '.' && digit(at + 1) && (begins || digit(at - 1));
    };
    std::size_t end = text.find_first_of(" .");
    while (end != std::string_view::npos && in_number(end)) end = text.find_first_of(" .", end + 1);
    end = end == std::string_view::npos ? text.size() : end + 1;
    found.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return found;
}

std::string_view without_spaces(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// Of a word that is wider than a row: moves as many letters as fit from `rest` into `row`.
bool cut_row(const Ui& ui, Type type, std::string_view& rest, float most, std::string& row) {
  const std::string_view seen = without_spaces(rest);
  const std::string_view part = fitting(ui, type, seen, most, most, 1);
  if (part.size() == seen.size()) return false;
  row = part;
  rest.remove_prefix(part.size());
  return true;
}

// The rows of a text broken to fit `most` pixels; an empty text is one empty row. A space at the end of a row
// needs no room.
std::vector<std::string> rows_of(const Ui& ui, Type type, std::string_view text, float most) {
  std::vector<std::string> rows(1);
  for (const std::string_view piece : pieces(text)) {
    const std::string longer = rows.back() + std::string(piece);
    if (ui.width(type, without_spaces(longer)) <= most) {
      rows.back() = longer;
      continue;
    }
    if (!rows.back().empty()) rows.emplace_back();
    std::string_view rest = piece;
    while (cut_row(ui, type, rest, most, rows.back())) rows.emplace_back();
    rows.back() += rest;
  }
  return rows;
}

}  // namespace

float Ui::wrapped(const Area& area, Type type, Rgb colour, std::string_view text, float line) {
  const std::vector<std::string> rows = rows_of(*this, type, text, area.width());
  const float tall = line * static_cast<float>(rows.size());
  const Pieces told(*this, text, {area.left, area.top, area.right, area.top + tall});
  float y = area.top + line / 2;
  for (const std::string& row : rows) {
    this->text(area.left, y, type, colour, row);
    y += line;
  }
  return tall;
}

float Ui::wrapped_height(Type type, std::string_view text, float width, float line) const {
  return static_cast<float>(rows_of(*this, type, text, width).size()) * line;
}

float Ui::wrapped_rich(const Area& area, Type type, Type strong, const RichText& text, float line) {
  const std::vector<RichText> rows = broken(text, type, strong, area.width());
  const float tall = line * static_cast<float>(rows.size());
  const Pieces told(*this, is_heard() ? text.plain() : std::string(),
                    {area.left, area.top, area.right, area.top + tall});
  float y = area.top + line / 2;
  for (const RichText& row : rows) {
    rich(area.left, y, type, strong, row);
    y += line;
  }
  return tall;
}

namespace {

// How much stands right behind the end of a run, without a space: a full stop belongs to the word before it.
float glued_behind(const Ui& ui, const std::vector<TextRun>& runs, std::size_t run, Type type, Type strong) {
  float wide = 0;
  for (std::size_t next = run + 1; next < runs.size(); ++next) {
    const std::string_view text = runs[next].text;
    const std::string_view first = text.substr(0, text.find(' '));
    wide += ui.width(type_of(runs[next], type, strong), first);
    if (first.size() < text.size()) break;
  }
  return wide;
}

}  // namespace

std::vector<RichText> Ui::broken(const RichText& text, Type type, Type strong, float most) const {
  std::vector<RichText> rows(1);
  float x = 0;
  for (std::size_t at = 0; at < text.runs.size(); ++at) {
    const TextRun& run = text.runs[at];
    const Type face = type_of(run, type, strong);
    const float behind = glued_behind(*this, text.runs, at, type, strong);
    TextRun part = run;
    part.text.clear();
    const auto place = [&] {
      if (!part.text.empty()) rows.back().runs.push_back(part);
    };
    for (const std::string_view piece : pieces(run.text)) {
      const std::string_view seen = without_spaces(piece);
      std::string_view rest = piece;
      const bool last = piece.data() + piece.size() == run.text.data() + run.text.size();
      const float with = last && seen.size() == piece.size() ? behind : 0;
      if (x + width(face, part.text + std::string(seen)) + with > most) {
        const auto end_row = [&] {
          place();
          part.text.clear();
          rows.emplace_back();
          x = 0;
        };
        if (x + width(face, part.text) > 0) end_row();
        while (cut_row(*this, face, rest, most, part.text)) end_row();
      }
      part.text += rest;
    }
    place();
    x += width(face, part.text);
  }
  return rows;
}

std::string Ui::shortened(Type type, std::string_view text, float most) const {
  const std::string_view kept = fitting(*this, type, text, most, most - width(type, "…"), 0);
  return kept.size() == text.size() ? std::string(text) : std::string(kept) + "…";
}

std::string Ui::shortened_in_middle(Type type, std::string_view text, float most) const {
  if (width(type, text) <= most) return std::string(text);
  LetterEnds letters(text);
  std::string shown;
  for (std::size_t kept = letters.all(); kept-- > 0;) {
    shown = std::string(letters.first((kept + 1) / 2)) + "…" + std::string(letters.last(kept / 2));
    if (width(type, shown) <= most) break;
  }
  return shown;
}

}  // namespace headlight
