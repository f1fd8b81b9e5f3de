#include <filesystem>

#include "core/files/whole_file.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/targets.h"
#include "train/learn/positions_runs.h"

namespace headlight {

// What a training of the small models left behind, read when it goes on.
void fuzz_recipes(std::string_view input) {
  static const TemporaryFolder folder;
  static const PositionsRecipe recipe = position_recipes("third", "none", 0).front();
  static const std::filesystem::path run = [] {
    std::filesystem::path file = run_folder(folder.path(), recipe) / "run.json";
    std::filesystem::create_directories(file.parent_path());
    std::filesystem::create_symlink(input_file(""), file);
    return file;
  }();
  input_file(input);
  take([] { finished_run(folder.path(), recipe); });
}

}  // namespace headlight
