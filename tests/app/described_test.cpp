// The screen in words: of every kind of model, every altitude and every lab what is largest is said, what was
// changed is said, and nothing is made anew where nothing changed.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/lab.h"
#include "app/labs/every_lab.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/described/described.h"
#include "app/panels/described/map_words.h"
#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "tests/app/driver.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

// One that listens from the first frame on.
struct Listener {
  explicit Listener(Session session, int width = 1280, int height = 800, ResultsPtr known = nullptr)
      : driver(quiet(std::move(session)), width, height, 1, false, std::move(known)) {
    driver.state<Listening>().on = true;
    settle();
  }
  static Session quiet(Session session) {
    session.reduced_motion = true;
    return session;
  }
  void settle() {
    driver.settle();
    driver.pass(1.2);  // what changes by itself is described once a second
  }
  const Description& now() { return driver.state<Described>().now; }
  int made() { return driver.state<Described>().made; }
  std::string text() { return text_of(now()); }
  bool says(const std::string& words) { return text().find(words) != std::string::npos; }

  Driver driver;
};

// The largest number of the cells that are drawn, as it is written; empty where there is none.
struct LargestDrawn {
  float value = -std::numeric_limits<float>::infinity();
  std::string words;
};
LargestDrawn largest_drawn(const ToldMap& told) {
  LargestDrawn most;
  const Heatmap& map = *told.map;
  for (int row = told.row; row < std::min(map.rows, told.row + told.rows); ++row) {
    for (int column = told.column; column < std::min(map.columns, told.column + told.columns); ++column) {
      const float value = map.value(row, column);
      if (map.state(row, column) == CellState::value && !map.is_error(row, column) && value > most.value)
        most = {value, value == 0 ? "0" : number_alone(value, map.format)};
    }
  }
  return most;
}

// Of the maps on screen each by itself, where there are few of them; else the largest of all.
void expect_largest_is_said(Listener& listener, const std::string& where) {
  const std::vector<ToldMap>& maps = listener.driver.state<Listening>().now.maps;
  std::set<const Heatmap*> all;
  for (const ToldMap& each : maps) all.insert(each.map.get());
  LargestDrawn most;
  std::map<const Heatmap*, LargestDrawn> by_map;
  for (const ToldMap& each : maps) {
    const LargestDrawn largest = largest_drawn(each);
    if (largest.value > by_map[each.map.get()].value) by_map[each.map.get()] = largest;
    if (largest.value > most.value) most = largest;
  }
  constexpr std::size_t few = 24;
  for (const auto& [map, largest] : by_map) {
    if (all.size() > few || largest.words.empty()) continue;
    EXPECT_TRUE(listener.says(largest.words)) << where << ": " << largest.words << " of " << map->path;
  }
  EXPECT_TRUE(most.words.empty() || listener.says(most.words)) << where << ": " << most.words;
}

// Of numbers that are told with their names: the largest.
void expect_largest_with_name_is_said(Listener& listener, const std::string& where) {
  const Listening& listening = listener.driver.state<Listening>();
  const ToldNumber* most = nullptr;
  for (const ToldNumber& each : listening.now.numbers)
    if (most == nullptr || std::fabs(each.value) > std::fabs(most->value)) most = &each;
  if (most == nullptr) return;
  EXPECT_TRUE(listener.says(as_heard(most->number)))
      << where << ": " << most->name << " " << most->number << "\n"
      << listener.text();
}

// Pages without a number in their words.
bool has_no_number(const std::string& where) {
  constexpr std::array pages{", sentence, ",    // a text and what comes out, in words
                             "learn, yours, ",  // nothing is trained yet
                             "decoding, 0, 1",  // what stands in lists of words is not told: sampling,
                             "decoding, 2, ",   // the answer layer by layer,
                             "tokens, 0, "};    // and how many tokens each kind makes
  return std::any_of(pages.begin(), pages.end(),
                     [&](const char* page) { return where.find(page) != std::string::npos; });
}

