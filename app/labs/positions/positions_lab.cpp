#include "app/labs/positions/positions_lab.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "app/labs/positions/positions_work.h"
#include "app/labs/positions/trained_positions.h"
#include "core/figure/numbers.h"
#include "core/labs/positions.h"
#include "core/layers/layers.h"
#include "core/learn/letters_training.h"
#include "core/learn/positions_task.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::array kind_table{
    KindWords{.key = "sinusoidal",
              .name = "sinusoids",
              .model = "sinusoids, added to the letters.",
              .remark = "Sinusoids exist for every position. But a model trained on short sentences may not "
                        "have learned what to do with the later ones (Vaswani et al. 2017, 3.5)."},
    KindWords{.key = "appended",
              .name = "sinusoids, appended",
              .model = "sinusoids in {appended} dimensions of their own, after the letter's {letter}.",
              .remark = "Appended, the positions have their own dimensions. Word and position cannot disturb "
                        "each other, but the word has fewer dimensions."},
    KindWords{.key = "learned",
              .name = "learned table",
              .model = "a learned row for each of {rows} positions; only the first {longest} were trained.",
              .remark = "Every table ends, so it is bounded. Rows that training never used stay random, and "
                        "after the last row there is nothing. Equal distances need not look alike."},
    KindWords{
        .key = "relative",
        .name = "relative bias",
        .model = "a learned number for each distance up to {reach}, in every head.",
        .remark =
            "A bias gives a position no vector; it depends only on the distance. All far distances share one "
            "number, so it is bounded. Measured on head 1 (Shaw et al. 2018; Raffel et al. 2020)."},
    KindWords{
        .key = "alibi",
        .name = "ALiBi",
        .model = "a penalty for distance, the same on both sides; slopes {slopes}.",
        .remark =
            "The penalty grows without end, by m (the head’s slope) for each word. That is intended: far "
            "words fade out, however long the text (Press et al. 2022, who let no word look ahead)."},
    KindWords{.key = "alibi_one_sided",
              .name = "ALiBi, one way",
              .model = "a penalty for distance; every other head looks only back, the others only ahead; "
                       "slopes {slopes}."},
    KindWords{.key = "rotary",
              .name = "RoPE",
              .model = "queries and keys rotated by their positions, in heads of {head} dimensions.",
              .remark = "Measured on the cosines and sines of its angles. They are the numbers of the "
                        "sinusoids, used for rotating instead of adding (Su et al. 2021)."},
    KindWords{.key = "none",
              .name = "none",
              .model = "no positions at all.",
              .remark = "Positions get nothing at all. That is bounded and deterministic, but no position is "
                        "unique, so it is no use."},
    KindWords{.key = "counted",
              .name = "1, 2, 3",
              .model = "the letter’s number, counted from 1 and added to the first of its {letter} numbers.",
              .remark =
                  "It grows without end, and soon it is larger than all the word’s own numbers. Added to all "
                  "of them alike it tells nothing: LayerNorm subtracts it again, with the mean."},
    KindWords{
        .key = "divided",
        .name = "from 0 to 1",
        .model =
            "the letter’s number divided by how many there are, added to the first of its {letter} numbers.",
        .remark = "It stays small, but the same number is another place in a longer sentence. And who writes "
                  "word by word does not know yet how many there will be."},
    KindWords{.key = "sines",
              .name = "sines alone",
              .model = "sines without cosines, added to the letters.",
              .remark = "Without its cosine a sine does not tell where its hand points: equal distances no "
                        "longer look alike. A model may learn with it all the same."},
    KindWords{.key = "counted_all",
              .name = "1, 2, 3, in all numbers",
              .model = "the letter’s number, added to all of its numbers: LayerNorm subtracts it again.",
              .among = "in all numbers"},
    KindWords{.key = "sinusoidal_random_start",
              .name = "sinusoids, random start",
              .model = "sinusoids; in training the first letter’s position was drawn from 0 to {start}.",
              .among = "random start"},
    KindWords{
        .key = "learned_random_start",
        .name = "learned table, random start",
        .model = "a learned table; in training the first letter’s position was drawn from 0 to {start}.",
        .among = "random start"},
    KindWords{
        .key = "relative_slow",
        .name = "relative bias, slow",
        .model = "a relative bias that learned as fast as the other weights, not {faster} times as fast.",
        .among = "slow table"},
    KindWords{.key = "relative_2_layers",
              .name = "relative bias, 2 layers",
              .model = "a relative bias in {layers}.",
              .among = "2 layers"},
    KindWords{.key = "causal_1_layer",
              .name = "none, causal, 1 layer",
              .model = "no positions, and no letter looks ahead; {layers} of {heads}.",
              .among = "causal, 1 layer"},
    KindWords{.key = "causal_2_layers",
              .name = "none, causal, 2 layers",
              .model = "no positions, and no letter looks ahead; {layers} of {heads}.",
              .among = "causal, 2 layers"},
    KindWords{.key = "causal_3_layers",
              .name = "none, causal, 3 layers",
              .model = "no positions, and no letter looks ahead; {layers} of {heads}.",
              .among = "causal, 3 layers"},
    KindWords{.key = "bag",
              .name = "guess from the letters",
              .model = "the best possible guess from the letters without their order."},
    KindWords{.key = "bag_causal",
              .name = "guess, causal",
              .model = "the same guess, but only from the letters up to the position."},
};

