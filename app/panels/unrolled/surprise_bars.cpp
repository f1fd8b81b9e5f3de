#include "app/panels/unrolled/surprise_bars.h"

#include <algorithm>
#include <cmath>

#include "core/explain/surprise.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

constexpr float least_named = 0.05F;  // bits

std::string bits_text(float bits) { return std::isfinite(bits) ? significant_text(bits, 2) : "∞"; }

// Below a bar as wide as `most` pixels: with fewer digits, or not at all, rather than cut.
std::string bits_below_bar(const Ui& ui, float bits, float most) {
  if (!std::isfinite(bits)) return "∞";
  for (const int decimals : {2, 1, 0}) {
    if (decimals == 2 && bits >= 1) continue;
    std::string text = fixed_text(bits, decimals);
    if (ui.width(type::path, text) <= most) return text;
  }
  return "";
}

}  // namespace

float surprise_height(const Ui& ui) { return ui.px(102); }

void draw_surprise(const PanelContext& context, const Area& area, int side, int first,
                   std::span<const float> x, float pitch) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *context.pictures.trace(side);
  const std::vector<std::optional<float>> bits = surprise_of(trace);
  const std::optional<float> mean = mean_surprise(bits);
  if (!mean) return;
  Area rest = area;
  const Area title = rest.cut_top(ui.px(20));
  const std::string tokens(
      context.document.tokenizer() == nullptr ? "tokens" : context.document.tokenizer()->tokens_called());
  for (const std::string& said :
       {"Surprise, −log₂ P of what did come: " + bits_text(*mean) + " bits on average, perplexity " +
            significant_text(std::exp2(*mean), 3) + " over these " + tokens,
        "Surprise, −log₂ P: " + bits_text(*mean) + " bits on average"}) {
    if (ui.width(type::caption, said) > title.width()) continue;
    ui.text(title, Align::left, type::caption, c.text_2, said);
    break;
  }
  rest.cut_top(ui.px(6));
  float most = 1;
  for (const std::optional<float>& each : bits) {
    if (each && std::isfinite(*each)) most = std::max(most, *each);
  }
  const bool numbers = pitch >= ui.px(28);
  const float tall = rest.height() - (numbers ? ui.px(18) : ui.px(4));
  const float wide = std::max(ui.px(3), std::min(std::floor(pitch * 0.5F), ui.px(26)));
  ui.line(rest.left, rest.top, rest.right, rest.top, c.hairline, ui.hairline());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto token = static_cast<std::size_t>(first) + i;
    if (token >= bits.size() || !bits[token]) continue;
    const float share = std::min(*bits[token] / most, 1.0F);
    const Area bar =
        Area::at(std::round(x[i] - wide / 2), rest.top, wide, std::max(ui.px(1), std::round(share * tall)));
    ui.fill(bar, c.second_sentence, ui.px(2));
    if (numbers && *bits[token] >= least_named)
      ui.text(Area::at(x[i] - pitch / 2, bar.bottom + ui.px(1), pitch, ui.px(16)), Align::centre, type::path,
              c.text_2, bits_below_bar(ui, *bits[token], pitch - ui.px(2)));
    const Area whole = Area::at(std::round(x[i] - pitch / 2), rest.top, std::floor(pitch), rest.height());
    if (ui.hovered(whole)) {
      const std::vector<std::string>& text = trace.tokens(trace.anatomy().stacks.back().stream);
      ui.tooltip("“" + text[token] + "”: " + bits_text(*bits[token]) +
                 " bits, P = " + number_alone(std::exp2(-*bits[token]), NumberFormat::probability));
    }
  }
}

}  // namespace headlight
