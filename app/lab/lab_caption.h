// What stands under the pictures of a lab, as one would say it to a reader who has not seen the controls.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_work.h"
#include "core/figure/numbers.h"

namespace headlight {

// What the captions of all labs are made of.

inline std::string in_curly_quotes(const std::string& text) { return "“" + text + "”"; }
// Where numbers were drawn, so that they can be drawn again.
inline std::string drawn(int seed) { return " (draw " + std::to_string(seed) + ")"; }
inline std::string head_text(std::string_view stack, int layer, int head) {
  return std::string(stack) + " layer " + std::to_string(layer) + ", head " + std::to_string(head);
}

struct LabCaption {
  // One sentence: what is shown, and the settings that matter on the open page. "Temperature lab: the weights
  // of “it” in encoder layer 1, head 0, at T = 0.5 and T = 1." A lab's row leaves out the lab's name and the
  // full stop.
  std::string says;
  std::vector<int> sides;  // whose sentences are read; none where no sentence is
  bool of_model = true;    // made of the numbers of the model on stage
};

// What is asked of the work may not be there yet.
struct CaptionAsked {
  const LabInput& input;
  const LabWork* work;  // of this lab; null while there is none
  int side;             // on stage

  template <typename Settings>
  const Settings& settings() const {
    return input.settings<Settings>();
  }
  template <typename Result>
  const Result* result() const {
    return work == nullptr ? nullptr : work->result<Result>();
  }
  // Null while there is no model, and where that is no Transformer.
  const TransformerConfig* config() const {
    return input.model == nullptr || !input.model->transformer() ? nullptr : &input.config();
  }
  // The words that are read.
  const std::vector<std::string>& words(int of) const;
  // “it”, the nearest one to `place` that there is.
  std::string word(int place) const;
  std::string reading_stack() const;  // "encoder": that of what is read
  // "encoder layer 1, head 0": of the self-attention of what is read, as far as there are so many.
  std::string reading_head(int layer, int head) const;
  // "encoder layer 1, head 0": the selected one.
  std::string selected_head() const;
};

}  // namespace headlight
