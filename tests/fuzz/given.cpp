#include "core/models/given.h"

#include "tests/fuzz/input_file.h"
#include "tests/fuzz/targets.h"

namespace headlight {

// As a file of weights of whatever kind it begins as.
void fuzz_given(std::string_view input) {
  take([&] {
    const GivenFile read = read_given(input_file(input));
    require(!read.config.heads.empty() && !read.config.about.has.empty(), "weights without a head");
    for (std::size_t i = 0; i < read.weights.count(); ++i) {
      const Matrix& head = read.weights.tensor(i);
      require(head.rows() == std::ssize(read.config.rows) && head.cols() == std::ssize(read.config.columns),
              "a head without its words");
    }
  });
}

}  // namespace headlight
