// Where the stream of a stack runs through a trace: what enters, where each layer ends. Told by the nodes
// that are there, whatever kind of layers they are of.
#pragma once

#include <string>

#include "core/models/trace.h"

namespace headlight {

// The node that enters the first layer: "source.input", or what stands for it where no positions are added.
std::string input_of(const Trace& trace, const StackInfo& stack);
// Whether its layers normalize what they read (pre-norm), not what they add up to.
bool normalizes_first(const Trace& trace, const StackInfo& stack);
// The last node of a layer: "encoder.1.normalized_2", or "encoder.1.residual_2"; of a recurrent one its
// readout, annotations or states.
std::string end_of_layer(const Trace& trace, const StackInfo& stack, int layer);
// How many numbers the vector of a token has all the way (d_model).
int stream_size(const Trace& trace);
// The columns of a node; `otherwise` where it is not there.
int columns_of(const Trace& trace, std::string_view path, int otherwise);

}  // namespace headlight
