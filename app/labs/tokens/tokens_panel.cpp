// How a text is cut, tokenizer beside tokenizer; and byte pairs, one after the other.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "app/labs/tokens/tokens_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "app/widgets/token_chips.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

struct Column {
  const char* name;
  const char* hint;
  std::string (*value)(const TokensStudy& study, const TokensStudy::Cut& cut);
};
constexpr std::array columns{
    Column{"tokens",
           "How many tokens the model reads. Special ones are added around the text and stand for no text.",
           [](const TokensStudy&, const TokensStudy::Cut& cut) { return count_text(cut.counts.tokens); }},
    Column{"distinct", "How many different ones.",
           [](const TokensStudy&, const TokensStudy::Cut& cut) { return count_text(cut.counts.distinct); }},
    Column{"unknown",
           "How many stand for something that is not in the vocabulary. The model cannot tell them apart.",
           [](const TokensStudy&, const TokensStudy::Cut& cut) { return count_text(cut.counts.unknown); }},
    Column{"letters each",
           "Letters of the text for each token that is not special. The more, the shorter the text is for "
           "the model.",
           [](const TokensStudy& study, const TokensStudy::Cut& cut) {
             return cut.counts.of_text() == 0 ? std::string("–")
                                              : fixed_text(static_cast<float>(study.letters) /
                                                               static_cast<float>(cut.counts.of_text()),
                                                           1);
           }}};

