#include "tests/app/boxes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "app/widgets/pieces.h"
#include "core/figure/drawing.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

using Things = std::vector<BoxedThing>;
using KeptBoxes = std::map<std::string, Things>;  // by the heading of their part

const fs::path kept_folder = HEADLIGHT_SOURCE_DIR "/tests/snapshots/boxes";
const fs::path pictures_folder = fs::path(HEADLIGHT_PROGRAM).parent_path() / "tests/boxes";
constexpr std::string_view part_heading = "=== ", in_all = "all of them";
constexpr char across = '|', quote = '"';
const std::string only_ground = "ground";

// --- what is on screen

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// A number may be rounded otherwise on another machine: each is written #, with its minus.
std::string without_numbers(std::string_view text) {
  constexpr std::string_view minus = "−";
  std::string words;
  for (std::size_t i = 0; i < text.size();) {
    const bool begins = is_digit(text[i]) || (text[i] == '.' && i + 1 < text.size() && is_digit(text[i + 1]));
    if (!begins) {
      words += text[i++];
      continue;
    }
    if (words.ends_with(minus)) words.resize(words.size() - minus.size());
    words += '#';
    while (i < text.size() && (is_digit(text[i]) || text[i] == '.' || text[i] == ',')) ++i;
    // "12, 13" and the end of a sentence.
    if (text[i - 1] == '.' || text[i - 1] == ',') --i;
  }
  std::ranges::replace(words, '\n', ' ');
  words.resize(words.find_last_not_of(' ') + 1);
  return words;
}

auto place_in_order(const BoxedThing& thing) {
  return std::tuple(thing.box.top, thing.box.left, thing.box.bottom, thing.box.right, thing.what);
}

float whole(float units) { return std::round(units); }

BoxedThing in_whole_units(const BoxedThing& thing) {
  const Area& box = thing.box;
  return {thing.what, {whole(box.left), whole(box.top), whole(box.right), whole(box.bottom)}};
}

// --- what differs

struct Difference {
  const BoxedThing* before = nullptr;  // null: it is new
  const BoxedThing* now = nullptr;     // null: it is gone
};

float apart(const Area& one, const Area& other) {
  return std::max({std::abs(one.left - other.left), std::abs(one.top - other.top),
                   std::abs(one.right - other.right), std::abs(one.bottom - other.bottom)});
}

// Each of `before` belongs to the nearest of `now` with the same words; those too far apart differ.
std::vector<Difference> differences(const Things& before, const Things& now, float tolerance) {
  std::multimap<std::string_view, const BoxedThing*> left;
  for (const BoxedThing& each : now) left.emplace(each.what, &each);
  const auto take_nearest = [&](const BoxedThing& of, float most) -> const BoxedThing* {
    const auto [first, end] = left.equal_range(of.what);
    auto nearest = end;
    for (auto at = first; at != end; ++at) {
      const float far = apart(at->second->box, of.box);
      if (far > most || (nearest != end && far >= apart(nearest->second->box, of.box))) continue;
      nearest = at;
    }
    if (nearest == end) return nullptr;
    const BoxedThing* const found = nearest->second;
    left.erase(nearest);
    return found;
  };
  std::vector<const BoxedThing*> missed;
  for (const BoxedThing& each : before) {
    if (take_nearest(each, tolerance) == nullptr) missed.push_back(&each);
  }
  std::vector<Difference> found;
  for (const BoxedThing* each : missed) found.push_back({each, take_nearest(*each, 1e6F)});
  for (const auto& [what, each] : left) found.push_back({nullptr, each});
  return found;
}

bool has_words(const ScreenPiece& piece) {
  return piece.kind == Placed::Kind::text || piece.kind == Placed::Kind::turned;
}

std::string said_of(const Area& box) {
  const auto number = [](float units) { return std::to_string(static_cast<int>(whole(units))); };
  return number(box.left) + "," + number(box.top) + " " + number(box.width()) + "x" + number(box.height());
}

std::string said_of(const Difference& each) {
  if (each.before == nullptr) return "new    " + each.now->what + " at " + said_of(each.now->box);
  if (each.now == nullptr) return "gone   " + each.before->what + " from " + said_of(each.before->box);
  return "moved  " + each.before->what + " from " + said_of(each.before->box) + " to " +
         said_of(each.now->box);
}

