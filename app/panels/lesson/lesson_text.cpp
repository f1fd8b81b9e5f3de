#include "app/panels/lesson/lesson_text.h"

#include <optional>

#include "app/lessons/page.h"
#include "app/widgets/formula.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

struct TextPiece {
  Type type;
  Rgb colour;
  std::string text;
  std::optional<Formula> formula = std::nullopt;
  float width = 0, ascent = 0, descent = 0;  // of a formula, from its baseline
  bool code = false;
};

// Pieces between which a line must not break, as in “it”, or **0.99**.
struct Chunk {
  std::vector<TextPiece> pieces;
  float width = 0;
  float space = 0;  // behind it, within a line
};

bool begins_with_letter(const std::string& text) {
  const auto first = static_cast<unsigned char>(text.empty() ? ' ' : text[0]);
  const bool minus = text.starts_with("−") || text.starts_with("∞");
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || (first >= 0xC0 && !minus);
}

class Setter {
 public:
  Setter(const Ui& ui, std::span<const std::string> numbers, float width, const LessonType& look)
      : ui_(ui), numbers_(numbers), width_(width), look_(look) {}

  std::vector<Chunk> chunks(const Paragraph& paragraph) {
    for (const Inline& run : paragraph.runs) add(run);
    return std::move(chunks_);
  }

 private:
  void add(const Inline& run) {
    const Palette& c = ui_.colours();
    const bool plain_lesson = look_.plain == type::lesson;
    switch (run.kind) {
      case Inline::Kind::plain:
        return words(run.text, look_.plain, look_.colour);
      case Inline::Kind::emphasis:
        return words(run.text, plain_lesson ? type::formula_small : Type{Face::italic, 13}, c.ink);
      case Inline::Kind::strong:
        return words(run.text, hot(), c.ink);
      case Inline::Kind::code:
        return words(run.text, type::path, c.ink, true);
      case Inline::Kind::formula:
        return formula(run.text);
      case Inline::Kind::number:
        return number(run);
    }
  }

  Type hot() const { return look_.plain == type::lesson ? type::lesson_hot : type::label_hot; }

  void number(const Inline& run) {
    const Palette& c = ui_.colours();
    const auto at = static_cast<std::size_t>(run.number);
    const std::string text = at < numbers_.size() ? numbers_[at] : being_counted;
    if (text == being_counted) return words(text, look_.plain, c.text_3);
    if (text == not_computed) return words(text, hot(), c.error);
    if (begins_with_letter(text)) return words(text, hot(), c.ink);
    words(text, look_.plain == type::lesson ? type::score : type::number_hot, c.ink);
  }

  void words(const std::string& text, Type type, Rgb colour, bool code = false) {
    std::string word;
    for (const char letter : text) {
      if (letter != ' ') word += letter;
      const bool path_break = code && (letter == '.' || letter == '_');
      if (letter != ' ' && !path_break) continue;
      piece({type, colour, std::exchange(word, {}), std::nullopt, 0, 0, 0, code});
      end_chunk(letter == ' ' ? ui_.width(look_.plain, " ") : 0);
    }
    piece({type, colour, std::move(word), std::nullopt, 0, 0, 0, code});
  }

  void formula(const std::string& text) {
    const Formula whole = Formula::parse(text);
    if (whole.measure(ui_, FormulaSize::small).width <= width_) return box(whole);
    // Too wide for the column: it breaks at its spaces.
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      box(Formula::parse(text.substr(begin, end - begin)));
      end_chunk(ui_.width(look_.plain, " "));
      begin = end + 1;
    }
  }

  void box(const Formula& formula) {
    const Formula::Size size = formula.measure(ui_, FormulaSize::small);
    TextPiece made{type::lesson, {}, "", formula, size.width, size.ascent, size.descent};
    if (chunks_.empty() || ended_) chunks_.emplace_back();
    ended_ = false;
    chunks_.back().width += size.width;
    chunks_.back().pieces.push_back(std::move(made));
  }

  void piece(TextPiece made) {
    const std::string text = std::move(made.text);
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(made.text.size())) {
      made.text = line_of(rest, made.type);
      made.width = ui_.width(made.type, made.text);
      // What no line has room for is broken all the same.
      if (chunks_.empty() || ended_ || chunks_.back().width + made.width > width_) chunks_.emplace_back();
      ended_ = false;
      chunks_.back().width += made.width;
      chunks_.back().pieces.push_back(made);
    }
  }

  // As many letters of it as a line has room for, one at least.
  std::string_view line_of(std::string_view word, Type type) const {
    if (ui_.width(type, word) <= width_) return word;
    std::size_t end = end_of_letter(word, 0);
    while (end < word.size()) {
      const std::size_t next = end_of_letter(word, end);
      if (ui_.width(type, word.substr(0, next)) > width_) break;
      end = next;
    }
    return word.substr(0, end);
  }

  void end_chunk(float space) {
    ended_ = true;
    if (!chunks_.empty()) chunks_.back().space = std::max(chunks_.back().space, space);
  }

  const Ui& ui_;
  std::span<const std::string> numbers_;
  float width_;
  const LessonType& look_;
  std::vector<Chunk> chunks_;
  bool ended_ = false;
};

