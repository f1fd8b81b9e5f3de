#include "core/pictures/scene.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>

#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/text/encode.h"
#include "core/text/hash.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

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
  if (const std::optional<std::string> near = nearest_name(word, known))
    refuse_part(part, say("{word} is not known; did you mean \"{other}\"?",
                          {{"word", in_quotes(word)}, {"other", *near}}));
  std::string all;
  for (const std::string& each : known) all = joined({all, each});
  refuse_part(part,
              say("{word} is not known; choose from {words}", {{"word", in_quotes(word)}, {"words", all}}));
}

SceneObject object_in(std::string_view part) {
  const std::size_t at = part.find(" at ");
  if (at == std::string_view::npos)
    refuse_part(part,
                say("it does not say where; write for example {example}", {{"example", example_object}}));
  std::string_view place = part.substr(at + 4);
  if (place.find(',') == std::string_view::npos)
    refuse_part(part, say("a place must be two numbers, x,y; write for example {example}",
                          {{"example", example_object}}));
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
      refuse_part(
          part, say("\"{word}\" is one too many; give one size, one colour and one shape", {{"word", word}}));
    } else if (word != "a") {
      refuse_word(part, word);
    }
  }
  if (!colour || !shape || !size)
    refuse_part(part, say(!size     ? to_be_said("it has no size; write for example {example}")
                          : !colour ? to_be_said("it has no colour; write for example {example}")
                                    : to_be_said("it has no shape; write for example {example}"),
                          {{"example", example_object}}));
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
      if (background) refuse_part(part, "a scene can have only one background");
      background = true;
      scene.background = number_in(part, part.substr(10), Scene::most_background, "the background");
    } else {
      if (scene.objects.size() == Scene::most_objects)
        refuse_part(
            part, say("a scene can have at most {n} objects", {{"n", std::to_string(Scene::most_objects)}}));
      scene.objects.push_back(object_in(part));
    }
  }
  if (scene.objects.empty() && !background)
    throw std::invalid_argument(std::string("scene: it is empty; write for example ") + example_object);
  return scene;
}

namespace {

constexpr int margin = 9;  // pixels that a small object wants on every side
constexpr int stride = 5;  // between the places that are tried

// How far a place is from the nearest object, in squared pixels.
int room_at(const Scene& scene, int x, int y) {
  int nearest = std::numeric_limits<int>::max();
  for (const SceneObject& object : scene.objects)
    nearest = std::min(nearest, (object.x - x) * (object.x - x) + (object.y - y) * (object.y - y));
  return nearest;
}

bool has_kind(const Scene& scene, const SceneObject& kind) {
  return std::any_of(scene.objects.begin(), scene.objects.end(), [&](const SceneObject& object) {
    return object.colour == kind.colour || object.shape == kind.shape;
  });
}

}  // namespace

Scene moved(Scene scene, int object, int x, int y) {
  const int radius = static_cast<int>(std::ceil(variation(scene, object).radius)) + 1;  // and its soft rim
  SceneObject& one = scene.objects.at(static_cast<std::size_t>(object));
  one.x = std::clamp(x, radius, Picture::side - 1 - radius);
  one.y = std::clamp(y, radius, Picture::side - 1 - radius);
  return scene;
}

Scene added(Scene scene) {
  if (scene.objects.size() >= Scene::most_objects) return scene;
  SceneObject object{.size = ObjectSize::small};
  // Colours and shapes go round together, so that each new one differs in both as long as that is possible.
  for (int kind = 0; kind < object_colours * object_shapes; ++kind) {
    object.colour = static_cast<ObjectColour>((kind + 2) % object_colours);
    object.shape = static_cast<ObjectShape>((kind + 1) % object_shapes);
    if (!has_kind(scene, object)) break;
  }
  int most = -1;
  for (int y = margin; y <= Picture::side - margin; y += stride) {
    for (int x = margin; x <= Picture::side - margin; x += stride) {
      const int room = room_at(scene, x, y);
      if (room <= most) continue;
      most = room;
      object.x = x;
      object.y = y;
    }
  }
  scene.objects.push_back(object);
  return scene;
}

Scene removed(Scene scene, int object) {
  scene.objects.erase(scene.objects.begin() + object);
  return scene;
}

namespace {

constexpr std::array captioned{
    ExamplePicture{
        "Three objects",
        "large red circle at 18,22; small blue square at 48,16; large yellow star at 42,46; background 7"},
    ExamplePicture{"One object", "large green star at 34,30; background 21"},
    ExamplePicture{"One above another",
                   "small white cross at 30,14; large purple triangle at 33,46; background 5"},
    ExamplePicture{"Side by side",
                   "large yellow circle at 15,30; small green square at 48,34; background 33"},
    ExamplePicture{"Two of one kind", "small blue star at 16,18; large blue star at 44,42; background 9"},
    ExamplePicture{
        "Three of one kind",
        "small red cross at 12,40; small red cross at 32,16; large red cross at 48,46; background 15"},
    ExamplePicture{
        "Three circles, three colours",
        "small red circle at 12,14; small blue circle at 34,36; small green circle at 53,54; background 3"},
    ExamplePicture{"One colour, three shapes",
                   "large purple square at 16,46; small purple star at 34,14; large purple circle at 50,44; "
                   "background 41"},
    ExamplePicture{"Nearly level: which is left?",
                   "small white triangle at 25,20; large red square at 40,45; background 27"},
    ExamplePicture{"One partly over another",
                   "large blue square at 28,32; large yellow circle at 40,38; background 13"},
    ExamplePicture{"At the edge", "small green cross at 7,56; large white star at 46,20; background 19"},
};

constexpr std::array questions{
    ExamplePicture{
        "One red circle among three",
        "large red circle at 18,22; small blue square at 46,16; large yellow star at 42,46; background 7"},
    ExamplePicture{"A small red cross among four",
                   "small red cross at 50,50; large blue circle at 18,18; large green square at 46,20; small "
                   "white star at 16,48; background 11"},
    ExamplePicture{"All triangles, one red",
                   "large red triangle at 46,44; large blue triangle at 18,16; small green triangle at "
                   "46,14; small white triangle at 16,46; background 29"},
    ExamplePicture{
        "Nothing is red",
        "small white circle at 18,22; large blue square at 46,16; large yellow star at 42,46; background 7"},
    ExamplePicture{
        "Red beside purple",
        "small red square at 40,30; small purple circle at 24,30; large white cross at 32,52; background 37"},
};

}  // namespace

