#include "app/session/opening.h"

#include <algorithm>
#include <exception>
#include <optional>

#include "app/session/fitted.h"
#include "app/session/sentence.h"
#include "app/shared/kept_card.h"
#include "core/models/labeller.h"
#include "core/models/picture_cells.h"

namespace headlight {
namespace {

// What a model has and reads, known without its weights. Throws where there is none.
class Outline {
 public:
  explicit Outline(const std::string& model)
      : anatomy_(read_anatomy(model_folder(model))), tokenizer_(read_tokenizer(model_folder(model))) {}

  const Anatomy& anatomy() const { return anatomy_; }
  // What texts of its own kind it reads, that say nothing to other models; nothing where it reads sentences.
  const char* own_texts() const {
    if (anatomy_.picture) return example_picture;
    return tokenizer_->tokens_called() == "letters" ? example_letters : nullptr;
  }
  // A translator answers to any sentence, if need be with the words that it does not know.
  bool reads(const std::string& text) const {
    if (anatomy_.answer == AnswerKind::translation) return true;
    try {
      const std::size_t tokens = tokenizer_->encoded(text).size();
      return tokens > 0 && tokens <= static_cast<std::size_t>(anatomy_.max_tokens);
    } catch (const std::invalid_argument&) {
      return false;
    }
  }
  int place_of_it(const std::string& text) const {
    const std::vector<std::string> words = words_of(text, tokenizer_.get());
    const auto it = std::find(words.begin(), words.end(), "it");
    return it == words.end() ? -1 : static_cast<int>(it - words.begin());
  }
  // The first words that it knows.
  std::string own_example() const {
    constexpr int most = 6;
    std::string text;
    int count = 0;
    for (const std::string& word : tokenizer_->vocabulary().words()) {
      if (count == std::min(most, anatomy_.max_tokens)) break;
      if (word.starts_with("<")) continue;
      text += (count++ == 0 ? "" : " ") + word;
    }
    return text;
  }

 private:
  Anatomy anatomy_;
  std::unique_ptr<const Tokenizer> tokenizer_;
};

std::optional<Outline> outline_of(const std::string& model) {
  try {
    return Outline(model);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void set_sentences(Session& session, const Outline& outline) {
  const char* const own = outline.own_texts();
  if (own != nullptr || !outline.reads(session.sentence)) {
    session.sentence = own != nullptr && outline.reads(own) ? own : outline.own_example();
    session.compare.clear();
  }
  if (!outline.reads(session.compare)) session.compare.clear();
  session.token = outline.place_of_it(session.sentence);
}

void fit_head(Session& session, const Anatomy& anatomy) {
  session.attention = attention_within(session.attention, anatomy);
  session.layer = std::clamp(session.layer, 0, std::max(0, anatomy.layers(session.attention) - 1));
  session.head =
      std::clamp(session.head, 0, std::max(0, anatomy.heads(session.attention, session.layer) - 1));
}

}  // namespace

int word_in_focus(const std::string& sentence) {
  const std::vector<std::string> words = words_of(sentence, nullptr);
  const auto it = std::find(words.begin(), words.end(), "it");
  return it == words.end() ? -1 : static_cast<int>(it - words.begin());
}

int word_in_focus(const std::string& sentence, const std::string& model) {
  const std::optional<Outline> outline = outline_of(model);
  return outline ? outline->place_of_it(sentence) : word_in_focus(sentence);
}

Session opening_session(const std::string& model) {
  Session session;
  session.model = model;
  session.token = word_in_focus(session.sentence);
  // Without such a model, computing the session will say so where it matters.
  const std::optional<Outline> outline = outline_of(model);
  if (outline) set_sentences(session, *outline);
  try {
    if (const std::optional<HeadPlace> head = kept_card(model_folder(model))->reference_head) {
      session.attention = attention_of(head->stack, head->attention);
      session.layer = head->layer;
      session.head = head->head;
    }
  } catch (const std::exception&) {
    // No card, or no such model.
  }
  if (outline) {
    if (outline->anatomy().picture) session.view = ViewKind::picture;
    fit_head(session, outline->anatomy());
    if (info(session.attention).asks != outline->anatomy().typed()) session.token = -1;
  }
  return session;
}

Session session_of_text(const std::string& text, const std::string& model) {
  Session defaults;
  defaults.model = model;
  defaults.sentence.clear();  // what no file says: a sentence has a word
  const Session said = session_from_json(text, defaults);
  const Session opening = opening_session(said.model);
  defaults.sentence = opening.sentence;
  // The second sentence that Headlight opens with is one to compare with its own first.
  defaults.compare = said.sentence.empty() ? opening.compare : "";
  defaults.view = opening.view;
  defaults.attention = opening.attention;
  defaults.layer = opening.layer;
  defaults.head = opening.head;
  return session_from_json(text, defaults);
}

Session with_model(const Session& session, const std::string& model) {
  const Outline outline(model);
  const std::optional<Outline> left = outline_of(session.model);
  // What is left may be no model; then its texts are sentences.
  const char* const texts_left = left ? left->own_texts() : nullptr;
  Session next = session;
  next.model = model;
  if (texts_left != outline.own_texts() || !outline.reads(session.sentence)) {
    const Session fresh = opening_session(model);
    next.sentence = fresh.sentence;
    next.compare = fresh.compare;
    next.token = fresh.token;
    next.attention = fresh.attention;
    next.layer = fresh.layer;
    next.head = fresh.head;
  }
  if (outline.anatomy().picture && !shows_lab(next)) next.view = ViewKind::picture;
  if (!has_view(outline.anatomy(), next.view)) next.view = Look{}.view;
  if (!outline.reads(next.compare)) next.compare.clear();
  fit_head(next, outline.anatomy());
  next.also_heads.clear();
  next.edits.clear();
  next.edits_open = false;
  next.trail.clear();
  next.step.clear();
  static_cast<LessonPlace&>(next) = {};
  return next;
}

}  // namespace headlight
