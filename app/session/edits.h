// The edits of a session among one another: which of them take one another's place.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/figure/heatmap.h"
#include "core/files/json.h"
#include "core/models/trace.h"

namespace headlight {

struct Results;

// Whether both do the same kind of thing to the same cells, whatever their numbers.
bool same_place(const Edit& a, const Edit& b);

// Adds an edit behind the others, without those of which it leaves nothing; rows and columns are clipped to
// the node of `trace` (null while it is not known). An edit that says nothing, or of a node that is not
// there, is left out, and so is one more than `most_edits`. Where an edit of one run takes the place of one
// of all, that one stays with the others: there are `runs` of them.
void add_edit(std::vector<SessionEdit>& edits, SessionEdit edit, const Trace* trace, int runs = 2);

// Makes the edit at `index` one of that run, or of all; others at its place give way as above.
void give_to_run(std::vector<SessionEdit>& edits, int index, std::optional<int> run, int runs = 2);

// Without the run at this place: its edits go with it, and those of the runs behind it move up.
void remove_run(Matter& matter, int run);

// The run that edits of this one copy rows from.
constexpr int copied_from(int run) { return run == 0 ? 1 : 0; }

// What a model understands of an edit. With `keep_sum` the whole row is set, with `from` to the numbers of
// the other run: read from the traces that both have without edits, null where there is none. An edit whose
// row is not there stays without values and changes nothing.
Edit resolved(const SessionEdit& edit, const Trace* own, const Trace* other);

// What of an edit no run of the results has, a row for example: one line, empty when all is there.
std::string missing_edits(const Session& session, const Results& results);

// Attention turned by hand: one weight of a row moves, the rest makes room for it.

// The row with weight `key` at `value` (kept between 0 and 1), and the others in the proportions they have in
// `row`, so that all add up to 1. Where nothing of the others is left, what remains is shared out evenly
// among those that `may_look` allows. A key that may not be looked at stays at 0, and a key alone keeps its
// weight.
std::vector<float> turned_weights(std::span<const float> row, int key, float value,
                                  std::span<const char> may_look);
// The row set to these: what a weight that is dragged and one that is typed become. `map` is of the weights,
// its row `at` the node's row `row`; `from` as the row was when the hand began to move it.
Edit turned_row(const Heatmap& map, int at, int row, std::span<const float> from, int key, float value);

// An edit of a session as JSON: what it has as usual is left out.

const EnumNames<Edit::Kind>& edit_kind_names();

Json fields_json(const SessionEdit& edit);
// Throws FieldError where the JSON is no edit.
void read(const Json& json, const std::string& field, SessionEdit& edit);
// One run makes two, the second without a text. Throws FieldError for none and for too many.
void read(const Json& json, const std::string& field, std::vector<RunSpec>& runs);

}  // namespace headlight
