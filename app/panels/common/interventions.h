// The edits that the switches and sliders of the what-if column make, and how to find them again among the
// session's.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "core/models/trace.h"
#include "core/tape/edit.h"

namespace headlight {

Edit head_off(const std::string& head_output_path);
Edit temperature(const std::string& scaled_path, float degrees);
Edit without_positions(const std::string& positions_path);
Edit without_mask(const std::string& masked_path);
Edit no_looking_ahead(const std::string& scaled_path);
// `row` looks at `to` where it looked at `from`: the two weights change places.
Edit look_instead(const std::string& weights_path, int row, int from, int to);

bool is_head_off(const Edit& edit);
bool is_temperature(const Edit& edit);
// In the place of the buttons that turn it, where the head is off.
inline constexpr const char* head_off_note = "This head is switched off, so its weights have no effect.";
// √d_k of the head: the factor on `scaled` that undoes the scaling.
float unscaled_factor(const Trace& trace, const std::string& scaled_path);

// Whether a head takes no part in a side's sentence: an edit of its output leaves nothing of it. `path` is
// any of the head's.
bool head_is_off(const PanelContext& context, int side, const std::string& path);

struct EditSide {
  std::optional<int> side;  // the sentence that the next edit is for; nothing: both
};

// Where the next edit is to be for one sentence alone, the side on stage; nothing: for all.
std::optional<int> sentence_of_edits(const PanelContext& context);
// The run on stage, as a place in the session's list.
int stage_run(const PanelContext& context);
// The run that this edit is for: as chosen, but the one on stage alone where the other has no word for the
// edit's rows and columns at the same place. Nothing: all.
std::optional<int> run_for(const PanelContext& context, const Edit& edit);
// The side of the stage whose run the edit is of alone; nothing: of all, or of one that is not there.
std::optional<int> side_of(const PanelContext& context, const SessionEdit& edit);

// The session's edit at the same place and of the same kind that is of this run (nothing: of all), on or off;
// nothing when there is none.
std::optional<int> find_edit(const Session& session, const Edit& edit, std::optional<int> run = {});
// Takes an edit of all runs away from this one: it stays with the other one of the stage.
void leave_run(const PanelContext& context, int index, int run);
// The one that a lever for the sentences chosen stands for: of them, or else of the sentence on stage alone.
std::optional<int> find_shown(const PanelContext& context, const Edit& edit);
// Adds it for the sentences chosen, or switches it off and on again when it is there. An edit of both that is
// put off in one sentence stays the other's.
void put(const PanelContext& context, const Edit& edit, bool on);

// Where a row could look instead: its largest weight, and up to `most` other keys by weight: nouns alone,
// what a pronoun can stand for, where there are any. Keys that it may not look at are no choice.
struct LookChoices {
  int now = -1;
  std::vector<int> others;
};
LookChoices look_choices(const Heatmap& weights, int row, std::size_t most);

// The row that the what-if is about in the selected head's weights: of the word in focus, else of the cell in
// the inspector; -1 for none.
int row_asked(const PanelContext& context, const std::string& weights_path);
// A row of the sentence on stage, and what stands for it in the other one; -1 for none.
std::array<int, 2> rows_of_both(const PanelContext& context, const std::string& weights_path, int row);

// Exchanges by which, in each sentence they are for, a row looks elsewhere than now.
struct LookElsewhere {
  std::array<std::vector<SessionEdit>, 2> edits;  // of the selected head first
  std::array<std::string, 2> to;                  // the words it looks at then
  std::string word;                               // that looks

  bool any() const { return !edits[0].empty() || !edits[1].empty(); }
  // "Make “it” look at “street”"; of two sentences with what they are called: "Make “it” look at “street” in
  // “tired”, and at “animal” in “wide”".
  std::string says(const std::optional<std::array<std::string, 2>>& sentences = {}) const;
  AddEdits action() const;
};
// Each sentence's own next choice, or the word `to` where it does not look there yet; none for a sentence in
// which the head is off. `row` is of the sentence on stage; `only`: the one sentence it is for.
LookElsewhere look_elsewhere(const PanelContext& context, const std::string& weights_path, int row,
                             std::optional<std::string> to = {}, std::optional<int> only = {});
// The same in every head of the selected one's layer in which the row takes a tenth of its weight or more
// from the word that is left, and less from the other: what one head brings is not all that is read.
LookElsewhere look_elsewhere_in_layer(const PanelContext& context, const std::string& weights_path, int row);

// What an edit does, in words. Everything comes from its path, the table of sites and the trace.

// "Encoder layer 1, head 1", "Decoder layer 1, cross-attention head 2", "Source"; empty for the output.
std::string place_words(const std::string& path);

// "Encoder layer 1, head 1: it looks at street instead of animal", "Encoder layer 1, head 2 switched off",
// "Encoder layer 1, head 1: temperature 2". `trace`, with or without the edits, gives the words of rows and
// columns.
std::string edit_words(const Edit& edit, const Trace& trace);
// The same of an edit of the session, in the words of its sentence. What looks elsewhere in one sentence may
// look back in the other: where it is of both, the two weights are exchanged.
std::string edit_words(const SessionEdit& edit, const PanelContext& context);
// "sentence 1 only: … tired", "both sentences"; empty where there is one sentence.
std::string side_words(const SessionEdit& edit, const PanelContext& context);

}  // namespace headlight
