// Formulas: nothing lies over anything else, and all of it within what was measured.
#include "app/widgets/formula.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <regex>

#include "app/panels/common/typeset.h"
#include "core/explain/render.h"
#include "core/figure/numbers.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

// A frame with nothing on it but what is drawn here.
class FormulaPaper {
 public:
  FormulaPaper() : driver_(tiny_session()), fonts_(fonts_for(1)) {}

  const Trace& trace() { return *driver_.results()->trace(0); }
  void draw(const std::function<void(Ui&)>& what) {
    Ui ui(*fonts_, Theme::light, cells_, states_, actions_);
    ImGui::NewFrame();
    ui.begin();
    what(ui);
    ui.end();
    ImGui::Render();
    placed_ = ui.placed();
  }
  const std::vector<Placed>& placed() const { return placed_; }

 private:
  Driver driver_;
  FontsPtr fonts_;
  NoCells cells_;
  States states_;
  std::vector<Action> actions_;
  std::vector<Placed> placed_;
};

TEST(Lines, WhatTurnsAtEveryPixelIsDrawnAsTheBarsThatItFills) {
  std::vector<ImVec2> turning, level;
  for (int i = 0; i < 1000; ++i) {
    const float x = 10 + 0.5F * static_cast<float>(i);
    turning.emplace_back(x, i % 2 == 0 ? 20.0F : 180.0F);
    level.emplace_back(x, 100 + 0.01F * static_cast<float>(i));
  }
  FormulaPaper paper;
  const auto corners = [&](const std::function<void(Ui&)>& what) {
    paper.draw(what);
    return ImGui::GetDrawData()->TotalVtxCount;
  };
  const int nothing = corners([](Ui&) {});
  const int bars = corners([&](Ui& ui) { ui.lines(turning, {}, 2); });
  EXPECT_EQ(bars - nothing, 4 * 500) << "a bar for each column of pixels";
  EXPECT_GT(corners([&](Ui& ui) { ui.lines(level, {}, 2); }) - nothing, 4 * 500) << "smooth, as it was";
  std::reverse(turning.begin(), turning.end());
  EXPECT_GT(corners([&](Ui& ui) { ui.lines(turning, {}, 2); }) - nothing, 4 * 1000) << "not to the right";
}

// What fits is found by halving, and is what one letter less after the other would find.
TEST(FittedText, IsAsMuchAsThereIsRoomFor) {
  const auto letter_by_letter = [](const Ui& ui, const std::string& text, float most) {
    if (ui.width(type::label, text) <= most) return text;
    std::size_t end = text.size();
    while (end > 0 && ui.width(type::label, text.substr(0, end)) + ui.width(type::label, "…") > most) {
      --end;
      while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    }
    return text.substr(0, end) + "…";
  };
  std::string mixed;
  for (int i = 0; i < 60; ++i) mixed += i % 3 == 0 ? "é" : i % 3 == 1 ? "W" : "→ ";
  FormulaPaper paper;
  paper.draw([&](const Ui& ui) {
    for (const std::string& text : {std::string(), std::string("a"), std::string("é"), mixed,
                                    std::string(64, 'x'), std::string(65, 'x'), std::string(1000, 'i')}) {
      for (float most = 0; most < 700; most += 7)
        EXPECT_EQ(ui.shortened(type::label, text, most), letter_by_letter(ui, text, most)) << most;
    }
    const std::string endless(20'000'000, 'x');  // letter by letter: for ever
    EXPECT_LT(ui.shortened(type::label, endless, 300).size(), 100U);
  });
}

void expect_neat(FormulaPaper& paper, const Formula& formula, FormulaSize size, const std::string& what) {
  const ImVec2 at(100, 400);
  Formula::Size room;
  float right = 0;
  paper.draw([&](Ui& ui) {
    room = formula.measure(ui, size);
    right = formula.draw(ui, at.x, at.y, size);
  });
  EXPECT_NEAR(right, at.x + room.width, 3) << what;
  const Area box{at.x, at.y - room.ascent, at.x + room.width, at.y + room.descent};
  const auto& placed = paper.placed();
  EXPECT_FALSE(placed.empty()) << what;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const Area inner = placed[i].area.inset(1, 2);
    EXPECT_TRUE(inner.left >= box.left - 1 && inner.right <= box.right + 1 && inner.top >= box.top - 1 &&
                inner.bottom <= box.bottom + 1)
        << what << ": \"" << placed[i].name << "\" leaves the room that was measured";
    for (std::size_t j = i + 1; j < placed.size(); ++j) {
      EXPECT_FALSE(inner.overlaps(placed[j].area.inset(1, 2)))
          << what << ": \"" << placed[i].name << "\" over \"" << placed[j].name << "\"";
    }
  }
}

