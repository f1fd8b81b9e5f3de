// What the margin says of a step: of a head, or outside them.
#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "app/panels/common/step_names.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/telling.h"
#include "app/session/session_caption.h"
#include "core/explain/matrix_formulas.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

std::string meaning_here(const Page& page, const Site& site) {
  std::string means(site.meaning);
  return word_called(page, page.trace.anatomy().typed()) == "word" ? said_of_words(std::move(means)) : means;
}

Telling of_shares(const Page& page) {
  const int most = page.most_asked();
  const std::string path = page.path("weights");
  const std::optional<float> share = most < 0 ? std::nullopt : page.value(path, page.row, most);
  Telling telling{.title = say("From scores to shares")};
  if (!share) return telling;
  const bool scaled = page.trace.find(page.path("scaled")) >= 0;
  const bool biased = page.trace.find(page.path("biased")) >= 0;
  const bool capped = page.trace.find(page.path("capped")) >= 0;
  telling.title = say("One share: {share}", {{"share", number_alone(*share, NumberFormat::probability)}});
  telling.paragraphs.push_back(
      scaled && capped ? told("Divide each score by {root}, bend it below the cap, and take off the largest. "
                              "Now the best one has 0.",
                              {{"root", {root_of_row(page, most), Role::text_2}}})
      : scaled ? told("Divide each score by {root}, and take off the largest. Now the best one has 0.",
                      {{"root", {root_of_row(page, most), Role::text_2}}})
      : biased ? told("Add the bias of its distance to each score, and take off the largest. Now the best "
                      "one has 0.")
               : told("Take the largest off each score. Now the best one has 0."));
  telling.paragraphs.push_back(told(
      "Raise {e} to that power. Now the best one has 1, and nothing is negative.", {{"e", word_run("e")}}));
  telling.paragraphs.push_back(told(
      "Divide by the sum of them all. That is the share of {from} in what {word} takes.",
      {{"from", word_run(asked_word(page, most), page.own_role())}, {"word", word_run(row_word(page))}}));
  if (page.has(Altitude::cell)) telling.next = say("Click a score or a share to see how it was made.");
  return telling;
}

// A step of additive attention: nothing is multiplied word by word.
Telling of_additive_step(const Page& page) {
  Telling telling{.title = say("A score for every pair")};
  const TextRun word = word_run(row_word(page)), q = word_run("q", Role::query), k = word_run("k", Role::key);
  const int most = page.most_asked();
  const std::optional<float> score =
      most < 0 ? std::nullopt : page.value(page.path("scores"), page.row, most);
  if (page.step == SiteId::query || page.step == SiteId::key) {
    telling.title =
        page.step == SiteId::query ? say("q: what each word asks") : say("k: what each word offers");
    telling.paragraphs.push_back(
        page.step == SiteId::query
            ? told("{q} is made from what the network holds in mind before it writes.", {{"q", q}})
            : told("{k} is made from what was read, once for the whole text.", {{"k", k}}));
  } else if (score) {
    telling.paragraphs.push_back(
        told("Add {q} and {k}, press every number between −1 and 1, and weigh them with learned numbers. For "
             "{word} and {from} that gives {score}.",
             {{"q", q},
              {"k", k},
              {"word", word},
              {"from", word_run(asked_word(page, most))},
              {"score", word_run(number_alone(*score, NumberFormat::score))}}));
    telling.paragraphs.push_back(told("This is older than Q · K: it adds where that multiplies."));
  }
  return telling;
}

// What a sum does to the line of the chosen word, and the norm behind it.
void tell_sum(const Page& page, const std::vector<ChainLink>& chain, Telling& telling) {
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const int node = chain[i].node;
    const std::vector<int> sources = sources_of_node(page.trace, node);
    if (i == 0 || sources.empty()) continue;
    const auto first = numbers_of_row(page, sources.front(), row_in_node(page, sources.front()));
    const auto last = numbers_of_row(page, sources.back(), row_in_node(page, sources.back()));
    if (!first || !last) continue;
    if (adds_lines(page.trace, node)) {
      telling.paragraphs.push_back(
          told("The plus keeps the line of {word} and adds to it. Here it adds a spread of {adds} to one of "
               "{had}.",
               {{"word", word_run(row_word(page))},
                {"adds", word_run(fixed_text(last->spread, 2))},
                {"had", word_run(fixed_text(first->spread, 2))}}));
    } else if (normalizes(page.trace, node)) {
      const bool root = page.trace.tape().node(node).op->symbol().starts_with("RMS");
      telling.paragraphs.push_back(
          root ? told("The norm divides by the root of the mean square ({root}), and multiplies by {n} "
                      "numbers that it has learned.",
                      {{"root", word_run(fixed_text(first->root, 2))},
                       {"n", word_run(count_text(first->count))}})
               : told("The norm takes off the mean ({mean}), divides by the spread ({spread}), and "
                      "multiplies by {n} numbers that it has learned.",
                      {{"mean", word_run(fixed_text(first->mean, 2))},
                       {"spread", word_run(fixed_text(first->spread, 2))},
                       {"n", word_run(count_text(first->count))}}));
      telling.paragraphs.push_back(told("So no line grows from layer to layer."));
    }
  }
}

