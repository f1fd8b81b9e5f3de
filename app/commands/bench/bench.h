// The performance table: what each row measures, in one run, as medians. A row that needs a program which is
// not installed, or whose opponent is not at its best, is left out, and the report says why.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/output.h"
#include "app/session/session.h"
#include "core/models/card.h"
#include "core/platform/process.h"

namespace headlight {

// Milliseconds that `work` takes.
double taken_ms(const std::function<void()>& work);
// The same, the median of `repeats` runs after one that is not counted.
double median_ms(int repeats, const std::function<void()>& work);
// The median of a's time over b's, run in turn, so that a slow moment of the machine meets both.
double median_ratio(int repeats, const std::function<void()>& a, const std::function<void()>& b);

// The translator: two sentences with their translations; a replay after one head's temperature has changed.
std::vector<Measure> bench_translator();
// Models that look at pictures: the slowest to write a caption, and the convolutions of a batch that is
// learned.
std::vector<Measure> bench_pictures();
// A GPT-2-small shape with random weights, everything recorded, over the same products bare.
std::vector<Measure> bench_gpt2_shape();
// One training step over PyTorch's, on the same model and batch.
std::vector<Measure> bench_training();
// A training as the window watches it, over the loop of `headlight train`.
std::vector<Measure> bench_watched_training();
// A long input in a model with many heads: until it is there, an edit in its last layer, and the memory.
std::vector<Measure> bench_long_input();
// A folder of the shape of GPT-2 small: until it is open, a word behind others, 1,024 tokens and the memory.
std::vector<Measure> bench_own_model();

// The first line that `command` prints, or nothing when it fails. What it says on stderr is not shown.
std::optional<std::string> first_line_of(const std::string& command);
// `text` as one word of a shell command.
std::string quoted(const std::string& text);
// A script of tests/bench, quoted.
std::string bench_script(const std::string& name);
// Keeps for the report that a row is left out.
void leave_out(const std::string& row, const std::string& why);

// The longest input there is in the performance table: a model with many heads, on as many tokens as it
// reads.

// Writes the model into `folder`, 12 layers of 12 heads with random weights, and gives it 1,024 letters.
Session long_session(const std::filesystem::path& folder);
// The same of the shape of GPT-2 small, with a text of 1,024 tokens.
Session own_model_session(const std::filesystem::path& folder);

constexpr double bytes_in_mib = 1 << 20;

}  // namespace headlight
