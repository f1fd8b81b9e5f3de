// The lab on tokens as a row of the labs.
#include "app/labs/tokens/tokens_lab.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/figure/numbers.h"
#include "core/grammar/held_out.h"
#include "core/models/card.h"
#include "core/models/outline.h"
#include "core/text/cut_words.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::size_t most_bytes = 4000;  // of the text: more than is shown at once
// Where no sentence is on stage.
constexpr const char* example_text =
    "The unhappiest animals crossed in 2026: Łódź, Москва, 狗 and 🙂";

// As a text, a line each.
std::string text_of_sentences() {
  std::string text;
  for (const Example& example : sentences_of(SentenceList::any)) {
    for (const std::string& word : example.source) {
      // Endings that are tokens of their own there are put back.
      const bool ending = goes_on_with_word(word);
      if (!ending && !text.empty() && text.back() != '\n') text += ' ';
      text += letters_of_piece(word);
    }
    text += '\n';
  }
  return text;
}

// Whole letters of the beginning.
std::string beginning_of(const std::string& text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t next = end_of_letter(text, end);
    if (next > most_bytes) break;
    end = next;
  }
  return text.substr(0, end);
}

std::string kind_of(const Tokenizer& tokenizer) {
  if (dynamic_cast<const Subwords*>(&tokenizer) != nullptr) return "pieces of words";
  return std::string(tokenizer.tokens_called());
}

class TokensComputed {
 public:
  TokensComputed(const LabInput& input, LabWork& work)
      : input_(input), work_(work), settings_(input.settings<TokensLab>()) {}

  void compute() {
    find_text();
    learn();
    cut_by("learned here",
           say("byte pairs, {joins}",
               {{"joins", say(several(static_cast<int>(study_.learned.steps.size()), "{n} join", "{n} joins"),
                              {{"n", count_text(static_cast<int>(study_.learned.steps.size()))}})}}),
           study_.learned.tokenizer);
    for (const char* shipped : {"translator", "characters"}) cut_by_model(shipped);
    if (input_.runs != nullptr)
      for (const Run& run : *input_.runs) cut_by_model(run.model_name);
    join_word();
    work_.tables = tables();
    work_.keep(std::move(study_));
  }

 private:
  // Letters are tokens too.
  static bool reads_text(const Anatomy& model) { return !model.picture && !model.given; }

  void find_text() {
    const Run& run = input_.run_on_stage();
    const bool reads = input_.model != nullptr && reads_text(input_.model->anatomy());
    std::string text = !settings_.text.empty()      ? settings_.text
                       : reads && !run.text.empty() ? run.text
                                                    : example_text;
    if (settings_.text.empty() && !reads)
      work_.note = "This is an example, because the model on stage reads no text.";
    study_.text = beginning_of(valid_utf8(text));
    study_.shortened = study_.text.size() < text.size();
    study_.letters = letters_in(study_.text);
    study_.bytes = static_cast<int>(study_.text.size());
  }

  void learn() {
    const bool own = settings_.from == TokensLab::From::text;
    std::string text = study_.text;
    if (!own) text = text_of_sentences();
    study_.learned = learn_byte_pairs(
        text, settings_.pairs, [this] { return input_.cancel != nullptr && input_.cancel->requested(); });
    if (input_.cancel != nullptr && input_.cancel->requested()) throw LabCancelled();
    study_.learned_from = own ? say("this text")
                              : say("{n} sentences of our grammar",
                                    {{"n", count_text(sentences_of(SentenceList::any).size())}});
  }

  void cut_by_model(const std::string& name) {
    if (name.empty() || !seen_.insert(model_folder(name)).second) return;
    try {
      const OutlinePtr outline = outline_of(model_folder(name));
      if (reads_text(outline->anatomy()))
        cut_by(short_name(name), kind_of(outline->tokenizer()), {outline, &outline->tokenizer()});
    } catch (const std::exception& error) {
      study_.cuts.push_back({.name = short_name(name), .kind = {}, .error = told(error)});
    }
  }

  void cut_by(const std::string& name, std::string kind, std::shared_ptr<const Tokenizer> tokenizer) {
    TokensStudy::Cut cut{.name = name, .kind = std::move(kind), .vocabulary = tokenizer->vocabulary().size()};
    try {
      cut.tokens = cut_text(*tokenizer, study_.text);
      cut.counts = counts_of(cut.tokens);
    } catch (const std::exception& error) {
      cut.error = told(error);
    }
    study_.cuts.push_back(std::move(cut));
    if (auto pieces = std::dynamic_pointer_cast<const Subwords>(tokenizer))
      subwords_.emplace_back(name, std::move(pieces));
  }

