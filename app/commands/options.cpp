#include "app/commands/options.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/decoding/decoding_lab.h"
#include "app/lessons/library.h"
#include "app/lessons/link.h"
#include "app/lessons/page.h"
#include "app/session/action.h"
#include "app/session/edits.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/files/in_python.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "core/text/encode.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// An attention named before a part: "decoder.cross_attention.", "cross_attention." where the part tells it,
// or its short name, which begins longer ones and is tried behind them.
std::optional<SiteName> after_prefix(const std::string& site) {
  const auto behind = [&](Attention attention, const std::string& prefix) {
    return site.starts_with(prefix) ? std::optional(SiteName{attention, site.substr(prefix.size())})
                                    : std::nullopt;
  };
  for (const AttentionInfo& each : attentions()) {
    const std::string part = std::string(each.part) + ".";
    if (auto found = behind(each.id, std::string(each.stack) + "." + part)) return found;
    if (auto found = behind(each.id, part); found && each.crosses()) return found;
  }
  for (const AttentionInfo& each : attentions()) {
    if (auto found = behind(each.id, each.name + std::string("."))) return found;
  }
  return std::nullopt;
}

std::vector<std::string> candidates(const Session& session, const std::string& part) {
  const AttentionInfo& about = info(session.attention);
  const std::string stack(about.stack);
  const std::string stream = about.asks == Stream::source ? "source." : "target.";
  return {selected_head_path(session, part),
          about.block(session.layer) + "." + part,
          stack + "." + std::to_string(session.layer) + "." + part,
          stack + "." + part,
          stream + part,
          part};
}

std::optional<std::string> found(const Trace& trace, const Session& session, const std::string& part) {
  for (const std::string& path : candidates(session, part)) {
    if (trace.find(path) >= 0) return path;
  }
  return std::nullopt;
}

// The nearest of all names that would have been understood.
std::string nearest_names(const Trace& trace, const Session& session, const std::string& site) {
  std::set<std::string> names;
  for (const Site& each : sites()) {
    if (found(trace, session, std::string(each.part))) names.emplace(each.part);
  }
  for (const int step : trace.steps()) names.insert(trace.label(step).path);
  std::vector<std::pair<int, std::string>> ranked;
  ranked.reserve(names.size());
  for (const std::string& name : names) ranked.emplace_back(edit_distance(site, name), name);
  std::sort(ranked.begin(), ranked.end());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, ranked.size()); ++i) {
    text += (i == 0 ? "" : ", ") + ranked[i].second;
  }
  return text;
}

}  // namespace

bool names_head(const Place& place) {
  return place.layer && (place.stack == "encoder" || place.stack == "decoder");
}

SiteName split_site(const std::string& site) {
  const Place place = place_of(site);
  if (names_head(place)) return {attention_of(place.stack, place.attention), place.part};
  return after_prefix(site).value_or(SiteName{std::nullopt, site});
}

std::string resolve_site(const Trace& trace, const Session& session, const std::string& site) {
  if (trace.find(site) >= 0) return site;
  if (const auto path = found(trace, session, split_site(site).part)) return *path;
  if (trace.anatomy().given) throw std::invalid_argument("--site " + site + ": " + nothing_behind);
  throw std::invalid_argument("--site: nothing is called " + in_quotes(site) +
                              "; nearest: " + nearest_names(trace, session, site));
}

