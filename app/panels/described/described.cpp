#include "app/panels/described/described.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
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

std::string with_capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

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

// A byte of a letter in UTF-8; signs such as arrows and dots begin with 0xE2.
bool is_of_letter(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return std::isalpha(byte) != 0 || (byte >= 0xC3 && byte != 0xE2);
}

bool has_letters(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char letter) { return is_of_letter(letter); });
}

std::string without_ends(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(' ') + 1 - from);
}

bool has_digit(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; });
}

// Whether it says more than the letter of a matrix or its size: a word of three letters, or an equation.
bool tells_something(const std::string& text) {
  if (text.find(" = ") != std::string::npos) return true;
  int letters = 0;
  for (const char letter : text) {
    letters = letter == '_' ? -100 : is_of_letter(letter) ? letters + 1 : 0;
    if (letters == 3) return true;
  }
  return false;
}

// What stands last in it: "Table" of place/table.
std::string said_of_id(const std::string& id) {
  const std::size_t slash = id.rfind('/');
  std::string last = slash == std::string::npos ? id : id.substr(slash + 1);
  // One of several: "Strip 1" of place/strip/0.
  if (slash != std::string::npos && !last.empty() &&
      last.find_first_not_of("0123456789") == std::string::npos)
    return say("{what} {n}", {{"what", said_of_id(id.substr(0, slash))}, {"n", from_one(std::stoi(last))}});
  if (site_of(last) != nullptr) return with_capital(step_title(last));
  std::replace(last.begin(), last.end(), '_', ' ');
  return with_capital(last);
}

// Signs that a voice leaves out, in words: "less than .001", "6.8 × 10 to the power of −7".
std::string as_heard(const std::string& text) {
  static const std::array signs{std::pair{std::string_view("<"), say("less than ")},
                                std::pair{std::string_view(">"), say("more than ")}};
  const auto is_number = [&](std::size_t at) {
    return at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) != 0 || text[at] == '.');
  };
  constexpr std::string_view arrow = " → ", power = "e−";
  std::string heard;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const auto sign = std::find_if(signs.begin(), signs.end(), [&](const auto& each) {
      return rest.starts_with(each.first) && is_number(i + each.first.size());
    });
    if (sign != signs.end()) {
      heard += sign->second;
      i += sign->first.size();
    } else if (rest.starts_with(arrow)) {
      heard += say(" to ");
      i += arrow.size();
    } else if (i > 0 && is_number(i - 1) && rest.starts_with(power) && is_number(i + power.size())) {
      heard += say(" × 10 to the power of −");
      i += power.size();
    } else {
      heard += text[i++];
    }
  }
  return heard;
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
  return from;
}

bool is_from_the_same(const Described::From& a, const Described::From& b) {
  const auto trace = [](const std::weak_ptr<const Trace>& one, const std::weak_ptr<const Trace>& other) {
    return one.lock() == other.lock();
  };
  return a.overlay == b.overlay && a.session == b.session && a.numbers == b.numbers && a.notice == b.notice &&
         std::equal(a.traces.begin(), a.traces.end(), b.traces.begin(), b.traces.end(), trace);
}

// --- the parts

class Describing {
 public:
  Describing(const PanelContext& context, const Told& told) : context_(context), told_(told) {}

  Description made() {
    const Overlay overlay = context_.ui.state().overlay;
    if (overlay != Overlay::none && overlay != Overlay::reading) {
      describe_sheet(overlay);
    } else if (shows_place(context_)) {
      const Page page(context_, place::boxes_of(context_));
      page_ = &page;
      describe_place(page);
      page_ = nullptr;
    } else {
      made_.title = say("Headlight");
      add_lesson();
      add_rest(say("On the screen"));
    }
    add_items();
    made_.title = as_heard(made_.title);
    for (DescribedPart& part : made_.parts) {
      part.title = as_heard(part.title);
      for (std::string& line : part.lines) line = as_heard(line);
    }
    for (DescribedItem& item : made_.items) item.words = as_heard(item.words);
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
    if (!covered && !asks_now()) add_telling(page);
    add_changes(page);
    if (!beside && !place::is_hidden(page, LessonStep::Hides::stage)) add_words(page);
    if (!beside) add_answer(page, covered);
    add_rest(say("On the screen"));
  }

