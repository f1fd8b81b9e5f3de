// GGUF files: the same models as the folders that they were made from (tests/golden/make_gguf.py), to every
// named value, and what is said of files that lie.
#include "core/files/gguf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/models/foreign.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/models/trace.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

const fs::path folders_of_gguf = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign";

fs::path gguf_golden(const std::string& name) { return folders_of_gguf / "gguf" / (name + ".gguf"); }

struct GgufCase {
  const char* file;
  const char* folder;
  double halves = 0;  // how far a number of 16 bits may be from that of 32, as a share of it
};

class GgufGolden : public testing::TestWithParam<GgufCase> {
 protected:
  // Of Gemma's scores the file does not say by what they are divided: it is the size of a head.
  fs::path folder() const {
    fs::copy(folders_of_gguf / GetParam().folder, own_ / "same", fs::copy_options::recursive);
    const fs::path config = own_.path() / "same" / "config.json";
    std::string text = read_text(config);
    constexpr std::string_view divisor = "\"query_pre_attn_scalar\": 9";
    if (const std::size_t at = text.find(divisor); at != std::string::npos)
      text.replace(at, divisor.size(), "\"query_pre_attn_scalar\": 4");
    std::ofstream(config) << text;
    return own_.path() / "same";
  }

 private:
  TemporaryFolder own_;
};

TEST_P(GgufGolden, EveryValueIsThatOfTheFolder) {
  const auto [file, name, halves] = GetParam();
  const ModelPtr one = load_model(gguf_golden(file)), other = load_model(folder());
  ASSERT_EQ(one->weights().count(), other->weights().count());
  for (std::size_t i = 0; i < one->weights().count(); ++i) {
    const ConstMap own = one->weights().tensor(i), wanted = other->weights().tensor(i);
    ASSERT_EQ(own.size(), wanted.size());
    for (Eigen::Index at = 0; at < own.size(); ++at)
      ASSERT_LE(std::abs(own.data()[at] - wanted.data()[at]),
                halves * std::abs(wanted.data()[at]) + halves * 1e-4)
          << one->weights().spec(i).name << ", number " << at;
  }
  const TracePtr here = one->trace({.input = ModelInput(std::vector<int>{1, 7, 3, 20, 11, 7, 3, 15, 9})}),
                 there = other->trace({.input = ModelInput(std::vector<int>{1, 7, 3, 20, 11, 7, 3, 15, 9})});
  ASSERT_EQ(here->steps().size(), there->steps().size());
  for (std::size_t step = 0; step < here->steps().size(); ++step) {
    const std::string& path = here->label(here->steps()[step]).path;
    ASSERT_EQ(path, there->label(there->steps()[step]).path);
    // Through layers of random numbers what was rounded grows.
    if (halves > 0 && path != "probabilities") continue;
    const double near = halves > 0 ? 4 * halves : 1e-5;
    const Reading own = here->read(here->steps()[step]), wanted = there->read(there->steps()[step]);
    ASSERT_EQ(own.shape(), wanted.shape()) << path;
    double largest = 1;
    for (int i = 0; i < wanted.view().shape.size(); ++i) {
      if (std::isfinite(wanted.view().data[i]))
        largest = std::max(largest, std::abs(static_cast<double>(wanted.view().data[i])));
    }
    for (int i = 0; i < own.view().shape.size(); ++i) {
      if (own.view().data[i] == wanted.view().data[i]) continue;
      ASSERT_NEAR(own.view().data[i], wanted.view().data[i], near * largest)
          << "first that differs: " << path << ", cell " << i;
    }
  }
  EXPECT_EQ(one->ends().end, other->ends().end);
  EXPECT_EQ(one->anatomy().max_tokens, other->anatomy().max_tokens);
}

INSTANTIATE_TEST_SUITE_P(
    Files, GgufGolden,
    testing::Values(GgufCase{"gpt2", "gpt2"}, GgufCase{"llama", "llama"}, GgufCase{"llama_31", "llama_31"},
                    GgufCase{"qwen2", "qwen2"}, GgufCase{"qwen3", "qwen3"}, GgufCase{"gemma", "gemma"},
                    GgufCase{"gemma2", "gemma2"}, GgufCase{"gemma3", "gemma3"},
                    GgufCase{"gemma3_4b", "gemma3_4b"}, GgufCase{"gpt_neox", "gpt_neox"},
                    GgufCase{"mistral_window", "mistral_window"}, GgufCase{"llama_f16", "llama", 0x1p-11},
                    GgufCase{"qwen3_bf16", "qwen3", 0x1p-8}, GgufCase{"llama_blocks", "llama_blocks"},
                    GgufCase{"sentence_first", "sentence_first"}),
    [](const auto& test) { return std::string(test.param.file); });

