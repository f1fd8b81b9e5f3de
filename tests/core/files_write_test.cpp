// Files are replaced whole or not at all; CSV and NPY hold what they should, byte for byte.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/files/arrays.h"
#include "core/files/folder_cache.h"
#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/files/tables.h"
#include "core/files/whole_file.h"
#include "core/files/zip.h"
#include "core/models/given.h"
#include "core/pictures/picture_file.h"
#include "core/text/unicode.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class FilesWrite : public testing::Test {
 protected:
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const TemporaryFolder own_;
  const fs::path folder_ = own_.path();
};

void write_text(const fs::path& path, const std::string& text) { replace_file(path, std::span(text)); }

TEST_F(FilesWrite, ReplacesTheOldFileAndLeavesNothingElse) {
  write_text(folder_ / "a.txt", "old");
  write_text(folder_ / "a.txt", "new");
  EXPECT_EQ(content(folder_ / "a.txt"), "new");
  EXPECT_EQ(files(), 1);
}

// Names of a process came back in another one, with what a killed test had left behind.
TEST_F(FilesWrite, ATemporaryFolderIsNobodyElsesAndGoes) {
  fs::path gone;
  {
    const TemporaryFolder other;
    gone = other.path();
    EXPECT_NE(gone, folder_);
    EXPECT_TRUE(fs::is_empty(gone));
    write_text(other / "a.txt", "inside");
  }
  EXPECT_FALSE(fs::exists(gone));
}