// "1 and 1/2", "1, 1/2, 1/4 and 1/8"
std::string all_slopes(const TransformerConfig& model) {
  const std::vector<float> slopes = model_slopes(model);
  std::string text;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    if (i > 0) text += i + 1 == slopes.size() ? " and " : ", ";
    text += slope_text(static_cast<double>(slopes[i]));
  }
  return text;
}

// With the numbers of the recipe for what stands in braces.
std::string filled(std::string text, std::string_view key) {
  const PositionsVariant& variant = positions_variant(key);
  const OrderTask task = variant.two_back ? OrderTask::two_back : OrderTask::third;
  const PositionsRecipe recipe = positions_recipe(task, key, 0);
  const TransformerConfig& model = recipe.model;
  const std::array<std::pair<const char*, std::string>, 11> numbers{
      std::pair{"{appended}", count_text(model.position_dimensions)},
      {"{letter}", count_text(model.embedding_size())},
      {"{rows}", count_text(model.max_tokens)},
      {"{longest}", count_text(recipe.longest)},
      {"{reach}", count_text(model.position_reach)},
      {"{slopes}", all_slopes(model)},
      {"{head}", count_text(model.size_of_head(model.encoder_heads))},
      {"{start}", count_text(variant.farthest_start)},
      {"{faster}", significant_text(static_cast<float>(Optimization().distances_rate), 3)},
      {"{layers}", say(several(model.encoder_layers, "{n} layer", "{n} layers"),
                       {{"n", count_text(model.encoder_layers)}})},
      {"{heads}",
       say(several(model.encoder_heads, "{n} head", "{n} heads"), {{"n", count_text(model.encoder_heads)}})}};
  for (const auto& [name, number] : numbers) {
    const std::size_t at = text.find(name);
    if (at != std::string::npos) text.replace(at, std::string_view(name).size(), number);
  }
  return text;
}

}  // namespace

const KindWords& words_of_kind(std::string_view key) {
  const auto found = std::find_if(kind_table.begin(), kind_table.end(),
                                  [&](const KindWords& each) { return each.key == key; });
  if (found == kind_table.end())
    throw std::out_of_range("no words for positions \"" + std::string(key) + "\"");
  return *found;
}

std::string trained_letters() {
  return say("{least} to {most}",
             {{"least", count_text(shortest_length)}, {"most", count_text(within_length)}});
}

std::string slope_text(double slope) {
  const double parts = std::round(1 / slope);
  constexpr double most = 65536;  // a larger denominator is read less easily than a power of ten
  if (std::fabs(slope * parts - 1) > 1e-6 || parts > most)
    return significant_text(static_cast<float>(slope), 3);
  return parts == 1 ? "1" : "1/" + std::to_string(std::llround(parts));
}

std::string about_model(std::string_view key) {
  const std::string text = words_of_kind(key).model;
  return text.find('{') == std::string::npos ? text : filled(text, key);
}

bool is_of_sines(Positions kind) {
  return kind == Positions::sinusoidal || kind == Positions::appended || kind == Positions::sines;
}

bool is_counted(Positions kind) { return kind == Positions::counted || kind == Positions::divided; }

