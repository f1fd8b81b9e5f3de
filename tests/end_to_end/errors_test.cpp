// Whatever is wrong: one line that helps, the right exit code, and no file left behind.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

struct Wrong {
  std::string name;  // of the test
  std::vector<std::string> arguments;
  std::vector<std::string> says;  // what the line must hold
};

void PrintTo(const Wrong& wrong, std::ostream* stream) { *stream << wrong.name; }
std::string name_of(const testing::TestParamInfo<Wrong>& info) { return info.param.name; }

void expect_one_line(const Result& result, int code, const Wrong& wrong) {
  EXPECT_EQ(result.code, code) << result.error;
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
  EXPECT_TRUE(result.error.starts_with("headlight")) << result.error;
  for (const char letter : result.error)
    EXPECT_TRUE(letter == '\n' || letter < 0 || letter >= ' ') << result.error;
  EXPECT_LT(result.error.size(), 1000U) << "what is quoted is shortened";
  for (const std::string& part : wrong.says)
    EXPECT_NE(result.error.find(part), std::string::npos) << result.error;
}

class BadInput : public testing::TestWithParam<Wrong> {};

TEST_P(BadInput, IsSaidInOneLine) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = GetParam().arguments;
  if (std::find(arguments.begin(), arguments.end(), "--model") == arguments.end()) {
    arguments.insert(arguments.end(), {"--model", tiny_model_folder()});
  }
  expect_one_line(run(arguments, folder.path()), 1, GetParam());
  EXPECT_TRUE(files_in(folder.path()).empty());
}

const std::string eighty_words = [] {
  std::string text;
  for (int i = 0; i < 80; ++i) text += "the ";
  return text;
}();

const std::string three_hundred_words = [] {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "the ";
  return text;
}();

