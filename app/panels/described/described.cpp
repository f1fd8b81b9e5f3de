#include "app/panels/described/described.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "app/lessons/page.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/common/step_names.h"
#include "app/panels/described/map_words.h"
#include "app/panels/described/read_sheet.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "app/panels/place/place.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/place/vector_answer.h"
#include "app/widgets/heatmap_view.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using place::Page;

// Words that stand out by their looks are told apart by their marks.
std::string plain_with_marks(const RichText& text) {
  std::string plain;
  for (const TextRun& run : text.runs) {
    const bool marked = run.strong && std::any_of(run.text.begin(), run.text.end(), [](char letter) {
                          return std::isalpha(static_cast<unsigned char>(letter)) != 0;
                        });
    const bool in_marks = plain.ends_with("“") || run.text.starts_with("“");
    plain += marked && !in_marks ? "“" + run.text + "”" : run.text;
  }
  return plain;
}

float surface_told(const Area& area) { return area.width() * area.height(); }

bool is_in(const Area& inner, const Area& area) {
  return area.contains({inner.middle_x(), inner.middle_y()});
}

// What of a frame is described: of an open sheet that alone, beside the window that reads what lies below it.
Told heard_of(const Told& all, Overlay overlay) {
  const bool below = overlay == Overlay::reading, sheet = overlay != Overlay::none && !below;
  const auto heard = [&](int layer) { return below ? layer == 0 : !sheet || layer > 0; };
  Told told;
  const auto keep = [&](const auto& from, auto& to) {
    for (const auto& each : from)
      if (heard(each.layer)) to.push_back(each);
  };
  keep(all.texts, told.texts);
  keep(all.maps, told.maps);
  keep(all.numbers, told.numbers);
  keep(all.charts, told.charts);
  keep(all.items, told.items);
  return told;
}

// --- what is there already

bool is_told_alike(const Told& told, const Described& before) {
  const auto same = [](const auto& now, const auto& then, const auto& equal) {
    return std::equal(now.begin(), now.end(), then.begin(), then.end(), equal);
  };
  return same(told.texts, before.told.texts,
              [](const ToldText& a, const ToldText& b) { return a.words == b.words; }) &&
         same(told.items, before.told.items,
              [](const ToldItem& a, const ToldItem& b) {
                return a.id == b.id && a.in_sight == b.in_sight && a.state == b.state;
              }) &&
         same(told.numbers, before.told.numbers,
              [](const ToldNumber& a, const ToldNumber& b) {
                return a.name == b.name && a.number == b.number;
              }) &&
         same(told.maps, before.maps,
              [](const ToldMap& a, const std::weak_ptr<const Heatmap>& b) { return a.map == b.lock(); }) &&
         same(told.charts, before.told.charts, [&](const ToldChart& a, const ToldChart& b) {
           return a.up == b.up && same(a.curves, b.curves, [&](const ToldCurve& one, const ToldCurve& other) {
                    return one.name == other.name && same(one.points, other.points, [](Point p, Point q) {
                             return p.x == q.x && p.y == q.y;
                           });
                  });
         });
}

struct DescribedMotion {
  std::optional<double> since;  // seconds; nothing at rest
};

Described::From from_now(const PanelContext& context) {
  Described::From from;
  from.session = context.session;
  from.overlay = context.ui.state().overlay;
  for (const int side : {0, 1}) from.traces.emplace_back(context.maps[side].trace());
  if (context.page != nullptr) from.numbers = context.page->numbers;
  from.notice = error_shown(context);
  from.computing = context.results.computing;
  return from;
}

bool is_from_the_same(const Described::From& a, const Described::From& b) {
  const auto trace = [](const std::weak_ptr<const Trace>& one, const std::weak_ptr<const Trace>& other) {
    return one.lock() == other.lock();
  };
  return a.overlay == b.overlay && a.session == b.session && a.numbers == b.numbers && a.notice == b.notice &&
         a.computing == b.computing &&
         std::equal(a.traces.begin(), a.traces.end(), b.traces.begin(), b.traces.end(), trace);
}

// --- the parts

class Describing {
 public:
  Describing(const PanelContext& context, const Told& told) : context_(context), told_(told) {}

