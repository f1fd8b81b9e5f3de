// What the lab on attention finds of the layer that it records.
#pragma once

#include <cstdint>
#include <limits>

namespace headlight {

struct LabInput;
struct LabWork;

struct AttentionStudy {
  std::int64_t learned_numbers = 0;  // weights and biases
  double order_difference = 0;       // the largest of the output, to that of the inputs as they were given
  // The largest of the output, to that of the model's own head; NaN where the layer is not the head's.
  double model_difference = std::numeric_limits<double>::quiet_NaN();
};

void compute_attention(const LabInput& input, LabWork& work);

}  // namespace headlight
