#include "core/tape/axis.h"

#include <array>

namespace headlight {

const AxisInfo& info(Axis axis) {
  static constexpr std::array<AxisInfo, 19> table{{
      {"value", "1", AxisKind::single, Stream::none},
      {"source token", "T_s", AxisKind::tokens, Stream::source},
      {"query", "T_s", AxisKind::tokens, Stream::source},
      {"key", "T_s", AxisKind::tokens, Stream::source},
      {"target token", "T_t", AxisKind::tokens, Stream::target},
      {"query", "T_t", AxisKind::tokens, Stream::target},
      {"key", "T_t", AxisKind::tokens, Stream::target},
      {"query", "T_t", AxisKind::tokens, Stream::target,
       "Each row: the word just read → the word it writes next."},
      {"model dimension", "d_model", AxisKind::dimensions, Stream::none},
      {"head dimension", "d_k", AxisKind::dimensions, Stream::none},
      {"dimension of all heads", "h d_k", AxisKind::dimensions, Stream::none},
      {"hidden dimension", "d_ff", AxisKind::dimensions, Stream::none},
      {"source word", "V_s", AxisKind::vocabulary, Stream::source},
      {"target word", "V_t", AxisKind::vocabulary, Stream::target},
      {"state dimension", "d_h", AxisKind::dimensions, Stream::none},
      {"gate dimension", "gates d_h", AxisKind::dimensions, Stream::none},
      {"principal component", "k", AxisKind::dimensions, Stream::none},
      {"place", "H W", AxisKind::dimensions, Stream::none},
      {"channel", "C", AxisKind::dimensions, Stream::none},
  }};
  return table.at(static_cast<std::size_t>(axis));
}

}  // namespace headlight