// The numbers of all texts, as the reference cuts them: GPT-2's bytes, Llama 3's, SentencePiece with bytes,
// WordPiece.
TEST(GgufTokenizer, CutsAsTheFoldersDo) {
  const auto texts = parse_json(read_text(folders_of_gguf / "strings.json")).get<std::vector<std::string>>();
  for (const auto& [file, name] : {std::pair{"gpt2", "gpt2"}, std::pair{"llama", "llama"},
                                   std::pair{"llama_31", "llama_31"}, std::pair{"sentence_first", "bert"}}) {
    const auto tokenizer = foreign_tokenizer(gguf_golden(file), 320);
    const Json wanted = parse_json(read_text(folders_of_gguf / name / "ids.json"));
    ASSERT_EQ(texts.size(), wanted.size());
    int cut = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (wanted[i].is_null()) continue;
      EXPECT_EQ(tokenizer->encoded(texts[i]), wanted[i].get<std::vector<int>>()) << name << ": " << texts[i];
      ++cut;
    }
    EXPECT_GE(cut, 480) << name;
  }
}

TEST(GgufModels, AreOpenedByTheFilesName) {
  const fs::path file = gguf_golden("llama_31");
  const OutlinePtr outline = outline_of(file);
  EXPECT_EQ(outline->files(), (std::vector<fs::path>{file}));
  EXPECT_FALSE(outline->has_card());
  EXPECT_EQ(outline->origin(), "yours");
  EXPECT_EQ(model_folder(file.string()), file);
  EXPECT_EQ(catalogue_model(file.string()).bytes, fs::file_size(file));
  const ModelPtr model = load_model(file);
  EXPECT_FALSE(written(*model->trace({.text = "The animal"})).empty());
  // A name with such an ending may be a folder's.
  const TemporaryFolder folder;
  fs::copy(folders_of_gguf / "gpt2", folder / "a.gguf", fs::copy_options::recursive);
  EXPECT_EQ(load_model(folder / "a.gguf")->anatomy().max_tokens, 32);
}

class GgufLies : public testing::Test {
 protected:
  GgufLies() : whole_(read_text(gguf_golden("llama_blocks"))) {}

  fs::path written_to(const std::string& bytes) const {
    std::ofstream(folder_ / "m.gguf", std::ios::binary) << bytes;
    return folder_.path() / "m.gguf";
  }
  std::string said(const std::string& bytes) const {
    const fs::path file = written_to(bytes);
    return thrown_by([&] {
      const std::string config = gguf_config(file);
      Outline(file).weights();
      foreign_tokenizer(file, 32);
    });
  }
  // Behind the first `text` of the file.
  std::size_t behind(const std::string& text) const {
    const std::size_t at = whole_.find(text);
    EXPECT_NE(at, std::string::npos) << text;
    return at + text.size();
  }
  template <typename T>
  std::string with(std::size_t at, T value) const {
    std::string bytes = whole_;
    std::memcpy(bytes.data() + at, &value, sizeof value);
    return bytes;
  }
  std::string with_text(const std::string& from, const std::string& to) const {
    std::string bytes = whole_;
    return bytes.replace(behind(from) - from.size(), from.size(), to);
  }
  void expect_said(const std::string& bytes, const std::string& what) const {
    EXPECT_NE(said(bytes).find(what), std::string::npos) << said(bytes) << " instead of " << what;
  }

  TemporaryFolder folder_;
  std::string whole_;
};

