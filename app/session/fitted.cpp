// A session with everything clipped to what there is.
#include "app/session/fitted.h"

#include <algorithm>
#include <cmath>

#include "app/session/action.h"
#include "app/session/open_lab.h"
#include "app/session/world.h"

namespace headlight {
namespace {

constexpr float smallest_scale = 0.5F;
constexpr float largest_scale = 4.0F;

// How many rows an attention has: the words that ask.
int query_count(const Trace& trace, Attention attention) {
  return static_cast<int>(trace.tokens(info(attention).asks).size());
}

// Each head once, in order, without the selected one.
void fit_also_heads(Session& session, const Document& document) {
  const bool known = document.model != nullptr && document.model_name == session.model;
  const int heads = known ? document.model->anatomy().heads(session.attention, session.layer) : 0;
  std::vector<int>& also = session.also_heads;
  std::sort(also.begin(), also.end());
  also.erase(std::unique(also.begin(), also.end()), also.end());
  std::erase_if(also, [&](int head) { return head < 0 || head == session.head || (known && head >= heads); });
}

// Cells open one from another: what follows a cell that is gone has lost its ground.
void fit_trail(Session& session, const Trace* trace) {
  for (std::size_t i = 0; i < session.trail.size(); ++i) {
    const CellName& cell = session.trail[i];
    bool there = cell.row >= 0 && cell.col >= 0;
    if (trace != nullptr && there) {
      const int node = trace->find(cell.path);
      const Shape shape = node < 0 ? Shape{} : trace->tape().node(node).shape;
      there = cell.row < shape.rows && cell.col < shape.cols;
    }
    if (!there) {
      session.trail.resize(i);
      return;
    }
  }
}

// Without any attention no part of a head is shown, and always a step.
void fit_part(Session& session, const Trace& trace) {
  if (trace.anatomy().attentions.empty()) {
    session.part.clear();
    if (session.step.empty()) session.step = trace.anatomy().first_states();
  } else if (trace.find(selected_path(session)) < 0) {
    session.part = Session{}.part;
  }
}

// A view of what this model does not have gives way to one that every model has.
void fit_view(Session& session, const Document& document) {
  if (document.model == nullptr || document.model_name != session.model) return;
  const Anatomy& has = document.model->anatomy();
  session.view = view_within(has, session.view);
  if (has.picture)
    session.picture_layer =
        std::min(session.picture_layer, static_cast<int>(has.picture->features.steps().size()) - 1);
}

}  // namespace

bool has_view(const Anatomy& anatomy, ViewKind view) {
  switch (view) {
    case ViewKind::picture:
      return anatomy.picture.has_value();
    case ViewKind::flow:
      return !anatomy.recurrent();
    case ViewKind::unrolled:  // of a causal model how surprising each word was
      return anatomy.recurrent() || anatomy.answer == AnswerKind::next_token;
    case ViewKind::heads:
    case ViewKind::lines:
      return !anatomy.attentions.empty();
    case ViewKind::decoding:
      return anatomy.answer != AnswerKind::labels && anatomy.answer != AnswerKind::one_label;
    case ViewKind::map:
    case ViewKind::steps:
    case ViewKind::lab:
      break;
  }
  return true;
}

ViewKind view_within(const Anatomy& anatomy, ViewKind asked) {
  for (const ViewKind view : {asked, Look{}.view, ViewKind::unrolled}) {
    if (has_view(anatomy, view)) return view;
  }
  return ViewKind::map;
}

Attention attention_within(Attention attention, const Anatomy& anatomy) {
  if (anatomy.find(attention) != nullptr) return attention;
  if (!anatomy.attentions.empty()) return anatomy.attentions.front().id;
  // The words in focus are then those that a person typed.
  return anatomy.typed() == Stream::target ? Attention::decoder : Attention::encoder;
}

void fit_selection(Session& session, const Document& document) {
  if (document.model != nullptr && document.model_name == session.model) {
    const Anatomy& has = document.model->anatomy();
    session.attention = attention_within(session.attention, has);
    session.layer = std::clamp(session.layer, 0, std::max(0, has.layers(session.attention) - 1));
    session.head = std::min(session.head, has.heads(session.attention, session.layer) - 1);
  }
  session.layer = std::max(session.layer, 0);
  session.head = std::max(session.head, 0);
  fit_also_heads(session, document);
}

Session fitted(Session session, const World& world) {
  const Document& document = world.document;
  if (!has_tab(session.lab)) {
    if (session.view == ViewKind::lab) show_lab(session, session.lab);
    session.lab = Look{}.lab;
  }
  session.side = sides_of_cells(session, document) == 1 ? 0 : side_within(session.side);
  if (session.compare.empty()) session.sides = Sides::one;
  fit_selection(session, document);
  fit_view(session, document);
  fit_lesson(session, world.lessons);
  if (std::isnan(session.scale)) session.scale = 1.0F;
  session.scale = std::clamp(session.scale, smallest_scale, largest_scale);
  session.picture_layer = std::max(session.picture_layer, 0);
  session.picture_dark =
      std::isnan(session.picture_dark) ? Look{}.picture_dark : std::clamp(session.picture_dark, 0.0F, 1.0F);
  session.token = std::max(session.token, -1);
  session.labs = fitted_labs(std::move(session.labs));
  fit_trail(session, trace_of_cells(session, document));
  const Trace* trace = document.trace_for(session, session.side);
  if (trace == nullptr) return session;
  session.token = std::min(session.token, query_count(*trace, session.attention) - 1);
  if (!session.step.empty() && trace->find(session.step) < 0) session.step.clear();
  fit_part(session, *trace);
  return session;
}

}  // namespace headlight
