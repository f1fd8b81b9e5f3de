// What came of a change: what the margin says of it, and the next one that belongs behind it.
#include "app/panels/place/outcome.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/words/answer_marks.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

// Before and now, of the word at which the translations part or of the first one that is another now.
struct Outcome {
  int side = 0;
  std::string before, after;
  std::optional<float> chance_before, chance_after;  // of the word that was written before
  std::string behind = {};                           // of a model that says what comes next: after which word
};

// What comes next after the chosen word, and after the first one where that is another now.
std::vector<Outcome> next_outcomes_of(const Page& page) {
  const TracePtr& before = page.context.maps[page.side].unedited();
  const TracePtr& now = page.context.maps[page.side].trace();
  if (before == nullptr || now == nullptr) return {};
  const std::vector<std::string>&was = before->words().next, &is = now->words().next;
  const std::size_t rows = std::min({was.size(), is.size(), page.asks.size()});
  const auto chosen = static_cast<std::size_t>(std::max(page.row, 0));
  std::size_t other = 0;
  while (other < rows && was[other] == is[other]) ++other;
  std::vector<Outcome> outcomes;
  for (const std::size_t row : {chosen, other}) {
    if (row >= rows || (row == chosen && !outcomes.empty())) continue;
    const auto at = static_cast<int>(row);
    outcomes.push_back({page.side, was[row], is[row], chance_before(page.context, page.side, at, was[row]),
                        chance_of(page.context, page.side, at, was[row]), token_called(page.asks[row])});
  }
  return outcomes;
}

std::vector<Outcome> outcomes_of(const Page& page) {
  if (page.answers() == AnswerKind::next_token) return next_outcomes_of(page);
  std::vector<Outcome> outcomes;
  const std::array<WrittenAnswer, 2> both = written_of(page.context);
  const std::optional<Parting> parts = parting(page.context, both);
  for (const int side : {0, 1}) {
    const TracePtr& before = page.context.maps[side].unedited();
    const TracePtr& now = page.context.maps[side].trace();
    if (before == nullptr || now == nullptr) continue;
    const std::vector<std::string> was = written_words(*before), is = written_words(*now);
    std::size_t place = 0;
    while (place < std::min(was.size(), is.size()) && was[place] == is[place]) ++place;
    if (parts) place = static_cast<std::size_t>(parts->places.at(static_cast<std::size_t>(side)));
    // Where nothing became another word: of the one that belongs to the chosen row.
    if (place >= std::min(was.size(), is.size()) && side == page.side && page.written_row >= 0)
      place = static_cast<std::size_t>(page.written_row);
    if (place >= was.size() || place >= is.size()) continue;
    const int row = row_of_written(*now, static_cast<int>(place));
    outcomes.push_back({side, was[place], is[place], chance_before(page.context, side, row, was[place]),
                        chance_of(page.context, side, row, was[place])});
  }
  return outcomes;
}

// The edits that were tried and are to stay.
struct KeptTrial {
  std::vector<SessionEdit> edits;
};

std::optional<HeadChoice> head_of(const SessionEdit& edit) {
  const Place place = place_of(edit.path);
  if (!place.layer || !place.head) return std::nullopt;
  return HeadChoice{attention_of(place.stack, place.attention), *place.layer, *place.head};
}

std::vector<const SessionEdit*> edits_in_force(const Page& page) {
  std::vector<const SessionEdit*> found;
  for (const SessionEdit& edit : page.session.edits)
    if (is_in_force(page, edit)) found.push_back(&edit);
  return found;
}

// The last one that is in force here, of the head on stage where that was changed, too; null without one.
const SessionEdit* last_edit(const Page& page) {
  const std::vector<const SessionEdit*> edits = edits_in_force(page);
  if (edits.empty()) return nullptr;
  const auto own = std::find_if(edits.rbegin(), edits.rend(),
                                [&](const SessionEdit* edit) { return head_of(*edit) == page.head; });
  return page.altitude >= Altitude::head && own != edits.rend() ? *own : edits.back();
}