const std::string endless(100'000, 'x');

INSTANTIATE_TEST_SUITE_P(
    EndToEnd, BadInput,
    testing::Values(
        Wrong{"UnknownWord",
              {"figure", "--sentence", "The anmal was tired", "-o", "a.png"},
              {"anmal", "animal"}},
        Wrong{"UnknownWords",
              {"figure", "--sentence", "The anmal was tyred", "-o", "a.png"},
              {"anmal", "animal", "nor is \"tyred\" (word 4)", "tired"}},
        Wrong{"UnknownWordInSecond",
              {"figure", "--sentence", "it", "--compare", "it was tyred", "-o", "a.png"},
              {"second sentence", "tyred", "tired"}},
        Wrong{"EmptySentence", {"figure", "--sentence", "", "-o", "a.png"}, {"sentence"}},
        Wrong{"BlankSecondSentence", {"figure", "--compare", " ", "-o", "a.png"}, {"--compare"}},
        Wrong{"LongSentence", {"trace", "--sentence", eighty_words, "-o", "a.safetensors"}, {"80", "most"}},
        Wrong{"EndlessSentence", {"figure", "--sentence", endless, "-o", "a.png"}, {"100000 bytes", "20000"}},
        Wrong{"EndlessWord",
              {"figure", "--sentence", "the " + endless.substr(0, 19'000), "-o", "a.png"},
              {"xxx...\"", "(word 2)"}},
        Wrong{"EndlessSite", {"figure", "--site", endless, "-o", "a.png"}, {"--site", "xxx...\"", "nearest"}},
        Wrong{"HiddenLetters",
              {"figure", "--sentence", "the \u202Eani\x1bmal", "-o", "a.png"},
              {"\\u202eani", "word 2"}},
        Wrong{"NoUnicode", {"figure", "--sentence", "\xff\xfe", "-o", "a.png"}, {"UTF-8"}},
        Wrong{"LayerOutOfRange", {"figure", "--layer", "2", "-o", "a.png"}, {"--layer 2", "0 to 1"}},
        Wrong{"NegativeLayer", {"figure", "--layer", "-1", "-o", "a.png"}, {"--layer -1", "0 to 1"}},
        Wrong{"HeadOutOfRange", {"figure", "--head", "2", "-o", "a.png"}, {"--head 2", "0 to 1"}},
        Wrong{"CrossHeadOutOfRange",
              {"figure", "--head", "1", "--site", "cross.weights", "-o", "a.png"},
              {"--head 1", "0 only"}},
        Wrong{"SiteAgainstLayer",
              {"figure", "--layer", "0", "--site", "encoder.1.residual_1", "-o", "a.png"},
              {"different layers"}},
        Wrong{"SiteOfNoLayer",
              {"figure", "--site", "encoder.99.self_attention.head.0.weights", "-o", "a.png"},
              {"encoder.99", "layer 99", "0 to 1"}},
        Wrong{"SiteOfNoHead",
              {"figure", "--site", "decoder.0.cross_attention.head.3.query", "-o", "a.png"},
              {"head 3", "0 only"}},
        Wrong{"SiteOfNegativeLayer",
              {"figure", "--site", "encoder.-1.weights", "-o", "a.png"},
              {"layer -1", "0 to 1"}},
        Wrong{"SiteOfNoStack", {"figure", "--site", "5.weights", "-o", "a.png"}, {"5.weights", "nearest"}},
        Wrong{"UnknownSite", {"figure", "--site", "wieghts", "-o", "a.png"}, {"wieghts", "weights"}},
        Wrong{"UnknownModel", {"figure", "--model", "translater", "-o", "a.png"}, {"translater", "shipped"}},
        Wrong{"UnwritableOutput", {"figure", "-o", "no/such/folder/a.png"}, {"no/such/folder"}},
        Wrong{"UnwritableTrace", {"trace", "-o", "no/such/folder/a.safetensors"}, {"no/such/folder"}},
        Wrong{"StageUnknownType", {"figure", "--stage", "-o", "a.csv"}, {"a.csv", ".svg"}},
        Wrong{"StageTooSmall", {"figure", "--stage", "--size", "300", "200", "-o", "a.png"}, {"800"}},
        Wrong{"StepUnknown", {"figure", "--from", "nothing", "-o", "a.gif"}, {"nothing"}},
        Wrong{"UnknownType", {"figure", "-o", "a.bmp"}, {"a.bmp", ".png"}},
        // Before it looks at anything else.
        Wrong{"PictureOfATrace", {"trace", "--sentence", "anmal", "-o", "a.png"}, {"a.png", ".safetensors"}},
        Wrong{"ScreenshotAsText", {"screenshot", "--sentence", "anmal", "-o", "a.txt"}, {"a.txt", ".png"}},
        Wrong{
            "ControlCharacters", {"figure", "--site", "\x1b[31mred\a", "-o", "a.png"}, {"\\x1b[31mred\\x07"}},
        Wrong{"SiteOfNoLetters", {"figure", "--site", "\xff\x9b", "-o", "a.png"}, {"\\xff\\x9b", "nearest"}},
        Wrong{"UnwritableFolder", {"--output", "no/such/folder"}, {"no/such/folder"}},
        Wrong{"MoreWordsThanItReads",
              {"figure", "--model", "causal", "--sentence", three_hundred_words, "-o", "a.png"},
              {"300 words", "1 to 255"}},
        Wrong{"TableUnknown",
              {"figure", "--lab", "cost", "--table", "nonsense", "--json"},
              {"--table nonsense", "one of"}},
        Wrong{"PictureForALesson", {"figure", "--lesson", "x.jpg", "-o", "a.png"}, {"x.jpg", "not a lesson"}},
        Wrong{"DiskThatFails", {"figure", "--session", "/proc/self/mem", "-o", "a.png"}, {"/proc/self/mem"}},
        Wrong{"ModelUnknownToTheWindow", {"--model", "gpt2"}, {"gpt2", "shipped: "}},
        Wrong{"NoSession", {"figure", "--session", "none.json", "-o", "a.png"}, {"none.json"}},
        Wrong{"CellOutOfRange", {"trace", "--sentence", "it", "--cell", "0", "9"}, {"[0, 9]", "[1, 1]"}}),
    name_of);

class BadUsage : public testing::TestWithParam<Wrong> {};

TEST_P(BadUsage, IsSaidInOneLine) {
  const TemporaryFolder folder;
  expect_one_line(run(GetParam().arguments, folder.path()), 2, GetParam());
  EXPECT_TRUE(files_in(folder.path()).empty());
}

INSTANTIATE_TEST_SUITE_P(
    EndToEnd, BadUsage,
    testing::Values(
        Wrong{"UnknownCommand", {"figur"}, {"figur", "did you mean \"figure\"?"}},
        Wrong{"StrangeCommand", {"xyzzyplugh"}, {"xyzzyplugh", "--help"}},
        Wrong{"UnknownOption", {"figure", "--layr", "1"}, {"--layr", "did you mean \"--layer\"?"}},
        Wrong{"UnknownOptionWithValue", {"figure", "--sit=key"}, {"--sit", "--site"}},
        Wrong{"UnknownOptionAtAll", {"--sentense", "x"}, {"--sentense", "--sentence"}},
        Wrong{"MissingValue", {"figure", "--layer"}, {"--layer"}},
        Wrong{"NoNumber", {"figure", "--layer", "one", "-o", "a.png"}, {"--layer", "one"}},
        Wrong{"MissingOutput", {"figure"}, {"-o"}}, Wrong{"MissingTraceOutput", {"trace"}, {"-o"}},
        Wrong{"MissingName", {"evaluate"}, {"NAME"}},
        Wrong{"SurplusArgument", {"models", "translator"}, {"translator"}},
        Wrong{"UnknownTheme", {"figure", "--theme", "pink", "-o", "a.png"}, {"pink", "dark"}},
        Wrong{"NoNumberAtAll", {"figure", "--layer", "", "-o", "a.png"}, {"--layer", "\"\""}},
        Wrong{"ANumberAfterASpace", {"figure", "--head", " 1", "-o", "a.png"}, {"--head", "\" 1\""}},
        Wrong{"ScaleThatIsNone", {"screenshot", "--scale", "nan", "-o", "a.png"}, {"--scale", "nan"}},
        Wrong{"InfiniteSize", {"figure", "--size", "inf", "720", "-o", "a.png"}, {"--size", "inf"}},
        Wrong{"SeedBelowZero",
              {"generate", "the dog", "--how", "sample", "--seed=-1"},
              {"--seed", "\"-1\"", "18446744073709551615"}},
        Wrong{"SeedTooLarge",
              {"random", "m", "--seed=18446744073709551616"},
              {"--seed", "18446744073709551616"}},
        Wrong{"NoWordsAtAll", {"generate", "the dog", "--words", "0"}, {"--words", "at least 1"}},
        Wrong{"CandidatesBelowNone", {"generate", "the dog", "--candidates", "-1"}, {"at least 0"}},
        Wrong{"OptionOfAnotherWay", {"generate", "the dog", "--beams", "3"}, {"--beams", "--how beam"}},
        Wrong{"TemperatureOfNothing", {"generate", "the dog", "--temperature", "2"}, {"--how sample"}},
        Wrong{"HalfACell", {"trace", "--cell", "1"}, {"--cell"}}),
    name_of);

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
          EXPECT_NE(result.error.find("for it there are --"), std::string::npos) << result.error;
        }
      }
      if (configs.empty()) continue;
      ASSERT_EQ(configs.size(), 2U) << family << ' ' << option.name;
      EXPECT_NE(configs[0], configs[1]) << family << ' ' << option.name;
    }
  }
}

