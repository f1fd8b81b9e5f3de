#include "app/session/document.h"

#include <algorithm>
#include <exception>

#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "core/files/read_file.h"
#include "core/grammar/find_antecedent.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/pictures/unlike_learned.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

// Messages are shown in a note and on a terminal: one line each.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void find_model(Document& document, const Document* before) {
  if (before != nullptr && before->model != nullptr && before->model_name == document.model_name) {
    document.model = before->model;
    document.card = before->card;
    document.origin = before->origin;
    return;
  }
  try {
    const auto folder = model_folder(document.model_name);
    document.model = shared_model(folder);
    const OutlinePtr outline = outline_of(folder);
    if (outline->has_card()) document.card = outline->whole_card();
    document.origin = outline->origin();
  } catch (const std::exception& error) {
    document.model.reset();
    document.error = one_line(told(error));
  }
}

// The sides of a document, made one after the other from what is known of them.
class SidesComputed {
 public:
  SidesComputed(Document& document, const Document* before, const Computing& computing)
      : document_(document), before_(before), computing_(computing) {}

  void compute() {
    // Without a second sentence the second side stays empty.
    const int count = document_.sides[1].text.empty() ? 1 : 2;
    for (int side = 0; side < count; ++side) passes_ += passes_of(document_.sides.at(side));
    // A row that is copied from the other side needs both before any edit.
    const bool copies = any_copies();
    for (int side = 0; side < count; ++side) {
      compute_unedited(document_.sides.at(side));
      if (!copies) compute_edited(side);
    }
    if (!copies || document_.computing) return;
    for (int side = 0; side < count; ++side) compute_edited(side);
  }

 private:
  // The traces of a sentence that were already made, whichever side it stood on.
  const Side* known(const std::string& text) const {
    for (const Document* const made : {before_, computing_.begun.get()}) {
      if (made == nullptr || made->model != document_.model) continue;
      for (const Side& side : made->sides) {
        if (side.unedited != nullptr && side.text == text) return &side;
      }
    }
    return nullptr;
  }

  static bool has_edited(const Side* known, const Side& side) {
    return known != nullptr && known->trace != nullptr && known->edits == side.edits;
  }

  int passes_of(const Side& side) const {
    const Side* const made = known(side.text);
    return (made == nullptr ? 1 : 0) + (side.edits.empty() || has_edited(made, side) ? 0 : 1);
  }

  void compute_unedited(Side& side) {
    const Side& first = document_.sides[0];  // whose trace may be much like the second's
    try {
      if (const Side* const made = known(side.text); made != nullptr) {
        side.unedited = made->unedited;
        side.unedited_digests = made->unedited_digests;
      } else {
        side.unedited = trace(side, {.text = side.text, .like = first.unedited.get()}, first.unedited_digests,
                              side.unedited_digests);
      }
    } catch (const std::exception& error) {
      side.error = one_line(told(error));
    }
  }

  bool any_copies() const {
    const auto copies = [](const std::vector<SessionEdit>& edits) {
      return std::any_of(edits.begin(), edits.end(),
                         [](const SessionEdit& edit) { return edit.from.has_value(); });
    };
    return copies(document_.asked[0]) || copies(document_.asked[1]);
  }

  void compute_edited(int which) {
    Side& side = document_.sides.at(which);
    if (side.unedited == nullptr) return;
    side.edits.clear();
    for (const SessionEdit& edit : document_.asked.at(which))
      side.edits.push_back(resolved(edit, side.unedited.get(), document_.sides.at(1 - which).unedited.get()));
    const Side* const made = known(side.text);
    try {
      if (side.edits.empty()) {
        side.trace = side.unedited;
        side.digests = side.unedited_digests;
      } else if (has_edited(made, side)) {
        side.trace = made->trace;
        side.digests = made->digests;
        side.ripple = made->ripple;
      } else {
        side.trace = trace(side, {.text = side.text, .edits = side.edits, .like = side.unedited.get()},
                           side.unedited_digests, side.digests);
        if (side.trace == nullptr) return;
        side.ripple = ripple(*side.unedited, *side.trace);
      }
      if (made != nullptr && made->trace == side.trace) {
        side.certainty = made->certainty;
      } else if (const auto translator = document_.translator()) {
        const auto& calibration = document_.card.certainty;
        side.certainty =
            certainty_of(*translator, *side.trace, side.edits, calibration ? &*calibration : nullptr);
      } else if (document_.model->anatomy().picture && document_.origin == "trained") {
        const bool asked = document_.model->anatomy().answer == AnswerKind::one_label;
        if (!asked) side.certainty = certainty_of_caption(*side.trace);
        if (const auto unlike =
                unlike_learned(side.text, asked ? AskedOfScene::red_shape : AskedOfScene::caption))
          doubt_picture(side.certainty, *unlike);
      }
    } catch (const std::exception& error) {
      side.error = one_line(told(error));
    }
  }

