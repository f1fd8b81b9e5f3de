// Causes: what of a word of the answer hangs on which row, by exchanging one row at a time between the two
// sentences; the heads that carry it, the paths between heads, and the sum that the word's logit is; where
// heads look beside what they matter; and the sum that a score is.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/lab.h"
#include "core/explain/attribution.h"
#include "core/explain/causal_map.h"
#include "core/figure/heatmap.h"
#include "core/files/fields.h"
#include "core/learn/cue_pairs.h"

namespace headlight {

struct Lab;
struct LabPanel;

struct CausesLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr const char* for_experts[] = {"put", "heads"};
  static constexpr int plain_pages = 2;  // the map and heads
  enum class Page { map, heads, attention, score, logit };
  enum class Heads { apart, together };
  enum class Over { pairs, stage };  // of the page on attention: held-out pairs, or the two sentences
  // Over pairs, at what a head can look: "it" asks for the deciding word and the noun that is meant, the
  // decoder for "it"; or at one of the words alone.
  enum class Looks { asked, cue, noun };

  Page page = Page::map;
  Exchange put = Exchange::clean;  // with one sentence, zeros instead
  Heads heads = Heads::apart;
  int place = -1;  // of the answer; -1: the first where the answers differ, else the least sure one
  // Where somebody cancelled: so many blocks of the map, so many pairs; 0: all.
  int blocks = 0, pairs = 0;
  Over over = Over::pairs;
  Looks looks = Looks::asked;
  int key = -1;  // of the page on a score; -1: the one with the largest weight

  bool operator==(const CausesLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page,
          EnumNames<Page>{{Page::map, "map"},
                          {Page::heads, "heads"},
                          {Page::attention, "attention"},
                          {Page::score, "score"},
                          {Page::logit, "logit"}});
    visit("put", self.put,
          EnumNames<Exchange>{{Exchange::clean, "sentence"},
                              {Exchange::zero, "zero"},
                              {Exchange::mean, "mean"},
                              {Exchange::shuffled, "shuffled"},
                              {Exchange::noise, "noise"}});
    visit("heads", self.heads, EnumNames<Heads>{{Heads::apart, "apart"}, {Heads::together, "together"}});
    visit("place", self.place, Within{-1, 4095});
    visit("blocks", self.blocks, Within{0, 4095});
    visit("pairs", self.pairs, Within{0, 4095});
    visit("over", self.over, EnumNames<Over>{{Over::pairs, "pairs"}, {Over::stage, "stage"}});
    visit("looks", self.looks,
          EnumNames<Looks>{{Looks::asked, "asked"}, {Looks::cue, "cue"}, {Looks::noun, "noun"}});
    visit("key", self.key, Within{-1, 4095});
  }
};

// What the view shows.

struct LabInput;
struct LabWork;

// One path from the selected head into a later one.
struct HeadPath {
  HeadPlace to;
  double all = 0, query = 0, key = 0, value = 0;
};

// What goes on from one work to the next. One thread at a time computes; what is constant can be read at any
// time.
struct CausesMapping {
  explicit CausesMapping(CausalMapping made) : mapping(std::move(made)) {}
  std::mutex busy;
  CausalMapping mapping;
};
struct CausesOverPairs {
  explicit CausesOverPairs(HeadsOverPairs made) : heads(std::move(made)) {}
  std::mutex busy;
  HeadsOverPairs heads;
};

// Where a head looks and what it matters; `looks` is NaN where it has no such word to look at.
struct HeadDot {
  HeadPlace head = {};
  double looks = 0, effect = 0;
  double cue = 0, noun = 0, it = 0;  // over pairs
};
struct HeadDots {
  bool over_pairs = false;
  std::string no_pairs = {};  // why the dots are of the two sentences, where pairs were asked for
  int tried = 0, count = 0;   // pairs
  int answered = 0;  // of those tried, in so many the model writes both pronouns: the means are over these
  std::vector<HeadDot> dots = {};
};

// Of a score the parts that are shown, and what all others add.
struct ScoreSum {
  HeadPlace head = {};
  int query = 0, key = 0;
  std::string query_word = {}, key_word = {};
  std::vector<std::string> words = {};  // all keys
  std::vector<float> weights = {};      // of the query's row
  ScoreAttribution parts = {};
  double divided_by = 1;                     // √d_k or another root, where the model divides by it
  bool capped = false;                       // and then bent below a cap
  double scaled = 0;                         // the score that enters the softmax
  std::vector<int> rows = {}, columns = {};  // of the parts, those that are shown; -1: all others together
  HeatmapPtr map = {};    // of these, with the sums of rows and columns behind the last ones
  std::string says = {};  // which parts are largest, in one sentence
};

// Of a difference of two logits what the heads that look at one kind of words add, by the words.
struct LogitWords {
  Stream looked_at = Stream::source;
  std::vector<HeadPlace> heads = {};
  std::vector<std::string> words = {};  // all keys
  Eigen::MatrixXd parts = {};           // [heads, words]; a row adds up to what the head adds
  std::vector<int> columns = {};        // the words that are shown; -1: all others together
  // Of these, with the sum of each row behind the last one, and the sum of all heads below the last.
  HeatmapPtr map = {};
};

struct CausesStudy {
  bool alone = false;  // one sentence; else rows go from the other one into this
  int into = 0;        // the side whose answer is asked about
  Exchange put = Exchange::clean;
  std::vector<std::string> answer;  // at each place, what the sentence says there without edits
  CausalQuestion question;
  std::string word, other;  // of the question: in favour of, and against
  std::string nothing;      // why there is nothing to exchange, in one sentence; empty when there is
  std::string no_heads;     // why nothing is said of heads, in one sentence

  // Of the exchanges, without any edit of the session.
  TracePtr from, to;                       // whose rows go where
  std::shared_ptr<CausesMapping> mapping;  // null without; its map is `map` as far as that is made
  CausalMap map;
  bool whole = false;          // the map has all its cells
  int passes = 0;              // that it took
  double stays = 0, goes = 0;  // the difference of the two words in this sentence, and in the other one
  CausesLab::Heads heads = CausesLab::Heads::apart;
  bool many_heads = false;               // too many to exchange each by itself
  std::vector<HeatmapPtr> maps;          // what is read and what is written, those there are
  std::vector<std::vector<int>> blocks;  // of the rows of each map, the places in `map`

  // How much likelier the sentence holds its own word (the question's `other`, alone its `word`): as edited.
  std::optional<LogitAttribution> parts;
  std::string no_parts;  // why not
  // Of the page on a logit: the words read, and those written; those there are.
  std::vector<LogitWords> logit_words;
  std::string logit_says;  // which are largest, in a sentence or two

  std::optional<HeadSet> few;   // of the page on heads
  std::string among;            // "the encoder": whose heads could be chosen
  HeadPlace path_from;          // the selected head
  std::vector<HeadPath> paths;  // into those computed later

  std::optional<HeadDots> dots;  // of the page on attention
  std::shared_ptr<CausesOverPairs> over_pairs;
  ModelPtr over_pairs_of;

  std::optional<ScoreSum> score;  // of the page on a score: as edited
  std::string no_score;           // why not
};

void compute_causes(const LabInput& input, LabWork& work);

// "layer 0, head 1", "layer 0, feed-forward", "after layer 0", "words and positions": a row of the map, or a
// part of a sum, within its stack.
std::string block_name(const Anatomy& model, const std::string& path);
// "encoder layer 0, head 1".
std::string head_name(const HeadPlace& head);
// "layer 0, after attention, bias": a part of a sum.
std::string part_name(const Anatomy& model, const AttributedPart& part);

}  // namespace headlight
