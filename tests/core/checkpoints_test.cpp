// Steps of one training that lie beside each other.
#include "core/models/checkpoints.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

const fs::path folders_of_steps = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign";

TEST(Checkpoints, HaveTheirStepInTheirName) {
  EXPECT_EQ(step_in_name("runs/step0"), 0);
  EXPECT_EQ(step_in_name("step143000"), 143000);
  EXPECT_EQ(step_in_name("step_00090"), 90);
  EXPECT_EQ(step_in_name("checkpoint-500"), 500);
  EXPECT_EQ(step_in_name("global_step20"), 20);
  EXPECT_EQ(step_in_name("ckpt_7.pt"), 7);
  for (const char* const name : {"step", "steps", "step-", "step--1", "step1.5", "step1x", "mystep1", "1000",
                                 "gpt2", "checkpoint", "step99999999999999999999", ""})
    EXPECT_FALSE(step_in_name(name)) << name;
}

TEST(Checkpoints, AreFoundByTheirSteps) {
  const TemporaryFolder run;
  for (const char* const name : {"step1000", "step0", "step20"})
    fs::copy(folders_of_steps / "gpt_neox", run / name, fs::copy_options::recursive);
  fs::create_directory(run / "step30");  // nothing in it
  fs::create_directory(run / "logs");
  const std::vector<Checkpoint> all = checkpoints_in(run.path());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0], (Checkpoint{run / "step0", 0}));
  EXPECT_EQ(all[1].step, 20);
  EXPECT_EQ(all[2].step, 1000);
  EXPECT_EQ(checkpoints_beside(run / "step20"), all);
  EXPECT_EQ(checkpoints_beside(fs::path(run / "step20") / ""), all);
  EXPECT_TRUE(checkpoints_beside(run.path()).empty());
  EXPECT_TRUE(checkpoints_beside(folders_of_steps / "gpt_neox").empty());
  // The folder of all stands for the last.
  EXPECT_EQ(model_folder(run.path().string()), run / "step1000");
  EXPECT_EQ(load_model(model_folder(run.path().string()))->anatomy().max_tokens, 64);
  EXPECT_EQ(last_checkpoint_or(run / "logs"), run / "logs");
  EXPECT_EQ(last_checkpoint_or(run / "step0"), run / "step0");
}

TEST(Checkpoints, MayBeFilesOfWeights) {
  const TemporaryFolder run;
  fs::copy(folders_of_steps / "gpt_neo_torch", run.path(), fs::copy_options::recursive);
  fs::copy(run / "pytorch_model.bin", run / "step_10.pt");
  EXPECT_TRUE(checkpoints_beside(run / "step_10.pt").empty()) << "there is only one";
  fs::rename(run / "pytorch_model.bin", run / "step_9.pt");
  ASSERT_EQ(checkpoints_beside(run / "step_10.pt").size(), 2U);
  EXPECT_EQ(checkpoints_beside(run / "step_9.pt").back().model, run / "step_10.pt");
  // Their folder stands for the last, unless it has weights of its own.
  EXPECT_EQ(last_checkpoint_or(run.path()), run / "step_10.pt");
  EXPECT_EQ(load_model(model_folder(run.path().string()))->anatomy().max_tokens, 32);
  fs::copy(run / "step_9.pt", run / "pytorch_model.bin");
  EXPECT_EQ(last_checkpoint_or(run.path()), run.path());
}

}  // namespace
}  // namespace headlight
