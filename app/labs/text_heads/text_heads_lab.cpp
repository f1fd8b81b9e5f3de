// Heads over a text as a row of the labs; its tables, and what is said of a head.
#include "app/labs/text_heads/text_heads_lab.h"

#include <array>
#include <limits>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {

std::string rows_in_percent(float share) {
  const double percent = 100 * static_cast<double>(share);
  // Of many rows a few are neither none nor all.
  if (share > 0 && percent < 0.5) return say("less than 1 %");
  if (share < 1 && percent >= 99.5) return say("more than 99 %");
  return fixed_text(static_cast<float>(percent), 0) + " %";
}

std::string named_over_text(const HeadOverText& head) {
  if (const std::optional<Trait> name = name_over_text(head)) {
    const TraitSpread& spread = head[*name];
    return say("{name}: {share} of {n} rows", {{"name", std::string(info(*name).brief)},
                                               {"share", rows_in_percent(*spread.led_share())},
                                               {"n", count_text(spread.rows())}});
  }
  const std::int64_t rows = head[Trait::peak].rows();
  return rows == 0 ? say("no row of it has a choice")
                   : say("no pattern in most of {n} rows", {{"n", count_text(rows)}});
}

std::string looked_at_over_text(Trait trait) {
  switch (trait) {
    case Trait::previous:
      return say("the word before");
    case Trait::itself:
      return say("the word itself");
    case Trait::next:
      return say("the word after");
    case Trait::first:
      return say("the first word");
    case Trait::special:
      return say("special tokens and punctuation");
    case Trait::sink:
      return say("the first word and special tokens");
    case Trait::duplicate:
      return say("the same word elsewhere");
    case Trait::induction:
      return say("what followed this word elsewhere");
    default:
      break;
  }
  return say("one word");
}

namespace {

// Which trait of the short test is the same as one of a text.
Trait trait_of_short_test(Trait trait) {
  if (trait == Trait::previous) return Trait::previous_token;
  if (trait == Trait::next) return Trait::next_token;
  return trait;
}

const HeadTraits* short_test_of(const TextHeadsStudy& study, int head) {
  if (study.short_test == nullptr || study.measures == nullptr) return nullptr;
  const auto found = study.short_test->find(study.head(head).path);
  return found == study.short_test->end() ? nullptr : &found->second;
}

constexpr double no_number_over_text = std::numeric_limits<double>::quiet_NaN();

double number_or_none(std::optional<float> value) {
  return value ? static_cast<double>(*value) : no_number_over_text;
}

}  // namespace

std::optional<float> in_short_test(const TextHeadsStudy& study, int head, Trait trait) {
  const HeadTraits* traits = short_test_of(study, head);
  return traits == nullptr ? std::nullopt : (*traits)[trait_of_short_test(trait)];
}

std::optional<Trait> named_by_short_test(const TextHeadsStudy& study, int head) {
  const HeadTraits* traits = short_test_of(study, head);
  const std::optional<Strongest> name = traits == nullptr ? std::nullopt : measured_name(*traits);
  if (!name || name->trait == Trait::copying) return std::nullopt;
  if (name->trait == Trait::previous_token) return Trait::previous;
  if (name->trait == Trait::next_token) return Trait::next;
  return name->trait;
}

namespace {

std::string head_in_table(const HeadChoice& head) {
  return head_text(info(head.attention).group, head.layer, head.head);
}

LabTable all_heads_table(const TextHeadsStudy& study) {
  LabTable table{.name = "heads", .columns = {"rows"}, .rows_are = "head"};
  for (const Trait trait : text_traits) table.columns.emplace_back(info(trait).id);
  for (const Trait trait : text_traits)
    if (is_a_place(trait)) table.columns.push_back(std::string(info(trait).id) + " led");
  for (std::size_t i = 0; i < study.heads.size(); ++i) {
    const HeadOverText& head = study.head(static_cast<int>(i));
    std::vector<double>& row = table.rows.emplace_back();
    row.push_back(static_cast<double>(head[Trait::peak].rows()));
    for (const Trait trait : text_traits) row.push_back(number_or_none(head[trait].mean()));
    for (const Trait trait : text_traits)
      if (is_a_place(trait)) row.push_back(number_or_none(head[trait].led_share()));
    table.row_names.push_back(head_in_table(study.heads[i]));
  }
  return table;
}

LabTable narrow_table(const TextHeadsStudy& study, Trait trait) {
  LabTable table{.name = "short test and text",
                 .columns = {"short test", "text", "rows", "rows led"},
                 .rows_are = "head"};
  for (std::size_t i = 0; i < study.heads.size(); ++i) {
    const auto at = static_cast<int>(i);
    const TraitSpread& spread = study.head(at)[trait];
    table.rows.push_back({number_or_none(in_short_test(study, at, trait)), number_or_none(spread.mean()),
                          static_cast<double>(spread.rows()), number_or_none(spread.led_share())});
    table.row_names.push_back(head_in_table(study.heads[i]));
  }
  return table;
}

// How many heads the short test names, and how many of these do so in most rows of the text.
LabTable names_table(const TextHeadsStudy& study) {
  int named = 0, held = 0, over_text = 0;
  for (std::size_t i = 0; i < study.heads.size(); ++i) {
    const auto at = static_cast<int>(i);
    if (name_over_text(study.head(at))) ++over_text;
    const std::optional<Trait> name = named_by_short_test(study, at);
    if (!name) continue;
    ++named;
    if (study.head(at)[*name].led_share().value_or(0) > 0.5F) ++held;
  }
  return {.name = "names",
          .columns = {"heads", "named by the short test", "of these in most rows", "named over the text",
                      "parts", "tokens", "left out"},
          .rows = {{static_cast<double>(study.heads.size()), static_cast<double>(named),
                    static_cast<double>(held), static_cast<double>(over_text),
                    static_cast<double>(study.measures->read), static_cast<double>(study.measures->tokens),
                    static_cast<double>(study.measures->refused)}}};
}

LabTable distribution_table(const TraitSpread& spread) {
  LabTable table{.name = "distribution", .columns = {"from", "to", "rows"}};
  const double wide = static_cast<double>(spread.most()) / TraitSpread::bins;
  for (int bin = 0; bin < TraitSpread::bins; ++bin)
    table.rows.push_back(
        {bin * wide, (bin + 1) * wide, static_cast<double>(spread.counts()[static_cast<std::size_t>(bin)])});
  return table;
}

LabTable examples_table(const TextHeadsStudy& study) {
  LabTable table{.name = "examples", .columns = {"part", "row", "value", "share below"}, .rows_are = "text"};
  for (const TextExample& each : study.examples) {
    table.rows.push_back({static_cast<double>(each.row.part), static_cast<double>(each.row.row),
                          static_cast<double>(each.row.value), each.share});
    table.row_names.push_back(each.text);
  }
  return table;
}

}  // namespace

