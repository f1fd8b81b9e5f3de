#include "app/session/edits.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/files/json.h"
#include "core/text/say.h"

namespace headlight {

std::vector<float> turned_weights(std::span<const float> row, int key, float value,
                                  std::span<const char> may_look) {
  std::vector<float> turned(row.begin(), row.end());
  const auto at = static_cast<std::size_t>(key);
  if (key < 0 || at >= row.size() || may_look[at] == 0) return turned;
  double others = 0;
  int free = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i == at || may_look[i] == 0) continue;
    others += row[i];
    ++free;
  }
  if (free == 0) return turned;
  const double rest = 1.0 - std::clamp(value, 0.0F, 1.0F);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i == at) {
      turned[i] = static_cast<float>(1.0 - rest);
    } else if (may_look[i] == 0) {
      turned[i] = 0;
    } else {
      turned[i] = static_cast<float>(others > 0 ? row[i] / others * rest : rest / free);
    }
  }
  return turned;
}

Edit turned_row(const Heatmap& map, int at, int row, std::span<const float> from, int key, float value) {
  std::vector<char> may_look;
  for (int i = 0; i < map.columns; ++i) may_look.push_back(map.state(at, i) == CellState::value ? 1 : 0);
  Edit edit{.path = map.path, .kind = Edit::Kind::set, .row = row};
  edit.values = turned_weights(from, key, value, may_look);
  return edit;
}

namespace {

// Whether nothing of `before` is left once `later` is applied.
bool covers(const Edit& later, const Edit& before) {
  if (later.path != before.path || later.kind != Edit::Kind::set) return false;
  const bool rows = !later.row || later.row == before.row;
  const bool cols = !later.col || (before.kind != Edit::Kind::swap && later.col == before.col);
  return rows && cols;
}

}  // namespace

Edit resolved(const SessionEdit& edit, const Trace* own, const Trace* other) {
  Edit made = edit;
  if (!edit.from && !edit.keep_sum) return made;
  made.values.clear();
  made.col.reset();
  const Trace* const read = edit.from ? other : own;
  const int node = read == nullptr ? -1 : read->find(edit.path);
  if (node < 0) return made;
  const Reading reading = read->read(node);
  const int row = edit.from.value_or(edit.row.value_or(-1));
  if (row < 0 || row >= reading.shape().rows) return made;
  for (int col = 0; col < reading.shape().cols; ++col) made.values.push_back(reading(row, col));
  if (edit.from) return made;
  const int key = edit.col.value_or(-1);
  std::vector<char> may_look;
  for (int col = 0; col < reading.shape().cols; ++col)
    may_look.push_back(col == key || reading(row, col) > 0 ? 1 : 0);
  made.values = turned_weights(made.values, key, edit.values.front(), may_look);
  return made;
}

bool same_place(const Edit& a, const Edit& b) {
  if (a.path != b.path || a.kind != b.kind || a.row != b.row) return false;
  if (a.kind != Edit::Kind::swap) return a.col == b.col;
  return (a.col == b.col && a.other == b.other) || (a.col == b.other && b.col == a.other);
}

namespace {

// The edit, of all runs, without this one: it is an edit of each of the others.
void leave_run(std::vector<SessionEdit>& left, const SessionEdit& edit, int run, int runs) {
  for (int other = 0; other < runs; ++other) {
    if (other == run) continue;
    left.push_back(edit);
    left.back().run = other;
  }
}

// Of the edits whose place the one at `index` takes, what it leaves: nothing where it is of the same runs,
// that of the others where it is of one only.
void take_places(std::vector<SessionEdit>& edits, std::size_t index, int runs) {
  const SessionEdit taken = edits[index];
  std::vector<SessionEdit> left;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    SessionEdit& each = edits[i];
    const bool replaced = i != index && (same_place(each, taken) || (i < index && covers(taken, each)));
    const bool meets = !each.run || !taken.run || each.run == taken.run;
    if (!replaced || !meets) {
      left.push_back(std::move(each));
    } else if (!each.run && taken.run) {
      leave_run(left, each, *taken.run, runs);
    }
  }
  edits = std::move(left);
}

}  // namespace

void add_edit(std::vector<SessionEdit>& edits, SessionEdit edit, const Trace* trace, int runs) {
  if (edit.path.empty() || (!edit.from && needs_values(edit.kind) && edit.values.empty())) return;
  if (edit.run && (*edit.run < 0 || *edit.run >= runs)) return;
  if (std::any_of(edit.values.begin(), edit.values.end(), [](float value) { return std::isnan(value); }))
    return;
  if (trace != nullptr) {
    const int node = trace->find(edit.path);
    const Shape shape = node < 0 ? Shape{} : trace->tape().node(node).shape;
    if (shape.size() == 0) return;
    if (edit.row) edit.row = std::clamp(*edit.row, 0, shape.rows - 1);
    if (edit.col) edit.col = std::clamp(*edit.col, 0, shape.cols - 1);
    edit.other = std::clamp(edit.other, 0, shape.cols - 1);
  }
  // Swapping twice is no edit at all, in the runs in which it was swapped.
  const auto swapped = std::find_if(edits.begin(), edits.end(), [&](const SessionEdit& each) {
    return edit.kind == Edit::Kind::swap && each.on && same_place(each, edit) &&
           (!each.run || each.run == edit.run);
  });
  if (swapped != edits.end()) {
    const SessionEdit before = *swapped;
    const auto place = edits.erase(swapped);
    if (before.run == edit.run) return;
    std::vector<SessionEdit> others;
    leave_run(others, before, *edit.run, runs);
    edits.insert(place, others.begin(), others.end());
    return;
  }
  const auto same = std::find_if(edits.begin(), edits.end(), [&](const SessionEdit& each) {
    return same_place(each, edit) && each.run == edit.run;
  });
  const bool last_of_node = same != edits.end() && std::none_of(same + 1, edits.end(), [&](const Edit& each) {
                              return each.path == edit.path;
                            });
  if (last_of_node) {
    // A slider that is dragged changes its edit instead of piling up new ones.
    *same = edit;
    take_places(edits, static_cast<std::size_t>(same - edits.begin()), runs);
    return;
  }
  if (same != edits.end()) edits.erase(same);
  if (edits.size() >= most_edits) return;
  edits.push_back(std::move(edit));
  take_places(edits, edits.size() - 1, runs);
}