Sinusoids sinusoids_of(const PositionsLab& lab) {
  return {.base = static_cast<double>(lab.base), .sines_only = lab.kind == Positions::sines};
}

const KindWords& words_of_kind(Positions kind) { return words_of_kind(name_of(kind)); }

std::string about_kind(const PositionsLab& lab, int dimensions, const std::string& origin,
                       const Anatomy& model) {
  switch (lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended:
      return say(lab.appended ? to_be_said("Every position gets {n} numbers, sines and cosines: fast at the "
                                           "top, slow at the bottom. They are appended to the word’s own.")
                              : to_be_said("Every position gets {n} numbers, sines and cosines: fast at the "
                                           "top, slow at the bottom. They are added to the word’s own."),
                 {{"n", std::to_string(dimensions)}});
    case Positions::learned:
      return say("Every position has a row in a table. {origin} After its last row there is nothing.",
                 {{"origin", origin}});
    case Positions::relative:
      return say(
          "Each distance has its own number, which is added to the score; beyond the reach, all share one. "
          "{origin} There is no vector: every head has its own numbers, b(j − i).",
          {{"origin", origin}});
    case Positions::alibi:
      return paragraph(
          {lab.one_sided ? say("A penalty for distance; odd heads look only back, even heads only ahead.")
                         : say("Every head subtracts a penalty for distance from the score."),
           say("It is −m |j − i|, with a slope m for each head. There is no vector, and nothing is learned."),
           origin});
    case Positions::rotary:
      return say(
          "There is no vector. Queries and keys (here the first layer’s, made only from the words) are "
          "rotated pair by pair, further at each position. So only the distance counts in a score. Pairs are "
          "neighbours here; other programs pair the two halves of a head, which only reorders the "
          "dimensions.");
    case Positions::counted:
      return say("The word’s number, 1, 2, 3, is added to the first of the {n} numbers of its vector.",
                 {{"n", std::to_string(dimensions)}});
    case Positions::divided:
      return say(
          "The word’s number, divided by how many words there are, is added to the first of the {n} numbers "
          "of its vector.",
          {{"n", std::to_string(dimensions)}});
    case Positions::sines:
      return say(
          "Every position gets {n} numbers, only sines: fast at the top, slow at the bottom. They are added "
          "to the word’s own.",
          {{"n", std::to_string(dimensions)}});
    case Positions::none:
      return say(
          model.reading()->causal
              ? to_be_said("The sentence is read backwards: how much the {stack}’s output for each word "
                           "changes. Without positions only the mask depends on the words’ order.")
              : to_be_said("The sentence is read backwards: how much the {stack}’s output for each word "
                           "changes. Without positions attention sees only a bag of words."),
          {{"stack", std::string(model.stacks.front().name)}});
  }
  return "";
}

