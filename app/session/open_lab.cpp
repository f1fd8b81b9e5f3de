#include "app/session/open_lab.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>

#include "app/lab/lab.h"
#include "core/models/card.h"
#include "core/models/outline.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// What of the session's selection the open lab is about.
std::string subject_of(const Session& session) {
  std::string subject = selected_head_path(session, "weights");
  if (lab_on_stage(session)->of_word)
    subject += "[" + std::to_string(session.token) + "] of " + std::to_string(session.side);
  if (lab_on_stage(session)->outside != nullptr)
    subject += ", " + std::to_string(lab_on_stage(session)->outside());
  return subject;
}

bool same_subject(const LabWork& work, const Session& session) {
  return work.lab == lab_on_stage(session) && work.subject == subject_of(session);
}

// The session whose lab is computed: the open one, or the view of causes where another view draws its
// ribbons. Nothing where none is.
std::optional<Session> asked_of_lab(const Session& session) {
  if (shows_lab(session)) return session;
  if (!shows_cause_ribbons(session)) return std::nullopt;
  Session causes = session;
  causes.view = ViewKind::causes;
  return causes;
}

// Those of the open lab, as it is shown for the model on stage.
std::any settings_on_stage(const Session& session, const Results& results) {
  const Lab& lab = *lab_on_stage(session);
  const std::any& settings = session.labs.of(&lab);
  return results.model == nullptr ? settings : shown_for(lab, settings, results.model->anatomy());
}

bool same_settings(const LabWork& work, const std::any& settings) {
  return work.lab->settings.same(work.controls, settings);
}

// Whether its settings are these but for what only the panel reads.
bool same_but_looks(const LabWork& work, std::any other) {
  const LabSettings& settings = work.lab->settings;
  if (settings.leave_out_looks == nullptr) return false;
  std::any one = work.controls;
  settings.leave_out_looks(one);
  settings.leave_out_looks(other);
  return settings.same(one, other);
}

std::shared_ptr<const Results> results_of_cells(const LabWork& work, const Results& results,
                                                const Results* before);

// The results with what the lab found so far.
std::shared_ptr<const Results> results_so_far(const LabWork& begun, const Results& results, float share,
                                              const std::function<void(LabWork&)>& fill) {
  auto work = std::make_shared<LabWork>();
  work->lab = begun.lab;
  work->controls = begun.controls;
  work->subject = begun.subject;
  work->head = begun.head;
  work->token = begun.token;
  work->side = begun.side;
  work->partial = true;
  fill(*work);
  auto all = std::make_shared<Results>(results);
  all->lab_cells = results_of_cells(*work, results, nullptr);
  if (work->over_text != nullptr) all->over_text = work->over_text;
  all->lab = std::move(work);
  all->computing = true;
  all->progress = share;
  return all;
}

// Whether nothing is missing of what is asked for now.
bool is_whole(const LabWork& work, bool for_ribbons) {
  return !work.partial && work.for_ribbons == for_ribbons;
}

// Of the model that Headlight opens with.
std::string title_of_translator() {
  try {
    return outline_of(model_folder(Session{}.model))->card().title;
  } catch (const std::exception&) {
    return "";
  }
}

LabWorkPtr work_for(const Session& session, const Results& results, const Results* before,
                    const Computing& computing, bool for_ribbons) {
  const auto same_trace = [](const Run& one, const Run& other) { return one.trace == other.trace; };
  const bool same_traces = before != nullptr && before->model == results.model &&
                           before->pair == results.pair &&
                           std::equal(before->runs.begin(), before->runs.end(), results.runs.begin(),
                                      results.runs.end(), same_trace);
  const LabWork* last = before == nullptr ? nullptr : before->lab.get();
  const std::any settings = settings_on_stage(session, results);
  if (same_traces && last != nullptr && is_whole(*last, for_ribbons) && same_subject(*last, session)) {
    if (same_settings(*last, settings)) return before->lab;
    if (same_but_looks(*last, settings)) {
      auto same = std::make_shared<LabWork>(*last);
      same->controls = settings;
      return same;
    }
  }
  auto work = std::make_shared<LabWork>();
  work->lab = lab_on_stage(session);
  work->controls = settings;
  work->subject = subject_of(session);
  work->for_ribbons = for_ribbons;
  LabInput input = lab_input(session, results);
  work->head = input.head;
  work->token = input.token;
  work->side = input.side;
  input.cancel = computing.cancel;
  input.pieces = computing.pieces;
  input.for_ribbons = for_ribbons;
  const Run& run = results.side(input.side_on_stage());
  if (computing.progress) input.progress = [&](float share) { computing.progress(run, share); };
  if (computing.so_far && !for_ribbons) {
    input.so_far = [&](float share, const std::function<void(LabWork&)>& fill) {
      computing.so_far(run, share, [&] { return results_so_far(*work, results, share, fill); });
    };
  }
  work->missing = missing_for(*work->lab, work->controls, results.model->anatomy());
  if (!work->missing.empty()) {
    work->error = work->missing;
    work->has_it = title_of_translator();
    return work;
  }
  if (last != nullptr) input.last = &last->found;
  try {
    lab_on_stage(session)->compute(input, *work);
  } catch (const LabCancelled&) {
    return nullptr;
  } catch (const std::exception& error) {
    work->error = told(error);
  }
  return work;
}

