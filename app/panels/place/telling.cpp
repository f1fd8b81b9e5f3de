// What the margin says: a few sentences on what is shown, with the numbers of this very sentence.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <string>

#include "app/lab/lab_work.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/common/step_names.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/model_parts.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/place/telling.h"
#include "app/panels/place/vector_answer.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/aggregate.h"
#include "core/explain/matrix_formulas.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {

std::string in_marks(const std::string& word) { return "“" + word + "”"; }

TextRun share_run(float share) { return word_run(number_alone(share, NumberFormat::weight)); }

std::string asked_word(const Page& page, int column) {
  if (column < 0) return "";
  const std::string word = page.asked.at(static_cast<std::size_t>(column));
  return page.is_of_cells(page.attention.asked) ? cell_said(word) : word;
}
std::string root_called(double root) {
  const double squared = std::round(root * root);
  return squared >= 1 && std::fabs(squared - root * root) < 0.01
             ? "√" + fixed_text(static_cast<float>(squared), 0)
             : fixed_text(static_cast<float>(root), 3);
}

std::string root_of_row(const Page& page, int column) {
  const std::optional<float> score = page.value(page.path("scores"), page.row, column);
  const std::optional<float> scaled = page.value(page.path("scaled"), page.row, column);
  return score && scaled && std::fabs(*scaled) > 1e-6F ? root_called(static_cast<double>(*score / *scaled))
                                                       : "√d";
}

TextRun unit_run(const Page& page) { return {word_called(page, page.attention.asks), Role::text_2}; }
TextRun units_run(const Page& page) { return {word_called(page, page.attention.asks) + "s", Role::text_2}; }
std::string of_units(const Page& page, const char* sentence) {
  return say(sentence, {{"unit", word_called(page, page.attention.asks)}});
}

std::string row_word(const Page& page) {
  const std::string word = page.asks.at(static_cast<std::size_t>(page.row));
  return page.is_of_cells(page.attention.asks) ? cell_said(word) : word;
}

