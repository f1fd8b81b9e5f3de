// Whatever is wrong: one line that helps, the right exit code, and no file left behind.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/end_to_end/program.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

void expect_one_line(const Result& result, int code, const std::vector<std::string>& says = {}) {
  EXPECT_EQ(result.code, code) << result.error;
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
  EXPECT_TRUE(result.error.starts_with("headlight")) << result.error;
  for (const char letter : result.error)
    EXPECT_TRUE(letter == '\n' || letter < 0 || letter >= ' ') << result.error;
  EXPECT_LT(result.error.size(), 1000U) << "what is quoted is shortened";
  for (const std::string& part : says) EXPECT_NE(result.error.find(part), std::string::npos) << result.error;
}

// The words of a line, of which those with spaces stand in double quotes.
std::vector<std::string> arguments_in(const std::string& line) {
  std::vector<std::string> arguments;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool in_quotes = line[at] == '"';
    const std::size_t end = std::min(line.size(), in_quotes ? line.find('"', at + 1) : line.find(' ', at));
    arguments.push_back(line.substr(at + (in_quotes ? 1 : 0), end - at - (in_quotes ? 1 : 0)));
    at = in_quotes ? end + 1 : end;
  }
  return arguments;
}

// What is said of a command that ends so and leaves nothing behind.
std::string refusal(std::vector<std::string> arguments, int code, const std::vector<std::string>& says = {}) {
  const TemporaryFolder folder;
  if (code == 1 && std::find(arguments.begin(), arguments.end(), "--model") == arguments.end())
    arguments.insert(arguments.end(), {"--model", tiny_model_folder()});
  const Result result = run(arguments, folder.path());
  expect_one_line(result, code, says);
  EXPECT_TRUE(files_in(folder.path()).empty()) << result.error;
  return result.error.substr(0, result.error.find('\n'));
}

TEST(Refused, WhatIsWrongIsSaidInOneLine) {
  expect_answers([](const std::string& line) { return refusal(arguments_in(line), 1); });
}