std::shared_ptr<const Results> results_of_cells(const LabWork& work, const Results& results,
                                                const Results* before) {
  if (work.recorded == nullptr) return nullptr;
  if (before != nullptr && before->lab != nullptr && before->lab->recorded == work.recorded)
    return before->lab_cells;
  auto cells = std::make_shared<Results>();
  cells->model_name = results.model_name;
  cells->model = results.model;
  cells->card = results.card;
  cells->runs = work.recorded->runs;
  for (int side = 0; side < 2; ++side) {
    const Trace *own = cells->trace(side), *read = results.trace(side);
    if (own != nullptr && read != nullptr && own->typed() == read->typed())
      cells->side(side).antecedent = results.side(side).antecedent;
  }
  return cells;
}

// A lab computes with the model on stage: what another one reads is not its business.
const Run& read_by_stage(const Results& results, int side) {
  static const Run none;
  const Run& run = results.side(side);
  return run.model == results.model ? run : none;
}

}  // namespace

LabInput lab_input(const Session& session, const Results& results) {
  std::any controls = settings_on_stage(session, results);
  lab_on_stage(session)->settings.fit(controls);  // a file can have any numbers
  return {.controls = std::move(controls),
          .model = results.model,
          .sides = {read_by_stage(results, 0), read_by_stage(results, 1)},
          .runs = &results.runs,
          .head = selected_head(session),
          .token = session.token,
          .side = session.side};
}

void open_lab(const Session& session, Results& results, const Results* before, const Computing& computing) {
  if (before != nullptr && before->model == results.model) results.over_text = before->over_text;
  const std::optional<Session> asked = asked_of_lab(session);
  if (!asked || results.model == nullptr) return;
  results.lab = work_for(*asked, results, before, computing, !shows_lab(session));
  if (results.lab == nullptr) {
    results.computing = true;
    return;
  }
  if (results.lab->over_text != nullptr) results.over_text = results.lab->over_text;
  results.lab_cells = results_of_cells(*results.lab, results, before);
}

LabWorkPtr lab_work_like(const LabWork& work, const std::any& settings, const Results& results) {
  auto made = std::make_shared<LabWork>();
  made->lab = work.lab;
  made->controls = settings;
  made->subject = work.subject;
  made->head = work.head;
  made->token = work.token;
  made->side = work.side;
  const LabInput input{.controls = settings,
                       .model = results.model,
                       .sides = {read_by_stage(results, 0), read_by_stage(results, 1)},
                       .runs = &results.runs,
                       .head = work.head,
                       .token = work.token,
                       .side = work.side};
  try {
    work.lab->compute(input, *made);
  } catch (const std::exception& error) {
    made->error = told(error);
  }
  return made;
}

bool has_lab_work(const Results& results, const Session& session) {
  const std::optional<Session> asked = asked_of_lab(session);
  if (!asked || results.model == nullptr) return true;
  return results.lab != nullptr && is_whole(*results.lab, !shows_lab(session)) &&
         same_subject(*results.lab, *asked) &&
         same_settings(*results.lab, settings_on_stage(*asked, results));
}

const CauseWays* cause_ways(const Session& session, const Results& results) {
  if (!shows_cause_ribbons(session) || results.lab == nullptr || results.lab->ways == nullptr) return nullptr;
  const CauseWays& ways = *results.lab->ways;
  const int side = side_on_stage(session, results);
  const bool of_stage =
      ways.to == results.side(side).unedited && ways.from == results.side(1 - side).unedited;
  return of_stage ? &ways : nullptr;
}

const LabWork* lab_work_of(const Session& session, const Results& results) {
  return results.lab != nullptr && results.lab->lab == lab_on_stage(session) ? results.lab.get() : nullptr;
}

LabCaption lab_caption(const Session& session, const Results& results) {
  const Lab& lab = *lab_on_stage(session);
  const LabInput input = lab_input(session, results);
  LabCaption caption = lab.caption({input, lab_work_of(session, results), side_on_stage(session, results)});
  caption.says = called(&lab) + ": " + caption.says + ".";
  return caption;
}

std::vector<const LabTable*> lab_tables(const Session& session, const Results& results) {
  std::vector<const LabTable*> tables;
  const LabWork* work = lab_work_of(session, results);
  if (!shows_lab(session) || work == nullptr) return tables;
  const int side = side_on_stage(session, results);
  for (const LabTable& table : work->tables) {
    if (table.side == -1 || table.side == side) tables.push_back(&table);
  }
  return tables;
}

const LabTable* lab_matrix(const Session& session, const Results& results) {
  const std::vector<const LabTable*> tables = lab_tables(session, results);
  const auto found =
      std::find_if(tables.begin(), tables.end(), [](const LabTable* table) { return table->is_matrix(); });
  return found == tables.end() ? nullptr : *found;
}

int sides_of_cells(const Session& session, const Results& results) {
  const bool sentences = session.two();
  if (sentences || !shows_lab(session)) return sentences ? 2 : 1;
  // Before its work is there, nobody knows.
  const LabWork* work = lab_work_of(session, results);
  if (work == nullptr) return 2;
  return work->recorded != nullptr && work->recorded->trace(1) != nullptr ? 2 : 1;
}

int side_on_stage(const Session& session, const Results& results) {
  return results.trace(session.side) != nullptr ? session.side : 1 - session.side;
}

const Trace* trace_of_cells(const Session& session, const Results& results) {
  if (shows_lab(session)) {
    const LabWork* work = lab_work_of(session, results);
    if (work == nullptr) return nullptr;
    if (work->recorded != nullptr) return work->recorded->trace(session.side);
  }
  return results.trace_of_side(session, session.side);
}

}  // namespace headlight
