// The words: what was read, what is written, and where the likeliest words would lead.
#include <algorithm>
#include <cmath>

#include "app/panels/decoding/decoding_view.h"
#include "app/panels/step_names.h"
#include "app/panels/words/word_menu.h"
#include "core/figure/numbers.h"
#include "core/text/in_quotes.h"
#include "core/text/visible.h"

namespace headlight {
namespace {

constexpr std::size_t most_lines = 3;

enum class Of { given, written, onwards };
struct Piece {
  Of of = Of::given;
  std::size_t place = 0;
  std::string word;
  double probability = 0;
  float wide = 0;
};

class AnswerLines {
 public:
  AnswerLines(const DecodingView& view, const Area& area)
      : view_(view), ui_(view.ui), c_(view.c), area_(area) {
    for (std::size_t i = 0; i < view.study.given.size(); ++i) add({Of::given, i, view.study.given[i]});
    for (std::size_t i = 0; i < view.study.written.size(); ++i)
      add({Of::written, i, view.study.written[i].word, view.study.written[i].probability});
    // Where words are drawn by chance, the most likely ones are not what comes.
    if (view.lab.page == DecodingLab::Page::words && view.lab.strategy == DecodingLab::Strategy::sampling)
      return;
    for (std::size_t i = 0; i < view.study.onwards.words.size(); ++i)
      add({Of::onwards, i, view.study.onwards.words[i].word, view.study.onwards.words[i].probability});
  }

  float draw() {
    if (!view_.study.read.empty()) {
      ui_.text(area_.left, area_.top + ui_.px(8), type::label, c_.text_2,
               ui_.fitted(type::label, view_.study.read, area_.width()));
      area_.cut_top(ui_.px(20));
    }
    return draw_lines() + (view_.study.read.empty() ? 0 : ui_.px(20));
  }

 private:
  float draw_lines() {
    // The line with the word to come stays in sight, with what is behind it.
    const std::size_t hidden = lines_.size() > most_lines ? std::min(now_, lines_.size() - most_lines) : 0;
    const std::size_t shown = std::min(most_lines, lines_.size());
    float y = area_.top;
    for (std::size_t i = 0; i < shown; ++i, y += line_high()) {
      const bool first = i == 0 && hidden > 0;
      const bool last = i + 1 == shown && hidden + shown < lines_.size();
      draw_line(lines_[hidden + i], y, first, last);
    }
    if (!view_.study.unknown.empty()) {
      const std::string says = in_quotes(view_.study.unknown) + " is not a word that this model can write";
      ui_.text(area_.left, y + ui_.px(10), type::label, c_.error,
               ui_.fitted(type::label, says, area_.width()));
      y += ui_.px(22);
    }
    return y + ui_.px(8) - area_.top;
  }

  float line_high() const { return ui_.px(34); }
  float pad() const { return ui_.px(7); }
  static Type type_of(Of of) { return of == Of::written ? type::written_hot : type::written; }

  void add(Piece piece) {
    const float most = area_.width() - ui_.px(40);
    piece.word = ui_.fitted(type_of(piece.of), visible(piece.word), most);
    piece.wide = ui_.width(type_of(piece.of), piece.word) + 2 * pad();
    // Room for the dots of what is left out at either end.
    if (lines_.empty() || x_ + piece.wide > area_.width() - ui_.px(48)) {
      lines_.emplace_back();
      x_ = 0;
    }
    x_ += piece.wide;
    if (piece.of != Of::onwards) now_ = lines_.size() - 1;
    lines_.back().push_back(std::move(piece));
  }

  void draw_line(const std::vector<Piece>& pieces, float y, bool dots_before, bool dots_behind) {
    float x = area_.left - pad();
    if (dots_before) x = ui_.text(x + pad(), y + line_high() / 2, type::written, c_.text_3, "…") + ui_.px(4);
    for (const Piece& piece : pieces) {
      draw_piece(piece, Area::at(x, y + ui_.px(2), piece.wide, line_high() - ui_.px(4)));
      x += piece.wide;
    }
    if (dots_behind) ui_.text(x + ui_.px(4), y + line_high() / 2, type::written, c_.text_3, "…");
  }

  void draw_piece(const Piece& piece, const Area& place) {
    const Tokenizer* const tokenizer = view_.context.document.tokenizer();
    const bool typed = piece.of == Of::given && tokenizer != nullptr && tokenizer->are_typed() &&
                       view_.context.document.model->anatomy().answer == AnswerKind::next_token;
    if (typed) {
      const Touch touch = pressable(ui_, "decoding/given/" + std::to_string(piece.place), place, false);
      if (touch.hovered) ui_.tooltip("You typed this: press to change the sentence");
      if (touch.clicked) {
        const int side = stage_side(view_.context);
        open_sentence_box(view_.context, side, sentence_of(view_.context.session, side));
      }
    }
    if (piece.of == Of::given) {
      ui_.text(place, Align::centre, type::written, c_.text_2, piece.word);
      return;
    }
    const bool ahead = piece.of == Of::onwards;
    const std::string id =
        std::string(ahead ? "decoding/ahead/" : "decoding/word/") + std::to_string(piece.place);
    const Touch touch = pressable(ui_, id, place, !ahead);
    if (touch.hovered) {
      ui_.tooltip({RichText(piece.word + "  " + probability_text(static_cast<float>(piece.probability))),
                   RichText(ahead ? "the most probable words from here: click to take all up to this one"
                                  : "click to go back to before this word")});
    }
    ui_.text(place, Align::centre, type_of(piece.of), ahead ? c_.text_3 : c_.ink, piece.word);
    if (!ahead)
      ui_.fill({place.left + pad(), place.bottom - ui_.px(3), place.right - pad(), place.bottom - ui_.px(1)},
               c_.weights);
    if (!touch.clicked) return;
    if (!ahead) return keep_words(view_.context, view_.study, piece.place);
    std::vector<std::string> words = words_of_way(view_.study.onwards);
    words.resize(piece.place + 1);
    write_words(view_.context, view_.study, words);
  }

  const DecodingView& view_;
  Ui& ui_;
  const Palette& c_;
  Area area_;
  std::vector<std::vector<Piece>> lines_;
  std::size_t now_ = 0;  // the line of the last word that is there
  float x_ = 0;
};

}  // namespace

float draw_answer(const DecodingView& view, const Area& area) { return AnswerLines(view, area).draw(); }

}  // namespace headlight
