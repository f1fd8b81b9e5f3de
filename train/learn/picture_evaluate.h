// Measures models that look at pictures on scenes they were not trained on: the figures of their cards.
#pragma once

#include <array>
#include <vector>

#include "core/models/anatomy.h"
#include "core/models/card.h"
#include "core/models/picture_models.h"
#include "core/pictures/training_scenes.h"
#include "train/learn/evaluate.h"
#include "train/learn/picture_training.h"

namespace headlight {

inline constexpr int most_captioned = 3;  // objects that a caption speaks of

// Of `right` out of `all`.
struct Share {
  int right = 0, all = 0;
  void add(bool is_right) {
    ++all;
    right += is_right ? 1 : 0;
  }
  double value() const { return all == 0 ? 0 : static_cast<double>(right) / all; }
};

// What is taken away from a picture, and whether that changes what the model says: an object that is hidden
// leaves what lies behind it (draw_without).
struct Hiding {
  Share looked_at;  // hidden: the object that is looked at
  Share another;    // hidden: another one
};

// How often what the model says is another word once a row looks away: its largest weight of a cell changes
// places with the weight of the cell opposite, through the middle of the picture. Of the head whose cell is
// asked for, and of all heads of the attention together. Weights say where was looked, this says what hung on
// it.
struct LookingAway {
  Share head;
  Share all_heads;
};

// While the model is given the caption by rule, word by word.
struct CaptionShares {
  // Every next word is the likeliest: then greedy decoding writes this caption and no other. By the number of
  // objects, 1 to 3.
  std::array<Share, most_captioned + 1> exact;
  // Of the captions that are wrong, as the model writes them by itself: whether they have the words of the
  // right caption in another order; whether they say a size, a colour or a shape more often than it does.
  Share exchanged, wrong_size, wrong_colour, wrong_shape;
  // Of the captions that are exact, and of those that are wrong: whether they are marked as not sure
  // (certainty_of_caption).
  Share unsure_inside, unsure_wrong;
  // With attention: whether the cell with the largest weight touches the box of an object that a colour's or
  // a shape's word names, and whether that of one chosen in advance is another word once an object is hidden.
  // Looked at is the object whose box holds that cell. Only words that no other object of the scene has are
  // asked: else one could have been read off the other.
  Share in_box;
  Hiding hiding;
  LookingAway away;

  Share all() const;
};
CaptionShares caption_shares(const Model& model, int scenes, SceneUse use = SceneUse::measuring,
                             const Progress& progress = {});

// "exact_captions", those of each number of objects, "wrong_exchanged", "wrong_size", "wrong_colour",
// "wrong_shape", "unsure_inside", "unsure_wrong", and with attention "attention_in_box",
// "hidden_object_changes_word", "another_object_changes_word" and "looking_away_changes_word".
std::vector<Measure> caption_measures(const CaptionShares& shares, bool attention);
// "exact_by_objects".
MeasuredCurve exact_by_objects(const CaptionShares& shares);

struct AnswerShares {
  Share right;
  Share none;    // whether it says that nothing is red once the red object is painted another colour
  Share in_box;  // whether the cell that the class token looks at most touches the red object's box
  Hiding hiding;
  LookingAway away;    // of the class token
  Share no_positions;  // whether the answer is another one without the position embeddings
};
AnswerShares answer_shares(const Model& model, const HeadPlace& head, int scenes,
                           SceneUse use = SceneUse::measuring, const Progress& progress = {});

// The head of the last layer in which the class token looks at the red object most often, on scenes that may
// be learned from.
HeadPlace find_looking_head(const Model& model, int scenes = 100);

// "accuracy", "accuracy_nothing_red", "attention_in_box", "hidden_object_changes_answer",
// "another_object_changes_answer", "looking_away_changes_answer", "all_looking_away_changes_answer" and
// "without_positions_changes_answer".
std::vector<Measure> answer_measures(const AnswerShares& shares);

// The cards of models that look at pictures: what was trained on what, with the measures
// above.

Card caption_card(const Model& model, const CaptionRecipe& recipe, double seconds,
                  const Progress& progress = {});

Card vision_card(const Model& model, const VisionRecipe& recipe, double seconds,
                 const Progress& progress = {});

// Measures and curves of a captioner's card, again.
void measure_captions(Card& card, const Model& model, const Progress& progress = {});

}  // namespace headlight
