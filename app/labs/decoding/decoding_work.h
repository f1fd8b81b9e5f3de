// What the view of decoding shows: everything that follows from the words so far.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/figure/heatmap.h"
#include "core/models/decoder_cost.h"
#include "core/models/logit_lens.h"
#include "core/models/search.h"

namespace headlight {

struct LabInput;
struct LabWork;

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

void compute_decoding(const LabInput& input, LabWork& work);

}  // namespace headlight
