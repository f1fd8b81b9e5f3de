// Programs as `headlight code` writes them, run where they were written.
#include <gtest/gtest.h>

#include "tests/end_to_end/model_commands.h"
#include "tests/python.h"

namespace headlight {
namespace {

class CodeCommand : public ModelCommands {
 protected:
  // What the command says, and then the program.
  std::string written_and_run(const std::vector<std::string>& asked, const std::string& file) {
    std::vector<std::string> words{"code", "--sentence", tired_sentence, "-o", file};
    words.insert(words.end(), asked.begin(), asked.end());
    const Result result = on_model(words);
    EXPECT_EQ(result.code, 0) << result.error;
    EXPECT_TRUE(ran_in_python(contents(folder_ / file), folder_.path())) << contents(folder_ / "said.txt");
    return contents(folder_ / "said.txt");
  }
};

TEST_F(CodeCommand, WritesAStepThatGivesItsNumbers) {
  if (!has_modules("numpy", folder_.path())) GTEST_SKIP() << "Python has no numpy";
  const std::string said = written_and_run({"--site", "scores", "--layer", "1"}, "a.py");
  EXPECT_NE(said.find("encoder.1.self_attention.head.0.scores"), std::string::npos) << said;
  EXPECT_NE(contents(folder_ / "a.py").find("S = Q @ K.T"), std::string::npos);
  for (const char* site :
       {"source.embedded", "residual_1", "normalized_2", "feed_forward.activated", "logits"})
    written_and_run({"--site", site}, "b.py");
}

TEST_F(CodeCommand, WritesAHeadThatGivesItsNumbers) {
  if (!has_modules("numpy", folder_.path())) GTEST_SKIP() << "Python has no numpy";
  const std::string said = written_and_run({"--whole-head", "--site", "cross.weights"}, "head.py");
  EXPECT_NE(said.find("decoder.0.cross_attention.head.0.output"), std::string::npos) << said;
}

TEST_F(CodeCommand, WritesAStepWithItsBackwardPass) {
  if (!has_modules("numpy", folder_.path())) GTEST_SKIP() << "Python has no numpy";
  const std::string said = written_and_run({"--backward", "--site", "scores", "--layer", "1"}, "back.py");
  EXPECT_NE(said.find("gradient of encoder.1.self_attention.head.0.query: off by"), std::string::npos)
      << said;
  EXPECT_NE(contents(folder_ / "back.py").find("dQ = dS @ K"), std::string::npos);
  for (const char* site : {"loss", "normalized_2", "source.embedded", "cross.key", "concatenated"})
    written_and_run({"--backward", "--site", site}, "back.py");
}

TEST_F(CodeCommand, WritesAModelThatGivesItsNumbersAndItsWords) {
  if (!has_modules("torch", folder_.path())) GTEST_SKIP() << "Python has no torch";
  written_and_run({"--whole-head", "--torch"}, "head.py");
  const std::string said = written_and_run({"--whole-model"}, "model.py");
  EXPECT_NE(said.find("steps as in the trace"), std::string::npos) << said;
}

// A number that is not the trace's is found, and where.
TEST_F(CodeCommand, StopsWhereANumberIsAnother) {
  if (!has_modules("numpy", folder_.path())) GTEST_SKIP() << "Python has no numpy";
  ASSERT_EQ(on_model({"code", "--sentence", tired_sentence, "--site", "weights", "-o", "a.py"}).code, 0);
  std::string program = contents(folder_ / "a.py");
  const std::string axis = "e.sum(axis=1";
  program.replace(program.rfind(axis), axis.size(), "e.sum(axis=0");
  EXPECT_FALSE(ran_in_python(program, folder_.path()));
  EXPECT_NE(contents(folder_ / "said.txt").find(" in the trace, "), std::string::npos);
}

TEST_F(CodeCommand, WritesANotebook) {
  const Result result = on_model({"code", "--sentence", tired_sentence, "--site", "scores", "-o", "a.ipynb"});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(beginning("a.ipynb").front(), '{');
  EXPECT_FALSE(contents(folder_ / "a.npz").empty());
}

TEST_F(CodeCommand, SaysWhatItCannotWrite) {
  for (const auto& [asked, why] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"-o", "a.txt"}, "end the name in"},
           {{"--site", "source.tokens", "-o", "a.py"}, "given, not computed"},
           {{"--whole-head", "--site", "residual_1", "-o", "a.py"}, "of no head"},
           {{"--backward", "--site", "positions", "-o", "a.py"}, "no gradient flows"},
           {{"--backward", "-o", "a.xlsx"}, "the forward pass"},
           {{"--cell", "99", "0", "-o", "a.py"}, "no such cell"}}) {
    std::vector<std::string> words{"code"};
    words.insert(words.end(), asked.begin(), asked.end());
    const Result result = on_model(words);
    EXPECT_EQ(result.code, 1);
    EXPECT_NE(result.error.find(why), std::string::npos) << result.error;
  }
}

}  // namespace
}  // namespace headlight