// Tables: heads, short test and text, names; of the selected head its distribution and examples. The main one
// of the page comes first.
std::vector<LabTable> text_heads_tables(const TextHeadsStudy& study, const TextHeadsLab& settings) {
  std::vector<LabTable> tables;
  if (study.measures == nullptr) return tables;
  tables.push_back(all_heads_table(study));
  if (study.short_test != nullptr) {
    LabTable narrow = narrow_table(study, settings.of);
    const bool first = settings.page == TextHeadsLab::Page::narrow;
    tables.insert(first ? tables.begin() : tables.end(), std::move(narrow));
    tables.push_back(names_table(study));
  }
  if (study.chosen >= 0) {
    LabTable bins = distribution_table(study.head(study.chosen)[settings.of]);
    const bool first = settings.page == TextHeadsLab::Page::head;
    tables.insert(first ? tables.begin() : tables.end(), std::move(bins));
    if (!study.examples.empty()) tables.push_back(examples_table(study));
  }
  return tables;
}

namespace {

LabCaption text_heads_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<TextHeadsLab>();
  const auto* study = asked.result<TextHeadsStudy>();
  if (study == nullptr || study->measures == nullptr) return {say("heads over a whole text"), {}};
  const NamedValue tokens{"tokens", count_text(study->measures->tokens)}, text{"text", study->called};
  const NamedValue of{"of", std::string(info(lab.of).brief)};
  switch (lab.page) {
    case TextHeadsLab::Page::head:
      return {say("{head} over {tokens} tokens of {text}: {of} in each row",
                  {{"head", asked.selected_head()}, tokens, text, of}),
              {}};
    case TextHeadsLab::Page::narrow:
      return {say("each head in a short test, and over {tokens} tokens of {text}: {of}", {tokens, text, of}),
              {}};
    case TextHeadsLab::Page::heads:
      break;
  }
  return {say("each head over {tokens} tokens of {text}: {up} against {across}",
              {tokens,
               text,
               {"up", std::string(info(lab.up).brief)},
               {"across", std::string(info(lab.across).brief)}}),
          {}};
}

constexpr LabNeed needs_heads_on_text{
    [](const Anatomy& model) { return !model.picture && !model.given && !model.attentions.empty(); },
    "This page is about heads that read a text, but the model on stage has none.",
    "The model on stage has no heads that read a text."};

constexpr std::array text_heads_drags{
    LabDrag{"heads over a text, the trait of a head",
            [](Labs& labs, int i) {
              labs.get<TextHeadsLab>().of = text_traits.at(static_cast<std::size_t>(i + 1) % 4);
            }},
    LabDrag{"heads over a text, a measure of the plot", [](Labs& labs, int i) {
              labs.get<TextHeadsLab>().up = text_traits.at(static_cast<std::size_t>(i + 1) % 4);
            }}};

}  // namespace

constinit const Lab TextHeadsLab::lab_row{.name = "text_heads",
                                          .title = "Over a text",
                                          .question = "What does a head do over a whole text?",
                                          .settings = settings_of<TextHeadsLab>(),
                                          .compute = compute_text_heads,
                                          .caption = text_heads_caption,
                                          .drags = text_heads_drags,
                                          .needs = always<needs_heads_on_text>};

}  // namespace headlight
