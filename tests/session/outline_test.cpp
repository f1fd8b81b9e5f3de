// What is known of a model's folder is read once, whoever asks, and again where it was written anew.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <thread>

#include "app/lessons/library.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/sentence.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/folder.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/platform/paths.h"
#include "tests/snapshot.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

// What `work` reads again of all it has read, or what was read before.
std::map<std::string, int> read_again(const std::function<void()>& work) {
  const std::map<std::string, int> before = files_read();
  work();
  std::map<std::string, int> again;
  for (const auto& [file, times] : files_read()) {
    const auto found = before.find(file);
    const int then = found == before.end() ? 0 : found->second;
    if (times > then && times > 1 && file.starts_with(assets_folder().string())) again[file] = times;
  }
  return again;
}

const std::map<std::string, int> none;

// Before the first frame; what was read for another test is not read again here.
TEST(Outline, TheStartReadsOnlyWhatItShows) {
  const std::map<std::string, int> before = files_read();
  EXPECT_NE(compute(opening_session(Session{}.model), nullptr)->model, nullptr);
  for (const auto& [file, times] : files_read()) {
    if (before.contains(file)) continue;
    for (const char* later : {"/words/verbs.tsv", "/words/habits.tsv", "/words/meanings.tsv",
                              "/causal/words.json", "/causal/model.safetensors", "/glossary.md"})
      EXPECT_FALSE(file.ends_with(later)) << file;
  }
}

TEST(Outline, TheStartReadsNoFileTwice) {
  EXPECT_EQ(read_again([] {
              const Session session = opening_session(Session{}.model);
              EXPECT_FALSE(shipped_lessons().empty());
              EXPECT_FALSE(shipped_catalogue().empty());
              EXPECT_NE(compute(session, nullptr)->model, nullptr);
            }),
            none);
}

TEST(Outline, AnotherModelOnStageIsReadOnce) {
  EXPECT_EQ(
      read_again([] {
        Session session = opening_session(Session{}.model);
        for (const char* model : {"causal", "vit", "caption-rnn", "positions/third/rotary", "translator"}) {
          session = with_model(session, model);
          EXPECT_NE(compute(session, nullptr)->model, nullptr) << model;
        }
      }),
      none);
}

TEST(Outline, ManyThreadsReadOnce) {
  EXPECT_EQ(read_again([] {
              std::vector<std::thread> threads;
              for (int i = 0; i < 4; ++i)
                threads.emplace_back([] {
                  const OutlinePtr outline = outline_of(model_folder("seq2seq"));
                  EXPECT_GT(outline->tokenizer().vocabulary().size(), 0);
                  EXPECT_EQ(outline->origin(), "trained");
                  EXPECT_NE(shared_model(outline->folder()), nullptr);
                });
              for (std::thread& each : threads) each.join();
            }),
            none);
}

TEST(Outline, AFolderWrittenAnewIsSeen) {
  const TemporaryFolder folder;
  auto config = read_config<TransformerConfig>(tiny_model_folder());
  const WordsFile words = outline_of(tiny_model_folder())->words();
  write_random_model(folder.path(), config, words, 1);
  const OutlinePtr before = outline_of(folder.path());
  const ModelPtr model = shared_model(folder.path());
  EXPECT_EQ(outline_of(folder.path()), before);
  EXPECT_EQ(shared_model(folder.path()), model);
  EXPECT_EQ(before->anatomy().layers(Attention::encoder), config.encoder_layers);

  config.encoder_layers += 1;
  write_random_model(folder.path(), config, words, 1);
  EXPECT_EQ(outline_of(folder.path())->anatomy().layers(Attention::encoder), config.encoder_layers);
  EXPECT_NE(shared_model(folder.path()), model);
  EXPECT_EQ(before->anatomy().layers(Attention::encoder), config.encoder_layers - 1) << "what is held stays";
}

TEST(Outline, AFolderWithoutAModelSaysWhatIsMissing) {
  const TemporaryFolder folder;
  const OutlinePtr outline = outline_of(folder.path());
  EXPECT_FALSE(outline->has_card());
  EXPECT_EQ(outline->origin(), "yours");
  EXPECT_THROW(outline->anatomy(), std::exception);
  EXPECT_THROW(outline->anatomy(), std::exception) << "and says it again";
}