void expect_all_is_there(Listener& listener, const std::string& where) {
  const Description& now = listener.now();
  EXPECT_FALSE(now.title.empty()) << where;
  EXPECT_GE(now.parts.size(), 2U) << where << "\n" << listener.text();
  for (const DescribedPart& part : now.parts) {
    EXPECT_FALSE(part.lines.empty()) << where << ": " << part.title;
    for (const std::string& line : part.lines) {
      EXPECT_FALSE(line.empty()) << where << ": " << part.title;
      EXPECT_EQ(line.find('{'), std::string::npos) << where << ": " << line;
    }
  }
  EXPECT_FALSE(now.items.empty()) << where;
  for (const DescribedItem& item : now.items) EXPECT_FALSE(item.words.empty()) << where << ": " << item.id;
  expect_largest_is_said(listener, where);
  expect_largest_with_name_is_said(listener, where);
  const bool number = std::any_of(now.parts.begin(), now.parts.end(), [](const DescribedPart& part) {
    return part.title != "What it reads" && std::any_of(part.lines.begin(), part.lines.end(),
                                                        [](const auto& line) { return has_digit(line); });
  });
  EXPECT_TRUE(number || has_no_number(where)) << where << "\n" << listener.text();
}

struct DescribedModel {
  std::string name, model, text, compare = {};
};
std::vector<DescribedModel> described_models() {
  return {{"translator", tiny_model_folder(), tired_sentence, wide_sentence},
          {"language model", tiny_language_model_folder(), tired_sentence},
          {"labeller", tiny_labeller_folder(), "TRANSFORMER"},
          {"recurrent", tiny_seq2seq_folder(), tired_sentence},
          {"recurrent with attention", tiny_seq2seq_attention_folder(), tired_sentence, wide_sentence},
          {"characters", tiny_lstm_folder(), "the animal is tired"},
          {"captions with attention", tiny_caption_attention_folder(), two_objects},
          {"vision Transformer", tiny_vit_folder(), two_objects},
          {"picture and texts", HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/clip", two_objects},
          {"vectors of sentences", HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/sentence_mean",
           "The animal was tired", "The animal was wide"},
          {"of pieces of words", HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/bert", "The animal was tired"},
          {"weights alone", HEADLIGHT_SOURCE_DIR "/tests/golden/given/four.npy", ""}};
}

TEST(Described, EveryAltitudeOfEveryKindOfModelSaysWhatIsLargest) {
  for (const DescribedModel& what : described_models()) {
    Session session = opening_session(what.model);
    if (!what.text.empty()) {
      session.text(0) = what.text;
      session.text(1) = what.compare;
    }
    session.token = 0;
    const ResultsPtr results = Driver(session, 1280, 800).results();
    ASSERT_NE(results->trace(0), nullptr) << what.name;
    int altitudes = 0;
    for (const auto& [altitude, name] : altitude_names()) {
      if (!altitude || !has_altitude(results->trace(0)->anatomy(), *altitude)) continue;
      session.altitude = altitude;
      if (altitude == Altitude::cell) {
        session.part = "scores";
        session.trail = {{selected_head_path(session, "scores"), session.token, 0}};
      }
      session.number = altitude == Altitude::product ? 0 : -1;
      for (const int width : {1280, 390}) {
        Listener listener(session, width, 800, results);
        expect_all_is_there(listener, what.name + ", " + name + ", " + std::to_string(width));
      }
      ++altitudes;
    }
    EXPECT_GE(altitudes, 1) << what.name;
  }
}

TEST(Described, EveryStepOfAHeadSaysTheLargestOfTheChosenRow) {
  Session session = tiny_session();
  session.altitude = Altitude::step;
  for (const char* part : {"query", "key", "scores", "scaled", "weights", "output"}) {
    session.part = part;
    Listener listener(session);
    const std::string path = selected_head_path(session, part);
    const Trace& trace = *listener.driver.results()->trace(0);
    const Heatmap map = view_of(trace, path);
    float most = -std::numeric_limits<float>::infinity();
    for (int column = 0; column < map.columns; ++column) {
      if (map.state(session.token, column) == CellState::value)
        most = std::max(most, map.value(session.token, column));
    }
    EXPECT_TRUE(listener.says(number_alone(most, map.format))) << part << "\n" << listener.text();
  }
}

TEST(Described, EveryLabSaysWhatIsLargest) {
  for (const LabPage& page : lab_pages()) {
    Session session = page.session;
    session.altitude = Altitude::head;
    Listener listener(session);
    expect_all_is_there(listener, page.name);
  }
}

TEST(Described, AStepOfALessonIsReadWithItsQuestion) {
  int questions = 0;
  for (int step = 0; step < 4; ++step) {
    Listener listener(tiny_session());
    listener.driver.apply(OpenLesson{first_lesson, step});
    listener.settle();
    const LessonPagePtr page = listener.driver.page();
    ASSERT_NE(page, nullptr);
    if (page->step != step) break;
    for (const std::string& line : lines_of(*page, -1)) EXPECT_TRUE(listener.says(as_heard(line))) << line;
    questions += page->shown().question ? 1 : 0;
  }
  EXPECT_GT(questions, 0);
}

TEST(Described, WhatALessonCoversIsNotSaid) {
  int covered = 0;
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (std::size_t step = 0; step < lesson->steps.size() && covered < 3; ++step) {
      if (lesson->steps[step].hides != LessonStep::Hides::answer) continue;
      Listener listener(tiny_session());
      listener.driver.apply(OpenLesson{lesson->name, static_cast<int>(step)});
      listener.settle();
      EXPECT_FALSE(listener.says("It writes: ")) << lesson->name;
      ++covered;
    }
  }
  EXPECT_EQ(covered, 3);
}

TEST(Described, WhatAnEditChangedIsSaid) {
  Session session = tiny_session();
  session.altitude = Altitude::head;
  Listener listener(session);
  EXPECT_FALSE(listener.says("Changes that were made"));
  listener.driver.click("place/head off");
  listener.settle();
  ASSERT_EQ(listener.driver.session().edits.size(), 1U);
  EXPECT_TRUE(listener.says("What changed")) << listener.text();
  EXPECT_TRUE(listener.says("adds nothing now")) << listener.text();
  EXPECT_TRUE(listener.says("still") || listener.says("became")) << "what came of it: " << listener.text();
  EXPECT_TRUE(listener.says("switched off"));
  listener.driver.press(Key::undo);
  listener.settle();
  EXPECT_FALSE(listener.says("What changed"));
}

// What a lab is set to, or what is read: another number is then in the words.
TEST(Described, WhatAnotherSettingChangedIsSaid) {
  struct Change {
    const char* lab;
    void (*before)(Labs&);
    void (*after)(Labs&);
  };
  const std::array changes{
      Change{"temperature", [](Labs& labs) { labs.get<TemperatureLab>().temperature = 1; },
             [](Labs& labs) { labs.get<TemperatureLab>().temperature = 4; }},
      Change{"masks", [](Labs& labs) { labs.get<MasksLab>().mask = MaskKind::none; },
             [](Labs& labs) { labs.get<MasksLab>().mask = MaskKind::causal; }},
      Change{"order", [](Labs&) {},
             [](Labs& labs) { labs.get<OrderLab>().order = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}; }},
      Change{"beyond", [](Labs& labs) { labs.get<BeyondLab>().page = BeyondPage::abstain; },
             [](Labs& labs) { labs.get<BeyondLab>().steps = 25; }},
      Change{"beyond", [](Labs&) {}, [](Labs& labs) { labs.get<BeyondLab>().pairs = 12; }},
      Change{"attention", [](Labs& labs) { labs.get<AttentionLab>().page = AttentionPage::one_map; },
             [](Labs& labs) { labs.get<AttentionLab>().key = 1; }},
      Change{"decoding", [](Labs&) {}, [](Labs& labs) { labs.get<DecodingLab>().written = {"l'"}; }},
      Change{"text_heads", [](Labs& labs) { labs.get<TextHeadsLab>().page = TextHeadsLab::Page::head; },
             [](Labs& labs) { labs.get<TextHeadsLab>().of = Trait::itself; }}};
  const auto lines_with_numbers = [](Listener& listener) {
    std::set<std::string> lines;
    for (const DescribedPart& part : listener.now().parts)
      for (const std::string& line : part.lines)
        if (has_digit(line)) lines.insert(line);
    return lines;
  };
  for (const Change& change : changes) {
    Session session = tiny_session();
    show_lab(session, lab_named(change.lab));
    session.token = 7;
    change.before(session.labs);
    Listener before(session);
    const std::set<std::string> said = lines_with_numbers(before);
    change.after(session.labs);
    Listener after(session);
    std::vector<std::string> more;
    for (const std::string& line : lines_with_numbers(after))
      if (!said.contains(line)) more.push_back(line);
    EXPECT_FALSE(more.empty()) << change.lab << "\n" << after.text();
  }
}

