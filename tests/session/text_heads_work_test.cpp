// What the lab on heads over a text computes: stopped, gone on with and begun again it finds the same, and
// its tables are the measures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <string>

#include "app/lab/lab_work.h"
#include "app/labs/text_heads/text_heads_lab.h"
#include "app/session/open_lab.h"
#include "app/session/results.h"
#include "core/files/whole_file.h"
#include "tests/session/lab_pages.h"

namespace headlight {
namespace {

class TextHeadsWork : public testing::Test {
 protected:
  static Session on(const std::string& model, int parts) {
    Session session;
    session.model = model;
    session.text(0) = tired_sentence;
    session.text(1).clear();
    show_lab(session, lab_named("text_heads"));
    session.labs.get<TextHeadsLab>().parts = parts;
    return session;
  }
  Session over(const std::string& name, const std::string& text, int parts) {
    replace_file(folder_.path() / name, [&](std::ostream& out) { out << text; });
    Session session = on(tiny_model_folder(), parts);
    session.labs.get<TextHeadsLab>().file = (folder_.path() / name).string();
    return session;
  }
  static const TextHeadsStudy& study(const ResultsPtr& results) {
    return *results->lab->result<TextHeadsStudy>();
  }
  static const LabTable& table(const ResultsPtr& results, const char* name) {
    const LabTable* found = results->lab->table(name);
    if (found == nullptr) throw std::logic_error(name);
    return *found;
  }
  // Twelve lines of which one has a word that the tiny model does not know.
  static std::string lines() {
    std::string text;
    for (int i = 0; i < 12; ++i) {
      const std::string the = i % 3 == 0 ? "the animal was" : "the street was very very";
      text += i == 5 ? "the unheard word\n" : the + (i % 2 == 0 ? " tired\n" : " wide\n");
    }
    return text;
  }
  static void expect_same(const TextMeasures& one, const TextMeasures& other) {
    ASSERT_EQ(one.heads.size(), other.heads.size());
    EXPECT_EQ(one.read, other.read);
    EXPECT_EQ(one.tokens, other.tokens);
    for (std::size_t head = 0; head < one.heads.size(); ++head) {
      for (const Trait trait : text_traits) {
        const TraitSpread &a = one.heads[head][trait], &b = other.heads[head][trait];
        EXPECT_EQ(a.rows(), b.rows());
        EXPECT_EQ(a.led(), b.led());
        // Texts that are read side by side differ in their last digits by what stands beside them.
        if (a.rows() > 0) {
          EXPECT_NEAR(*a.mean(), *b.mean(), 1e-5F * a.most());
        }
      }
    }
  }

