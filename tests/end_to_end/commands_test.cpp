// Every command of the real program, on a small model.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/files/safetensors.h"
#include "tests/end_to_end/model_commands.h"
#include "tests/end_to_end/program.h"
#include "tests/scripted_model.h"

namespace headlight {
namespace {

using nlohmann::json;

using Commands = ModelCommands;

TEST_F(Commands, FigureWritesEveryType) {
  const std::vector<std::pair<std::string, std::string>> types{
      {"a.png", "\x89PNG\r"}, {"a.svg", "<?xml"}, {"a.pdf", "%PDF-"}, {"a.npy", "\x93NUMP"}};
  for (const auto& [name, start] : types) {
    const Result result = on_model({"figure", "--sentence", tired_sentence, "-o", name});
    EXPECT_EQ(result.code, 0) << result.error;
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(beginning(name), start);
  }
  ASSERT_EQ(on_model({"figure", "--sentence", tired_sentence, "-o", "a.csv"}).code, 0);
  EXPECT_NE(contents(folder_ / "a.csv").find("animal"), std::string::npos);
}

TEST_F(Commands, AModelOfOnesOwnReadsOneSentenceUnlessTold) {
  ASSERT_EQ(on_model({"figure", "-o", "one.csv"}).code, 0);
  EXPECT_EQ(contents(folder_ / "one.csv").find("panel"), std::string::npos);
  ASSERT_EQ(on_model({"figure", "--compare", wide_sentence, "-o", "two.csv"}).code, 0);
  EXPECT_NE(contents(folder_ / "two.csv").find("panel"), std::string::npos);
}

TEST_F(Commands, ACleanFigureIsTheMatrixAndItsWords) {
  const auto written = [&](std::vector<std::string> asked) {
    std::vector<std::string> words{"figure", "--sentence", tired_sentence, "-o", "a.svg"};
    words.insert(words.end(), asked.begin(), asked.end());
    EXPECT_EQ(on_model(words).code, 0);
    return contents(folder_ / "a.svg");
  };
  const std::string clean = written({"--clean"});
  EXPECT_NE(clean.find(">animal</text>"), std::string::npos);
  for (const char* unasked : {"query ↓", "key →", "linearGradient", "rx=\"5\""})
    EXPECT_EQ(clean.find(unasked), std::string::npos) << unasked;
  EXPECT_NE(written({}).find("query ↓"), std::string::npos);
  EXPECT_NE(written({"--clean", "--bar"}).find("linearGradient"), std::string::npos);
  const std::string heads = written({"--heads", "0.0,1.0", "--clean"});
  EXPECT_NE(heads.find("layer 1, head 1"), std::string::npos) << "what tells two maps apart";
  EXPECT_EQ(written({"--heads", "0.0", "--clean"}).find("layer 1, head 1"), std::string::npos);
}

TEST_F(Commands, SheetIsAPdfOfTasks) {
  const Result one = on_model({"sheet", "--sentence", tired_sentence, "--site", "scores", "-o", "a.pdf"});
  ASSERT_EQ(one.code, 0) << one.error;
  EXPECT_EQ(one.output, "wrote a.pdf (2 tasks)\n");
  EXPECT_EQ(beginning("a.pdf"), "%PDF-");
  const Result all = on_model({"sheet", "--sentence", tired_sentence, "--whole-head", "--answers", "--paper",
                               "letter", "-o", "b.pdf"});
  ASSERT_EQ(all.code, 0) << all.error;
  EXPECT_NE(contents(folder_ / "b.pdf").find("/MediaBox [ 0 0 612 792 ]"), std::string::npos);
  EXPECT_GT(contents(folder_ / "b.pdf").size(), contents(folder_ / "a.pdf").size());
  EXPECT_EQ(on_model({"sheet", "--lab", "attention", "--answers-only", "-o", "c.pdf"}).code, 0);
  EXPECT_EQ(on_model({"sheet", "--answers", "--answers-only", "-o", "d.pdf"}).code, 2);
}

TEST_F(Commands, FigureComparesSentences) {
  const Result result = on_model(
      {"figure", "--sentence", tired_sentence, "--compare", wide_sentence, "--json", "-o", "both.svg"});
  ASSERT_EQ(result.code, 0) << result.error;
  const json figure = json::parse(result.output);
  ASSERT_EQ(figure.at("panels").size(), 3U);
  EXPECT_EQ(figure.at("sentences").size(), 2U);
  const json& difference = figure.at("panels")[2];
  EXPECT_EQ(difference.at("columns").back(), "tired | wide");
  const double first = figure.at("panels")[0].at("values")[7][1];
  const double second = figure.at("panels")[1].at("values")[7][1];
  EXPECT_NEAR(difference.at("values")[7][1].get<double>(), second - first, 1e-6);
  EXPECT_EQ(beginning("both.svg"), "<?xml");
}

TEST_F(Commands, FigureFindsSites) {
  const std::vector<std::pair<std::string, std::string>> sites{
      {"scores", "encoder.1.self_attention.head.0.scores"},
      {"encoder.weights", "encoder.1.self_attention.head.0.weights"},
      {"decoder.self_attention.weights", "decoder.0.self_attention.head.0.weights"},
      {"cross.weights", "decoder.0.cross_attention.head.0.weights"},
      {"decoder.cross_attention.query", "decoder.0.cross_attention.head.0.query"},
      {"residual_1", "encoder.1.residual_1"},
      {"decoder.residual_3", "decoder.0.residual_3"},
      {"concatenated", "encoder.1.self_attention.concatenated"},
      {"feed_forward.hidden", "encoder.1.feed_forward.hidden"},
      {"source.positions", "source.positions"},
      {"logits", "logits"},
      {"encoder.0.self_attention.head.1.value", "encoder.0.self_attention.head.1.value"}};
  for (const auto& [site, path] : sites) {
    const Result result = on_model({"figure", "--sentence", tired_sentence, "--site", site, "--json"});
    ASSERT_EQ(result.code, 0) << site << ": " << result.error;
    EXPECT_EQ(json::parse(result.output).at("path"), path);
  }
  const Result chosen = on_model(
      {"figure", "--sentence", tired_sentence, "--layer", "0", "--head", "1", "--site", "key", "--json"});
  EXPECT_EQ(json::parse(chosen.output).at("path"), "encoder.0.self_attention.head.1.key");
}

TEST_F(Commands, FigureDrawsASessionsFile) {
  std::ofstream(folder_ / "mine.json") << R"({"sentence": "it was tired", "compare": "", "layer": 0,
      "edits": [{"path": "encoder.0.self_attention.head.0.weights", "kind": "set", "row": 0, "col": 1, "values": [0.5]}]})";
  const Result result = on_model({"figure", "--session", "mine.json", "--json"});
  ASSERT_EQ(result.code, 0) << result.error;
  const json figure = json::parse(result.output);
  EXPECT_EQ(figure.at("path"), "encoder.0.self_attention.head.0.weights");
  EXPECT_EQ(figure.at("panels")[0].at("values")[0][1], 0.5);
}

