#include "tests/app/tidy.h"

#include <gtest/gtest.h>

#include <vector>

namespace headlight {
namespace {

std::string describe(const Placed& each) {
  return "\"" + each.name + "\" at " + std::to_string(static_cast<int>(each.area.left)) + "," +
         std::to_string(static_cast<int>(each.area.top)) + " to " +
         std::to_string(static_cast<int>(each.area.right)) + "," +
         std::to_string(static_cast<int>(each.area.bottom));
}

std::vector<Placed> texts(const Driver& driver) {
  std::vector<Placed> found;
  for (const Placed& each : driver.placed()) {
    if (each.kind == Placed::Kind::text && each.area.overlaps(each.clip)) found.push_back(each);
  }
  return found;
}

}  // namespace

void expect_tidy(const Driver& driver, const std::string& what) {
  const std::vector<Placed> all = texts(driver);
  const float slack = 1.5F;
  int faults = 0;
  for (std::size_t i = 0; i < all.size() && faults < 5; ++i) {
    if (!all[i].scrolls) {
      const Area cut = all[i].area.inset(slack, slack);
      const bool inside = cut.left >= all[i].clip.left && cut.right <= all[i].clip.right &&
                          cut.top >= all[i].clip.top && cut.bottom <= all[i].clip.bottom;
      EXPECT_TRUE(inside) << what << ": cut off: " << describe(all[i]);
      faults += inside ? 0 : 1;
    }
    for (std::size_t j = i + 1; j < all.size() && faults < 5; ++j) {
      if (all[i].layer != all[j].layer) continue;
      const Area a = all[i].area.within(all[i].clip).inset(slack, slack);
      const Area b = all[j].area.within(all[j].clip).inset(slack, slack);
      if (a.empty() || b.empty() || !a.overlaps(b)) continue;
      ADD_FAILURE() << what << ": " << describe(all[i]) << " lies over " << describe(all[j]);
      ++faults;
    }
  }
}

std::string name_of(const Size& size, const std::string& what) {
  return what + " at " + std::to_string(size.width) + "x" + std::to_string(size.height) + " scale " +
         std::to_string(static_cast<int>(size.scale));
}

std::string many_words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += i % 2 == 0 ? "because " : "didn't ";
  return text;
}

}  // namespace headlight