// The words of the screen as it is now, pale; where what differs stood in blue, and where it stands in
// orange, joined by a line.
void draw_differences(const BoxedScreen& now, const std::vector<Difference>& all, const fs::path& file) {
  const Palette& colours = palette(Theme::light);
  const auto box_of = [](const Area& area) {
    return Box{area.left, area.top, std::max(area.width(), 1.0F), std::max(area.height(), 1.0F)};
  };
  const auto middle_of = [](const Area& area) { return Point{area.middle_x(), area.middle_y()}; };
  Drawing drawing{.width = static_cast<double>(now.size.width) / now.size.scale,
                  .height = static_cast<double>(now.size.height) / now.size.scale};
  const auto write_words = [&](const BoxedThing& thing, Rgb colour) {
    const std::string turned = "turned ";
    const bool is_turned = thing.what.starts_with(turned);
    if (!is_turned && thing.what.front() != quote) return;
    drawing.items.emplace_back(DrawnText{.text = thing.what.substr(is_turned ? turned.size() : 1),
                                         .type = type::caption,
                                         .at = {thing.box.left, thing.box.bottom - 3},
                                         .width = thing.box.width(),
                                         .paint = {colour}});
  };
  for (const BoxedThing& each : now.things) {
    drawing.items.emplace_back(
        DrawnBox{.box = box_of(each.box), .paint = {colours.hairline}, .thickness = 0.5});
    write_words(each, colours.text_3);
  }
  for (const Difference& each : all) {
    for (const auto& [thing, colour] :
         {std::pair(each.before, colours.second_sentence), std::pair(each.now, colours.first_sentence)}) {
      if (thing == nullptr) continue;
      drawing.items.emplace_back(DrawnBox{.box = box_of(thing->box), .paint = {colour}, .thickness = 1.5});
      write_words(*thing, colour);
    }
    if (each.before == nullptr || each.now == nullptr) continue;
    drawing.items.emplace_back(DrawnLines{.points = {middle_of(each.before->box), middle_of(each.now->box)},
                                          .paint = {colours.first_sentence}});
  }
  fs::create_directories(file.parent_path());
  write_drawing(drawing, file, {.scale = 1});
}

// --- files

std::string heading_of(const std::string& name, const Size& size) { return name + " at " + title_of(size); }

KeptBoxes read_boxes(const fs::path& path) {
  KeptBoxes kept;
  Things* part = nullptr;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(part_heading)) {
      part = &kept[line.substr(part_heading.size())];
      continue;
    }
    const bool column = line.starts_with(across);
    std::istringstream words(line.substr(column ? 1 : 0));
    float common = 0, length = 0;
    if (part == nullptr || !(words >> common >> length)) continue;
    std::vector<Area> places;
    while ((words >> std::ws).peek() == '-' || is_digit(static_cast<char>(words.peek()))) {
      float begin = 0, size = 0;
      words >> begin >> size;
      places.push_back(column ? Area::at(common, begin, length, size)
                              : Area::at(begin, common, size, length));
    }
    std::string what;
    std::getline(words, what);
    for (const Area& place : places) part->push_back({what, place});
  }
  return kept;
}

// Takes out of each part what stands in all of them, and returns it. They are sorted.
Things taken_out_of_all(const std::vector<Things*>& parts) {
  const auto less = [](const BoxedThing& a, const BoxedThing& b) {
    return place_in_order(a) < place_in_order(b);
  };
  if (parts.size() < 2) return {};
  Things common = *parts.front();
  for (const Things* part : parts) {
    Things both;
    std::ranges::set_intersection(common, *part, std::back_inserter(both), less);
    common = std::move(both);
  }
  for (Things* part : parts) {
    Things rest;
    std::ranges::set_difference(*part, common, std::back_inserter(rest), less);
    *part = std::move(rest);
  }
  return common;
}

std::string span_of(float begin, float end) {
  return std::to_string(static_cast<int>(begin)) + "+" + std::to_string(static_cast<int>(end - begin));
}

// The same words in rows or in columns, whichever are fewer, a line for each.
void write_part(std::ostream& out, const std::string& heading, const Things& things) {
  out << part_heading << heading << "\n";
  using Lines = std::map<std::string, std::vector<const BoxedThing*>>;  // by what they have in common
  struct Group {
    Lines rows, columns;
  };
  std::map<std::string, Group> groups;
  for (const BoxedThing& each : things) {
    Group& group = groups[each.what];
    group.rows[span_of(each.box.top, each.box.bottom)].push_back(&each);
    group.columns[across + span_of(each.box.left, each.box.right)].push_back(&each);
  }
  std::vector<std::pair<const BoxedThing*, std::string>> lines;
  for (const auto& [what, group] : groups) {
    const bool in_rows = group.rows.size() <= group.columns.size();
    for (const auto& [common, all] : in_rows ? group.rows : group.columns) {
      std::string line = common;
      for (const BoxedThing* each : all)
        line += " " + (in_rows ? span_of(each->box.left, each->box.right)
                               : span_of(each->box.top, each->box.bottom));
      lines.emplace_back(all.front(), line + " " + what);
    }
  }
  std::ranges::sort(lines, {}, [](const auto& line) { return place_in_order(*line.first); });
  for (const auto& [first, line] : lines) out << line << "\n";
}

