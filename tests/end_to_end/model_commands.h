// Commands of the real program on a small model, in a folder of the test's own.
#pragma once

#include <gtest/gtest.h>

#include "tests/end_to_end/program.h"

namespace headlight {

class ModelCommands : public testing::Test {
 protected:
  Result on_model(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--model", tiny_model_folder()});
    return run(arguments, folder_.path());
  }
  std::string beginning(const std::string& name) { return contents(folder_ / name).substr(0, 5); }

  TemporaryFolder folder_;
};

}  // namespace headlight