TEST_F(Commands, FigureDrawsTheStageOfASessionsFile) {
  for (const char* view : {"lines", "steps"}) {
    std::ofstream(folder_ / "mine.json") << R"({"sentence": "it was tired", "view": ")" << view << R"("})";
    const std::vector<std::pair<std::string, std::string>> types{
        {"a.png", "\x89PNG\r"}, {"a.svg", "<?xml"}, {"a.pdf", "%PDF-"}};
    for (const auto& [name, start] : types) {
      const Result result =
          on_model({"figure", "--session", "mine.json", "--stage", "--size", "1100", "700", "-o", name});
      EXPECT_EQ(result.code, 0) << result.error;
      EXPECT_EQ(beginning(name), start);
    }
    const std::string svg = contents(folder_ / "a.svg");
    for (const char* word : {">it<", ">was<", ">tired<"})
      EXPECT_NE(svg.find(word), std::string::npos) << word;
    EXPECT_NE(svg.find("width=\"1100\""), std::string::npos);
  }
}

TEST_F(Commands, FigureAnimatesSteps) {
  std::ofstream(folder_ / "mine.json") << R"({"sentence": "it was tired", "compare": ""})";
  const Result head = on_model({"figure", "--session", "mine.json", "-o", "a.gif", "--delay", "100"});
  ASSERT_EQ(head.code, 0) << head.error;
  EXPECT_EQ(beginning("a.gif"), "GIF89");
  EXPECT_EQ(head.error, "");
  const Result range =
      on_model({"figure", "--session", "mine.json", "-o", "b.gif", "--from", "query", "--to", "key"});
  ASSERT_EQ(range.code, 0) << range.error;
  EXPECT_LT(contents(folder_ / "b.gif").size(), contents(folder_ / "a.gif").size());
  const Result wrong =
      on_model({"figure", "--session", "mine.json", "-o", "c.gif", "--from", "key", "--to", "query"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.error.find("comes before"), std::string::npos) << wrong.error;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "c.gif"));
}

