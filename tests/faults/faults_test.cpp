// Whatever goes wrong while a file is written, whenever: the old file or the new one is found, whole.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <regex>

#include "app/session/session_file.h"
#include "core/figure/drawing.h"
#include "core/figure/figure.h"
#include "core/files/safetensors.h"
#include "core/learn/translator_training.h"
#include "core/models/card.h"
#include "tests/core/figure_sample.h"
#include "tests/faults/faults.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

using Folder = std::map<std::string, std::string>;  // what lies in a folder, by name

Folder files_in(const fs::path& folder) {
  Folder found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    // A PDF says when it was made.
    if (entry.path().extension() == ".pdf") bytes = std::regex_replace(bytes, std::regex("D:[0-9]+"), "D:");
    found[entry.path().filename()] = std::move(bytes);
  }
  return found;
}

void fill(const fs::path& folder, const Folder& files) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const auto& [name, bytes] : files) std::ofstream(folder / name, std::ios::binary) << bytes;
}

using Write = std::function<void(const fs::path& folder)>;

// Something Headlight writes into a folder, in two versions. Made before the power is at risk.
struct Written {
  std::string name;
  Write (*version)(int number);
  bool silent = false;  // a failure is not told
};
void PrintTo(const Written& written, std::ostream* out) { *out << written.name; }
std::string name_of(const testing::TestParamInfo<Written>& info) { return info.param.name; }

Session session_of(int version) {
  Session session;
  session.layer = version;
  return session;
}

Figure figure_of(int version) {
  std::mt19937 random(static_cast<unsigned>(version));
  return {.title = "Weights", .panels = {random_map(random, 5, 6, 8)}};
}

Write figure(int version, const char* name) {
  return [figure = figure_of(version), name](const fs::path& folder) { write_figure(figure, folder / name); };
}

Write animation(int version) {
  return [version](const fs::path& folder) {
    AnimationWriter file(folder / "a.gif", {.scale = 1});
    for (int i = 0; i < 3; ++i) {
      Drawing drawing;
      drawing.width = 40 + version;
      drawing.height = 30;
      file.add(std::move(drawing));
    }
    file.finish();
  };
}

Write model(int version) {
  TransformerConfig config{.d_model = 16, .d_ff = 16 * version};
  return [model = tiny_translator(config), version](const fs::path& folder) {
    model.save(folder);
    Card card;
    card.name = "tiny";
    card.title = "Version " + std::to_string(version);
    save_card(card, folder);
  };
}

Write checkpoint(int version) {
  TranslatorRecipe recipe = small_translator_recipe();
  recipe.model.d_model = recipe.model.d_ff = 16;
  recipe.batch = 4;
  auto trainer = std::make_shared<TranslatorTrainer>(recipe, small_translator_corpus());
  for (int step = 0; step < version; ++step) trainer->advance();
  return [trainer](const fs::path& folder) { trainer->save(folder / "checkpoint.safetensors"); };
}

constexpr int refused = 3;  // said why
constexpr int lost = 4;     // said that all is well, and it was not on the disk

