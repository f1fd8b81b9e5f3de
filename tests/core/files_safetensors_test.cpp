// Safetensors files: round trips, half precision, and every way a header can lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <string>

#include "core/files/safetensors.h"
#include "core/files/whole_file.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

class FilesSafetensors : public testing::Test {
 protected:
  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  std::string bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put_header(const std::string& json, std::size_t data) const {
    const std::uint64_t length = json.size();
    std::string whole(8, '\0');
    std::memcpy(whole.data(), &length, 8);
    put(whole + json + std::string(data, '\0'));
  }

  const TemporaryFolder folder_;
  const fs::path path_ = folder_.path() / "sample.safetensors";
};

const std::vector<NamedTensor> sample = {
    {"z.weight", {{2, 3}, {1, -2, 3.5f, 4, 5, std::numeric_limits<float>::quiet_NaN()}}},
    {"a.bias", {{3}, {0.1f, -0.0f, -std::numeric_limits<float>::infinity()}}},
    {"scalar", {{}, {7}}},
    {"empty", {{0, 4}, {}}},
    {"wörter \"und\" mehr", {{1, 1, 1}, {9}}},
};

TEST_F(FilesSafetensors, ComesBackInOrderBitForBit) {
  write_safetensors(path_, sample, {{"model", "translator"}, {"seed", "7"}});
  const TensorFile file = read_safetensors(path_);
  EXPECT_EQ(file.metadata, (std::map<std::string, std::string>{{"model", "translator"}, {"seed", "7"}}));
  ASSERT_EQ(file.tensors.size(), sample.size());
  for (const NamedTensor& wanted : sample) {
    const Tensor* read = file.find(wanted.name);
    ASSERT_NE(read, nullptr) << wanted.name;
    EXPECT_EQ(read->shape, wanted.tensor.shape);
    ASSERT_EQ(read->data.size(), wanted.tensor.data.size());
    for (std::size_t i = 0; i < read->data.size(); ++i) {
      EXPECT_EQ(std::bit_cast<std::uint32_t>(read->data[i]),
                std::bit_cast<std::uint32_t>(wanted.tensor.data[i]));
    }
  }
  EXPECT_EQ(file.tensors[0].name, "z.weight");
  EXPECT_EQ(file.tensors[1].name, "a.bias");
  EXPECT_EQ(file.find("missing"), nullptr);
}

TEST_F(FilesSafetensors, HeaderIsPaddedToEightBytes) {
  for (std::size_t letters = 1; letters < 10; ++letters) {
    write_safetensors(path_, {{std::string(letters, 'n'), {{1}, {1}}}});
    std::uint64_t length = 0;
    std::memcpy(&length, bytes().data(), 8);
    EXPECT_EQ(length % 8, 0u);
    EXPECT_EQ(read_safetensors(path_).tensors.size(), 1u);
  }
}

TEST_F(FilesSafetensors, AnEmptyFileOfTensorsIsAllowed) {
  write_safetensors(path_, {});
  EXPECT_TRUE(read_safetensors(path_).tensors.empty());
}

TEST_F(FilesSafetensors, WidensHalfPrecision) {
  struct Half {
    std::uint16_t bits;
    float value;
  };
  const Half f16[] = {{0x3c00, 1},        {0xc000, -2},
                      {0x7bff, 65504},    {0x0001, 0x1p-24f},
                      {0x8000, -0.0f},    {0x03ff, 1023 * 0x1p-24f},
                      {0x0400, 0x1p-14f}, {0x3555, 0.333251953125f},
                      {0x7c00, INFINITY}};
  const Half bf16[] = {{0x3f80, 1}, {0xc000, -2}, {0x4049, 3.140625f}, {0xff80, -INFINITY}};
  const auto read_back = [&](const char* type, std::span<const Half> halves) {
    std::string data;
    for (const Half& half : halves) data.append(reinterpret_cast<const char*>(&half.bits), 2);
    put_header(R"({"h":{"dtype":")" + std::string(type) + R"(","shape":[)" + std::to_string(halves.size()) +
                   R"(],"data_offsets":[0,)" + std::to_string(data.size()) + "]}}",
               0);
    std::ofstream(path_, std::ios::binary | std::ios::app) << data;
    return read_safetensors(path_).tensors.at(0).tensor.data;
  };
  for (const auto& [type, halves] :
       {std::pair{"F16", std::span<const Half>(f16)}, std::pair{"BF16", std::span<const Half>(bf16)}}) {
    const std::vector<float> read = read_back(type, halves);
    for (std::size_t i = 0; i < halves.size(); ++i) {
      EXPECT_EQ(std::bit_cast<std::uint32_t>(read[i]), std::bit_cast<std::uint32_t>(halves[i].value)) << i;
    }
  }
}

