#include "app/labs/positions/positions_caption.h"

#include <algorithm>

#include "app/labs/caption_words.h"
#include "app/labs/positions/kind_words.h"
#include "app/labs/positions/positions_maps.h"
#include "app/labs/positions/positions_work.h"
#include "app/labs/positions/trained_positions.h"
#include "core/layers/layers.h"

namespace headlight {
namespace {

std::string without_stop(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// "a relative bias, learned for each distance, head 1 of 2", or "2 heads side by side". Where a table comes
// from is a sentence of its own.
std::string of_biases(const PositionsLab& lab, const std::string& heads, const std::string& origin,
                      bool own) {
  if (lab.kind == Positions::relative)
    return without_stop("a relative bias, learned for each distance, " + heads +
                        (origin.empty() ? "" : ". " + origin));
  return "ALiBi, a bias that grows with the distance, " + heads +
         (own ? ", the model’s slopes" : ", the paper’s slopes") +
         (lab.one_sided ? ", even heads looking back only, odd heads ahead only" : "");
}

// The head whose bias is drawn, of those there are.
std::string of_bias(const CaptionAsked& asked, const std::string& origin, bool own) {
  const auto& lab = asked.settings<PositionsLab>();
  const auto* study = asked.result<PositionsStudy>();
  const int heads = study == nullptr ? 0 : study->of(asked.side).bias_heads;
  if (heads == 0) return of_biases(lab, "head " + std::to_string(lab.head), origin, own);
  const int head = std::min(lab.head, heads - 1);
  return of_biases(lab,
                   "head " + std::to_string(head) + " of " + std::to_string(heads) +
                       bias_slope(study->of(asked.side), head),
                   origin, own);
}

LabCaption of_places(const CaptionAsked& asked) {
  const auto& lab = asked.settings<PositionsLab>();
  const std::string origin = asked.work != nullptr ? asked.work->note : "";
  // Tables and slopes of the model on stage, where it has such.
  const bool own = asked.config() != nullptr && asked.config()->positions == lab.kind;
  switch (lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended: {
      const int model = asked.config() ? asked.config()->d_model : 0;
      const int dimensions = lab.appended ? appended_dimensions : model;
      return {"positions as sinusoids of " + counted(dimensions, "dimension") +
                  (lab.appended ? ", to be appended to the words’ vectors" : ""),
              {asked.side},
              false};
    }
    case Positions::learned:
      return {without_stop("positions as rows of a learned table" + (origin.empty() ? "" : ". " + origin)),
              {asked.side},
              own};
    case Positions::relative:
    case Positions::alibi:
      return {of_bias(asked, origin, own), {asked.side}, own};
    case Positions::rotary:
      return {"RoPE, the query of " + asked.word(lab.position) + " and the key of " + asked.word(lab.key) +
                  " rotated to every position, both made from the words alone, " +
                  head_text("encoder", 0, asked.head(lab.head)),
              {asked.side}};
    case Positions::none:
      break;
  }
  return {"the sentence read backwards, with and without positions", {asked.side}};
}

}  // namespace

std::string every_bias_caption(const PositionsLab& lab, int heads, const std::string& origin, bool own) {
  return "Positions lab: " + of_biases(lab, counted(heads, "head") + " side by side", origin, own) + ".";
}

LabCaption positions_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<PositionsLab>();
  switch (lab.page) {
    case PositionsPage::places:
      return of_places(asked);
    case PositionsPage::properties:
      return {"what positions should do, measured for each kind on " + counted(least_places, "position"),
              {},
              false};
    case PositionsPage::scores:
      return {
          "scores of " + head_text("encoder", 0, asked.head(lab.head)) + ", split into words and positions",
          {asked.side}};
    case PositionsPage::attention: {
      const std::string head = head_text("encoder", asked.layer(lab.layer), asked.head(lab.head));
      if (asked.config() == nullptr) return {head, {asked.side}};
      const Positions own = asked.config()->positions;
      const Positions other = compared_kind(lab, *asked.config());
      const std::string slope =
          ", m = " + slope_text(static_cast<double>(slope_of_head(*asked.config(), asked.head(lab.head))));
      const std::string trained = head + " as trained (" + words_of_kind(own).name + ")";
      return {other == own ? trained
                           : trained + ", and the same weights with " +
                                 (other == Positions::none ? "no positions" : words_of_kind(other).name) +
                                 (other == Positions::alibi ? slope : ""),
              {asked.side}};
    }
    case PositionsPage::trained:
      break;
  }
  return {std::string("a small model, trained to answer with ") +
              (lab.task == PositionsTask::two_back ? "the letter two positions before" : "the third letter") +
              ", reads " +
              (lab.letters.empty() ? counted(lab.length, "random letter") + drawn(lab.seed)
                                   : in_curly_quotes(lab.letters)) +
              "; its positions: " + without_stop(about_model(trained_name(lab))),
          {},
          false};
}

}  // namespace headlight