TEST(Described, IsMadeAnewOnlyWhereSomethingChanged) {
  Session session = tiny_session();
  session.altitude = Altitude::head;
  Listener listener(session);
  const int made = listener.made();
  EXPECT_GE(made, 1);
  listener.driver.pass(5);
  EXPECT_EQ(listener.made(), made) << "nothing happened";
  listener.driver.move(3, 3);
  listener.driver.pass(2);
  EXPECT_EQ(listener.made(), made) << "the mouse points at nothing";
  listener.driver.apply(SetTheme{Theme::dark});
  listener.settle();
  EXPECT_LE(listener.made(), made + 1);
  const int dark = listener.made();
  listener.driver.press(Key::tab);
  listener.driver.pass(2);
  EXPECT_EQ(listener.made(), dark) << "the keyboard went on to the next button";
  listener.driver.apply(SelectToken{2});
  listener.settle();
  EXPECT_EQ(listener.made(), dark + 1) << "another word, once";
}

TEST(Described, NobodyListensUnlessAsked) {
  Driver driver(tiny_session());
  driver.pass(1);
  EXPECT_EQ(driver.state<Described>().made, 0);
  EXPECT_TRUE(driver.state<Listening>().now.texts.empty());
}

TEST(Described, ASheetIsReadAlone) {
  Listener listener(tiny_session());
  listener.driver.press(Key::find);
  listener.settle();
  EXPECT_EQ(listener.now().title, "Find");
  EXPECT_FALSE(listener.says("Show me"));
  listener.driver.press(Key::escape);
  listener.settle();
  EXPECT_TRUE(listener.says("Show me"));
}

