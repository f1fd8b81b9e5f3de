// What a model makes of a sentence as it was typed: which words it does not know, and what it reads in their
// place.
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/panels/words/word_menu.h"
#include "app/session/sentence.h"
#include "app/widgets/controls.h"
#include "core/explain/view.h"
#include "core/grammar/typed_words.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/cut_words.h"
#include "core/text/say.h"
#include "core/text/tokenizers/subwords.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr int most_rows = 6;
constexpr float offer_row_units = 34;
constexpr std::size_t most_remembered = 4;  // sentences

// What is found out about a sentence takes longer the longer it is, and is asked for in every frame: it is
// kept for the last sentences, each part once it is asked for.
struct SentenceWords {
  std::shared_ptr<const Model> model;
  std::string sentence;
  // The words that the model does not know, or only spells.
  std::optional<std::vector<UnknownWord>> unknown = {}, spelled = {};
  std::optional<bool> french = {};
  std::optional<std::vector<TakenAs>> taken = {};
  std::optional<std::vector<CutToken>> pieces = {};
};
struct LastAsked {
  std::vector<SentenceWords> sentences;
};

// What `make` makes, once.
template <typename Part, typename Make>
const Part& once(std::optional<Part>& part, const Make& make) {
  if (!part) part = make();
  return *part;
}

std::string quoted(const std::string& typed) { return "“" + shortened(typed, 20) + "”"; }

constexpr const char* any_known = "not related, but the model knows it";

// Where nothing is near there is still something to press: nouns that stand in most sentences.
void offer_any_known(const Vocabulary& vocabulary, UnknownWord& unknown) {
  constexpr std::size_t most = 4;
  for (const char* word : {"animal", "dog", "child", "house", "street", "it"}) {
    if (unknown.instead.size() < most && vocabulary.id(word)) unknown.instead.push_back({word, any_known});
  }
}

RichText said_of(const Ui& ui, const UnknownWord& unknown, float width) {
  const std::string word = ui.shortened(type::label_hot, unknown.word, width / 3);
  if (!unknown.sign.empty())
    return told("In {word} it cannot read {sign}: write it in words, or leave it out",
                {{"word", word_run(word)}, {"sign", unknown.sign}});
  const bool near = !unknown.instead.empty() && unknown.instead.front().why != any_known;
  return told(near                      ? to_be_said("For {word} take")
              : unknown.instead.empty() ? to_be_said("For {word} the model has no similar word")
                                        : to_be_said("For {word} it has no similar word; it does know"),
              {{"word", word_run(word)}});
}

std::vector<UnknownWord> spelled_in(const Tokenizer& tokenizer, const std::string& sentence) {
  try {
    return spelled_words(tokenizer.vocabulary(), sentence, most_rows);
  } catch (const std::invalid_argument&) {
    return {};  // nothing that can be read
  }
}

bool has_french(const Model& model, const std::string& sentence) {
  if (!model.translates()) return false;
  const std::vector<std::string> words = joined_words(words_of(sentence, &model.tokenizer()));
  return std::count_if(words.begin(), words.end(), [&](const std::string& word) {
           return !model.source().id(word) && model.target().id(word);
         }) > 1;
}

// Words are spelled, or of another language, for a translator alone: a page for another model is not read
// again to find that out.
bool is_of_translator(const PanelContext& context) {
  return context.results.model != nullptr && context.results.model->translates();
}

// Of the model on stage, which is there.
SentenceWords& kept_of(const PanelContext& context, const std::string& sentence) {
  const auto& model = context.results.model;
  std::vector<SentenceWords>& known = context.ui.state<LastAsked>().sentences;
  const auto found = std::find_if(known.begin(), known.end(), [&](const SentenceWords& each) {
    return each.model == model && each.sentence == sentence;
  });
  if (found != known.end()) return *found;
  if (known.size() == most_remembered) known.erase(known.begin());
  return known.emplace_back(SentenceWords{model, sentence});
}

const std::vector<UnknownWord>& unknown_in(const PanelContext& context, const std::string& sentence) {
  return once(kept_of(context, sentence).unknown, [&] {
    const Tokenizer& tokenizer = context.results.model->tokenizer();
    const Vocabulary& vocabulary = tokenizer.vocabulary();
    std::vector<UnknownWord> unknown = unknown_words(vocabulary, words_of(sentence, &tokenizer), most_rows);
    for (UnknownWord& each : unknown) {
      if (each.instead.empty() && each.sign.empty()) offer_any_known(vocabulary, each);
    }
    return unknown;
  });
}

