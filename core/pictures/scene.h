// A drawn scene as data, and the notation a person types for it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

enum class ObjectShape { circle, square, triangle, star, cross };
enum class ObjectColour { red, yellow, green, blue, purple, white };
enum class ObjectSize { small, large };

inline constexpr std::array shape_names{"circle", "square", "triangle", "star", "cross"};
inline constexpr std::array shape_plurals{"circles", "squares", "triangles", "stars", "crosses"};
inline constexpr std::array colour_names{"red", "yellow", "green", "blue", "purple", "white"};
inline constexpr std::array size_names{"small", "large"};

inline constexpr int object_shapes = static_cast<int>(shape_names.size());
inline constexpr int object_colours = static_cast<int>(colour_names.size());

inline const char* name_of(ObjectShape shape) { return shape_names[static_cast<std::size_t>(shape)]; }
inline const char* plural_of(ObjectShape shape) { return shape_plurals[static_cast<std::size_t>(shape)]; }
inline const char* name_of(ObjectColour colour) { return colour_names[static_cast<std::size_t>(colour)]; }
inline const char* name_of(ObjectSize size) { return size_names[static_cast<std::size_t>(size)]; }

struct SceneObject {
  ObjectSize size = ObjectSize::large;
  ObjectColour colour = ObjectColour::red;
  ObjectShape shape = ObjectShape::circle;
  int x = 32, y = 32;  // the pixel at its middle, from the top left; 0 to 63

  // Alike in all but the place.
  bool same_kind(const SceneObject& other) const {
    return size == other.size && colour == other.colour && shape == other.shape;
  }
  bool operator==(const SceneObject&) const = default;
};

// Later objects lie on top of earlier ones.
struct Scene {
  static constexpr int most_objects = 8;
  static constexpr int most_background = 999'999;

  std::vector<SceneObject> objects;
  int background =
      0;  // its number, 0 to 999999: also that of the small differences between objects of a kind

  bool operator==(const Scene&) const = default;
};

// "large red circle at 20,30; small blue square at 44,12; background 7"
std::string to_text(const Scene& scene);

// The scene of such a text, in which capitals, spaces, a leading "a" and the order of the parts are free, and
// the background may be missing. Throws std::invalid_argument, which names the part, what is wrong with it,
// and what it could say.
Scene scene_of(std::string_view text);

// Scenes changed by hand: each of these gives another scene.

// With an object's middle at a pixel, or as near to it as all of the object stays in the picture.
Scene moved(Scene scene, int object, int x, int y);

// With a small one more, of a kind that is not there yet, where it is farthest from all others. The same
// scene where there are as many as there may be.
Scene added(Scene scene);

Scene removed(Scene scene, int object);

// A pool of pictures to begin with, each for something that can be seen on it.

struct ExamplePicture {
  const char* name;   // "Two stars of one colour"
  const char* scene;  // in the notation of scenes
};

// Those that a caption speaks of: one to three objects, or two or three of one kind.
std::span<const ExamplePicture> captioned_examples();
// Those in which one thing alone is red.
std::span<const ExamplePicture> question_examples();

// What a scene's caption says, and of which objects each of its words speaks.

struct CaptionWord {
  std::string text;
  std::vector<int> objects;  // that it speaks of, by their places in the scene; none for "a" and "above"

  bool operator==(const CaptionWord&) const = default;
};
using Caption = std::vector<CaptionWord>;

// The caption by these rules, the first that fits:
//   one object                   a small red circle
//   two or three, all of one     two blue stars
//     colour and shape
//   two objects                  a small red circle left of a large blue square, or: above; the larger
//   distance
//                                decides, and the left or upper one comes first
//   three objects                a small red circle , a large blue square and a small green star, from left
//   to
//                                right
// Empty for a scene of none or more than three, which captions do not speak of.
Caption caption_of(const Scene& scene);

// The words with a space between.
std::string to_text(const Caption& caption);

// Every word that captions have, each once.
std::vector<std::string> caption_words();

// Whether scenes of this caption are kept from training, to measure on: a tenth of the captions that name two
// or three objects one by one, picked by their words alone. All single objects, and all that are counted, may
// be learned from.
bool held_out(const Caption& caption);

// "Which shape is the red one?": the place of the only red object among those of the scene; -1 where there is
// none, or more than one.
int only_red(const Scene& scene);

// What that question is answered with: a shape, in the order of ObjectShape, or "none" where nothing is red.
std::vector<std::string> shape_answers();
// The place among these of what is right for a scene; nothing where more than one object is red.
std::optional<int> shape_answer(const Scene& scene);

}  // namespace headlight
