#include "app/lab/lab_caption.h"

#include <algorithm>

namespace headlight {

const std::vector<std::string>& CaptionAsked::words(int of) const {
  static const std::vector<std::string> none;
  return input.trace(of) != nullptr ? input.trace(of)->words().source : none;
}

std::string CaptionAsked::word(int place) const {
  const std::vector<std::string>& all = words(side);
  if (all.empty()) return "a word";
  return in_curly_quotes(
      all[static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(all.size()) - 1))]);
}

std::string CaptionAsked::selected_head() const {
  const HeadChoice& chosen = input.head;
  switch (chosen.attention) {
    case Attention::encoder:
      return head_text("encoder", chosen.layer, chosen.head);
    case Attention::decoder:
      return head_text("decoder", chosen.layer, chosen.head);
    case Attention::cross:
      break;
  }
  return "encoder–decoder " + head_text("attention,", chosen.layer, chosen.head);
}

}  // namespace headlight
