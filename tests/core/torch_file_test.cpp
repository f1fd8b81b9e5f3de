// Files of torch.save(): read as PyTorch wrote them, and refused where they ask for anything but tensors.
#include "core/files/torch_file.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/files/zip.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "tests/python.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

const fs::path folder_of_torch = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/gpt_neo_torch";

// The pickle of {"w": a tensor of two rows and three columns}, in four pieces between which something may
// stand.
const std::string torch_maker = "ctorch._utils\n_rebuild_tensor_v2\n",
                  torch_storage = std::string("((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0", 39) +
                                  "0X" + std::string("\3\0\0\0cpuK\6tQ", 11),
                  torch_shape =
                      "K\2K\3\x86K\3K\1\x86\x89"
                      "ccollections\nOrderedDict\n)RtR";

std::string torch_pickle_of(const std::string& value) {
  return std::string("\x80\2}(X\1\0\0\0w", 10) + value + "u.";
}
const std::string torch_tensor = torch_maker + torch_storage + std::string("K\0", 2) + torch_shape;

class TorchSaved : public testing::Test {
 protected:
  fs::path written(const std::string& pickle, std::size_t numbers = 6, Zipped how = Zipped::stored) const {
    std::vector<float> values(numbers);
    for (std::size_t i = 0; i < numbers; ++i) values[i] = static_cast<float>(i) + 0.5F;
    const std::string bytes(reinterpret_cast<const char*>(values.data()), numbers * sizeof(float));
    const std::vector<ZippedFile> files{{"x/data.pkl", pickle}, {"x/data/0", bytes}};
    std::ofstream(folder_ / "w.bin", std::ios::binary) << zip_file(files, how);
    return folder_.path() / "w.bin";
  }
  std::string said(const std::string& pickle, std::size_t numbers = 6) const {
    return thrown_by([&] { read_torch_header(written(pickle, numbers)); });
  }

  TemporaryFolder folder_;
};

TEST_F(TorchSaved, ATensorIsWhereItsNumbersLie) {
  const fs::path file = written(torch_pickle_of(torch_tensor));
  SafetensorsFile open(file, read_torch_header(file));
  ASSERT_EQ(open.header().entries.size(), 1U);
  const HeaderEntry& entry = open.header().entries.front();
  EXPECT_EQ(entry.name, "w");
  EXPECT_EQ(entry.shape, (std::vector<std::int64_t>{2, 3}));
  std::vector<float> numbers(entry.count);
  open.read(entry, numbers.data());
  EXPECT_EQ(numbers, (std::vector<float>{0.5F, 1.5F, 2.5F, 3.5F, 4.5F, 5.5F}));
}

TEST_F(TorchSaved, OfACheckpointTheModelIsRead) {
  const std::string inner = torch_pickle_of(torch_tensor).substr(2, torch_pickle_of(torch_tensor).size() - 3);
  const std::string whole = std::string("\x80\2}(X\5\0\0\0epochK\3X\5\0\0\0model", 26) + inner + "u.";
  EXPECT_EQ(read_torch_header(written(whole)).entries.front().name, "w");
}

// Nothing that a pickle asks for is run, whatever it is and wherever it stands.
TEST_F(TorchSaved, APickleIsNotRun) {
  const fs::path mark = folder_.path() / "was_run";
  const std::string command = "touch '" + mark.string() + "'";
  const std::string text =
      "X" + std::string(1, static_cast<char>(command.size())) + std::string(3, '\0') + command;
  const std::string run = "cos\nsystem\n(" + text + "tR";
  EXPECT_NE(said(torch_pickle_of(run)).find("asks in its pickle for \"os.system\", which is no tensor"),
            std::string::npos)
      << said(torch_pickle_of(run));
  EXPECT_NE(said(std::string("\x80\2", 2) + run + "0}.").find("os.system"), std::string::npos);
  EXPECT_NE(said(torch_pickle_of(torch_tensor + run)).find("os.system"), std::string::npos);
  for (const char* const name : {"cbuiltins\neval\n", "cposix\nsystem\n", "ctorch\nload\n",
                                 "c__builtin__\ngetattr\n", "ctorch._utils\n_rebuild_tensor_v2.__globals__\n",
                                 "ccollections.OrderedDict\n\n", "ctorch\nUntypedStorage\n"})
    EXPECT_NE(said(torch_pickle_of(std::string(name) + ")R")).find("which is no tensor"), std::string::npos)
        << name;
  EXPECT_FALSE(fs::exists(mark));
}

