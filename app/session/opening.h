// The session that Headlight opens with, and what it can open.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/session/session.h"

namespace headlight {

// The animal and the street: the head in which the model's card says that "it" looks at the noun it means,
// with "it" in focus. A model without a card opens on the first session's own head, as far as it has that,
// and one that cannot read the sentence on one of its own.
Session opening_session(const std::string& model);

// Opened on a picture where no model is named that reads any.
inline constexpr const char* model_for_pictures = "caption-attention";

// The session that a file says. Where it leaves out texts, view and head, those of opening_session are meant,
// so that a file of a few lines fits any model; `model` where it names none. A first sentence without a
// second one stands alone. Throws std::invalid_argument as session_from_json does.
Session session_of_text(const std::string& text, const std::string& model = Session{}.model);

// `session` with another model: view, selection and appearance stay, as far as the model has them; one that
// looks at pictures shows them. Sentences stay where it can read them, and its tokens are letters or words as
// those before; else there are some of its own. Edits are of the model that is left; an open
// lesson stays open, and leads back to what it shows. Throws std::exception, in words for the screen, where
// no such model can be read.
Session with_model(const Session& session, const std::string& model);
// `session` with weights from a file as the second of the two on the stage. Throws as with_model() does.
Session with_weights_beside(const Session& session, const std::string& name);
// What a step of a lesson for any model shows of this one: the same, of the heads that read what was typed.
// `step` itself for a model that such a lesson is not for (cannot_be_read), or that cannot be opened.
Session on_model(const Session& step, const std::string& model);
// Why it is not for a model: "reads pictures"; empty where it is, and where no such model can be opened.
std::string cannot_be_read(const std::string& model);

// The place of "it" among the words; -1 in a sentence without one.
int word_in_focus(const std::string& sentence);
// The same among the rows of a model, where "<s>" may be the first.
int word_in_focus(const std::string& sentence, const std::string& model);

// What the window opens with.
struct WindowStart {
  Session session;
  std::string file = {};     // that the session was read from
  bool asked = false;        // for this very session: what an unexpected end left behind is then only offered
  std::string to_open = {};  // as if it were dropped on the window
  std::string link = {};     // as if it were pasted
  std::string page = {};     // the address of the page that the window is in, in a browser
  bool own_look = false;     // it was said how it is to look
};

// What can be opened, by the name of the file.
enum class FileKind { session, lesson, picture, model, weights, text };

// What a session is saved as where no ending is given. The desktop knows it, as it does `.lesson.md`.
inline constexpr const char* session_ending = ".headlight";

// By its ending, in capitals or small: .headlight and .json hold sessions, .md (so .lesson.md too) a lesson,
// .png, .jpg, .jpeg, .webp and .gif a picture, .gguf, .pt, .pth and .bin a model or its weights, .npy, .npz,
// .safetensors and .csv weights of one's own (so .tokens.txt and .tokens.json, the words beside them), any
// other .txt and .tsv a text that heads are measured over; nothing for any other. What a .json holds is only
// known once it is read.
std::optional<FileKind> kind_of_file(const std::filesystem::path& path);

// For messages: "sessions (.headlight, .json), lessons (.lesson.md, .md), pictures (.png, .jpg, ...), models
// (.gguf, ...), attention weights (.npy, ...)" and so on.
std::string what_can_be_opened();

}  // namespace headlight
