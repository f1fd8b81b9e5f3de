// Every file Headlight writes goes through here: the old file stays until the new one is complete.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <span>

namespace headlight {

// Writes beside `path`, in the same folder, then renames; a failure leaves the old file, or none, and no
// half-written one. A link is followed; what is no ordinary file (/dev/null, a pipe) is written straight to.
// Throws AccessError when the folder is missing, the path is a folder, or the place cannot be written;
// whatever `write` throws is passed on.
void replace_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);
void replace_file(const std::filesystem::path& path, std::span<const char> bytes);

}  // namespace headlight