  Description made() {
    const Overlay overlay = context_.ui.state().overlay;
    std::optional<Page> page;
    if (overlay != Overlay::none && overlay != Overlay::reading) {
      describe_sheet(overlay);
    } else if (shows_place(context_)) {
      page.emplace(context_, place::boxes_of(context_));
      page_ = &*page;
      describe_place(*page);
    } else {
      made_.title = say("Headlight");
      add_lesson();
      add_rest(say("On the screen"));
    }
    add_items();
    page_ = nullptr;
    made_.title = as_heard(made_.title);
    for (DescribedPart& part : made_.parts) {
      part.title = as_heard(part.title);
      for (std::string& line : part.lines) line = as_heard(line);
    }
    for (DescribedItem& item : made_.items) {
      item.words = as_heard(item.words);
      item.name = as_heard(item.name);
    }
    return std::move(made_);
  }

 private:
  void describe_sheet(Overlay overlay) {
    for (const Panel& panel : panels())
      if (panel.overlay == overlay) made_.title = panel.title;
    add_rest("");
  }

  void describe_place(const Page& page) {
    add_where(page);
    add_lesson();
    const bool covered =
        place::is_hidden(page, LessonStep::Hides::stage) || place::is_hidden(page, LessonStep::Hides::answer);
    const bool beside = place::is_beside_altitudes(page);
    // Beside a lesson its text is in the margin, and what the margin says else is not on the screen.
    if (!covered && !has_lesson()) add_telling(page);
    add_changes(page);
    if (!beside && !place::is_hidden(page, LessonStep::Hides::stage)) add_words(page);
    if (!beside) add_answer(page, covered);
    add_rest(say("On the screen"));
  }

  bool has_lesson() const { return context_.page != nullptr && context_.session.rail; }

  // What the chosen step is a part of is said once, here.
  void add_where(const Page& page) {
    for (const place::Crumb& crumb : place::crumbs_of(page)) way_.push_back(crumb.text);
    const bool beside = place::is_beside_altitudes(page);
    const bool sentence = page.altitude == Altitude::sentence && !beside;
    made_.title = sentence || way_.empty() ? say("The text, and what comes out") : with_capital(way_.back());
    // The sentence and the model come first in the way to each of them.
    std::string in;
    for (std::size_t i = way_.size() - 1; !beside && i > 2; --i) in += (in.empty() ? "" : ", ") + way_[i - 1];
    if (!in.empty()) made_.title = say("{what}, in {where}", {{"what", made_.title}, {"where", in}});
    DescribedPart part{say("Where this is")};
    if (const std::string& name = context_.results.model_name;
        !name.empty() && page.altitude == Altitude::sentence && !beside)
      part.lines.push_back(say("The model is {name}.", {{"name", short_name(name)}}));
    if (const std::string error = error_shown(context_); !error.empty()) part.lines.push_back(error);
    if (context_.results.computing) part.lines.push_back(say("It is still being computed."));
    add(std::move(part));
  }

  void add_lesson() {
    if (!has_lesson()) return;
    DescribedPart part{context_.page->lesson->title,
                       lines_of(*context_.page, context_.session.lesson_answer)};
    part.is_lesson = true;
    add(std::move(part));
  }

  void add_telling(const Page& page) {
    if (page.altitude == Altitude::sentence && !place::shows_experiments(page)) return;
    if (place::shows_lessons(page) || page.session.questions) return;
    // What came of a change is told as that.
    if (place::telling_of_trial(page) && place::is_told_of_trial_alone(page) &&
        !place::shows_experiments(page) && place::shown_otherwise(page) == place::Otherwise::no)
      return;
    add_told(place::telling_of(page));
  }

  void add_told(const place::Telling& telling) {
    DescribedPart part{telling.title};
    if (!telling.value.empty()) part.lines.push_back(telling.value + ".");
    for (const RichText& each : telling.paragraphs)
      part.lines.push_back(without_ends(plain_with_marks(each)));
    if (!telling.next.empty()) part.lines.push_back(telling.next);
    add(std::move(part));
    // It stands in the margin, too, perhaps without the way on.
    said_.insert(telling.title);
    said_.insert(telling.next);
    for (const RichText& each : telling.paragraphs) said_.insert(without_ends(each.plain()));
  }

