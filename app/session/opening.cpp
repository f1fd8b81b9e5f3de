#include "app/session/opening.h"

#include <algorithm>
#include <array>
#include <exception>

#include "app/lab/lab.h"
#include "app/session/action.h"
#include "app/session/sentence.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/models/picture_text.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Throws where what a model has or reads cannot be known.
OutlinePtr outline_read(const std::string& model) {
  OutlinePtr outline = outline_of(model_folder(model));
  outline->tokenizer();
  return outline;
}

// Null where it cannot be.
OutlinePtr outline_named(const std::string& model) {
  try {
    return outline_read(model);
  } catch (const std::exception&) {
    return nullptr;
  }
}

// What texts of its own kind a model reads, that say nothing to others; nothing where it reads sentences.
std::string own_texts(const Outline& outline) {
  if (outline.anatomy().texts)
    return std::string(example_picture) + " " + before_text + " " + std::string(example_texts);
  if (outline.anatomy().picture) return example_picture;
  return outline.tokenizer().tokens_called() == "letters" ? example_letters : outline.tokenizer().own_text();
}

// A translator answers to any sentence, if need be with the words that it does not know.
bool reads(const Outline& outline, const std::string& text) {
  if (outline.anatomy().answer == AnswerKind::translation) return true;
  try {
    const std::size_t tokens = outline.tokenizer().encoded(text).size();
    return tokens > 0 && tokens <= static_cast<std::size_t>(outline.anatomy().max_tokens);
  } catch (const std::invalid_argument&) {
    return false;
  }
}

int place_of_it(const std::string& text, const Tokenizer* tokenizer) {
  const std::vector<std::string> words = words_of(text, tokenizer);
  const auto it = std::find(words.begin(), words.end(), "it");
  return it == words.end() ? -1 : static_cast<int>(it - words.begin());
}

// The first words that it knows.
std::string own_example(const Outline& outline) {
  constexpr int most = 6;
  const std::string between(outline.ends().between);
  std::string text;
  int count = 0;
  for (const std::string& word : outline.tokenizer().vocabulary().words()) {
    if (count == std::min(most, outline.anatomy().max_tokens)) break;
    if (word.starts_with("<") || word == " ") continue;
    text += (count++ == 0 ? "" : between) + word;
  }
  return text;
}

void set_sentences(Session& session, const Outline& outline) {
  const std::string own = own_texts(outline);
  if (!own.empty() || !reads(outline, session.text(0))) {
    session.text(0) = !own.empty() && reads(outline, own) ? own : own_example(outline);
    session.text(1).clear();
  }
  if (!reads(outline, session.text(1))) session.text(1).clear();
  session.token = place_of_it(session.text(0), &outline.tokenizer());
}

void fit_head(Session& session, const Anatomy& anatomy) {
  session.attention = attention_within(session.attention, anatomy);
  session.layer = std::clamp(session.layer, 0, std::max(0, anatomy.layers(session.attention) - 1));
  session.head =
      std::clamp(session.head, 0, std::max(0, anatomy.heads(session.attention, session.layer) - 1));
}

}  // namespace

int word_in_focus(const std::string& sentence) { return place_of_it(sentence, nullptr); }

int word_in_focus(const std::string& sentence, const std::string& model) {
  const OutlinePtr outline = outline_named(model);
  return place_of_it(sentence, outline == nullptr ? nullptr : &outline->tokenizer());
}

Session opening_session(const std::string& model) {
  Session session;
  session.model = model;
  session.token = word_in_focus(session.text(0));
  // Without such a model, computing the session will say so where it matters.
  const OutlinePtr outline = outline_named(model);
  if (outline != nullptr) set_sentences(session, *outline);
  try {
    if (const std::optional<HeadPlace> head = outline_of(model_folder(model))->card().reference_head) {
      session.attention = attention_of(head->stack, head->attention);
      session.layer = head->layer;
      session.head = head->head;
    }
  } catch (const std::exception&) {
    // No card, or no such model.
  }
  if (outline != nullptr) {
    if (outline->anatomy().picture) session.view = ViewKind::picture;
    session.view = view_within(outline->anatomy(), session.view);
    session.lab = lab_to_begin_with(session.lab, outline->anatomy());
    if (outline->anatomy().given) session.layer = session.head = 0;
    fit_head(session, outline->anatomy());
    if (info(session.attention).asks != outline->anatomy().typed()) session.token = -1;
  }
  return session;
}

Session session_of_text(const std::string& text, const std::string& model) {
  Session defaults;
  defaults.model = model;
  defaults.text(0).clear();  // what no file says: a sentence has a word
  const Session said = session_from_json(text, defaults);
  const Session opening = opening_session(said.model);
  defaults.text(0) = opening.text(0);
  // The second sentence that Headlight opens with is one to compare with its own first.
  defaults.text(1) = said.text(0).empty() ? opening.text(1) : "";
  defaults.view = opening.view;
  defaults.lab = opening.lab;
  defaults.attention = opening.attention;
  defaults.layer = opening.layer;
  defaults.head = opening.head;
  return session_from_json(text, defaults);
}

