#include "app/session/document.h"

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>

#include "app/session/open_lab.h"
#include "app/shared/kept_card.h"
#include "core/files/file_error.h"
#include "core/models/translator.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

// Messages are shown in a note and on a terminal: one line each.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

namespace fs = std::filesystem;

// One model for all documents that show it, until its files change.
ModelPtr loaded(const fs::path& folder) {
  struct Loaded {
    std::weak_ptr<const Model> model;
    fs::file_time_type written;
  };
  static std::mutex mutex;
  static std::map<fs::path, Loaded> all;
  fs::file_time_type written = fs::file_time_type::min();
  std::error_code ignored;  // load_model() says what cannot be read
  for (const auto& file : fs::directory_iterator(folder, ignored))
    written = std::max(written, file.last_write_time(ignored));
  const std::lock_guard lock(mutex);
  Loaded& known = all[folder];
  ModelPtr model = known.written == written ? known.model.lock() : nullptr;
  if (model == nullptr) {
    model = headlight::load_model(folder);
    known = {model, written};
  }
  return model;
}

void find_model(Document& document, const Document* before) {
  if (before != nullptr && before->model != nullptr && before->model_name == document.model_name) {
    document.model = before->model;
    document.card = before->card;
    return;
  }
  try {
    const auto folder = model_folder(document.model_name);
    document.model = loaded(folder);
    // A model of one's own need not have a card.
    if (std::filesystem::exists(folder / "card.json")) document.card = *kept_card(folder);
  } catch (const std::exception& error) {
    document.model.reset();
    document.error = one_line(told(error));
  }
}

// The traces of a sentence that were already made, whichever side it stood on.
const Side* side_of(const Document* before, const Document& document, const std::string& text) {
  if (before == nullptr || before->model != document.model) return nullptr;
  for (const Side& side : before->sides) {
    if (side.unedited != nullptr && side.text == text) return &side;
  }
  return nullptr;
}

void compute_side(Side& side, const Document& document, const Document* before) {
  const Trace* alike = document.sides[0].unedited.get();  // the first sentence's, for the second
  const Side* known = side_of(before, document, side.text);
  try {
    side.unedited =
        known != nullptr ? known->unedited : document.model->trace({.text = side.text, .like = alike});
    if (side.edits.empty()) {
      side.trace = side.unedited;
    } else if (known != nullptr && known->trace != nullptr && known->edits == side.edits) {
      side.trace = known->trace;
      side.ripple = known->ripple;
    } else {
      side.trace =
          document.model->trace({.text = side.text, .edits = side.edits, .like = side.unedited.get()});
      side.ripple = ripple(*side.unedited, *side.trace);
    }
    if (known != nullptr && known->trace == side.trace) {
      side.certainty = known->certainty;
    } else if (const auto translator = document.translator()) {
      const auto& calibration = document.card.certainty;
      side.certainty =
          certainty_of(*translator, *side.trace, side.edits, calibration ? &*calibration : nullptr);
    }
  } catch (const std::exception& error) {
    side.error = one_line(told(error));
  }
}

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
  return "";
}

}  // namespace

std::shared_ptr<const Translator> Document::translator() const {
  const Translator* const found = model == nullptr ? nullptr : model->translator();
  return found == nullptr ? nullptr : std::shared_ptr<const Translator>(model, found);
}

const Trace* Document::trace_for(const Session& session, int side) const {
  const bool current = model_name == session.model && sides.at(side).text == sentence_of(session, side);
  return current ? trace(side) : nullptr;
}

bool belongs_to(const Document& document, const Session& session) {
  return document.model_name == session.model && document.sides[0].text == session.sentence &&
         document.sides[1].text == session.compare && document.sides[0].edits == edits_in_force(session, 0) &&
         document.sides[1].edits == edits_in_force(session, 1) && has_lab_work(document, session);
}

DocumentPtr compute(const Session& session, const DocumentPtr& before) {
  auto document = std::make_shared<Document>();
  document->model_name = session.model;
  for (int side = 0; side < 2; ++side) {
    document->sides.at(side).text = sentence_of(session, side);
    document->sides.at(side).edits = edits_in_force(session, side);
  }
  find_model(*document, before.get());
  if (document->model != nullptr) {
    compute_side(document->sides[0], *document, before.get());
    // Without a second sentence the second side stays empty.
    if (!session.compare.empty()) compute_side(document->sides[1], *document, before.get());
    document->error = edit_error(*document);
  }
  open_lab(session, *document, before.get());
  return document;
}

}  // namespace headlight