  void add_changes(const Page& page) {
    if (page.session.edits.empty()) return;
    if (const auto trial = place::telling_of_trial(page); trial && !place::shows_experiments(page)) {
      add_told(*trial);
      if (made_.parts.back().title == trial->title)
        made_.parts.back().title = say("What changed: {title}", {{"title", trial->title}});
    }
    DescribedPart part{say("Changes that were made")};
    for (const SessionEdit& edit : page.session.edits) {
      const std::string words = edit_words(edit, context_), side = side_words(edit, context_);
      const std::string whole =
          side.empty() ? words : say("{change} ({where})", {{"change", words}, {"where", side}});
      part.lines.push_back(edit.on ? whole + "." : say("Not in force: {change}.", {{"change", whole}}));
    }
    add(std::move(part));
  }

  // Further in only the chosen word is told anew.
  static bool tells_text(const Page& page) { return page.altitude <= Altitude::head; }
  static bool tells_answer(const Page& page) { return page.altitude <= Altitude::model; }
  // The other text, where it is on the stage.
  bool tells_other(const Page& page) const {
    return context_.maps.two() && (page.altitude == Altitude::sentence || page.session.sides != Sides::one);
  }

  void add_words(const Page& page) {
    DescribedPart part{say("What it reads")};
    const Session& session = page.session;
    const bool picture = page.trace.anatomy().picture.has_value();
    const std::string& text = session.text(page.side);
    if (picture) {
      const std::string shows = picture_said(text);
      part.lines.push_back(shows.empty() ? say("It reads a picture.")
                                         : say("It reads a picture: {what}.", {{"what", shows}}));
    } else if (!text.empty() && tells_text(page)) {
      part.lines.push_back(say("It reads: {text}", {{"text", text}}));
    }
    if (tells_other(page) && !picture && session.text(1 - page.side) != text)
      part.lines.push_back(
          say("The other text, to compare: {text}", {{"text", session.text(1 - page.side)}}));
    if (page.row >= 0 && page.row < static_cast<int>(page.asks.size()) && page.altitude != Altitude::sentence)
      part.lines.push_back(say("The chosen {unit} is {word}, number {n}.",
                               {{"unit", place::word_called(page, page.attention.asks)},
                                {"word", said(page.asks[static_cast<std::size_t>(page.row)])},
                                {"n", from_one(page.row)}}));
    add(std::move(part));
  }

  static std::string said(const std::string& word) {
    return cell_said(word) != word ? cell_said(word) : say("“{word}”", {{"word", token_called(word)}});
  }

  void add_answer(const Page& page, bool covered) {
    if (page.answers() == AnswerKind::vector) {
      DescribedPart part{say("What comes out")};
      part.lines.push_back(covered ? say("It is covered until you have answered the question.")
                                   : place::vector_said(context_));
      return add(std::move(part));
    }
    if (!answers_in_words(page.answers()) || page.written.empty()) return;
    DescribedPart part{say("What comes out")};
    if (covered) {
      part.lines.push_back(say("It is covered until you have answered the question."));
      return add(std::move(part));
    }
    if (!tells_answer(page)) return;
    std::string words;
    const bool pairs = page.answers() != AnswerKind::translation && page.answers() != AnswerKind::caption &&
                       page.written.size() == page.asks.size();
    for (std::size_t i = 0; i < page.written.size(); ++i) {
      if (pairs)
        words += (words.empty() ? "" : ", ") +
                 say("{word}: {answer}", {{"word", token_called(page.asks[i])}, {"answer", page.written[i]}});
      else
        words += (words.empty() ? "" : " ") + page.written[i];
    }
    switch (page.answers()) {
      case AnswerKind::translation:
      case AnswerKind::caption:
        part.lines.push_back(say("It writes: {words}", {{"words", words}}));
        if (page.english) part.french = words;
        if (tells_other(page)) add_other_answer(page, part);
        break;
      case AnswerKind::one_label:
        part.lines.push_back(say("It answers: {answer}", {{"answer", page.written.front()}}));
        break;
      case AnswerKind::labels:
        part.lines.push_back(say("It gives a label to each. {words}", {{"words", words}}));
        break;
      case AnswerKind::hidden_words:
        part.lines.push_back(say("What it would put in each place. {words}", {{"words", words}}));
        break;
      case AnswerKind::next_token:
        part.lines.push_back(say("What it would write next, after each. {words}", {{"words", words}}));
        break;
      case AnswerKind::vector:
      case AnswerKind::none:
        break;
    }
    add(std::move(part));
  }