// What an activation lets through of the numbers in between.
void tell_activation(const Page& page, int between, Telling& telling) {
  const auto numbers = numbers_of_row(page, between, row_in_node(page, between));
  if (!numbers) return;
  const std::string called = lets_through(page.trace, activation_of_node(page.trace, between));
  const TextRun n = word_run(count_text(numbers->count)), some = word_run(count_text(numbers->above));
  telling.paragraphs.push_back(told("Every {unit} goes through it alone. From its row {n} numbers are made.",
                                    {{"unit", unit_run(page)}, {"n", n}}));
  telling.paragraphs.push_back(
      called == "ReLU"
          ? told("{relu} sets all that are below zero to 0. Of {word} {some} of {n} stay.",
                 {{"relu", word_run(called)}, {"word", word_run(row_word(page))}, {"some", some}, {"n", n}})
          : told("{gate} brings those far below zero close to 0. Of {word} {some} of {n} are above zero.",
                 {{"gate", word_run(called)}, {"word", word_run(row_word(page))}, {"some", some}, {"n", n}}));
}

// A step outside the heads: sums and norms, what lies in between, else what it means.
Telling of_model_step(const Page& page) {
  const std::vector<ChainLink>& chain = chain_shown(page);
  const int between = let_through_in(page.trace, chain);
  const bool before = part_of_model(page.trace, page.node).kind == ModelPart::Kind::in;
  const bool line = (adds_lines(page.trace, page.node) && !before) || normalizes(page.trace, page.node);
  std::string title = model_step_in_full(page.trace, page.node);
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  Telling telling{.title = title};
  if (line) {
    const bool both = std::any_of(chain.begin(), chain.end(),
                                  [&](const ChainLink& link) { return normalizes(page.trace, link.node); }) &&
                      std::any_of(chain.begin(), chain.end(),
                                  [&](const ChainLink& link) { return adds_lines(page.trace, link.node); });
    telling.title = both                                ? say("What the plus and the norm do")
                    : adds_lines(page.trace, page.node) ? say("What the plus does")
                                                        : say("What the norm does");
    tell_sum(page, chain, telling);
  } else if (between >= 0 && is_feed_forward(page.trace, page.node)) {
    telling.title = say("What feed-forward does");
    tell_activation(page, between, telling);
  } else if (info(page.trace.label(page.node).cols).kind == AxisKind::vocabulary &&
             (page.answers() == AnswerKind::labels || page.answers() == AnswerKind::one_label)) {
    telling.paragraphs.push_back(is_distribution(page.trace, page.node)
                                     ? told("How likely each answer is.")
                                     : told("A number for each answer: the larger, the better it fits."));
  } else if (const Site* const site = site_of(page.trace.label(page.node).path)) {
    telling.paragraphs.push_back(RichText({{meaning_here(page, *site), Role::text_2}}));
  }
  const Node& node = page.trace.tape().node(page.node);
  const bool vocabulary = info(node.label.cols).kind == AxisKind::vocabulary;
  const std::string& path = node.label.path;
  const int row = row_in_node(page, page.node), most = vocabulary ? page.largest_in_row(path, row) : -1;
  if (most >= 0) {
    const TextRun word = word_run(token_called(page.trace.label(node.label.cols, most)), page.own_role());
    const TextRun value = word_run(number_alone(
        page.value(path, row, most).value_or(0),
        is_distribution(page.trace, page.node) ? NumberFormat::probability : NumberFormat::score));
    telling.paragraphs.push_back(
        node.shape.rows == 1
            ? told("The largest is that of {word}: {value}.", {{"word", word}, {"value", value}})
            : told("In the row of {row} the largest is that of {word}: {value}.",
                   {{"row", word_run(row_word(page))}, {"word", word}, {"value", value}}));
  }
  if (place_of(path).time) {
    telling.paragraphs.push_back(told("Every {unit} has such a row of its own. This is the one of {word}.",
                                      {{"unit", unit_run(page)}, {"word", word_run(row_word(page))}}));
  } else if (node.label.rows == Axis::one && node.shape.rows == 1 && page.asks.size() > 1) {
    telling.paragraphs.push_back(
        told("There is one row for all of it, whichever {unit} is chosen.", {{"unit", unit_run(page)}}));
  }
  telling.next =
      vocabulary ? say("Click a name to see how its number was made.")
      : page.boxes.low
          ? say("Click a number to see how it was made.")
          : say("Every column has its own scale, written above it. Click a number to see how it was made.");
  return telling;
}

}  // namespace