  TemporaryFolder folder_;
};

TEST_F(TextHeadsWork, ItsTablesAreTheMeasures) {
  const ResultsPtr results = compute(over("a.txt", lines(), 100), nullptr);
  const TextHeadsStudy& found = study(results);
  ASSERT_EQ(found.error, "");
  EXPECT_EQ(found.parts(), 12);
  EXPECT_TRUE(found.whole());
  EXPECT_EQ(found.measures->refused, 1);
  EXPECT_NE(found.measures->why_refused.find("unheard"), std::string::npos);
  TextMeasuring measuring(results->model, *found.measures->parts);
  while (measuring.read_next()) {
  }
  expect_same(*found.measures, measuring.measures());
  const LabTable& heads = table(results, "heads");
  ASSERT_EQ(heads.rows.size(), found.heads.size());
  const auto column = static_cast<std::size_t>(
      std::find(heads.columns.begin(), heads.columns.end(), "previous") - heads.columns.begin());
  ASSERT_LT(column, heads.columns.size());
  for (std::size_t head = 0; head < heads.rows.size(); ++head) {
    EXPECT_EQ(found.measures->heads[head].path, found.heads[head].path("weights"));
    const auto mean = measuring.measures().heads[head][Trait::previous].mean();
    if (mean) {
      EXPECT_FLOAT_EQ(static_cast<float>(heads.rows[head][column]), *mean);
    } else {
      EXPECT_TRUE(std::isnan(heads.rows[head][column]));
    }
  }
  ASSERT_GE(found.chosen, 0);
  double rows = 0;
  for (const std::vector<double>& bin : table(results, "distribution").rows) rows += bin[2];
  EXPECT_EQ(rows, static_cast<double>(found.head(found.chosen)[Trait::previous].rows()));
}

TEST_F(TextHeadsWork, ExamplesAreRowsOfTheTextFromMostToLeast) {
  const ResultsPtr results = compute(over("a.txt", lines(), 100), nullptr);
  const TextHeadsStudy& found = study(results);
  ASSERT_GE(found.examples.size(), 3U);
  const std::string path = found.head(found.chosen).path;
  double share = 2;
  for (const TextExample& each : found.examples) {
    EXPECT_LE(each.share, share);
    share = each.share;
    EXPECT_EQ(each.text, found.measures->parts->at(static_cast<std::size_t>(each.row.part)));
    const TracePtr trace = results->model->trace({.text = each.text});
    const Reading weights = trace->read(path);
    ASSERT_GT(each.row.row, 0);
    EXPECT_NEAR(each.row.value, weights(each.row.row, each.row.row - 1), 1e-6F)
        << "the weight on the word before";
    EXPECT_EQ(each.asks, trace->typed().at(static_cast<std::size_t>(each.row.row)));
    int most = 0;
    for (int key = 0; key < weights.shape().cols; ++key)
      if (weights(each.row.row, key) > weights(each.row.row, most)) most = key;
    EXPECT_EQ(each.key, trace->typed().at(static_cast<std::size_t>(most)));
  }
  EXPECT_EQ(found.examples.front().row.value,
            found.head(found.chosen)[Trait::previous].strongest().front().value);
}

TEST_F(TextHeadsWork, StoppedAndGoneOnWithIsTheSameAsAtOnce) {
  const Session session = on("translator", 60);
  ResultsPtr half;
  Cancel cancel;
  Computing computing{.cancel = &cancel};
  computing.so_far = [&](const headlight::Run&, float share, const std::function<ResultsPtr()>& make) {
    EXPECT_LE(share, 1);
    half = make();
    cancel.request();
  };
  const ResultsPtr cancelled = compute(session, nullptr, computing);
  ASSERT_NE(half, nullptr) << "it takes longer than a piece";
  EXPECT_TRUE(cancelled->computing);
  EXPECT_TRUE(half->lab->partial);
  const int read = study(half).measures->read;
  ASSERT_GT(read, 0);
  ASSERT_LT(read, 60);
  // As far as it was shown, and no more.
  Session stopped = session;
  stopped.labs.get<TextHeadsLab>().parts = read;
  const ResultsPtr kept = compute(stopped, half);
  EXPECT_EQ(study(kept).measures->read, read);
  EXPECT_FALSE(study(kept).whole());
  const ResultsPtr whole = compute(session, kept);
  EXPECT_EQ(study(whole).measures->read, 60);
  std::vector<std::string> first(study(whole).measures->parts->begin(),
                                 study(whole).measures->parts->begin() + 60);
  TextMeasuring at_once(whole->model, first);
  while (at_once.read_next()) {
  }
  expect_same(*study(whole).measures, at_once.measures());
  // Back to where it was stopped: what was kept there.
  EXPECT_EQ(study(compute(stopped, whole)).measures, study(kept).measures);
  // Fewer than anybody stopped at are read again.
  stopped.labs.get<TextHeadsLab>().parts = 1;
  EXPECT_EQ(study(compute(stopped, whole)).measures->read, 1);
}

// Between two frames of a tab, one piece in each turn.
TEST_F(TextHeadsWork, IsMadePieceByPiece) {
  const Session session = on("translator", 50);
  Session other = session;
  other.labs.get<TextHeadsLab>().parts = 30;
  const ResultsPtr before = compute(other, nullptr);
  WorkPieces pieces([] { return true; });
  const Computing computing{.pieces = &pieces};
  int turns = 0;
  ResultsPtr results;
  do {
    results = compute(session, before, computing);
  } while (results->computing && ++turns < 1000);
  ASSERT_FALSE(results->computing);
  EXPECT_GT(turns, 1);
  EXPECT_EQ(study(results).measures->read, 50);
  EXPECT_NE(study(results).short_test, nullptr);
  EXPECT_FALSE(study(results).examples.empty());
}

TEST_F(TextHeadsWork, AColumnOfATable) {
  const std::string table = "n,text,other\n1,the animal was tired,street\n2,the street was wide,tired\n";
  Session session = over("a.csv", table, 100);
  const ResultsPtr most = compute(session, nullptr);
  EXPECT_EQ(study(most).column, 1);
  EXPECT_EQ(study(most).columns.size(), 3U);
  EXPECT_EQ(*study(most).measures->parts,
            (std::vector<std::string>{"the animal was tired", "the street was wide"}));
  session.labs.get<TextHeadsLab>().column = "other";
  EXPECT_EQ(*study(compute(session, most)).measures->parts, (std::vector<std::string>{"street", "tired"}));
  session.labs.get<TextHeadsLab>().column = "none";
  EXPECT_NE(study(compute(session, most)).error.find("it has: n, text, other"), std::string::npos);
}

TEST_F(TextHeadsWork, SaysWhyAFileCannotBeRead) {
  Session session = on(tiny_model_folder(), 10);
  session.labs.get<TextHeadsLab>().file = (folder_.path() / "none.txt").string();
  const ResultsPtr none = compute(session, nullptr);
  EXPECT_NE(study(none).error.find("none.txt"), std::string::npos);
  EXPECT_TRUE(none->lab->tables.empty());
  EXPECT_EQ(none->lab->error, "") << "its controls stay";
  EXPECT_NE(study(compute(over("empty.txt", " \n \n", 10), nullptr)).error.find("no words"),
            std::string::npos);
  EXPECT_NE(study(compute(over("other.txt", "nothing known\n", 10), nullptr)).error.find("can be read"),
            std::string::npos);
}

// A file that is written again is another text.
TEST_F(TextHeadsWork, AFileThatWasChangedIsReadAgain) {
  const ResultsPtr first = compute(over("a.txt", "the animal was tired\n", 10), nullptr);
  EXPECT_EQ(study(first).parts(), 1);
  Session again = over("a.txt", "the animal was tired\nthe street was wide\n", 10);
  again.labs.get<TextHeadsLab>().of = Trait::itself;
  EXPECT_EQ(study(compute(again, first)).parts(), 2);
}

}  // namespace
}  // namespace headlight
