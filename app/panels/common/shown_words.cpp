#include "app/panels/common/shown_words.h"

namespace headlight {

bool reads_pieces(const PanelContext& context) {
  for (const int side : {0, 1}) {
    const Trace* const trace = context.results.trace(side);
    if (trace != nullptr &&
        (trace->words().source_pieces != nullptr || trace->words().target_pieces != nullptr))
      return true;
  }
  return false;
}

Picks picks(const Ui& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) return Picks::key_too;
  return io.KeyShift || ui.state<SelectSeveral>().on ? Picks::too : Picks::alone;
}

}  // namespace headlight
