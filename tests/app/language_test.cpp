// Pages in a language whose sentences are a third longer than those of English, as German's are.
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "app/session/session.h"
#include "app/widgets/widget_state.h"
#include "core/text/say.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"
#include "tests/session/lab_pages.h"

namespace headlight {
namespace {

// Every vowel twice: "Open this step" becomes "Oopen thiis steep". A place keeps its name.
const char* drawn_out(const char* sentence) {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace(sentence);
  if (is_new) {
    bool in_place = false;
    for (const char letter : found->first) {
      found->second += letter;
      in_place = letter == '{' || (in_place && letter != '}');
      const bool vowel = std::string_view("aeiouAEIOU").find(letter) != std::string_view::npos;
      if (!in_place && vowel) found->second += letter;
    }
  }
  return found->second.c_str();
}

class LongerLanguage : public testing::Test {
 protected:
  LongerLanguage() { set_language(drawn_out); }
  ~LongerLanguage() override { set_language(nullptr); }
};

TEST_F(LongerLanguage, AddsAThird) {
  const std::string english = "Click a box to open the cell at the chosen {unit}.";
  EXPECT_EQ(say(english.c_str(), {{"unit", "word"}}),
            "Cliick aa boox too oopeen thee ceell aat thee chooseen word.");
}

TEST_F(LongerLanguage, EveryAltitudeIsTidy) {
  Session pair;
  pair.layer = 3;
  pair.altitude = Altitude::sentence;
  Session cross = pair, causal = pair, presented = pair;
  cross.attention = Attention::cross;
  cross.layer = 0;
  causal.model = "causal";
  causal.runs = {{"the cat sat on the mat because it was"}, {""}};
  causal.attention = Attention::decoder;
  presented.presenting = true;
  for (const Session& session : {pair, cross, causal, presented}) {
    Driver driver(session, 1280, 800);
    for (const Size& size : {Size{1280, 800, 1}, Size{1366, 768, 1.25F}}) {
      driver.resize(size.width, size.height, size.scale);
      driver.press(Key::home);
      for (int altitude = 0; altitude < altitude_count; ++altitude) {
        driver.pass(0.6);
        const std::string what =
            session.model + (session.presenting ? " before a class" : "") + ", altitude ";
        expect_tidy(driver, name_of(size, what + std::to_string(altitude)));
        EXPECT_TRUE(session.presenting || driver.shows("aa")) << what << altitude;
        driver.press(Key::enter);
      }
    }
  }
}

TEST_F(LongerLanguage, EveryPageOfALabIsTidy) {
  for (const LabPage& page : lab_pages()) {
    Driver driver(page.session, 1280, 800);
    expect_tidy(driver, page.name);
    EXPECT_TRUE(driver.shows("aa") || driver.shows("ee")) << page.name;
  }
}

TEST_F(LongerLanguage, EverySheetIsTidy) {
  Session session;
  session.altitude = Altitude::sentence;
  for (const auto& [name, overlay] : std::map<std::string, Overlay>{{"export", Overlay::export_figure},
                                                                    {"colours", Overlay::colour_scale},
                                                                    {"keys", Overlay::keys},
                                                                    {"more", Overlay::more},
                                                                    {"save", Overlay::save_file},
                                                                    {"link", Overlay::open_link},
                                                                    {"models", Overlay::models}}) {
    Driver driver(session, 1280, 800);
    driver.state().overlay = overlay;
    driver.settle();
    expect_tidy(driver, name);
  }
}

}  // namespace
}  // namespace headlight