// What else is changed in the sentence that is told of.
std::optional<RichText> others_told(const Page& page, const SessionEdit& edit) {
  std::vector<const SessionEdit*> others = edits_in_force(page);
  std::erase(others, &edit);
  if (others.empty()) return std::nullopt;
  const std::optional<HeadChoice> own = head_of(edit), other = head_of(*others.front());
  if (others.size() == 1 && own && other && *own != *other && own->attention == other->attention &&
      own->layer == other->layer)
    return told("Head {n} of this layer is changed, too.", {{"n", word_run(from_one(other->head))}});
  return told(others.size() == 1 ? "With it, one other change is made in this sentence."
                                 : "With it, {n} other changes are made in this sentence.",
              {{"n", word_run(std::to_string(others.size()))}});
}

// The words of an edit's row and of a column of it.
std::string row_called(const Page& page, const SessionEdit& edit) {
  const Label& label = page.trace.label(page.trace.at(edit.path));
  const std::string word = token_called(page.trace.label(label.rows, *edit.row));
  return info(label.rows).stream == page.trace.anatomy().typed() && page.trace.anatomy().picture
             ? cell_said(word)
             : word;
}
std::string column_called(const Page& page, const SessionEdit& edit, int column) {
  const Label& label = page.trace.label(page.trace.at(edit.path));
  const std::string word = token_called(page.trace.label(label.cols, column));
  return info(label.cols).stream == page.trace.anatomy().typed() && page.trace.anatomy().picture
             ? cell_said(word)
             : word;
}

// A number of a node before the edits and now.
struct Changed {
  std::optional<float> was, is;
};
Changed changed_cell(const Page& page, const std::string& path, int row, int column) {
  Changed changed{.was = {}, .is = page.value(path, row, column)};
  const HeatmapPtr before = page.context.maps[page.side].before(path);
  if (before != nullptr && row < before->rows && column < before->columns &&
      before->state(row, column) == CellState::value)
    changed.was = before->value(row, column);
  return changed;
}

int largest_before(const Page& page, const std::string& path, int row) {
  const HeatmapPtr before = page.context.maps[page.side].before(path);
  int best = -1;
  if (before == nullptr || row >= before->rows) return best;
  for (int column = 0; column < before->columns; ++column) {
    if (before->state(row, column) == CellState::value &&
        (best < 0 || before->value(row, column) > before->value(row, best)))
      best = column;
  }
  return best;
}

TextRun weight_run(std::optional<float> share) {
  return word_run(!share ? "?" : *share == 0 ? "0" : number_alone(*share, NumberFormat::weight));
}

RichText told_outcome(const Page& page, const Outcome& outcome) {
  const bool two = page.context.maps.two();
  const Role own = !two ? Role::weights : outcome.side == 0 ? Role::first_sentence : Role::second_sentence;
  const auto number = [](std::optional<float> chance) {
    return word_run(chance ? number_alone(*chance, NumberFormat::probability) : "?");
  };
  const std::string ending = !outcome.behind.empty() ? say("After “{word}”", {{"word", outcome.behind}})
                             : two                   ? ending_of(page, outcome.side)
                                                     : say("Now");
  if (outcome.before == outcome.after)
    return told("{ending}: still {word}, from {before} to {after}.",
                {{"ending", word_run(ending, own)},
                 {"word", word_run(outcome.before, own)},
                 {"before", number(outcome.chance_before)},
                 {"after", number(outcome.chance_after)}});
  if (!outcome.chance_before || !outcome.chance_after)
    return told("{ending}: {before} became {after}.", {{"ending", word_run(ending, own)},
                                                       {"before", word_run(outcome.before, own)},
                                                       {"after", word_run(outcome.after, own)}});
  return told("{ending}: {before} became {after}. {word} went from {was} to {is}.",
              {{"ending", word_run(ending, own)},
               {"before", word_run(outcome.before, own)},
               {"after", word_run(outcome.after, own)},
               {"word", word_run(outcome.before, own)},
               {"was", number(outcome.chance_before)},
               {"is", number(outcome.chance_after)}});
}

