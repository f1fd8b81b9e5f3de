// Decoding: how a model goes on word by word. What was chosen is here; what follows from it is computed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/lab_work.h"
#include "app/lab/slider.h"
#include "core/figure/heatmap.h"
#include "core/files/fields.h"
#include "core/models/logit_lens.h"
#include "core/models/search.h"
#include "core/text/tokenizer.h"

namespace headlight {

struct Lab;
struct LabPanel;

struct DecodingLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr const char* for_experts[] = {"top_k", "length_penalty"};
  static constexpr int plain_pages = 1;  // word by word
  enum class Page { words, cache, layers };
  enum class Strategy { greedy, sampling, beam };

  Page page = Page::words;
  Strategy strategy = Strategy::greedy;
  std::vector<std::string> written;  // the words so far, however they came there; pieces of what was typed
  float temperature = 1;
  int top_k = 0;  // 0 for all words
  float top_p = 1;
  int seed = 0;
  int beams = 4;
  float length_penalty = 0;
  bool cache = true;  // which of the two is drawn step by step

  bool operator==(const DecodingLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page,
          EnumNames<Page>{{Page::words, "words"}, {Page::cache, "cache"}, {Page::layers, "layers"}});
    visit("strategy", self.strategy,
          EnumNames<Strategy>{
              {Strategy::greedy, "greedy"}, {Strategy::sampling, "sampling"}, {Strategy::beam, "beam"}});
    visit("written", self.written, AtMost{256});
    visit("temperature", self.temperature, Slider{0.05F, 5.0F, 0.01, Track::logarithmic});
    visit("top_k", self.top_k, Within{0, 50});
    visit("top_p", self.top_p, Slider{0.05F, 1.0F, 0.01});
    visit("seed", self.seed, Within{0, 9999});
    visit("beams", self.beams, Within{1, 8});
    visit("length_penalty", self.length_penalty, Slider{0.0F, 2.0F, 0.05});
    visit("cache", self.cache);
  }

  Sampling sampling() const {
    return {
        .temperature = static_cast<double>(temperature), .top_k = top_k, .top_p = static_cast<double>(top_p)};
  }
  Beam beam() const { return {.width = beams, .length_penalty = static_cast<double>(length_penalty)}; }
};

// What the view of decoding shows: everything that follows from the words so far.

// What the model gave behind some words, kept while the settings change.
struct KnownNext {
  TracePtr sentence;  // that it goes on with, under its edits
  std::map<std::vector<int>, std::vector<float>> next;
};

struct DecodingStudy {
  std::shared_ptr<KnownNext> known;  // the work that computes alone looks at it
  struct Word {
    std::string word;
    double probability = 0;  // the model's, behind the words before it
  };
  // Words that would follow those so far, and how likely the model holds all of them together.
  struct Way {
    std::vector<Word> words;
    std::string text;  // with the words so far, as a person writes it
    double log_probability = 0;
    bool ended = false;  // with the model's end
  };

  std::string read;                // the sentence, where another stream than that of the answer reads it
  std::vector<std::string> given;  // read before the first word is written
  std::vector<Word> written;
  std::string unknown;  // what of the words so far the model does not write, with all behind it left out
  std::string end;      // the model's end; empty where it has none
  bool ended = false;   // no word can follow
  bool cut = false;     // because the model holds no more

  // What comes next.
  std::vector<Candidate> next;  // the likeliest first, behind the last word
  std::vector<std::string> next_words;
  int others = 0;  // so many further words
  double others_probability = 0, others_drawn = 0;
  int cut_by_k = 0, cut_by_p = 0;  // words that top-k, then top-p left out

  Way onwards;             // the likeliest word each time
  std::vector<Way> draws;  // by the seed, and by those behind it
  BeamTree tree;
  std::vector<std::string> tree_words;  // of its nodes
  std::vector<std::string> tree_texts;  // the whole text up to each node

  // The attention on stage, a row for every word written and one for the next.
  HeatmapPtr alignment;
  std::string alignment_path, alignment_title;
  std::vector<int> alignment_rows;  // of the node
  int rows_to_come = 0;             // if the likeliest words are written

  // Of every step, the first with all words that are given. Empty where nothing is kept.
  std::vector<DecoderCost> cached, whole;

  LogitLens lens;
  std::vector<std::vector<std::vector<std::string>>> lens_words;  // by layer, place and rank
};

// The numbers of the view of decoding as they are exported and quoted.

// Of the open page; first what the eye sees first.
std::vector<LabTable> decoding_tables(const DecodingLab& settings, const DecodingStudy& study);

// Words of an answer as somebody types them, to those that a model writes.

struct TypedWords {
  std::vector<int> ids;
  std::string unknown;  // the first that the model does not write; it and all behind it are left out
};

// Each piece is a word, or several with spaces or apostrophes between them: "l'animal n'a". Capitals are as
// good as small letters where the vocabulary has only these. Where nothing stands between words, they are
// characters: each letter of a piece is one.
TypedWords typed_words(const std::vector<std::string>& pieces, const Vocabulary& vocabulary,
                       std::string_view between = " ");

}  // namespace headlight