  void add_other_answer(const Page& page, DescribedPart& part) const {
    std::string words;
    for (const std::string& word : context_.maps[1 - page.side].trace()->words().next)
      words += (words.empty() ? "" : " ") + token_called(word);
    part.lines.push_back(say("For the other text: {words}", {{"words", words}}));
  }

  // --- what was drawn

  void add_rest(const std::string& title) {
    for (const DescribedPart& part : made_.parts) said_.insert(part.lines.begin(), part.lines.end());
    said_.insert({made_.title, say("It writes")});
    DescribedPart texts{title, texts_on_stage()};
    add_maps();
    add_charts();
    add(std::move(texts));
  }

  // From what it is to where: "Scores", "encoder layer 4 of 4", "head 1 of 7"; in brief "head 1", and nothing
  // of the head that is chosen.
  std::vector<std::string> names_of(const Heatmap& map, bool brief = false) const {
    const Trace* trace = page_ == nullptr ? nullptr : &page_->trace;
    const Place at = place_of(map.path);
    const int node = trace == nullptr ? -1 : trace->find(map.path);
    if (map.path.starts_with("parameters."))
      return {say("Learned: {name}", {{"name", part_title(map.path)}})};
    if (node >= 0 && at.head && at.layer) {
      const HeadChoice head{attention_of(at.stack, at.attention), *at.layer, *at.head};
      const std::string layer = place::layer_called(*page_, head.attention, head.layer);
      const bool here = std::find(way_.begin(), way_.end(), layer) != way_.end();
      std::vector<std::string> names{
          with_capital(place::step_called(at.part)),
          brief && !here ? say("{stack} layer {n}", {{"stack", std::string(info(head.attention).stack)},
                                                     {"n", from_one(head.layer)}})
                         : layer};
      const bool one_of_many = trace->anatomy().heads(head.attention, head.layer) > 1;
      if (!brief || !one_of_many)
        names.push_back(place::head_called(*page_, head));
      else if (head != page_->head)
        names.push_back(say("head {n}", {{"n", from_one(head.head)}}));
      return names;
    }
    if (node >= 0 && place::is_outside_heads(*trace, node))
      return {with_capital(place::model_step_in_full(*trace, node)),
              place::model_part_called(*page_, place::part_of_model(*trace, node))};
    if (site_of(map.path) != nullptr) return {with_capital(part_title(map.path))};
    if (!map.title.empty()) return {with_capital(map.title.plain())};
    return {say("A map of {rows} and {columns}", {{"rows", map.row_axis}, {"columns", map.column_axis}})};
  }

  // Without where all of the page is.
  std::string in_one(const std::vector<std::string>& names) const {
    std::string all;
    for (const std::string& name : names) {
      const bool known = !all.empty() && std::find(way_.begin(), way_.end(), name) != way_.end();
      if (!known) all += (all.empty() ? "" : ", ") + name;
    }
    return all;
  }

  // Of the same step of two texts which one it is: the text in front comes first.
  std::string side_called(int place) const {
    if (page_ == nullptr || !context_.maps.two() || page_->session.sides == Sides::one) return "";
    if (page_->session.sides == Sides::difference) return say("the second minus the first");
    return place::ending_of(*page_, place == 0 ? page_->side : 1 - page_->side);
  }

  std::optional<int> chosen_row_of(const Heatmap& map) const {
    if (map.focus_row) return map.focus_row;
    if (page_ == nullptr || page_->row < 0 || page_->row >= map.rows) return std::nullopt;
    const auto row = static_cast<std::size_t>(page_->row);
    if (row >= page_->asks.size() || row >= map.row_labels.size()) return std::nullopt;
    // "qu' → il" is a row of "qu'".
    const std::string label = token_called(map.row_labels[row]), word = token_called(page_->asks[row]);
    return label == word ||
                   (map.row_labels.size() == page_->asks.size() && label.find(word) != std::string::npos)
               ? std::optional(page_->row)
               : std::nullopt;
  }