void give_to_run(std::vector<SessionEdit>& edits, int index, std::optional<int> run, int runs) {
  const auto place = static_cast<std::size_t>(index);
  edits.at(place).run = run;
  take_places(edits, place, runs);
}

void remove_run(Matter& matter, int run) {
  std::erase_if(matter.edits, [&](const SessionEdit& edit) { return edit.run == run; });
  if (matter.runs.size() == 2) {  // the first one stays, alone
    if (run == 0) matter.runs[0] = std::move(matter.runs[1]);
    matter.runs[1] = {};
  } else {
    matter.runs.erase(matter.runs.begin() + run);
  }
  for (SessionEdit& edit : matter.edits) {
    if (edit.run > run) edit.run = *edit.run - 1;
  }
  const int kept = matter.pair.first == run ? 0 : matter.pair.first - (matter.pair.first > run ? 1 : 0);
  matter.pair = {kept, kept == 0 ? 1 : 0};
}

namespace {

void read_side(const Json& json, const std::string& field, std::optional<int>& run) {
  read(json, field, run);
  if (run && *run != 0 && *run != 1)
    fail_field(field, say("is {value}, but must be 0 (the first sentence) or 1 (the second)",
                          {{"value", json.dump()}}));
}

void read_run(const Json& json, const std::string& field, std::optional<int>& run) {
  read(json, field, run);
  if (run && (*run < 0 || *run >= static_cast<int>(most_runs)))
    fail_field(field,
               say("is {value}, but must be the number of a run, counted from 0", {{"value", json.dump()}}));
}

void read_member(const std::string& key, const Json& value, const std::string& field, SessionEdit& edit) {
  if (key == "path") return read(value, field, edit.path);
  if (key == "kind") return read(value, field, edit.kind, edit_kind_names());
  if (key == "row") return read(value, field, edit.row);
  if (key == "col") return read(value, field, edit.col);
  if (key == "values") return read(value, field, edit.values);
  if (key == "other") return read(value, field, edit.other);
  if (key == "keep_sum") return read(value, field, edit.keep_sum);
  if (key == "from") return read(value, field, edit.from);
  if (key == "on") return read(value, field, edit.on);
  if (key == "side") return read_side(value, field, edit.run);
  if (key == "run") return read_run(value, field, edit.run);
  fail_field(field, "is not known");
}

}  // namespace

void read(const Json& json, const std::string& field, SessionEdit& edit) {
  for (const auto& [key, value] : read_object(json, field).items())
    read_member(key, value, inside(field, key), edit);
  if (edit.path.empty()) fail_field(inside(field, "path"), "is missing: an edit names its node");
  const bool sets = edit.kind == Edit::Kind::set;
  if (edit.from && (!sets || !edit.row || edit.col || !edit.values.empty()))
    fail_field(inside(field, "from"),
               "copies a row of the other sentence: it needs \"kind\": \"set\" and \"row\", and takes "
               "neither \"col\" nor \"values\"");
  if (edit.keep_sum && (!sets || !edit.row || !edit.col || edit.values.size() != 1))
    fail_field(inside(field, "keep_sum"),
               "is for one weight: it needs \"kind\": \"set\", \"row\", \"col\" and one of \"values\"");
  if (!edit.from && needs_values(edit.kind) && edit.values.empty())
    fail_field(inside(field, "values"), say("is missing: \"{field}\" needs a number",
                                            {{"field", name_of(edit_kind_names(), edit.kind)}}));
}

void read(const Json& json, const std::string& field, std::vector<RunSpec>& runs) {
  std::vector<RunSpec> all;
  read(json, field, all, AtMost{most_runs});
  if (all.empty()) fail_field(field, "needs a first run");
  all.resize(std::max<std::size_t>(2, all.size()));
  runs = std::move(all);
}

const EnumNames<Edit::Kind>& edit_kind_names() {
  static const EnumNames<Edit::Kind> names{{Edit::Kind::set, "set"},
                                           {Edit::Kind::multiply, "multiply"},
                                           {Edit::Kind::swap, "swap"},
                                           {Edit::Kind::pass, "pass"},
                                           {Edit::Kind::causal, "causal"}};
  return names;
}

Json fields_json(const SessionEdit& edit) {
  Json json{{"path", edit.path}, {"kind", name_of(edit_kind_names(), edit.kind)}};
  if (edit.row) json["row"] = *edit.row;
  if (edit.col) json["col"] = *edit.col;
  Json values = Json::array();
  for (const float value : edit.values) values.push_back(number(value));
  json["values"] = std::move(values);
  json["other"] = edit.other;
  if (edit.keep_sum) json["keep_sum"] = true;
  if (edit.from) json["from"] = *edit.from;
  if (!edit.on) json["on"] = false;
  if (edit.run) json[*edit.run < 2 ? "side" : "run"] = *edit.run;
  return json;
}

}  // namespace headlight
