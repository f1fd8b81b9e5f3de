#include "app/labs/lab_input.h"

#include <algorithm>
#include <stdexcept>

#include "core/figure/amounts.h"
#include "core/models/translator.h"

namespace headlight {

const TransformerConfig& LabInput::config() const { return model->config(); }

TracePtr LabInput::sentence_on_stage() const {
  TracePtr found = trace_on_stage();
  if (found == nullptr)
    throw std::runtime_error("There is no sentence on stage: type one the model can read.");
  return found;
}

TracePtr LabInput::first_sentence() const {
  if (sides[0].trace == nullptr)
    throw std::runtime_error("This lab is on the first sentence: type one that the model can read.");
  return sides[0].trace;
}

std::string LabInput::edits_on_stage(const std::vector<std::string>& paths) const {
  const std::vector<Edit>& edits = sides.at(static_cast<std::size_t>(side_on_stage())).edits;
  const auto count = std::count_if(edits.begin(), edits.end(), [&](const Edit& edit) {
    return std::find(paths.begin(), paths.end(), edit.path) != paths.end();
  });
  return count == 0 ? "" : counted(count, "edit");
}

}  // namespace headlight
