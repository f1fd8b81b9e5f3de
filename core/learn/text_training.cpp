#include "core/learn/text_training.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/figure/numbers.h"
#include "core/labs/byte_pair_learning.h"
#include "core/layers/sites.h"
#include "core/models/search.h"
#include "core/models/transformer.h"
#include "core/text/characters_and_pieces.h"
#include "core/text/hash.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr const char* text_begins = "<s>";
constexpr const char* text_ends = "</s>";
// Lines that are longer, in letters, are cut where a sentence ends.
constexpr std::size_t longest_whole_line = 120;
// One line in so many is held out.
constexpr int one_line_held_out_in = 10;

bool is_sentence_end(char32_t letter) {
  return letter == U'.' || letter == U'!' || letter == U'?' || letter == U'\u2026' || letter == U'\u3002' ||
         letter == U'\uff01' || letter == U'\uff1f';
}

// Behind a sentence's end there may be quotation marks.
bool closes_sentence(char32_t letter) {
  return letter == U'"' || letter == U'\u201d' || letter == U'\u00bb' || letter == U'\'' ||
         letter == U'\u2019' || letter == U')';
}

std::u32string without_outer_blanks(std::u32string line) {
  const std::size_t first = line.find_first_not_of(U' ');
  if (first == std::u32string::npos) return {};
  return line.substr(first, line.find_last_not_of(U' ') - first + 1);
}

void add_learned_line(std::vector<std::u32string>& lines, std::u32string line) {
  line = without_outer_blanks(std::move(line));
  if (!line.empty()) lines.push_back(std::move(line));
}

// A line, or the sentences of a long one.
void add_sentences(std::vector<std::u32string>& lines, const std::u32string& line) {
  if (line.size() <= longest_whole_line) return add_learned_line(lines, line);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!is_sentence_end(line[i])) continue;
    std::size_t end = i + 1;
    while (end < line.size() && (is_sentence_end(line[end]) || closes_sentence(line[end]))) ++end;
    if (end < line.size() && line[end] != U' ' && line[i] < 128) continue;
    add_learned_line(lines, line.substr(begin, end - begin));
    begin = end;
    i = end - 1;
  }
  add_learned_line(lines, line.substr(begin));
}

std::vector<std::u32string> lines_of_text(const std::string& text) {
  std::vector<std::u32string> lines;
  std::u32string line;
  for (const char32_t letter : composed_code_points(valid_utf8(text))) {
    if (letter == U'\n' || letter == U'\r') {
      add_sentences(lines, std::exchange(line, {}));
    } else if (is_space(letter)) {
      if (!line.empty() && line.back() != U' ') line.push_back(U' ');
    } else if (letter >= 32 && letter != 127 && letter != U'\ufeff') {
      line.push_back(letter);
    }
  }
  add_sentences(lines, line);
  return lines;
}

std::string utf8_of_letters(const std::u32string& letters) {
  std::string text;
  for (const char32_t letter : letters) append_utf8(text, letter);
  return text;
}

// Those lines that stand there once, every tenth of them, or one.
void hold_out(std::vector<TextLines::Line>& lines) {
  std::map<std::string, int> times;
  for (const TextLines::Line& line : lines) ++times[line.text];
  int once = 0;
  TextLines::Line* last = nullptr;
  for (TextLines::Line& line : lines) {
    if (times[line.text] > 1) continue;
    last = &line;
    line.held_out = ++once % one_line_held_out_in == 0;
  }
  if (once > 0 && once < one_line_held_out_in) last->held_out = true;
}

// Pieces of the lines that are learned, in the order in which they are; without those that are parts of
// letters, and those that no line is cut into in the end.
std::vector<std::string> pieces_of_lines(const std::vector<std::string>& letters,
                                         const std::string& learned) {
  std::vector<std::string> pieces;
  const std::set<std::string> known(letters.begin(), letters.end());
  const LearnedPairs pairs = learn_byte_pairs(learned, OwnText::most_pieces);
  const Vocabulary& all = pairs.tokenizer->vocabulary();
  constexpr int bytes = 256;
  for (int id = bytes; id < all.size(); ++id) {
    const std::string& piece = all.text(id);
    if (valid_utf8(piece) != piece || piece.find('\n') != std::string::npos || known.count(piece) > 0)
      continue;
    if (code_points(piece).size() > 1 && std::find(pieces.begin(), pieces.end(), piece) == pieces.end())
      pieces.push_back(piece);
  }
  return pieces;
}

