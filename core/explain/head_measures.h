// What the field calls a head, found by measuring the model and not one sentence: it reads tokens that were
// drawn by lot and stand there twice, so that nothing but position and repetition can guide a head.
//
// The tokens t_1 ... t_n t_1 ... t_n, with n from 5 to 8, are all different within a block; j is the other
// place of the token at i. The mean over the rows i of all texts that have such a key of
//   previous token   A[i, i - 1]
//   next token       A[i, i + 1]
//   induction        A[i, j + 1]  the token that came after it there (prefix matching, Olsson et al. 2022)
//   duplicate token  A[i, j]      (Wang et al. 2023, "Interpretability in the wild")
//   sink             A[i, first token] and A[i, special tokens] together (Xiao et al. 2023)
// and of the head's way from a value to the logits, (v_i W^O) U, less its mean over the rows:
//   copying          how many of the other tokens of the block it raises less than t_i (the OV circuit of
//                    Elhage et al. 2021); 1/2 is what chance gives.
// Of a picture there is a class token alone to rest on: sink is measured on pixels that were drawn by lot.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/explain/traits.h"
#include "core/models/model.h"

namespace headlight {

// What a head does in sentences, the traits before first_measured, is measured on the model's own kind of
// inputs: of a translator's heads that ask or are asked for the words it reads on sentences that the grammar
// writes, in which it is known what "it" means; of the shipped models of pictures on scenes, and while they
// write of them; of all others on the tokens or pixels above. So a head has one name, whatever is on the
// stage.

// By the path of a head's weights, its traits; those that could not be measured are missing.
using MeasuredHeads = std::map<std::string, HeadTraits, std::less<>>;

// A dozen passes over some sixteen tokens, and two dozen over sentences or a dozen over scenes of its own
// kind, once as long as the model lives; from any thread. Empty for weights that were given without a model,
// and for a model whose texts are too short to say something twice. Asks `go_on` before each text; null when
// it said no: asked for the same model again, it goes on there.
std::shared_ptr<const MeasuredHeads> measured_heads(const Model& model,
                                                    const std::function<bool()>& go_on = {});

}  // namespace headlight