TEST(Refused, AWrongCommandLineIsSaidInOneLine) {
  expect_answers([](const std::string& line) { return refusal(arguments_in(line), 2); });
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Refused, WhatIsEndlessOrNoTextIsSaidInOneLine) {
  struct Wrong {
    std::vector<std::string> arguments, says;
  };
  const std::string endless(100'000, 'x');
  for (const Wrong& wrong : std::vector<Wrong>{
           {{"trace", "--sentence", repeated("the ", 80), "-o", "a.safetensors"}, {"80", "most"}},
           {{"figure", "--sentence", endless, "-o", "a.png"}, {"100000 bytes", "20000"}},
           {{"figure", "--sentence", "the " + endless.substr(0, 19'000), "-o", "a.png"},
            {"xxx...\"", "(word 2)"}},
           {{"figure", "--site", endless, "-o", "a.png"}, {"--site", "xxx...\"", "nearest"}},
           {{"figure", "--sentence", "the \u202Eani\x1bmal", "-o", "a.png"}, {"\\u202eani", "word 2"}},
           {{"figure", "--sentence", "\xff\xfe", "-o", "a.png"}, {"UTF-8"}},
           {{"figure", "--site", "\x1b[31mred\a", "-o", "a.png"}, {"\\x1b[31mred\\x07"}},
           {{"figure", "--site", "\xff\x9b", "-o", "a.png"}, {"\\xff\\x9b", "nearest"}},
           {{"figure", "--model", "causal", "--sentence", repeated("the ", 300), "-o", "a.png"},
            {"300 words", "1 to 255"}}})
    refusal(wrong.arguments, 1, wrong.says);
}

// What `random` takes gives another model, or is refused with what fits: nothing is taken and dropped.
TEST(RandomOptions, AllChangeTheModelOrAreRefused) {
  struct Option {
    std::string name;
    std::vector<std::string> values;
  };
  const std::vector<Option> options{
      {"--encoder-layers", {"1", "2"}}, {"--decoder-layers", {"1", "2"}}, {"--heads", {"1", "2"}},
      {"--head-size", {"3", "5"}},      {"--d-model", {"16", "32"}},      {"--d-ff", {"8", "16"}},
      {"--max-tokens", {"20", "21"}},   {"--cell", {"rnn", "gru"}},       {"--layers", {"1", "2"}},
      {"--d-embedding", {"8", "9"}},    {"--d-state", {"8", "9"}}};
  const TemporaryFolder folder;
  for (const std::string family :
       {"transformer", "seq2seq", "characters", "recurrent_captioner", "picture_transformer"}) {
    for (const Option& option : options) {
      std::vector<std::string> configs;
      for (const std::string& value : option.values) {
        const Result result = run({"random", "m", "--family", family, option.name, value}, folder.path());
        if (result.code == 0) {
          configs.push_back(contents(folder.path() / "m" / "config.json"));
        } else {
          EXPECT_EQ(result.code, 2) << family << ' ' << option.name << ": " << result.error;
          EXPECT_NE(result.error.find("its options are --"), std::string::npos) << result.error;
        }
      }
      if (configs.empty()) continue;
      ASSERT_EQ(configs.size(), 2U) << family << ' ' << option.name;
      EXPECT_NE(configs[0], configs[1]) << family << ' ' << option.name;
    }
  }
}

TEST(RandomOptions, AFamilyIsNoModelToBeLike) {
  const TemporaryFolder folder;
  const Result result = run({"random", "m", "--like", "transformer"}, folder.path());
  expect_one_line(result, 1, {"\"transformer\" is not a model", "--family transformer"});
  EXPECT_TRUE(files_in(folder.path()).empty());
}

TEST(RandomOptions, AConfigIsOfTheFamily) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(tiny_model_folder() + "/config.json", folder.path() / "c.json");
  const Result result = run({"random", "m", "--like", "vit", "--config", "c.json"}, folder.path());
  expect_one_line(result, 1, {"c.json", "family"});
  EXPECT_EQ(files_in(folder.path()), std::vector<std::string>{"c.json"});
  const auto vit = std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "assets/models/vit/config.json";
  EXPECT_EQ(run({"random", "m", "--like", "vit", "--config", vit.string()}, folder.path()).code, 0);
}

// All of a model or nothing of it: what failed can be tried again.
TEST(RandomOptions, NothingIsLeftOfAModelThatCouldNotBeWritten) {
  const TemporaryFolder folder;
  const Result full = run({"random", "m"}, folder.path(), {.before = "ulimit -f 100", .output = ""});
  expect_one_line(full, 1, {"cannot write"});
  EXPECT_TRUE(files_in(folder.path()).empty());
  EXPECT_EQ(run({"random", "m/"}, folder.path()).code, 0);
  EXPECT_EQ(files_in(folder.path() / "m").size(), 4U);
  EXPECT_EQ(run({"random", "m", "--seed", "2"}, folder.path()).code, 0) << "one that is random is replaced";
}

TEST(NamesOfBytes, AreSaidBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  expect_one_line(run({"random", "m\xff"}, folder.path()), 1, {"m\\xff", "UTF-8"});
  EXPECT_TRUE(files_in(folder.path()).empty());
  std::filesystem::copy(tiny_model_folder(), folder.path() / "m\xff");
  const Result generated = run({"generate", "--json", "--model", "m\xff", "the animal"}, folder.path());
  EXPECT_EQ(generated.code, 0) << generated.error;
  EXPECT_NE(generated.output.find("m\uFFFD"), std::string::npos) << generated.output;
}

TEST(WithoutADriver, APictureIsRefusedInOneLine) {
  const TemporaryFolder folder;
  const Result result = run({"screenshot", "-o", "a.png", "--model", tiny_model_folder()}, folder.path(),
                            {.before = "export __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent", .output = ""});
  expect_one_line(result, 1, {"libgl1-mesa-dri"});
}

// --- files that are damaged

class DamagedFiles : public testing::Test {
 protected:
  DamagedFiles() : model_(folder_.path() / "model") {
    std::filesystem::copy(tiny_model_folder(), model_, std::filesystem::copy_options::recursive);
  }
  void expect_refused(const std::vector<std::string>& says) {
    const Result result = run({"figure", "--model", model_.string(), "-o", "a.png"}, folder_.path());
    expect_one_line(result, 1, says);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "a.png"));
  }

  TemporaryFolder folder_;
  std::filesystem::path model_;
};

