#include "core/files/json.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_set>

#include "core/text/unicode.h"

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

bool read_events(std::string_view text, Lines& lines, auto& events) {
  return Json::sax_parse(Counted(text.data(), &lines), Counted(text.data() + text.size(), &lines), &events);
}

// Puts what is read together, and ends at the first thing that it does not take.
class Builder {
 public:
  explicit Builder(const Lines& lines) : lines_(lines) {}

  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(std::int64_t value) { return put(value); }
  bool number_unsigned(std::uint64_t value) { return put(value); }
  bool number_float(double value, const std::string&) { return put(value); }
  bool string(std::string& value) { return put(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    Level& level = levels_.back();
    level.key = std::move(name);
    if (level.keys.insert(level.key).second) return true;
    return fail("field " + in_quotes(path()) + " occurs twice; keep one of them");
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      return fail((levels_.empty() ? "" : "field " + in_quotes(path()) + " is ") +
                  std::string("a number too large to be kept"));
    }
    syntax_ = true;
    return fail("this is not JSON; look for a missing comma, quote or bracket");
  }

  Json take() { return std::move(root_); }
  [[noreturn]] void complain() const { throw JsonError(error_line_, error_, syntax_); }

 private:
  struct Level {
    Json* container;
    std::string key;
    std::unordered_set<std::string> keys;
  };

  bool fail(const std::string& what) {
    error_ = what;
    error_line_ = lines_.now;
    return false;
  }
  std::string path() const {
    std::string path;
    for (const Level& level : levels_) {
      if (level.container->is_array()) {
        // What is read now joins the innermost list; of the lists around it, it is in the last member.
        const bool innermost = &level == &levels_.back();
        path += "[" + std::to_string(level.container->size() - (innermost ? 0 : 1)) + "]";
      } else {
        path += (path.empty() ? "" : ".") + level.key;
      }
    }
    return path;
  }
  // The place of the value, which stays where it is while it is open: its list goes on only once it is
  // closed.
  Json* place(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Level& level = levels_.back();
    if (level.container->is_array()) {
      level.container->push_back(std::move(value));
      return &level.container->back();
    }
    // The library's own way would look through all fields for the key, which is known to be new.
    auto& fields = level.container->get_ref<Json::object_t&>();
    return &fields.Container::emplace_back(level.key, std::move(value)).second;
  }
  bool put(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json empty) {
    if (static_cast<int>(levels_.size()) == deepest_json) {
      return fail("more than " + std::to_string(deepest_json) +
                  " lists and objects are nested inside one another");
    }
    levels_.push_back({place(std::move(empty)), {}, {}});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return true;
  }

  const Lines& lines_;
  Json root_;
  std::vector<Level> levels_;
  std::string error_;
  int error_line_ = 1;
  bool syntax_ = false;
};

// Follows a field's path through a text.
class Finder {
 public:
  Finder(std::string_view field, const Lines& lines) : field_(field), lines_(lines) {}

  bool null() { return enter(); }
  bool boolean(bool) { return enter(); }
  bool number_integer(std::int64_t) { return enter_number(); }
  bool number_unsigned(std::uint64_t) { return enter_number(); }
  bool number_float(double, const std::string&) { return enter_number(); }
  bool string(std::string&) { return enter(); }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(false); }
  bool start_array(std::size_t) { return open(true); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  // A key's own line is the field's.
  bool key(std::string& name) {
    note((levels_.size() == 1 ? "" : ".") + name, lines_.now);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) { return false; }

  int line() const { return found_; }

 private:
  struct Level {
    bool list = false;
    int index = -1;
    std::optional<std::size_t> length;  // of the field's path, as much as leads here; nothing elsewhere
    std::optional<std::size_t> inner;   // the same with the key or the index
  };

  void note(const std::string& part, int line) {
    Level& level = levels_.back();
    level.inner.reset();
    if (!level.length || !field_.substr(*level.length).starts_with(part)) return;
    const std::size_t size = *level.length + part.size();
    if (size < field_.size() && field_[size] != '.' && field_[size] != '[') return;
    level.inner = size;
    if (size <= nearest_) return;
    nearest_ = size;
    found_ = line;
  }
  // A member of a list begins with its first character.
  bool enter(int line) {
    if (levels_.empty() || !levels_.back().list) return true;
    note("[" + std::to_string(++levels_.back().index) + "]", line);
    return true;
  }
  bool enter() { return enter(lines_.now); }
  // Where a number ends shows in the character after it.
  bool enter_number() { return enter(lines_.now - (lines_.just_begun ? 1 : 0)); }
  bool open(bool list) {
    enter();
    levels_.push_back({list, -1, levels_.empty() ? 0 : levels_.back().inner, {}});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return true;
  }

  std::string_view field_;
  const Lines& lines_;
  std::vector<Level> levels_;
  std::size_t nearest_ = 0;  // how much of the field's path the best place so far has
  int found_ = 1;
};

}  // namespace

