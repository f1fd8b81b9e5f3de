// What a test expects to be said, kept as text: tests/snapshots/FOLDER/NAME.txt holds a part for each test of
// FOLDER/NAME_test.cpp that asks for one, headed "=== Suite.Test". What differs is shown line by line.
// HEADLIGHT_UPDATE=1 in the environment writes what is said now: read that change over before it is
// committed.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace headlight {

// The running test's part, or its part "Suite.Test NAME", holds these words; where a line breaks does not
// matter. A temporary folder is written TMP.
void expect_said(const std::vector<std::string>& lines, const std::string& name = "");

// The part holds lines "question => answer": each question gets that answer. A line break is written \n.
// A new question is a line without an answer; the update writes that.
void expect_answers(const std::function<std::string(const std::string&)>& answer,
                    const std::string& name = "");

// The message of what `call` throws; "no error" when it throws nothing.
template <typename Error = std::exception, typename Call>
std::string thrown_by(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace headlight