// What was changed, with layers and heads as they are counted here.
std::string change_called(const Page& page, const SessionEdit& edit) {
  const Place place = place_of(edit.path);
  if (!place.layer || !place.head) return edit_words(edit, page.context);
  const HeadChoice of{attention_of(place.stack, place.attention), *place.layer, *place.head};
  const std::string head = say("Layer {layer}, {head}",
                               {{"layer", std::to_string(of.layer + 1)}, {"head", head_called(page, of)}});
  if (is_head_off(edit)) return say("{head}: switched off", {{"head", head}});
  if (!edit.row || !edit.col) return edit_words(edit, page.context);
  const Label& label = page.trace.label(page.trace.at(edit.path));
  const std::string word = token_called(page.trace.label(label.rows, *edit.row));
  if (edit.kind == Edit::Kind::swap)
    return say("{head}: in the row of “{word}” the weights of {from} and {to} changed places",
               {{"head", head},
                {"word", word},
                {"from", token_called(page.trace.label(label.cols, *edit.col))},
                {"to", token_called(page.trace.label(label.cols, edit.other))}});
  if (edit.kind == Edit::Kind::set && edit.values.size() == 1)
    return say("{head}: {word} → {other} was set to {value}",
               {{"head", head},
                {"word", word},
                {"other", token_called(page.trace.label(label.cols, *edit.col))},
                {"value", significant_text(edit.values[0], 4)}});
  return edit_words(edit, page.context);
}

// What was done to a weight or a row of weights, and what it comes to.
void tell_weights(const Page& page, const SessionEdit& edit, Telling& telling) {
  const TextRun word = word_run(row_called(page, edit));
  const int row = *edit.row, most = page.largest_in_row(edit.path, row);
  const int took_most = largest_before(page, edit.path, row);
  const auto from = [&](int column) { return word_run(column_called(page, edit, column), page.own_role()); };
  if (edit.col && edit.kind == Edit::Kind::set) {
    const Changed changed = changed_cell(page, edit.path, row, *edit.col);
    const bool less = changed.was && changed.is && *changed.is < *changed.was;
    const std::string other = column_called(page, edit, *edit.col);
    telling.title = changed.is == 0.0F ? say("Nothing from “{word}”", {{"word", other}})
                    : less             ? say("Less from “{word}”", {{"word", other}})
                                       : say("Given to “{word}”", {{"word", other}});
    telling.paragraphs.push_back(
        told("You set {word} → {other} from {was} to {is}.", {{"word", word},
                                                              {"other", from(*edit.col)},
                                                              {"was", weight_run(changed.was)},
                                                              {"is", weight_run(changed.is)}}));
    float sum = 0;
    const MapRows now = page.context.maps[page.side].rows(edit.path, row, 1);
    for (int column = 0; now.has(row) && column < now.map->columns; ++column) {
      if (now.map->state(row - now.first, column) == CellState::value)
        sum += now.map->value(row - now.first, column);
    }
    if (std::fabs(sum - 1) > 0.005F)
      telling.paragraphs.push_back(told(sum < 1 ? "Nothing taken is not the same as something else taken: "
                                                  "what {word} takes now adds up to {sum}, not to 1."
                                                : "What {word} takes now adds up to {sum}, not to 1.",
                                        {{"word", word}, {"sum", word_run(fixed_text(sum, 2))}}));
    return;
  }
  if (most < 0) return;
  const Changed now = changed_cell(page, edit.path, row, most);
  telling.title = say("Given to “{word}”", {{"word", column_called(page, edit, most)}});
  telling.paragraphs.push_back(
      took_most < 0 || took_most == most
          ? told("Now {word} takes {is} from {to}. Before it was {was}.", {{"word", word},
                                                                           {"is", weight_run(now.is)},
                                                                           {"to", from(most)},
                                                                           {"was", weight_run(now.was)}})
          : told("Now {word} takes {is} from {to}. Before it took {was} from {from}. The words are the same.",
                 {{"word", word},
                  {"is", weight_run(now.is)},
                  {"to", from(most)},
                  {"was", weight_run(changed_cell(page, edit.path, row, took_most).was)},
                  {"from", from(took_most)}}));
}

