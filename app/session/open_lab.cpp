#include "app/session/open_lab.h"

#include <algorithm>
#include <exception>

#include "app/lab/lab.h"

namespace headlight {
namespace {

// What of the session's selection the open lab is about.
std::string subject_of(const Session& session) {
  std::string subject = selected_head_path(session, "weights");
  if (lab_on_stage(session)->of_word)
    subject += "[" + std::to_string(session.token) + "] of " + std::to_string(session.side);
  return subject;
}

bool same_subject(const LabWork& work, const Session& session) {
  return work.lab == lab_on_stage(session) && work.subject == subject_of(session);
}

// Those of the open lab, as it is shown for the model on stage.
std::any settings_on_stage(const Session& session, const Document& document) {
  const Lab& lab = *lab_on_stage(session);
  const std::any& settings = session.labs.of(&lab);
  return document.model == nullptr ? settings : shown_for(lab, settings, document.model->anatomy());
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

LabWorkPtr work_for(const Session& session, const Document& document, const Document* before,
                    const Computing& computing) {
  const bool same_traces = before != nullptr && before->model == document.model &&
                           before->sides[0].trace == document.sides[0].trace &&
                           before->sides[1].trace == document.sides[1].trace;
  const LabWork* last = before == nullptr ? nullptr : before->lab.get();
  const std::any settings = settings_on_stage(session, document);
  if (same_traces && last != nullptr && same_subject(*last, session)) {
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
  LabInput input = lab_input(session, document);
  input.cancel = computing.cancel;
  if (computing.progress) {
    const Side& side = document.sides.at(static_cast<std::size_t>(input.side_on_stage()));
    input.progress = [&](float share) { computing.progress(side, share); };
  }
  work->missing = missing_for(*work->lab, work->controls, document.model->anatomy());
  if (!work->missing.empty()) {
    work->error = work->missing;
    return work;
  }
  if (last != nullptr) input.last = &last->found;
  try {
    lab_on_stage(session)->compute(input, *work);
  } catch (const LabCancelled&) {
    return nullptr;
  } catch (const std::exception& error) {
    work->error = error.what();
  }
  return work;
}

std::shared_ptr<const Document> document_of_cells(const LabWork& work, const Document& document,
                                                  const Document* before) {
  if (work.recorded == nullptr) return nullptr;
  if (before != nullptr && before->lab != nullptr && before->lab->recorded == work.recorded)
    return before->lab_cells;
  auto cells = std::make_shared<Document>();
  cells->model_name = document.model_name;
  cells->model = document.model;
  cells->card = document.card;
  cells->sides = work.recorded->sides;
  return cells;
}

}  // namespace

LabInput lab_input(const Session& session, const Document& document) {
  std::any controls = settings_on_stage(session, document);
  lab_on_stage(session)->settings.fit(controls);  // a file can have any numbers
  return {.controls = std::move(controls),
          .model = document.translator(),
          .sides = document.sides,
          .any_model = document.model,
          .head = selected_head(session),
          .token = session.token,
          .side = session.side};
}

void open_lab(const Session& session, Document& document, const Document* before,
              const Computing& computing) {
  if (!shows_lab(session) || document.model == nullptr) return;
  document.lab = work_for(session, document, before, computing);
  if (document.lab == nullptr) {
    document.computing = true;
    return;
  }
  document.lab_cells = document_of_cells(*document.lab, document, before);
}

bool has_lab_work(const Document& document, const Session& session) {
  if (!shows_lab(session) || document.model == nullptr) return true;
  return document.lab != nullptr && same_subject(*document.lab, session) &&
         same_settings(*document.lab, settings_on_stage(session, document));
}

const LabWork* lab_work_of(const Session& session, const Document& document) {
  return document.lab != nullptr && document.lab->lab == lab_on_stage(session) ? document.lab.get() : nullptr;
}

LabCaption lab_caption(const Session& session, const Document& document) {
  const Lab& lab = *lab_on_stage(session);
  const LabInput input = lab_input(session, document);
  LabCaption caption = lab.caption({input, lab_work_of(session, document), side_on_stage(session, document)});
  caption.says = called(&lab) + ": " + caption.says + ".";
  return caption;
}

std::vector<const LabTable*> lab_tables(const Session& session, const Document& document) {
  std::vector<const LabTable*> tables;
  const LabWork* work = lab_work_of(session, document);
  if (!shows_lab(session) || work == nullptr) return tables;
  const int side = side_on_stage(session, document);
  for (const LabTable& table : work->tables) {
    if (table.side == -1 || table.side == side) tables.push_back(&table);
  }
  return tables;
}

const LabTable* lab_matrix(const Session& session, const Document& document) {
  const std::vector<const LabTable*> tables = lab_tables(session, document);
  const auto found =
      std::find_if(tables.begin(), tables.end(), [](const LabTable* table) { return table->is_matrix(); });
  return found == tables.end() ? nullptr : *found;
}

int sides_of_cells(const Session& session, const Document& document) {
  const bool sentences = !session.compare.empty();
  if (sentences || !shows_lab(session)) return sentences ? 2 : 1;
  // Before its work is there, nobody knows.
  const LabWork* work = lab_work_of(session, document);
  if (work == nullptr) return 2;
  return work->recorded != nullptr && work->recorded->trace(1) != nullptr ? 2 : 1;
}

int side_on_stage(const Session& session, const Document& document) {
  return document.trace(session.side) != nullptr ? session.side : 1 - session.side;
}

const Trace* trace_of_cells(const Session& session, const Document& document) {
  if (shows_lab(session)) {
    const LabWork* work = lab_work_of(session, document);
    if (work == nullptr) return nullptr;
    if (work->recorded != nullptr) return work->recorded->trace(session.side);
  }
  return document.trace_for(session, session.side);
}

}  // namespace headlight
