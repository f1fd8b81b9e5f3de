// Causes: what of a word of the answer hangs on which row, by exchanging one row at a time between the two
// sentences; the heads that carry it, the paths between heads, and the sum that the word's logit is.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/labs.h"
#include "core/explain/attribution.h"
#include "core/explain/causal_map.h"
#include "core/figure/heatmap.h"
#include "core/files/fields.h"

namespace headlight {

struct Lab;
struct LabPanel;

struct CausesLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  enum class Page { map, heads };
  enum class Heads { apart, together };

  Page page = Page::map;
  Exchange put = Exchange::clean;  // with one sentence, zeros instead
  Heads heads = Heads::apart;
  int place = -1;  // of the answer; -1: the first where the answers differ, else the least sure one

  bool operator==(const CausesLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("page", self.page, EnumNames<Page>{{Page::map, "map"}, {Page::heads, "heads"}});
    visit("put", self.put,
          EnumNames<Exchange>{{Exchange::clean, "sentence"},
                              {Exchange::zero, "zero"},
                              {Exchange::mean, "mean"},
                              {Exchange::shuffled, "shuffled"},
                              {Exchange::noise, "noise"}});
    visit("heads", self.heads, EnumNames<Heads>{{Heads::apart, "apart"}, {Heads::together, "together"}});
    visit("place", self.place, Within{-1, 4095});
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
  std::shared_ptr<const CausalMapping> mapping;  // null without
  TracePtr from, to;                             // whose rows go where
  CausesLab::Heads heads = CausesLab::Heads::apart;
  bool many_heads = false;               // too many to exchange each by itself
  std::vector<HeatmapPtr> maps;          // what is read and what is written, those there are
  std::vector<std::vector<int>> blocks;  // of the rows of each map, the places in the mapping's map

  // How much likelier the sentence holds its own word (the question's `other`, alone its `word`): as edited.
  std::optional<LogitAttribution> parts;
  std::string no_parts;  // why not

  std::optional<HeadSet> few;   // of the page on heads
  std::string among;            // "the encoder": whose heads could be chosen
  HeadPlace path_from;          // the selected head
  std::vector<HeadPath> paths;  // into those computed later
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
