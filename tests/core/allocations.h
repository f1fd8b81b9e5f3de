// How often this program has asked the heap for memory through operator new.
#pragma once

namespace headlight {

long allocations();

}  // namespace headlight