TEST_F(Commands, FigureWritesNumbersBetweenTabs) {
  ASSERT_EQ(on_model({"figure", "--sentence", "it was", "--compare", "", "-o", "a.tsv"}).code, 0);
  EXPECT_TRUE(contents(folder_ / "a.tsv").starts_with("query / key\tit\twas\n"))
      << contents(folder_ / "a.tsv");
}

TEST_F(Commands, ScreenshotsShowEveryView) {
  const Result result = on_model({"screenshots", "-o", "all"});
  ASSERT_EQ(result.code, 0) << result.error;
  const std::vector<std::string> files = files_in(folder_ / "all");
  for (const char* name : {"all.png", "head-light-1280x800.png", "step-dark-2560x1440.png"}) {
    EXPECT_NE(std::find(files.begin(), files.end(), name), files.end()) << name;
  }
}

TEST_F(Commands, ScreenshotListsWhatIsOnIt) {
  const Result result =
      on_model({"screenshot", "--sentence", tired_sentence, "--compare", "", "--layer", "1", "--head", "0",
                "--size", "1366", "768", "--scale", "1.25", "--pieces", "a.json"});
  ASSERT_EQ(result.code, 0) << result.error;
  const json list = json::parse(contents(folder_ / "a.json"));
  EXPECT_EQ(list.at("width"), 1092.8);
  EXPECT_EQ(list.at("height"), 614.4);
  const json& pieces = list.at("pieces");
  const auto piece_that = [&](const char* is, const char* field, const std::string& value) -> const json& {
    static const json none;
    const auto found = std::find_if(pieces.begin(), pieces.end(), [&](const json& piece) {
      return piece.at("is") == is && piece.contains(field) && piece.at(field) == value;
    });
    EXPECT_NE(found, pieces.end()) << value;
    return found == pieces.end() ? none : *found;
  };
  const json& crumb = piece_that("item", "id", "crumb/1");
  EXPECT_EQ(crumb.at("words"), "model");
  EXPECT_EQ(crumb.at("can_be_pressed"), true);
  const json& word = piece_that("text", "words", "animal");
  EXPECT_FALSE(word.contains("can_be_pressed"));
  const json& cells = piece_that("picture", "id", "encoder.1.self_attention.head.0.weights");
  for (const json* each : {&crumb, &word, &cells}) {
    const json& box = each->at("box");
    EXPECT_GT(box.at(2), 8);
    EXPECT_GT(box.at(3), 8);
    EXPECT_LT(box.at(0).get<double>() + box.at(2).get<double>(), 1092.8);
    EXPECT_LT(box.at(1).get<double>() + box.at(3).get<double>(), 614.4);
  }
  EXPECT_EQ(files_in(folder_.path()).size(), 1U) << "no picture was asked for";
  EXPECT_EQ(on_model({"screenshot", "-o", "a.png", "--pieces", "b.json"}).code, 0);
  EXPECT_EQ(files_in(folder_.path()).size(), 3U);
  EXPECT_EQ(on_model({"screenshot"}).code, 2);
}

