#include "core/pictures/caption.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace headlight {
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
    const SceneObject& named = scene_.objects[static_cast<std::size_t>(object)];
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
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return scene.objects[static_cast<std::size_t>(a)].x < scene.objects[static_cast<std::size_t>(b)].x;
  });
  return CaptionWriter(scene).name(order[0]).say(",").name(order[1]).say("and").name(order[2]).take();
}

bool all_alike(const Scene& scene) {
  const SceneObject& one = scene.objects.front();
  return std::all_of(scene.objects.begin(), scene.objects.end(), [&](const SceneObject& other) {
    return other.colour == one.colour && other.shape == one.shape;
  });
}

// FNV-1a (Fowler, Noll and Vo), the same on every machine.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
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
