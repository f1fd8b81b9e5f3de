// What the lab on lookup draws.
#pragma once

#include "app/labs/lookup/lookup_lab.h"
#include "app/panels/labs/labs.h"

namespace headlight {

// `work` has found something. One-hot rows times the table, and beside the product the rows picked by their
// numbers.
void draw_lookup_matrices(const PanelContext& context, const Area& area, const LabWork& work);
// A table of keys and values, asked in three ways; below it what each finds.
void draw_soft_lookup(const PanelContext& context, const Area& area, const Trace& trace,
                      const SoftLookupStudy& study);
// What product and lookup cost, as far as there is room; for letters how the table is drawn, beside their
// field if that is wide enough.
void draw_lookup_counts(const PanelContext& context, const Area& area, const Area& beside_field,
                        const LabWork& work);
// All of what stands there needs so much.
float lookup_counts_height(const Ui& ui);
// The field for letters.
float lookup_field_width(const Ui& ui);

}  // namespace headlight
