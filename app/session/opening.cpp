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

}  // namespace headlight
