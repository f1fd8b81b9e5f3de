// What is known of a model's folder is read once, whoever asks, and again where it was written anew.
#include "core/models/outline.h"

#include <gtest/gtest.h>

#include <thread>

#include "app/lessons/library.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/models/catalogue.h"
#include "core/models/folder.h"
#include "core/models/model.h"
#include "core/models/random_model.h"
#include "core/platform/paths.h"
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
              EXPECT_FALSE(shipped_shelf().empty());
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

}  // namespace
}  // namespace headlight
