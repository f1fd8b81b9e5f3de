// Several files that belong together: a folder has all of them or none.
#pragma once

#include <filesystem>
#include <functional>

namespace headlight {

// Calls `write` with a new folder beside `path`, and gives that the name once all is written. Where `path` is
// a folder already, its files of the same names are replaced one by one, and its others stay. Whatever
// `write` throws is passed on, and nothing is left of it. Folders above `path` are made. Throws AccessError.
void replace_folder(const std::filesystem::path& path,
                    const std::function<void(const std::filesystem::path& aside)>& write);

}  // namespace headlight
