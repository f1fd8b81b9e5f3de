#include "app/session/json_lines.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace headlight {
namespace {

struct Lines {
  int now = 1;
  bool just_begun = false;  // the character before was a line's end
};

// Hands characters on and counts the lines; copies share the count.
class Counted {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Counted(const char* at, Lines* lines) : at_(at), lines_(lines) {}
  reference operator*() const { return *at_; }
  Counted& operator++() {
    lines_->just_begun = *at_ == '\n';
    if (lines_->just_begun) ++lines_->now;
    ++at_;
    return *this;
  }
  bool operator==(const Counted& other) const { return at_ == other.at_; }
  bool operator!=(const Counted& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  Lines* lines_;
};

// The path of what is being parsed, one level a container.
struct Level {
  bool list = false;
  std::string key;
  int index = -1;
};

std::string path_of(const std::vector<Level>& levels) {
  std::string path;
  for (const Level& level : levels) {
    if (level.list) {
      path += "[" + std::to_string(std::max(level.index, 0)) + "]";
    } else {
      path += (path.empty() ? "" : ".") + level.key;
    }
  }
  return path;
}

}  // namespace

int line_of_field(const std::string& text, const std::string& field) {
  Lines lines;
  int found = 1;
  std::size_t nearest = 0;  // how much of the field's path the best place so far has
  std::vector<Level> levels;
  // A key's own line is the field's; a member of a list begins with its first character.
  const auto note = [&](int line) {
    const std::string path = path_of(levels);
    if (path.size() <= nearest || !field.starts_with(path)) return;
    const bool whole = path.size() == field.size() || field[path.size()] == '.' || field[path.size()] == '[';
    if (!whole) return;
    nearest = path.size();
    found = line;
  };
  const auto enter = [&](int line) {
    if (levels.empty() || !levels.back().list) return;
    ++levels.back().index;
    note(line);
  };
  const auto on_event = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    switch (event) {
      case nlohmann::json::parse_event_t::object_start:
      case nlohmann::json::parse_event_t::array_start:
        enter(lines.now);
        levels.push_back({event == nlohmann::json::parse_event_t::array_start, "", -1});
        break;
      case nlohmann::json::parse_event_t::object_end:
      case nlohmann::json::parse_event_t::array_end:
        levels.pop_back();
        break;
      case nlohmann::json::parse_event_t::key:
        levels.back().key = parsed.get<std::string>();
        note(lines.now);
        break;
      case nlohmann::json::parse_event_t::value:
        // Where a number ends shows in the character after it.
        enter(lines.now - (parsed.is_number() && lines.just_begun ? 1 : 0));
        break;
    }
    return true;
  };
  const char* start = text.data();
  const nlohmann::json parsed =
      nlohmann::json::parse(Counted(start, &lines), Counted(start + text.size(), &lines), on_event, false);
  return parsed.is_discarded() ? 1 : found;
}

}  // namespace headlight