  // Each map once, with all of it that is drawn.
  struct OneMap {
    HeatmapPtr map;
    DrawnPart part;
    float wide = 0, tall = 0;  // units
  };
  std::vector<OneMap> maps() const {
    std::vector<OneMap> all;
    const float scale = context_.ui.scale();
    for (const ToldMap& told : told_.maps) {
      const auto known =
          std::find_if(all.begin(), all.end(), [&](const OneMap& each) { return each.map == told.map; });
      const float wide = told.area.width() / scale, tall = told.area.height() / scale;
      if (known == all.end()) {
        all.push_back({told.map, {told.row, told.column, told.rows, told.columns}, wide, tall});
        continue;
      }
      DrawnPart& part = known->part;
      const int end_row = std::max(part.row + part.rows, told.row + told.rows);
      const int end_column = std::max(part.column + part.columns, told.column + told.columns);
      part.row = std::min(part.row, told.row);
      part.column = std::min(part.column, told.column);
      part.rows = end_row - part.row;
      part.columns = end_column - part.column;
      known->wide = std::max(known->wide, wide);
      known->tall = std::max(known->tall, tall);
    }
    return all;
  }

  // Of what the page is about all is told; of other tables how large they are and what is largest; and of
  // small pictures that alone.
  void add_maps() {
    constexpr float small = 110;  // units
    std::vector<OneMap> large, little;
    for (OneMap& each : maps()) {
      const bool is_small = each.wide < small && each.tall < small && each.map->rows > 1;
      (is_small ? little : large).push_back(std::move(each));
    }
    const std::string chosen = page_ == nullptr ? "" : page_->path(page_->part);
    const auto is_chosen = [&](const OneMap& each) { return each.map->path == chosen; };
    const bool any = std::any_of(large.begin(), large.end(), is_chosen);
    std::vector<std::string> known;
    DescribedPart others{say("Tables")};
    for (const OneMap& each : large) {
      std::string name = in_one(names_of(*each.map));
      const auto before = std::count(known.begin(), known.end(), name);
      known.push_back(name);
      if (const std::string side = side_called(static_cast<int>(before)); !side.empty())
        name = say("{map}: {side}", {{"map", name}, {"side", side}});
      if (large.size() == 1 || (any ? is_chosen(each) : before > 0))
        add({std::move(name), sentences_of(*each.map, each.part, chosen_row_of(*each.map))});
      else
        others.lines.push_back(sentence_of(*each.map, each.part, name));
    }
    add(std::move(others));
    // A step of a lesson is about something, and that is not small.
    if (!has_lesson() || large.empty()) add_small(little);
  }

  void add_small(const std::vector<OneMap>& little) {
    if (little.empty()) return;
    constexpr std::size_t many = 24;
    std::vector<std::vector<std::string>> names;
    for (const OneMap& each : little) names.push_back(names_of(*each.map, true));
    // What all of them are is said once.
    std::vector<std::string> common;
    for (std::size_t i = 0; i < names.front().size() && little.size() > 1; ++i) {
      const std::string& name = names.front()[i];
      const bool same = std::all_of(names.begin(), names.end(), [&](const std::vector<std::string>& each) {
        return i < each.size() && each[i] == name;
      });
      if (same) common.push_back(name);
    }
    for (std::vector<std::string>& each : names)
      for (const std::string& name : common) each.erase(std::find(each.begin(), each.end(), name));
    std::string title = say(several(std::ssize(little), "{n} small picture", "{n} small pictures"),
                            {{"n", std::to_string(little.size())}});
    std::erase_if(common, [&](const std::string& name) {
      return std::find(way_.begin(), way_.end(), name) != way_.end();
    });
    if (!common.empty()) title = say("{pictures}: {of}", {{"pictures", title}, {"of", in_one(common)}});
    DescribedPart part{title};
    if (little.size() > many) {
      part.lines = lines_of_layers(little, names);
      part.lines.insert(part.lines.begin(), say("Their largest numbers, layer by layer."));
    } else {
      std::string numbers, before;
      for (std::size_t i = 0; i < little.size(); ++i) {
        const std::string most = largest_of(*little[i].map, little[i].part);
        if (most.empty()) continue;
        std::string name = names[i].empty() ? say("this head") : in_one(names[i]);
        // "Weights, head 2: 0.94, head 3: 1.00".
        const std::string first = names[i].empty() ? "" : names[i].front();
        if (first == before && name.size() > first.size()) name.erase(0, first.size() + 2);
        before = first;
        numbers +=
            (numbers.empty() ? "" : ", ") + say("{name}: {number}", {{"name", name}, {"number", most}});
      }
      if (!numbers.empty())
        part.lines.push_back(say("Their largest numbers. {numbers}.", {{"numbers", numbers}}));
    }
    add(std::move(part));
  }

