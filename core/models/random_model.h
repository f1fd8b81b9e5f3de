// A model that was never trained: what training starts from, to compare a trained one with.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/layers/config.h"
#include "core/models/character_model.h"
#include "core/models/picture_recording.h"
#include "core/models/seq2seq.h"
#include "core/models/words_file.h"

namespace headlight {

// The vocabularies of a model of this shape that reads `words`: what a translator writes are those of
// `written`; a decoder alone goes on with the words it reads, and an encoder alone labels with them.
WordsFile words_for(const TransformerConfig& config, const Vocabulary& words, const Vocabulary& written);

// Space, small letters and signs.
Vocabulary typed_characters();

// Writes a model of this shape with random weights into a folder, and a card that says so: all of it or
// nothing. The sizes of the
// vocabularies are filled in, and an encoder alone gets an output of its own. Throws std::invalid_argument
// for sizes that do not go together or are too large, AccessError where it cannot be written.
void write_random_model(const std::filesystem::path& folder, TransformerConfig config, const WordsFile& words,
                        std::uint64_t seed);
// The same of a recurrent encoder-decoder, and of a language model over characters.
void write_random_model(const std::filesystem::path& folder, Seq2SeqConfig config, const WordsFile& words,
                        std::uint64_t seed);
void write_random_model(const std::filesystem::path& folder, CharacterConfig config, const WordsFile& words,
                        std::uint64_t seed);

// Of a model that looks at pictures; words that it reads there are none.
void write_random_model(const std::filesystem::path& folder, RecurrentCaptionerConfig config,
                        const WordsFile& words, std::uint64_t seed);
void write_random_model(const std::filesystem::path& folder, PictureTransformerConfig config,
                        const WordsFile& words, std::uint64_t seed);
// What such a model writes, or answers with.
WordsFile words_for(const RecurrentCaptionerConfig& config);
WordsFile words_for(const PictureTransformerConfig& config);

}  // namespace headlight
