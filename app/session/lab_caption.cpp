#include "app/session/lab_caption.h"

#include <algorithm>

#include "app/session/caption_words.h"
#include "app/session/labs/cost_work.h"
#include "app/session/labs/masks_work.h"
#include "app/session/labs/scaling_work.h"
#include "app/session/labs/temperature_work.h"
#include "core/labs/lookup.h"
#include "core/labs/order.h"

namespace headlight {
namespace {

std::string enumerated(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

std::string selected_head(const Session& session) {
  switch (session.attention) {
    case Attention::encoder:
      return head_text("encoder", session.layer, session.head);
    case Attention::decoder:
      return head_text("decoder", session.layer, session.head);
    case Attention::cross:
      break;
  }
  return "encoder–decoder " + head_text("attention,", session.layer, session.head);
}

LabCaption of_lookup(const CaptionAsked& asked) {
  const LookupLab& lab = asked.session.labs.lookup;
  if (lab.of == LookupOf::sentence)
    return {"each word as a one-hot row times the model’s table of embeddings", {0}};
  const std::string letters = letters_text(letters_of(lab.letters, LookupLab::most_letters));
  if (letters.empty()) return {"a table for the letters of the alphabet", {}, false};
  return {"the letters " + in_curly_quotes(letters) + " as one-hot rows times a random table of " +
              counted(lab.dimensions, "dimension") + drawn(lab.seed),
          {},
          false};
}

LabCaption of_order(const CaptionAsked& asked) {
  const OrderLab& lab = asked.session.labs.order;
  std::string what =
      lab.shown == OrderShown::embedding ? "the words’ embeddings"
      : lab.shown == OrderShown::output
          ? "the encoder’s output"
          : "the weights of " + head_text("encoder", asked.layer(lab.layer), asked.head(lab.head));
  what += lab.positions ? ", with positions" : ", without positions";
  const std::vector<std::string>& words = asked.words(0);
  const std::vector<int> order = order_of(lab.order, static_cast<int>(words.size()));
  if (std::is_sorted(order.begin(), order.end())) return {what + ", the words as written", {0}};
  std::string moved;
  for (const std::string& word : in_order(words, order)) moved += (moved.empty() ? "" : " ") + word;
  return {what + ", for the words as written and as " + in_curly_quotes(moved), {0}};
}

std::string alignment_text(Alignment alignment) {
  switch (alignment) {
    case Alignment::additive:
      return "additive attention";
    case Alignment::dot:
      return "dot-product attention";
    case Alignment::scaled_dot:
      break;
  }
  return "scaled dot-product attention";
}

LabCaption of_attention(const CaptionAsked& asked) {
  const AttentionLab& lab = asked.session.labs.attention;
  const bool small = lab.inputs == AttentionInputs::small;
  std::string says = alignment_text(lab.alignment) + (lab.softmax ? "" : " without a softmax") + " over " +
                     (small ? counted(lab.rows, "vector") + " of " + counted(lab.columns, "number")
                            : std::string("the words"));
  if (lab.asking == AttentionAsking::random) says += ", asked by " + counted(lab.queries, "random vector");
  switch (projections_in_force(lab)) {
    case Projections::none:
      says += ", without weights";
      break;
    case Projections::random:
      says += ", with random weights for keys of " + std::to_string(lab.d_k) + " and values of " +
              counted(lab.d_v, "dimension") + drawn(lab.seed);
      break;
    case Projections::head:
      says += ", with the weights of " + head_text("encoder", asked.layer(lab.layer), asked.head(lab.head));
      break;
  }
  if (lab.shuffle != 0) says += ", the inputs in another order";
  if (small) return {says, {}, false};
  return {says, {0}};
}

LabCaption of_scaling(const CaptionAsked& asked) {
  const ScalingLab& lab = asked.session.labs.scaling;
  const bool sampled = lab.source == ScalingLab::Source::sampled;
  const bool products = lab.page == ScalingLab::Page::products;
  const ScalingStudy* study = asked.work != nullptr ? asked.work->scaling.get() : nullptr;
  const std::string d_k =
      std::to_string(std::min(lab.dimensions, study != nullptr ? study->most : most_dimensions));
  if (sampled) {
    const std::string whose = products ? counted(lab.samples, "random pair") + " of a query and a key"
                                       : "a random query with " + counted(lab.keys, "random key");
    return {(products ? "products q · k of " + whose : "softmax of the products of " + whose) +
                ", dₖ = " + d_k +
                (products ? ""
                          : ", with and without the division by √dₖ, and means over " +
                                std::to_string(sampled_queries) + " such queries against dₖ") +
                drawn(lab.draw),
            {},
            false};
  }
  const std::string of = " in " + selected_head(asked.session);
  const std::string query =
      study != nullptr && !study->query.empty() ? in_curly_quotes(study->query) : "a word";
  return {(products ? "products q · k of all words" + of
                    : "softmax of the products of " + query + " with all words" + of +
                          ", with and without the division by √dₖ") +
              ", the first " + d_k + " dimensions",
          {asked.side}};
}

LabCaption of_temperature(const CaptionAsked& asked) {
  const TemperatureLab& lab = asked.session.labs.temperature;
  const TemperatureStudy* study = asked.work != nullptr ? asked.work->temperature.get() : nullptr;
  const std::string word = study != nullptr ? in_curly_quotes(study->row_word) : "a word";
  const std::string at =
      lab.temperature == 1 ? ", at T = 1" : ", at T = " + significant_text(lab.temperature, 3) + " and T = 1";
  if (lab.of == TemperatureLab::Of::output)
    return {"the probabilities of the word after " + word + at, {asked.side}};
  return {"the weights of " + word + " in " + selected_head(asked.session) + at, {asked.side}};
}

std::string mask_text(const MasksLab& lab) {
  const std::string back = lab.causal ? " without looking ahead" : " to both sides";
  switch (lab.mask) {
    case MaskKind::none:
      return "no mask";
    case MaskKind::causal:
      return "a causal mask, no word looks ahead";
    case MaskKind::padding:
      return "the last " + counted(lab.padding, "word") + " masked as padding";
    case MaskKind::window:
      return "a window of " + counted(lab.window, "word") + back;
    case MaskKind::sink:
      return "a window of " + counted(lab.window, "word") + back + ", the first " +
             (lab.sink == 1 ? "word" : counted(lab.sink, "word")) + " in sight of all";
    case MaskKind::own:
      break;
  }
  return counted(static_cast<std::int64_t>(lab.painted.size() / 2), "cell") + " masked by hand";
}

LabCaption of_masks(const CaptionAsked& asked) {
  const MasksLab& lab = asked.session.labs.masks;
  std::vector<int> sides;
  for (int side = 0; side < 2; ++side) {
    if (asked.document.trace(side) != nullptr) sides.push_back(side);
  }
  if (asked.config() == nullptr) return {mask_text(lab), sides};
  const MasksHead chosen = masks_head(asked.session, *asked.config());
  const std::string stack = chosen.attention == Attention::decoder ? "decoder" : "encoder";
  return {head_text(stack, chosen.layer, chosen.head) + " under a mask: " + mask_text(lab) +
              (lab.all_heads ? ", in all heads" : ", in this head alone"),
          sides};
}

LabCaption of_cost(const CaptionAsked& asked) {
  const CostLab& lab = asked.session.labs.cost;
  const CostStudy* study = asked.work != nullptr ? asked.work->cost.get() : nullptr;
  if (lab.page == CostLab::Page::growth) {
    return {"parameters of " + counted(std::ssize(real_models()), "published model") +
                " by the first version of their papers, and a line fitted to the largest among them of each "
                "year since " +
                std::to_string(first_year_of_growth),
            {},
            false};
  }
  if (lab.page == CostLab::Page::sentence) {
    std::string says = "a recurrent layer and a layer of attention";
    if (study != nullptr && !study->sentence.words.empty()) {
      const CostStudy::OnStage& stage = study->sentence;
      const auto word = [&](int place) {
        return in_curly_quotes(stage.words[static_cast<std::size_t>(place)]);
      };
      says += " on " + counted(static_cast<std::int64_t>(stage.words.size()), "word") +
              ", and the path between " + word(stage.from) + " and " + word(stage.to);
    }
    return {says, {asked.side}};
  }
  static const std::vector<std::string> quantities{"multiply-adds", "key-value cache", "attention weights",
                                                   "activations"};
  std::vector<std::string> names;
  std::string notes;
  if (lab.quantity == CostLab::Quantity::activations)
    notes = "; activations: " + std::string(activations_are);
  if (study != nullptr) {
    for (const CostStudy::Curve& curve : study->curves) {
      names.emplace_back(curve.model->name);
      if (!curve.model->note.empty()) notes += "; " + names.back() + " " + std::string(curve.model->note);
    }
  }
  return {quantities.at(static_cast<std::size_t>(lab.quantity)) + " of " +
              (names.empty() ? "published models" : enumerated(names)) +
              " against the number of tokens, T = " + count_text(lab.tokens) + " marked" + notes,
          {},
          false};
}

LabCaption of_lab(const CaptionAsked& asked) {
  switch (asked.session.lab) {
    case LabKind::lookup:
      return of_lookup(asked);
    case LabKind::positions:
      return positions_caption(asked);
    case LabKind::order:
      return of_order(asked);
    case LabKind::attention:
      return of_attention(asked);
    case LabKind::scaling:
      return of_scaling(asked);
    case LabKind::temperature:
      return of_temperature(asked);
    case LabKind::masks:
      return of_masks(asked);
    case LabKind::cost:
      break;
  }
  return of_cost(asked);
}

}  // namespace

LabCaption lab_caption(const Session& session, const Document& document) {
  const LabWork* work = document.lab.get();
  if (work != nullptr && work->lab != session.lab) work = nullptr;
  LabCaption caption = of_lab({session, document, work, side_on_stage(session, document)});
  std::string name = name_of(lab_names(), session.lab);
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  caption.says = name + " lab: " + caption.says + ".";
  return caption;
}

}  // namespace headlight
