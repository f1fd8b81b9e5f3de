// What stands under the pictures of a lab, as one would say it to a reader who has not seen the controls.
#pragma once

#include <string>
#include <vector>

#include "app/session/document.h"

namespace headlight {

struct LabCaption {
  // One sentence: what is shown, and the settings that matter on the open page. "Temperature lab: the weights
  // of “it” in encoder layer 1, head 0, at T = 0.5 and T = 1."
  std::string says;
  std::vector<int> sides;  // whose sentences are read; none where no sentence is
  bool of_model = true;    // made of the numbers of the model on stage
};
LabCaption lab_caption(const Session& session, const Document& document);

}  // namespace headlight