// INST, OBJ, NEWOBJ, STACK_GLOBAL, EXT1, and what else a program can be made of.
TEST_F(TorchSaved, InstructionsThatTensorsDoNotNeedAreRefused) {
  int refused = 0;
  for (int code = 0; code < 256; ++code) {
    const std::string why = said(std::string("\x80\2", 2) + static_cast<char>(code));
    ASSERT_FALSE(why.empty()) << code;
    EXPECT_NE(why.find("; in Python: import torch"), std::string::npos) << why;
    if (why.find("has in its pickle the instruction " + std::to_string(code) + ",") != std::string::npos)
      ++refused;
  }
  EXPECT_EQ(refused, 256 - 31) << "instructions that are followed";
  EXPECT_NE(said(std::string("\x80\4", 2) + "N.").find("another protocol"), std::string::npos);
}

TEST_F(TorchSaved, WhatLiesIsRefused) {
  struct Lie {
    std::string pickle;
    const char* said;
  };
  const auto replaced = [](std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, what.size(), with);
  };
  const std::string zero("\0", 1), whole = torch_pickle_of(torch_tensor);
  for (const Lie& lie : std::vector<Lie>{
           {"", "is cut off"},
           {whole.substr(0, whole.size() - 35), "is cut off"},
           {std::string("\x80\2", 2) + ".", "has a damaged list"},
           {std::string("\x80\2", 2) + "u.", "has a damaged list"},
           {std::string("\x80\2", 2) + "h\7.", "has a damaged list"},
           {std::string("\x80\2", 2) + "N.", "is not a dict"},
           {std::string("\x80\2", 2) + "}.", "has no dict of tensors"},
           {std::string("\x80\2]q", 4) + zero + "h" + zero + "a.", "is not a dict"},
           {std::string("\x80\2}q", 4) + zero + "X\5" + zero + zero + zero + "modelh" + zero + "s.",
            "has no dict of tensors"},
           {std::string("\x80\2X\xff\xff\xff\xff", 7) + "a.", "is cut off"},
           {std::string("\x80\2ctorch", 8), "has a damaged list"},
           {replaced(whole, "K\2K\3\x86K\3", "K\2K\7\x86K\7"), "has fewer numbers than its shape needs"},
           {replaced(whole, "K\6tQK" + zero, "K\6tQK\1"), "has fewer numbers than its shape needs"},
           {replaced(whole, "K\2K\3\x86K\3K\1", "K\2K\3\x86K\1K\2"), "does not lie row by row"},
           {replaced(whole, "K\2K\3\x86", "J\xff\xff\xff\xffK\3\x86"), "has a damaged list"},
           {replaced(whole, "K\2K\3\x86K\3K\1\x86",
                     std::string("\x8a\7\xff\xff\xff\xff\xff\xff\x7f\x8a\7\xff\xff\xff\xff\xff\xff\x7f\x86"
                                 "\x8a\7\xff\xff\xff\xff\xff\xff\x7fK\1\x86")),
            "has a shape too large to exist"},
           {replaced(whole, "0X\3", "1X\3"), "has no numbers in the file"},
           {replaced(whole, "ctorch\nFloatStorage\n", "ctorch._utils\n_rebuild_parameter\n"),
            "has a damaged list"},
           {std::string("\x80\2", 2) + std::string(1 << 21, 'N') + ".", "has an impossibly long list"}}) {
    EXPECT_NE(said(lie.pickle).find(lie.said), std::string::npos)
        << said(lie.pickle) << " instead of " << lie.said;
  }
  EXPECT_NE(said(whole, 5).find("has fewer numbers"), std::string::npos);
  EXPECT_NE(
      thrown_by([&] { read_torch_header(written(whole, 600, Zipped::deflated)); }).find("is compressed"),
      std::string::npos);
  const std::string bytes = read_text(written(whole));
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    std::ofstream(folder_ / "cut.bin", std::ios::binary) << bytes.substr(0, size);
    EXPECT_FALSE(thrown_by([&] { read_torch_header(folder_.path() / "cut.bin"); }).empty()) << size;
  }
}

