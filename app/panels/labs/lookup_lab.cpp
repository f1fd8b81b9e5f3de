// How a word becomes numbers: a one-hot row times a matrix, and the row that it picks.
#include <array>

#include "app/panels/labs/lookup_drawing.h"
#include "app/widgets/controls.h"
#include "core/labs/lookup.h"

namespace headlight {

void draw_lookup_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const LookupLab& settings = context.session.labs.get<LookupLab>();
  Area rest = area;
  const std::array pages{Choice{"letters"}, Choice{"the sentence"}, Choice{"films"}, Choice{"paint"}};
  const bool soft = settings.of == LookupOf::films || settings.of == LookupOf::paint;
  const Area controls = lab_head(
      context, rest,
      soft ? "A dictionary answers only to the exact key. Attention takes something from every entry, by how "
             "well its key fits: a soft lookup."
           : "A one-hot row times a matrix leaves one of its rows: the same as looking that row up.",
      choices_width(ui, pages));
  const int page = choices(ui, "lookup/of", controls, pages, static_cast<int>(settings.of));
  if (page >= 0)
    change_labs(context, [page](Labs& labs) {
      labs.get<LookupLab>().of = static_cast<LookupOf>(page);
      labs.get<LookupLab>().place = 0;
    });
  if (settings.of == LookupOf::letters && !ui.exporting()) {
    std::string typed = settings.letters;
    const Area field = Area::at(rest.left, rest.top, lookup_field_width(ui), ui.px(34));
    if (text_field(ui, "lookup/letters", field, typed, type::number,
                   "up to " + std::to_string(LookupLab::most_letters) + " letters")
            .changed) {
      const std::string letters = letters_text(letters_of(typed, LookupLab::most_letters));
      change_labs(context, [&letters](Labs& labs) { labs.get<LookupLab>().letters = letters; });
    }
    // What is typed beyond them would vanish without a word.
    if (std::ssize(settings.letters) >= LookupLab::most_letters)
      ui.text({field.left, field.top, field.right - ui.px(10), field.bottom}, Align::right, type::caption,
              ui.colours().text_3, "at most " + std::to_string(LookupLab::most_letters));
  }
  const LabWork* work = work_of(context);
  if (work == nullptr || work->recorded == nullptr) return;
  if (const auto* study = work->result<SoftLookupStudy>())
    return draw_soft_lookup(context, rest, *work->recorded->trace(0), *study);
  draw_lookup_matrices(context, rest, *work);
}

}  // namespace headlight
