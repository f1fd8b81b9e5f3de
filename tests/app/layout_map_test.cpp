// Map and flow on every usual screen.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/panels/flow/flow.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

// Many layers and heads, pre-norm, learned positions, a gate: everything the shipped model is not.
const std::string& odd_model_folder() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    const Model tiny = tiny_translator();
    TransformerConfig config = tiny.config();
    config.encoder_layers = 6;
    config.decoder_layers = 5;
    config.encoder_heads = config.decoder_heads = config.cross_heads = 8;
    config.norm_place = NormPlace::pre;
    config.positions = Positions::learned;
    config.feed_forward = FeedForward::swiglu;
    config.normalization = Normalization::rms;
    const std::filesystem::path model = folder.path() / "odd";
    std::filesystem::create_directories(model);
    Model(config, Weights::random(config, 3), tiny.words()).save(model);
    return model.string();
  }();
  return path;
}

TEST(Layout, OddModelsAreTidyOnTheMapAndInTheFlow) {
  for (const Size& size : sizes) {
    for (const ViewKind view : {ViewKind::map, ViewKind::flow}) {
      for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
        Session session = tiny_session();
        session.model = odd_model_folder();
        session.view = view;
        session.attention = attention;
        session.layer = 2;
        session.head = 5;
        Driver driver(session, size.width, size.height, size.scale);
        driver.settle();
        expect_tidy(driver, name_of(size, (view == ViewKind::map ? "odd map " : "odd flow ") +
                                              std::to_string(static_cast<int>(attention))));
      }
    }
  }
}

TEST(Layout, BesideTheInspectorMapAndFlowAreTidy) {
  for (const Size& size : sizes) {
    for (const ViewKind view : {ViewKind::map, ViewKind::flow}) {
      Session session = tiny_session();
      session.view = view;
      session.trail = {{"source.input", 1, 1}};
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, view == ViewKind::map ? "map and inspector" : "flow and inspector"));
    }
  }
}

TEST(Layout, TheMapIsTidy) {
  for (const Size& size : sizes) {
    for (const int words : {1, 11, 40}) {
      Session session = tiny_session();
      session.view = ViewKind::map;
      if (words == 1) session.text(0) = "animal";
      if (words == 40) session.text(0) = many_words(40);
      if (words != 11) session.text(1).clear();
      Driver driver(session, size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, "map of " + std::to_string(words) + " words"));
      driver.click("map/fold/encoder.0");
      driver.click("map/fold/encoder.1");
      expect_tidy(driver, name_of(size, "folded map"));
    }
  }
}

TEST(Layout, TheFlowIsTidy) {
  for (const Size& size : sizes) {
    for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
      for (const int words : {1, 11, 40}) {
        Session session = tiny_session();
        session.view = ViewKind::flow;
        session.attention = attention;
        session.token = 0;
        if (words == 1) session.text(0) = "animal";
        if (words == 40) session.text(0) = many_words(40);
        if (words != 11) session.text(1).clear();
        Driver driver(session, size.width, size.height, size.scale);
        driver.settle();
        const std::string what =
            "flow " + std::to_string(static_cast<int>(attention)) + " of " + std::to_string(words) + " words";
        expect_tidy(driver, name_of(size, what));
        driver.state<FlowState>().closed = true;
        for (int i = 0; i < 30; ++i) driver.frame();
        expect_tidy(driver, name_of(size, "folded " + what));
      }
    }
  }
}

}  // namespace
}  // namespace headlight