TEST_F(GgufLies, AreRefusedInASentence) {
  constexpr std::uint64_t endless = std::uint64_t{1} << 63;
  EXPECT_EQ(said(whole_), "no error");
  expect_said("GGU", "is no GGUF file");
  expect_said(with(0, 'X'), "is no GGUF file");
  expect_said(with<std::uint32_t>(4, 1), "is of version 1");
  expect_said(with<std::uint32_t>(4, 0x03000000), "whose numbers begin with the highest byte");
  for (const std::uint64_t count : {endless, std::uint64_t{1} << 40, std::uint64_t{60000}}) {
    expect_said(with(8, count), "tensors, which is impossible");
    expect_said(with(16, count), "keys, which is impossible");
  }
  // The length of the first key, of a value, of a list's, a list's number of members and its type.
  const std::size_t architecture = behind("general.architecture"), tokens = behind("tokenizer.ggml.tokens");
  expect_said(with(24, endless), "more than are left");
  expect_said(with(architecture + 4, endless), "more than are left");
  expect_said(with(architecture, std::uint32_t{13}), "a value of the unknown type 13");
  expect_said(with(tokens + 8, endless), "\"tokenizer.ggml.tokens\" has 9223372036854775808 members");
  expect_said(with(tokens + 16, endless), "more than are left");
  expect_said(with(tokens + 4, std::uint32_t{9}), "a list of lists");
  expect_said(with(tokens + 4, std::uint32_t{77}), "a value of the unknown type 77");
  // A tensor: its number of axes, its shape, its type, its place.
  const std::size_t tensor = behind("blk.0.ffn_up.weight");
  expect_said(with(tensor, std::uint32_t{0}), "an impossible number of axes");
  expect_said(with(tensor, std::uint32_t{1000}), "an impossible number of axes");
  expect_said(with(tensor + 4, endless), "a shape too large to exist");
  expect_said(with(tensor + 12, std::uint64_t{1} << 40), "behind the end of the file");
  expect_said(with(tensor + 4, std::uint64_t{33}), "no whole blocks");
  expect_said(with(tensor + 4, std::uint64_t{64}), "overlaps the one before it");
  expect_said(with(tensor + 20, std::uint32_t{12}), "of the type Q4_K; F32, F16, BF16 and Q8_0 are read");
  expect_said(with(tensor + 20, std::uint32_t{12}), "llama-quantize --allow-requantize");
  expect_said(with(tensor + 20, std::uint32_t{4}), "of the unknown type 4");
  expect_said(with(tensor + 24, std::uint64_t{0}), "overlaps");
  expect_said(with(tensor + 24, std::uint64_t{7}), "begins where none may begin");
  expect_said(with(tensor + 24, endless), "behind the end of the file");
  expect_said(with_text("blk.0.ffn_up.weight", "blk.0.ffn_xx.weight"),
              "has no tensor \"blk.0.ffn_up.weight\"");
  expect_said(with_text("blk.0.ffn_up.weight", "blk.0.attn_q.weight"),
              "has two tensors \"blk.0.attn_q.weight\"");
}

TEST_F(GgufLies, WhatIsNotComputedIsNamed) {
  expect_said(with(behind("general.architecture") + 12, 'x'), "\"xlama\", a kind of model");
  expect_said(with_text("general.name", "general.type"), "\"small and random\": it is no whole model");
  expect_said(with_text("llama.embedding_length", "llama.xmbedding_length"),
              "\"llama.embedding_length\" is missing");
  expect_said(with_text("tokenizer.ggml.scores", "tokenizer.ggml.xcores"),
              "\"tokenizer.ggml.scores\" is missing");
  expect_said(with_text("tokenizer.ggml.tokens", "tokenizer.ggml.tokenx"),
              "\"tokenizer.ggml.tokens\" is missing");
  expect_said(with(behind("tokenizer.ggml.model") + 12, 'x'), "\"xlama\", a kind of tokenizer");
  expect_said(with(behind("llama.block_count") + 4, std::uint32_t{2}), "has no tensor \"blk.1.");
  expect_said(with(behind("llama.attention.head_count") + 4, std::uint32_t{5}), "");
}

TEST_F(GgufLies, AnyFileThatIsCutOffIsRefused) {
  for (std::size_t size = 0; size < whole_.size(); size += size < 3000 ? 1 : 97)
    EXPECT_NE(said(whole_.substr(0, size)), "no error") << size;
}

// Whatever becomes of a byte, there is a sentence or a model.
TEST_F(GgufLies, AnyByteMayBeAnother) {
  int refused = 0, read = 0;
  for (std::size_t at = 0; at < whole_.size(); at += at < 4000 ? 1 : 37) {
    for (const int other : {0x80, 0xff}) {
      std::string changed = whole_;
      changed[at] = static_cast<char>(changed[at] ^ other);
      const fs::path file = written_to(changed);
      try {
        const Outline outline(file);
        outline.weights();
        outline.tokenizer().encoded("the animal");
        ++read;
      } catch (const FileError& error) {
        EXPECT_LT(std::string(error.what()).size(), 1500U);
        ++refused;
      } catch (const std::invalid_argument&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace headlight
