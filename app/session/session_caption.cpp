#include "app/session/session_caption.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "app/session/altitudes.h"
#include "app/session/open_lab.h"
#include "core/explain/aggregate.h"
#include "core/explain/confidence.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/models/picture_models.h"
#include "core/models/trace.h"
#include "core/pictures/picture.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What was typed; a picture of one's own has no words.
std::string quoted(const std::string& text) {
  if (!is_data_uri(text)) return "“" + text + "”";
  const auto covered = static_cast<std::int64_t>(covered_text_of(text).covered.size());
  return covered == 0 ? say("Your own picture")
                      : say(several(covered, "Your own picture with {n} covered cell",
                                    "Your own picture with {n} covered cells"),
                            {{"n", count_text(covered)}});
}

// Of weights from a file, what is to be known of their numbers.
std::string given_text(const GivenWeights& given) {
  return say("Weights from the file {file} ({numbers}). {says}",
             {{"file", given.file}, {"numbers", given.has}, {"says", given.says}});
}

}  // namespace

std::string said_of_words(std::string meaning) {
  constexpr std::string_view token = "token";
  for (std::size_t at = meaning.find(token); at != std::string::npos; at = meaning.find(token, at))
    meaning.replace(at, token.size(), "word");
  return meaning;
}

std::string model_text(const Results& results) {
  const Card& card = results.card;
  if (results.model != nullptr && results.model->anatomy().given) return "";
  if (card.name.empty()) return " " + say("Model: {model}.", {{"model", results.model_name}});
  return " " + (card.origin.empty()
                    ? say("Model: {model}.", {{"model", card.name}})
                    : say("Model: {model} ({origin}).", {{"model", card.name}, {"origin", card.origin}}));
}

std::string sentence_text(const Run& run) {
  if (const auto& given = run.trace->anatomy().given) return given_text(*given);
  std::string says = quoted(run.text);
  if (!written(*run.trace).empty()) says += " → " + answer_of(*run.trace, run.certainty);
  says += ".";
  if (!run.certainty.is_remarked()) return says;
  // Of what is ambiguous both ways stand there already.
  const std::string why =
      run.certainty.two_ways() ? "" : ": " + reasons_of(run.certainty, run.trace->words());
  std::string mark = mark_of(run.certainty);
  mark[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(mark[0])));
  return says + " " + mark + why + ".";
}

std::string sentences_text(const Results& results) {
  std::string text;
  for (int side = 0; side < 2; ++side) {
    const Run& run = results.side(side);
    if (run.trace == nullptr) continue;
    text += (text.empty() ? "" : " ") + sentence_text(run);
  }
  return text;
}

std::string edits_text(const Results& results, const std::vector<int>& shown) {
  std::vector<int> sides;
  for (const int side : shown) {
    if (results.trace(side) != nullptr) sides.push_back(side);
  }
  const auto edits = [&](int side) -> const std::vector<Edit>& { return results.side(side).edits; };
  const bool same =
      std::all_of(sides.begin(), sides.end(), [&](int side) { return edits(side) == edits(sides.front()); });
  std::string text;
  for (const int side : sides) {
    if (edits(side).empty() || (same && side != sides.front())) continue;
    const std::ptrdiff_t n = std::ssize(edits(side));
    const Unfilled many = same        ? several(n, "{n} intervention", "{n} interventions")
                          : side == 0 ? several(n, "{n} intervention in the first sentence",
                                                "{n} interventions in the first sentence")
                                      : several(n, "{n} intervention in the second sentence",
                                                "{n} interventions in the second sentence");
    text = joined({text, say(many, {{"n", count_text(n)}})});
  }
  return text.empty() ? "" : " " + say("Edited: {interventions}.", {{"interventions", text}});
}

std::string meaning_of(const Results& results, const std::string& path) {
  std::string text;
  const Trace& trace = *results.trace(0);
  if (trace.anatomy().given) return text;
  if (const Site* site = site_of(path)) text = std::string(site->meaning) + " ";
  const std::string_view note = info(trace.label(trace.at(path)).rows).note;
  if (!note.empty()) text += std::string(note) + " ";
  return text;
}

std::string node_caption(const Results& results, const std::string& path, bool words) {
  const std::string meaning = meaning_of(results, path);
  return (words ? said_of_words(meaning) : meaning) + sentences_text(results) + model_text(results) +
         edits_text(results);
}

std::string merging_text(const Session& session, const Results& results, const std::string& path) {
  if (!session.merge_pieces) return "";
  std::string said;
  for (int side = 0; side < 2; ++side) {
    const Trace* const trace = results.trace(side);
    if (trace == nullptr || !said.empty()) continue;
    said = words_note(view_of(*trace, path));
  }
  if (said.empty()) return "";
  said[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(said[0])));
  return " " + said + ".";
}

std::string source_text(const LabCaption& caption, const Results& results) {
  std::string text;
  for (const int side : caption.sides) {
    if (results.trace(side) != nullptr) text += " " + quoted(results.side(side).text) + ".";
  }
  if (caption.of_model) text += model_text(results);
  return text;
}

std::string edits_text(const LabCaption& caption, const Results& results) {
  return caption.of_model && results.lab != nullptr && results.lab->without_edits.empty()
             ? edits_text(results, caption.sides.empty() ? std::vector{0, 1} : caption.sides)
             : "";
}

std::string shown_name(const Session& session, const Results& results) {
  return shows_lab(session) ? lab_caption(session, results).says : shown_path(session);
}

StageCaption stage_caption(const Session& session, const Results& results) {
  StageCaption caption{shown_name(session, results), {}};
  const auto add_edits = [&](std::string edits) {
    if (!edits.empty()) caption.text.runs.push_back({std::move(edits), Role::ink, true});
  };
  if (shows_lab(session)) {
    const LabCaption lab = lab_caption(session, results);
    std::string source = source_text(lab, results);
    if (!source.empty()) caption.text.runs.push_back({source.substr(1), Role::text_2});
    add_edits(edits_text(lab, results));
    return caption;
  }
  // The steps are those of one sentence, unless both are asked for.
  const Run& run = results.side(session.side);
  const Altitude altitude = session.altitude.value_or(altitude_of_view(session));
  const bool one = altitude >= Altitude::step && session.sides == Sides::one && run.trace != nullptr;
  caption.text.runs.push_back(
      {(one ? sentence_text(run) : sentences_text(results)) + model_text(results), Role::text_2});
  add_edits(edits_text(results, one ? std::vector{session.side} : std::vector{0, 1}));
  return caption;
}

SheetCaption sheet_caption(const Session& session, const Results& results) {
  const auto trimmed = [](const std::string& text) { return text.starts_with(' ') ? text.substr(1) : text; };
  if (shows_lab(session)) {
    LabCaption lab = lab_caption(session, results);
    const std::string of_model = (lab.of_model ? model_text(results) : "") + edits_text(lab, results);
    lab.of_model = false;
    return {trimmed(source_text(lab, results)), called(lab_on_stage(session)) + "." + of_model};
  }
  const int side = results.trace(session.side) != nullptr ? session.side : 1 - session.side;
  return {sentence_text(results.side(side)), trimmed(model_text(results) + edits_text(results, {side}))};
}

}  // namespace headlight