TEST(Described, TheMenuOpensAWindowOfTextThatTellsOfWhatLiesBelow) {
  Session session = tiny_session();
  session.altitude = Altitude::head;
  Driver driver(session, 1280, 800);
  driver.click("more");
  driver.click("more/Read this to me");
  driver.pass(0.2);
  ASSERT_EQ(driver.state().overlay, Overlay::reading);
  const Described& described = driver.state<Described>();
  EXPECT_TRUE(described.now.title.starts_with("Head ")) << described.now.title;
  EXPECT_TRUE(driver.shows("What can be pressed"));
  const int made = described.made;
  driver.click("reading/copy");
  EXPECT_EQ(std::string(ImGui::GetClipboardText()), text_of(described.now));
  driver.pass(3);
  EXPECT_EQ(described.made, made);
  driver.click("reading/close");
  EXPECT_EQ(driver.state().overlay, Overlay::none);
  EXPECT_FALSE(driver.state<Listening>().on);
}

// What a browser's page gets: elements that it knows, and the same words.
TEST(Described, IsToldToAPageAsElements) {
  Listener listener(tiny_session());
  const std::string elements = elements_of(listener.now(), nullptr, -1);
  for (const DescribedPart& part : listener.now().parts) {
    EXPECT_NE(elements.find("[\"h3\",\"" + part.title.substr(0, 8)), std::string::npos) << part.title;
  }
  for (const DescribedItem& item : listener.now().items)
    EXPECT_NE(elements.find("[\"li\",\"" + item.words.substr(0, 4)), std::string::npos) << item.words;
  Session session = tiny_session();
  session.altitude = Altitude::sentence;
  Listener sentence(session);
  EXPECT_NE(elements_of(sentence.now(), nullptr, -1).find("[\"p\",\"It writes: \",[\"fr\",\""),
            std::string::npos)
      << "a voice reads it in French";
}

