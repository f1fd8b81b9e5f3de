// The words of the glossary in what a frame shows.
#include "app/lessons/glossary.h"
#include "app/widgets/ui.h"

namespace headlight {
namespace {

// A single letter is a symbol where it is set as one; elsewhere it may be a word of a sentence.
bool is_meant(std::string_view word, Type type) { return word.size() > 1 || type.face == Face::italic; }

}  // namespace

void Ui::term(std::string_view word, const Area& area) {
  if (word.size() < 2 || exporting() || !hovered(area)) return;
  if (const Term* found = shipped_glossary().find(word)) term_ = found;
}

void Ui::look_for_terms(const Area& area, Type type, std::string_view text) {
  if (exporting() || !hovered(area)) return;
  for (const TermPlace& place : shipped_glossary().places_in(text)) {
    const float left = area.left + width(type, text.substr(0, place.begin));
    const std::string_view word = text.substr(place.begin, place.end - place.begin);
    if (!is_meant(word, type) || !hovered({left, area.top, left + width(type, word), area.bottom})) continue;
    term_ = place.term;
  }
}

}  // namespace headlight