TEST_F(DamagedFiles, TruncatedWeights) {
  const auto file = model_ / "model.safetensors";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 10);
  expect_refused({"model.safetensors"});
}

TEST_F(DamagedFiles, HeaderThatClaimsTooMuch) {
  std::ofstream(model_ / "model.safetensors", std::ios::binary) << std::string(8, '\xff') << "{}";
  expect_refused({"model.safetensors"});
}

TEST_F(DamagedFiles, MissingConfig) {
  std::filesystem::remove(model_ / "config.json");
  expect_refused({"config.json"});
}

TEST_F(DamagedFiles, ConfigOfAnotherModel) {
  std::string config = contents(model_ / "config.json");
  const std::size_t at = config.find("\"d_ff\"");
  ASSERT_NE(at, std::string::npos);
  config.insert(config.find(':', at) + 1, "1000000000, \"d_ff_was\":");
  std::ofstream(model_ / "config.json") << config;
  expect_refused({"config.json"});
}

TEST_F(DamagedFiles, BrokenSession) {
  std::ofstream(folder_ / "mine.json") << "{\n\"layer\": }";
  const Result result = run({"figure", "--session", "mine.json", "-o", "a.png"}, folder_.path());
  expect_one_line(result, 1, {"mine.json", "line 2"});
}

TEST_F(DamagedFiles, SessionWithAWrongField) {
  std::ofstream(folder_ / "mine.json") << "{\n\"layer\": 0,\n\"presenting\": 1}";
  const Result result = run({"figure", "--session", "mine.json", "-o", "a.png"}, folder_.path());
  expect_one_line(result, 1, {"mine.json", "line 3", "presenting", "true or false"});
}

TEST_F(DamagedFiles, SessionNestedWithoutEnd) {
  std::ofstream(folder_ / "mine.json") << "{\"view\":\n" << std::string(100'000, '[');
  const Result result = run({"figure", "--session", "mine.json", "-o", "a.png"}, folder_.path());
  expect_one_line(result, 1, {"mine.json", "line 2", "32"});
}

// Also for another sentence than the session's own.
TEST_F(DamagedFiles, EditOfARowThatIsNotThere) {
  std::ofstream(folder_ / "mine.json")
      << "{\"sentence\": \"the animal was tired\", \"compare\": \"\", \"token\": -1, \"layer\": 0, "
         "\"edits\": [{\"path\": "
         "\"encoder.0.self_attention.head.0.weights\", \"row\": 3, \"values\": [0.25]}]}";
  const std::vector<std::string> figure{"figure",        "--session", "mine.json", "--model",
                                        model_.string(), "-o",        "a.csv"};
  EXPECT_EQ(run(figure, folder_.path()).code, 0);
  std::vector<std::string> other = figure;
  other.insert(other.end(), {"--sentence", "it was"});
  expect_one_line(run(other, folder_.path()), 1, {"edits[0]", "row 3", "0 to 1"});
}

TEST_F(DamagedFiles, OutputIsAFolder) {
  std::filesystem::create_directory(folder_ / "a.png");
  const Result result = run({"figure", "--model", model_.string(), "-o", "a.png"}, folder_.path());
  expect_one_line(result, 1, {"a.png", "folder"});
  EXPECT_TRUE(files_in(folder_ / "a.png").empty());
}

TEST_F(DamagedFiles, OldFileSurvivesAFailure) {
  std::ofstream(folder_ / "a.png") << "old";
  const Result result =
      run({"figure", "--model", model_.string(), "--site", "nonsense", "-o", "a.png"}, folder_.path());
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(contents(folder_ / "a.png"), "old");
}

}  // namespace
}  // namespace headlight