namespace {

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\n") == std::string::npos; }

void check_range(const std::string& option, int value, int count, const std::string& what) {
  if (value >= 0 && value < count) return;
  throw std::invalid_argument(option + " " + std::to_string(value) + " is out of range: " + what + " 0" +
                              (count > 1 ? " to " + std::to_string(count - 1) : " only"));
}

// Of an attention of the model; what was not asked for is clamped to it instead.
void check_head(const std::string& option, std::optional<int> layer, std::optional<int> head,
                Attention attention, const Anatomy& anatomy) {
  const AttentionInfo& about = info(attention);
  const std::string stack(about.stack);
  const AttentionHeads* const there = anatomy.find(attention);
  if (there == nullptr) {
    // A stack can have layers without any attention.
    const bool without = anatomy.recurrent() || anatomy.attentions.empty();
    if (without && !head) return;
    throw std::invalid_argument("this model has no " +
                                (without ? "such head" : std::string(anatomy.missing(attention))));
  }
  if (layer) check_range(option + "layer", *layer, there->layers(), "the " + stack + " has layers");
  if (head) {
    std::string name(about.part);
    std::replace(name.begin(), name.end(), '_', '-');
    check_range(option + "head", *head, there->in(layer.value_or(0)),
                "the " + stack + "'s " + name + " has heads");
  }
}

// A full path says layer and head itself; an option that says otherwise would be ignored.
void check_agreement(const SessionOptions& options, const Place& place) {
  const auto differs = [](std::optional<int> asked, std::optional<int> said) {
    return asked && said && *asked != *said;
  };
  if (differs(options.layer, place.layer)) {
    throw std::invalid_argument("--layer " + std::to_string(*options.layer) + " and --site " + *options.site +
                                " name different layers; leave one out");
  }
  if (differs(options.head, place.head)) {
    throw std::invalid_argument("--head " + std::to_string(*options.head) + " and --site " + *options.site +
                                " name different heads; leave one out");
  }
}

// A text's words with their tokens: where tokens are pieces, all of a word.
struct WordsWithTokens {
  std::vector<std::string> words;
  std::vector<std::vector<int>> tokens;
};
WordsWithTokens words_of(const Trace& trace, Stream stream) {
  const auto& pieces = stream == Stream::source ? trace.words().source_pieces : trace.words().target_pieces;
  WordsWithTokens all;
  if (pieces == nullptr) {
    all.words = trace.tokens(stream);
    for (int token = 0; token < std::ssize(all.words); ++token) all.tokens.push_back({token});
  } else {
    all.words = pieces->words;
    all.tokens.resize(all.words.size());
    for (int token = 0; token < std::ssize(pieces->word_of); ++token)
      all.tokens.at(pieces->word_of[token]).push_back(token);
  }
  return all;
}

// The tokens of these words: of all where they stand together, else of each where it stands first.
std::vector<int> tokens_of(const std::string& option, const std::string& wanted, const Trace& trace,
                           Stream stream) {
  const WordsWithTokens all = words_of(trace, stream);
  std::vector<std::string> asked, there;
  std::istringstream in(lower_case(wanted));
  for (std::string word; in >> word;) asked.push_back(word);
  for (const std::string& word : all.words) there.push_back(lower_case(word));
  std::vector<int> tokens;
  const auto take = [&](std::vector<std::string>::iterator found, std::size_t count) {
    const auto first = static_cast<std::size_t>(found - there.begin());
    for (std::size_t word = first; word < first + count; ++word)
      tokens.insert(tokens.end(), all.tokens[word].begin(), all.tokens[word].end());
  };
  const auto together = std::search(there.begin(), there.end(), asked.begin(), asked.end());
  if (asked.empty()) throw std::invalid_argument(option + ": name a word of the text, or several");
  if (together != there.end()) {
    take(together, asked.size());
    return tokens;
  }
  for (const std::string& word : asked) {
    const auto found = std::find(there.begin(), there.end(), word);
    if (found == there.end()) {
      std::string list;
      for (const std::string& each : all.words) list += " " + each;
      throw std::invalid_argument(option + ": " + in_quotes(word) +
                                  " is not a word of the text; it has:" + shortened(list, 400));
    }
    take(found, 1);
  }
  return tokens;
}

void select_words(Session& session, const SessionOptions& options, const Results& results) {
  const Trace* const trace = results.trace(session.side);
  if (trace == nullptr || trace->anatomy().attentions.empty()) {
    if (options.select || options.select_keys)
      throw std::invalid_argument("--select: this model has no attention to select words in");
    return;
  }
  const AttentionInfo& about = info(session.attention);
  if (options.select) {
    select_only(session, -1);
    session.also_tokens = tokens_of("--select", *options.select, *trace, about.asks);
  }
  if (options.select_keys)
    session.key_tokens = tokens_of("--select-keys", *options.select_keys, *trace, about.asked);
}

void select(Session& session, const SessionOptions& options, const Results& results) {
  if (options.site) {
    const Place place = place_of(*options.site);
    check_agreement(options, place);
    if (const SiteName name = split_site(*options.site);
        name.attention && *name.attention != session.attention) {
      session.attention = *name.attention;
      select_only(session, -1);
      // The head that was selected belongs to another attention.
      if (!options.layer) session.layer = 0;
      if (!options.head) session.head = 0;
    }
    if (names_head(place)) {
      check_head("--site " + *options.site + ": ", place.layer, place.head,
                 attention_of(place.stack, place.attention), results.model->anatomy());
      session.layer = *place.layer;
      session.head = place.head.value_or(session.head);
    }
  }
  check_head("--", options.layer, options.head, session.attention, results.model->anatomy());
  fit_selection(session, results);
  if (!options.site) {
    // Another head than the file's step is in: show the head.
    if (options.layer || options.head) session.step.clear();
    return;
  }
  if (session.view == ViewKind::decoding && !session.labs.get<DecodingLab>().written.empty()) {
    std::cerr << "headlight: --site shows the answer that the model writes by itself; for the words chosen "
                 "in Decoding leave it out\n";
  }
  const std::string path = resolve_site(*results.side(0).trace, session, *options.site);
  session = update(std::move(session), GoToStep{path}, {results});
  session.view = ViewKind::steps;
  session.altitude.reset();
}

}  // namespace

