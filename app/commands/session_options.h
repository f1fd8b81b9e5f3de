// The options that choose what is computed and shown, the same for every command that shows something.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "app/session/document.h"
#include "app/session/session.h"

namespace headlight {

struct SessionOptions {
  std::optional<std::string> file;
  std::optional<std::string> model;
  std::optional<std::string> sentence;
  std::optional<std::string> compare;
  std::optional<int> layer;
  std::optional<int> head;
  std::optional<std::string> site;
  std::optional<std::string> lab;
  std::optional<std::string> theme;
  std::optional<std::string> lesson;
  std::optional<int> lesson_step;  // from 0
  std::optional<int> step;         // the same from 1
  bool answer = false;
};

void add_session_options(CLI::App& command, SessionOptions& options);

// A session and all that was computed for it, without an error.
struct Computed {
  Session session;
  DocumentPtr document;
};

// Whose second sentence is used where none is asked for.
enum class Second { as_opened, only_when_asked };

// The session that the options ask for: that of the file, or the first one (the reference head of the model's
// card, "it" in focus), changed by the other options. Sentences, layer, head and site are not checked yet.
// Throws std::invalid_argument for a file that is no session, AccessError for one that cannot be read.
Session session_of(const SessionOptions& options, Second second = Second::as_opened);

// The same, computed and checked: throws std::invalid_argument or std::out_of_range saying what to try.
Computed compute_for(const SessionOptions& options, Second second = Second::as_opened);

}  // namespace headlight
