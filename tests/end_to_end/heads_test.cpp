// `headlight heads`: what it says of heads over a text, against PyTorch.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/model_commands.h"
#include "tests/python.h"

namespace headlight {
namespace {

class HeadsCommand : public ModelCommands {
 protected:
  HeadsCommand() {
    std::ofstream(folder_ / "text.txt") << tired_sentence << "\n"
                                        << wide_sentence << "\nThe animal was tired\n";
  }
};

TEST_F(HeadsCommand, SaysWhatPyTorchSays) {
  if (!has_modules("torch", folder_.path())) GTEST_SKIP() << "Python has no torch";
  const Result said = on_model({"heads", "--text", "text.txt", "--json"});
  ASSERT_EQ(said.code, 0) << said.error;
  std::ofstream(folder_ / "heads.json") << said.output;
  ASSERT_EQ(on_model({"code", "--sentence", tired_sentence, "--whole-model", "-o", "model.py"}).code, 0);
  const std::string compare = contents(HEADLIGHT_SOURCE_DIR "/tests/end_to_end/heads.py");
  EXPECT_TRUE(ran_in_python(compare, folder_.path())) << contents(folder_ / "said.txt");
  EXPECT_NE(contents(folder_ / "said.txt").find("three heads as they were measured"), std::string::npos);
}

TEST_F(HeadsCommand, WritesATableAndSaysWhatItCannot) {
  const Result said = on_model({"heads", "--text", "text.txt", "-o", "heads.csv"});
  ASSERT_EQ(said.code, 0) << said.error;
  EXPECT_NE(said.output.find(" tokens in 3 parts of text.txt"), std::string::npos) << said.output;
  EXPECT_NE(said.output.find(" rows"), std::string::npos) << said.output;
  EXPECT_NE(contents(folder_ / "heads.csv").find("encoder.0.self_attention.head.0.weights,entropy,"),
            std::string::npos);
  std::ofstream(folder_ / "empty.txt") << "\n \n";
  for (const auto& [asked, why] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--text", "empty.txt"}, "has no words"},
           {{"--text", "nosuch.txt"}, "nosuch.txt"},
           {{"--text", "text.txt", "-o", "heads.pdf"}, ".csv"},
           {{"--text", "text.txt", "--model", "vit"}, "reads no text"}}) {
    std::vector<std::string> words{"heads"};
    words.insert(words.end(), asked.begin(), asked.end());
    const Result refused =
        asked.size() > 3 && asked[2] == "--model" ? run(words, folder_.path()) : on_model(words);
    EXPECT_NE(refused.code, 0);
    EXPECT_NE(refused.error.find(why), std::string::npos) << refused.error;
  }
}

}  // namespace
}  // namespace headlight