// A score was set, or what is made of it on the way to the shares.
void tell_score(const Page& page, const SessionEdit& edit, const HeadChoice& head, Telling& telling) {
  const int row = *edit.row, column = *edit.col;
  const std::string weights = head.path("weights");
  const Changed score = changed_cell(page, edit.path, row, column),
                share = changed_cell(page, weights, row, column);
  const auto number = [](std::optional<float> value) {
    return word_run(!value ? "−∞" : *value == 0 ? "0" : number_alone(*value, NumberFormat::score));
  };
  const TextRun word = word_run(row_called(page, edit));
  telling.title = say("A score set to {value}", {{"value", number(score.is).text}});
  telling.paragraphs.push_back(told(
      "You set the score of {word} for {other} from {was} to {is}. So its share went from {before} to {now}.",
      {{"word", word},
       {"other", word_run(column_called(page, edit, column), page.own_role())},
       {"was", number(score.was)},
       {"is", number(score.is)},
       {"before", weight_run(share.was)},
       {"now", weight_run(share.is)}}));
  const int most = page.largest_in_row(weights, row);
  if (most < 0 || most == column || most == largest_before(page, weights, row)) return;
  telling.paragraphs.push_back(told("The shares still add up to 1. Now {word} takes most from {to}: {share}.",
                                    {{"word", word},
                                     {"to", word_run(column_called(page, edit, most), page.own_role())},
                                     {"share", weight_run(page.value(weights, row, most))}}));
}

void tell_off(const Page& page, const HeadChoice& head, Telling& telling) {
  telling.title = say("Switched off");
  telling.paragraphs.push_back(told(
      "Head {n} of layer {layer} adds nothing now: what it mixes is set to 0.",
      {{"n", word_run(std::to_string(head.head + 1))}, {"layer", word_run(std::to_string(head.layer + 1))}}));
  const int most = page.attention.asks == info(head.attention).asks
                       ? page.largest_in_row(head.path("weights"), page.row)
                       : -1;
  if (most < 0) return;
  const Label& label = page.trace.label(page.trace.at(head.path("weights")));
  telling.paragraphs.push_back(
      told("Its weights are still there, so they are drawn pale: {word} would take {share} from {from}.",
           {{"word", word_run(token_called(page.trace.label(label.rows, page.row)))},
            {"share", weight_run(page.value(head.path("weights"), page.row, most))},
            {"from", word_run(token_called(page.trace.label(label.cols, most)))}}));
}

// What comes of it in the answer, and what that says of the one change.
void tell_outcomes(const Page& page, const SessionEdit& edit, Telling& telling) {
  if (is_hidden(page, LessonStep::Hides::answer)) return;
  bool stays = false, differs = false;
  for (const Outcome& outcome : outcomes_of(page)) {
    telling.paragraphs.push_back(told_outcome(page, outcome));
    (outcome.before == outcome.after ? stays : differs) = true;
  }
  if (page.session.edits.size() > 1 || stays == differs) return;
  if (differs) {
    telling.paragraphs.push_back(told("So here this one change decides the word."));
  } else if (is_head_off(edit)) {
    telling.paragraphs.push_back(told("So the word does not depend on this head alone."));
  }
}

// Of the other heads of the layer the one that takes most from the same word.
std::optional<NextTrial> another_off(const Page& page, const HeadChoice& head) {
  constexpr float least_taken = 0.1F;
  const int most = page.attention.asks == info(head.attention).asks
                       ? page.largest_in_row(head.path("weights"), page.row)
                       : -1;
  float taken = least_taken;
  std::optional<HeadChoice> found;
  for (int other = 0; most >= 0 && other < page.trace.anatomy().heads(head.attention, head.layer); ++other) {
    const HeadChoice each{head.attention, head.layer, other};
    const float share = page.value(each.path("weights"), page.row, most).value_or(0);
    if (is_off(page, each) || share < taken) continue;
    taken = share;
    found = each;
  }
  if (!found) return std::nullopt;
  return NextTrial{say("Switch head {n} off, too", {{"n", std::to_string(found->head + 1)}}),
                   {AddEdit{head_off(found->path("output"))}}};
}