  // `before`: the digests of the trace that the new one is like. Null once cancelled.
  TracePtr trace(const Side& side, TraceRequest request, const HeadDigests& before, HeadDigests& digests) {
    DigestWatch watch(before);
    request.cancel = computing_.cancel;
    request.watch = [&](const Tape& tape, int node) {
      watch(tape, node);
      if (!computing_.progress) return;
      const float share = static_cast<float>(node + 1) / static_cast<float>(tape.size());
      computing_.progress(side, (static_cast<float>(passed_) + share) / static_cast<float>(passes_));
    };
    TracePtr made = document_.model->trace(request);
    ++passed_;
    if (made == nullptr) {
      document_.computing = true;
    } else {
      digests = watch.of(*made, find_antecedent(made->words().source));
    }
    return made;
  }

  Document& document_;
  const Document* before_;
  const Computing& computing_;
  int passes_ = 0;
  int passed_ = 0;
};

// An edit whose node does not exist would do nothing in silence.
std::string edit_error(const Document& document) {
  const auto has = [](const Side& side, const Edit& edit) {
    return side.unedited != nullptr && side.unedited->find(edit.path) >= 0;
  };
  const bool computed = std::any_of(document.sides.begin(), document.sides.end(),
                                    [](const Side& side) { return side.unedited != nullptr; });
  for (const Edit& edit : edits_of(document.sides)) {
    if (!computed || has(document.sides[0], edit) || has(document.sides[1], edit)) continue;
    return "edit of " + in_quotes(edit.path) + ": this model has no such node; remove the edit";
  }
  for (int side = 0; side < 2; ++side) {
    const std::vector<SessionEdit>& asked = document.asked.at(side);
    for (std::size_t i = 0; i < asked.size() && i < document.sides.at(side).edits.size(); ++i) {
      if (!asked[i].from || document.sides.at(side).unedited == nullptr) continue;
      if (!document.sides.at(side).edits[i].values.empty()) continue;
      return "edit of " + in_quotes(asked[i].path) + ": the other sentence has no row " +
             std::to_string(*asked[i].from) + " to copy; compare with a second sentence, or remove the edit";
    }
  }
  return "";
}

}  // namespace

ModelPtr Document::translator() const { return model != nullptr && model->translates() ? model : nullptr; }

const Trace* Document::trace_for(const Session& session, int side) const {
  const bool current = model_name == session.model && sides.at(side).text == sentence_of(session, side);
  return current ? trace(side) : nullptr;
}

bool belongs_to(const Document& document, const Session& session) {
  return document.model_name == session.model && document.sides[0].text == session.sentence &&
         document.sides[1].text == session.compare && document.asked[0] == edits_in_force(session, 0) &&
         document.asked[1] == edits_in_force(session, 1) && has_lab_work(document, session);
}

DocumentPtr compute(const Session& session, const DocumentPtr& before, const Computing& computing) {
  auto document = std::make_shared<Document>();
  document->model_name = session.model;
  for (int side = 0; side < 2; ++side) {
    document->sides.at(side).text = sentence_of(session, side);
    document->asked.at(side) = edits_in_force(session, side);
    document->sides.at(side).edits.assign(document->asked.at(side).begin(), document->asked.at(side).end());
  }
  find_model(*document, before.get());
  if (document->model != nullptr) {
    SidesComputed(*document, before.get(), computing).compute();
    if (document->computing) return document;
    document->error = edit_error(*document);
  }
  open_lab(session, *document, before.get(), computing);
  return document;
}

}  // namespace headlight
