#include "tests/app/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace headlight {
namespace {

std::string describe(const Placed& each) {
  return "\"" + each.name + "\" at " + std::to_string(static_cast<int>(each.area.left)) + "," +
         std::to_string(static_cast<int>(each.area.top)) + " to " +
         std::to_string(static_cast<int>(each.area.right)) + "," +
         std::to_string(static_cast<int>(each.area.bottom));
}

constexpr float slack = 1.5F;

// A text and what is seen of it.
struct Seen {
  const Placed* text;
  Area area;
};

bool is_cut_off(const Placed& text) {
  const Area area = text.area.inset(slack, slack);
  return area.left < text.frame.left || area.right > text.frame.right || area.top < text.frame.top ||
         area.bottom > text.frame.bottom;
}

// From left to right.
std::vector<Seen> seen_texts(const Driver& driver) {
  std::vector<Seen> found;
  for (const Placed& each : driver.placed()) {
    if (each.kind != Placed::Kind::text || !each.area.overlaps(each.clip)) continue;
    found.push_back({&each, each.area.within(each.clip).inset(slack, slack)});
  }
  std::ranges::sort(found, {}, [](const Seen& each) { return each.area.left; });
  return found;
}

}  // namespace

void expect_tidy(const Driver& driver, const std::string& what) {
  const std::vector<Seen> all = seen_texts(driver);
  int faults = 0;
  const auto fault = [&](const std::string& text) {
    ADD_FAILURE() << what << ": " << text;
    return ++faults == 5;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [text, area] = all[i];
    if (is_cut_off(*text) && fault("cut off: " + describe(*text) + ", of " +
                                   describe({Placed::Kind::text, "its place", text->frame, {}})))
      return;
    if (area.empty()) continue;
    for (std::size_t j = i + 1; j < all.size() && all[j].area.left < area.right; ++j) {
      const auto& [other, others] = all[j];
      if (text->layer != other->layer || others.empty() || !area.overlaps(others)) continue;
      if (fault(describe(*text) + " lies over " + describe(*other))) return;
    }
  }
}

void expect_tidy_at_every_size(const Session& session, const std::string& what) {
  for (const Size& size : sizes)
    expect_tidy(Driver(session, size.width, size.height, size.scale), name_of(size, what));
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

void expect_readable(const Driver& driver, float least, const std::string& what) {
  int small = 0;
  for (const Placed& each : driver.placed()) {
    if (each.kind != Placed::Kind::text || each.area.height() >= least || ++small > 3) continue;
    ADD_FAILURE() << what << ": “" << each.name << "” is " << each.area.height() << " pixels high";
  }
}

}  // namespace headlight
