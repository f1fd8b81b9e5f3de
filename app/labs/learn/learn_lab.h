// The lab on learning: a training that runs in the window or was shipped, its curves, and the model as it was
// at some of its steps.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/lab_work.h"
#include "app/lab/slider.h"
#include "core/figure/heatmap.h"
#include "core/files/fields.h"
#include "core/learn/live_work.h"

namespace headlight {

class ControlRows;
struct Area;
struct Lab;
struct LabPanel;
struct PanelContext;

enum class LearnRun { shipped, yours, text };
inline const EnumNames<LearnRun>& learn_run_names() {
  static const EnumNames<LearnRun> names{
      {LearnRun::shipped, "shipped"}, {LearnRun::yours, "yours"}, {LearnRun::text, "text"}};
  return names;
}
// What is learned on the page of a text: texts that are shipped, or what was typed or pasted.
enum class LearnText { names, rhymes, sentences, own };
inline const EnumNames<LearnText>& learn_text_names() {
  static const EnumNames<LearnText> names{{LearnText::names, "names"},
                                          {LearnText::rhymes, "rhymes"},
                                          {LearnText::sentences, "sentences"},
                                          {LearnText::own, "own"}};
  return names;
}
// As live_kinds() has them; behind these the one that learns a text.
enum class LearnKind { small_translator, two_back, third_letter, induction };
inline const EnumNames<LearnKind>& learn_kind_names() {
  static const EnumNames<LearnKind> names{{LearnKind::small_translator, "small-translator"},
                                          {LearnKind::two_back, "two-back"},
                                          {LearnKind::third_letter, "third-letter"},
                                          {LearnKind::induction, "induction"}};
  return names;
}

inline constexpr int most_learn_seed = 999;

struct LearnLab {
  static const Lab lab_row;
  static const LabPanel panel_row;

  LearnRun run = LearnRun::shipped;
  LearnKind kind = LearnKind::small_translator;  // of a training of one's own
  int seed = 1;
  EqualHeads equal_heads = EqualHeads::none;  // of a training of one's own, when it begins
  int other_seed = -1;                        // of a second run, whose curves stand beside it; -1: none
  int step = -1;                              // which of the kept steps, from 0; -1: the last
  int head = -1;  // of the reading stack, layer by layer; -1: the one that looks most where it should
  // Of the page of a text.
  LearnText text_of = LearnText::names;
  std::string text;  // one's own, at most OwnText::most_bytes
  TextTokens tokens = TextTokens::letters;
  int layers = 1, heads = 4, width = 48, context = 48;
  int steps = 1000;

  const LiveKind& trained() const;
  // What is learned, as it is set: the text too.
  OwnText own() const;
  // Of a training of one's own: how it differs from the recipe.
  LiveChanges changes() const;

  bool operator==(const LearnLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("run", self.run, learn_run_names());
    visit("kind", self.kind, learn_kind_names());
    visit("seed", self.seed, Within{0, most_learn_seed});
    visit("equal_heads", self.equal_heads, equal_heads_names());
    visit("other_seed", self.other_seed, Within{-1, most_learn_seed});
    visit("step", self.step, Within{-1, 99});
    visit("head", self.head, Within{-1, 99});
    visit("text_of", self.text_of, learn_text_names());
    visit("text", self.text);
    visit("tokens", self.tokens, text_tokens_names());
    visit("layers", self.layers, Within{1, 2});
    visit("heads", self.heads, Within{1, 4});
    visit("width", self.width, Within{16, 64});
    visit("context", self.context, Within{24, 96});
    visit("steps", self.steps, Slider{100, OwnText::most_steps, 100});
  }
};

// The text that is shipped under this name; nothing of one's own. Read from the assets once.
const std::string& shipped_text(LearnText of);

// The model at one of its kept steps, with the same text as at every other.
struct LearnStep {
  int step = 0;
  std::filesystem::path folder;          // of the model
  std::vector<HeatmapPtr> heads;         // weights of every head of what is read, layer by layer
  std::vector<std::vector<float>> rows;  // of each of them the row that is followed
  std::string writes;
  // Of each layer, the largest difference between the weights of its first two heads; empty where it has one.
  std::vector<double> apart;
};

struct LearnStudy {
  LearnLab settings;  // they were made for
  const LiveKind* kind = nullptr;
  std::filesystem::path folder;
  LiveRun run;                   // without points where nothing was trained so far
  std::optional<LiveRun> other;  // the second one
  std::string text;              // that is read at every step
  std::string instead_of;        // the sentence on stage, where these models do not know its words
  std::vector<std::string> words;
  int row = 0;  // of the word that is followed
  int heads_a_layer = 1;
  std::vector<LearnStep> steps;
  std::vector<std::string> without;  // what is not there, a line for each
  std::string error;                 // why the run cannot be read, or the text not be learned
  // Of the page of a text: what is learned, in a line; one of its lines; how many tokens the model knows.
  std::string about, line;
  int vocabulary = 0;
  std::vector<double> counts;            // of the text: the row of its table
  Attention reads = Attention::encoder;  // whose heads these are

  // The one that is shown; null without any.
  const LearnStep* shown() const;
  int head() const;  // that is shown, layer by layer
  int layer() const { return head() / heads_a_layer; }
  std::string head_name(int head) const;
};

// The training that runs in the window, as the frame shows it: set before each one.
struct LiveOnScreen {
  LiveShownPtr shown;  // null where no window trains: in a figure
};

// What the page of a text has beside that of a training: the texts to choose from, letters or pieces, and the
// sizes; the text itself, to be typed or pasted, with a line about it; what the model wrote by itself up to a
// step, the newest first, with what of it stands in the text.
void text_settings(const PanelContext& context, ControlRows& row);
void text_to_learn(const PanelContext& context, Area area, const LearnStudy& study);
void lines_written(const PanelContext& context, Area area, const LiveRun& run, int step);

}  // namespace headlight