TEST(Formula, EveryFormulaOfTheTableIsNeat) {
  FormulaPaper paper;
  for (const Site& site : sites()) {
    const std::string line = std::string(site.symbol) + " = " + std::string(site.formula);
    for (const FormulaSize size : {FormulaSize::large, FormulaSize::medium, FormulaSize::small}) {
      expect_neat(paper, Formula::parse(line), size, line);
    }
  }
}

TEST(Formula, NestedOnesAreNeat) {
  FormulaPaper paper;
  const auto n = [](const char* text) { return Formula::number(text); };
  const Formula power = Formula::script(Formula::text("e"), {}, Formula::fraction(n("7.40"), n("2")));
  const Formula deep = Formula::row(
      {Formula::root(Formula::fraction(Formula::row({power, Formula::under(n("61.9"), "63 more")}), n("64"))),
       Formula::sum(Formula::text("d = 0"), Formula::text("31")),
       Formula::script(Formula::brackets(Formula::fraction(n("1"), n("2"))), Formula::text("i"), n("2"))});
  for (const FormulaSize size : {FormulaSize::large, FormulaSize::medium, FormulaSize::small}) {
    expect_neat(paper, deep, size, "nested");
  }
}

TEST(Formula, ASlashIsAFraction) {
  FormulaPaper paper;
  paper.draw([&](Ui& ui) {
    const Formula::Size flat = Formula::parse("S + b").measure(ui);
    const Formula::Size fraction = Formula::parse("S / √d_k + b").measure(ui);
    EXPECT_GT(fraction.height(), flat.height() * 1.5F);
    EXPECT_LT(fraction.width, Formula::parse("S √d_k + b").measure(ui).width) << "one above the other";
  });
}

TEST(Typeset, EveryStepFitsWithItsNumbers) {
  FormulaPaper paper;
  const Trace& trace = paper.trace();
  for (const int step : trace.steps()) {
    std::vector<TypesetLine> lines;
    paper.draw([&](Ui& ui) {
      lines = typeset(ui, trace, {step, 0, 0}, 600);
      for (const TypesetLine& line : lines) EXPECT_LE(line.formula.measure(ui, line.size).width, 600);
    });
    ASSERT_FALSE(lines.empty());
    for (const TypesetLine& line : lines) expect_neat(paper, line.formula, line.size, trace.label(step).path);
  }
}

// Models with different norms, activations, positions and masks: every op that a formula is written for.
std::vector<TracePtr> traces_of_all_kinds() {
  std::vector<TracePtr> traces;
  const auto add = [&](TransformerConfig config) {
    traces.push_back(tiny_translator(config).trace({.text = tired_sentence}));
  };
  add({.d_model = 16,
       .d_ff = 24,
       .norm_place = NormPlace::pre,
       .normalization = Normalization::rms,
       .feed_forward = FeedForward::swiglu,
       .tied_output = false});
  add({.d_model = 16,
       .d_ff = 24,
       .normalization = Normalization::scale_only,
       .positions = Positions::rotary,
       .feed_forward = FeedForward::gelu});
  add({.d_model = 16, .d_ff = 24, .positions = Positions::alibi, .feed_forward = FeedForward::gelu_tanh});
  add({.d_model = 16, .d_ff = 24, .positions = Positions::relative});
  add({.d_model = 16,
       .d_ff = 24,
       .positions = Positions::appended,
       .position_dimensions = 4,
       .tied_output = false});
  add({.d_model = 16, .d_ff = 24, .positions = Positions::learned});
  return traces;
}

TEST(Typeset, EveryStepFitsIntoTheInspector) {
  FormulaPaper paper;
  constexpr float width = 268;
  for (const TracePtr& trace : traces_of_all_kinds()) {
    for (const int step : trace->steps()) {
      if (trace->tape().node(step).op == nullptr) continue;
      std::vector<ColumnLine> lines;
      paper.draw([&](Ui& ui) {
        lines = typeset_column(ui, *trace, {step, 0, 0}, width, 4);
        for (const ColumnLine& line : lines)
          EXPECT_LE(line.indent + line.formula.measure(ui, line.size).width, width)
              << trace->label(step).path;
      });
      ASSERT_FALSE(lines.empty()) << trace->label(step).path;
      for (const ColumnLine& line : lines)
        expect_neat(paper, line.formula, line.size, trace->label(step).path);
    }
  }
}

