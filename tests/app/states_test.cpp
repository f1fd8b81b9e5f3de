#include "app/widgets/states.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace headlight {
namespace {

struct Unfolded {
  std::string path = "encoder";
};
struct Pointed {
  int row = -1;
  int seen = 0;
  void let_go() { row = -1; }
};

TEST(States, AreKeptByTheirType) {
  States states;
  EXPECT_EQ(states.of<Unfolded>().path, "encoder") << "made with its defaults";
  states.of<Unfolded>().path = "decoder";
  Pointed& pointed = states.of<Pointed>();
  pointed.row = 3;
  EXPECT_EQ(states.of<Unfolded>().path, "decoder");
  EXPECT_EQ(&states.of<Pointed>(), &pointed) << "it stays in its place";
}

TEST(States, AConstantOneHasDefaultsWithoutKeepingThem) {
  States states;
  EXPECT_EQ(std::as_const(states).of<Pointed>().row, -1);
  states.of<Pointed>().row = 3;
  EXPECT_EQ(std::as_const(states).of<Pointed>().row, 3);
}

TEST(States, ACopyIsOnItsOwn) {
  States states;
  states.of<Unfolded>().path = "decoder";
  States copy = states;
  copy.of<Unfolded>().path = "source";
  EXPECT_EQ(states.of<Unfolded>().path, "decoder");
}

TEST(States, LetGoLeavesWhatIsNotUnderTheMouse) {
  States states;
  states.of<Unfolded>().path = "decoder";
  states.of<Pointed>() = {3, 7};
  states.let_go();
  EXPECT_EQ(states.of<Unfolded>().path, "decoder");
  EXPECT_EQ(states.of<Pointed>().row, -1);
  EXPECT_EQ(states.of<Pointed>().seen, 7);
}

}  // namespace
}  // namespace headlight