  void join_word() {
    const std::vector<SpannedText> words = study_.learned.tokenizer->words(study_.text);
    for (const SpannedText& word : words) study_.words.push_back(printable(trimmed(utf8_of(word))));
    if (words.empty()) return;
    study_.word = std::clamp(settings_.word, 0, static_cast<int>(words.size()) - 1);
    const SpannedText& chosen = words[study_.word];
    const int middle = chosen[chosen.size() / 2].from.begin;
    for (const auto& [name, pieces] : subwords_) {
      for (const SpannedText& word : pieces->words(study_.text)) {
        if (word.empty() || word.front().from.begin > middle || word.back().from.end <= middle) continue;
        if (std::vector<JoinedStep> steps = joined_steps(*pieces, word); !steps.empty())
          study_.joined.push_back({name, std::move(steps)});
        break;
      }
    }
  }

  std::vector<LabTable> tables() const {
    LabTable counts{.name = "tokens of the text",
                    .columns = {"tokens", "special", "distinct", "unknown", "with bytes", "letters per token",
                                "vocabulary"},
                    .rows_are = "tokenizer"};
    for (const TokensStudy::Cut& cut : study_.cuts) {
      if (!cut.error.empty()) continue;
      counts.row_names.push_back(cut.name);
      const double of_text = cut.counts.of_text();
      counts.rows.push_back(
          {static_cast<double>(cut.counts.tokens), static_cast<double>(cut.counts.added),
           static_cast<double>(cut.counts.distinct), static_cast<double>(cut.counts.unknown),
           static_cast<double>(cut.counts.of_bytes), of_text > 0 ? study_.letters / of_text : 0,
           static_cast<double>(cut.vocabulary)});
    }
    LabTable pairs{.name = "pairs joined", .columns = {"times", "tokens after"}, .rows_are = "pair"};
    for (const LearnedPair& step : study_.learned.steps) {
      pairs.row_names.push_back(step.left + " + " + step.right);
      pairs.rows.push_back({static_cast<double>(step.count), static_cast<double>(step.tokens)});
    }
    const bool first = settings_.page == TokensLab::Page::cut;
    return first ? std::vector{std::move(counts), std::move(pairs)}
                 : std::vector{std::move(pairs), std::move(counts)};
  }

  const LabInput& input_;
  LabWork& work_;
  const TokensLab& settings_;
  TokensStudy study_;
  std::set<std::filesystem::path> seen_;
  std::vector<std::pair<std::string, std::shared_ptr<const Subwords>>> subwords_;
};

LabCaption tokens_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<TokensLab>();
  const auto* study = asked.result<TokensStudy>();
  const std::string from = study == nullptr ? say("a text") : study->learned_from;
  if (lab.page == TokensLab::Page::pairs)
    return {say("byte pairs learned from {text}, step by step", {{"text", from}}), {}, false};
  const std::vector<int> sides = lab.text.empty() ? std::vector{asked.side} : std::vector<int>();
  return {say("one text, cut by each tokenizer"), sides, false};
}

constexpr std::array tokens_drags{LabDrag{"tokens, pairs learned",
                                          [](Labs& labs, int i) {
                                            labs.get<TokensLab>().page = TokensLab::Page::pairs;
                                            labs.get<TokensLab>().pairs = 1 + i % TokensLab::most_pairs;
                                          }},
                                  LabDrag{"tokens, a word of the text", [](Labs& labs, int i) {
                                            labs.get<TokensLab>().page = TokensLab::Page::pairs;
                                            labs.get<TokensLab>().word = 1 + i % 4000;
                                          }}};

}  // namespace

void compute_tokens(const LabInput& input, LabWork& work) { TokensComputed(input, work).compute(); }

constinit const Lab TokensLab::lab_row{.name = "tokens",
                                       .title = "Tokens",
                                       .question = "What does a model read?",
                                       .settings = settings_of<TokensLab>(),
                                       .compute = compute_tokens,
                                       .caption = tokens_caption,
                                       .drags = tokens_drags,
                                       .of_word = true};

}  // namespace headlight
