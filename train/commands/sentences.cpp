// `headlight-train sentences`: what Headlight reads of the grammar, as files of assets/words.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "core/files/compressed.h"
#include "core/files/whole_file.h"
#include "core/grammar/held_out.h"
#include "core/learn/corpus.h"
#include "core/platform/paths.h"
#include "train/commands/commands.h"
#include "train/learn/sentence_lists.h"

namespace headlight {
namespace {

void write_packed(const std::filesystem::path& file, const std::string& text) {
  replace_file(file, deflated(text, Wrapping::gzip));
  std::printf("%s\n", file.string().c_str());
}

}  // namespace

void add_sentences(CLI::App& program, Chosen& chosen) {
  auto folder = std::make_shared<std::filesystem::path>();
  CLI::App* command = program.add_subcommand(
      "sentences",
      "Write the sentences that lessons and labs count over, and those the small translator learns");
  command->add_option("-o,--output", *folder, "The folder to write; if not given, that of the words")
      ->check(CLI::ExistingDirectory);
  command->callback([folder, &chosen] {
    chosen = [folder] {
      if (folder->empty()) *folder = assets_folder() / "words";
      write_packed(*folder / sentences_file, text_of_sentence_lists());
      write_packed(*folder / small_translator_file, text_of_small_translator());
      return 0;
    };
  });
}

}  // namespace headlight
