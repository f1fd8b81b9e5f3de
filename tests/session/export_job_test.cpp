// Writing off the frame, and which steps an animation shows.
#include "app/session/session_export.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "app/session/opening.h"
#include "app/session/results.h"
#include "tests/tiny_model.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

void wait(const ExportJob& job) {
  while (!job.finished()) std::this_thread::yield();
}

TEST(ExportJob, HandsDrawingsOverInOrder) {
  std::vector<double> seen;
  int ended = 0;
  ExportJob job([&](const std::optional<Drawing>& next) {
    if (next) {
      seen.push_back(next->width);
    } else {
      ++ended;
    }
  });
  for (int i = 0; i < 20; ++i) {
    while (!job.takes_more()) std::this_thread::yield();
    job.add({.width = static_cast<double>(i)});
  }
  job.end();
  wait(job);
  EXPECT_EQ(job.error(), "");
  EXPECT_EQ(job.drawn(), 20);
  ASSERT_EQ(seen.size(), 20U);
  EXPECT_EQ(seen.back(), 19);
  EXPECT_EQ(ended, 1);
}

TEST(ExportJob, CancelWakesTheWork) {
  ExportJob job([](const std::optional<Drawing>&) {});
  job.cancel();
  wait(job);
  EXPECT_TRUE(job.cancelled());
  EXPECT_FALSE(job.takes_more());
}

TEST(ExportJob, SaysWhatWentWrong) {
  ExportJob job([](const std::optional<Drawing>&) { throw std::runtime_error("the disk is full"); });
  job.end();
  wait(job);
  EXPECT_EQ(job.error(), "the disk is full");
}

TEST(StepRange, GoesFromOneStepToAnother) {
  Session session;
  session.model = tiny_model_folder();
  session.text(1).clear();
  const ResultsPtr results = compute(session, nullptr);
  const Trace& trace = *results->trace(0);
  const std::vector<std::string> all = steps_between(trace, "", "");
  EXPECT_EQ(all.size(), trace.steps().size());
  EXPECT_EQ(steps_between(trace, all[3], all[5]), (std::vector<std::string>{all[3], all[4], all[5]}));
  EXPECT_EQ(steps_between(trace, all.back(), ""), std::vector<std::string>{all.back()});
  EXPECT_THROW(steps_between(trace, all[5], all[3]), std::invalid_argument);
  EXPECT_THROW(steps_between(trace, "nothing", ""), std::out_of_range);
  const std::vector<std::string> head = steps_of_head(trace, session);
  ASSERT_GT(head.size(), 3U);
  for (const std::string& path : head) {
    EXPECT_TRUE(path.starts_with("encoder.1.self_attention.head.0.")) << path;
  }
}

TEST(AnimationFrames, OfAPictureGoThroughTheWordsAndOfTheRestThroughTheSteps) {
  Session session = opening_session(tiny_caption_attention_folder());
  session.text(0) = two_objects;
  const ResultsPtr results = compute(session, nullptr);
  const std::vector<Session> words = frames_of_selection(session, *results);
  ASSERT_EQ(words.size(), results->trace(0)->words().next.size());
  for (std::size_t row = 0; row < words.size(); ++row) {
    EXPECT_EQ(words[row].token, static_cast<int>(row));
    EXPECT_EQ(words[row].altitude.value_or(Altitude::head), Altitude::head);
  }
  session.altitude = Altitude::step;
  const std::vector<Session> steps = frames_of_selection(session, *results);
  ASSERT_EQ(steps.size(), steps_of_head(*results->trace(0), session).size());
  for (const Session& frame : steps) EXPECT_EQ(frame.altitude, Altitude::step);
  EXPECT_THROW(frames_of_selection(session, {}), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