namespace {

// What the head takes in the sentence in front, and what it takes in the other one.
std::vector<RichText> takes(const Page& page) {
  std::vector<RichText> said;
  const std::string path = page.path("weights");
  const int most = page.most_asked();
  const std::optional<float> share = most < 0 ? std::nullopt : page.value(path, page.row, most);
  if (is_off(page, page.head))
    said.push_back(told("This head is switched off. What it takes is set to 0, so it adds nothing."));
  if (!share) return said;
  const TextRun word = word_run(row_word(page)), from = word_run(asked_word(page, most), page.own_role());
  const bool two = page.context.maps.two();
  if (!two) {
    said.push_back(told("{word} takes {share} from {from}.",
                        {{"word", word}, {"share", share_run(*share)}, {"from", from}}));
    return said;
  }
  const int other = 1 - page.side;
  const Role other_role = other == 0 ? Role::first_sentence : Role::second_sentence;
  const ComparisonNames& names = page.context.maps.alignment()->names;
  // Two models are told apart by their names, two sentences by what is not the same in them.
  const bool models = !own_model(page.context, 0).empty();
  const bool numbered = !models && names.first == "first" && names.second == "second";
  const auto name = [&](int side) { return ending_of(page, side); };
  const bool given = page.trace.anatomy().given.has_value();
  said.push_back(told(models     ? "{ending}: {word} takes {share} from {from}."
                      : given    ? "In the {ending} file, {word} takes {share} from {from}."
                      : numbered ? "In the {ending} sentence, {word} takes {share} from {from}."
                                 : "With {ending}, {word} takes {share} from {from}.",
                      {{"ending", word_run(name(page.side), page.own_role())},
                       {"word", word},
                       {"share", share_run(*share)},
                       {"from", from}}));
  const std::optional<int> row = row_of_other(page);
  const TracePtr& there = page.context.maps[other].trace();
  if (!row || there == nullptr) return said;
  const MapRows rows = page.context.maps[other].rows(path, *row, 1);
  const int best = page.largest_in_row(path, *row, other);
  if (best < 0) return said;
  const std::string from_there =
      token_called(there->tokens(page.attention.asked).at(static_cast<std::size_t>(best)));
  said.push_back(told(
      models     ? "{ending}: it takes {share} from {from}."
      : given    ? "In the {ending} file, it takes {share} from {from}."
      : numbered ? "In the {ending} sentence, it takes {share} from {from}."
                 : "With {ending}, it takes {share} from {from}.",
      {{"ending", word_run(name(other), other_role)},
       {"share", share_run(rows.map->value(*row - rows.first, best))},
       {"from",
        word_run(page.is_of_cells(page.attention.asked) ? cell_said(from_there) : from_there, other_role)}}));
  return said;
}

// The same by whole words, where the model reads pieces of them.
std::optional<RichText> takes_by_words(const Page& page) {
  const std::string path = page.path("weights");
  const HeatmapPtr pieces = page.map(path);
  if (pieces == nullptr || !reads_pieces(page.context)) return {};
  const HeatmapPtr words = page.context.maps[page.side].by_words(path);
  const std::optional<int> row =
      words == nullptr || words == pieces ? std::nullopt : row_in_words(*pieces, page.row);
  if (!row) return {};
  int most = -1;
  for (int column = 0; column < words->columns; ++column) {
    if (words->state(*row, column) != CellState::value) continue;
    if (most < 0 || words->value(*row, column) > words->value(*row, most)) most = column;
  }
  if (most < 0) return {};
  return told("By whole words, {word} takes {share} from {from}.",
              {{"word", word_run(words->row_label(*row))},
               {"share", share_run(words->value(*row, most))},
               {"from", word_run(words->column_label(most), page.own_role())}});
}

// What stands at the right, where it is no translation.
RichText what_comes_out(const Page& page) {
  if (page.answers() == AnswerKind::vector)
    return told("No word comes out, but one vector for the whole text: {made}.",
                {{"made", {vector_made(page.context), Role::text_2}}});
  if (page.written_row < 0 || page.written_row >= static_cast<int>(page.written.size())) return {};
  const TextRun word = word_run(row_word(page)),
                answer = word_run(page.written[static_cast<std::size_t>(page.written_row)], page.own_role());
  switch (page.answers()) {
    case AnswerKind::labels:
      return told("At the right is a label for every word. At {word} it is {answer}.",
                  {{"word", word}, {"answer", answer}});
    case AnswerKind::hidden_words:
      return told("At the right is the word that it would put in each place. At {word} it is {answer}.",
                  {{"word", word}, {"answer", answer}});
    case AnswerKind::next_token:
      return told("At the right is what it would write next, row by row. After {word} it is {answer}.",
                  {{"word", word}, {"answer", answer}});
    case AnswerKind::one_label:
      if (page.trace.anatomy().texts)
        return told(
            "Of the texts, {answer} fits the picture best: its vector points most nearly the same way.",
            {{"answer", answer}});
      return told("It answers {answer}. That comes from one row alone, the row of {first}.",
                  {{"first", word_run(page.asks.front())}, {"answer", answer}});
    case AnswerKind::translation:
    case AnswerKind::caption:
    case AnswerKind::vector:
    case AnswerKind::none:
      return {};
  }
  return {};
}

// What a recurrent model does, with how it gets at what was read.
Telling of_time(const Page& page) {
  std::string words = tokens_called(page.context, page.trace.anatomy().typed());
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  Telling telling{.title = say("A network with a memory")};
  const bool picture = page.trace.anatomy().picture.has_value();
  const std::string vector = bottleneck_of(page.trace);
  telling.paragraphs.push_back(
      picture ? told("It writes word after word. Each hands a row of numbers down to the next.")
              : told("{words} are read one after another. Each hands a row of numbers down to the next.",
                     {{"words", {words, Role::text_2}}}));
  const HeadChoice reads{Attention::cross, 0, 0};
  const int row = picture ? page.row : page.written_row;
  const int most = row < 0 ? -1 : page.largest_in_row(reads.path("weights"), row);
  if (!vector.empty()) {
    telling.title = say("Everything through one row");
    telling.paragraphs.push_back(
        picture ? told("The whole picture becomes {n} numbers. That is all that the words are written from.",
                       {{"n", word_run(std::to_string(columns_of(page.trace, vector, 0)))}})
                : told("What the last row holds, {n} numbers, is all that the decoder gets.",
                       {{"n", word_run(std::to_string(columns_of(page.trace, vector, 0)))}}));
  } else if (most >= 0) {
    telling.title = say("A network that looks back");
    const std::vector<std::string>& read = page.trace.words().source;
    const std::string next = page.written.at(static_cast<std::size_t>(row));
    telling.paragraphs.push_back(
        told(picture ? "Before it writes {next}, it looks at the picture: {share} at {from}."
                     : "Before it writes {next}, it looks at all words again: {share} at {from}.",
             {{"next", word_run(next, page.own_role())},
              {"share", share_run(page.value(reads.path("weights"), row, most).value_or(0))},
              {"from", word_run(picture ? cell_said(read.at(static_cast<std::size_t>(most)))
                                        : read.at(static_cast<std::size_t>(most)))}}));
  }
  if (RichText what = what_comes_out(page); !what.runs.empty()) telling.paragraphs.push_back(std::move(what));
  telling.next = of_units(page, "Click a box to open the cell at the chosen {unit}.");
  return telling;
}

float mean_of(const Page& page, const std::string& path) {
  const HeatmapPtr map = page.map(path);
  if (map == nullptr || map->values.empty()) return 0;
  return std::accumulate(map->values.begin(), map->values.end(), 0.0F) /
         static_cast<float>(map->values.size());
}

// A cell of a recurrent network at the chosen word: what its gates say.
Telling of_gates(const Page& page) {
  const RecurrentLane& lane = page.lanes[static_cast<std::size_t>(page.lane)];
  Telling telling{.title = say("One step of the {cell}",
                               {{"cell", std::string(title_of(lane.stack->recurrence->cell))}})};
  const auto gate = [&](const char* part, const char* sentence) {
    const std::string path = lane.at(page.row, part);
    if (page.trace.find(path) < 0) return;
    telling.paragraphs.push_back(
        told(sentence, {{"mean", word_run(number_alone(mean_of(page, path), NumberFormat::weight))},
                        {"word", word_run(row_word(page))}}));
  };
  telling.paragraphs.push_back(told(
      lane.stack->stream == page.trace.anatomy().typed()
          ? "At {word} it has its old state, and the numbers of {word}. From both it makes its new state."
          : "At {word} it has its old state, the numbers of {word}, and what it is given of what was read. "
            "From these it makes its new state.",
      {{"word", word_run(row_word(page))}}));
  gate("update_gate", to_be_said("The update gate says how much of the old state stays: 1 all, 0 nothing. "
                                 "Here it is {mean} on average."));
  gate("reset_gate",
       to_be_said("The reset gate says how much of the old state the candidate sees: {mean} on average."));
  gate("forget_gate", to_be_said("The forget gate says how much of the cell state is kept: 1 all, 0 nothing. "
                                 "Here it is {mean} on average."));
  gate("input_gate",
       to_be_said("The input gate says how much of the candidate is written: {mean} on average."));
  gate("output_gate",
       to_be_said("The output gate says how much of the cell state is shown: {mean} on average."));
  if (lane.stack->recurrence->cell == RecurrentCell::rnn)
    telling.paragraphs.push_back(told("It has no gates. Every step makes all of the state anew."));
  telling.next = say("Click another row to see its step.");
  return telling;
}

Telling of_model(const Page& page) {
  if (page.lane >= 0) return of_time(page);
  Telling telling{.title = say("The whole model")};
  const bool cells = page.is_of_cells(page.attention.asks);
  telling.paragraphs.push_back(
      cells ? told("The picture is cut into {n} cells. One below the other, each has its own line, as a word "
                   "has.",
                   {{"n", word_run(std::to_string(page.trace.anatomy().picture->features.cells()))}})
            : told("Every {unit} has its own line, from left to right through all layers.",
                   {{"unit", unit_run(page)}}));
  telling.paragraphs.push_back(told(cells ? "A layer {adds} to a line, at the plus. Ribbons show which lines "
                                            "it takes from: the wider, the more."
                                          : "A layer {adds} to a line, at the plus. Ribbons show which "
                                            "{units} it takes from: the wider, the more.",
                                    {{"adds", word_run(say("adds"))}, {"units", units_run(page)}}));
  if (shows_means(page) && page.row >= 0 && !page.boxes.low)
    telling.paragraphs.push_back(
        told("A picture is the mean of {heads} heads. A dot is one head: dark where {word} takes nearly all "
             "from one {unit}.",
             {{"heads", word_run(std::to_string(page.heads))},
              {"word", word_run(row_word(page))},
              {"unit", unit_run(page)}}));
  // "it" stands beside its pronoun, wherever else it is read.
  const AttentionHeads* const cross = page.trace.anatomy().find(Attention::cross);
  const int answer = page.written_row;
  if (answer >= 0 && cross != nullptr && page.attention.asks == Stream::source &&
      row_for(page, Attention::cross) == answer) {
    const bool alone = cross->layers() == 1 && cross->in(0) == 1;
    telling.paragraphs.push_back(
        told(alone ? "Follow {word}. The decoder reads it most where it writes {next}."
                   : "Follow {word}. The first head of the last layer that reads it does so most where the "
                     "model writes {next}.",
             {{"word", word_run(row_word(page))},
              {"next", word_run(page.written.at(static_cast<std::size_t>(answer)), page.own_role())}}));
  }
  if (RichText what = what_comes_out(page); !what.runs.empty()) telling.paragraphs.push_back(std::move(what));
  telling.next = page.boxes.low || shows_means(page)
                     ? say("Click a layer to open it.")
                     : say("Click a layer to open it, or one of its small pictures.");
  return telling;
}

Telling of_layer(const Page& page) {
  if (page.lane >= 0) return of_gates(page);
  const bool writes = info(page.head.attention).asks == Stream::target && page.layers == 1 &&
                      page.trace.anatomy().find(Attention::encoder) != nullptr;
  Telling telling{.title = writes ? say("The decoder, opened")
                                  : say("Layer {n}, opened", {{"n", std::to_string(page.head.layer + 1)}})};
  telling.paragraphs.push_back(
      told(page.attention.crosses() ? "Each {unit} that is written makes a row {q}, which asks. What was "
                                      "read makes rows {k}, which offer, and {v}, which give."
           : page.is_of_cells(page.attention.asks)
               ? "Each line makes three short rows of numbers. {q} asks, {k} offers, {v} gives."
               : "Each {unit} makes three short rows of numbers. {q} asks, {k} offers, {v} gives.",
           {{"unit", unit_run(page)},
            {"q", word_run("Q", Role::query)},
            {"k", word_run("K", Role::key)},
            {"v", word_run("V", Role::value)}}));
  const int most = page.most_asked();
  if (const std::optional<float> share =
          most < 0 ? std::nullopt : page.value(page.path("weights"), page.row, most)) {
    telling.paragraphs.push_back(
        told("The {q} of {word} fits the {k} of {from} best. So {word} takes {share} of the {v} of {from}.",
             {{"q", word_run("Q", Role::query)},
              {"k", word_run("K", Role::key)},
              {"v", word_run("V", Role::value)},
              {"word", word_run(row_word(page))},
              {"from", word_run(asked_word(page, most))},
              {"share", share_run(*share)}}));
  }
  telling.paragraphs.push_back(
      is_off(page, page.head)
          ? told("But this head is switched off: its mixed rows are 0, and nothing is added to the line of "
                 "{word}.",
                 {{"word", word_run(row_word(page))}})
          : told("That is added to the line of {word}: the line itself runs on underneath.",
                 {{"word", word_run(row_word(page))}}));
  if (page.is_unwritten(Stream::target, page.row + 1) && page.written_row >= 0)
    telling.paragraphs.push_back(told(
        "In its row at the right stands what comes out: {next}. The words below are not written yet.",
        {{"next", word_run(page.written.at(static_cast<std::size_t>(page.written_row)), page.own_role())}}));
  telling.next = say("Click a head to go inside.");
  return telling;
}

Telling of_all_heads(const Page& page) {
  Telling telling{.title = say("{n} heads at once", {{"n", std::to_string(page.heads)}})};
  telling.paragraphs.push_back(told("Each head asks its own question. This is what {word} takes most of:",
                                    {{"word", word_run(row_word(page))}}));
  for (int head = 0; head < page.heads; ++head) {
    const std::string path = HeadChoice{page.head.attention, page.head.layer, head}.path("weights");
    const int most = page.largest_in_row(path, page.row);
    const std::optional<float> share = most < 0 ? std::nullopt : page.value(path, page.row, most);
    if (share)
      telling.paragraphs.push_back(told("Head {n}: {share} from {from}.",
                                        {{"n", word_run(std::to_string(head + 1))},
                                         {"share", share_run(*share)},
                                         {"from", word_run(asked_word(page, most), page.own_role())}}));
  }
  telling.next = say("Click a table to see it alone.");
  return telling;
}

// Weights from a file, and what was found when they were read.
Telling of_given(const Page& page) {
  const GivenWeights& given = *page.trace.anatomy().given;
  Telling telling{.title = say("Weights of your own")};
  telling.paragraphs.push_back(RichText(given.file + ": " + given.has + "."));
  if (!given.says.empty()) telling.paragraphs.push_back(RichText(given.says));
  for (RichText& each : takes(page)) telling.paragraphs.push_back(std::move(each));
  telling.paragraphs.push_back(RichText(std::string(nothing_behind)));
  telling.next = say("Click a number to see it in full.");
  return telling;
}

// What the experiment over a whole text found of this head.
std::optional<RichText> over_text(const Page& page) {
  const auto& found = page.context.results.over_text;
  if (found == nullptr) return {};
  const auto head = found->does.find(page.path("weights"));
  if (head == found->does.end()) return {};
  return told("Over {text}, {does}.",
              {{"text", {found->text, Role::text_2}}, {"does", word_run(head->second)}});
}

Telling of_head(const Page& page) {
  if (shows_all_heads(page)) return of_all_heads(page);
  Telling telling{.title = say("Where does {word} look?", {{"word", in_marks(row_word(page))}})};
  if (page.trace.anatomy().given) return of_given(page);
  if (page.is_of_cells(page.attention.asked)) {
    telling.title = say("Where does it look?");
    telling.paragraphs.push_back(
        page.attention.crosses() ? told("Words ask, and cells of the picture are asked. A cell is as bright "
                                        "as the share that is taken from it.")
                                 : told("A picture has no words. Each of its cells asks, and all are asked. "
                                        "A cell is as bright as the share that is taken from it."));
  } else if (page.attention.crosses()) {
    telling.title = page.english ? say("Which English word does it read?") : say("Where does it look?");
    telling.paragraphs.push_back(told(
        page.english
            ? "French words ask, English words are asked. So the table has {rows} rows and {columns} columns."
            : "Words that are written ask, what was read is asked. So the table has {rows} rows and "
              "{columns} columns.",
        {{"rows", word_run(std::to_string(page.asks.size()))},
         {"columns", word_run(std::to_string(page.asked.size()))}}));
  } else {
    telling.paragraphs.push_back(
        told(set_by_hand(page, page.path("weights"), page.row).empty()
                 ? "Each row of the table is one {unit}. Its numbers say how much it takes from each {unit}. "
                   "They add up to 1."
                 : "Each row of the table is one {unit}. Its numbers say how much it takes from each {unit}.",
             {{"unit", unit_run(page)}}));
  }
  for (RichText& each : takes(page)) telling.paragraphs.push_back(std::move(each));
  if (std::optional<RichText> words = takes_by_words(page)) telling.paragraphs.push_back(std::move(*words));
  if (std::optional<RichText> whole = over_text(page)) telling.paragraphs.push_back(std::move(*whole));
  telling.next = page.is_of_cells(page.attention.asked) ? say("Click a lit cell to see its score.")
                                                        : say("Click a number to see how it was made.");
  return telling;
}

Telling of_cell(const Page& page) {
  if (page.node >= 0) return telling_of_model_cell(page);
  Telling telling;
  const CellName* const cell = page.cell();
  if (cell == nullptr) return telling;
  telling.title = with_tokens_called(cell_title(page.trace, *cell));
  const std::optional<float> value = page.value(cell->path, cell->row, cell->col);
  telling.value = value ? number_alone(*value, NumberFormat::score) : "";
  for (const CellAt& at : set_by_hand(page, cell->path, cell->row)) {
    if (at.column == cell->col)
      telling.paragraphs.push_back(told("This number was set by hand. What it is made of comes to another."));
  }
  // On the way from scores to shares it is no sum of products.
  const bool adds_up = !terms_of_cell(page, *cell).empty();
  if (page.step == SiteId::weights && value) {
    telling.value = number_alone(*value, NumberFormat::probability);
    telling.paragraphs.push_back(
        told("What {word} takes from {from}: a share of all that it takes.",
             {{"word", word_run(row_word(page))}, {"from", word_run(asked_word(page, cell->col))}}));
    telling.paragraphs.push_back(
        told("It is made from the numbers of its whole row, and all shares of the row add up to 1."));
    telling.next = say("Click a bar to see how that number was made.");
  } else if (page.of_pairs) {
    telling.paragraphs.push_back(
        told("How well what {word} asks fits what {from} offers.",
             {{"word", word_run(row_word(page))}, {"from", word_run(asked_word(page, cell->col))}}));
    const std::optional<float> scaled = page.value(page.path("scaled"), cell->row, cell->col);
    const std::optional<float> share = page.value(page.path("weights"), cell->row, cell->col);
    if (scaled && share)
      telling.paragraphs.push_back(
          told("Divided by {root} it is {scaled}. After softmax it is the weight {share}.",
               {{"root", {root_of_row(page, cell->col), Role::text_2}},
                {"scaled", word_run(number_alone(*scaled, NumberFormat::score))},
                {"share", share_run(*share)}}));
  }
  if (adds_up) telling.next = say("Click a column to see one product.");
  return telling;
}

Telling of_product(const Page& page) {
  Telling telling{.title = say("One multiplication")};
  const CellName* const cell = page.cell();
  if (cell == nullptr) return telling;
  const auto terms = static_cast<std::int64_t>(terms_of_cell(page, *cell).size());
  const auto pairs =
      static_cast<std::int64_t>(page.asks.size()) * static_cast<std::int64_t>(page.asked.size());
  telling.paragraphs.push_back(told("This is all a computer does here: it multiplies two numbers."));
  if (page.of_pairs)
    telling.paragraphs.push_back(
        told("This head makes {terms} of these for each pair of {units}: {all} for all of it.",
             {{"units", units_run(page)},
              {"terms", word_run(count_text(terms))},
              {"all", word_run(count_text(terms * pairs))}}));
  telling.next = say("Left and Right go to the next number.");
  return telling;
}

}  // namespace

namespace {

Telling telling_of_page(const Page& page) {
  switch (page.altitude) {
    case Altitude::sentence:
    case Altitude::model:
      return of_model(page);
    case Altitude::layer:
      return of_layer(page);
    case Altitude::head:
      return of_head(page);
    case Altitude::step:
      return telling_of_step(page);
    case Altitude::cell:
      return of_cell(page);
    case Altitude::product:
      return of_product(page);
  }
  return {};
}

}  // namespace

Telling telling_of(const Page& page) {
  if (shows_experiments(page)) return telling_of_experiment(page);
  if (shown_otherwise(page) != Otherwise::no) return telling_otherwise(page);
  std::optional<Telling> trial = telling_of_trial(page);
  if (trial && is_told_of_trial_alone(page)) return std::move(*trial);
  Telling telling = telling_of_page(page);
  if (trial)
    telling.paragraphs.insert(telling.paragraphs.begin(), trial->paragraphs.begin(), trial->paragraphs.end());
  return telling;
}

}  // namespace headlight::place