JsonError::JsonError(int at, std::string what_is_wrong, bool no_json)
    : std::invalid_argument("line " + std::to_string(at) + ": " + what_is_wrong),
      line(at),
      said(std::move(what_is_wrong)),
      syntax(no_json) {}

Json parse_json(std::string_view text, std::size_t most) {
  if (text.size() > most) {
    throw JsonError(1, std::to_string(text.size()) + " bytes begin here, too many; at most " +
                           std::to_string(most) + " are read");
  }
  Lines lines;
  Builder builder(lines);
  if (!read_events(text, lines, builder)) builder.complain();
  return builder.take();
}

int line_of_field(std::string_view text, std::string_view field) {
  Lines lines;
  Finder finder(field, lines);
  read_events(text, lines, finder);
  return finder.line();
}

void fail_field(const std::string& field, const std::string& what) { throw FieldError{field, what}; }

std::string shown(const Json& json) {
  if (json.is_object()) return "an object";
  if (json.is_array()) return "a list";
  if (json.is_string()) return in_quotes(json.get_ref<const std::string&>());
  return json.dump();
}

void read(const Json& json, const std::string& field, std::string& value) {
  if (!json.is_string()) fail_field(field, "must be text");
  value = json.get<std::string>();
}

void read(const Json& json, const std::string& field, int& value) {
  if (!json.is_number_integer()) fail_field(field, "must be a whole number");
  const bool fits =
      json.is_number_unsigned()
          ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())
          : json.get<std::int64_t>() >= std::numeric_limits<int>::min();
  if (!fits) fail_field(field, "is too large: " + shown(json));
  value = json.get<int>();
}

void read(const Json& json, const std::string& field, bool& value) {
  if (!json.is_boolean()) fail_field(field, "must be true or false");
  value = json.get<bool>();
}

void read(const Json& json, const std::string& field, double& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (json.is_number()) {
    value = json.get<double>();
  } else if (json == "-inf") {
    value = -infinity;
  } else if (json == "inf") {
    value = infinity;
  } else {
    fail_field(field, "must be a number");
  }
}

void read(const Json& json, const std::string& field, float& value) {
  double wide = 0;
  read(json, field, wide);
  constexpr double most = std::numeric_limits<float>::max();
  if (std::isfinite(wide) && std::abs(wide) > most) {
    fail_field(field, "is too large: " + shown(json) + "; write \"inf\" or \"-inf\" for no bound");
  }
  value = static_cast<float>(wide);
}

void read(const Json& json, const std::string& field, std::optional<int>& value) {
  if (json.is_null()) {
    value.reset();
  } else {
    read(json, field, value.emplace());
  }
}

void read_finite(const Json& json, const std::string& field, double& value) {
  if (!json.is_number()) fail_field(field, "must be a number");
  read(json, field, value);
}

void read_finite(const Json& json, const std::string& field, float& value) {
  if (!json.is_number()) fail_field(field, "must be a number");
  read(json, field, value);
}

const Json& read_object(const Json& json, const std::string& field) {
  if (!json.is_object()) fail_field(field, "must be an object");
  return json;
}

void complain(std::string_view text, const FieldError& error) {
  throw std::invalid_argument("line " + std::to_string(line_of_field(text, error.field)) + ": " +
                              (error.field.empty() ? "" : "field " + in_quotes(error.field) + " ") +
                              error.what);
}

const Json& member(const Json& object, const std::string& field, const char* name) {
  const auto found = read_object(object, field).find(name);
  if (found == object.end()) fail_field(inside(field, name), "is missing");
  return *found;
}

std::string inside(const std::string& field, const std::string& name) {
  return field.empty() ? name : field + "." + name;
}

}  // namespace headlight