struct Line {
  std::size_t first = 0, last = 0;  // of the chunks, the last one not included
  float above = 0, below = 0;       // the middle of its text
};

// Text is placed by its middle, which lies this share of the em above the baseline.
constexpr float middle_share = 0.364F;

std::vector<Line> break_lines(const Ui& ui, const std::vector<Chunk>& chunks, float width,
                              const LessonType& look) {
  std::vector<Line> lines;
  const float half = ui.px(look.line) / 2;
  const float baseline = ui.px(static_cast<float>(look.plain.size)) * middle_share;
  float x = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    if (lines.empty() || (x > 0 && x + chunks[i].width > width)) {
      lines.push_back({i, i, half, half});
      x = 0;
    }
    lines.back().last = i + 1;
    x += chunks[i].width + chunks[i].space;
    for (const TextPiece& piece : chunks[i].pieces) {
      if (!piece.formula) continue;
      lines.back().above = std::max(lines.back().above, piece.ascent - baseline + ui.px(4));
      lines.back().below = std::max(lines.back().below, piece.descent + baseline + ui.px(4));
    }
  }
  return lines;
}

float marker_width(const Ui& ui, const Paragraph& paragraph) {
  return paragraph.depth == 0 ? 0 : ui.px(18) * static_cast<float>(paragraph.depth);
}

// Height of the lines; draws them when there is something to draw with.
float set(const Ui& ui, Ui* to, const Area& area, const Paragraph& paragraph,
          std::span<const std::string> numbers, const LessonType& look) {
  const float indent = marker_width(ui, paragraph);
  const float width = area.width() - indent;
  const std::vector<Chunk> chunks = Setter(ui, numbers, width, look).chunks(paragraph);
  float y = area.top;
  bool first = true;
  for (const Line& line : break_lines(ui, chunks, width, look)) {
    y += line.above;
    float x = area.left + indent;
    if (to != nullptr && first && !paragraph.marker.empty()) {
      to->text(x - ui.px(16), std::round(y), look.plain, ui.colours().text_3, paragraph.marker);
    }
    first = false;
    for (std::size_t i = line.first; to != nullptr && i < line.last; ++i) {
      for (const TextPiece& piece : chunks[i].pieces) {
        if (piece.formula) {
          const float baseline = ui.px(static_cast<float>(look.plain.size)) * middle_share;
          piece.formula->draw(*to, x, std::round(y + baseline), FormulaSize::small);
        } else {
          to->text(x, std::round(y), piece.type, piece.colour, piece.text);
        }
        x += piece.width;
      }
      x += chunks[i].space;
    }
    y += line.below;
  }
  return y - area.top;
}

}  // namespace

float paragraph_height(const Ui& ui, const Paragraph& paragraph, std::span<const std::string> numbers,
                       float width, const LessonType& look) {
  return set(ui, nullptr, {0, 0, width, 0}, paragraph, numbers, look);
}

float draw_paragraph(Ui& ui, const Area& area, const Paragraph& paragraph,
                     std::span<const std::string> numbers, const LessonType& look) {
  return set(ui, &ui, area, paragraph, numbers, look);
}

float draw_paragraphs(Ui& ui, const Area& area, const std::vector<Paragraph>& paragraphs,
                      std::span<const std::string> numbers, const LessonType& look) {
  Area rest = area;
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    if (i > 0) rest.cut_top(ui.px(paragraphs[i].marker.empty() ? 10 : 4));
    rest.cut_top(draw_paragraph(ui, rest, paragraphs[i], numbers, look));
  }
  return rest.top - area.top;
}

}  // namespace headlight