Session with_model(const Session& session, const std::string& model) {
  const OutlinePtr outline = outline_read(model);
  const Anatomy& anatomy = outline->anatomy();
  const OutlinePtr left = outline_named(session.model);
  // What is left may be no model; then its texts are sentences.
  const std::string texts_left = left == nullptr ? "" : own_texts(*left);
  Session next = session;
  RunSpec& first = next.runs.at(next.pair.first);
  (first.model.empty() ? next.model : first.model) = model;
  if (texts_left != own_texts(*outline) || !reads(*outline, session.text(0))) {
    const Session fresh = opening_session(model);
    next.text(0) = fresh.text(0);
    next.text(1) = fresh.text(1);
    next.token = fresh.token;
    next.attention = fresh.attention;
    next.layer = fresh.layer;
    next.head = fresh.head;
  }
  if (anatomy.picture && !shows_lab(next)) next.view = ViewKind::picture;
  next.view = view_within(anatomy, next.view);
  if (next.view != ViewKind::lab) next.lab = lab_to_begin_with(next.lab, anatomy);
  if (!reads(*outline, next.text(1))) next.text(1).clear();
  fit_head(next, anatomy);
  next.heads_shown = HeadsShown::one;
  next.own_runs.clear();
  select_only(next, next.token);
  next.edits.clear();
  next.edits_open = false;
  next.trail.clear();
  next.kept_trail.clear();
  next.step.clear();
  return next;
}

Session with_weights_beside(const Session& session, const std::string& name) {
  outline_read(name)->anatomy();  // throws where they cannot be read
  Session next = session;
  next.text(1) = opening_session(name).text(0);
  next.runs.at(next.pair.second).model = name;
  return next;
}

std::string cannot_be_read(const std::string& model) {
  const OutlinePtr outline = outline_named(model);
  if (outline == nullptr) return "";
  const Anatomy& anatomy = outline->anatomy();
  return anatomy.picture                ? "reads pictures"
         : anatomy.given                ? "has only weights from a file"
         : anatomy.reading() == nullptr ? "reads its text without attention"
                                        : "";
}

Session on_model(const Session& step, const std::string& model) {
  const OutlinePtr outline = model == step.model ? nullptr : outline_named(model);
  if (outline == nullptr || !cannot_be_read(model).empty()) return step;
  const Anatomy& anatomy = outline->anatomy();
  Session shown = with_model(step, model);
  shown.attention = anatomy.reading()->id;
  fit_head(shown, anatomy);
  select_only(shown, step.token < 0 ? -1 : place_of_it(shown.text(0), &outline->tokenizer()));
  return shown;
}

namespace {

struct Ending {
  const char* text;
  FileKind kind;
};
constexpr std::array endings = {
    Ending{".tokens.json", FileKind::weights},
    Ending{".tokens.txt", FileKind::weights},
    Ending{session_ending, FileKind::session},
    Ending{".json", FileKind::session},
    Ending{".lesson.md", FileKind::lesson},
    Ending{".md", FileKind::lesson},
    Ending{".png", FileKind::picture},
    Ending{".jpg", FileKind::picture},
    Ending{".jpeg", FileKind::picture},
    Ending{".webp", FileKind::picture},
    Ending{".gif", FileKind::picture},
    Ending{".gguf", FileKind::model},
    Ending{".pt", FileKind::model},
    Ending{".pth", FileKind::model},
    Ending{".bin", FileKind::model},
    Ending{".npy", FileKind::weights},
    Ending{".npz", FileKind::weights},
    Ending{".csv", FileKind::weights},
    Ending{".safetensors", FileKind::weights},
    Ending{".txt", FileKind::text},
    Ending{".tsv", FileKind::text},
};

std::string in_small(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

std::string endings_of(FileKind kind) {
  std::string all;
  for (const Ending& ending : endings) {
    if (ending.kind == kind) all += (all.empty() ? "" : ", ") + std::string(ending.text);
  }
  return all;
}

}  // namespace

std::optional<FileKind> kind_of_file(const std::filesystem::path& path) {
  const std::string name = in_small(path.filename().string());
  for (const Ending& ending : endings) {
    if (name.ends_with(ending.text)) return ending.kind;
  }
  return std::nullopt;
}

std::string what_can_be_opened() {
  return say(
      "sessions ({sessions}), lessons ({lessons}), pictures ({pictures}), models (their folder, or "
      "{models}), "
      "attention weights (.npy, .npz, .csv, .safetensors, .json) and texts to measure heads over ({texts})",
      {{"sessions", endings_of(FileKind::session)},
       {"lessons", endings_of(FileKind::lesson)},
       {"pictures", endings_of(FileKind::picture)},
       {"models", endings_of(FileKind::model)},
       {"texts", endings_of(FileKind::text)}});
}

}  // namespace headlight