Telling telling_of_model_cell(const Page& page) {
  Telling telling;
  const CellName* const cell = page.cell();
  if (cell == nullptr) return telling;
  const Label& label = page.trace.label(page.node);
  std::string step = model_step_in_full(page.trace, page.node);
  step.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(step.front())));
  telling.title = info(label.cols).kind == AxisKind::vocabulary
                      ? say("{step}: {word}",
                            {{"step", step}, {"word", token_called(page.trace.label(label.cols, cell->col))}})
                      : say("{step}: number {n}", {{"step", step}, {"n", std::to_string(cell->col + 1)}});
  const std::optional<float> value = page.value(cell->path, cell->row, cell->col);
  telling.value =
      value ? number_alone(*value, is_distribution(page.trace, page.node) ? NumberFormat::probability
                                                                          : NumberFormat::value)
            : "";
  if (info(label.rows).kind == AxisKind::tokens)
    telling.paragraphs.push_back(told("It is in the row of {word}.", {{"word", word_run(row_word(page))}}));
  const std::vector<int> sources = sources_of_node(page.trace, page.node);
  if (normalizes(page.trace, page.node) && !sources.empty()) {
    if (const auto from = numbers_of_row(page, sources.front(), cell->row))
      telling.paragraphs.push_back(
          told("The row it comes from has a mean of {mean} and a spread of {spread}.",
               {{"mean", word_run(fixed_text(from->mean, 2))},
                {"spread", word_run(fixed_text(from->spread, 2))}}));
  }
  const std::optional<Product> product = product_of(page.trace, page.node);
  if (product)
    telling.paragraphs.push_back(
        product->bias ? told("A row of numbers is multiplied by a column that was learned, number by number. "
                             "All products are added up, and at the end one more number that was learned.")
                      : told("A row of numbers is multiplied by a column that was learned, number by number, "
                             "and all products are added up."));
  telling.next = product ? say("Click a column to see one product.")
                         : say("Click a bar to see how that number was made.");
  return telling;
}

Telling telling_of_step(const Page& page) {
  if (page.node >= 0) return of_model_step(page);
  if (is_share_step(page.step)) return of_shares(page);
  if (page.lane >= 0) return of_additive_step(page);
  Telling telling;
  const std::string path = page.path(page.part);
  const int most = page.of_pairs ? page.most_asked() : page.largest_in_row(path, page.row);
  const std::optional<float> value = most < 0 ? std::nullopt : page.value(path, page.row, most);
  const TextRun made =
      word_run(is_of_asked(page, page.step) ? asked_word(page, page.most_asked()) : row_word(page));
  const TextRun number = word_run(value ? number_alone(*value, NumberFormat::score) : "");
  const int node = page.trace.find(path);
  const Node* const made_by = node < 0 ? nullptr : &page.trace.tape().node(node);
  const bool products = made_by != nullptr && made_by->op != nullptr && made_by->op->name() == "dot_products";
  const Site* const site = site_of(path);
  if (page.step == SiteId::other && !products && site != nullptr) {
    telling.title = part_title(path);
    telling.paragraphs.push_back(RichText(meaning_here(page, *site)));
  } else if (page.of_pairs) {
    telling.title = say("Scores: one product for every pair");
    telling.paragraphs.push_back(
        told("Row {word} of {q} meets column {from} of {k}. Multiply number by number, and add up: {value}.",
             {{"word", word_run(row_word(page))},
              {"from", word_run(asked_word(page, most))},
              {"q", word_run("Q", Role::query)},
              {"k", word_run("K", Role::key)},
              {"value", number}}));
    telling.paragraphs.push_back(
        told("The larger a score, the better what one {unit} asks fits what the other offers.",
             {{"unit", unit_run(page)}}));
  } else if (page.step == SiteId::output) {
    telling.title = say("Mixed: shares of every V");
    telling.paragraphs.push_back(told(
        "The row of {word} says how much of each {unit}’s {v} it takes. All of that is added up.",
        {{"unit", unit_run(page)}, {"word", word_run(row_word(page))}, {"v", word_run("V", Role::value)}}));
  } else {
    const std::string letter = step_called(page.part);
    const Role role = role_of(path);
    telling.title = page.step == SiteId::query ? of_units(page, "Q: what each {unit} asks")
                    : page.step == SiteId::key ? of_units(page, "K: what each {unit} offers")
                                               : of_units(page, "V: what each {unit} gives");
    telling.paragraphs.push_back(told(
        "The numbers of {word} are multiplied by a matrix that was learned. So its row of {letter} is made.",
        {{"word", made}, {"letter", word_run(letter, role)}}));
    telling.paragraphs.push_back(told("All {units} use the same matrix.", {{"units", units_run(page)}}));
  }
  telling.next = say("Click a number to see how it was made.");
  return telling;
}

}  // namespace headlight::place