TEST_F(Commands, DescribeSaysWhatTheWindowShows) {
  const Result head =
      on_model({"describe", "--sentence", tired_sentence, "--compare", "", "--layer", "1", "--head", "0"});
  ASSERT_EQ(head.code, 0) << head.error;
  for (const char* words : {"Head 1 of ", "It reads: The animal", "A table of 11 rows and 11 columns.",
                            "the largest ", "What can be pressed\n", "Switch this head off"})
    EXPECT_NE(head.output.find(words), std::string::npos) << words << "\n" << head.output;
  const Result sentence = on_model({"describe", "it was tired"});
  ASSERT_EQ(sentence.code, 0) << sentence.error;
  EXPECT_NE(sentence.output.find("It reads: it was tired"), std::string::npos) << sentence.output;
  EXPECT_EQ(on_model({"describe", "it", "--sentence", "it"}).code, 2);
}

TEST_F(Commands, TraceWritesEveryNode) {
  const Result result = on_model({"trace", "--sentence", tired_sentence, "-o", "t.safetensors", "--json"});
  ASSERT_EQ(result.code, 0) << result.error;
  const TensorFile file = read_safetensors(folder_ / "t.safetensors");
  EXPECT_EQ(json::parse(result.output).at("nodes"), file.tensors.size());
  const Tensor* weights = file.find("encoder.1.self_attention.head.0.weights");
  ASSERT_NE(weights, nullptr);
  EXPECT_EQ(weights->shape, (std::vector<std::int64_t>{11, 11}));
  EXPECT_EQ(file.metadata.at("sentence"), tired_sentence);
  const json axes = json::parse(file.metadata.at("axes"));
  EXPECT_EQ(axes.at("encoder.1.self_attention.head.0.weights"), (json{"query", "key"}));
  EXPECT_EQ(json::parse(file.metadata.at("source_tokens")).size(), 11U);
}

TEST_F(Commands, TraceWritesTwoSentencesApart) {
  ASSERT_EQ(
      on_model({"trace", "--sentence", "it was tired", "--compare", "it was wide", "-o", "t.safetensors"})
          .code,
      0);
  const TensorFile file = read_safetensors(folder_ / "t.safetensors");
  EXPECT_NE(file.find("first.logits"), nullptr);
  EXPECT_NE(file.find("second.logits"), nullptr);
  EXPECT_EQ(file.metadata.at("second.sentence"), "it was wide");
}

TEST_F(Commands, TraceSaysHowSureItIs) {
  const auto sentence = [&](const Session& session) {
    std::ofstream(folder_ / "s.json") << to_json(session);
    const Result result = run({"trace", "--session", "s.json", "--cell", "0", "0", "--json"}, folder_.path());
    EXPECT_EQ(result.code, 0) << result.error;
    return json::parse(result.output).at("sentences").at(0);
  };
  const json sure = sentence(scripted(sure_script));
  EXPECT_EQ(sure.at("sure"), true);
  EXPECT_TRUE(sure.at("doubts").empty());
  const json unlikely = sentence(scripted(unlikely_script));
  EXPECT_EQ(unlikely.at("sure"), false);
  EXPECT_NEAR(unlikely.at("least").get<double>(), 0.6, 1e-6);
  EXPECT_EQ(unlikely.at("doubts").at(0).at("kind"), "unlikely");
  EXPECT_EQ(unlikely.at("doubts").at(0).at("says"), "least sure of “animal” (0.60)");
  const json ambiguous = sentence(scripted(ambiguous_script));
  EXPECT_EQ(ambiguous.at("sure"), false);
  EXPECT_EQ(ambiguous.at("readings").size(), 2U);
  EXPECT_EQ(ambiguous.at("readings").at(1).at("translation"), "rue elle était");
  Session own = scripted(sure_script);
  own.model = tiny_model_folder();
  EXPECT_TRUE(sentence(own).at("sure").is_null()) << "not measured";
}

