#include "app/commands/session_options.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "app/commands/site.h"
#include "app/labs/decoding/decoding_lab.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/action.h"
#include "app/session/edits.h"
#include "app/session/fitted.h"
#include "app/session/opening.h"
#include "app/session/session_figure.h"
#include "app/session/world.h"
#include "core/files/text.h"

namespace headlight {
namespace {

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\n") == std::string::npos; }

void check_range(const std::string& option, int value, int count, const std::string& what) {
  if (value >= 0 && value < count) return;
  throw std::invalid_argument(option + " " + std::to_string(value) + " is out of range: " + what + " 0" +
                              (count > 1 ? " to " + std::to_string(count - 1) : " only"));
}

// Of an attention of the model; what was not asked for is fitted to it instead.
void check_head(const std::string& option, std::optional<int> layer, std::optional<int> head,
                Attention attention, const Anatomy& anatomy) {
  const AttentionInfo& about = info(attention);
  const std::string stack(about.stack);
  const AttentionHeads* const there = anatomy.find(attention);
  if (there == nullptr) {
    // A recurrent stack has layers without any attention.
    if (anatomy.recurrent() && !head) return;
    throw std::invalid_argument(
        "this model has no " + (anatomy.recurrent() ? "such head" : std::string(anatomy.missing(attention))));
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

void select(Session& session, const SessionOptions& options, const Document& document) {
  if (options.site) {
    const Place place = place_of(*options.site);
    check_agreement(options, place);
    if (const SiteName name = split_site(*options.site);
        name.attention && *name.attention != session.attention) {
      session.attention = *name.attention;
      session.token = -1;
      // The head that was selected belongs to another attention.
      if (!options.layer) session.layer = 0;
      if (!options.head) session.head = 0;
    }
    if (names_head(place)) {
      check_head("--site " + *options.site + ": ", place.layer, place.head,
                 attention_of(place.stack, place.attention), document.model->anatomy());
      session.layer = *place.layer;
      session.head = place.head.value_or(session.head);
    }
  }
  check_head("--", options.layer, options.head, session.attention, document.model->anatomy());
  fit_selection(session, document);
  if (!options.site) {
    // Another head than the file's step is in: show the head.
    if (options.layer || options.head) session.step.clear();
    return;
  }
  if (session.view == ViewKind::decoding && !session.labs.get<DecodingLab>().written.empty()) {
    std::cerr
        << "headlight: --site shows the answer that the model writes by itself; for the words chosen in "
           "Decoding leave it out\n";
  }
  const std::string path = resolve_site(*document.sides[0].trace, session, *options.site);
  session = update(std::move(session), GoToStep{path}, {document});
  session.view = ViewKind::steps;
}

}  // namespace

void add_session_options(CLI::App& command, SessionOptions& options) {
  const std::string group = "Session";
  command
      .add_option(
          "--model", options.model,
          "A shipped model's name, one of several small ones (positions/third/rotary), or a model's folder")
      ->group(group);
  command.add_option("--sentence", options.sentence, "The sentence to read")->group(group);
  command.add_option("--compare", options.compare, "A second sentence beside it; \"\" for none")
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
      .add_option("--lesson", options.lesson,
                  "A lesson: a shipped one's name (headlight lesson list), or a Markdown file of your own")
      ->group(group);
  CLI::Option* step =
      command.add_option("--step", options.step, "Its step, from 1, as the rail counts")->group(group);
  command.add_option("--lesson-step", options.lesson_step, "The same, from 0")->group(group)->excludes(step);
  command.add_flag("--answer", options.answer, "Its question answered, with the right choice")->group(group);
  command.add_option("--theme", options.theme, "light or dark")
      ->check(CLI::IsMember({"light", "dark"}))
      ->group(group);
}

Session session_of(const SessionOptions& options, Second second) {
  Session session;
  if (options.model) session.model = *options.model;
  if (options.file) {
    try {
      session = session_of_text(read_text(*options.file), session.model);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(*options.file + ": " + error.what());
    }
    if (options.model) session.model = *options.model;
  } else {
    session = opening_session(session.model);
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
    if (options.answer) {
      const std::optional<Question>& question = lesson->steps[static_cast<std::size_t>(step)].question;
      if (!question) {
        throw std::invalid_argument("--answer: step " + std::to_string(step + 1) +
                                    " of the lesson asks nothing; choose another one with --step");
      }
      session = with_answer(session, std::max(0, question->right), *lesson_scripts(name));
    }
  } else if (options.step || options.lesson_step || options.answer) {
    throw std::invalid_argument("--step and --answer are of a lesson; say which one with --lesson");
  }
  if (options.sentence) {
    session.sentence = *options.sentence;
    session.compare.clear();
    session.token = word_in_focus(session.sentence, session.model);
    session.trail.clear();
  }
  if (options.compare) {
    session.compare = *options.compare;
    if (!session.compare.empty() && is_blank(session.compare)) {
      throw std::invalid_argument("--compare: the second sentence is blank; type one, or \"\" for none");
    }
  } else if (second == Second::only_when_asked && !options.file) {
    session.compare.clear();
  }
  if (options.layer) session.layer = *options.layer;
  if (options.head) session.head = *options.head;
  if (options.lab) {
    for (const auto& [kind, name] : lab_names()) {
      if (*options.lab == name) show_lab(session, kind);
    }
  }
  if (options.theme) session.theme = *options.theme == "dark" ? Theme::dark : Theme::light;
  return session;
}

Computed compute_for(const SessionOptions& options, Second second) {
  Session session = session_of(options, second);
  DocumentPtr document = compute(session, nullptr);
  if (const std::string error = error_of(*document); !error.empty()) throw std::invalid_argument(error);
  // What a file asks for must be there, unless it was made for another sentence or model than is asked for
  // now.
  if (options.file && !options.model && !options.sentence && !options.compare) {
    if (const std::string missing = not_there(session, *document); !missing.empty())
      throw std::invalid_argument(*options.file + ": " + missing);
  } else if (options.file) {
    if (const std::string missing = edits_not_there(session, *document); !missing.empty())
      throw std::invalid_argument(*options.file + ": " + missing);
  }
  select(session, options, *document);
  return {fitted(std::move(session), {*document}), std::move(document)};
}

}  // namespace headlight