// What was taken away is given to another word.
std::optional<NextTrial> given_to_another(const Page& page, const SessionEdit& edit) {
  const HeatmapPtr before = page.context.maps[page.side].before(edit.path);
  if (before == nullptr || *edit.row >= before->rows || *edit.col >= before->columns) return std::nullopt;
  const LookChoices look = look_choices(*before, *edit.row, 2);
  const std::vector<CellAt> set = set_by_hand(page, edit.path, *edit.row);
  const auto to = std::find_if(look.others.begin(), look.others.end(), [&](int key) {
    return std::find(set.begin(), set.end(), CellAt{*edit.row, key}) == set.end();
  });
  if (to == look.others.end()) return std::nullopt;
  Edit given{.path = edit.path};
  given.kind = Edit::Kind::set;
  given.row = edit.row;
  given.col = *to;
  given.values = {before->value(*edit.row, *edit.col)};
  return NextTrial{say("Give it to “{word}”", {{"word", column_called(page, edit, *to)}}),
                   {AddEdit{given, run_for(page.context, given)}}};
}

}  // namespace

bool is_trial_kept(const Page& page) { return page.ui.state<KeptTrial>().edits == page.session.edits; }
void keep_trial(const Page& page) { page.ui.state<KeptTrial>().edits = page.session.edits; }

std::optional<NextTrial> next_trial(const Page& page) {
  const SessionEdit* const edit = last_edit(page);
  const std::optional<HeadChoice> head = edit == nullptr ? std::nullopt : head_of(*edit);
  if (!head) return std::nullopt;
  if (is_head_off(*edit)) return another_off(page, *head);
  const bool of_pair = edit->row && edit->col && edit->kind == Edit::Kind::set && edit->values.size() == 1;
  const Changed changed = of_pair ? changed_cell(page, edit->path, *edit->row, *edit->col) : Changed();
  if (changed.was && (!changed.is || *changed.is < *changed.was)) {
    if (std::optional<NextTrial> given = given_to_another(page, *edit)) return given;
  }
  if (page.context.maps.two()) {
    const int other = 1 - page.side;
    const bool there =
        std::any_of(page.session.edits.begin(), page.session.edits.end(), [&](const SessionEdit& each) {
          return each.on && each.path == edit->path && each.is_of(page.session.pair.run(other));
        });
    if (there)
      return NextTrial{say("See it in “{ending}”", {{"ending", ending_of(page, other)}}),
                       {SelectSide{other}}};
    const LookElsewhere look = look_elsewhere(page.context, head->path("weights"), page.row, {}, other);
    if (look.any())
      return NextTrial{say("Try it in “{ending}”", {{"ending", ending_of(page, other)}}),
                       {look.action(), SelectSide{other}}};
  }
  const Edit off = head_off(head->path("output"));
  if (page.trace.find(off.path) < 0) return std::nullopt;
  return NextTrial{say("Switch this head off, too"), {AddEdit{off}}};
}

bool is_told_of_trial_alone(const Page& page) { return page.altitude <= Altitude::head; }

std::optional<Telling> telling_of_trial(const Page& page) {
  const SessionEdit* const edit = last_edit(page);
  if (edit == nullptr || is_trial_kept(page) || page.trace.find(edit->path) < 0) return std::nullopt;
  const std::size_t count = page.session.edits.size();
  Telling telling{.title = count == 1 ? say("After your change") : say("After your changes")};
  const std::optional<HeadChoice> head = head_of(*edit);
  const SiteId site = site_id(edit->path);
  if (is_head_off(*edit)) {
    tell_off(page, *head, telling);
  } else if (head && site == SiteId::weights && edit->row) {
    tell_weights(page, *edit, telling);
  } else if (head && edit->row && edit->col && edit->kind == Edit::Kind::set && is_share_step(site)) {
    tell_score(page, *edit, *head, telling);
  } else if (head && edit->row && edit->col && edit->kind == Edit::Kind::set &&
             edit->path == head->path("scores")) {
    tell_score(page, *edit, *head, telling);
  } else {
    telling.paragraphs.push_back(RichText({{change_called(page, *edit), Role::text_2}}));
  }
  if (const std::optional<RichText> others = others_told(page, *edit)) telling.paragraphs.push_back(*others);
  tell_outcomes(page, *edit, telling);
  return telling;
}

}  // namespace headlight::place
