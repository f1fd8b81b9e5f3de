// The lab on vectors as a row of the labs.
#include "app/labs/vectors/vectors_lab.h"

#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/vectors/vectors_work.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

LabCaption vectors_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<VectorsLab>();
  const auto* study = asked.result<VectorsStudy>();
  if (study == nullptr) return {"vectors by their principal components", {}};
  const std::string at = study->all->places[static_cast<std::size_t>(study->place)];
  const std::string axes = lab.in_space ? ", along their first three principal components"
                                        : ", along their first two principal components";
  switch (study->of) {
    case VectorsOf::bears:
      return {"the word “bears” in " + counted(std::ssize(study->all->items), "held-out sentence") + ", " +
                  at + axes,
              {}};
    case VectorsOf::stage:
      return {"the vectors of all words, " + at + axes, {0, 1}};
    case VectorsOf::sentences:
      return {"sentences as the mean of their words’ vectors, " + at + axes, {0, 1}};
  }
  return {"", {}};
}

void leave_out_vectors_looks(VectorsLab& lab) {
  const VectorsLab usual;
  lab.in_space = usual.in_space;
  lab.turn = usual.turn;
  lab.tilt = usual.tilt;
}

constexpr std::array vectors_drags{LabDrag{"vectors, the place along the stream",
                                           [](Labs& labs, int i) { labs.get<VectorsLab>().place = i % 4; }},
                                   LabDrag{"vectors, turned", [](Labs& labs, int i) {
                                             labs.get<VectorsLab>().in_space = true;
                                             labs.get<VectorsLab>().turn = 0.05F * static_cast<float>(i % 60);
                                           }}};

}  // namespace

constinit const Lab VectorsLab::lab_row{.kind = lab,
                                        .name = "vectors",
                                        .title = "Vectors",
                                        .question = "Does a word have one vector?",
                                        .settings = settings_of<VectorsLab, leave_out_vectors_looks>(),
                                        .compute = compute_vectors,
                                        .caption = vectors_caption,
                                        .drags = vectors_drags,
                                        .needs = always<LabNeeds::words>};

}  // namespace headlight