TEST_F(FilesSafetensors, EveryNumberOf16BitsIsReadAsItIs) {
  constexpr std::uint32_t all = 1 << 16;
  put_header(R"({"h":{"dtype":"F16","shape":[65536],"data_offsets":[0,131072]}})", 0);
  {
    std::ofstream out(path_, std::ios::binary | std::ios::app);
    for (std::uint32_t bits = 0; bits < all; ++bits) out.write(reinterpret_cast<const char*>(&bits), 2);
  }
  const std::vector<float> read = read_safetensors(path_).tensors.at(0).tensor.data;
  for (std::uint32_t bits = 0; bits < all; ++bits) {
    const std::uint32_t exponent = bits >> 10 & 31U, fraction = bits & 1023U;
    const double sign = bits >> 15 == 0 ? 1 : -1;
    if (exponent == 31 && fraction != 0) {
      ASSERT_TRUE(std::isnan(read[bits])) << bits;
      continue;
    }
    const double value = exponent == 31  ? INFINITY
                         : exponent == 0 ? std::ldexp(fraction, -24)
                                         : std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(read[bits]),
              std::bit_cast<std::uint32_t>(static_cast<float>(sign * value)))
        << bits;
  }
}

TEST_F(FilesSafetensors, SaysWhatIsWrongWithAHeader) {
  struct Case {
    std::string json;
    std::size_t data;
    const char* says;
  };
  const auto one = [](const std::string& fields) { return R"({"w":{)" + fields + "}}"; };
  const Case cases[] = {
      {"", 0, "not valid JSON"},
      {"{", 0, "not valid JSON"},
      {"{\"\xff\":1}", 0, "not valid JSON"},
      {"[]", 0, "not a JSON object"},
      {"3", 0, "not a JSON object"},
      {R"({"w":3})", 0, "not described by an object"},
      {one(R"("shape":[1],"data_offsets":[0,4])"), 4, "no dtype"},
      {one(R"("dtype":4,"shape":[1],"data_offsets":[0,4])"), 4, "no dtype"},
      {one(R"("dtype":"I64","shape":[1],"data_offsets":[0,8])"), 8, "dtype I64"},
      {one(R"("dtype":"F32","data_offsets":[0,4])"), 4, "no shape"},
      {one(R"("dtype":"F32","shape":1,"data_offsets":[0,4])"), 4, "no shape"},
      {one(R"("dtype":"F32","shape":[-1],"data_offsets":[0,4])"), 4, "its shape"},
      {one(R"("dtype":"F32","shape":[1.5],"data_offsets":[0,4])"), 4, "its shape"},
      {one(R"("dtype":"F32","shape":["1"],"data_offsets":[0,4])"), 4, "its shape"},
      {one(R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4])"), 4, "too large"},
      {one(R"("dtype":"F32","shape":[18446744073709551615],"data_offsets":[0,4])"), 4, "too large"},
      {one(R"("dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0])"), 0, "too large"},
      {one(R"("dtype":"F32","shape":[1])"), 4, "data_offsets"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[0])"), 4, "data_offsets"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[0,4,8])"), 4, "data_offsets"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[-4,0])"), 4, "data_offsets"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[4,0])"), 4, "ends before it begins"},
      {one(R"("dtype":"F32","shape":[2],"data_offsets":[0,8])"), 4, "ends at byte 8 of only 4"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[0,18446744073709551615])"), 4, "ends at byte"},
      {one(R"("dtype":"F32","shape":[2],"data_offsets":[0,4])"), 4, "takes 4 bytes, but its shape needs 8"},
      {one(R"("dtype":"F16","shape":[2],"data_offsets":[0,8])"), 8, "takes 8 bytes, but its shape needs 4"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[4,8])"), 8, "hole"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[0,4])"), 8, "belong to no tensor"},
      {one(R"("dtype":"F32","shape":[1],"data_offsets":[0,4],"extra":1)"), 4, "unknown field"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
       8, "overlaps"},
      {R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
       4, "twice"},
      {R"({"w":{"dtype":"F32","dtype":"F16","shape":[1],"data_offsets":[0,4]}})", 4, "twice"},
      {R"({"__metadata__":3})", 0, "__metadata__"},
      {R"({"__metadata__":{"k":3}})", 0, "__metadata__"},
  };
  for (const Case& broken : cases) {
    put_header(broken.json, broken.data);
    try {
      read_safetensors(path_);
      ADD_FAILURE() << "accepted " << broken.json;
    } catch (const FormatError& error) {
      const std::string line = error.what();
      EXPECT_NE(line.find(broken.says), std::string::npos) << line;
      EXPECT_EQ(line.rfind(path_.string(), 0), 0u) << line;
      if (line.find("tensor \"") == std::string::npos) continue;
      EXPECT_NE(line.find("tensor \"w\""), std::string::npos) << line;
    }
  }
}