namespace {

std::string without_stop(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// "a relative bias, learned for each distance, head 1 of 2", or "2 heads side by side". Where a table comes
// from is a sentence of its own.
std::string of_biases(const PositionsLab& lab, const std::string& heads, const std::string& origin,
                      bool own) {
  if (lab.kind == Positions::relative) {
    const std::string bias = say("a relative bias, learned for each distance, {heads}", {{"heads", heads}});
    return origin.empty() ? without_stop(bias) : bias + ". " + without_stop(origin);
  }
  return joined({say("ALiBi, a bias that grows with the distance, {heads}", {{"heads", heads}}),
                 own ? say("the model’s slopes") : say("the paper’s slopes"),
                 lab.one_sided ? say("odd heads looking only back, even heads only ahead") : ""});
}

// The head whose bias is drawn, of those there are.
std::string of_bias(const CaptionAsked& asked, const std::string& origin, bool own) {
  const auto& lab = asked.settings<PositionsLab>();
  const auto* study = asked.result<PositionsStudy>();
  const int heads = study == nullptr ? 0 : study->of(asked.side).bias_heads;
  if (heads == 0) return of_biases(lab, say("head {n}", {{"n", from_one(lab.head)}}), origin, own);
  const int head = std::min(lab.head, heads - 1);
  return of_biases(lab,
                   joined({say("head {n} of {all}", {{"n", from_one(head)}, {"all", std::to_string(heads)}}),
                           bias_slope(study->of(asked.side), head)}),
                   origin, own);
}

LabCaption of_places(const CaptionAsked& asked) {
  const auto& lab = asked.settings<PositionsLab>();
  const std::string origin = asked.work != nullptr ? asked.work->note : "";
  // Tables and slopes of the model on stage, where it has such.
  const bool own = asked.config() != nullptr && asked.config()->positions == lab.kind;
  const std::string base =
      lab.base == PositionsLab().base ? "" : say("base {n}", {{"n", count_text(lab.base)}});
  const int model = asked.config() ? asked.config()->d_model : 0;
  switch (lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended: {
      const int dimensions = lab.appended ? appended_dimensions : model;
      return {joined({say(several(dimensions, "positions as sinusoids of {n} dimension",
                                  "positions as sinusoids of {n} dimensions"),
                          {{"n", count_text(dimensions)}}),
                      lab.appended ? say("to be appended to the words’ vectors") : "", base}),
              {asked.side},
              false};
    }
    case Positions::sines:
      return {joined({say(several(model, "positions as sines of {n} dimension",
                                  "positions as sines of {n} dimensions"),
                          {{"n", count_text(model)}}),
                      base}),
              {asked.side},
              false};
    case Positions::counted:
      return {say("positions as the words’ numbers, 1, 2, 3"), {asked.side}, false};
    case Positions::divided:
      return {say("positions as the words’ numbers divided by how many there are"), {asked.side}, false};
    case Positions::learned:
      return {
          say("positions as rows of a learned table") + (origin.empty() ? "" : ". " + without_stop(origin)),
          {asked.side},
          own};
    case Positions::relative:
    case Positions::alibi:
      return {of_bias(asked, origin, own), {asked.side}, own};
    case Positions::rotary:
      return {say("RoPE, the query of {word} and the key of {other} rotated to every position, both made "
                  "only from the words, {head}",
                  {{"word", asked.word(lab.position)},
                   {"other", asked.word(lab.key)},
                   {"head", asked.reading_head(0, lab.head)}}),
              {asked.side}};
    case Positions::none:
      break;
  }
  return {say("the sentence read backwards, with and without positions"), {asked.side}};
}

}  // namespace

std::string every_bias_caption(const PositionsLab& lab, int heads, const std::string& origin, bool own) {
  const std::string side_by_side =
      say(several(heads, "{n} head side by side", "{n} heads side by side"), {{"n", count_text(heads)}});
  return say("Positions lab: {biases}.", {{"biases", of_biases(lab, side_by_side, origin, own)}});
}

LabCaption positions_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<PositionsLab>();
  switch (lab.page) {
    case PositionsPage::places:
      return of_places(asked);
    case PositionsPage::properties:
      return {say(several(least_places, "what positions should do, measured for each kind on {n} position",
                          "what positions should do, measured for each kind on {n} positions"),
                  {{"n", count_text(least_places)}}),
              {},
              false};
    case PositionsPage::scores:
      return {say("scores of {head}, split into words and positions",
                  {{"head", asked.reading_head(0, lab.head)}}),
              {asked.side}};
    case PositionsPage::attention: {
      const std::string head = asked.reading_head(lab.layer, lab.head);
      if (asked.config() == nullptr) return {head, {asked.side}};
      const Positions own = asked.config()->positions;
      const Positions other = compared_kind(lab, *asked.config());
      const std::string slope =
          "m = " + slope_text(static_cast<double>(slope_of_head(
                       *asked.config(), std::min(lab.head, asked.config()->reading_heads() - 1))));
      const std::string trained =
          say("{head} as trained ({positions})", {{"head", head}, {"positions", words_of_kind(own).name}});
      if (other == own) return {trained, {asked.side}};
      return {joined({trained,
                      other == Positions::none ? say("and the same weights with no positions")
                                               : say("and the same weights with {positions}",
                                                     {{"positions", words_of_kind(other).name}}),
                      other == Positions::alibi ? slope : ""}),
              {asked.side}};
    }
    case PositionsPage::trained:
      break;
  }
  const std::string letters =
      lab.letters.empty()
          ? say(several(lab.length, "{n} random letter (draw {seed})", "{n} random letters (draw {seed})"),
                {{"n", count_text(lab.length)}, {"seed", std::to_string(lab.seed)}})
          : in_curly_quotes(lab.letters);
  return {say(lab.task == PositionsTask::two_back
                  ? to_be_said("a small model, trained to answer with the letter two positions before, reads "
                               "{letters}; its positions: {positions}")
                  : to_be_said("a small model, trained to answer with the third letter, reads {letters}; its "
                               "positions: {positions}"),
              {{"letters", letters}, {"positions", without_stop(about_model(trained_name(lab)))}}),
          {},
          false};
}

