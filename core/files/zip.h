// Files in a zip file (PKWARE's APPNOTE.TXT, 4.3).
#pragma once

#include <span>
#include <string>

namespace headlight {

struct ZippedFile {
  std::string name;
  std::string bytes;
};

enum class Zipped { stored, deflated };
// The same files give the same bytes: the date is the first day that there is. Throws std::invalid_argument
// for more than 4 GB or 65,535 files.
std::string zip_file(std::span<const ZippedFile> files, Zipped how);

}  // namespace headlight
