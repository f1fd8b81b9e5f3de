// A session in the end of an address: it comes back as it was, and what is wrong with a link is said.
#include "app/lessons/link.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/opening.h"
#include "core/files/compressed.h"
#include "tests/session/any_action.h"
#include "tests/session/plain_lessons.h"
#include "tests/session/tiny_session.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

// What a file would keep of it, without what is the reader's own.
Session meant(const Session& session) {
  Session kept = session_from_json(to_json(session));
  static_cast<Appearance&>(kept) = {};
  static_cast<Room&>(kept) = {};
  return kept;
}

void expect_comes_back(const Session& session) {
  const std::string link = link_of(session);
  ASSERT_EQ(link.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_#:"),
            std::string::npos)
      << link;
  ASSERT_EQ(session_of_link(link), meant(session)) << to_json(session);
  ASSERT_EQ(link_of(session_of_link(link)), link) << "another link to the same";
}

// The letters of a link that holds these bytes.
std::string link_with(const std::string& bytes) {
  std::string text = to_base64(bytes);
  text.erase(text.find_last_not_of('=') + 1);
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return "#1:" + text;
}

TEST(Link, OfAPageThatIsNoMoreLeadsToTheLabOnLearning) {
  const std::string old =
      R"({"view": "lab", "lab": "training", "labs": {"training": {"page": "learning", "checkpoint": 2}}})";
  const Session session = session_of_link(link_with(deflated(old, Wrapping::plain)));
  EXPECT_EQ(session.view, ViewKind::lab);
  EXPECT_EQ(session.lab, lab_named("learn"));
}

TEST(Link, EverySessionComesBackAsItWas) {
  const LessonScripts lessons = plain_lessons();
  const World world{tiny_results(), lessons};
  std::size_t edits = 0, runs = 0, steps = 0;
  for (int seed = 0; seed < 40; ++seed) {
    AnyAction actions(static_cast<std::uint64_t>(seed), tiny_session(), *tiny_results().trace(0), lessons);
    Session session = tiny_session();
    for (int i = 0; i < 60; ++i) {
      session = update(std::move(session), actions.next(), world);
      edits = std::max(edits, session.edits.size());
      runs = std::max(runs, session.runs.size());
      steps += session.lesson_step > 0 ? 1 : 0;
      expect_comes_back(session);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(edits, 3U);
  EXPECT_GT(runs, 2U);
  EXPECT_GT(steps, 50U);
}

TEST(Link, EveryStepOfTheCourseComesBackAsItWas) {
  int steps = 0;
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step, ++steps) {
      const Session session = at_step(Session{}, lesson->name, step);
      expect_comes_back(session);
      EXPECT_LE(link_of(session).size(), long_for_mail) << lesson->name << " " << step + 1;
    }
  }
  EXPECT_GT(steps, 200);
}

TEST(Link, IsShort) {
  EXPECT_LT(link_of(Session{}).size(), 12U);
  EXPECT_LT(link_of(at_step(opening_session(Session{}.model), first_lesson, 0)).size(), 200U);
  Session edited = at_step(opening_session(Session{}.model), "it", 2);
  for (int row = 0; row < 5; ++row) {
    Edit edit;
    edit.path = "encoder.1.self_attention.head." + std::to_string(row % 2) + ".weights";
    edit.row = row;
    edit.col = 2;
    edit.values = {0.25F};
    edited.edits.emplace_back(edit);
  }
  EXPECT_LT(link_of(edited).size(), 500U);
  Session long_one = opening_session(Session{}.model);
  long_one.text(0) =
      "the old teacher who lives near the river gave the tired student a red book because she was very "
      "kind to him";
  EXPECT_LT(link_of(long_one).size(), 250U);
}

TEST(Link, LeavesOutWhatIsTheReadersOwn) {
  Session session;
  session.theme = Theme::dark;
  session.scale = 1.5F;
  session.reduced_motion = session.presenting = true;
  EXPECT_EQ(link_of(session), link_of(Session{}));
  const std::string dark = link_with(deflated(R"({"layer": 0, "theme": "dark"})", Wrapping::plain));
  EXPECT_EQ(session_of_link(dark).theme, Theme::light);
  EXPECT_EQ(session_of_link(dark).layer, 0);
}

// Links that are out in the world. If one of these opens as something else, a default has changed: then this
// is another version of the form.
TEST(Link, OfVersionOneStaysWhatItIs) {
  expect_answers([](const std::string& link) {
    std::string text = to_json(session_of_link(link));
    text.erase(std::remove(text.begin(), text.end(), '\n'), text.end());
    std::string plain;
    for (const char c : text) {
      if (c != ' ' || !plain.ends_with(' ')) plain += c;
    }
    if (link == link_of(Session{})) return plain;
    // What the labs are set to is said once.
    const std::size_t labs = plain.find("\"labs\"");
    return plain.erase(labs, plain.find("\"trail\"") - labs);
  });
}