TEST_F(Commands, TraceExplainsACell) {
  const Result result =
      on_model({"trace", "--sentence", tired_sentence, "--site", "scores", "--cell", "7", "1"});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.output.find("S[it, animal] = "), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("Q[it, 0] × K[animal, 0]"), std::string::npos) << result.output;
  EXPECT_EQ(on_model({"trace", "--sentence", "it", "--cell", "3", "0"}).code, 1);
}

TEST_F(Commands, ModelsListsCards) {
  const Result result = run({"models", "--json"}, folder_.path());
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(json::parse(result.output).is_array());
  EXPECT_EQ(run({"models"}, folder_.path()).code, 0);
}

TEST_F(Commands, WithoutADisplayWritesFigures) {
  const Result result = on_model({});
  ASSERT_EQ(result.code, 0) << result.error;
  for (const char* name : {"headlight.png", "headlight.svg", "headlight.pdf"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / name));
    EXPECT_NE(result.output.find(folder_ / name), std::string::npos) << result.output;
  }
  std::filesystem::create_directory(folder_ / "elsewhere");
  EXPECT_EQ(on_model({"--output", "elsewhere"}).code, 0);
  EXPECT_EQ(files_in(folder_ / "elsewhere").size(), 3U);
}

TEST_F(Commands, HelpNamesEveryCommand) {
  const Result result = run({"--help"}, folder_.path());
  EXPECT_EQ(result.code, 0);
  for (const char* name : {"figure", "trace", "models", "screenshot", "screenshots", "describe"}) {
    EXPECT_NE(result.output.find(name), std::string::npos) << name;
    EXPECT_EQ(run({name, "--help"}, folder_.path()).code, 0) << name;
  }
}

TEST_F(Commands, WhatIsAProgramOfItsOwnSaysWhere) {
  for (const char* name : {"train", "evaluate", "bench"}) {
    const Result result = run({name, "translator", "--steps", "3"}, folder_.path());
    EXPECT_EQ(result.code, 1) << name;
    EXPECT_NE(result.error.find("README.md"), std::string::npos) << result.error;
    EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
  }
}

TEST_F(Commands, AnEditOfOneSentenceIsInItsPanelAlone) {
  const auto cell = [&](const Result& result, std::size_t panel) -> double {
    EXPECT_EQ(result.code, 0) << result.error;
    return json::parse(result.output).at("panels").at(panel).at("values")[7][1];
  };
  const std::vector<std::string> sentences{"--sentence", tired_sentence, "--compare", wide_sentence};
  std::vector<std::string> plain{"figure", "--json"};
  plain.insert(plain.end(), sentences.begin(), sentences.end());
  const Result before = on_model(plain);
  for (const int side : {0, 1}) {
    std::ofstream(folder_ / "mine.headlight") << json{{"sentence", tired_sentence},
                                                      {"compare", wide_sentence},
                                                      {"edits",
                                                       {{{"path", "encoder.1.self_attention.head.0.weights"},
                                                         {"row", 7},
                                                         {"col", 1},
                                                         {"values", {0.25}},
                                                         {"side", side}}}}};
    const Result after = on_model({"figure", "--session", "mine.headlight", "--json"});
    const auto own = static_cast<std::size_t>(side);
    EXPECT_NEAR(cell(after, own), 0.25, 1e-6);
    EXPECT_NEAR(cell(after, 1 - own), cell(before, 1 - own), 1e-6);
  }
  // The last one is of the second sentence.
  const Result alone =
      on_model({"figure", "--session", "mine.headlight", "--sentence", tired_sentence, "--json"});
  EXPECT_EQ(alone.code, 1);
  EXPECT_NE(alone.error.find("edits[0] is for the second sentence, but there is none"), std::string::npos)
      << alone.error;
}

// `headlight glossary`.

TEST(GlossaryCommand, ExplainsAWordByAnyOfItsNames) {
  const TemporaryFolder folder;
  const Result result = run({"glossary", "rope"}, folder.path());
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(result.output.starts_with("rotary positional embedding (RoPE")) << result.output;
  const auto term = nlohmann::json::parse(run({"glossary", "W_O", "--json"}, folder.path()).output);
  EXPECT_EQ(term["name"], "W^O");
  EXPECT_FALSE(term["text"].get<std::string>().empty());
}