TEST_F(FilesSafetensors, ChecksTheLengthOfTheHeader) {
  for (const std::string& whole : {std::string(), std::string("1234567"), std::string(8, '\xff'),
                                   std::string("\x03\0\0\0\0\0\0\0{}", 10), std::string(8, '\0')}) {
    put(whole);
    EXPECT_THROW(read_safetensors(path_), FormatError);
  }
  fs::resize_file(path_, 300'000'000);  // sparse: takes no room
  std::fstream(path_, std::ios::binary | std::ios::in | std::ios::out).write("\x01\xe1\xf5\x05\0\0\0\0", 8);
  EXPECT_THROW(read_safetensors(path_), FormatError);
}

TEST_F(FilesSafetensors, WhatIsNoFileIsNotRead) {
  EXPECT_THROW(read_safetensors(path_), AccessError);
  EXPECT_THROW(read_safetensors(folder_.path()), AccessError);
  EXPECT_THROW(read_safetensors("/dev/null"), AccessError);
}

TEST_F(FilesSafetensors, RefusesTensorsThatDoNotFit) {
  EXPECT_THROW(write_safetensors(path_, {{"w", {{2}, {1}}}}), std::invalid_argument);
  EXPECT_THROW(write_safetensors(path_, {{"w", {{-1}, {}}}}), std::invalid_argument);
  EXPECT_THROW(write_safetensors(path_, {{"w", {{1}, {1}}}, {"w", {{1}, {1}}}}), std::invalid_argument);
  EXPECT_THROW(write_safetensors(path_, {{"__metadata__", {{1}, {1}}}}), std::invalid_argument);
  EXPECT_THROW(write_safetensors(path_, {{"", {{1}, {1}}}}), std::invalid_argument);
  EXPECT_THROW(write_safetensors(path_, {{"\xff", {{1}, {1}}}}), std::invalid_argument);
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(FilesSafetensors, NumbersAreAskedForOneTensorAfterAnother) {
  std::vector<NamedShape> shapes{{"a", {2, 3}}, {"b", {}}, {"c", {0, 4}}};
  std::vector<float> numbers;
  std::size_t asked = 0;
  const auto next = [&](std::size_t i) {
    EXPECT_EQ(i, asked++ % 3);
    numbers.assign(i == 0 ? 6 : i == 1 ? 1 : 0, static_cast<float>(i) + 0.5F);
    return std::span<const float>(numbers);
  };
  write_safetensors(path_, shapes, next, {{"model", "labeller"}});
  const TensorFile file = read_safetensors(path_);
  EXPECT_EQ(file.find("a")->data, std::vector<float>(6, 0.5F));
  EXPECT_EQ(file.find("b")->data, std::vector<float>{1.5F});
  EXPECT_TRUE(file.find("c")->data.empty());
  shapes[0].shape = {7};
  EXPECT_THROW(write_safetensors(path_, shapes, next), std::invalid_argument);
  EXPECT_EQ(read_safetensors(path_).tensors.size(), 3U) << "the file before stays";
}

TEST_F(FilesSafetensors, HalvesAreRoundedToTheNearest) {
  const std::vector<float> numbers = {1, -2, 0.1f, 65504, 1e-7f, 1 + 0x1p-11f, 1 + 3 * 0x1p-11f, -0.0f};
  write_safetensors(path_, {{"w", {{2, 4}, numbers}}}, {}, StoredType::f16);
  const TensorFile file = read_safetensors(path_);
  const Tensor* read = file.find("w");
  ASSERT_NE(read, nullptr);
  ASSERT_EQ(read->data.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_NEAR(read->data[i], numbers[i], std::max(std::abs(numbers[i]) * 0x1p-11f, 0x1p-25f)) << i;
  // Ties go to the even neighbour.
  EXPECT_EQ(read->data[5], 1.0f);
  EXPECT_EQ(read->data[6], 1 + 0x1p-9f);
  EXPECT_THROW(write_safetensors(path_, {}, {}, StoredType::bf16), std::invalid_argument);
}

std::string damage(std::string bytes, std::mt19937& random) {
  if (random() % 4 == 0) bytes.resize(random() % bytes.size());
  for (std::size_t flips = 1 + random() % 4; flips > 0 && !bytes.empty(); --flips) {
    bytes[random() % bytes.size()] = static_cast<char>(random());
  }
  return bytes;
}

// Damage may leave a valid file; anything else has to be told in one of our errors.
TEST_F(FilesSafetensors, DamageNeverCrashes) {
  write_safetensors(path_, sample, {{"model", "translator"}});
  const std::string whole = bytes();
  std::uint64_t length = 0;
  std::memcpy(&length, whole.data(), 8);
  std::mt19937 random(20240611);
  int refused = 0;
  for (int round = 0; round < 5000; ++round) {
    const bool header_only = round % 16 != 0;  // without touching the disk
    try {
      if (header_only) {
        parse_safetensors_header(path_, damage(whole.substr(8, length), random), whole.size() - 8 - length);
      } else {
        put(damage(whole, random));
        read_safetensors(path_);
      }
    } catch (const FileError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace headlight