void write_boxes(const fs::path& path, const std::vector<BoxedScreen>& screens) {
  std::map<std::string, Things> whole_units;  // by heading
  std::map<std::string, std::vector<Things*>> of_size;
  std::vector<std::string> sizes;
  for (const BoxedScreen& each : screens) {
    Things& things = whole_units[heading_of(each.name, each.size)];
    for (const BoxedThing& thing : each.things) things.push_back(in_whole_units(thing));
    std::ranges::sort(things, {}, place_in_order);
    std::vector<Things*>& same_size = of_size[title_of(each.size)];
    if (same_size.empty()) sizes.push_back(title_of(each.size));
    same_size.push_back(&things);
  }
  fs::create_directories(path.parent_path());
  std::ofstream file(path);
  for (const std::string& size : sizes) {
    const Things common = taken_out_of_all(of_size[size]);
    if (!common.empty()) write_part(file, std::string(in_all) + " at " + size, common);
    for (const BoxedScreen& each : screens) {
      const std::string heading = heading_of(each.name, each.size);
      if (title_of(each.size) == size) write_part(file, heading, whole_units[heading]);
    }
  }
}

std::string file_name_of(std::string text) {
  std::ranges::replace_if(
      text, [](char letter) { return !std::isalnum(static_cast<unsigned char>(letter)); }, '-');
  return text;
}

}  // namespace

std::string title_of(const Size& size) {
  const auto percent = static_cast<int>(std::lround(size.scale * 100));
  return std::to_string(size.width) + "x" + std::to_string(size.height) +
         (percent == 100 ? "" : " at " + std::to_string(percent) + " %");
}

std::vector<BoxedThing> boxes_on(const Driver& driver) {
  Things things;
  for (const ScreenPiece& piece : pieces_of(driver.placed(), driver.scale())) {
    const std::string words = without_numbers(has_words(piece) ? piece.words : piece.id);
    const std::string kind = name_of(piece.kind);
    things.push_back(
        {piece.kind == Placed::Kind::text ? quote + words : kind + (words.empty() ? "" : " " + words),
         piece.box});
  }
  std::ranges::sort(things, {}, place_in_order);
  const auto same = [](const BoxedThing& a, const BoxedThing& b) {
    return place_in_order(a) == place_in_order(b);
  };
  things.erase(std::unique(things.begin(), things.end(), same), things.end());
  // The ground of a button, of a map: what stands in the same place says as much.
  const Things all = things;
  std::erase_if(things, [&](const BoxedThing& each) {
    return each.what == only_ground && std::ranges::any_of(all, [&](const BoxedThing& other) {
             return other.what != only_ground && other.box == each.box;
           });
  });
  return things;
}

bool expect_same_boxes(const std::vector<BoxedThing>& before, const BoxedScreen& now, float tolerance,
                       const std::string& where, const std::string& picture) {
  constexpr std::size_t most_said = 12;
  const std::vector<Difference> all = differences(before, now.things, tolerance);
  if (all.empty()) return true;
  std::string said = where + ": " + std::to_string(all.size()) + " of " + std::to_string(now.things.size()) +
                     " things are not where they were\n";
  for (std::size_t i = 0; i < std::min(all.size(), most_said); ++i) said += said_of(all[i]) + "\n";
  if (all.size() > most_said) said += "and others\n";
  if (!picture.empty()) {
    draw_differences(now, all, picture);
    said += "before (blue) and now (orange): " + picture + "\n";
  }
  ADD_FAILURE() << said;
  return false;
}

void expect_kept_boxes(const std::string& file, const std::vector<BoxedScreen>& screens) {
  const fs::path path = kept_folder / (file + ".txt");
  const KeptBoxes kept = read_boxes(path);
  const bool update = std::getenv("HEADLIGHT_UPDATE") != nullptr;
  constexpr float tolerance = 2.5F;  // of two units, and what is rounded in the file
  constexpr int most_pictures = 4;
  std::vector<std::string> headings;
  bool differs = false;
  int faults = 0;
  for (const BoxedScreen& screen : screens) {
    const std::string heading = heading_of(screen.name, screen.size);
    Things before;
    for (const std::string& part : {std::string(in_all) + " at " + title_of(screen.size), heading}) {
      if (const auto found = kept.find(part); found != kept.end()) {
        headings.push_back(part);
        before.insert(before.end(), found->second.begin(), found->second.end());
      }
    }
    if (update) {
      differs = differs || !differences(before, screen.things, tolerance).empty();
      continue;
    }
    const std::string picture = (pictures_folder / (file_name_of(file + " " + heading) + ".png")).string();
    if (!expect_same_boxes(before, screen, tolerance, path.string() + ", " + heading,
                           faults < most_pictures ? picture : "")) {
      ++faults;
    }
  }
  for (const auto& [heading, things] : kept) {
    if (std::ranges::find(headings, heading) != headings.end()) continue;
    differs = true;
    EXPECT_TRUE(update) << path << ": there is no screen for " << heading;
  }
  if (update && differs) write_boxes(path, screens);
  if (faults > 0)
    ADD_FAILURE() << "HEADLIGHT_UPDATE=1 in the environment writes where everything stands now.";
}

}  // namespace headlight