  // Of more than can be listened to, a line for each layer: from which to which its largest numbers go.
  std::vector<std::string> lines_of_layers(const std::vector<OneMap>& all,
                                           const std::vector<std::vector<std::string>>& names) const {
    const auto layer = [&](std::size_t i) {
      const std::string& path = all[i].map->path;
      return path.substr(0, path.find(".head."));
    };
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < all.size();) {
      std::size_t most = i, least = i, end = i;
      for (; end < all.size() && layer(end) == layer(i); ++end) {
        if (number_of_largest(all[end]) > number_of_largest(all[most])) most = end;
        if (number_of_largest(all[end]) < number_of_largest(all[least])) least = end;
      }
      const std::string from = largest_of(*all[least].map, all[least].part),
                        to = largest_of(*all[most].map, all[most].part);
      lines.push_back(with_capital(
          say(from == to ? to_be_said("{name}: {most}.") : to_be_said("{name}: from {least} to {most}."),
              {{"name", end - i == 1 || names[most].empty() ? in_one(names[most]) : names[most].front()},
               {"least", from},
               {"most", to}})));
      i = end;
    }
    return lines;
  }
  static float number_of_largest(const OneMap& of) { return largest_number(*of.map, of.part); }

  void add_charts() {
    for (const ToldChart& chart : told_.charts) {
      std::vector<std::string> sentences = sentences_of(chart);
      const std::string title = sentences.front();
      sentences.erase(sentences.begin());
      add({title, std::move(sentences)});
    }
  }

  // --- texts

  const ToldItem* item_around(const ToldText& text) const {
    const ToldItem* found = nullptr;
    for (const ToldItem& each : told_.items) {
      if (!each.reachable || each.layer != text.layer || !is_in(text.area, each.area)) continue;
      if (found == nullptr || surface_told(each.area) < surface_told(found->area)) found = &each;
    }
    return found;
  }

  // Whether it stands in the frame of the one place, which is told in other ways.
  bool is_of_frame(const ToldText& text) const {
    if (page_ == nullptr || text.layer > 0) return false;
    const place::Boxes& boxes = page_->boxes;
    return is_in(text.area, boxes.top) || is_in(text.area, boxes.bottom) || is_in(text.area, boxes.words);
  }

  // At the left, in the middle, at the right.
  int column_of(const Area& area, int layer) const {
    if (page_ == nullptr || layer > 0) return 0;
    const place::Boxes& boxes = page_->boxes;
    if (!boxes.margin.empty() && is_in(area, boxes.margin)) return 0;
    return !place::is_beside_altitudes(*page_) && is_in(area, boxes.answer) ? 2 : 1;
  }

  // The text that stands nearest over a number, of those that were drawn before it; null without one.
  const ToldText* over_number(const ToldNumber& number) const {
    const float farthest = context_.ui.px(90), slack = context_.ui.px(6);
    const ToldText* found = nullptr;
    for (std::size_t i = 0; i < std::min(number.texts_before, told_.texts.size()); ++i) {
      const ToldText& text = told_.texts[i];
      const float away = number.area.top - text.area.bottom;
      const bool beside = text.area.right < number.area.left || text.area.left > number.area.right;
      if (text.layer != number.layer || beside || away < -slack || away > farthest) continue;
      if (!has_letters(text.words) || item_around(text) != nullptr) continue;
      if (found == nullptr || text.area.bottom >= found->area.bottom) found = &text;
    }
    return found;
  }

  // Numbers that come one after another under the same text are told as one.
  struct Numbers {
    const ToldText* over;
    std::vector<ToldNumber> all;
    Area area;
  };
  std::vector<Numbers> numbers_on_stage() const {
    std::vector<Numbers> groups;
    for (const ToldNumber& each : told_.numbers) {
      const bool covered = page_ != nullptr && each.layer == 0 && column_of(each.area, each.layer) == 0;
      if (covered) continue;
      const ToldNumber* const before = groups.empty() ? nullptr : &groups.back().all.back();
      const bool goes_on = before != nullptr && before->layer == each.layer && before->of == each.of;
      const ToldText* const over = goes_on && before->texts_before == each.texts_before ? groups.back().over
                                   : each.of.empty()                                    ? over_number(each)
                                                                                        : nullptr;
      if (goes_on && over == groups.back().over)
        groups.back().all.push_back(each);
      else
        groups.push_back({over, {each}, each.area});
    }
    return groups;
  }
  static std::string in_a_sentence(const Numbers& numbers) {
    const std::string of = !numbers.all.front().of.empty() ? numbers.all.front().of
                           : numbers.over != nullptr       ? without_ends(numbers.over->words)
                                                           : "";
    const std::string said = numbers_said(numbers.all);
    if (of.empty()) return with_capital(said) + ".";
    const bool ends = of.ends_with('?') || of.ends_with('.') || of.ends_with(':');
    return ends ? of + " " + said + "." : say("{of}: {numbers}.", {{"of", of}, {"numbers", said}});
  }

  // Whether it is told elsewhere, or is a part of something that is.
  bool is_told_elsewhere(const ToldText& text, const std::string& words) const {
    if (words.empty() || is_of_frame(text) || said_.contains(words)) return true;
    if (const ToldItem* item = item_around(text);
        item != nullptr && (!is_large(*item) || item->id.starts_with("place/list of")))
      return true;
    // What the margin says is told before, as a lesson or as what the place says.
    if (page_ != nullptr && text.layer == 0 && column_of(text.area, text.layer) == 0) return true;
    const auto around = [&](const auto& each) {
      return each.layer == text.layer && is_in(text.area, each.area);
    };
    return std::any_of(told_.maps.begin(), told_.maps.end(), around) ||
           std::any_of(told_.charts.begin(), told_.charts.end(), around);
  }

  // From the left to the right and from above to below. Of the place what tells something by itself: numbers
  // that belong together are told as one where they are drawn (Ui::Pieces). Of a sheet all, row by row.
  std::vector<std::string> texts_on_stage() const {
    struct Text {
      int layer, column;
      Area area;
      std::string words;
    };
    std::vector<Text> texts;
    std::set<const ToldText*> over_numbers;
    std::set<std::string> of_numbers;
    for (const Numbers& numbers : numbers_on_stage()) {
      const int layer = numbers.all.front().layer;
      over_numbers.insert(numbers.over);
      of_numbers.insert(numbers.all.front().of);
      texts.push_back({layer, column_of(numbers.area, layer), numbers.area, in_a_sentence(numbers)});
    }
    for (const ToldText& text : told_.texts) {
      const std::string words = without_ends(text.words);
      const bool sheet = page_ == nullptr || text.layer > 0;
      const bool says = sheet ? has_letters(words) || has_digit(words) : tells_something(words);
      if (says && !over_numbers.contains(&text) && !of_numbers.contains(words) &&
          !is_told_elsewhere(text, words))
        texts.push_back({text.layer, column_of(text.area, text.layer), text.area, words});
    }
    const float near = context_.ui.px(8);
    const auto row_of = [&](const Text& text) { return std::lround(text.area.middle_y() / near); };
    const auto key = [&](const Text& each) {
      return std::tuple(each.layer, each.column, row_of(each), each.area.left);
    };
    std::stable_sort(texts.begin(), texts.end(),
                     [&](const Text& a, const Text& b) { return key(a) < key(b); });
    std::vector<std::string> told;
    const Text* before = nullptr;
    for (const Text& text : texts) {
      const bool same_row = page_ == nullptr && before != nullptr && before->layer == text.layer &&
                            row_of(*before) == row_of(text);
      if (same_row)
        told.back() += ", " + text.words;
      else if (std::find(told.begin(), told.end(), text.words) == told.end())
        told.push_back(text.words);
      else
        continue;
      before = &text;
    }
    return told;
  }

  // --- what can be pressed

  std::vector<std::string> words_in(const ToldItem& item) const {
    std::vector<std::string> words;
    for (const ToldText& text : told_.texts)
      if (item_around(text) == &item) words.push_back(without_ends(text.words));
    return words;
  }

  static std::string between(const std::string& before) {
    return before.empty() ? "" : before.ends_with('.') || before.ends_with('?') ? " " : ", ";
  }

  // More than a name stands in it.
  bool is_large(const ToldItem& item) const {
    constexpr std::size_t most = 6;
    return words_in(item).size() > most;
  }

  std::string name_of(const ToldItem& item) const {
    const std::string name = item.name.empty() ? words_of(item) : item.name;
    return item.state.empty() || item.state == name
               ? name
               : say("{name}: {state}", {{"name", name}, {"state", item.state}});
  }

  std::string words_of(const ToldItem& item) const {
    std::string name;
    const std::vector<std::string> words = words_in(item);
    if (!is_large(item))
      for (const std::string& each : words)
        if (has_letters(each) || has_digit(each)) name += between(name) + each;
    if (has_letters(name)) return name;
    if (!item.hint.empty()) return item.hint;
    // Of many one is chosen.
    const bool said = has_letters(said_of_id(item.id));
    if (!said && !name.empty()) return name;
    const std::string own = said ? said_of_id(item.id) : with_capital(item.id);
    return words.size() > 1 ? say("{name}: the arrow keys go through it", {{"name", own}}) : own;
  }

  // Where on the screen.
  std::string place_of_item(const ToldItem& item) const {
    if (page_ == nullptr || item.layer > 0) return "";
    const place::Boxes& boxes = page_->boxes;
    if (is_in(item.area, boxes.top)) return say("Above");
    if (is_in(item.area, boxes.bottom)) return say("Below");
    if (!boxes.margin.empty() && is_in(item.area, boxes.margin)) return say("In the margin");
    return say("On the stage");
  }

  // In the order in which Tab goes through them.
  void add_items() {
    std::vector<const ToldItem*> items;
    for (const ToldItem& item : told_.items) {
      const bool known =
          std::any_of(items.begin(), items.end(), [&](const ToldItem* each) { return each->id == item.id; });
      if (item.reachable && item.in_sight && !known) items.push_back(&item);
    }
    const std::vector<std::string>& order = context_.ui.state().focus_order;
    const auto at = [&](const ToldItem* item) {
      return std::find(order.begin(), order.end(), item->id) - order.begin();
    };
    std::stable_sort(items.begin(), items.end(),
                     [&](const ToldItem* a, const ToldItem* b) { return at(a) < at(b); });
    for (const ToldItem* item : items) {
      const std::string name = name_of(*item);
      made_.items.push_back({item->id, name, name, place_of_item(*item)});
    }
    // Those of one name are told apart by their places.
    std::map<std::string, int> all, numbers;
    for (const DescribedItem& item : made_.items) ++all[item.words];
    for (DescribedItem& item : made_.items) {
      if (all[item.name] > 1)
        item.words = say("{name}, {n} of {all}", {{"name", item.name},
                                                  {"n", std::to_string(++numbers[item.name])},
                                                  {"all", std::to_string(all[item.name])}});
    }
  }

  void add(DescribedPart part) {
    std::erase(part.lines, "");
    if (!part.lines.empty()) made_.parts.push_back(std::move(part));
  }

  const PanelContext& context_;
  const Told& told_;
  const Page* page_ = nullptr;
  std::vector<std::string> way_;  // from the sentence to here
  Description made_;
  std::set<std::string> said_;
};

}  // namespace