// The sizes of all numbers in a text, in order of size; how many terms were left out is none of them.
std::vector<double> numbers_in(std::string text) {
  text = std::regex_replace(text, std::regex("… [0-9]+ more( terms)?"), "");
  text = std::regex_replace(text, std::regex("²"), " 2 ");
  std::vector<double> numbers;
  const std::regex number("[0-9]+(\\.[0-9]+)?");
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
    numbers.push_back(std::stod(at->str()));
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// The text of the command line and the formula on screen are written by two writers from one expression.
TEST(Typeset, SaysWhatTheTextSays) {
  FormulaPaper paper;
  int compared = 0;
  for (const TracePtr& trace : traces_of_all_kinds()) {
    for (const int step : trace->steps()) {
      const Node& node = trace->tape().node(step);
      const Cell cell{step, node.shape.rows - 1, node.shape.cols - 1};
      const Rendered text = render(*trace, cell, {.terms = 6});
      const Expression made = trace->tape().explain(cell);
      const bool handed_on = made.kind() == Expression::Kind::number || made.kind() == Expression::Kind::cell;
      if (handed_on || text.numbers.find("e−") != std::string::npos) continue;
      paper.draw([&](Ui& ui) { typeset(ui, *trace, cell, 1e6F).front().formula.draw(ui, 10, 100); });
      // Behind the first sign of equality, up to the last.
      std::string drawn;
      std::vector<std::string> pieces;
      for (const Placed& each : paper.placed()) pieces.push_back(each.name);
      const auto first = std::find(pieces.begin(), pieces.end(), " = ");
      const auto last = std::find(pieces.rbegin(), pieces.rend(), " = ").base();
      ASSERT_LT(first + 1, last) << trace->label(step).path;
      for (auto piece = first; piece != last; ++piece) {
        if (!piece->ends_with(" more")) drawn += *piece + " ";
      }
      const std::vector<double> on_screen = numbers_in(drawn);
      const std::vector<double> in_text = numbers_in(text.numbers);
      ASSERT_EQ(on_screen.size(), in_text.size()) << drawn << " | " << text.numbers;
      for (std::size_t i = 0; i < in_text.size(); ++i)
        EXPECT_NEAR(on_screen[i], in_text[i], 0.006 * in_text[i] + 1e-9) << drawn << " | " << text.numbers;
      ++compared;
    }
  }
  EXPECT_GT(compared, 300);
}

// What a student gets who types the printed numbers into a calculator is the printed result.
TEST(Typeset, ThePrintedNumbersLeadToThePrintedResult) {
  FormulaPaper paper;
  const Trace& trace = paper.trace();
  const std::string head = "encoder.0.self_attention.head.0.";
  const int tokens = trace.read(head + "scaled").shape().rows;
  for (int row = 0; row < tokens; ++row) {
    for (int col = 0; col < tokens; ++col) {
      paper.draw([&](Ui& ui) {
        typeset(ui, trace, {trace.at(head + "scaled"), row, col}, 900).front().formula.draw(ui, 10, 100);
      });
      std::string drawn;
      for (const Placed& each : paper.placed()) drawn += each.name + " ";
      drawn = drawn.substr(drawn.find('='));
      // "= 41.86 32 = 7.400": the score, what stands under the root, and their quotient.
      const std::regex number("[0-9]+(\\.[0-9]+)?");
      std::vector<std::string> numbers;
      for (std::sregex_iterator at(drawn.begin(), drawn.end(), number), end; at != end; ++at)
        numbers.push_back(at->str());
      ASSERT_EQ(numbers.size(), 3U) << drawn;
      const std::string& result = numbers[2];
      const auto decimals = static_cast<int>(result.size() - std::min(result.size(), result.find('.') + 1));
      const double computed = std::stod(numbers[0]) / std::sqrt(std::stod(numbers[1]));
      EXPECT_EQ(fixed_text(static_cast<float>(computed), decimals), result) << drawn;
    }
  }
}

TEST(Typeset, CarriesTheNumbersOfTheTrace) {
  FormulaPaper paper;
  const Trace& trace = paper.trace();
  const std::string head = "encoder.0.self_attention.head.0.";
  paper.draw([&](Ui& ui) {
    typeset(ui, trace, {trace.at(head + "scaled"), 7, 1}, 900).front().formula.draw(ui, 10, 100);
  });
  const auto has = [&](const std::string& text) {
    return std::any_of(paper.placed().begin(), paper.placed().end(),
                       [&](const Placed& each) { return each.name == text; });
  };
  const auto number = [&](float value, int digits) {
    const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(std::fabs(value))));
    return fixed_text(std::fabs(value), decimals);
  };
  const float score = trace.read(head + "scores")(7, 1);
  EXPECT_TRUE(has(number(score, 3)) || has(number(score, 4)) || has(number(score, 5)));
  EXPECT_TRUE(has(std::to_string(trace.read(head + "query").shape().cols))) << "under the root";
}

}  // namespace
}  // namespace headlight
