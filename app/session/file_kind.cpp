#include "app/session/file_kind.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

struct Ending {
  const char* text;
  FileKind kind;
};
constexpr std::array endings = {
    Ending{".tokens.json", FileKind::weights}, Ending{".tokens.txt", FileKind::weights},
    Ending{session_ending, FileKind::session}, Ending{".json", FileKind::session},
    Ending{".lesson.md", FileKind::lesson},    Ending{".md", FileKind::lesson},
    Ending{".png", FileKind::picture},         Ending{".jpg", FileKind::picture},
    Ending{".jpeg", FileKind::picture},        Ending{".webp", FileKind::picture},
    Ending{".gif", FileKind::picture},         Ending{".npy", FileKind::weights},
    Ending{".npz", FileKind::weights},         Ending{".csv", FileKind::weights},
    Ending{".safetensors", FileKind::weights},
};

std::string in_small(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

std::string endings_of(FileKind kind) {
  std::string all;
  for (const Ending& ending : endings) {
    if (ending.kind == kind) all += (all.empty() ? "" : ", ") + std::string(ending.text);
  }
  return all;
}

}  // namespace

std::optional<FileKind> kind_of_file(const std::filesystem::path& path) {
  const std::string name = in_small(path.filename().string());
  for (const Ending& ending : endings) {
    if (name.ends_with(ending.text)) return ending.kind;
  }
  return std::nullopt;
}

std::string what_can_be_opened() {
  return "sessions (" + endings_of(FileKind::session) + "), lessons (" + endings_of(FileKind::lesson) +
         "), pictures (" + endings_of(FileKind::picture) +
         ") and attention weights (.npy, .npz, .csv, .safetensors, .json)";
}

}  // namespace headlight