  void add_where(const Page& page) {
    std::vector<std::string> names;
    for (const place::Crumb& crumb : place::crumbs_of(page)) names.push_back(crumb.text);
    const bool sentence = page.altitude == Altitude::sentence && !place::is_beside_altitudes(page);
    made_.title =
        sentence || names.empty() ? say("The text, and what comes out") : with_capital(names.back());
    DescribedPart part{say("Where this is")};
    if (names.size() > 1) {
      std::string way;
      for (const std::string& name : names) way += (way.empty() ? "" : ", ") + name;
      part.lines.push_back(say("The way here: {places}", {{"places", way}}));
    }
    if (const std::string& name = context_.results.model_name; !name.empty())
      part.lines.push_back(say("The model is {name}.", {{"name", short_name(name)}}));
    if (const std::string error = error_shown(context_); !error.empty()) part.lines.push_back(error);
    if (context_.results.computing) part.lines.push_back(say("It is still being computed."));
    add(std::move(part));
  }

  void add_lesson() {
    if (context_.page == nullptr || !context_.session.rail) return;
    DescribedPart part{context_.page->lesson->title,
                       lines_of(*context_.page, context_.session.lesson_answer)};
    part.is_lesson = true;
    add(std::move(part));
  }

  // Beside an open question nothing is said that is not on the screen.
  bool asks_now() const {
    return context_.page != nullptr && context_.session.rail && context_.session.lesson_answer < 0 &&
           context_.page->shown().question.has_value();
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

  void add_words(const Page& page) {
    DescribedPart part{say("What it reads")};
    const Session& session = page.session;
    const bool picture = page.trace.anatomy().picture.has_value();
    const std::string& text = session.text(page.side);
    if (picture)
      part.lines.push_back(say("It reads a picture."));
    else if (!text.empty())
      part.lines.push_back(say("It reads: {text}", {{"text", text}}));
    if (context_.maps.two() && !picture && session.text(1 - page.side) != text)
      part.lines.push_back(
          say("The other text, to compare: {text}", {{"text", session.text(1 - page.side)}}));
    if (page.row >= 0 && page.row < static_cast<int>(page.asks.size()) && page.altitude != Altitude::sentence)
      part.lines.push_back(say("The chosen {unit} is {word}, number {n} of {all}.",
                               {{"unit", place::word_called(page, page.attention.asks)},
                                {"word", said(page.asks[static_cast<std::size_t>(page.row)])},
                                {"n", from_one(page.row)},
                                {"all", std::to_string(page.asks.size())}}));
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
        if (context_.maps.two()) add_other_answer(page, part);
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

  // From what it is to where: "Scores", "encoder layer 4 of 4", "head 1 of 7".
  std::vector<std::string> names_of(const Heatmap& map) const {
    const Trace* trace = page_ == nullptr ? nullptr : &page_->trace;
    const Place at = place_of(map.path);
    const int node = trace == nullptr ? -1 : trace->find(map.path);
    if (map.path.starts_with("parameters."))
      return {say("Learned: {name}", {{"name", part_title(map.path)}})};
    if (node >= 0 && at.head && at.layer) {
      const HeadChoice head{attention_of(at.stack, at.attention), *at.layer, *at.head};
      return {with_capital(place::step_called(at.part)),
              place::layer_called(*page_, head.attention, head.layer), place::head_called(*page_, head)};
    }
    if (node >= 0 && place::is_outside_heads(*trace, node))
      return {with_capital(place::model_step_in_full(*trace, node)),
              place::model_part_called(*page_, place::part_of_model(*trace, node))};
    if (site_of(map.path) != nullptr) return {with_capital(part_title(map.path))};
    if (!map.title.empty()) return {with_capital(map.title.plain())};
    return {say("A map of {rows} and {columns}", {{"rows", map.row_axis}, {"columns", map.column_axis}})};
  }

  static std::string in_one(const std::vector<std::string>& names, std::size_t from = 0) {
    std::string all;
    for (std::size_t i = from; i < names.size(); ++i) all += (all.empty() ? "" : ", ") + names[i];
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

  void add_maps() {
    constexpr float small = 110;  // units
    constexpr std::size_t many = 24;
    std::vector<OneMap> large, little;
    for (OneMap& each : maps()) {
      const bool is_small = each.wide < small && each.tall < small && each.map->rows > 1;
      (is_small ? little : large).push_back(std::move(each));
    }
    std::vector<std::string> known;
    for (const OneMap& each : large) {
      std::string name = in_one(names_of(*each.map));
      const auto before = std::count(known.begin(), known.end(), name);
      known.push_back(name);
      if (const std::string side = side_called(static_cast<int>(before)); !side.empty())
        name = say("{map}: {side}", {{"map", name}, {"side", side}});
      add({std::move(name), sentences_of(*each.map, each.part, chosen_row_of(*each.map))});
    }
    if (little.empty()) return;
    std::string title = say(several(std::ssize(little), "{n} small picture", "{n} small pictures"),
                            {{"n", std::to_string(little.size())}});
    const bool too_many = little.size() > many;
    if (too_many) keep_largest_of_layers(little);
    std::vector<std::vector<std::string>> names;
    for (const OneMap& each : little) names.push_back(names_of(*each.map));
    // What all of them are is said once.
    std::vector<std::string> common;
    for (std::size_t i = 0; i < names.front().size() && little.size() > 1; ++i) {
      const std::string& name = names.front()[i];
      const bool same = std::all_of(names.begin(), names.end(), [&](const std::vector<std::string>& each) {
        return each.size() == names.front().size() && each[i] == name;
      });
      if (same) common.push_back(name);
    }
    if (common.size() == names.front().size()) common.clear();
    for (std::vector<std::string>& each : names)
      for (const std::string& name : common) each.erase(std::find(each.begin(), each.end(), name));
    if (!common.empty()) title = say("{pictures}: {of}", {{"pictures", title}, {"of", in_one(common)}});
    DescribedPart part{title};
    if (too_many) part.lines.push_back(say("Of each layer the one with the largest number:"));
    for (std::size_t i = 0; i < little.size(); ++i)
      part.lines.push_back(sentence_of(*little[i].map, little[i].part, with_capital(in_one(names[i]))));
    add(std::move(part));
  }

  // Of more than can be listened to, of each layer the one with the largest number.
  static void keep_largest_of_layers(std::vector<OneMap>& all) {
    const auto layer = [](const OneMap& each) {
      const std::string& path = each.map->path;
      return path.substr(0, path.find(".head."));
    };
    const auto largest = [](const OneMap& each) {
      float most = -std::numeric_limits<float>::infinity();
      for (int row = 0; row < each.map->rows; ++row)
        for (int column = 0; column < each.map->columns; ++column)
          if (each.map->state(row, column) == CellState::value && !each.map->is_error(row, column))
            most = std::max(most, each.map->value(row, column));
      return most;
    };
    std::vector<OneMap> kept;
    for (OneMap& each : all) {
      const auto known = std::find_if(kept.begin(), kept.end(),
                                      [&](const OneMap& one) { return layer(one) == layer(each); });
      if (known == kept.end())
        kept.push_back(std::move(each));
      else if (largest(each) > largest(*known))
        *known = std::move(each);
    }
    all = std::move(kept);
  }

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

  // Words of the texts and of the answers, and of rows and columns: they are told where they belong.
  std::set<std::string> known_words() const {
    std::set<std::string> known;
    for (const ToldMap& told : told_.maps) {
      for (const std::string& each : told.map->row_labels) known.insert(name_along(told.map->row_axis, each));
      for (const std::string& each : told.map->column_labels)
        known.insert(name_along(told.map->column_axis, each));
    }
    for (const int side : {0, 1}) {
      const TracePtr& trace = context_.maps[side].trace();
      if (trace == nullptr) continue;
      const Trace::Words& words = trace->words();
      for (const std::vector<std::string>* each : {&words.source, &words.target, &words.next})
        for (const std::string& word : *each) known.insert(token_called(word));
    }
    return known;
  }

  // Whether it stands in the frame of the one place, which is told in other ways.
  bool is_of_frame(const ToldText& text) const {
    if (page_ == nullptr || text.layer > 0) return false;
    const place::Boxes& boxes = page_->boxes;
    return is_in(text.area, boxes.top) || is_in(text.area, boxes.bottom) || is_in(text.area, boxes.words);
  }

  // At the left, in the middle, at the right.
  int column_of(const ToldText& text) const {
    if (page_ == nullptr || text.layer > 0) return 0;
    const place::Boxes& boxes = page_->boxes;
    if (!boxes.margin.empty() && is_in(text.area, boxes.margin)) return 0;
    return !place::is_beside_altitudes(*page_) && is_in(text.area, boxes.answer) ? 2 : 1;
  }

  // A line of the open lesson, as it was broken.
  bool is_of_lesson(const std::string& words) const {
    return std::any_of(made_.parts.begin(), made_.parts.end(), [&](const DescribedPart& part) {
      return part.is_lesson &&
             std::any_of(part.lines.begin(), part.lines.end(),
                         [&](const std::string& line) { return line.find(words) != std::string::npos; });
    });
  }

  // Whether it is told elsewhere, or is a part of something that is.
  bool is_told_elsewhere(const ToldText& text, const std::string& words) const {
    if (words.empty() || is_of_frame(text) || said_.contains(words)) return true;
    if (const ToldItem* item = item_around(text);
        item != nullptr && (!is_large(*item) || item->id.starts_with("place/list of")))
      return true;
    if (column_of(text) == 0 && is_of_lesson(words)) return true;
    const auto around = [&](const auto& each) {
      return each.layer == text.layer && is_in(text.area, each.area);
    };
    return std::any_of(told_.maps.begin(), told_.maps.end(), around) ||
           std::any_of(told_.charts.begin(), told_.charts.end(), around);
  }

  std::vector<std::string> texts_on_stage() const {
    const std::set<std::string> known = known_words();
    struct Text {
      int layer, column;
      Area area;
      std::string words;
    };
    std::vector<Text> texts;
    for (const ToldText& text : told_.texts) {
      const std::string words = without_ends(text.words);
      const bool sign = !has_letters(words) && !has_digit(words);
      if (!sign && !is_told_elsewhere(text, words))
        texts.push_back({text.layer, column_of(text), text.area, words});
    }
    const float near = context_.ui.px(8);
    const auto row_of = [&](const Text& text) { return std::lround(text.area.middle_y() / near); };
    std::stable_sort(texts.begin(), texts.end(), [&](const Text& a, const Text& b) {
      const auto key = [&](const Text& each) {
        return std::tuple(each.layer, each.column, row_of(each), each.area.left);
      };
      return key(a) < key(b);
    });
    // What stands side by side is one line.
    struct Line {
      std::string words;
      bool says = false;  // more than words that are known, and numbers alone
      bool has_word = false, has_number = false;
    };
    std::vector<Line> lines;
    const Text* before = nullptr;
    for (const Text& text : texts) {
      // A bar may stand between a name and its number; what follows a number is mostly another name.
      const bool number = has_digit(text.words) && !has_letters(text.words);
      const bool after_number = before != nullptr && has_digit(before->words) && !has_letters(before->words);
      const float beside = context_.ui.px(text.column == 2          ? 140
                                          : number && !after_number ? 340
                                          : after_number && !number ? 16
                                                                    : 60);
      const bool same = before != nullptr && before->layer == text.layer && before->column == text.column &&
                        std::fabs(before->area.middle_y() - text.area.middle_y()) < near &&
                        text.area.left - before->area.right < beside && text.area.left > before->area.left;
      if (!same) lines.emplace_back();
      Line& line = lines.back();
      if (same) line.words += text.area.left - before->area.right < near ? " " : ", ";
      line.words += text.words;
      const bool letters = has_letters(text.words);
      const bool told_before = text.column < 2 && known.contains(text.words);
      line.says = line.says || (!told_before && (text.column == 2 ? letters : tells_something(text.words)));
      (letters ? line.has_word : line.has_number) = true;
      before = &text;
    }
    std::vector<std::string> told;
    std::set<std::string> seen;
    constexpr int most_pairs = 8;  // of a known word and its number: nobody listens to more
    int pairs = 0;
    for (const Line& line : lines) {
      const bool pair = line.has_word && line.has_number;
      if (!line.says && (!pair || ++pairs > most_pairs)) continue;
      if (seen.insert(line.words).second) told.push_back(line.words);
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

  void add_items() {
    std::set<std::string> known;
    for (const ToldItem& item : told_.items)
      if (item.reachable && item.in_sight && known.insert(item.id).second)
        made_.items.push_back({item.id, name_of(item)});
    // Those of one name are told apart by their places.
    std::map<std::string, int> all, at;
    for (const DescribedItem& item : made_.items) ++all[item.words];
    for (DescribedItem& item : made_.items) {
      const std::string name = item.words;
      if (all[name] > 1)
        item.words =
            say("{name}, {n} of {all}",
                {{"name", name}, {"n", std::to_string(++at[name])}, {"all", std::to_string(all[name])}});
    }
  }

  void add(DescribedPart part) {
    std::erase(part.lines, "");
    if (!part.lines.empty()) made_.parts.push_back(std::move(part));
  }

  const PanelContext& context_;
  const Told& told_;
  const Page* page_ = nullptr;
  Description made_;
  std::set<std::string> said_;
};

}  // namespace

std::string text_of(const Description& description) {
  std::string text = description.title + "\n";
  for (const DescribedPart& part : description.parts) {
    text += "\n";
    if (!part.title.empty()) text += part.title + "\n";
    for (const std::string& line : part.lines) text += line + "\n";
  }
  if (description.items.empty()) return text;
  text += "\n" + say("What can be pressed") + "\n";
  for (const DescribedItem& item : description.items) text += "- " + item.words + "\n";
  return text;
}

std::string elements_of(const Description& description, const LessonPage* lesson, int answer) {
  using Json = nlohmann::json;
  const auto element = [](const char* name, const std::string& text) { return Json::array({name, text}); };
  Json all = Json::array();
  all.push_back(element("h2", description.title));
  for (const DescribedPart& part : description.parts) {
    if (part.is_lesson && lesson != nullptr) {
      for (const Json& each : Json::parse(elements_of(*lesson, answer))) all.push_back(each);
      continue;
    }
    if (!part.title.empty()) all.push_back(element("h3", part.title));
    for (const std::string& line : part.lines) all.push_back(element("p", line));
  }
  if (!description.items.empty()) {
    all.push_back(element("h3", say("What can be pressed, with Tab and Enter")));
    Json list = Json::array({"ol"});
    for (const DescribedItem& item : description.items) list.push_back(element("li", item.words));
    all.push_back(std::move(list));
  }
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string name_of_item(const Description& description, const std::string& id) {
  const auto found = std::find_if(description.items.begin(), description.items.end(),
                                  [&](const DescribedItem& each) { return each.id == id; });
  return found != description.items.end() ? found->words : said_of_id(id);
}

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