const std::vector<TakenAs>& taken_in(const PanelContext& context, const std::string& sentence) {
  static const std::vector<TakenAs> none;
  if (context.results.model == nullptr) return none;
  return once(kept_of(context, sentence).taken, [&] {
    try {
      return context.results.tokenizer()->normalize(sentence).taken;
    } catch (const std::invalid_argument&) {
      return none;
    }
  });
}

}  // namespace

std::vector<UnknownWord> unknown_words_of(const PanelContext& context, const std::string& sentence) {
  return context.results.model == nullptr ? std::vector<UnknownWord>{} : unknown_in(context, sentence);
}

std::optional<UnknownWord> slip_at(const PanelContext& context, int side, int place) {
  if (!is_of_translator(context)) return std::nullopt;
  const std::string& sentence = context.session.text(side);
  const std::vector<UnknownWord>& spelled = once(kept_of(context, sentence).spelled, [&] {
    const Tokenizer& tokenizer = *context.results.tokenizer();
    return tokenizer.are_typed() ? spelled_in(tokenizer, sentence) : std::vector<UnknownWord>{};
  });
  if (spelled.empty() || place < 0) return std::nullopt;
  const std::vector<std::string> tokens = context.results.words_of(context.session, side);
  // Which word a token is of.
  const auto word_at = [&](int at) {
    const auto read = std::min(static_cast<std::size_t>(at) + 1, tokens.size());
    return joined_words(std::span(tokens).first(read)).size();
  };
  for (const UnknownWord& each : spelled)
    if (word_at(each.place) == word_at(place)) return each;
  return std::nullopt;
}

bool is_french(const PanelContext& context, const std::string& sentence) {
  return is_of_translator(context) && once(kept_of(context, sentence).french,
                                           [&] { return has_french(*context.results.model, sentence); });
}

float unknown_words_height(const Ui& ui, std::span<const UnknownWord> unknown) {
  return ui.px(offer_row_units) * static_cast<float>(unknown.size());
}

std::optional<Replacement> draw_unknown_words(Ui& ui, const std::string& id, Area area,
                                              std::span<const UnknownWord> unknown) {
  std::optional<Replacement> pressed;
  float most_said = 0;
  for (const UnknownWord& each : unknown) {
    if (!each.instead.empty())
      most_said =
          std::max(most_said, ui.width(type::label, type::label_hot, said_of(ui, each, area.width())));
  }
  for (const UnknownWord& each : unknown) {
    const Area row = area.cut_top(ui.px(offer_row_units));
    ui.rich(row.left, row.middle_y(), type::label, type::label_hot, said_of(ui, each, area.width()));
    float x = std::round(row.left + most_said + ui.px(10));
    const std::string within = id + "/" + std::to_string(each.place) + "/";
    for (const Suggestion& known : each.instead) {
      const Area place = Area::at(x, row.top + ui.px(3), button_width(ui, known.word), ui.px(28));
      if (place.right > row.right) break;
      if (button(ui, std::string(within).append(known.word), place, known.word, ButtonKind::plain))
        pressed = {each.place, known.word};
      if (ui.hovered(place)) ui.tooltip(known.why);
      x = place.right + ui.px(6);
    }
  }
  return pressed;
}

std::string read_as(const PanelContext& context, const std::string& sentence) {
  std::string line;
  bool left_out = false;
  for (const auto& [typed, read, place, tokens] : taken_in(context, sentence)) {
    if (read.empty()) {
      left_out = true;
    } else {
      const std::string each =
          say("{typed} as {read}", {{"typed", quoted(typed)}, {"read", shortened(read, 20)}});
      line = joined({line, line.empty() ? say("Read {typed}", {{"typed", each}}) : each});
    }
  }
  if (!left_out) return line;
  return line.empty() ? say("Emoji are left out") : say("{words}; emoji are left out", {{"words", line}});
}

const std::vector<CutToken>& pieces_typed(const PanelContext& context, const std::string& typed) {
  static const std::vector<CutToken> none;
  const Tokenizer* const tokenizer = context.results.tokenizer();
  if (tokenizer == nullptr || tokenizer->are_typed() || typed.empty()) return none;
  return once(kept_of(context, typed).pieces, [&] {
    constexpr std::size_t most = 600;
    std::size_t end = 0;
    while (end < typed.size() && end < most) end = end_of_letter(typed, end);
    try {
      return cut_text(*tokenizer, std::string_view(typed).substr(0, end));
    } catch (const std::invalid_argument&) {
      return none;  // no scene, or not the words of given weights
    }
  });
}

}  // namespace headlight