class TokensPanel : public LabPart<TokensLab, TokensStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    const std::array pages{Choice{to_be_said("Cut")}, Choice{to_be_said("Byte pairs")}};
    const bool cut = settings_.page == TokensLab::Page::cut;
    choose_page(
        context_, rest_,
        cut ? "A model reads numbers. A tokenizer cuts the text into tokens, and each token has a number."
            : "The two tokens that are neighbours most often become one token. Then again, and again.",
        pages, &TokensLab::page);
    draw_text();
    cut ? draw_cuts() : draw_pairs();
  }

 private:
  void draw_text() {
    Area row = rest_.cut_top(ui_.px(34), ui_.px(10));
    std::string size = joined(
        {say(several(study_.letters, "{n} letter", "{n} letters"), {{"n", count_text(study_.letters)}}),
         say(several(study_.bytes, "{n} byte", "{n} bytes"), {{"n", count_text(study_.bytes)}})});
    if (study_.shortened) size = say("{size}: the beginning", {{"size", size}});
    const float wide = ui_.width(type::label, size) + ui_.px(16);
    ui_.text(row.cut_right(std::min(wide, row.width() / 2)), Align::right, type::label, c_.text_2, size);
    if (ui_.exporting()) {
      ui_.text(row.left, row.middle_y(), type::lesson, c_.ink,
               ui_.shortened(type::lesson, printable(study_.text), row.width()));
      return;
    }
    std::string typed = settings_.text;
    if (text_field(ui_, "tokens/text", row, typed, type::lesson, shortened(study_.text, 80)).changed)
      change([&](TokensLab& lab) {
        lab.text = typed;
        lab.word = 0;
      });
  }

  // --- side by side
  void draw_cuts() {
    float number = ui_.px(76);
    for (const Column& column : columns)
      number = std::max(number, ui_.width(type::caption, column.name) + ui_.px(14));
    const float numbers = number * static_cast<float>(columns.size());
    Area heads = rest_.cut_top(ui_.px(22));
    const float names = std::min(ui_.px(180), rest_.width() * 0.24F);
    const float right = heads.right - numbers;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Area head = Area::at(right + number * static_cast<float>(i), heads.top, number, heads.height());
      ui_.text(head, Align::right, type::caption, c_.text_2, columns[i].name);
      if (ui_.hovered(head)) ui_.tooltip(std::string(columns[i].hint));
    }
    const auto count = static_cast<float>(std::max<std::size_t>(1, study_.cuts.size()));
    const float chips = right - rest_.left - names - ui_.px(20);
    float most = rest_.height() / count;
    for (const TokensStudy::Cut& cut : study_.cuts) {
      const int rows = std::max(1, static_cast<int>((most - ui_.px(18)) / ui_.px(32)));
      const float tall = std::max(ui_.px(44), token_chips_height(ui_, chips, cut.tokens, rows)) + ui_.px(14);
      Area row = rest_.cut_top(std::min(tall, std::max(most, ui_.px(58))));
      ui_.line(row.left, row.top, row.right, row.top, c_.hairline, ui_.hairline());
      row.top += ui_.px(8);
      draw_name(row.cut_left(names, ui_.px(10)), cut);
      Area values = row;
      values.left = right;
      row.right = right - ui_.px(10);
      if (!cut.error.empty()) {
        ui_.wrapped(row, type::label, c_.error, cut.error, ui_.px(20));
        continue;
      }
      token_chips(ui_, row, cut.tokens);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const Area cell = Area::at(right + number * static_cast<float>(i), values.top, number, ui_.px(26));
        const bool bad = i == 2 && cut.counts.unknown > 0;
        ui_.text(cell, Align::right, i == 0 || bad ? type::number_hot : type::number, bad ? c_.error : c_.ink,
                 columns[i].value(study_, cut));
      }
      if (cut.counts.added > 0)
        ui_.text({right - ui_.px(10), values.top + ui_.px(24), right + number, values.top + ui_.px(42)},
                 Align::right, type::caption, c_.text_2,
                 say("{n} of them special", {{"n", count_text(cut.counts.added)}}));
    }
    draw_why();
  }

  void draw_name(Area area, const TokensStudy::Cut& cut) {
    line_of_text(ui_, area.cut_top(ui_.px(22)), type::label_hot, c_.ink, cut.name);
    const bool counts = cut.vocabulary > 0;
    const std::string n = counts ? count_text(cut.vocabulary) : std::string();
    line_of_text(ui_, area.cut_top(ui_.px(18)), type::caption, c_.text_2,
                 cut.kind.empty() ? n : joined({cut.kind, counts ? say("{n} tokens", {{"n", n}}) : ""}));
  }

  void draw_why() {
    rest_.cut_top(ui_.px(10));
    const std::string why =
        "Whole words keep the text short, but a word that is not in the list is lost. With letters nothing "
        "is lost, but the text gets long, and attention costs the square of its length. Pieces are in "
        "between: frequent words stay whole, rare ones are put together from pieces, and where bytes are "
        "tokens too, nothing is unknown.";
    if (ui_.wrapped_height(type::label, why, rest_.width(), ui_.px(20)) <= rest_.height())
      ui_.wrapped(rest_, type::label, c_.text_2, why, ui_.px(20));
  }

  // --- byte pairs
  void draw_pairs() {
    const float gap = ui_.px(36);
    Area left = rest_.cut_left(std::round((rest_.width() - gap) * 0.46F));
    rest_.left += gap;
    draw_learning(left);
    draw_word(rest_);
  }

  void draw_learning(Area area) {
    const LearnedPairs& learned = study_.learned;
    const std::array froms{Choice{to_be_said("our sentences")}, Choice{to_be_said("this text")}};
    Area choice = area.cut_top(ui_.px(34), ui_.px(8));
    choose_setting(context_, choice.cut_left(choices_width(ui_, froms)), froms, &TokensLab::from);
    line_of_text(ui_, area.cut_top(ui_.px(22)), type::label, c_.text_2,
                 say("Learned from {text}: {words}, {n} different ones",
                     {{"text", study_.learned_from},
                      {"words", say(several(learned.words, "{n} word", "{n} words"),
                                    {{"n", count_text(learned.words)}})},
                      {"n", count_text(learned.distinct_words)}}));
    const auto joined = static_cast<int>(learned.steps.size());
    slide_setting(context_, area.cut_top(number_slide_height(ui_), ui_.px(8)), &TokensLab::pairs,
                  {.label = "pairs joined",
                   .text = joined < settings_.pairs
                               ? say("{n}, no other pair occurs twice", {{"n", count_text(joined)}})
                               : count_text(settings_.pairs)});
    draw_curve(area.cut_top(std::round(area.height() * 0.42F), ui_.px(8)));
    draw_steps(area);
  }

  void draw_curve(const Area& area) {
    const LearnedPairs& learned = study_.learned;
    PlotSeries tokens{.name = "", .colour = c_.weights};
    tokens.points.push_back({0, static_cast<double>(learned.bytes)});
    for (std::size_t i = 0; i < learned.steps.size(); ++i)
      tokens.points.push_back({static_cast<double>(i + 1), static_cast<double>(learned.steps[i].tokens)});
    const PlotAxis x{.title = "pairs joined",
                     .name = "pairs",
                     .from = 0,
                     .to = static_cast<double>(std::max<std::size_t>(1, learned.steps.size()))};
    const PlotAxis y{
        .title = "tokens of the text it was learned from", .from = 0, .to = learned.bytes * 1.05};
    plot(ui_, "tokens/learning", area, x, y, std::array{tokens});
  }

  // The last ones, and what each of them made.
  void draw_steps(Area area) {
    const std::vector<LearnedPair>& steps = study_.learned.steps;
    const float line = ui_.px(24);
    const int rows = std::min(static_cast<int>(area.height() / line) - 1, static_cast<int>(steps.size()));
    if (rows <= 0) {
      if (steps.empty())
        ui_.wrapped(area, type::label, c_.text_2, "No pair has been joined, so every token is a byte.",
                    ui_.px(20));
      return;
    }
    ui_.text(area.cut_top(line), Align::left, type::small_section, c_.ink,
             rows == 1 ? say("The last pair") : say("The last {n} pairs", {{"n", count_text(rows)}}));
    for (int i = 0; i < rows; ++i) {
      const std::size_t place = steps.size() - static_cast<std::size_t>(rows - i);
      const LearnedPair& step = steps[place];
      Area row = area.cut_top(line);
      ui_.text(row.cut_left(ui_.px(40)), Align::left, type::number, c_.text_2, std::to_string(place + 1));
      const std::string times = count_text(step.count) + "×";
      ui_.text(row.cut_right(ui_.px(64)), Align::right, type::number, c_.ink, times);
      line_of_text(ui_, row, type::label, c_.ink, step.left + "  +  " + step.right + "  →  " + step.made);
    }
  }

  void draw_word(Area area) {
    if (study_.words.empty()) return;
    const std::string& word = study_.words[study_.word];
    const std::string shown = "“" + ui_.shortened(type::label_hot, word, ui_.px(160)) + "”";
    const Area head = area.cut_top(ui_.px(34), ui_.px(8));
    const float wide = std::max(ui_.px(200), stepper_width(ui_, shown));
    step_setting(context_, Area::at(head.left, head.top, wide, head.height()), &TokensLab::word,
                 {shown, static_cast<int>(study_.words.size()), study_.word});
    line_of_text(ui_, area.cut_top(ui_.px(22)), type::label, c_.text_2,
                 "From bytes to pieces: the pair that was learned first is joined first");
    const auto parts = static_cast<float>(std::max<std::size_t>(1, study_.joined.size()));
    const float tall = area.height() / parts;
    for (const TokensStudy::Joined& joined : study_.joined) draw_joined(area.cut_top(tall), joined);
  }

  void draw_joined(Area area, const TokensStudy::Joined& joined) {
    ui_.text(area.cut_top(ui_.px(28)), Align::left, type::small_section, c_.ink, joined.name);
    const float line = ui_.px(28);
    const auto all = static_cast<int>(joined.steps.size());
    const int room = std::max(1, static_cast<int>(area.height() / line));
    for (int i = 0; i < std::min(room, all); ++i) {
      Area row = area.cut_top(line);
      // Where not all fit, the first ones and the last one are shown.
      if (all > room && i == room - 2) {
        ui_.text(row, Align::left, type::caption, c_.text_2,
                 say(several(all - room + 1, "… {n} more pair joined …", "… {n} more pairs joined …"),
                     {{"n", count_text(all - room + 1)}}));
        continue;
      }
      const int place = all > room && i == room - 1 ? all - 1 : i;
      const JoinedStep& step = joined.steps[place];
      const std::string rank = step.rank < 0 ? "bytes" : count_text(step.rank + 1);
      const Area number = row.cut_left(ui_.px(64));
      ui_.text(number, Align::left, type::number, c_.text_2, rank);
      if (ui_.hovered(number) && step.rank >= 0)
        ui_.tooltip(say("This was pair number {n} of all the pairs learned.", {{"n", rank}}));
      joined_chips(ui_, row, step.pieces, step.place);
    }
  }
};

