// What stands under a picture of a session, and on a sheet of paper: what it is about, and whose sentences
// and model it is.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "core/figure/palette.h"

namespace headlight {

// What the screen is about: a node's path, or what the open lab's caption says.
std::string shown_name(const Session& session, const Results& results);

struct StageCaption {
  std::string path;
  RichText text;
};
StageCaption stage_caption(const Session& session, const Results& results);

// What stands on a sheet of paper with numbers of one sentence: above them the sentence, below them whose
// numbers they are, with the edits in force.
struct SheetCaption {
  std::string sentence, source;
};
SheetCaption sheet_caption(const Session& session, const Results& results);

// The sentences that captions are made of. What stands behind others begins with a space where it is not
// empty.

// The text that was read, the answer, and whether that is sure.
std::string sentence_text(const Run& run);
std::string sentences_text(const Results& results);
// Every picture says which model made its numbers, and whether it was trained. Behind other sentences.
std::string model_text(const Results& results);
// How many edits are in force on the sides shown; where they are not the same, on which. Behind other
// sentences.
std::string edits_text(const Results& results, const std::vector<int>& shown = {0, 1});
// Of what a lab shows of the model.
std::string edits_text(const LabCaption& caption, const Results& results);
// Of a site's meaning, for a model whose tokens are words: "How much a word takes from each of the words".
std::string said_of_words(std::string meaning);
// What a node's numbers are; empty where nobody knows. With a space behind it.
std::string meaning_of(const Results& results, const std::string& path);
// The caption of a node's map: that, the sentences, the model and the edits. `words`: the map is by words.
std::string node_caption(const Results& results, const std::string& path, bool words);
// That weights are by words; of what is in pieces and no weights, that it stays so. Behind other sentences.
std::string merging_text(const Session& session, const Results& results, const std::string& path);
// Whose numbers a lab shows, after what it says: the sentences that are read and the model, without an
// answer.
std::string source_text(const LabCaption& caption, const Results& results);

}  // namespace headlight
