// Decoding: how a model goes on word by word. What was chosen is here; what follows from it is computed.
#pragma once

#include <string>
#include <vector>

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"
#include "core/models/search.h"

namespace headlight {

struct Lab;

struct DecodingLab {
  static constexpr LabKind lab = LabKind::decoding;
  static const Lab lab_row;
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
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("page", self.page,
          EnumNames<Page>{{Page::words, "words"}, {Page::cache, "cache"}, {Page::layers, "layers"}});
    visit("strategy", self.strategy,
          EnumNames<Strategy>{
              {Strategy::greedy, "greedy"}, {Strategy::sampling, "sampling"}, {Strategy::beam, "beam"}});
    visit("written", self.written, AtMost{256});
    visit("temperature", self.temperature, Within{0.05F, 5.0F});
    visit("top_k", self.top_k, Within{0, 50});
    visit("top_p", self.top_p, Within{0.05F, 1.0F});
    visit("seed", self.seed, Within{0, 9999});
    visit("beams", self.beams, Within{1, 8});
    visit("length_penalty", self.length_penalty, Within{0.0F, 2.0F});
    visit("cache", self.cache);
  }

  Sampling sampling() const {
    return {
        .temperature = static_cast<double>(temperature), .top_k = top_k, .top_p = static_cast<double>(top_p)};
  }
  Beam beam() const { return {.width = beams, .length_penalty = static_cast<double>(length_penalty)}; }
};

}  // namespace headlight
