// SentencePiece files as tokenizers: Llama's tokenizer.model, whose pieces are tokens, Marian's source.spm,
// whose pieces have their numbers in vocab.json, and those of kinds that number them by a rule of their own.
#pragma once

#include <filesystem>
#include <memory>

#include "core/models/foreign.h"

namespace headlight {

// Of pieces that are tokens. `words` as in foreign_tokenizer(). All of these throw FieldError, FormatError or
// std::invalid_argument.
std::shared_ptr<const Tokenizer> tokenizer_of_pieces(const SentencePieces& file, const AroundText& around,
                                                     int words);
// tokenizer.model of a folder; source.spm and vocab.json.
std::shared_ptr<const Tokenizer> of_sentence_pieces(const std::filesystem::path& folder, int words);
std::shared_ptr<const Tokenizer> of_marian(const std::filesystem::path& folder, int words);
// T5's spiece.model, and sentencepiece.bpe.model of XLM-R and CamemBERT: which rule numbers the pieces says
// the kind of model in config.json.
std::shared_ptr<const Tokenizer> of_numbered_pieces(const std::filesystem::path& folder, const char* file,
                                                    int words);

}  // namespace headlight
