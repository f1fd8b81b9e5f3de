// What the captions of all labs are made of.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "app/session/lab_caption.h"
#include "app/session/labs/lab_work.h"
#include "core/figure/amounts.h"

namespace headlight {

inline std::string in_curly_quotes(const std::string& text) { return "“" + text + "”"; }
// Where numbers were drawn, so that they can be drawn again.
inline std::string drawn(int seed) { return " (draw " + std::to_string(seed) + ")"; }
inline std::string head_text(std::string_view stack, int layer, int head) {
  return std::string(stack) + " layer " + std::to_string(layer) + ", head " + std::to_string(head);
}

// What is asked of the work may not be there yet.
struct CaptionAsked {
  const Session& session;
  const Document& document;
  const LabWork* work;  // of this lab; null while there is none
  int side;             // on stage

  const TransformerConfig* config() const {
    return document.model != nullptr ? &document.model->config() : nullptr;
  }
  const std::vector<std::string>& words(int of) const {
    static const std::vector<std::string> none;
    return document.trace(of) != nullptr ? document.trace(of)->words().source : none;
  }
  std::string word(int place) const {
    const std::vector<std::string>& all = words(side);
    if (all.empty()) return "a word";
    return in_curly_quotes(
        all[static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(all.size()) - 1))]);
  }
  int layer(int asked) const { return config() ? std::min(asked, config()->encoder_layers - 1) : asked; }
  int head(int asked) const { return config() ? std::min(asked, config()->encoder_heads - 1) : asked; }
};

// In positions_caption.cpp.
LabCaption positions_caption(const CaptionAsked& asked);

}  // namespace headlight