TEST(Described, WhatTheKeyboardIsOnHasAName) {
  Listener listener(tiny_session());
  Driver& driver = listener.driver;
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    driver.press(Key::tab);
    const std::string& focus = driver.state().focus;
    if (!seen.insert(focus).second) break;
    EXPECT_FALSE(name_of_item(listener.now(), focus).empty()) << focus;
  }
  EXPECT_GT(seen.size(), 5U);
}

// Whoever listens hears a screen in a minute and a half: 175 words a minute. The signs of lists are no words.
constexpr int most_words_heard = 262;

int words_heard(Listener& listener) {
  std::istringstream text(listener.text());
  return static_cast<int>(std::distance(std::istream_iterator<std::string>(text), {}));
}

TEST(Described, IsHeardInAMinuteAndAHalf) {
  Session session = opening_session("translator");
  session.layer = 3;
  session.token = 7;
  const ResultsPtr results = Driver(session, 1280, 800).results();
  for (const auto& [altitude, name] : altitude_names()) {
    if (!altitude) continue;
    session.altitude = altitude;
    for (const char* const part : {"scores", "weights"}) {
      session.part = part;
      session.trail.clear();
      if (*altitude >= Altitude::cell) session.trail = {{selected_head_path(session, "scores"), 7, 1}};
      session.number = *altitude == Altitude::product ? 0 : -1;
      Listener listener(session, 1280, 800, results);
      EXPECT_LE(words_heard(listener), most_words_heard) << name << "\n" << listener.text();
      if (*altitude != Altitude::step) break;
    }
  }
  session.altitude = Altitude::head;
  session.trail.clear();
  for (const char* const lab : {"lookup", "temperature", "masks", "order", "decoding", "causes"}) {
    Session asked = session;
    show_lab(asked, lab_named(lab));
    Listener listener(asked);
    EXPECT_LE(words_heard(listener), most_words_heard) << lab << "\n" << listener.text();
  }
  for (const auto& [lesson, step] : {std::pair{"first-minute", 1}, {"it", 2}, {"query-key-value", 3}}) {
    Listener listener(opening_session("translator"));
    listener.driver.apply(OpenLesson{lesson, step});
    listener.settle();
    EXPECT_LE(words_heard(listener), most_words_heard) << lesson << "\n" << listener.text();
  }
}

TEST(Described, SpeaksOfNoMouse) {
  Session session = tiny_session();
  for (const Altitude altitude : {Altitude::model, Altitude::layer, Altitude::head, Altitude::step}) {
    session.altitude = altitude;
    Listener listener(session);
    for (const char* const word : {"Click", "click", "hover", "Drag", "the mouse"})
      EXPECT_FALSE(listener.says(word)) << listener.text();
  }
}

TEST(Described, APictureIsToldByWhatIsOnIt) {
  Session session = opening_session(tiny_vit_folder());
  session.text(0) = two_objects;
  Listener listener(session);
  EXPECT_TRUE(listener.says("a large red circle left of a small blue square")) << listener.text();
}

// What stands in the margin is drawn from below.
TEST(Described, TabGoesThroughTheMarginFromAboveToBelow) {
  Session session = tiny_session();
  session.altitude = Altitude::head;
  Driver driver(session, 1280, 800);
  driver.settle();
  const std::vector<std::string>& order = driver.state().focus_order;
  const auto at = [&](const char* id) { return std::find(order.begin(), order.end(), id) - order.begin(); };
  ASSERT_TRUE(driver.has("place/head off"));
  ASSERT_TRUE(driver.has("place/take nothing"));
  EXPECT_LT(driver.area("place/take nothing").top, driver.area("place/head off").top);
  EXPECT_LT(at("place/take nothing"), at("place/head off"));
}
}  // namespace
}  // namespace headlight
