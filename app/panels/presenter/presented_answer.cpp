// The French for the back row: where the two translations part, "il" and "elle", and how each goes on.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/panels/presenter/presenter.h"
#include "app/panels/step_names.h"
#include "app/panels/words/doubt.h"
#include "app/panels/words/written.h"

namespace headlight {
namespace {

struct Faces {
  Type chip, plain;
};
constexpr Faces faces[] = {{{Face::bold, 38}, {Face::regular, 30}},
                           {{Face::bold, 30}, {Face::regular, 23}},
                           {{Face::bold, 23}, {Face::regular, 17}}};

float gap_after(const Ui& ui, const Written& written, int i, Type plain) {
  return joins(written.words, i) ? ui.px(1) : ui.width(plain, " ");
}

float pad(const Ui& ui, const Faces& face) { return ui.px(static_cast<float>(face.chip.size) * 0.36F); }
float answer_line_height(const Ui& ui, const Faces& face) {
  return std::round(ui.px(static_cast<float>(face.chip.size) * 1.5F));
}

// The words from `from` on, broken where the width ends.
struct AnswerLine {
  int first = 0, end = 0;
  float width = 0;
};

bool is_chip(const Written& written, int i) { return i == written.first || i == written.other; }

float answer_word_width(const Ui& ui, const Written& written, int i, const Faces& face) {
  const std::string word = letters_of(written.words[static_cast<std::size_t>(i)]);
  return is_chip(written, i) ? ui.width(face.chip, word) + 2 * pad(ui, face) : ui.width(face.plain, word);
}

std::vector<AnswerLine> answer_lines(const Ui& ui, const Written& written, int from, const Faces& face,
                                     float most) {
  std::vector<AnswerLine> lines;
  const int count = static_cast<int>(written.words.size());
  for (int i = from; i < count;) {
    // What belongs together with an apostrophe stays together.
    int next = i + 1;
    float wide = answer_word_width(ui, written, i, face);
    for (; next < count && joins(written.words, next - 1); ++next)
      wide += gap_after(ui, written, next - 1, face.plain) + answer_word_width(ui, written, next, face);
    const float gap = lines.empty() ? 0 : gap_after(ui, written, i - 1, face.plain);
    if (lines.empty() || lines.back().width + gap + wide > most) {
      lines.push_back({i, next, wide});
    } else {
      lines.back().end = next;
      lines.back().width += gap + wide;
    }
    i = next;
  }
  return lines;
}

void draw_answer_lines(Ui& ui, const Area& area, const Written& written, std::vector<AnswerLine> lines,
                       const Faces& face, Rgb own) {
  const Palette& c = ui.colours();
  const float step = answer_line_height(ui, face);
  // What is too long in the smallest type, too, ends in the last line that there is room for.
  const auto most = static_cast<std::size_t>(std::max(1.0F, std::floor(area.height() / step)));
  const bool cut = lines.size() > most;
  if (cut) {
    lines.resize(most);
    const float dots = ui.width(face.plain, " …");
    AnswerLine& last = lines.back();
    while (last.end > last.first + 1 && last.width + dots > area.width()) {
      --last.end;
      last.width -=
          answer_word_width(ui, written, last.end, face) + gap_after(ui, written, last.end - 1, face.plain);
    }
  }
  float y = area.middle_y() - step * static_cast<float>(lines.size() - 1) / 2;
  for (const AnswerLine& line : lines) {
    float x = std::round(area.left + std::max(0.0F, (area.width() - line.width) / 2));
    for (int i = line.first; i < line.end; ++i) {
      const std::string word = letters_of(written.words[static_cast<std::size_t>(i)]);
      const float left = x;
      if (is_chip(written, i)) {
        const float tall = std::round(ui.px(static_cast<float>(face.chip.size) * 1.36F));
        const Area box = Area::at(x, std::round(y - tall / 2), answer_word_width(ui, written, i, face), tall);
        ui.fill(box, own, ui.px(8));
        ui.text(box, Align::centre, face.chip, c.presenter, word);
        x = box.right;
      } else {
        x = ui.text(x, y, face.plain, c.ink, word);
      }
      // New since the edits, as in Lines.
      if (!written.instead[static_cast<std::size_t>(i)].empty()) {
        const float below =
            y + ui.px(static_cast<float>(face.chip.size) * (is_chip(written, i) ? 0.74F : 0.6F));
        ui.fill({left, below, x, below + ui.px(4)}, c.focus, ui.px(1));
      }
      x += gap_after(ui, written, i, face.plain);
    }
    if (cut && &line == &lines.back()) ui.text(x, y, face.plain, c.ink, "…");
    y += step;
  }
}

// How many words before the first that differs are part of the answer: from the pronoun on, and from the
// first word that the edits changed.
int words_before(const Written& written) {
  int from = written.first;
  for (int i = written.first - 1; i >= 0; --i) {
    const std::string& word = written.words[static_cast<std::size_t>(i)];
    const bool changed = !written.instead[static_cast<std::size_t>(i)].empty();
    if (changed || ((word == "il" || word == "elle") && from == written.first)) from = i;
  }
  return written.first - from;
}

// Where there are two ways to go on, the other one behind a stroke.
void add_other_way(Written& written, const Certainty& certainty) {
  if (!certainty.two_ways()) return;
  written.words.emplace_back("|");
  if (written.first == parting_of_ways(certainty)) written.other = static_cast<int>(written.words.size());
  const std::vector<std::string> words = other_way(certainty);
  written.words.insert(written.words.end(), words.begin(), words.end());
  written.differs.resize(written.words.size());
  written.instead.resize(written.words.size());
}

}  // namespace

void draw_presented_answer(const PanelContext& context, const Area& whole) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  std::array<Written, 2> both = written_of(context);
  for (const int side : {0, 1}) add_other_way(both.at(side), context.pictures.certainty(side));
  Area area = whole;
  const Area doubts = area.cut_top(any_doubt(context) ? ui.px(34) : 0);
  // A single word would be taken for one of the sentence.
  if (const AnswerInfo& about = info(stage_trace(context)->anatomy().answer);
      about.id == AnswerKind::next_token)
    ui.text({area.left, area.top + ui.px(2), area.right, area.top + ui.px(28)}, Align::centre, type::lesson,
            c.presenter_text, about.column);
  const bool part = both[0].first >= 0 && both[1].first >= 0;
  const int back = part ? std::max(words_before(both[0]), words_before(both[1])) : 0;
  std::array<Area, 2> places{area, area};
  if (part) {
    const float middle = std::round(area.middle_x());
    places[0].right = middle - ui.px(20);
    places[1].left = middle + ui.px(20);
    ui.line(middle, area.middle_y() - ui.px(28), middle, area.middle_y() + ui.px(28), c.strong_line,
            ui.px(1.5F));
  }
  // Where they are the same, once is enough.
  struct Part {
    int side;
    int from;
    std::vector<AnswerLine> lines;
  };
  std::vector<Part> parts;
  if (part) {
    for (const int side : {0, 1}) parts.push_back({side, std::max(0, both.at(side).first - back), {}});
  } else {
    const bool only_second = context.pictures.certainty(0).sure() && !context.pictures.certainty(1).sure();
    parts = {{both[0].words.empty() || only_second ? 1 : 0, 0, {}}};
  }
  // The largest type in which all of it fits, in lines where one does not do.
  const Faces* chosen = std::begin(faces);
  for (const Faces& face : faces) {
    chosen = &face;
    bool fits = true;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Part& one = parts[i];
      const float room = places.at(i).width();
      one.lines = answer_lines(ui, both.at(one.side), one.from, face, room);
      fits = fits && static_cast<float>(one.lines.size()) * answer_line_height(ui, face) <= area.height() &&
             std::all_of(one.lines.begin(), one.lines.end(),
                         [&](const AnswerLine& line) { return line.width <= room; });
    }
    if (fits) break;
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& one = parts[i];
    draw_presented_doubt(context, one.side,
                         {places.at(i).left, doubts.top, places.at(i).right, doubts.bottom});
    draw_answer_lines(ui, places.at(i), both.at(one.side), one.lines, *chosen,
                      one.side == 0 ? c.first_sentence : c.second_sentence);
  }
}

}  // namespace headlight