[[noreturn]] void refuse_text(const std::string& what, const std::string& try_this) {
  throw std::invalid_argument(paragraph({what, try_this}));
}

}  // namespace

std::string own_text_key(std::string_view text) {
  const std::uint64_t hash = fnv1a(text);
  std::array<char, 20> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

int TextLines::held_out() const {
  return static_cast<int>(
      std::count_if(lines.begin(), lines.end(), [](const Line& line) { return line.held_out; }));
}

std::string kept_text(std::string text) {
  const auto most = static_cast<std::size_t>(OwnText::most_bytes);
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  constexpr std::size_t near = 200;
  const std::size_t line = text.rfind('\n', end - 1);
  if (line != std::string::npos && line + near > end) end = line + 1;
  text.resize(end);
  return text;
}

TextLines text_lines(const OwnText& own) {
  TextLines made;
  const std::string text = kept_text(own.text);
  made.shortened = text.size() < own.text.size();
  const std::vector<std::u32string> lines = lines_of_text(text);
  std::vector<std::string> letters;
  std::set<char32_t> seen{U' '};
  bool blank = false;
  for (const std::u32string& line : lines) {
    made.letters += static_cast<int>(line.size());
    for (const char32_t letter : line) {
      blank = blank || letter == U' ';
      if (seen.insert(letter).second) append_utf8(letters.emplace_back(), letter);
    }
    made.lines.push_back({.text = utf8_of_letters(line), .tokens = {}});
  }
  made.different = static_cast<int>(letters.size()) + (blank ? 1 : 0);
  const NamedValue lines_here{"lines", count_text(std::ssize(made.lines))}, n{"n", count_text(made.letters)};
  if (lines.empty())
    refuse_text(say("There is no text yet."), say("Paste names, a poem or sentences, or choose a text."));
  if (made.letters < OwnText::least_letters)
    refuse_text(say("The text has {n} letters.", {n}),
                say("It takes {least} or more to learn from: add some lines.",
                    {{"least", count_text(OwnText::least_letters)}}));
  if (std::ssize(lines) < OwnText::least_lines)
    refuse_text(say(several(std::ssize(lines), "The text has {lines} line.", "The text has {lines} lines."),
                    {lines_here}),
                say("It takes {least} or more to learn from: put each name, verse or sentence on a line.",
                    {{"least", count_text(OwnText::least_lines)}}));
  constexpr int least_different = 3;
  if (made.different < least_different)
    refuse_text(say(several(made.different, "The text has one letter only, again and again.",
                            "The text has only two different letters.")),
                say("Whatever comes next is known then: take a text of words."));
  if (made.different > OwnText::most_letters)
    refuse_text(say("The text has {n} different letters.", {{"n", count_text(made.different)}}),
                say("The model can have {most}: take a shorter text.",
                    {{"most", count_text(OwnText::most_letters)}}));
  hold_out(made.lines);
  for (const TextLines::Line& line : made.lines) {
    if (!line.held_out) made.learned += line.text + "\n";
  }
  std::vector<std::string> words{text_begins, text_ends, " "};
  words.insert(words.end(), letters.begin(), letters.end());
  if (own.tokens == TextTokens::pieces) {
    const std::vector<std::string> pieces = pieces_of_lines(words, made.learned);
    words.insert(words.end(), pieces.begin(), pieces.end());
  }
  made.words = Vocabulary(std::move(words));
  const CharactersAndPieces cut(made.words);
  for (TextLines::Line& line : made.lines) {
    line.tokens = cut.encoded(line.text);
    line.tokens.push_back(*made.words.id(text_ends));
  }
  return made;
}

TextRecipe text_recipe(const OwnText& own, std::uint64_t seed) {
  TextRecipe recipe;
  recipe.own = own;
  recipe.seed = seed;
  recipe.steps = own.steps;
  recipe.warmup = std::min(50, std::max(1, own.steps / 10));
  recipe.peak_rate = 5e-3;
  recipe.last_rate = 0.05;
  recipe.beta_2 = 0.99;
  TransformerConfig& model = recipe.model;
  model.d_model = own.width;
  model.d_ff = 2 * own.width;
  model.encoder_layers = 0;
  model.decoder_layers = own.layers;
  model.decoder_heads = own.heads;
  model.max_tokens = own.context;
  model.norm_place = NormPlace::pre;
  model.feed_forward = FeedForward::gelu;
  model.positions = Positions::learned;
  model.scaled_embedding = false;
  model.tied_output = false;
  return recipe;
}

namespace {

// Columns: tokens, their places in their lines, the lines, the tokens that come next.
Teaching text_teaching(const TransformerConfig& config) {
  return {{"target.tokens", "target.places", "target.sentences", "next"},
          [config](const Taping& taping, const Columns& rows) {
            Recording recording(taping.tape, config, taping.weights, taping.dropout, taping.gradients);
            const int decoded = record_decoder(recording, rows[0], -1, {rows[1], rows[2]});
            return record_loss(recording, record_logits(recording, decoded), rows[3], 0);
          }};
}

// Tokens start as large as what a layer adds, their places smaller; the first answers are nearly a guess.
Weights text_first_weights(const TransformerConfig& config, std::uint64_t seed) {
  Weights weights = Weights::random(config, seed);
  const float larger = 0.3F * std::sqrt(static_cast<float>(config.d_model));
  weights["target.embedding"] *= larger;
  weights["target.positions"] *= 0.5F * larger;
  weights["output.weight"] *= 0.2F;
  return weights;
}

// `count` tokens of a line from one of them on, each with the one that comes next.
void add_rows(Columns& rows, const std::vector<int>& line, int from, int count, int number) {
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(from + i);
    rows[0].push_back(line[at]);
    rows[1].push_back(i);
    rows[2].push_back(number);
    rows[3].push_back(line[at + 1]);
  }
}

}  // namespace

