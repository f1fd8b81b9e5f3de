// The list of the labs, in the order of their tabs: each brings its row and its panel's. Only the two tables
// made from it and what tries every setting need it; all else asks labs() and lab_panels().
#pragma once

#include "app/labs/attention/attention_lab.h"
#include "app/labs/beyond/beyond_lab.h"
#include "app/labs/block/block_lab.h"
#include "app/labs/captioners/captioners_lab.h"
#include "app/labs/causes/causes_lab.h"
#include "app/labs/cost/cost_lab.h"
#include "app/labs/decoding/decoding_lab.h"
#include "app/labs/handmade/handmade_lab.h"
#include "app/labs/learn/learn_lab.h"
#include "app/labs/lookup/lookup_lab.h"
#include "app/labs/masks/masks_lab.h"
#include "app/labs/order/order_lab.h"
#include "app/labs/positions/positions_lab.h"
#include "app/labs/recurrence/recurrence_lab.h"
#include "app/labs/scaling/scaling_lab.h"
#include "app/labs/temperature/temperature_lab.h"
#include "app/labs/text_heads/text_heads_lab.h"
#include "app/labs/tokens/tokens_lab.h"
#include "app/labs/training/training_lab.h"
#include "app/labs/vectors/vectors_lab.h"

namespace headlight {

template <template <typename...> typename List>
using EveryLab = List<LookupLab, PositionsLab, OrderLab, AttentionLab, BeyondLab, ScalingLab, TemperatureLab,
                      MasksLab, HandmadeLab, CostLab, VectorsLab, RecurrenceLab, CaptionersLab, BlockLab,
                      TrainingLab, LearnLab, TokensLab, TextHeadsLab, CausesLab, DecodingLab>;

}  // namespace headlight