TEST(RandomOptions, AConfigIsOfTheFamily) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(tiny_model_folder() + "/config.json", folder.path() / "c.json");
  const Result result = run({"random", "m", "--like", "vit", "--config", "c.json"}, folder.path());
  expect_one_line(result, 1, {"", {}, {"c.json", "family"}});
  EXPECT_EQ(files_in(folder.path()), std::vector<std::string>{"c.json"});
  const auto vit = std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "assets/models/vit/config.json";
  EXPECT_EQ(run({"random", "m", "--like", "vit", "--config", vit.string()}, folder.path()).code, 0);
}

// All of a model or nothing of it: what failed can be tried again.
TEST(RandomOptions, NothingIsLeftOfAModelThatCouldNotBeWritten) {
  const TemporaryFolder folder;
  const Result full = run({"random", "m"}, folder.path(), {.before = "ulimit -f 100", .output = ""});
  expect_one_line(full, 1, {"", {}, {"cannot write"}});
  EXPECT_TRUE(files_in(folder.path()).empty());
  EXPECT_EQ(run({"random", "m/"}, folder.path()).code, 0);
  EXPECT_EQ(files_in(folder.path() / "m").size(), 4U);
  EXPECT_EQ(run({"random", "m", "--seed", "2"}, folder.path()).code, 0) << "one that is random is replaced";
}

TEST(NamesOfBytes, AreSaidBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  expect_one_line(run({"random", "m\xff"}, folder.path()), 1, {"", {}, {"m\\xff", "UTF-8"}});
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
  expect_one_line(result, 1, {"", {}, {"libgl1-mesa-dri"}});
}

// --- files that are damaged

class DamagedFiles : public testing::Test {
 protected:
  DamagedFiles() : model_(folder_.path() / "model") {
    std::filesystem::copy(tiny_model_folder(), model_, std::filesystem::copy_options::recursive);
  }
  void expect_refused(const std::vector<std::string>& says) {
    const Result result = run({"figure", "--model", model_.string(), "-o", "a.png"}, folder_.path());
    expect_one_line(result, 1, {"", {}, says});
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
  expect_one_line(result, 1, {"", {}, {"mine.json", "line 2"}});
}

TEST_F(DamagedFiles, SessionWithAWrongField) {
  std::ofstream(folder_ / "mine.json") << "{\n\"layer\": 0,\n\"presenting\": 1}";
  const Result result = run({"figure", "--session", "mine.json", "-o", "a.png"}, folder_.path());
  expect_one_line(result, 1, {"", {}, {"mine.json", "line 3", "presenting", "true or false"}});
}

TEST_F(DamagedFiles, SessionNestedWithoutEnd) {
  std::ofstream(folder_ / "mine.json") << "{\"view\":\n" << std::string(100'000, '[');
  const Result result = run({"figure", "--session", "mine.json", "-o", "a.png"}, folder_.path());
  expect_one_line(result, 1, {"", {}, {"mine.json", "line 2", "32"}});
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
  expect_one_line(run(other, folder_.path()), 1, {"", {}, {"edits[0]", "row 3", "0 to 1"}});
}

TEST_F(DamagedFiles, OutputIsAFolder) {
  std::filesystem::create_directory(folder_ / "a.png");
  const Result result = run({"figure", "--model", model_.string(), "-o", "a.png"}, folder_.path());
  expect_one_line(result, 1, {"", {}, {"a.png", "folder"}});
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
