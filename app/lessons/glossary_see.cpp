// Where the terms of the glossary can be seen.
#include <algorithm>
#include <array>
#include <optional>

#include "app/lessons/glossary.h"
#include "app/lessons/library.h"
#include "app/session/document.h"

namespace headlight {
namespace {

struct SeenView {
  const char* name;
  ViewKind kind;
  const char* title;
};
constexpr std::array seen_views{SeenView{"picture", ViewKind::picture, "Picture"},
                                SeenView{"map", ViewKind::map, "Map"},
                                SeenView{"flow", ViewKind::flow, "Flow"},
                                SeenView{"unrolled", ViewKind::unrolled, "Unrolled"},
                                SeenView{"heads", ViewKind::heads, "Heads"},
                                SeenView{"lines", ViewKind::lines, "Lines"},
                                SeenView{"steps", ViewKind::steps, "Steps"},
                                SeenView{"decoding", ViewKind::decoding, "Decoding"},
                                SeenView{"labs", ViewKind::lab, "Labs"}};

const SeenView* seen_view(const std::string& name) {
  const auto found = std::find_if(seen_views.begin(), seen_views.end(),
                                  [&](const SeenView& each) { return name == each.name; });
  return found == seen_views.end() ? nullptr : &*found;
}

std::optional<LabKind> seen_lab(const std::string& name) {
  for (const auto& [kind, lab] : lab_names()) {
    if (name == lab) return kind;
  }
  return std::nullopt;
}

std::optional<Trait> seen_trait(const std::string& name) {
  for (int i = 0; i < trait_count; ++i) {
    if (info(static_cast<Trait>(i)).id == name) return static_cast<Trait>(i);
  }
  return std::nullopt;
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

std::string to_string(const See& see) {
  switch (see.kind) {
    case See::Kind::nowhere:
      return "";
    case See::Kind::view:
      if (const SeenView* view = seen_view(see.name)) return std::string(view->title) + " view";
      return see.name;
    case See::Kind::lab:
      return capital(see.name) + " lab";
    case See::Kind::lesson: {
      const LessonPtr lesson = find_lesson(see.name);
      return "lesson “" + (lesson == nullptr ? see.name : lesson->title) + "”";
    }
    case See::Kind::step:
      return "Steps: " + see.name;
    case See::Kind::trait:
      return "Heads view, sorted";
    case See::Kind::edits:
      return "What if";
  }
  return "";
}

std::vector<Action> actions_to(const See& see, const Document& document) {
  switch (see.kind) {
    case See::Kind::nowhere:
      return {};
    case See::Kind::view:
      if (const SeenView* view = seen_view(see.name)) return {SetView{view->kind}};
      return {};
    case See::Kind::lab:
      if (const auto lab = seen_lab(see.name)) return {OpenLab{*lab}};
      return {};
    case See::Kind::lesson:
      if (find_lesson(see.name) != nullptr) return {OpenLesson{see.name}};
      return {};
    case See::Kind::step: {
      const TracePtr& trace = document.sides[0].trace;
      if (trace == nullptr || trace->find(see.name) < 0) return {};
      // What a difference is made of is not drawn with it.
      return {SetView{ViewKind::steps}, ShowSides{Sides::one}, GoToStep{see.name}};
    }
    case See::Kind::trait:
      if (const auto trait = seen_trait(see.name)) return {SetView{ViewKind::heads}, SortHeads{*trait}};
      return {};
    case See::Kind::edits:
      return {OpenEdits{true}};
  }
  return {};
}

}  // namespace headlight
