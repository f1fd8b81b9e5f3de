// Declared with the thesaurus, in core/text, which reads no files.
#include <exception>

#include "core/files/read_file.h"
#include "core/platform/paths.h"
#include "core/text/thesaurus.h"

namespace headlight {
namespace {

std::string shipped_text() {
  try {
    return read_text(assets_folder() / "words" / "meanings.tsv");
  } catch (const std::exception&) {
    return "";  // then words are offered by their spelling alone
  }
}

}  // namespace

const Meanings& Meanings::shipped() {
  static const Meanings meanings(shipped_text());
  return meanings;
}

}  // namespace headlight
