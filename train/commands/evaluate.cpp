#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "app/line/measures.h"
#include "core/files/whole_file.h"
#include "core/learn/live_training.h"
#include "core/learn/training.h"
#include "core/models/outline.h"
#include "train/commands/commands.h"
#include "train/commands/report.h"
#include "train/commands/training_run.h"
#include "train/learn/causal_training.h"
#include "train/learn/character_training.h"
#include "train/learn/corpus.h"
#include "train/learn/evaluate.h"
#include "train/learn/picture_evaluate.h"
#include "train/learn/positions_scores.h"
#include "train/learn/reference_translations.h"
#include "train/learn/seq2seq_training.h"
#include "train/learn/translator_training.h"

namespace headlight {
namespace {

void check_head(const HeadPlace& head, const Anatomy& anatomy, const std::filesystem::path& card) {
  const Attention attention = attention_of(head.stack, head.attention);
  if (head.head >= 0 && head.head < anatomy.heads(attention, head.layer)) return;
  throw FormatError(card,
                    "its reference head, " + head.stack + " layer " + std::to_string(head.layer) + ", head " +
                        std::to_string(head.head) + ", is not in the model, which has " +
                        std::to_string(anatomy.layers(attention)) + " layers of " +
                        std::to_string(anatomy.heads(attention, 0)) + " heads there",
                    "name one of them, counting from 0");
}

ModelPtr translator_of(const std::filesystem::path& folder, const Card& card) {
  if (card.name != "translator" || !card.reference_head) {
    throw std::invalid_argument("there are no measures for \"" + card.name +
                                "\"; choose one of translator, causal, seq2seq, seq2seq-attention, "
                                "characters, characters-rnn, caption-rnn, caption-attention, "
                                "caption-transformer, vit, positions");
  }
  auto model = load_model(folder, AnswerKind::translation);
  check_head(*card.reference_head, model->anatomy(), folder / "card.json");
  return model;
}

using Folder = std::filesystem::path;

std::vector<Measure> measures_of_causal(const Folder& folder, const Card&) {
  const auto model = load_model(folder, AnswerKind::next_token);
  const CausalCorpus corpus = make_causal_corpus(make_corpus(causal_recipe().corpus));
  return causal_measures(*model, corpus.train, corpus.held_out);
}

ForcedShares forced_shares_of(const Folder& folder) {
  const auto model = read_model<Seq2SeqConfig>(folder);
  return forced_shares(model,
                       held_out_examples(model.words.source, model.words.target, translator_recipe().corpus));
}

// Of a language model over characters: measures and curves.
Card measured_characters(const Folder& folder, const Card&) {
  const auto model = read_model<CharacterConfig>(folder);
  const CharacterCorpus corpus =
      make_character_corpus(make_corpus(character_recipe(model.config.cell).corpus));
  if (corpus.characters.words() != model.words.target.words()) {
    throw FormatError(folder / "words.json", "has different characters from the text that it is measured on",
                      "train the model again");
  }
  Card card;
  measure_characters(card, model, corpus);
  return card;
}

Card measured_captions(const Folder& folder, const Card&) {
  Card measured;
  measure_captions(measured, *load_model(folder, AnswerKind::caption));
  return measured;
}

// Of a Transformer that reads a picture: it writes a caption or, with a class token, names a class.
Card measured_pictures(const Folder& folder, const Card& card) {
  if (!read_config<PictureTransformerConfig>(folder).has_class_token())
    return measured_captions(folder, card);
  const auto model = load_model(folder, AnswerKind::one_label);
  const HeadPlace head = card.reference_head ? *card.reference_head : find_looking_head(*model);
  check_head(head, model->anatomy(), folder / "card.json");
  Card measured;
  measured.measures = answer_measures(answer_shares(*model, head, scenes_measured));
  return measured;
}

std::vector<Example> held_out_of(const Model& model) {
  return held_out_examples(model.source(), model.target(), translator_recipe().corpus);
}

std::vector<Measure> measures_of_translator(const Folder& folder, const Card& card) {
  const auto model = translator_of(folder, card);
  std::vector<Measure> measures = translator_measures(*model, card, held_out_of(*model));
  for (Measure& measure : measures_of_class(folder, *model, card)) measures.push_back(std::move(measure));
  return measures;
}

// Of the last step that a training was kept at.
std::vector<Measure> measures_of_live(const Folder& folder, const Card&) {
  const std::optional<LiveRun> run = read_live_run(folder);
  if (!run || run->kept.empty())
    throw AccessError(folder / "run.json", "is missing, or lists no step", "copy the folder again");
  const auto learner = live_kind(run->kind).make(run->seed, run->steps, run->changes);
  const LivePoint point = learner->measured(*load_model(folder / live_step_name(run->kept.back())));
  return {{"held_out_loss", point.held_out_loss, "nats", ""},
          {"right", point.right, "", ">= 0.9"},
          {"head_right", point.head_right, "", ">= 0.9"},
          {"head_weight", point.head_weight, "", ""}};
}

using Measures = std::vector<Measure>;
using Curves = std::vector<MeasuredCurve>;

// What is measured again of a model: a row for a card's name, or for a family.
struct Measured {
  const char* of;
  Measures (*measures)(const Folder&, const Card&);
  Curves (*curves)(const Folder&, const Card&);  // null where nothing is plotted
};
constexpr Measured rows_measured[] = {
    {"positions", [](const Folder& folder, const Card&) { return evaluate_positions(folder); }, nullptr},
    {"small-translator", measures_of_live, nullptr},
    {"causal", measures_of_causal, nullptr},
    {CharacterConfig::family,
     [](const Folder& folder, const Card& card) { return measured_characters(folder, card).measures; },
     [](const Folder& folder, const Card& card) { return measured_characters(folder, card).curves; }},
    {Seq2SeqConfig::family,
     [](const Folder& folder, const Card&) {
       return seq2seq_measures(forced_shares_of(folder), read_config<Seq2SeqConfig>(folder).attention);
     },
     [](const Folder& folder, const Card&) { return Curves{forced_shares_of(folder).exact.curve()}; }},
    {RecurrentCaptionerConfig::family,
     [](const Folder& folder, const Card& card) { return measured_captions(folder, card).measures; },
     [](const Folder& folder, const Card& card) { return measured_captions(folder, card).curves; }},
    {PictureTransformerConfig::family,
     [](const Folder& folder, const Card& card) { return measured_pictures(folder, card).measures; },
     [](const Folder& folder, const Card& card) { return measured_pictures(folder, card).curves; }},
    {"translator", measures_of_translator, [](const Folder& folder, const Card& card) {
       const auto model = translator_of(folder, card);
       return Curves{exact_shares(*model, held_out_of(*model)).lengths.curve()};
     }}};

// What has neither a row of its own nor one of its family is taken for a translator, which says what is
// missing.
const Measured& row_of(const Folder& folder, const Card& card) {
  for (const Measured& row : rows_measured) {
    if (card.name == row.of) return row;
  }
  const std::string family = outline_of(folder)->family();
  for (const Measured& row : rows_measured) {
    if (family == row.of) return row;
  }
  return *std::rbegin(rows_measured);
}

}  // namespace

std::vector<Measure> evaluate_model(const std::filesystem::path& folder, const Card& card) {
  return row_of(folder, card).measures(folder, card);
}

namespace {

// The curves of a model's card, measured again and written into it: what plots show of it.
void plot_model(const std::filesystem::path& folder) {
  Card card = load_card(folder);
  const Measured& row = row_of(folder, card);
  card.curves = row.curves(folder, card);
  save_card(card, folder);
}

// The recurrent translator with attention learned apart, of another family.
constexpr const char* witness_of_translator = "seq2seq-attention";

// The share of the answers without a label that is to be right on the list on which that is chosen. More than
// the 95 of 100 that are wanted: a class's own sentences are further from the corpus than that list is.
constexpr double right_without_label = 0.965;

// A witness that cannot read the sentences of a list says nothing of them: one in fifty may be refused.
bool reads_most(const Model& witness, const std::vector<ClassSentence>& sentences) {
  const auto refused = std::count_if(sentences.begin(), sentences.end(), [&](const ClassSentence& each) {
    try {
      return witness.read(each.english).empty();
    } catch (const std::invalid_argument&) {
      return true;
    }
  });
  return refused * 50 <= std::ssize(sentences);
}

// From where on it is sure, chosen on a list that people wrote.
void choose_on_list(const std::filesystem::path& folder, const Model& model, Card& card) {
  const auto list = folder / (std::string(chosen_on) + ".tsv");
  if (!card.certainty || !std::filesystem::exists(list)) return;
  const std::vector<ClassSentence> sentences = read_class_set(list);
  Calibration& certainty = *card.certainty;
  certainty.witness = witness_of_translator;
  if (!reads_most(*witness_of(certainty), sentences)) certainty.witness.clear();
  certainty.least = sure_from(model, certainty, sentences, right_without_label);
}

// Of a file of pairs those that no training learns from.
std::vector<RealPair> kept_aside(const std::filesystem::path& file) {
  std::vector<RealPair> aside = read_real_pairs(file).pairs;
  std::erase_if(aside, [](const RealPair& pair) { return !is_kept_aside(pair); });
  return aside;
}

// From where on a translator is sure, chosen anew: written into its card, with all its measures.
void calibrate_model(const std::filesystem::path& folder) {
  Card card = load_card(folder);
  const auto model = translator_of(folder, card);
  card.certainty = calibrate(*model, translator_recipe().corpus.held_out);
  choose_on_list(folder, *model, card);
  std::vector<Measure> before = std::move(card.measures);
  card.measures = evaluate_model(folder, card);
  // What is measured only with a file of real sentences stays.
  for (Measure& measure : before)
    if (is_of_real(measure)) card.measures.push_back(std::move(measure));
  save_card(card, folder);
}

// How a model's measures spread over its seeds, written into its card: of the measures that its card and
// those of the other folders have, which the same recipe made with other seeds.
void spread_over_seeds(const std::filesystem::path& folder,
                       const std::vector<std::filesystem::path>& others) {
  Card card = load_card(folder);
  std::vector<Card> all{card};
  for (const auto& other : others) all.push_back(load_card(other));
  card.spreads.clear();
  for (const Measure& measure : card.measures) {
    std::vector<double> values;
    for (const Card& one : all) {
      for (const Measure& each : one.measures) {
        if (each.name == measure.name) values.push_back(each.value);
      }
    }
    if (values.size() == all.size()) card.spreads.push_back(spread_over(measure.name, std::move(values)));
  }
  save_card(card, folder);
}

struct EvaluateOptions {
  std::string name;
  bool json = false;
  bool calibrate = false;
  bool curves = false;
  std::string corpus;
  std::vector<std::string> seeds;
};

// What is read beside the model, before anything is measured: what cannot be read is refused at once.
struct EvaluateFiles {
  std::vector<RealPair> aside = {};
  std::vector<std::filesystem::path> seeds = {};
};
EvaluateFiles read_files(const std::filesystem::path& folder, const EvaluateOptions& options) {
  const Card card = load_card(folder);
  if (options.curves && row_of(folder, card).curves == nullptr)
    throw std::invalid_argument("nothing is plotted for \"" + card.name + "\"; leave --curves out");
  EvaluateFiles files;
  if (!options.corpus.empty()) files.aside = kept_aside(options.corpus);
  for (const std::string& seed : options.seeds) {
    files.seeds.push_back(model_folder(seed));
    load_card(files.seeds.back());
  }
  for (const std::string list : class_lists) {
    if (const auto file = folder / (list + ".tsv"); std::filesystem::exists(file)) read_class_set(file);
  }
  return files;
}

int evaluate(const EvaluateOptions& options) {
  const auto folder = model_folder(options.name);
  const EvaluateFiles files = read_files(folder, options);
  if (options.calibrate) calibrate_model(folder);
  if (options.curves) plot_model(folder);
  if (!options.seeds.empty()) {
    spread_over_seeds(folder, files.seeds);
    const Card card = load_card(folder);
    if (options.json) {
      std::cout << to_json(card) << '\n';
    } else {
      print_spreads(card.spreads);
    }
    return 0;
  }
  Card card = load_card(folder);
  if (!options.calibrate) card.measures = evaluate_model(folder, card);
  if (!options.corpus.empty()) {
    put_real_shares(card, *load_model(folder, AnswerKind::translation), files.aside);
    if (options.calibrate || options.curves) save_card(card, folder);
  }
  print_report(card.name, card.measures, options.json);
  return 0;
}

}  // namespace

void add_evaluate(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command =
      program.add_subcommand("evaluate", "Measure the figures on a model's card again, on held-out data");
  command->add_option("NAME", options->name, "A shipped model's name, or a model's folder")->required();
  command->add_flag("--json", options->json, "Print one object");
  command->add_flag("--calibrate", options->calibrate,
                    "First choose again the probability from which the translator counts as sure; write it "
                    "and all measures into the card");
  command->add_flag(
      "--curves", options->curves,
      "First measure again what is plotted, such as exact translations by length; write it into the card");
  command
      ->add_option("--corpus", options->corpus,
                   "translators: also measure on the held-out sentences of this file")
      ->check(CLI::ExistingFile);
  command->add_option(
      "--seeds", options->seeds,
      "Folders trained by the same recipe with other seeds: write into the card how far the measures differ");
  command->callback([options, &chosen] { chosen = [options] { return evaluate(*options); }; });
}

}  // namespace headlight
