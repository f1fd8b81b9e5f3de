// Beside a lab.
#pragma once

namespace headlight {

// Whether there is a margin for what a lab says of what it shows (LabText): said by who draws the frame.
struct LabMargin {
  bool there = false;
};

}  // namespace headlight
