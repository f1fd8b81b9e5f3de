#include "app/session/picture_figure.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/session/session_figure.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"
#include "core/pictures/picture.h"

namespace headlight {
namespace {

class StripOfTrace {
 public:
  StripOfTrace(const Session& session, const Trace& trace) : session_(session), trace_(trace) {
    strip_.picture = unscaled(trace.read("picture").view());
    strip_.tiles.push_back({.label = "the picture"});
  }

  // A map for each word that is written, or for one of them.
  PictureStrip of_words(const std::string& path) {
    const Reading weights = trace_.read(path);
    const std::vector<std::string>& words = trace_.words().next;
    const int rows = std::min(weights.shape().rows, static_cast<int>(words.size()));
    const int chosen = session_.token < rows ? session_.token : -1;
    for (int row = std::max(0, chosen); row < (chosen < 0 ? rows : chosen + 1); ++row)
      add(weights, row, words[static_cast<std::size_t>(row)]);
    return std::move(strip_);
  }

  // A map for each head, of the cell that asks.
  PictureStrip of_heads(const AttentionHeads& heads) {
    for (int number = 0; number < heads.count(); ++number) {
      const auto [layer, head] = heads.place_of(number);
      const Reading weights = trace_.read(heads.info().path(layer, head, "weights"));
      const int row = std::clamp(session_.token, 0, weights.shape().rows - 1);
      add(weights, row, "layer " + std::to_string(layer) + ", head " + std::to_string(head));
      strip_.tiles.back().chosen = layer == session_.layer && head == session_.head;
      if (number == 0) strip_.title = trace_.words().source.at(static_cast<std::size_t>(row)) + " looks at";
    }
    return std::move(strip_);
  }

 private:
  // A class token's own weight lies on no cell.
  void add(const Reading& weights, int row, const std::string& label) {
    PictureTile tile{.label = label};
    for (int column = trace_.anatomy().picture->class_token ? 1 : 0; column < weights.shape().cols;
         ++column) {
      const float weight = weights(row, column);
      tile.weights.push_back(std::isfinite(weight) ? weight : 0.0F);
    }
    const float most = *std::max_element(tile.weights.begin(), tile.weights.end());
    tile.number = weight_alone(most);
    strip_.tiles.push_back(std::move(tile));
  }

  const Session& session_;
  const Trace& trace_;
  PictureStrip strip_;
};

}  // namespace

bool has_picture_figure(const Session& session, const Document& document) {
  if (session.view != ViewKind::picture || session.picture_shows != PictureShows::attention) return false;
  bool any = false;
  for (int side = 0; side < 2; ++side) {
    const Trace* trace = document.trace(side);
    if (trace == nullptr) continue;
    const AttentionHeads* heads = trace->anatomy().find(session.attention);
    if (!trace->anatomy().picture || heads == nullptr || heads->info().asked != Stream::source ||
        trace->find(selected_head_path(session, "weights")) < 0)
      return false;
    any = true;
  }
  return any;
}

std::optional<PictureFigure> picture_figure_of(const Session& session, const Document& document) {
  if (!has_picture_figure(session, document)) return std::nullopt;
  PictureFigure figure;
  figure.look = {.cells = session.picture_cells, .dark = session.picture_dark};
  const AttentionInfo& attention = info(session.attention);
  const bool of_heads = attention.asks == Stream::source;
  const std::string path = selected_head_path(session, "weights");
  figure.path = of_heads
                    ? std::string(attention.stack) + ".L." + std::string(attention.part) + ".head.H.weights"
                    : path;
  for (int side = 0; side < 2; ++side) {
    const Trace* trace = document.trace(side);
    if (trace == nullptr) continue;
    const AttentionHeads& heads = *trace->anatomy().find(session.attention);
    StripOfTrace strip(session, *trace);
    figure.strips.push_back(of_heads ? strip.of_heads(heads) : strip.of_words(path));
  }
  if (figure.strips.size() == 2) {
    const char* const names[] = {"First picture", "Second picture"};
    for (std::size_t side = 0; side < 2; ++side) {
      RichText& title = figure.strips[side].title;
      title = RichText(std::string(names[side]) + (title.empty() ? "" : ": " + title.plain()));
    }
  }
  char light[8];
  std::snprintf(light, sizeof light, "%.2f", 1.0 - static_cast<double>(session.picture_dark));
  figure.caption = std::string(
                       "In each map the largest weight, the number below, leaves the picture as bright as "
                       "it is; a weight of 0 leaves ") +
                   light + " of that light. " + stage_caption(session, document).text.plain();
  return figure;
}

}  // namespace headlight
