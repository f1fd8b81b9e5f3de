// What a message says to run in Python is run, and what it writes is read: of files that are not opened here.
#include "core/files/in_python.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/files/torch_file.h"
#include "core/files/whole_file.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "tests/python.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

const fs::path given_files_here = HEADLIGHT_SOURCE_DIR "/tests/golden/given";

// "import numpy; ..." of a message.
std::string line_in(const std::string& message) {
  const std::string begin = "in Python: ";
  const std::size_t at = message.find(begin);
  if (at == std::string::npos) return "";
  const std::string line = message.substr(at + begin.size());
  return line.substr(0, line.find(" (this takes"));
}

std::vector<float> all_numbers(const fs::path& name) {
  const GivenFile read = read_given(name);
  std::vector<float> all;
  for (std::size_t i = 0; i < read.weights.count(); ++i) {
    const Matrix& head = read.weights.tensor(i);
    all.insert(all.end(), head.data(), head.data() + head.size());
  }
  return all;
}

void expect_four(const std::vector<float>& numbers) {
  const Json golden = Json::parse(read_text(given_files_here / "golden.json"));
  const auto four = golden.at("four").get<std::vector<float>>();
  ASSERT_EQ(numbers.size(), four.size());
  for (std::size_t i = 0; i < four.size(); ++i) ASSERT_NEAR(numbers[i], four[i], 1e-6) << i;
}

// The message for `file`, its line run, and the file that it wrote.
void expect_converted(const TemporaryFolder& folder, const std::string& message, const char* written) {
  const std::string line = line_in(message);
  ASSERT_FALSE(line.empty()) << message;
  ASSERT_TRUE(ran_in_python(line, folder.path())) << line << '\n' << read_text(folder.path() / "said.txt");
  expect_four(all_numbers(folder.path() / written));
}

TEST(InPython, ArraysOfObjectsAreConverted) {
  const TemporaryFolder folder;
  if (!has_modules("numpy", folder.path())) GTEST_SKIP() << "no NumPy here";
  for (const char* const name : {"generated.npy", "object_layers.npy"}) {
    fs::copy_file(given_files_here / name, folder.path() / name);
    const std::string said = thrown_by([&] { read_given(folder.path() / name); });
    const std::string written = fs::path(name).stem().string() + ".first.npy";
    expect_converted(folder, said, written.c_str());
  }
}

// Layers of two sizes: those like the first.
TEST(InPython, LayersOfSeveralSizesAreConverted) {
  const TemporaryFolder folder;
  if (!has_modules("numpy", folder.path())) GTEST_SKIP() << "no NumPy here";
  ASSERT_TRUE(ran_in_python("import numpy; x = numpy.load('" + (given_files_here / "four.npy").string() +
                                "'); a = numpy.empty(len(x) + 1, object); a[:len(x)] = list(x); "
                                "a[len(x)] = x[0][..., :1]; numpy.save('mixed.npy', a)",
                            folder.path()));
  expect_converted(folder, thrown_by([&] { read_given(folder.path() / "mixed.npy"); }), "mixed.first.npy");
}

TEST(InPython, PicklesAreConverted) {
  const TemporaryFolder folder;
  if (!has_modules("numpy", folder.path())) GTEST_SKIP() << "no NumPy here";
  fs::copy_file(given_files_here / "layers.pkl", folder.path() / "layers.pkl");
  expect_converted(folder, known_elsewhere(folder.path() / "layers.pkl"), "layers.npy");
  // The same under another ending.
  fs::remove(folder.path() / "layers.npy");
  fs::copy_file(given_files_here / "layers.pkl", folder.path() / "mine.npy");
  EXPECT_NE(thrown_by([&] { read_given(folder.path() / "mine.npy"); }).find("pickle.load"),
            std::string::npos);
}

TEST(InPython, StepsOfGenerateInJsonAreConverted) {
  const TemporaryFolder folder;
  if (!ran_in_python("import json", folder.path())) GTEST_SKIP() << "no Python here";
  fs::copy_file(given_files_here / "generated.json", folder.path() / "generated.json");
  const std::string said = thrown_by([&] { read_given(folder.path() / "generated.json"); });
  EXPECT_NE(said.find("generate()"), std::string::npos) << said;
  expect_converted(folder, said, "generated.first.json");
  const Json all = Json::parse(read_text(folder.path() / "generated.json"));
  std::ofstream(folder.path() / "list.json") << all.at("weights");
  expect_converted(folder, thrown_by([&] { read_given(folder.path() / "list.json"); }), "list.first.json");
}

