// What can be opened, by the name of the file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace headlight {

enum class FileKind { session, lesson, picture, weights };

// What a session is saved as where no ending is given. The desktop knows it, as it does `.lesson.md`.
inline constexpr const char* session_ending = ".headlight";

// By its ending, in capitals or small: .headlight and .json hold sessions, .md (so .lesson.md too) a lesson,
// .png, .jpg, .jpeg, .webp and .gif a picture, .npy, .npz, .safetensors and .csv weights of one's own (so
// .tokens.txt and .tokens.json, the words beside them); nothing for any other. What a .json holds is only
// known once it is read.
std::optional<FileKind> kind_of_file(const std::filesystem::path& path);

// For messages: "sessions (.headlight, .json), lessons (.lesson.md, .md), pictures (.png, .jpg, ...) and
// attention weights (.npy, ...)".
std::string what_can_be_opened();

}  // namespace headlight
