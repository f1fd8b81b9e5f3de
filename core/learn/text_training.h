// A small causal Transformer that learns a text of one's own, letter by letter or piece by piece: what it
// learns from, its trainer, what it writes, and what of that stands in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/fields.h"
#include "core/learn/training.h"
#include "core/matrix/random.h"
#include "core/models/model.h"

namespace headlight {

enum class TextTokens { letters, pieces };
inline const EnumNames<TextTokens>& text_tokens_names() {
  static const EnumNames<TextTokens> names{{TextTokens::letters, "letters"}, {TextTokens::pieces, "pieces"}};
  return names;
}

// A text to learn from, and the sizes of the model.
struct OwnText {
  static constexpr int most_bytes = 20'000;  // of the text: what stands behind is left out
  static constexpr int most_letters = 400;   // different ones
  static constexpr int least_letters = 100, least_lines = 5;
  static constexpr int most_pieces = 100;  // learned
  static constexpr int most_steps = 5000;

  std::string text;
  TextTokens tokens = TextTokens::letters;
  int layers = 1, heads = 4, width = 48;
  int context = 48;  // tokens that it can look back over
  int steps = 1000;

  bool operator==(const OwnText&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("text", self.text);
    visit("tokens", self.tokens, text_tokens_names());
    visit("layers", self.layers, Within{1, 2});
    visit("heads", self.heads, Within{1, 4});
    visit("width", self.width, Within{16, 64});
    visit("context", self.context, Within{24, 96});
    visit("steps", self.steps, Within{1, most_steps});
  }
};

// The text as it is learned: its lines, or its sentences where lines are long.
struct TextLines {
  struct Line {
    std::string text;         // without blanks at its ends, and one where there were several
    std::vector<int> tokens;  // <s>, its letters or pieces, </s>
    bool held_out = false;    // measured on, never learned
  };
  std::vector<Line> lines;
  Vocabulary words;   // <s>, </s>, a blank, letters as they come first in the text, then pieces as learned
  int letters = 0;    // of all lines
  int different = 0;  // of them, the blank too
  bool shortened = false;  // only the beginning of a longer text
  std::string learned;     // the lines that are learned, one below the other

  int held_out() const;
};
// Throws std::invalid_argument for what cannot be learned: what is wrong with it, and what to try.
TextLines text_lines(const OwnText& own);

// The same name for the same text, and another for another one.
std::string own_text_key(std::string_view text);
// A text cut to what is kept of it: behind a letter, at the end of a line where one is near.
std::string kept_text(std::string text);

struct TextRecipe : Optimization {
  OwnText own;
  TransformerConfig model;  // the size of its vocabulary is filled in
  std::uint64_t seed = 0;   // of the first weights and of the order of the lines
  // Rows of one tape, with as many lines as they hold, and tapes of a step.
  int rows = 96, tapes = 4;
  float dropout = 0.2F;  // few lines are soon known by heart
};
TextRecipe text_recipe(const OwnText& own, std::uint64_t seed);

class TextTrainer final : public Training {
 public:
  // Throws as text_lines() does.
  explicit TextTrainer(TextRecipe recipe);

  const TextRecipe& recipe() const { return recipe_; }
  const TextLines& lines() const { return lines_; }
  ModelPtr model() const { return std::make_shared<const Model>(recipe_.model, weights(), words()); }

  // The lines of a step: in columns tokens, their places and lines, and the tokens that come next.
  Batch next_batch() override;

 private:
  float dropout_at(int /*step*/) const override { return recipe_.dropout; }

  TextRecipe recipe_;
  TextLines lines_;
  std::vector<int> learned_;  // places among the lines
  Random random_;
};

// How well a model goes on with the lines that are held out; with those that are learned where none is.
struct TextScore {
  double loss = 0;   // mean, nats a token
  double right = 0;  // share of the tokens at which the right one is the likeliest
  // Of every head, layer by layer: the share of places at which the token just before has most weight, and
  // its mean weight.
  std::vector<double> before_peaks = {}, before_weights = {};
};
TextScore text_score(const Model& model, const TextLines& lines, int rows);

// A line that a model wrote by itself, and what of it stands in the lines that it learned.
struct WrittenLine {
  enum class Is { fresh, copied, held_out };  // new; a whole line that was learned, or that was not
  std::string text;
  Is is = Is::fresh;
  int begin = 0, end = 0;  // bytes of the longest run of letters that stands in what was learned

  bool operator==(const WrittenLine&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("text", self.text);
    visit("is", self.is,
          EnumNames<Is>{{Is::fresh, "new"}, {Is::copied, "copied"}, {Is::held_out, "held out"}});
    visit("begin", self.begin);
    visit("end", self.end);
  }
};
// The first of the longest runs of letters of `written` that stand in `text`: from which byte to before
// which.
struct CopiedRun {
  std::size_t begin = 0, end = 0;
};
CopiedRun copied_run(std::string_view written, std::string_view text);
WrittenLine written_line(std::string text, const TextLines& lines);

// One that is drawn; the same seed gives the same line.
std::string drawn_line(const Model& model, std::uint64_t seed, double temperature);

}  // namespace headlight
