#include "app/panels/words/unknown_words.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/session/sentence.h"
#include "app/widgets/controls.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

constexpr int most_rows = 6;
constexpr float offer_row_units = 34;
constexpr std::size_t most_remembered = 4;  // sentences

// The words of a sentence that a model does not know.
struct SentenceWords {
  std::shared_ptr<const Model> model;
  std::string sentence;
  std::vector<UnknownWord> unknown;
};
struct LastAsked {
  std::vector<SentenceWords> sentences;
};

std::string quoted(const std::string& typed) { return "“" + shortened(typed, 20) + "”"; }

std::vector<TakenAs> taken_of(const PanelContext& context, const std::string& sentence) {
  if (context.document.model == nullptr) return {};
  try {
    return context.document.tokenizer()->understood(sentence).taken;
  } catch (const std::invalid_argument&) {
    return {};
  }
}

constexpr const char* any_known = "no nearer than any other word, but the model knows it";

// Where nothing is near there is still something to press: nouns that stand in most sentences.
void offer_any_known(const Vocabulary& vocabulary, UnknownWord& unknown) {
  constexpr std::size_t most = 4;
  for (const char* word : {"animal", "dog", "child", "house", "street", "it"}) {
    if (unknown.instead.size() < most && vocabulary.id(word)) unknown.instead.push_back({word, any_known});
  }
}

RichText said_of(const Ui& ui, const UnknownWord& unknown, float width) {
  const bool near = !unknown.instead.empty() && unknown.instead.front().why != any_known;
  const char* rest = near                      ? " take"
                     : unknown.instead.empty() ? " the model has no word that is near"
                                               : " it has no word that is near; it knows";
  return std::vector<TextRun>{{"For ", Role::text_2},
                              {ui.fitted(type::label_hot, unknown.word, width / 3), Role::ink, true},
                              {rest, Role::text_2}};
}

}  // namespace

std::vector<UnknownWord> unknown_words_of(const PanelContext& context, const std::string& sentence) {
  const auto& model = context.document.model;
  if (model == nullptr) return {};
  // Asked for in every frame, and to look for what is near takes longer than a frame may.
  std::vector<SentenceWords>& known = context.ui.state<LastAsked>().sentences;
  const auto found = std::find_if(known.begin(), known.end(), [&](const SentenceWords& each) {
    return each.model == model && each.sentence == sentence;
  });
  if (found != known.end()) return found->unknown;
  if (known.size() == most_remembered) known.erase(known.begin());
  const Tokenizer& tokenizer = model->tokenizer();
  known.push_back(
      {model, sentence, unknown_words(tokenizer.vocabulary(), words_of(sentence, &tokenizer), most_rows)});
  for (UnknownWord& each : known.back().unknown) {
    if (each.instead.empty()) offer_any_known(tokenizer.vocabulary(), each);
  }
  return known.back().unknown;
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
  std::string left_out;
  for (const auto& [typed, read, place] : taken_of(context, sentence)) {
    if (read.empty()) {
      left_out = "pictures are left out";
    } else {
      line += (line.empty() ? "Read " : ", ") + quoted(typed) + " as " + shortened(read, 20);
    }
  }
  if (left_out.empty()) return line;
  return line.empty() ? "Pictures are left out" : line + "; " + left_out;
}

std::string typed_at(const PanelContext& context, const std::string& sentence, int place) {
  for (const auto& [typed, read, first] : taken_of(context, sentence)) {
    const auto words = std::count(read.begin(), read.end(), ' ') + 1;
    if (!read.empty() && place >= first && place < first + words) return typed;
  }
  return "";
}

}  // namespace headlight
