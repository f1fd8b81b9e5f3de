// Under the sanitizers a program runs many tests: the shipped model stays loaded between them, and with it
// what was counted over many sentences.
#pragma once

#include <gtest/gtest.h>

#include "app/session/results.h"

#ifdef __SANITIZE_ADDRESS__
namespace headlight {

class KeepModel : public testing::Environment {
 public:
  void SetUp() override { results_ = compute(Session{}, nullptr); }
  void TearDown() override { results_.reset(); }

 private:
  ResultsPtr results_;
};

inline testing::Environment* const keep_model = testing::AddGlobalTestEnvironment(new KeepModel);

}  // namespace headlight
#endif
