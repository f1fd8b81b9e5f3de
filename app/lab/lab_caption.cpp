#include "app/lab/lab_caption.h"

#include <algorithm>

#include "core/models/model.h"

namespace headlight {

const std::vector<std::string>& CaptionAsked::words(int of) const {
  static const std::vector<std::string> none;
  return input.trace(of) != nullptr ? input.trace(of)->typed() : none;
}

std::string CaptionAsked::word(int place) const {
  const std::vector<std::string>& all = words(side);
  if (all.empty()) return "a word";
  return in_curly_quotes(
      all[static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(all.size()) - 1))]);
}

std::string CaptionAsked::reading_stack() const {
  return input.model == nullptr ? "encoder" : std::string(input.model->anatomy().stacks.front().name);
}

std::string CaptionAsked::reading_head(int layer, int head) const {
  if (input.model == nullptr) return head_text("encoder", layer, head);
  const HeadChoice chosen = headlight::reading_head(input.model->anatomy(), layer, head);
  return head_text(info(chosen.attention).stack, chosen.layer, chosen.head);
}

std::string CaptionAsked::selected_head() const {
  const HeadChoice& chosen = input.head;
  if (info(chosen.attention).crosses())
    return "encoder–decoder " + head_text("attention,", chosen.layer, chosen.head);
  return head_text(info(chosen.attention).stack, chosen.layer, chosen.head);
}

}  // namespace headlight
