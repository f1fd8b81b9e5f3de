#include "app/session/opening.h"

#include <algorithm>
#include <exception>

#include "app/session/sentence.h"
#include "app/shared/kept_card.h"
#include "core/models/labeller.h"

namespace headlight {

int word_in_focus(const std::string& sentence) {
  const std::vector<std::string> words = words_of(sentence, nullptr);
  const auto it = std::find(words.begin(), words.end(), "it");
  return it == words.end() ? -1 : static_cast<int>(it - words.begin());
}

Session opening_session(const std::string& model) {
  Session session;
  session.model = model;
  try {
    if (read_anatomy(model_folder(model)).written == Stream::none) {
      session.sentence = example_letters;
      session.compare.clear();
    }
  } catch (const std::exception&) {
    // No such model: computing the session will say so where it matters.
  }
  session.token = word_in_focus(session.sentence);
  try {
    if (const std::optional<HeadPlace> head = kept_card(model_folder(model))->reference_head) {
      session.attention = attention_of(head->stack, head->attention);
      session.layer = head->layer;
      session.head = head->head;
    }
  } catch (const std::exception&) {
    // No card, or no such model.
  }
  if (info(session.attention).asks != Stream::source) session.token = -1;
  return session;
}

Session with_model(const Session& session, const std::string& model) {
  const Anatomy anatomy = read_anatomy(model_folder(model));
  const bool labels = anatomy.written == Stream::none;
  bool labelled = false;
  try {
    labelled = read_anatomy(model_folder(session.model)).written == Stream::none;
  } catch (const std::exception&) {
    // What is left is no model; then its sentences are no letters.
  }
  Session next = session;
  next.model = model;
  if (labels != labelled) {
    const Session fresh = opening_session(model);
    next.sentence = fresh.sentence;
    next.compare = fresh.compare;
    next.token = fresh.token;
    next.attention = fresh.attention;
    next.layer = fresh.layer;
    next.head = fresh.head;
  }
  if (anatomy.find(next.attention) == nullptr) next.attention = anatomy.attentions.front().id;
  next.layer = std::clamp(next.layer, 0, std::max(0, anatomy.layers(next.attention) - 1));
  next.head = std::clamp(next.head, 0, std::max(0, anatomy.heads(next.attention, next.layer) - 1));
  next.also_heads.clear();
  next.edits.clear();
  next.edits_open = false;
  next.trail.clear();
  next.step.clear();
  static_cast<LessonPlace&>(next) = {};
  return next;
}

}  // namespace headlight