void add_session_options(CLI::App& command, SessionOptions& options) {
  const std::string group = "Session";
  command
      .add_option("--model", options.model,
                  "A shipped model's name, one of several small ones (positions/third/rotary), or a model's "
                  "folder or file (.gguf)")
      ->group(group);
  command.add_option("--sentence", options.sentence, "The sentence to read")->group(group);
  command
      .add_option(
          "--compare", options.compare,
          "A second sentence to compare; \"\" for none. A model of your own has none unless you give it")
      ->group(group);
  command
      .add_option("--compare-model", options.compare_model,
                  "Another model that reads the second sentence; without --compare the first one again")
      ->group(group);
  CLI::Option* const weights =
      command
          .add_option(
              "--weights", options.weights,
              "Attention weights of your own instead of a model: .npy, .npz, .csv, .safetensors or .json")
          ->excludes("--model")
          ->excludes("--sentence")
          ->excludes("--compare")
          ->excludes("--compare-model")
          ->group(group);
  command
      .add_option("--tokens", options.tokens,
                  "Their words, a file with one per line; a second file for the columns, where these have "
                  "other words")
      ->expected(1, 2)
      ->needs(weights)
      ->group(group);
  command
      .add_flag("--transpose", options.transpose,
                "Swap rows and columns: for files whose rows are the words looked at")
      ->needs(weights)
      ->group(group);
  command
      .add_option("--compare-weights", options.compare_weights,
                  "Other weights of the same words, to compare: both and the difference")
      ->needs(weights)
      ->group(group);
  command
      .add_option("--run", options.runs,
                  "A third sentence, computed with the others; can be given more than once")
      ->group(group);
  command.add_option("--pair", options.pair, "Which two runs are compared, counted from 0: --pair 0 2")
      ->expected(2)
      ->group(group);
  command.add_option("--layer", options.layer, "The layer, from 0")->group(group);
  command.add_option("--head", options.head, "The head, from 0")->group(group);
  command
      .add_option("--site", options.site,
                  "What to show: a part (weights, scores, query, residual_1, logits ...), with its stack in "
                  "front where needed (decoder.weights, cross.weights), or a full path")
      ->group(group);
  std::vector<std::string> labs;
  for (const auto& [kind, name] : lab_names()) labs.emplace_back(name);
  command.add_option("--lab", options.lab, "A lab instead of a view of the model")
      ->check(CLI::IsMember(labs))
      ->group(group);
  command
      .add_option("--session", options.file, "A saved session with its edits; the other options change it")
      ->group(group);
  command
      .add_option(
          "--link", options.link,
          "A link from Copy a link, or one you wrote, such as lesson=it&step=3; the other options change it")
      ->excludes("--session")
      ->group(group);
  command
      .add_option("--lesson", options.lesson,
                  "A lesson: a shipped one's name (headlight lesson list), or a Markdown file of your own")
      ->excludes("--link")
      ->group(group);
  CLI::Option* step =
      command.add_option("--step", options.step, "Its step, from 1, as on the screen")->group(group);
  command.add_option("--lesson-step", options.lesson_step, "The same, from 0")->group(group)->excludes(step);
  command.add_flag("--answer", options.answer, "Answer its question with the right choice")->group(group);
  command.add_option("--theme", options.theme, "light or dark")
      ->check(CLI::IsMember({"light", "dark"}))
      ->group(group);
  command.add_option("--colour-scale", options.colour_scale, "linear, or log, which shows small weights")
      ->check(CLI::IsMember({"linear", "log"}))
      ->group(group);
  command
      .add_option("--colour-range", options.colour_range,
                  "LOW HIGH: the numbers at the ends of the colour bar; values beyond are marked there")
      ->expected(2)
      ->group(group);
  command
      .add_flag("--without-sink", options.without_sink,
                "Leave the column where attention rests (the sink) out of the colour scale; without a sink, "
                "the first column")
      ->group(group);
  command
      .add_flag("--merge-pieces", options.merge_pieces,
                "Attention weights by whole words where the model cuts words into pieces")
      ->group(group);
  command
      .add_option("--select", options.select,
                  "Words that ask, \"the animal\": of several, the caption gives the mean of their rows")
      ->group(group);
  command
      .add_option("--select-keys", options.select_keys,
                  "Words that are looked at, \"the animal\": the caption adds up their weights")
      ->group(group);
}