// Replacing a word leaves the rest as it was typed.

TEST(WithWord, KeepsWhatStandsAround) {
  expect_said({with_word("The animal didn't cross the street.", 1, "cat", nullptr),
               with_word("The animal didn't cross the street.", 5, "road", nullptr),
               with_word("The  animal, it was tired", 1, "cat", nullptr)});
}

TEST(WithWord, LetsTheArticleFollow) {
  expect_said({with_word("I saw a cat", 3, "owl", nullptr), with_word("An  owl slept", 1, "cat", nullptr),
               with_word("A cat slept", 1, "university", nullptr),
               with_word("It's a cat", 3, "hour", nullptr), with_word("The cat slept", 1, "owl", nullptr)});
}

TEST(WithWord, ReplacesAWordOfPiecesAsAWhole) {
  const Tokenizer* const spelling = [] {
    static const EnglishWords tokenizer(
        Vocabulary({"the", "sheep", "##s", "slept", "z##", "##e", "##b", "##u"}));
    return &tokenizer;
  }();
  EXPECT_EQ(with_word("The zebu, slept", 2, "cow", spelling), "The cow, slept");
  EXPECT_EQ(with_word("The sheeps slept", 2, "cow", spelling), "The cow slept");
  EXPECT_EQ(with_word("The zebu slept", 5, "ran", spelling), "The zebu ran");
}

TEST(WithWord, KeepsACapital) {
  EXPECT_EQ(with_word("The animal slept", 0, "my", nullptr), "My animal slept");
}

TEST(WithWord, CountsAsTheModelReads) {
  // The full stop between the sentences is a word of its own.
  EXPECT_EQ(with_word("The dog slept. It was tired", 4, "she", nullptr), "The dog slept. She was tired");
}

TEST(WithWord, WritesAnewWhatIsNotOnePiece) {
  const std::vector<std::string> words = words_of("It's tired", nullptr);
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(with_word("It's tired", 1, "was", nullptr), "it was tired");
}

// The number of words is the model's: what stands on the stage, in the menu and in the trace.
TEST(WithWord, CountsAsThisModelReads) {
  const Model model = tiny_translator();
  const std::string typed = "The animal didnt cross \U0001f600 the STREEET!";
  EXPECT_EQ(words_of(typed, &model.tokenizer()).size(), model.read(typed).size());
  EXPECT_EQ(with_word(typed, 2, "was", &model.tokenizer()), "The animal was cross \U0001f600 the STREEET!");
  EXPECT_EQ(with_word(typed, 5, "animal", &model.tokenizer()),
            "The animal didnt cross \U0001f600 the Animal!");
  EXPECT_EQ(words_of("", &model.tokenizer()).size(), 0U);
}

TEST(WithWord, ChangesNothingOutside) {
  expect_said({with_word("The animal", 2, "x", nullptr), with_word("The animal", -1, "x", nullptr)});
  EXPECT_EQ(with_word("", 0, "x", nullptr), "");
  EXPECT_EQ(with_word("The animal", 0, "", nullptr), "The animal");
}

// A handout takes the files of a model by this list, so it has to be all that is read, and nothing else.
TEST(Outline, KnowsTheFilesThatItReads) {
  const std::filesystem::path golden =
      std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / "foreign";
  int folders = 0;
  for (const auto& entry : std::filesystem::directory_iterator(golden)) {
    if (!std::filesystem::exists(entry.path() / "config.json")) continue;
    if (entry.path().filename().string().ends_with("_pieces")) continue;  // a tokenizer alone
    const TemporaryFolder folder;
    const std::filesystem::path model = folder.path() / "model";
    std::filesystem::copy(entry.path(), model, std::filesystem::copy_options::recursive);
    load_model(model);
    std::set<std::string> read, listed;
    for (const auto& [file, times] : files_read()) {
      if (file.starts_with((model / "").string())) read.insert(file);
    }
    for (const std::filesystem::path& file : outline_of(model)->files()) listed.insert(file.string());
    EXPECT_EQ(read, listed) << entry.path();
    ++folders;
  }
  EXPECT_GE(folders, 10);
}

}  // namespace
}  // namespace headlight
