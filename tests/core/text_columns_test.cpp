// Text that is read on: files of text, and columns of tables.
#include "core/files/text_columns.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "core/files/whole_file.h"

namespace headlight {
namespace {

class TextColumns : public testing::Test {
 protected:
  std::filesystem::path written(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_.path() / name;
    replace_file(path, [&](std::ostream& out) { out << text; });
    return path;
  }
  static std::string problem(const std::filesystem::path& path, std::string_view column = {},
                             std::uintmax_t most = 1 << 20) {
    try {
      read_column_of_text(path, column, most);
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(TextColumns, ATextIsReadAsItStands) {
  const ColumnOfText read = read_column_of_text(written("a.txt", "\xef\xbb\xbfOne, two.\nThree\t4\n"));
  EXPECT_EQ(read.text, "One, two.\nThree\t4\n");
  EXPECT_TRUE(read.columns.empty());
  EXPECT_EQ(read.column, -1);
}

TEST_F(TextColumns, TheColumnWithMostTextOrTheOneThatIsNamed) {
  const auto path =
      written("a.csv",
              "id, text ,\"who, when\"\r\n1,\"He said \"\"no\"\", twice\",A\r\n2,,B\r\n3,\"two\nlines\"\r\n");
  const ColumnOfText most = read_column_of_text(path);
  EXPECT_EQ(most.columns, (std::vector<std::string>{"id", "text", "who, when"}));
  EXPECT_EQ(most.column, 1);
  EXPECT_EQ(most.cells, 2) << "an empty field is no text";
  EXPECT_EQ(most.text, "He said \"no\", twice\n\ntwo\nlines");
  const ColumnOfText named = read_column_of_text(path, "who, when");
  EXPECT_EQ(named.column, 2);
  EXPECT_EQ(named.text, "A\n\nB") << "a row that is too short has no such field";
  EXPECT_NE(problem(path, "what").find("has no column what; it has: id, text, who, when"), std::string::npos)
      << problem(path, "what");
}

TEST_F(TextColumns, SemicolonsAndTabs) {
  EXPECT_EQ(read_column_of_text(written("a.CSV", "a;b\nx, y;1\n")).text, "x, y");
  EXPECT_EQ(read_column_of_text(written("a.tsv", "a\tb\nx;\"y, z\"\t1\n"), "b").text, "1");
  EXPECT_EQ(read_column_of_text(written("b.tsv", "a\tb\nlonger, text\t1")).text, "longer, text");
}

TEST_F(TextColumns, SaysWhatIsWrong) {
  EXPECT_NE(problem(written("a.csv", "a,b\n1,\"open\n")).find("line 2: a quotation mark is not closed"),
            std::string::npos);
  EXPECT_NE(problem(written("b.csv", "")).find("is empty"), std::string::npos);
  EXPECT_NE(problem(written("c.txt", "caf\xe9")).find("UTF-8"), std::string::npos);
  EXPECT_NE(problem(written("d.txt", "text"), "b").find("has no columns"), std::string::npos);
  EXPECT_NE(problem(written("e.csv", std::string(2000, ','))).find("1,000 columns"), std::string::npos);
  EXPECT_NE(problem(written("f.txt", std::string(100, 'x')), {}, 50), "");
  EXPECT_NE(problem("no such file.txt"), "");
}

}  // namespace
}  // namespace headlight