namespace {

void choose_colours(Session& session, const SessionOptions& options) {
  ColourScale& scale = session.colour_scale;
  if (options.colour_scale) scale.logarithmic = *options.colour_scale == "log";
  if (options.without_sink) scale.without_sink = true;
  if (options.colour_range.empty()) return;
  scale.own_range = true;
  scale.low = options.colour_range[0];
  scale.high = options.colour_range[1];
  if (!(scale.low < scale.high))
    throw std::invalid_argument(
        "--colour-range: the first number must be less than the second; for example --colour-range 0 0.2");
}

void add_runs(Session& session, const SessionOptions& options) {
  if (options.compare_model) {
    if (!session.two() || !options.compare) session.text(1) = session.text(0);
    session.runs.at(session.pair.second).model = *options.compare_model;
  }
  for (const std::string& text : options.runs) {
    if (is_blank(text)) throw std::invalid_argument("--run: the sentence is blank; type one");
    if (!session.two()) throw std::invalid_argument("--run: needs a second sentence first; give --compare");
    if (session.runs.size() == most_runs)
      throw std::invalid_argument("--run: there can be at most " + std::to_string(most_runs) + " runs");
    session.runs.push_back({text});
  }
  if (options.pair.empty()) return;
  session.pair = {options.pair[0], options.pair[1]};
  const int count = static_cast<int>(session.runs.size());
  check_range("--pair", session.pair.first, count, "there are runs");
  check_range("--pair", session.pair.second, count, "there are runs");
  if (session.pair.first == session.pair.second)
    throw std::invalid_argument("--pair: a run cannot be compared with itself; name two");
}

}  // namespace

namespace {

// The model's name of files of weights that were asked for.
std::string weights_asked(const std::string& option, const std::string& file, const SessionOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw std::invalid_argument(option + " " + file +
                                ": is a folder; name a file in it, or give a model's folder to --model");
  if (!names_given(file)) {
    const std::string known = known_elsewhere(file);
    throw std::invalid_argument(
        option + " " + file + ": " +
        (known.empty() ? "weights are read from files that end in " + given_endings() : known));
  }
  return given_name(file, options.tokens, options.transpose);
}

void add_compared_weights(Session& session, const SessionOptions& options) {
  if (!options.compare_weights) return;
  const std::string name = weights_asked("--compare-weights", *options.compare_weights, options);
  const auto sizes = [](const std::string& of) {
    const auto& config = std::any_cast<const GivenConfig&>(outline_of(of)->family_config());
    return std::pair(config.rows.size(), config.columns.size());
  };
  const auto [rows, columns] = sizes(session.model);
  const auto [other_rows, other_columns] = sizes(name);
  if (rows != other_rows || columns != other_columns)
    throw std::invalid_argument("--compare-weights " + *options.compare_weights + ": has " +
                                std::to_string(other_rows) + " × " + std::to_string(other_columns) +
                                " cells, but the others have " + std::to_string(rows) + " × " +
                                std::to_string(columns) + "; only weights of the same words can be compared");
  session = with_weights_beside(session, name);
}

}  // namespace

bool name_what_is_shown(const SessionOptions& options) {
  return options.file || options.link || options.layer || options.head || options.site || options.lab;
}

