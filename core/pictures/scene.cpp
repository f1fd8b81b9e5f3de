#include "core/pictures/scene.h"

#include <charconv>
#include <optional>
#include <span>
#include <stdexcept>

#include "core/pictures/picture.h"
#include "core/text/in_quotes.h"
#include "core/text/nearest.h"
#include "core/text/trimmed.h"

namespace headlight {
namespace {

constexpr const char* example_object = "\"large red circle at 20,30\"";
constexpr std::size_t longest_notation = 2000;

[[noreturn]] void refuse_part(std::string_view part, const std::string& what) {
  throw std::invalid_argument("scene, " + in_quotes(part) + ": " + what);
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (letter == '\t' || letter == '\n' || letter == '\r') letter = ' ';
  }
  return small;
}

// The text up to the first `end`, which is taken away from `text` with it.
std::string_view cut_at(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return part;
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::string_view word = cut_at(text, ' ');
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

// A whole number of 0 .. most, as `what`.
int number_in(std::string_view part, std::string_view digits, int most, const char* what) {
  digits = trimmed(digits);
  int number = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number < 0 || number > most)
    refuse_part(part, std::string(what) + " is " + in_quotes(digits) + ", not a whole number from 0 to " +
                          std::to_string(most));
  return number;
}

template <typename Kind, std::size_t N>
std::optional<Kind> kind_named(std::string_view word, const std::array<const char*, N>& names) {
  for (std::size_t i = 0; i < N; ++i) {
    if (word == names[i]) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

[[noreturn]] void refuse_word(std::string_view part, const std::string& word) {
  std::vector<std::string> known;
  for (const std::span<const char* const> names :
       {std::span<const char* const>(size_names), std::span<const char* const>(colour_names),
        std::span<const char* const>(shape_names)})
    known.insert(known.end(), names.begin(), names.end());
  std::string what = "there is no " + in_quotes(word);
  if (const std::optional<std::string> near = nearest_name(word, known)) {
    what += ", but \"" + *near + "\"";
  } else {
    what += "; there are";
    for (std::size_t i = 0; i < known.size(); ++i) what += (i == 0 ? " " : ", ") + known[i];
  }
  refuse_part(part, what);
}

SceneObject object_in(std::string_view part) {
  const std::size_t at = part.find(" at ");
  if (at == std::string_view::npos)
    refuse_part(part, std::string("it does not say where; write for example ") + example_object);
  std::string_view place = part.substr(at + 4);
  if (place.find(',') == std::string_view::npos)
    refuse_part(part, std::string("a place is two numbers, x,y; write for example ") + example_object);
  SceneObject object;
  std::optional<ObjectSize> size;
  std::optional<ObjectColour> colour;
  std::optional<ObjectShape> shape;
  for (const std::string& word : words_in(part.substr(0, at))) {
    if (const auto named_size = kind_named<ObjectSize>(word, size_names); named_size && !size) {
      size = named_size;
    } else if (const auto named_colour = kind_named<ObjectColour>(word, colour_names);
               named_colour && !colour) {
      colour = named_colour;
    } else if (const auto named_shape = kind_named<ObjectShape>(word, shape_names); named_shape && !shape) {
      shape = named_shape;
    } else if (named_size || named_colour || named_shape) {
      refuse_part(part, "\"" + word + "\" is one too many: one size, one colour, one shape");
    } else if (word != "a") {
      refuse_word(part, word);
    }
  }
  if (!colour || !shape || !size)
    refuse_part(part, std::string("it has no ") +
                          (!size     ? "size"
                           : !colour ? "colour"
                                     : "shape") +
                          "; write for example " + example_object);
  object.size = *size;
  object.colour = *colour;
  object.shape = *shape;
  object.x = number_in(part, cut_at(place, ','), Picture::side - 1, "x");
  object.y = number_in(part, place, Picture::side - 1, "y");
  return object;
}

}  // namespace

std::string to_text(const Scene& scene) {
  std::string text;
  for (const SceneObject& object : scene.objects) {
    text.append(name_of(object.size)).append(" ").append(name_of(object.colour)).append(" ");
    text.append(name_of(object.shape)).append(" at ");
    text.append(std::to_string(object.x)).append(",").append(std::to_string(object.y)).append("; ");
  }
  return text + "background " + std::to_string(scene.background);
}

Scene scene_of(std::string_view text) {
  if (text.size() > longest_notation)
    throw std::invalid_argument("scene: it is longer than " + std::to_string(longest_notation) +
                                " letters; write at most " + std::to_string(Scene::most_objects) +
                                " objects");
  const std::string small = in_small_letters(text);
  std::string_view rest = small;
  Scene scene;
  bool background = false;
  while (!rest.empty()) {
    const std::string_view part = trimmed(cut_at(rest, ';'));
    if (part.empty()) continue;
    if (part.starts_with("background")) {
      if (background) refuse_part(part, "a scene has one background");
      background = true;
      scene.background = number_in(part, part.substr(10), Scene::most_background, "the background");
    } else {
      if (scene.objects.size() == Scene::most_objects)
        refuse_part(part, "a scene has at most " + std::to_string(Scene::most_objects) + " objects");
      scene.objects.push_back(object_in(part));
    }
  }
  if (scene.objects.empty() && !background)
    throw std::invalid_argument(std::string("scene: nothing is in it; write for example ") + example_object);
  return scene;
}

}  // namespace headlight
