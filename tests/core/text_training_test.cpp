// A model of a text of one's own: what is learned from a text, that it is learned, and what of what it writes
// stands there.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "core/files/whole_file.h"
#include "core/learn/live_training.h"
#include "core/learn/text_training.h"
#include "core/models/model.h"
#include "core/text/characters_and_pieces.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::string twelve_names() {
  return "Anna\n  Zoé \nAnna\nLéa\nEmma\nPaul\nLouis\nJules\nHugo\nNina\nAlice\nMarie\nRosalie\nBenjamin\n"
         "Valentin\nCatherine\nAlexandre\nMathilde\nIsabelle\n";
}

OwnText own_text(std::string text, TextTokens tokens = TextTokens::letters) {
  OwnText own;
  own.text = std::move(text);
  own.tokens = tokens;
  return own;
}

std::string told_of(const std::string& text) {
  try {
    text_lines(own_text(text));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(TextLines, AreTheLinesOfTheTextWithoutBlanksAtTheirEnds) {
  const TextLines lines = text_lines(own_text(twelve_names()));
  ASSERT_EQ(lines.lines.size(), 19U);
  EXPECT_EQ(lines.lines[1].text, "Zoé");
  EXPECT_FALSE(lines.shortened);
  EXPECT_EQ(lines.words.word(0), "<s>");
  EXPECT_EQ(lines.words.word(1), "</s>");
  EXPECT_EQ(lines.words.word(2), " ");
  EXPECT_EQ(lines.words.word(3), "A") << "as they come first in the text";
  const std::vector<int> zoe{0, *lines.words.id("Z"), *lines.words.id("o"), *lines.words.id("é"), 1};
  EXPECT_EQ(lines.lines[1].tokens, zoe);
}

TEST(TextLines, ATenthOfThoseThatStandThereOnceIsHeldOut) {
  const TextLines lines = text_lines(own_text(twelve_names()));
  EXPECT_EQ(lines.held_out(), 1);
  for (const TextLines::Line& line : lines.lines) {
    EXPECT_EQ(lines.learned.find(line.text + "\n") == std::string::npos, line.held_out) << line.text;
    if (line.text == "Anna") {
      EXPECT_FALSE(line.held_out) << "it stands there twice";
    }
  }
}

TEST(TextLines, ALongLineIsCutWhereSentencesEnd) {
  std::string text;
  for (const char* one :
       {"The first is here, and it is not very short.", "Is the second one here, too?",
        "The number 3.5 is no end.", "“The fourth!”", "And a fifth stands at the end of all"})
    text += (text.empty() ? "" : " ") + std::string(one);
  const TextLines lines = text_lines(own_text(text));
  ASSERT_EQ(lines.lines.size(), 5U);
  EXPECT_EQ(lines.lines[2].text, "The number 3.5 is no end.");
  EXPECT_EQ(lines.lines[3].text, "“The fourth!”");
}

TEST(TextLines, PiecesGiveTheTextBackAndAreFewer) {
  std::string text;
  for (int i = 0; i < 8; ++i) text += "the café on the corner number " + std::to_string(i) + "\n";
  const TextLines letters = text_lines(own_text(text)),
                  pieces = text_lines(own_text(text, TextTokens::pieces));
  ASSERT_EQ(letters.lines.size(), pieces.lines.size());
  for (std::size_t i = 0; i < pieces.lines.size(); ++i) {
    std::string joined;
    for (const int token : pieces.lines[i].tokens)
      if (token > 1) joined += pieces.words.word(token);
    EXPECT_EQ(joined, pieces.lines[i].text);
    EXPECT_LT(2 * pieces.lines[i].tokens.size(), letters.lines[i].tokens.size());
  }
  EXPECT_GT(pieces.words.size(), letters.words.size());
}

TEST(TextLines, WhatCannotBeLearnedIsSaidWithWhatToTry) {
  EXPECT_NE(told_of("").find("no text yet"), std::string::npos);
  EXPECT_NE(told_of(" \n\t\n").find("no text yet"), std::string::npos);
  EXPECT_NE(told_of("Anna\nPaul\n").find("8 letters"), std::string::npos) << told_of("Anna\nPaul\n");
  EXPECT_NE(told_of(std::string(300, 'a') + "b").find("1 line"), std::string::npos);
  std::string same;
  for (int i = 0; i < 30; ++i) same += "aaaaa\n";
  EXPECT_NE(told_of(same).find("one letter only"), std::string::npos) << told_of(same);
  std::string many;
  for (char32_t letter = 0x4e00; letter < 0x4e00 + 600; ++letter) {
    append_utf8(many, letter);
    if (letter % 20 == 0) many += '\n';
  }
  EXPECT_NE(told_of(many).find("600 different letters"), std::string::npos) << told_of(many);
}

TEST(TextLines, OnlyTheBeginningOfALongTextIsKept) {
  std::string text;
  while (text.size() < 30'000) text += "Élodie et Zoé\n";
  const std::string kept = kept_text(text);
  EXPECT_LE(kept.size(), 20'000U);
  EXPECT_GT(kept.size(), 19'900U);
  EXPECT_TRUE(kept.ends_with("Zoé\n"));
  EXPECT_EQ(kept_text(kept), kept);
  EXPECT_TRUE(text_lines(own_text(text)).shortened);
  // Without a line's end nearby, behind a letter.
  std::string letters;
  while (letters.size() < 30'001) letters += "é";
  EXPECT_EQ(valid_utf8(kept_text("a" + letters)), kept_text("a" + letters));
}

TEST(CharactersAndPiecesTokenizer, JoinsThePieceThatComesFirst) {
  const CharactersAndPieces cut(Vocabulary({"<s>", "</s>", " ", "a", "b", "c", "bc", "ab", "abc"}));
  EXPECT_EQ(cut.normalize("abc").words, (std::vector<std::string>{"<s>", "abc"}));
  EXPECT_EQ(cut.normalize("<s>ab c").words, (std::vector<std::string>{"<s>", "ab", " ", "c"}));
  EXPECT_EQ(cut.normalize("ABx").words, (std::vector<std::string>{"<s>", "ab", "x"}));
  EXPECT_EQ(cut.normalize("").words, (std::vector<std::string>{"<s>"}));
}

// --- the batch

TEST(TextTrainer, ABatchIsWholeLinesEachWithWhatComesNext) {
  TextTrainer trainer(text_recipe(own_text(twelve_names()), 3));
  const TextLines& lines = trainer.lines();
  const Batch batch = trainer.next_batch();
  ASSERT_EQ(batch.examples.size(), 4U);
  EXPECT_EQ(batch.asked, 4 * 96);
  for (const Columns& rows : batch.examples) {
    ASSERT_EQ(rows.size(), 4U);
    for (const std::vector<int>& column : rows) ASSERT_EQ(column.size(), 96U);
    std::vector<int> line;
    for (std::size_t i = 0; i < 96; ++i) {
      if (rows[1][i] == 0) {
        EXPECT_EQ(rows[0][i], 0) << "a line begins with <s>";
        line.clear();
      } else {
        EXPECT_EQ(rows[0][i], rows[3][i - 1]) << "what came next is read then";
        EXPECT_EQ(rows[2][i], rows[2][i - 1]);
      }
      line.push_back(rows[0][i]);
      if (rows[3][i] != 1) continue;
      line.push_back(1);
      const auto found = std::find_if(lines.lines.begin(), lines.lines.end(),
                                      [&](const auto& each) { return each.tokens == line; });
      ASSERT_NE(found, lines.lines.end());
      EXPECT_FALSE(found->held_out);
    }
  }
  TextTrainer again(text_recipe(own_text(twelve_names()), 3));
  EXPECT_EQ(again.next_batch().examples, batch.examples) << "of the seed alone";
}

TEST(TextTrainer, ALongLineIsLearnedWithinWhatCanBeLookedBackOver) {
  OwnText own;
  for (int i = 0; i < 9; ++i)
    own.text += "a line that is rather long, and has a number at its end: " + std::to_string(i) + "\n";
  own.context = 24;
  TextTrainer trainer(text_recipe(own, 1));
  bool later = false;
  for (const Columns& rows : trainer.next_batch().examples) {
    EXPECT_LT(*std::max_element(rows[1].begin(), rows[1].end()), 24);
    for (std::size_t i = 0; i < rows[1].size(); ++i) later = later || (rows[1][i] == 0 && rows[0][i] != 0);
  }
  EXPECT_TRUE(later) << "parts of lines that do not begin them";
}

TEST(TextTrainer, TheLossFallsFromThatOfAGuess) {
  OwnText own = own_text(twelve_names());
  own.steps = 60;
  TextTrainer trainer(text_recipe(own, 1));
  const double guess = std::log(trainer.lines().words.size());
  const double first = trainer.advance();
  EXPECT_NEAR(first, guess, 0.1) << "before anything is learned";
  double last = 0;
  while (!trainer.done()) last = trainer.advance();
  EXPECT_LT(last, 1.4) << guess;
  EXPECT_LT(text_score(*trainer.model(), trainer.lines(), 96).loss, first + 1);
}

// Packed with others it gets the logits that it gets alone.
TEST(TextTrainer, ScoresALineAsTheModelReadsIt) {
  OwnText own = own_text(twelve_names());
  own.steps = 20;
  own.layers = 2;
  TextTrainer trainer(text_recipe(own, 1));
  while (!trainer.done()) trainer.advance();
  const ModelPtr model = trainer.model();
  double nats = 0;
  int count = 0;
  for (const TextLines::Line& line : trainer.lines().lines) {
    if (!line.held_out) continue;
    const TracePtr trace = model->trace({.text = line.text});
    const Reading probabilities = trace->read("probabilities");
    for (std::size_t i = 0; i + 1 < line.tokens.size(); ++i, ++count)
      nats -= std::log(static_cast<double>(probabilities(static_cast<int>(i), line.tokens[i + 1])));
  }
  EXPECT_NEAR(text_score(*model, trainer.lines(), 96).loss, nats / count, 1e-5);
}

// --- what stands in the text

struct RunCase {
  const char* written;
  const char* text;
  const char* run;
};

TEST(CopiedRun, IsTheFirstOfTheLongest) {
  for (const RunCase& each : {RunCase{"Annabelle", "Anna\nIsabelle\n", "abelle"},
                              {"Anna", "Anna\n", "Anna"},
                              {"xyz", "Anna\n", ""},
                              {"", "Anna\n", ""},
                              {"Anna", "", ""},
                              {"abab", "ab\nba\n", "ab"},
                              {"Zoéline", "Noé\nCéline\n", "éline"},
                              // The first byte of é is that of è: half a letter is none.
                              {"né", "nè\n", "n"},
                              {"日本語", "日本\n本語\n", "日本"},
                              {"xanna", "banna\n", "anna"},
                              {"the sea", "in the sand\nsea\n", "the s"}}) {
    const CopiedRun run = copied_run(each.written, each.text);
    EXPECT_EQ(std::string_view(each.written).substr(run.begin, run.end - run.begin), each.run)
        << each.written;
  }
}

TEST(WrittenLine, SaysWhetherAWholeLineIsKnown) {
  const TextLines lines = text_lines(own_text(twelve_names()));
  const auto held_out =
      std::find_if(lines.lines.begin(), lines.lines.end(), [](const auto& line) { return line.held_out; });
  ASSERT_NE(held_out, lines.lines.end());
  EXPECT_EQ(written_line("Anna", lines).is, WrittenLine::Is::copied);
  EXPECT_EQ(written_line(held_out->text, lines).is, WrittenLine::Is::held_out);
  const WrittenLine made = written_line("Annalie", lines);
  EXPECT_EQ(made.is, WrittenLine::Is::fresh);
  EXPECT_EQ(
      made.text.substr(static_cast<std::size_t>(made.begin), static_cast<std::size_t>(made.end - made.begin)),
      "Anna");
}

// --- watched, and kept

TEST(LiveTraining, OfATextWritesLinesAndIsKept) {
  const TemporaryFolder folder;
  LiveChanges changes;
  changes.own = own_text(twelve_names());
  changes.own.steps = 20;
  LiveTraining live(live_kind("own-text"), 1, folder / "run", {}, changes);
  while (!live.done()) live.advance();
  live.save();
  const LiveRun& run = live.run();
  ASSERT_EQ(run.kept.back(), 20);
  EXPECT_EQ(run.points.back().written.size(), 4U);
  for (const WrittenLine& line : run.points.back().written) EXPECT_LE(line.end, std::ssize(line.text));
  const std::optional<LiveRun> read = read_live_run(live.folder());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->changes, changes);
  EXPECT_EQ(read->points.back().written, run.points.back().written);

  const ModelPtr kept = load_model(live.folder() / live_step_name(20));
  EXPECT_EQ(kept->anatomy().answer, AnswerKind::next_token);
  const ModelPtr trained = live.learner().model();
  const TracePtr a = kept->trace({.text = "Anna"}), b = trained->trace({.text = "Anna"});
  const Reading x = a->read("logits"), y = b->read("logits");
  for (int place = 0; place < 5; ++place) {
    for (int word = 0; word < trained->target().size(); ++word)
      EXPECT_NEAR(x(place, word), y(place, word), 2e-2F) << "its numbers have half the digits";
  }
  // Another folder has the same numbers to the last digit.
  kept->save(folder / "kept", StoredType::f16);
  const TracePtr c = load_model(folder / "kept")->trace({.text = "Anna"});
  EXPECT_EQ(c->read("logits").view().map(), x.view().map());
}

TEST(LiveTraining, OfATextGoesOnWhereItWas) {
  const TemporaryFolder folder;
  LiveChanges changes;
  changes.own = own_text(twelve_names());
  changes.own.steps = 12;
  LiveTraining whole(live_kind("own-text"), 2, folder / "whole", {}, changes);
  while (!whole.done()) whole.advance();
  {
    LiveTraining part(live_kind("own-text"), 2, folder / "part", {}, changes);
    while (part.run().step < 7) part.advance();
    part.save();
  }
  LiveTraining rest(live_kind("own-text"), 2, folder / "part", {}, changes);
  EXPECT_EQ(rest.run().step, 7);
  while (!rest.done()) rest.advance();
  const Weights &a = whole.learner().training().weights(), &b = rest.learner().training().weights();
  for (std::size_t i = 0; i < a.count(); ++i) EXPECT_EQ(a.tensor(i), b.tensor(i));
  LiveChanges other = changes;
  other.own.text += "Zélie\n";
  EXPECT_NE(live_folder(live_kind("own-text"), 2, changes), live_folder(live_kind("own-text"), 2, other));
}

// The ones that were written longest ago go; what is no run of a text stays, whatever its name.
TEST(LiveTraining, OnlyTheLatestTextsAreKept) {
  const TemporaryFolder folder;
  LiveChanges changes;
  changes.own = own_text(twelve_names());
  changes.own.steps = 12;
  const auto now = std::filesystem::file_time_type::clock::now();
  const auto begun_before = [&](const char* name, int minutes) {
    LiveTraining(live_kind("own-text"), 1, folder / name, {}, changes).save();
    std::filesystem::last_write_time(folder.path() / name / "run.json", now - std::chrono::minutes(minutes));
  };
  begun_before("c", 10);
  begun_before("a", 40);
  begun_before("d", 5);
  begun_before("b", 20);
  LiveTraining(live_kind("two-back"), 1, folder / "letters", 24).save();
  std::filesystem::last_write_time(folder / "letters/run.json", now - std::chrono::minutes(90));
  std::filesystem::create_directory(folder / "damaged");
  replace_file(folder / "damaged/run.json", std::string("{}"));
  const auto there = [&] {
    std::string names;
    for (const char* const name : {"a", "b", "c", "d", "letters", "damaged"})
      names += std::filesystem::exists(folder / name) ? name : "-";
    return names;
  };
  remove_old_text_runs(folder.path(), folder / "e", 5);
  EXPECT_EQ(there(), "abcdlettersdamaged");
  remove_old_text_runs(folder.path(), folder / "e", 3);
  EXPECT_EQ(there(), "--cdlettersdamaged");
  remove_old_text_runs(folder.path(), folder / "c", 1);
  EXPECT_EQ(there(), "--c-lettersdamaged");
  remove_old_text_runs(folder / "nowhere", folder / "c", 1);
}

}  // namespace
}  // namespace headlight