TEST(InPython, TensorsAreConverted) {
  const TemporaryFolder folder;
  if (!has_modules("numpy, torch", folder.path())) GTEST_SKIP() << "no PyTorch here";
  const std::string load = "import numpy, torch; x = torch.tensor(numpy.load('" +
                           (given_files_here / "four.npy").string() + "')); ";
  for (const char* const saved : {"x.requires_grad_()", "tuple(layer[None] for layer in x)",
                                  "{'attentions': tuple(x), 'tokens': []}", "x.double()"}) {
    ASSERT_TRUE(ran_in_python(load + "torch.save(" + saved + ", 'att \"1\".pt')", folder.path()));
    expect_converted(folder, known_elsewhere(folder.path() / "att \"1\".pt"), "att \"1\".npy");
  }
  // Named like weights that are read here.
  fs::rename(folder.path() / "att \"1\".pt", folder.path() / "att.npz");
  const std::string said = thrown_by([&] { read_given(folder.path() / "att.npz"); });
  EXPECT_NE(said.find("is a PyTorch file"), std::string::npos) << said;
  EXPECT_FALSE(line_in(said).empty());
}

// A model's folder as others leave it: its tensors under their names, and a training's checkpoint.
TEST(InPython, TensorsOfModelsAreConverted) {
  const TemporaryFolder folder;
  if (!has_modules("torch", folder.path())) GTEST_SKIP() << "no PyTorch here";
  const auto complaint = [&](const char* saved) {
    EXPECT_TRUE(ran_in_python(std::string("import torch; x = torch.nn.Linear(3, 2); torch.save(") + saved,
                              folder.path()));
    return thrown_by([&] { Outline(folder.path()).config(); });
  };
  // MODEL stands for what a person has.
  const std::string checkpoint = complaint("{'model': x.state_dict()}, 'last.pt')");
  const std::string line = line_in(checkpoint).substr(0, line_in(checkpoint).find("; a model that"));
  EXPECT_NE(line.find("last.pt"), std::string::npos) << checkpoint;
  EXPECT_TRUE(
      ran_in_python("import torch; MODEL = torch.nn.Linear(3, 2); MODEL.save_pretrained = lambda to: "
                    "open(to, 'w').write('saved'); " +
                        line,
                    folder.path()))
      << line;
  EXPECT_EQ(read_text(folder.path() / "new"), "saved");
  EXPECT_TRUE(
      ran_in_python("import torch; torch.save(torch.nn.Linear(3, 2).state_dict(), 'old.bin', "
                    "_use_new_zipfile_serialization=False)",
                    folder.path()));
  const std::string weights = line_in(thrown_by([&] { read_torch_header(folder.path() / "old.bin"); }));
  EXPECT_NE(weights.find("save_file"), std::string::npos);
  if (!has_modules("safetensors.torch", folder.path())) GTEST_SKIP() << "no safetensors here";
  EXPECT_TRUE(ran_in_python(weights, folder.path())) << weights;
  EXPECT_EQ(read_safetensors(folder.path() / "model.safetensors").find("weight")->data.size(), 6U);
}

// Neither library is a package of Debian's: these stand for them, and load a model only by the class of its
// task.
TEST(InPython, AdaptersAreMerged) {
  const TemporaryFolder folder;
  if (!ran_in_python("import json", folder.path())) GTEST_SKIP() << "no Python here";
  std::ofstream(folder.path() / "transformers.py") << R"(
class Base:
    def from_pretrained(name):
        return Model(name)
class Model:
    def __init__(self, name): self.name = name
    def merge_and_unload(self): return self
    def save_pretrained(self, to): open(to, "a").write(self.name + " ")
AutoModelForTokenClassification = AutoModelForCausalLM = AutoTokenizer = Base
)";
  std::ofstream(folder.path() / "peft.py") << R"(
import json
class PeftConfig:
    def from_pretrained(at):
        config = PeftConfig()
        config.base_model_name_or_path = json.load(open(at + "/adapter_config.json"))["base_model_name_or_path"]
        return config
class PeftModel:
    def from_pretrained(model, at):
        return model
)";
  const auto said_of = [&](const char* task) {
    std::ofstream(folder.path() / "adapter_config.json")
        << R"({"base_model_name_or_path": "base", "task_type": )" << task << "}";
    return thrown_by([&] { Outline(folder.path()).config(); });
  };
  const std::string said = said_of("\"TOKEN_CLS\"");
  const std::string begin = "in this folder: ";
  EXPECT_NE(said.find("AutoModelForTokenClassification"), std::string::npos) << said;
  const std::string line = said.substr(said.find(begin) + begin.size());
  EXPECT_TRUE(ran_in_python(line, folder.path())) << line << read_text(folder.path() / "said.txt");
  EXPECT_EQ(read_text(folder.path() / "merged"), "base base ");
  EXPECT_NE(said_of("null").find("AutoModelForCausalLM"), std::string::npos);
}

}  // namespace
}  // namespace headlight