void follow_description(const PanelContext& context) {
  Ui& ui = context.ui;
  Listening& listening = ui.state<Listening>();
  if (!listening.on || is_just_asked(context)) return;
  // What moves is described once it rests, and what changes by itself not in every frame.
  constexpr double between = 1;  // seconds
  Described& described = ui.state<Described>();
  WidgetState& state = ui.state();
  const bool first = described.made == 0, late = state.now - described.at >= between;
  const bool is_moving = state.again || state.next_frame <= state.now;
  DescribedMotion& moves = ui.state<DescribedMotion>();
  if (!is_moving) moves.since.reset();
  if (is_moving && !moves.since) moves.since = state.now;
  if (!first && is_moving && state.now - *moves.since < between) return;
  Described::From from = from_now(context);
  Told told = heard_of(listening.now, from.overlay);
  const bool same = !first && is_from_the_same(from, described.from);
  if (same && is_told_alike(told, described)) return;
  if (same && !late) return state.move_at(described.at + between);
  // What a frame places by what the one before has measured is in its place in the third.
  constexpr int until_placed = 2;
  if (++described.waited <= until_placed) {
    state.again = true;
    return;
  }
  described.waited = 0;
  described.now = Describing(context, told).made();
  ++described.made;
  described.from = std::move(from);
  described.maps.clear();
  for (const ToldMap& each : told.maps) described.maps.emplace_back(each.map);
  told.maps.clear();
  described.told = std::move(told);
  described.at = state.now;
  open_reading(context);
}

}  // namespace headlight