// Whatever becomes of a byte, there is a sentence or a tensor whose numbers are in the file.
TEST_F(TorchSaved, AnyByteMayBeAnother) {
  const std::string whole = torch_pickle_of(torch_tensor);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int other : {0, 1, 0x28, 0x29, 0x2e, 0x52, 0x62, 0x68, 0x71, 0x74, 0x75, 0x7d, 0x86, 0xff}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(other);
      const fs::path file = written(changed);
      try {
        SafetensorsFile open(file, read_torch_header(file));
        for (const HeaderEntry& entry : open.header().entries) {
          if (entry.type == StoredType::other) continue;
          std::vector<float> numbers(entry.count);
          open.read(entry, numbers.data());
        }
      } catch (const FormatError&) {
      }
    }
  }
}

// torch.save(model) asks for the classes of the model first.
TEST_F(TorchSaved, AWholeModelIsRefusedWithWhatItIs) {
  for (const char* const asked :
       {"c__main__\nNet\n", "ctorch.nn.modules.linear\nLinear\n", "cmodels.net\nNet\n",
        "ctransformers.models.gpt2.modeling_gpt2\nGPT2LMHeadModel\n"}) {
    const std::string why = said(std::string("\x80\2", 2) + asked + ")\x81}.");
    EXPECT_NE(why.find("w.bin: holds a whole model and not only its tensors"), std::string::npos) << why;
    EXPECT_NE(why.find("torch.load(\"w.bin\", map_location=\"cpu\", weights_only=False).state_dict()"),
              std::string::npos)
        << why;
  }
  for (const char* const asked : {"cmodelling\nNet\n", "ctorch.nnx\nNet\n", "cmain__\nNet\n"})
    EXPECT_NE(said(std::string("\x80\2", 2) + asked + ")R.").find("which is no tensor"), std::string::npos)
        << asked;
}

// Under whatever name, the weights are those of the folder that they lie in; opened by themselves, too.
TEST_F(TorchSaved, AFileIsOpenedWithTheFolderThatItLiesIn) {
  const fs::path folder = folder_.path() / "model";
  fs::copy(folder_of_torch, folder);
  const ModelPtr usual = load_model(folder);
  const auto expect_same = [&](const fs::path& name) {
    const ModelPtr model = load_model(name);
    ASSERT_EQ(model->weights().count(), usual->weights().count());
    for (std::size_t i = 0; i < usual->weights().count(); ++i)
      EXPECT_EQ(model->weights().tensor(i), usual->weights().tensor(i)) << name;
    EXPECT_EQ(model->read("the cat"), usual->read("the cat"));
    EXPECT_EQ(model->ends().end, usual->ends().end);
  };
  expect_same(folder / "pytorch_model.bin");
  for (const char* const name : {"step_900.pt", "last.pth", "weights.bin"}) {
    fs::rename(folder / "pytorch_model.bin", folder / name);
    // What a training leaves beside it is not the model.
    std::ofstream(folder / "optimizer.pt") << "PK";
    expect_same(folder);
    expect_same(folder / name);
    EXPECT_EQ(outline_of(folder / name)->files().size(), outline_of(folder)->files().size());
    fs::rename(folder / name, folder / "pytorch_model.bin");
  }
  fs::copy(folder / "pytorch_model.bin", folder / "a.pt");
  fs::rename(folder / "pytorch_model.bin", folder / "b.pt");
  EXPECT_NE(
      thrown_by([&] { load_model(folder); }).find("has weights in several files: a.pt, b.pt; open the one"),
      std::string::npos);
  expect_same(folder / "b.pt");
  fs::remove(folder / "config.json");
  const std::string alone = thrown_by([&] { load_model(folder / "b.pt"); });
  EXPECT_NE(alone.find("b.pt: is a file of PyTorch without the config.json"), std::string::npos) << alone;
  EXPECT_NE(thrown_by([&] { load_model(folder / "c.pt"); }).find("there is no such file"), std::string::npos)
      << thrown_by([&] { load_model(folder / "c.pt"); });
  std::ofstream(folder / "config.json") << R"({"family": "transformer"})";
  EXPECT_NE(thrown_by([&] { load_model(folder / "b.pt"); }), "no error");
}

// Written by PyTorch itself (tests/golden/make_foreign_newer.py).
TEST(TorchSavedFolder, AFolderWithOneIsTheSameModel) {
  const ModelPtr plain = load_model(folder_of_torch.parent_path() / "gpt_neo"),
                 torch = load_model(folder_of_torch);
  ASSERT_EQ(plain->weights().count(), torch->weights().count());
  for (std::size_t i = 0; i < plain->weights().count(); ++i)
    EXPECT_EQ(plain->weights().tensor(i), torch->weights().tensor(i)) << plain->weights().spec(i).name;
}

}  // namespace
}  // namespace headlight