TextTrainer::TextTrainer(TextRecipe recipe)
    : recipe_(std::move(recipe)), lines_(text_lines(recipe_.own)), random_(1000 + recipe_.seed) {
  for (std::size_t i = 0; i < lines_.lines.size(); ++i) {
    if (!lines_.lines[i].held_out) learned_.push_back(static_cast<int>(i));
  }
  recipe_.model.target_words = lines_.words.size();
  recipe_.model.check();
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = to_json(recipe_.model),
         .key = "text;" + own_text_key(recipe_.own.text) + ";" + key_of({recipe_.rows, recipe_.tapes}) +
                std::to_string(recipe_.seed),
         .words = {Vocabulary(), lines_.words},
         .teaching = text_teaching(recipe_.model)},
        text_first_weights(recipe_.model, recipe_.seed));
}

Batch TextTrainer::next_batch() {
  Batch batch;
  for (int tape = 0; tape < recipe_.tapes; ++tape) {
    Columns rows(4);
    for (int number = 0; std::ssize(rows[0]) < recipe_.rows; ++number) {
      const std::size_t chosen = static_cast<std::size_t>(random_.below(static_cast<int>(learned_.size())));
      const std::vector<int>& line = lines_.lines[static_cast<std::size_t>(learned_[chosen])].tokens;
      const int pairs = static_cast<int>(line.size()) - 1;
      // Of a line that is longer than what can be looked back over: its beginning as often as what follows.
      const int last = std::max(0, pairs - recipe_.own.context);
      const bool begins = random_.chance(0.5);
      const int from = last == 0 || begins ? 0 : random_.below(last + 1);
      const int room = recipe_.rows - static_cast<int>(rows[0].size());
      add_rows(rows, line, from, std::min({pairs - from, recipe_.own.context, room}), number);
    }
    batch.asked += recipe_.rows;
    batch.examples.push_back(std::move(rows));
  }
  return batch;
}