TEST(GlossaryCommand, ListsAll) {
  const TemporaryFolder folder;
  const auto terms = nlohmann::json::parse(run({"glossary", "--json"}, folder.path()).output);
  EXPECT_GE(terms.size(), 70U);
  const Result markdown = run({"glossary", "--markdown"}, folder.path());
  EXPECT_EQ(markdown.code, 0);
  EXPECT_TRUE(markdown.output == contents(std::string(HEADLIGHT_SOURCE_DIR) + "/docs/glossary.md"))
      << "run: headlight glossary --markdown > docs/glossary.md";
}

TEST(GlossaryCommand, SuggestsTheNearestWord) {
  const TemporaryFolder folder;
  const Result result = run({"glossary", "sofmax"}, folder.path());
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.error.find("did you mean \"softmax\"?"), std::string::npos) << result.error;
  EXPECT_EQ(run({"glossary", std::string(100'000, 'x')}, folder.path()).code, 1);
  EXPECT_EQ(run({"glossary", "--json", "--markdown"}, folder.path()).code, 2);
}

// That the bench knows when its opponent is not at its best; timing itself is never a test.

struct Machine {
  std::string name;  // of the test
  std::vector<std::string> libraries;
  std::string processor, core;
  std::string says;  // what is said of it; empty: all is well
};
void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name; }

class Opponent : public testing::TestWithParam<Machine> {};

TEST_P(Opponent, IsAtItsBestOrItIsSaid) {
  const TemporaryFolder folder;
  std::ofstream maps(folder / "maps");
  maps << "7f00-7f01 rw-p 00000000 00:00 0\n";
  for (const std::string& library : GetParam().libraries)
    maps << "7f10-7f20 r-xp 00000000 fe:01 42                 " << library << '\n';
  maps.close();
  std::ofstream(folder / "processor") << "flags : fpu sse4_2 " << GetParam().processor << '\n';
  const std::string command =
      "/usr/bin/python3 " + quoted_for_shell(HEADLIGHT_SOURCE_DIR "/tests/bench/blas.py") + " " +
      quoted_for_shell(folder / "maps") + " " + quoted_for_shell(folder / "processor") + " " +
      quoted_for_shell(GetParam().core) + " >" + quoted_for_shell(folder / "said");
  if (std::system("test -x /usr/bin/python3") != 0) GTEST_SKIP() << "no python3";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string handicap = nlohmann::json::parse(contents(folder / "said")).at("handicap");
  EXPECT_NE(handicap.find(GetParam().says), std::string::npos) << handicap;
  EXPECT_EQ(handicap.empty(), GetParam().says.empty()) << handicap;
}

const std::string here = "/usr/lib/x86_64-linux-gnu/";
INSTANTIATE_TEST_SUITE_P(
    Bench, Opponent,
    testing::Values(
        Machine{"Reference",
                {here + "libtorch_cpu.so.1", here + "blas/libblas.so.3.11.0"},
                "avx2",
                "",
                "reference BLAS"},
        Machine{"OpenBlas",
                {here + "libtorch_cpu.so.1", here + "openblas-pthread/libopenblasp-r0.3.21.so"},
                "avx2",
                "Haswell",
                ""},
        Machine{"OpenBlasBelowTheProcessor",
                {here + "openblas-pthread/libopenblasp-r0.3.21.so"},
                "avx2 avx512f",
                "Prescott",
                "OPENBLAS_CORETYPE=SKYLAKEX"},
        Machine{
            "OldProcessor", {here + "openblas-pthread/libopenblasp-r0.3.21.so"}, "avx", "Sandybridge", ""},
        Machine{"Mkl", {here + "libmkl_rt.so", here + "blas/libblas.so.3.11.0"}, "avx2", "", ""},
        Machine{"None", {here + "libc.so.6"}, "avx2", "", "unknown"}),
    [](const auto& machine) { return machine.param.name; });

}  // namespace
}  // namespace headlight
