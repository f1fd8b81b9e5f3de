// What can be opened, by the name of the file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace headlight {

enum class FileKind { session, lesson, picture };

// What a session is saved as where no ending is given. The desktop knows it, as it does `.lesson.md`.
inline constexpr const char* session_ending = ".headlight";

// By its ending, in capitals or small: .headlight and .json hold sessions, .md (so .lesson.md too) a lesson,
// .png, .jpg, .jpeg, .webp and .gif a picture; nothing for any other.
std::optional<FileKind> kind_of_file(const std::filesystem::path& path);

// For messages: "sessions (.headlight, .json), lessons (.lesson.md, .md) and pictures (.png, .jpg, ...)".
std::string what_can_be_opened();

}  // namespace headlight
