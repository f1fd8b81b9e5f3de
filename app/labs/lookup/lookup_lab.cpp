// The lab on lookup as a row of the labs.
#include "app/labs/lookup/lookup_lab.h"

#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/lookup/lookup_work.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

LabCaption lookup_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<LookupLab>();
  if (lab.of == LookupOf::sentence)
    return {"each word as a one-hot row times the model’s table of embeddings", {0}};
  if (lab.of == LookupOf::films || lab.of == LookupOf::paint)
    return {std::string(lab.of == LookupOf::films ? "a catalogue of films" : "the tins of a paint shop") +
                " asked as a dictionary, by the nearest key, and by a softmax at T = " +
                significant_text(lab.temperature, 3),
            {},
            false};
  const std::string letters = letters_text(letters_of(lab.letters, LookupLab::most_letters));
  if (letters.empty()) return {"a table for the letters of the alphabet", {}, false};
  return {"the letters " + in_curly_quotes(letters) + " as one-hot rows times a random table of " +
              counted(lab.dimensions, "dimension") + drawn(lab.seed),
          {},
          false};
}

void leave_out_lookup_looks(LookupLab& lab) { lab.place = 0; }

constexpr std::array lookup_drags{
    LabDrag{"lookup, the dimensions of the letters’ table",
            [](Labs& labs, int i) { labs.get<LookupLab>().dimensions = 1 + i % 8; }},
    LabDrag{"lookup, a word of the sentence",
            [](Labs& labs, int i) {
              labs.get<LookupLab>().of = LookupOf::sentence;
              labs.get<LookupLab>().place = i % 11;
            }},
    LabDrag{"lookup, the temperature of a soft one", [](Labs& labs, int i) {
              labs.get<LookupLab>().of = LookupOf::paint;
              labs.get<LookupLab>().temperature = 0.1F + 0.01F * static_cast<float>(i);
            }}};

}  // namespace

constinit const Lab LookupLab::lab_row{
    .kind = lab,
    .name = "lookup",
    .title = "Lookup",
    .question = "How is something looked up?",
    .settings = settings_of<LookupLab, leave_out_lookup_looks>(),
    .compute = compute_lookup,
    .caption = lookup_caption,
    .drags = lookup_drags,
    .needs =
        [](const std::any& settings) {
          return std::any_cast<const LookupLab&>(settings).of == LookupOf::sentence ? LabNeeds::translator
                                                                                    : LabNeeds::nothing;
        },
    .without_model = [](std::any& settings) { std::any_cast<LookupLab&>(settings).of = LookupOf::letters; },
    .without_model_says = "Letters"};

}  // namespace headlight
