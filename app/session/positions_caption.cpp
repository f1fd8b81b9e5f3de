// What the positions lab shows, in a sentence.
#include "app/session/lab_caption_parts.h"
#include "app/session/labs/kind_words.h"
#include "app/session/labs/positions_work.h"
#include "app/session/labs/trained_positions.h"

namespace headlight {
namespace {

std::string without_stop(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  return text;
}

LabCaption of_places(const CaptionAsked& asked) {
  const PositionsLab& lab = asked.session.labs.positions;
  // Where a table comes from is a sentence of its own.
  const std::string origin =
      asked.work != nullptr && !asked.work->note.empty() ? ". " + asked.work->note : "";
  switch (lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended: {
      const int model = asked.config() ? asked.config()->d_model : 0;
      const int dimensions = lab.appended ? appended_dimensions : model;
      return {"places as sinusoids of " + counted(dimensions, "dimension") +
                  (lab.appended ? ", to be appended to the words’ vectors" : ""),
              {asked.side},
              false};
    }
    case Positions::learned:
      return {without_stop("places as rows of a learned table" + origin), {asked.side}, false};
    case Positions::relative:
      return {without_stop("a relative bias, learned for each distance, head " + std::to_string(lab.head) +
                           origin),
              {asked.side},
              false};
    case Positions::alibi:
      return {"ALiBi, a bias that grows with the distance, head " +
                  std::to_string(std::min(lab.head, alibi_heads - 1)) + " of " + std::to_string(alibi_heads) +
                  (lab.one_sided ? ", even heads looking back only, odd heads ahead only" : ""),
              {asked.side},
              false};
    case Positions::rotary:
      return {"RoPE, the query of " + asked.word(lab.position) + " and the key of " + asked.word(lab.key) +
                  " turned to every place, " + head_text("encoder", 0, asked.head(lab.head)),
              {asked.side}};
    case Positions::none:
      break;
  }
  return {"the sentence read backwards, with and without positions", {asked.side}};
}

}  // namespace

LabCaption positions_caption(const CaptionAsked& asked) {
  const PositionsLab& lab = asked.session.labs.positions;
  switch (lab.page) {
    case PositionsPage::places:
      return of_places(asked);
    case PositionsPage::properties:
      return {"what is asked of positions, measured for each kind on " + counted(least_places, "place"),
              {},
              false};
    case PositionsPage::scores:
      return {"scores of " + head_text("encoder", 0, asked.head(lab.head)) +
                  ", taken apart into words and places",
              {asked.side}};
    case PositionsPage::attention: {
      const std::string head = head_text("encoder", asked.layer(lab.layer), asked.head(lab.head));
      if (asked.config() == nullptr) return {head, {asked.side}};
      const Positions own = asked.config()->positions;
      const Positions other = compared_kind(lab, *asked.config());
      const std::string trained = head + " as trained (" + words_of_kind(own).name + ")";
      return {other == own ? trained
                           : trained + ", and the same weights with " +
                                 (other == Positions::none ? "no positions" : words_of_kind(other).name),
              {asked.side}};
    }
    case PositionsPage::trained:
      break;
  }
  return {std::string("a small model, trained to answer with ") +
              (lab.task == PositionsTask::two_back ? "the letter two places before" : "the third letter") +
              ", reads " +
              (lab.letters.empty() ? counted(lab.length, "random letter") + drawn(lab.seed)
                                   : in_quotes(lab.letters)) +
              "; its positions: " + without_stop(words_of_kind(trained_name(lab)).model),
          {},
          false};
}

}  // namespace headlight