TextScore text_score(const Model& model, const TextLines& lines, int rows) {
  constexpr int tapes = 5;  // at most
  const auto& config = model.config();
  const bool any = lines.held_out() > 0;
  TextScore score;
  const auto heads = static_cast<std::size_t>(config.decoder_layers * config.decoder_heads);
  score.before_peaks.resize(heads);
  score.before_weights.resize(heads);
  double asked = 0, looked = 0;
  std::size_t line = 0;
  for (int tape_number = 0; tape_number < tapes && line < lines.lines.size(); ++tape_number) {
    Columns columns(4);
    for (int number = 0; line < lines.lines.size() && std::ssize(columns[0]) < rows; ++line) {
      if (any && !lines.lines[line].held_out) continue;
      const std::vector<int>& tokens = lines.lines[line].tokens;
      const int room = rows - static_cast<int>(columns[0].size());
      add_rows(columns, tokens, 0, std::min({static_cast<int>(tokens.size()) - 1, config.max_tokens, room}),
               number++);
    }
    if (columns[0].empty()) break;
    Tape tape;
    Recording recording(tape, config, model.weights(), 0.0F, nullptr);
    const int decoded = record_decoder(recording, columns[0], -1, {columns[1], columns[2]});
    const int probabilities = record_probabilities(recording, record_logits(recording, decoded));
    tape.forward();
    const ConstView said = tape.value(probabilities);
    for (std::size_t i = 0; i < columns[0].size(); ++i) {
      const auto row = static_cast<int>(i);
      Eigen::Index most = 0;
      said.map().row(row).maxCoeff(&most);
      score.loss -= std::log(std::max(1e-30, static_cast<double>(said(row, columns[3][i]))));
      score.right += most == columns[3][i] ? 1 : 0;
      asked += 1;
    }
    double counted = 0;
    for (std::size_t head = 0; head < heads; ++head) {
      const int number = static_cast<int>(head);
      const std::optional<int> node =
          tape.find(head_path("decoder", number / config.decoder_heads, "self_attention",
                              number % config.decoder_heads, "weights"));
      const ConstView weights = tape.value(node.value());
      counted = 0;
      for (std::size_t i = 0; i < columns[0].size(); ++i) {
        // With two tokens before it, one of the two is chosen.
        if (columns[1][i] < 2) continue;
        const auto row = static_cast<int>(i);
        Eigen::Index most = 0;
        weights.map().row(row).maxCoeff(&most);
        score.before_peaks[head] += most == row - 1 ? 1 : 0;
        score.before_weights[head] += static_cast<double>(weights(row, row - 1));
        counted += 1;
      }
    }
    looked += counted;
  }
  score.loss /= std::max(1.0, asked);
  score.right /= std::max(1.0, asked);
  for (std::size_t head = 0; head < heads; ++head) {
    score.before_peaks[head] /= std::max(1.0, looked);
    score.before_weights[head] /= std::max(1.0, looked);
  }
  return score;
}

CopiedRun copied_run(std::string_view written, std::string_view text) {
  const auto is_inner = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
  const auto letter_behind = [&](std::size_t at) {
    ++at;
    while (at < written.size() && is_inner(written[at])) ++at;
    return at;
  };
  CopiedRun best;
  int most = 0, letters = 0;
  std::size_t begin = 0, end = 0;
  while (begin < written.size()) {
    // The run from `begin` on: at least as long as that from the letter before without its first one.
    while (end < written.size()) {
      const std::size_t next = letter_behind(end);
      if (text.find(written.substr(begin, next - begin)) == std::string_view::npos) break;
      end = next;
      ++letters;
    }
    if (letters > most) {
      most = letters;
      best = {begin, end};
    }
    begin = letter_behind(begin);
    if (end < begin) {
      end = begin;
      letters = 0;
    } else {
      --letters;
    }
  }
  return best;
}

WrittenLine written_line(std::string text, const TextLines& lines) {
  WrittenLine written{.text = std::move(text)};
  const CopiedRun run = copied_run(written.text, lines.learned);
  written.begin = static_cast<int>(run.begin);
  written.end = static_cast<int>(run.end);
  for (const TextLines::Line& line : lines.lines) {
    if (line.text != written.text) continue;
    written.is = line.held_out ? WrittenLine::Is::held_out : WrittenLine::Is::copied;
    break;
  }
  return written;
}

std::string drawn_line(const Model& model, std::uint64_t seed, double temperature) {
  const std::optional<Writing> writing = model.writing(text_begins);
  if (!writing) return {};
  std::string text;
  for (const AddedWord& word : sample(writing->next, {.temperature = temperature}, seed, writing->end)) {
    if (writing->end.word == word.word) break;
    const std::string& token = writing->words->text(word.word);
    if (token != text_begins) text += token;
  }
  return text;
}

}  // namespace headlight
