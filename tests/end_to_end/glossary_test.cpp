// `headlight glossary`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

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

}  // namespace
}  // namespace headlight
