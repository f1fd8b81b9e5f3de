// What an altitude shows in another way than usual, where the session asks for it: the heads of all layers at
// once, two sentences beside each other, causes in the place of weights, what a picture is made of.
#pragma once

#include <optional>
#include <string>

#include "app/panels/place/place_parts.h"

namespace headlight::place {

enum class Otherwise { no, all_heads, both_sides, causes, features, positions };
// What the page is; `no` is the usual one.
Otherwise shown_otherwise(const Page& page);

void add_otherwise(const Page& page, stage::Scene& scene);
Telling telling_otherwise(const Page& page);
// In the margin, in the place of what can be tried: how it is shown. Returns what is left.
Area draw_otherwise_choices(const Page& page, const Area& margin);
// From the usual page of a model or a head to these, at its foot; whether there is room for them.
bool has_ways_otherwise(const Page& page);
void draw_ways_otherwise(const Page& page);

// This head, all heads of its layer, or all of the model: one choice, with its right end and its top there.
float heads_choice_width(const Page& page);
void draw_heads_choice(const Page& page, float right, float top);

// Of the heads of all layers the one beside the chosen one: the next layer, and the next head of it.
std::optional<GoTo> next_of_all_heads(const Page& page, int layers, int heads);
void add_all_heads_of_model(const Page& page, stage::Scene& scene);
Telling telling_of_all_heads(const Page& page);
Area draw_order_of_heads(const Page& page, const Area& margin);

// The step, or the head, that both sentences have and whose rows are the words of this page; empty without.
std::string path_of_both(const Page& page);
void add_both_sides(const Page& page);
Telling telling_of_both(const Page& page);
// One, both, or their difference: at the foot of the stage, in the margin where that has no room for it.
Area draw_both_choice(const Page& page, const Area& margin);
float both_choice_width(const Page& page);
void draw_both_choice_on_stage(const Page& page, float right, float middle_y);

// The model with the effect of the other sentence; what it has of an experiment stands at other heights.
void add_causes(const Page& page, stage::Scene& scene);
Telling telling_of_causes(const Page& page);

void add_features(const Page& page, stage::Scene& scene);
void add_positions(const Page& page, stage::Scene& scene);
Telling telling_of_picture(const Page& page);
Area draw_feature_steps(const Page& page, const Area& margin);

// Before a class.

// A step outside the heads, or its cell that is no sum of products.
void add_presented_model_step(const Page& page, stage::Scene& scene);

}  // namespace headlight::place