TEST_F(FilesWrite, AFailureHalfWayKeepsTheOldFile) {
  write_text(folder_ / "a.txt", "old");
  EXPECT_THROW(replace_file(folder_ / "a.txt",
                            [](std::ostream& out) {
                              out << "half";
                              throw std::logic_error("the writer gave up");
                            }),
               std::logic_error);
  EXPECT_EQ(content(folder_ / "a.txt"), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(FilesWrite, WorksForANameInTheCurrentFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  write_text("plain.txt", "here");
  fs::current_path(before);
  EXPECT_EQ(content(folder_ / "plain.txt"), "here");
  EXPECT_EQ(files(), 1);
}

TEST_F(FilesWrite, ALinkStaysALinkAndPermissionsStay) {
  write_text(folder_ / "real.txt", "old");
  fs::permissions(folder_ / "real.txt", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real.txt", folder_ / "link.txt");
  write_text(folder_ / "link.txt", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.txt"));
  EXPECT_EQ(content(folder_ / "real.txt"), "new");
  EXPECT_EQ(fs::status(folder_ / "real.txt").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(FilesWrite, PlacesThatCannotBeWrittenSaySoInOneLine) {
  write_text(folder_ / "file", "x");
  const fs::path places[] = {folder_,
                             folder_ / "missing" / "a.png",
                             folder_ / "file" / "a.png",
                             folder_ / "",
                             "",
                             "/proc/headlight.png",
                             "/dev/full",
                             folder_ / std::string(300, 'n')};
  for (const fs::path& place : places) {
    try {
      write_text(place, "text");
      ADD_FAILURE() << place << " was written";
    } catch (const AccessError& error) {
      const std::string line = error.what();
      EXPECT_NE(line.find(place.string()), std::string::npos) << line;
      EXPECT_NE(line.find("; "), std::string::npos) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
  }
  EXPECT_EQ(files(), 1);
}

TEST_F(FilesWrite, ALongNameThatIsAllowedIsWritten) {
  const std::string name(255, 'n');
  write_text(folder_ / name, "text");
  EXPECT_EQ(content(folder_ / name), "text");
}

TEST_F(FilesWrite, CsvQuotesWhatNeedsIt) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  expect_said({csv_field("say \"it\""), csv_field("two\nlines")});
  write_csv(folder_ / "t.csv", {{"", "a,b"}, {"it", "0.5"}});
  EXPECT_EQ(content(folder_ / "t.csv"), ",\"a,b\"\r\nit,0.5\r\n");
}

TEST_F(FilesWrite, CsvNumbersComeBackAsTheSameFloat) {
  for (const float value : {0.1f, 1.0f / 3, -2.32f, 1e-30f, 3.4e38f, 0.0f, 16777217.0f}) {
    EXPECT_EQ(std::stof(csv_number(value)), value);
  }
  expect_said({csv_number(std::numeric_limits<float>::quiet_NaN()),
               csv_number(-std::numeric_limits<float>::infinity())});
}

TEST_F(FilesWrite, NpyHasTheHeaderNumpyReads) {
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  write_npy(folder_ / "t.npy", {2, 3}, values);
  const std::string bytes = content(folder_ / "t.npy");
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length =
      static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  EXPECT_EQ((10 + length) % 64, 0u);
  const std::string header = bytes.substr(10, length);
  EXPECT_EQ(header.rfind("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 0), 0u) << header;
  EXPECT_EQ(header.back(), '\n');
  ASSERT_EQ(bytes.size(), 10 + length + 6 * sizeof(float));
  EXPECT_EQ(std::memcmp(bytes.data() + 10 + length, values.data(), 6 * sizeof(float)), 0);
}

TEST_F(FilesWrite, NpyRefusesAShapeThatDoesNotFit) {
  const std::vector<float> values{1, 2, 3};
  EXPECT_THROW(write_npy(folder_ / "t.npy", {2, 2}, values), std::invalid_argument);
  EXPECT_THROW(write_npy(folder_ / "t.npy", {-1, -3}, values), std::invalid_argument);
  EXPECT_THROW(write_npy(folder_ / "t.npy", {INT64_MAX, INT64_MAX}, values), std::invalid_argument);
  EXPECT_EQ(files(), 0);
}

TEST_F(FilesWrite, NpzIsReadAsItWasWritten) {
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  const std::vector<NamedNumbers> arrays{
      {"encoder.0.a", {2, 3}, values}, {"b", {6}, values}, {"none", {0, 3}, {}}};
  write_npz(folder_ / "t.npz", arrays);
  const ArrayFile read = read_arrays(folder_ / "t.npz");
  ASSERT_EQ(read.numbers.size(), arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    EXPECT_EQ(read.numbers[i].name, arrays[i].name);
    EXPECT_EQ(read.numbers[i].shape, arrays[i].shape);
    EXPECT_EQ(read.numbers[i].values, std::vector<float>(arrays[i].values.begin(), arrays[i].values.end()));
  }
  const std::vector<NamedNumbers> unfit{{"a", {2, 2}, values}};
  EXPECT_THROW(write_npz(folder_ / "u.npz", unfit), std::invalid_argument);
  EXPECT_EQ(files(), 1);
}

// JSON that somebody else wrote.

std::string message_of(const std::string& text) {
  try {
    parse_json(text);
    return "";
  } catch (const JsonError& error) {
    return error.what();
  }
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Json, IsReadAsItStands) {
  const std::string text = R"({"b":[1,-2,2.5,null,true,"é"],"a":{"c":{},"d":[]},"":""})";
  EXPECT_EQ(parse_json(text).dump(), text);
  EXPECT_EQ(parse_json("3"), Json(3));
  EXPECT_EQ(parse_json(" \"a\" "), Json("a"));
}

TEST(Json, SaysWhereItIsNone) {
  for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "nul", "\"\xff\"", "1 2"})
    EXPECT_NE(message_of(text).find("not JSON"), std::string::npos) << text;
  EXPECT_TRUE(message_of("{\n\"a\": 1,\n\"b\": }").starts_with("line 3: "));
}

TEST(Json, IsNotNestedWithoutEnd) {
  EXPECT_EQ(message_of(repeated("[", deepest_json) + repeated("]", deepest_json)), "");
  const std::string said = "more than 32 lists and objects are nested inside one another";
  EXPECT_EQ(message_of(repeated("[", 33) + repeated("]", 33)), "line 1: " + said);
  EXPECT_EQ(message_of("{\"view\":\n" + repeated("[", 100'000)), "line 2: " + said);
  EXPECT_EQ(message_of(repeated("{\"a\":", 100'000)), "line 1: " + said);
}

TEST(Json, HasNoNumbersBeyondDouble) {
  expect_said({message_of("{\"a\": 1,\n \"b\": [0, {\"c\": 1e999}]}"), message_of("-1e400")});
  EXPECT_EQ(parse_json("1e-999"), Json(0.0));
  EXPECT_TRUE(parse_json("99999999999999999999").is_number_float());
}

TEST(Json, SaysNothingTwice) {
  expect_said({message_of("{\"a\": 1, \"b\": {\"a\": 1},\n\"a\": 2}"),
               message_of("[{\"a\": 1}, {\"x\": {\"a\": 1, \"a\": 2}}]")});
}

TEST(Json, IsReadInProportionToItsLength) {
  std::string text = "{\"many\": {";
  for (int i = 0; i < 200'000; ++i) text += (i == 0 ? "\"" : ",\n\"") + std::to_string(i) + "\": [0]";
  text += "}}";
  EXPECT_EQ(parse_json(text)["many"].size(), 200'000U);
  EXPECT_EQ(line_of_field(text, "many.199999"), 200'000);
  const std::string key(1'000'000, 'k');
  const std::string list = "{\"" + key + "\": [" + repeated("0,", 100'000) + "0]}";
  EXPECT_EQ(line_of_field(list, key + "[100001]"), 1);
  EXPECT_THROW(parse_json(std::string(largest_json + 1, ' ')), JsonError);
}

TEST(Json, FindsTheLineOfAField) {
  const std::string text = "{\n\"a\":\n [1,\n {\"b\":\n 2}\n],\n\"ab\": 3}";
  EXPECT_EQ(line_of_field(text, "a"), 2);
  EXPECT_EQ(line_of_field(text, "a[0]"), 3);
  EXPECT_EQ(line_of_field(text, "a[1]"), 4);
  EXPECT_EQ(line_of_field(text, "a[1].b"), 4);
  EXPECT_EQ(line_of_field(text, "a[1].c"), 4) << "where it would be";
  EXPECT_EQ(line_of_field(text, "ab"), 7);
  EXPECT_EQ(line_of_field(text, "x"), 1);
}

TEST(JsonFields, ANumberThatAFloatCannotHoldIsRefused) {
  float value = 0;
  read(Json("-inf"), "a", value);
  EXPECT_EQ(value, -std::numeric_limits<float>::infinity());
  EXPECT_THROW(read(Json(1e300), "a", value), FieldError);
  EXPECT_THROW(read_finite(Json("inf"), "a", value), FieldError);
  EXPECT_EQ(shown(Json(std::string(1000, 'x'))).size(), 65U);
}

// What a killed program left is removed when the file is written again; what another one is writing stays.
TEST_F(FilesWrite, WhatAKilledProgramLeftIsRemoved) {
  const auto put = [&](const std::string& name, std::chrono::hours age) {
    std::ofstream(folder_ / name) << "half";
    fs::last_write_time(folder_ / name, fs::file_time_type::clock::now() - age);
  };
  using std::chrono::hours;
  put(".a.txt.123-0.part", hours(2));
  put(".a.txt.124-0.part", hours(0));
  put(".a.txt.125-0.part", hours(2));
  put(".b.txt.123-0.part", hours(2));
  put(".a.txt.notes.part", hours(2));
  fs::create_directory(folder_ / ".a.txt.0badcafe.part");
  fs::last_write_time(folder_ / ".a.txt.0badcafe.part", fs::file_time_type::clock::now() - hours(2));
  const auto writing = FileLock::take(folder_ / ".a.txt.125-0.part", FileLock::Takes::old_file);
  write_text(folder_ / "a.txt", "new");
  std::set<std::string> there;
  for (const auto& entry : fs::directory_iterator(folder_)) there.insert(entry.path().filename().string());
  EXPECT_EQ(there, (std::set<std::string>{"a.txt", ".a.txt.124-0.part", ".a.txt.125-0.part",
                                          ".b.txt.123-0.part", ".a.txt.notes.part"}));
}

TEST_F(FilesWrite, WhatFailsAsideIsSaidOfTheFolderItself) {
  const std::string said = thrown_by<AccessError>([&] {
    replace_folder(folder_ / "model", [](const fs::path& aside) {
      throw AccessError(aside / "config.json", "cannot write: No space left on device");
    });
  });
  EXPECT_EQ(said, (folder_ / "model" / "config.json").string() + ": cannot write: No space left on device");
}

// Whoever opens a pipe waits for somebody who writes into it, and a device has no end.
TEST_F(FilesWrite, EveryReaderAsksWhatAFileIsFirst) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  fs::create_directory(folder_ / "folder");
  fs::create_symlink("/dev/zero", folder_ / "endless");
  fs::create_symlink("pipe", folder_ / "link");
  const std::vector<std::pair<const char*, std::function<void(const fs::path&)>>> readers{
      {"text", [](const fs::path& file) { read_text(file); }},
      {"safetensors", [](const fs::path& file) { SafetensorsFile{file}; }},
      {"arrays", [](const fs::path& file) { read_arrays(file); }},
      {"picture", [](const fs::path& file) { read_picture(file); }},
      {"given", [](const fs::path& file) { holds_given_json(file); }}};
  for (const auto& [reader, read] : readers) {
    for (const auto& [name, says] :
         std::vector<std::pair<std::string, std::string>>{{"pipe", "is a pipe, not a file"},
                                                          {"link", "is a pipe, not a file"},
                                                          {"endless", "is a device, not a file"},
                                                          {"folder", "is a folder, not a file"},
                                                          {"nothing", "there is no such file"}}) {
      const std::string said = thrown_by<AccessError>([&] { read(folder_ / name); });
      EXPECT_TRUE(said.starts_with((folder_ / name).string() + ": " + says)) << reader << ": " << said;
    }
  }
}

// What the library throws names a function of its own.
TEST_F(FilesWrite, WhatGoesWrongWithAPathIsSaidInWords) {
  fs::create_symlink("b", folder_ / "a");
  fs::create_symlink("a", folder_ / "b");
  std::string said;
  try {
    static_cast<void>(fs::exists(folder_ / "a"));
  } catch (const std::exception& error) {
    said = told(error);
  }
  EXPECT_EQ(said, (folder_ / "a").string() + ": Too many levels of symbolic links; check the path");
}

// Somebody who looks through hundreds of models does not keep them all in memory.
TEST(FolderCache, ForgetsTheLongestUnaskedOfThoseThatNobodyHolds) {
  struct Made {
    explicit Made(const std::filesystem::path& folder) : name(folder.string()) {}
    std::string name;
  };
  FolderCache<const Made> cache({"file"}, nullptr, 2);
  const std::shared_ptr<const Made> held = cache.get("held");
  const std::weak_ptr<const Made> first = cache.get("first"), second = cache.get("second");
  EXPECT_TRUE(first.expired());
  EXPECT_EQ(cache.get("second"), second.lock());
  EXPECT_EQ(cache.get("held"), held);
  const std::shared_ptr<const Made> third = cache.get("third");
  EXPECT_TRUE(second.expired());
  EXPECT_EQ(cache.get("held"), held) << "what is in use is never made twice";
}

TEST(WrittenFiles, AFolderIsZippedWithItsNameAndWithoutFoldersBelow) {
  const TemporaryFolder folder;
  std::ofstream(folder / "b.txt") << "second";
  std::ofstream(folder / "a.bin", std::ios::binary) << std::string("\0\r\n\x1a", 4);
  std::filesystem::create_directory(folder / "below");
  std::ofstream(folder.path() / "below" / "c.txt") << "not this one";
  const std::string zip = zip_folder(folder.path(), "kept");
  const ZipBytes bytes = [&](std::uint64_t begin, std::uint64_t count) { return zip.substr(begin, count); };
  const std::vector<ZipEntry> entries = zip_entries(bytes, zip.size());
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "kept/a.bin");
  EXPECT_EQ(entries[1].name, "kept/b.txt");
  EXPECT_EQ(bytes(begin_of(bytes, zip.size(), entries[0]), entries[0].size), std::string("\0\r\n\x1a", 4));
  EXPECT_EQ(bytes(begin_of(bytes, zip.size(), entries[1]), entries[1].size), "second");
}

}  // namespace
}  // namespace headlight