// Writes in a child: the power of a test cannot go. Returns what waitpid() says of it, and the calls it made.
int write_with(const FaultPlan& plan, const Write& write, const fs::path& folder, int* calls = nullptr) {
  static int* const counted = static_cast<int*>(
      mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const pid_t child = fork();
  if (child == 0) {
    int code = 0;
    begin_faults(plan);
    try {
      write(folder);
      if (!all_is_on_disk()) code = lost;
    } catch (const std::exception&) {
      code = refused;
    }
    *counted = calls_counted();
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (calls != nullptr) *calls = *counted;
  return status;
}

class Faults : public testing::TestWithParam<Written> {
 protected:
  // Each file is the old one or the new one. What was being written may lie about only where the power went.
  void expect_whole(const Folder& old, const Folder& after, bool power_gone, const std::string& when) {
    const Folder found = files_in(folder_);
    for (const auto& [name, bytes] : found) {
      const bool part = name.starts_with(".") && name.ends_with(".part");
      const bool mark = name.starts_with("running");  // of a window that did not come to its end
      if ((part || mark) && power_gone) continue;
      EXPECT_FALSE(part) << name << " was left behind, " << when;
      const auto before = old.find(name);
      // A window that cannot have the first place takes the next.
      const auto wanted = after.find(name == "session-2.json" ? "session.json" : name);
      EXPECT_TRUE((before != old.end() && bytes == before->second) ||
                  (wanted != after.end() && bytes == wanted->second))
          << name << " is neither the old file nor the new one, " << when;
    }
    for (const auto& [name, bytes] : old) EXPECT_TRUE(found.contains(name)) << name << " is gone, " << when;
  }

  void try_all(const Folder& old, const Write& write) {
    fill(folder_, old);
    int calls = 0;
    const int status = write_with({}, write, folder_, &calls);
    ASSERT_TRUE(WIFEXITED(status)) << status;
    ASSERT_EQ(WEXITSTATUS(status), 0);
    ASSERT_GE(calls, 5) << "a file is opened, written, waited for, named, and its folder waited for";
    const Folder after = files_in(folder_);
    constexpr std::array errors{ENOSPC, EIO, EACCES};
    for (int at = 1; at <= calls; ++at) {
      const std::string when = "at call " + std::to_string(at) + " of " + std::to_string(calls) +
                               (old.empty() ? ", none before" : "");
      fill(folder_, old);
      EXPECT_TRUE(WIFSIGNALED(write_with({at, 0}, write, folder_))) << when;
      expect_whole(old, after, true, "the power gone " + when);

      fill(folder_, old);
      const int error = errors.at(static_cast<std::size_t>(at) % errors.size());
      const int ended = write_with({at, error}, write, folder_);
      ASSERT_TRUE(WIFEXITED(ended)) << when;
      expect_whole(old, after, false, std::strerror(error) + (" " + when));
      const bool told_so = WEXITSTATUS(ended) == refused || GetParam().silent;
      EXPECT_TRUE(told_so || files_in(folder_) == after) << when;
    }
  }

  const TemporaryFolder own_;
  const fs::path folder_ = own_.path() / "files";
};

TEST_P(Faults, TheOldFileOrTheNewOne) {
  const Write first = GetParam().version(1);
  const Write second = GetParam().version(2);
  fill(folder_, {});
  ASSERT_EQ(write_with({}, first, folder_), 0);
  const Folder old = files_in(folder_);
  try_all(old, second);
  try_all({}, second);
}

INSTANTIATE_TEST_SUITE_P(
    Files, Faults,
    testing::Values(
        Written{"Session",
                [](int version) -> Write {
                  return [version](const fs::path& folder) {
                    save_session(folder / "mine.json", session_of(version));
                  };
                }},
        Written{"Autosave",
                [](int version) -> Write {
                  return [version](const fs::path& folder) {
                    Autosave autosave(folder);
                    autosave.keep(session_of(version));
                  };
                },
                true},
        Written{"Png", [](int version) { return figure(version, "a.png"); }},
        Written{"Svg", [](int version) { return figure(version, "a.svg"); }},
        Written{"Pdf", [](int version) { return figure(version, "a.pdf"); }},
        Written{"Csv", [](int version) { return figure(version, "a.csv"); }},
        Written{"Tsv", [](int version) { return figure(version, "a.tsv"); }},
        Written{"Npy", [](int version) { return figure(version, "a.npy"); }}, Written{"Gif", animation},
        Written{"Safetensors",
                [](int version) -> Write {
                  return
                      [tensors =
                           std::vector<NamedTensor>{
                               {"x", {{100, 300}, std::vector<float>(30000, static_cast<float>(version))}}}](
                          const fs::path& folder) { write_safetensors(folder / "a.safetensors", tensors); };
                }},
        Written{"Model", model}, Written{"Checkpoint", checkpoint}),
    name_of);

}  // namespace
}  // namespace headlight
