// Options of the command line: sites, and the session that they ask for.
#pragma once

#include <optional>
#include <string>

#include "app/line/line.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "core/layers/sites.h"
#include "core/models/trace.h"

namespace headlight {

// Finding the node that `--site` means.

// `site` split into the kind of attention it names, if any, and the part: "cross.weights" is cross-attention
// and "weights".
struct SiteName {
  std::optional<Attention> attention;
  std::string part;
};
SiteName split_site(const std::string& site);
// Whether a site's place names a layer of a stack, and perhaps a head in it.
bool names_head(const Place& place);

// The node's path: `site` itself when it is one; else its part in the selected head, in that attention, layer
// or stack, or in the whole model. Throws std::invalid_argument with the nearest names.
std::string resolve_site(const Trace& trace, const Session& session, const std::string& site);

// The options that choose what is computed and shown, the same for every command that shows something.

struct SessionOptions {
  std::optional<std::string> file;
  std::optional<std::string> link;
  std::optional<std::string> model;
  std::optional<std::string> sentence;
  std::optional<std::string> compare;
  std::optional<std::string> compare_model;
  std::optional<std::string> weights;  // files of one's own, instead of a model
  std::vector<std::string> tokens;     // the words of their rows, and of their columns
  bool transpose = false;              // rows and columns of these change places
  std::optional<std::string> compare_weights;
  std::vector<std::string> runs;  // further texts
  std::vector<int> pair;          // those on the stage; none: the first two
  std::optional<int> layer;
  std::optional<int> head;
  std::optional<std::string> site;
  std::optional<std::string> lab;
  std::optional<std::string> theme;
  std::optional<std::string> colour_scale;  // linear or log
  std::vector<float> colour_range;          // its low and its high end; none: the map's own
  bool without_sink = false;
  bool merge_pieces = false;
  std::optional<std::string> select, select_keys;  // words of the text
  std::optional<std::string> lesson;
  std::optional<int> lesson_step;  // from 0
  std::optional<int> step;         // the same from 1
  bool answer = false;
  bool in_place = false;  // begins in the one place, at the sentence
};
// Whether they name what to look at: a view, a head, a lab, or a session that says it.
bool name_what_is_shown(const SessionOptions& options);

void add_session_options(CLI::App& command, SessionOptions& options);

// A session and all that was computed for it, without an error.
struct Computed {
  Session session;
  ResultsPtr results;
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