// --- before a class

ClassPicture cuts_for_class(const TokensStudy& study) {
  constexpr std::size_t most = 4;
  ClassLines lines;
  const TokensStudy::Cut* fewest = nullptr;
  const TokensStudy::Cut* most_pieces = nullptr;
  for (const TokensStudy::Cut& cut : study.cuts) {
    if (!cut.error.empty() || lines.lines.size() == most) continue;
    ClassLines::Line line{cut.name, {}, true};
    for (const CutToken& token : cut.tokens) line.words.push_back(token.label);
    lines.lines.push_back(std::move(line));
    if (fewest == nullptr || cut.counts.tokens < fewest->counts.tokens) fewest = &cut;
    if (most_pieces == nullptr || cut.counts.tokens > most_pieces->counts.tokens) most_pieces = &cut;
  }
  if (fewest == nullptr) return {.shows = lines};
  return {.shows = lines,
          .says = say("The same text is {few} pieces for {first}, and {many} for {second}.",
                      {{"few", std::to_string(fewest->counts.tokens)},
                       {"first", fewest->name},
                       {"many", std::to_string(most_pieces->counts.tokens)},
                       {"second", most_pieces->name}})};
}

std::optional<ClassPicture> tokens_for_class(const PanelContext& context) {
  const auto* const study = result_of<TokensStudy>(context);
  if (study == nullptr) return {};
  if (context.session.labs.get<TokensLab>().page == TokensLab::Page::cut) return cuts_for_class(*study);
  const auto joined = std::find_if(study->joined.begin(), study->joined.end(),
                                   [](const TokensStudy::Joined& each) { return !each.steps.empty(); });
  if (joined == study->joined.end() || study->words.empty()) return ClassPicture{.shows = ClassLines{}};
  // The first, the last, and what lies in the middle.
  const auto last = static_cast<int>(joined->steps.size()) - 1;
  ClassLines lines;
  for (const int step : std::set<int>{0, last / 3, last * 2 / 3, last})
    lines.lines.push_back(
        {step == 0 ? say("as bytes")
                   : say(several(step, "after 1 pair", "after {n} pairs"), {{"n", std::to_string(step)}}),
         joined->steps[static_cast<std::size_t>(step)].pieces, true});
  return ClassPicture{.word = study->words.at(static_cast<std::size_t>(study->word)),
                      .about = say("is joined again, pair by pair:"),
                      .shows = lines,
                      .says = say("The pairs that stand side by side most often were learned first.")};
}

constexpr std::array<LabPanel::ForClass::Set, 2> tokens_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext& context, Labs& labs) {
      labs.get<TokensLab>().page = TokensLab::Page::pairs;
      const auto* const study = result_of<TokensStudy>(context);
      if (study == nullptr || study->words.empty()) return;
      const auto longest =
          std::max_element(study->words.begin(), study->words.end(),
                           [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
      labs.get<TokensLab>().word = static_cast<int>(longest - study->words.begin());
    }};

}  // namespace

constinit const LabPanel TokensLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<TokensPanel>,
    .help = "How tokenizers cut a text. Type one, and point at a token to see its number and its bytes.",
    .words =
        "tokenizer tokenization pieces subwords BPE byte pair WordPiece SentencePiece vocabulary unicode",
    .margin = {"Type anything", "Type a text, and see how each tokenizer cuts it.", "Build the pieces",
               [](const PanelContext&, Labs& labs) { labs.get<TokensLab>().page = TokensLab::Page::pairs; }},
    .for_class = {tokens_for_class, tokens_steps},
};

}  // namespace headlight
