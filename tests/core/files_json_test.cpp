// JSON that somebody else wrote.
#include "core/files/json.h"

#include <gtest/gtest.h>

namespace headlight {
namespace {

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
  const std::string said = "more than 32 lists and objects stand inside one another";
  EXPECT_EQ(message_of(repeated("[", 33) + repeated("]", 33)), "line 1: " + said);
  EXPECT_EQ(message_of("{\"view\":\n" + repeated("[", 100'000)), "line 2: " + said);
  EXPECT_EQ(message_of(repeated("{\"a\":", 100'000)), "line 1: " + said);
}

TEST(Json, HasNoNumbersBeyondDouble) {
  EXPECT_EQ(message_of("{\"a\": 1,\n \"b\": [0, {\"c\": 1e999}]}"),
            "line 2: field \"b[1].c\" is a number too large to be kept");
  EXPECT_EQ(message_of("-1e400"), "line 1: a number too large to be kept");
  EXPECT_EQ(parse_json("1e-999"), Json(0.0));
  EXPECT_TRUE(parse_json("99999999999999999999").is_number_float());
}

TEST(Json, SaysNothingTwice) {
  EXPECT_EQ(message_of("{\"a\": 1, \"b\": {\"a\": 1},\n\"a\": 2}"),
            "line 2: field \"a\" is there twice; keep one of them");
  EXPECT_EQ(message_of("[{\"a\": 1}, {\"x\": {\"a\": 1, \"a\": 2}}]"),
            "line 1: field \"[1].x.a\" is there twice; keep one of them");
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

}  // namespace
}  // namespace headlight