Session session_of(const SessionOptions& options, Second second) {
  if (options.weights) {
    SessionOptions named = options;
    named.weights.reset();
    named.model = weights_asked("--weights", *options.weights, options);
    outline_of(*named.model)->anatomy();  // throws where they cannot be read
    return session_of(named, second);
  }
  Session session;
  if (options.model) session.model = *options.model;
  if (options.file) {
    try {
      session = session_of_text(read_text(*options.file), session.model);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(*options.file + ": " + error.what());
    }
    if (options.model) session.model = *options.model;
  } else if (options.link) {
    session = session_of_pasted(*options.link);
    if (options.model) session.model = *options.model;
  } else {
    session = opening_session(session.model);
    // The two sentences are those that the shipped models were asked about; one's own model is asked for one.
    if (options.model && !is_shipped_model(*options.model)) session.text(1).clear();
    if (options.in_place) session.altitude = Altitude::sentence;
  }
  if (options.lesson) {
    const std::string name = open_lesson(*options.lesson);
    const LessonPtr lesson = find_lesson(name);
    const int step = options.step ? *options.step - 1 : options.lesson_step.value_or(0);
    const int steps = static_cast<int>(lesson->steps.size());
    if (options.step && (step < 0 || step >= steps)) {
      throw std::invalid_argument("--step " + std::to_string(*options.step) +
                                  " is out of range: the lesson has steps 1 to " + std::to_string(steps));
    }
    check_range("--lesson-step", step, steps, "the lesson has steps");
    session = at_step(session, name, step);
    if (options.model && session.model != *options.model) {
      throw std::invalid_argument(
          "--model " + *options.model + ": the lesson shows \"" + session.model + "\"" +
          (lesson->any_model ? ", because it needs a model that reads a text with attention" : "") +
          "; leave --model out");
    }
    if (options.answer) {
      const std::optional<Question>& question = lesson->steps[step].question;
      if (!question) {
        throw std::invalid_argument("--answer: step " + std::to_string(step + 1) +
                                    " of the lesson asks no question; choose another step with --step");
      }
      session = with_answer(session, std::max(0, question->right), *lesson_scripts(name));
    }
  } else if (options.step || options.lesson_step || options.answer) {
    throw std::invalid_argument("--step and --answer are for a lesson; name it with --lesson");
  }
  if (options.sentence) {
    session.text(0) = *options.sentence;
    session.text(1).clear();
    select_only(session, word_in_focus(session.text(0), session.model));
    session.trail.clear();
  }
  if (options.compare) {
    session.text(1) = *options.compare;
    if (session.two() && is_blank(session.text(1))) {
      throw std::invalid_argument("--compare: the second sentence is blank; type one, or \"\" for none");
    }
  } else if (second == Second::only_when_asked && !options.file && !options.link) {
    session.text(1).clear();
  }
  add_runs(session, options);
  add_compared_weights(session, options);
  if (options.layer) session.layer = *options.layer;
  if (options.head) session.head = *options.head;
  if (options.lab) {
    for (const auto& [kind, name] : lab_names()) {
      if (*options.lab == name) show_lab(session, kind);
    }
  }
  choose_colours(session, options);
  if (options.merge_pieces) session.merge_pieces = true;
  if (options.theme) session.theme = *options.theme == "dark" ? Theme::dark : Theme::light;
  return session;
}

Computed compute_for(const SessionOptions& options, Second second) {
  Session session = session_of(options, second);
  ResultsPtr results = compute(session, nullptr);
  if (const std::string error = error_of(*results); !error.empty()) throw std::invalid_argument(error);
  if (options.lab && results->model->anatomy().given)
    throw std::invalid_argument("--lab " + *options.lab + ": " + nothing_behind);
  // What a file asks for must be there, unless it was made for another sentence or model than is asked for
  // now.
  if (options.file || options.link) {
    const bool as_it_is = !options.model && !options.sentence && !options.compare;
    const std::string missing = as_it_is ? clamped_away(session, *results) : missing_edits(session, *results);
    if (!missing.empty()) throw std::invalid_argument(options.file.value_or("--link") + ": " + missing);
  }
  select(session, options, *results);
  select_words(session, options, *results);
  return {clamped(std::move(session), {*results}), std::move(results)};
}

}  // namespace headlight