namespace {

void leave_out_positions_looks(PositionsLab& lab) {
  const PositionsLab usual;
  const bool places = lab.page == PositionsPage::places;
  lab.moved = usual.moved;
  lab.dimensions = usual.dimensions;
  lab.by_distance = usual.by_distance;
  // RoPE turns the vectors of two words.
  if (!places || lab.kind != Positions::rotary) {
    lab.position = usual.position;
    lab.key = usual.key;
  }
  if (lab.page != PositionsPage::attention) lab.layer = usual.layer;
}

// A place that is followed, on a page and with a kind.
template <PositionsPage page, Positions kind>
void drag_place(Labs& labs, int i) {
  auto& lab = labs.get<PositionsLab>();
  lab.page = page;
  lab.kind = kind;
  lab.position = i % 11;
}

constexpr std::array positions_drags{
    LabDrag{"positions, a place of the sinusoids", drag_place<PositionsPage::places, Positions::sinusoidal>},
    LabDrag{"positions, a place of the learned table", drag_place<PositionsPage::places, Positions::learned>},
    LabDrag{"positions, a place of RoPE", drag_place<PositionsPage::places, Positions::rotary>},
    LabDrag{"positions, a place of the parts of a score",
            drag_place<PositionsPage::scores, Positions::sinusoidal>},
    LabDrag{"positions, a place under ALiBi", drag_place<PositionsPage::attention, Positions::alibi>},
    LabDrag{"positions, the letters of a small model", [](Labs& labs, int i) {
              labs.get<PositionsLab>().page = PositionsPage::trained;
              labs.get<PositionsLab>().length = 8 + i % 41;
            }}};

}  // namespace

constinit const Lab PositionsLab::lab_row{
    .name = "positions",
    .title = "Positions",
    .question = "Where is a word?",
    .settings = settings_of<PositionsLab, leave_out_positions_looks>(),
    .compute = compute_positions,
    .caption = positions_caption,
    .drags = positions_drags,
    .needs =
        [](const std::any& settings) {
          const auto& own = std::any_cast<const PositionsLab&>(settings);
          return own.page == PositionsPage::trained ? nullptr : &needs_attention;
        },
    .without_model =
        [](std::any& settings) { std::any_cast<PositionsLab&>(settings).page = PositionsPage::trained; },
    .without_model_says = "Small models trained with each kind",
    .first = true};

const EnumNames<PositionsPage>& positions_page_names() {
  static const EnumNames<PositionsPage> names{{PositionsPage::places, "places"},
                                              {PositionsPage::properties, "properties"},
                                              {PositionsPage::scores, "scores"},
                                              {PositionsPage::attention, "attention"},
                                              {PositionsPage::trained, "trained"}};
  return names;
}

const EnumNames<PositionsTask>& positions_task_names() {
  static const EnumNames<PositionsTask> names{{PositionsTask::two_back, "two_back"},
                                              {PositionsTask::third, "third"}};
  return names;
}

const EnumNames<PositionsVariantAt>& positions_variant_names() {
  static const EnumNames<PositionsVariantAt> names = [] {
    EnumNames<PositionsVariantAt> all{{PositionsVariantAt::none, "off"}};
    int place = 0;
    for (const PositionsVariant& variant : positions_variants())
      all.emplace_back(static_cast<PositionsVariantAt>(place++), variant.name.data());
    return all;
  }();
  return names;
}

const EnumNames<Positions>& positions_kind_names() {
  static const EnumNames<Positions> names{{Positions::sinusoidal, "sinusoidal"},
                                          {Positions::learned, "learned"},
                                          {Positions::relative, "relative"},
                                          {Positions::alibi, "alibi"},
                                          {Positions::rotary, "rotary"},
                                          {Positions::none, "none"},
                                          {Positions::counted, "counted"},
                                          {Positions::divided, "divided"},
                                          {Positions::sines, "sines"}};
  return names;
}

}  // namespace headlight