TEST(Link, IsWrittenByHandInWords) {
  const auto answer = [](const std::string& link) -> std::string {
    try {
      const Session session = session_of_link(link);
      std::string said = session.model + " | " + session.text(0) + " | " + session.text(1) + " | " +
                         name_of(view_names(), session.view);
      if (shows_lab(session)) said += " " + name_of(lab_names(), lab_on_stage(session));
      said += " | " + std::to_string(session.layer) + "." + std::to_string(session.head);
      if (!session.lesson.empty())
        said += " | " + session.lesson + " step " + std::to_string(session.lesson_step + 1);
      return said;
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  };
  expect_answers(answer);
}

TEST(Link, IsReadAsMailsAndAddressesHaveIt) {
  const Session session = at_step(opening_session(Session{}.model), "it", 2);
  const std::string link = link_of(session);
  const std::string bare = link.substr(1);
  std::string broken = link;
  for (std::size_t at = 20; at < broken.size(); at += 21) broken.insert(at, "\r\n");
  for (const std::string& text :
       {link, bare, "headlight.html" + link, "https://example.org/class/headlight.html?x=1" + link, broken,
        "<https://example.org/" + link + ">", "Open headlight.html" + link + ".", link + "\"), \n",
        "#1%3A" + link.substr(3), "#1%3a" + link.substr(3)}) {
    EXPECT_EQ(session_of_link(text), meant(session)) << text;
    EXPECT_EQ(session_of_pasted(text), meant(session)) << text;
  }
  EXPECT_EQ(session_of_pasted("\n " + to_json(session)), session) << "the text of a session's file";
}

// Whatever happened to a link on its way, it is a session or a sentence.
TEST(Link, DamagedIsASentenceNeverACrash) {
  Session session = at_step(opening_session(Session{}.model), "it", 2);
  session.text(0) = "the animal was tired";
  const std::string link = link_of(session);
  const auto said = [](const std::string& text) {
    try {
      session_of_link(text);
      return std::string();
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
  };
  for (std::size_t length = 3; length < link.size(); ++length) {
    const std::string what = said(link.substr(0, length));
    EXPECT_NE(what.find("is cut off"), std::string::npos) << length << ": " << what;
    EXPECT_NE(what.find("copy all of it again"), std::string::npos) << what;
  }
  for (std::size_t at = 3; at < link.size(); ++at) {
    for (const char other : {'A', 'z', '-', '!', '\xff'}) {
      std::string wrong = link;
      wrong[at] = other;
      const std::string what = said(wrong);
      EXPECT_LT(what.size(), 400U) << what;
      EXPECT_TRUE(what.empty() || what.starts_with("the link ")) << what;
    }
  }
  const auto of_text = [](const std::string& text) { return link_with(deflated(text, Wrapping::plain)); };
  expect_said({said("#1:"), said("#1:A"), said("#1:hello world/"), said(link + "AAAA"), said("#2:abc"),
               said("#99999999999999999999:abc"), said("#0:abc"), said("https://example.org/headlight.html"),
               said("#"), said(""), said(of_text("")), said(of_text("[]")), said(of_text(R"({"laser": 1})")),
               said(of_text(R"({"view": "moon"})")), said(of_text(R"({"layer": 1)")),
               said(of_text(std::string(3'000'000, ' '))), said("#1:" + std::string(2'000'000, 'A')),
               said(of_text("{\"view\":" + std::string(100'000, '[')))});
}

TEST(Link, HasABound) {
  Session session;
  for (int i = 0; i < 200'000; ++i) session.text(0) += std::to_string(i * 7919 % 1'000'003) + " ";
  EXPECT_EQ(thrown_by([&] { link_of(session); }),
            "this session is too large for a link; save it and send the file");
}

TEST(Link, SaysWhatIsNotShipped) {
  EXPECT_EQ(only_here(Session{}), "");
  EXPECT_EQ(only_here(at_step(Session{}, "it", 0)), "");
  Session session = tiny_session();
  session.runs[1].model = "positions/third/rotary";
  EXPECT_EQ(only_here(session), "the model " + session.model);
  session.lesson = "/home/me/mine.lesson.md";
  EXPECT_EQ(only_here(session), "the model " + session.model + " and the lesson /home/me/mine.lesson.md");
}

}  // namespace
}  // namespace headlight
