// What a session of pictures writes as a figure: the numbers of its trace.
#include "app/session/session_figure.h"

#include <gtest/gtest.h>

#include "core/pictures/picture.h"
#include "tests/session/picture_session.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

void expect_weights(const std::vector<float>& drawn, const Reading& weights, int row, int first) {
  ASSERT_EQ(static_cast<int>(drawn.size()), weights.shape().cols - first);
  for (int cell = 0; cell < static_cast<int>(drawn.size()); ++cell)
    EXPECT_EQ(drawn[static_cast<std::size_t>(cell)], weights(row, first + cell));
}

TEST(PictureFigureOfSession, HasAMapForEachWord) {
  Session session = picture_session(tiny_caption_attention_folder());
  const ResultsPtr results = compute(session, nullptr);
  const auto figure = picture_figure_of(session, *results);
  ASSERT_TRUE(figure);
  const Trace& trace = *results->trace(0);
  const Reading weights = trace.read("decoder.0.cross_attention.head.0.weights");
  ASSERT_EQ(figure->strips.size(), 1U);
  const PictureStrip& strip = figure->strips.front();
  ASSERT_EQ(strip.tiles.size(), trace.words().next.size() + 1);
  EXPECT_EQ(strip.picture, pixels_of(picture_of(two_objects)));
  for (std::size_t i = 0; i < trace.words().next.size(); ++i) {
    EXPECT_EQ(strip.tiles[i + 1].label, trace.words().next[i]);
    expect_weights(strip.tiles[i + 1].weights, weights, static_cast<int>(i), 0);
  }
  session.token = 1;
  const auto one = picture_figure_of(session, *results);
  ASSERT_EQ(one->strips.front().tiles.size(), 2U);
  EXPECT_EQ(one->strips.front().tiles[1].label, trace.words().next[1]);
}

TEST(PictureFigureOfSession, HasAMapForEachHeadWhereCellsAsk) {
  for (const char* compare : {"", one_object}) {
    const Session session = picture_session(tiny_vit_folder(), compare);
    const ResultsPtr results = compute(session, nullptr);
    const auto figure = picture_figure_of(session, *results);
    ASSERT_TRUE(figure);
    ASSERT_EQ(figure->strips.size(), *compare == 0 ? 1U : 2U);
    for (int side = 0; side < static_cast<int>(figure->strips.size()); ++side) {
      const Trace& trace = *results->trace(side);
      const AttentionHeads& heads = *trace.anatomy().find(Attention::encoder);
      const auto& tiles = figure->strips[static_cast<std::size_t>(side)].tiles;
      ASSERT_EQ(static_cast<int>(tiles.size()), heads.count() + 1);
      for (int number = 0; number < heads.count(); ++number) {
        const auto [layer, head] = heads.place_of(number);
        const PictureTile& tile = tiles[static_cast<std::size_t>(number) + 1];
        expect_weights(tile.weights, trace.read(heads.info().path(layer, head, "weights")), 0, 1);
        EXPECT_EQ(tile.chosen, layer == session.layer && head == session.head);
      }
    }
  }
}

TEST(PictureFigureOfSession, APictureOfOnesOwnIsNotSpelledOut) {
  Session session = picture_session(tiny_caption_attention_folder());
  session.text(0) = data_uri(picture_of(one_object)) + "; covered r3c4";
  const auto figure = picture_figure_of(session, *compute(session, nullptr));
  ASSERT_TRUE(figure);
  EXPECT_EQ(figure->caption.find("data:"), std::string::npos);
  EXPECT_NE(figure->caption.find("Your own picture with 1 covered cell"), std::string::npos)
      << figure->caption;
}

TEST(PictureFigureOfSession, IsNothingElsewhere) {
  Session session = picture_session(tiny_vit_folder());
  session.picture_shows = PictureShows::features;
  EXPECT_FALSE(picture_figure_of(session, *compute(session, nullptr)));
  session.picture_shows = PictureShows::attention;
  session.altitude = Altitude::step;
  EXPECT_FALSE(picture_figure_of(session, *compute(session, nullptr)));
  const Session vector = picture_session(tiny_caption_rnn_folder());
  EXPECT_FALSE(picture_figure_of(vector, *compute(vector, nullptr)));
  const Session words = tiny_session();
  EXPECT_FALSE(picture_figure_of(words, *compute(words, nullptr)));
}

}  // namespace
}  // namespace headlight