std::span<const ExamplePicture> captioned_examples() { return captioned; }
std::span<const ExamplePicture> question_examples() { return questions; }

namespace {

// A fresh set of captions would need another number.
constexpr std::uint64_t held_out_one_in = 10;

class CaptionWriter {
 public:
  explicit CaptionWriter(const Scene& scene) : scene_(scene) {}

  CaptionWriter& say(const char* word) {
    caption_.push_back({word, {}});
    return *this;
  }
  CaptionWriter& name(int object) {
    const SceneObject& named = scene_.objects[object];
    say("a");
    for (const char* word : {name_of(named.size), name_of(named.colour), name_of(named.shape)})
      caption_.push_back({word, {object}});
    return *this;
  }
  CaptionWriter& count() {
    std::vector<int> all(scene_.objects.size());
    std::iota(all.begin(), all.end(), 0);
    const SceneObject& one = scene_.objects.front();
    for (const char* word : {all.size() == 2 ? "two" : "three", name_of(one.colour), plural_of(one.shape)})
      caption_.push_back({word, all});
    return *this;
  }
  Caption take() { return std::move(caption_); }

 private:
  const Scene& scene_;
  Caption caption_;
};

Caption related(const Scene& scene) {
  const SceneObject& a = scene.objects[0];
  const SceneObject& b = scene.objects[1];
  const bool side_by_side = std::abs(a.x - b.x) >= std::abs(a.y - b.y);
  const bool a_first = side_by_side ? a.x <= b.x : a.y <= b.y;
  CaptionWriter writing(scene);
  writing.name(a_first ? 0 : 1);
  if (side_by_side) {
    writing.say("left").say("of");
  } else {
    writing.say("above");
  }
  return writing.name(a_first ? 1 : 0).take();
}

Caption listed(const Scene& scene) {
  std::vector<int> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return scene.objects[a].x < scene.objects[b].x; });
  return CaptionWriter(scene).name(order[0]).say(",").name(order[1]).say("and").name(order[2]).take();
}

bool all_alike(const Scene& scene) {
  const SceneObject& one = scene.objects.front();
  return std::all_of(scene.objects.begin(), scene.objects.end(), [&](const SceneObject& other) {
    return other.colour == one.colour && other.shape == one.shape;
  });
}

std::uint64_t hash_of(const std::string& text) {
  const std::uint64_t hash = fnv1a(text);
  return hash ^ hash >> 32U;
}

}  // namespace

Caption caption_of(const Scene& scene) {
  const std::size_t count = scene.objects.size();
  if (count == 0 || count > 3) return {};
  if (count == 1) return CaptionWriter(scene).name(0).take();
  if (all_alike(scene)) return CaptionWriter(scene).count().take();
  return count == 2 ? related(scene) : listed(scene);
}

std::string to_text(const Caption& caption) {
  std::string text;
  for (const CaptionWord& word : caption) text.append(text.empty() ? "" : " ").append(word.text);
  return text;
}

std::vector<std::string> caption_words() {
  std::vector<std::string> words{"a", "two", "three", "left", "of", "above", ",", "and"};
  words.insert(words.end(), size_names.begin(), size_names.end());
  words.insert(words.end(), colour_names.begin(), colour_names.end());
  words.insert(words.end(), shape_names.begin(), shape_names.end());
  words.insert(words.end(), shape_plurals.begin(), shape_plurals.end());
  return words;
}

bool held_out(const Caption& caption) {
  const auto names_objects =
      std::count_if(caption.begin(), caption.end(), [](const CaptionWord& word) { return word.text == "a"; });
  return names_objects > 1 && hash_of(to_text(caption)) % held_out_one_in == 0;
}

int only_red(const Scene& scene) {
  int found = -1;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    if (scene.objects[i].colour != ObjectColour::red) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

std::vector<std::string> shape_answers() {
  std::vector<std::string> answers{shape_names.begin(), shape_names.end()};
  answers.emplace_back("none");
  return answers;
}

std::optional<int> shape_answer(const Scene& scene) {
  std::optional<int> answer = object_shapes;
  for (const SceneObject& object : scene.objects) {
    if (object.colour != ObjectColour::red) continue;
    if (answer != object_shapes) return std::nullopt;
    answer = static_cast<int>(object.shape);
  }
  return answer;
}

}  // namespace headlight
