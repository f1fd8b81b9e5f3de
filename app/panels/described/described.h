// The screen in words, for who cannot see it: the page of a browser reads it to a screen reader, a window of
// text shows it ("Read this to me"), and `headlight describe` prints it. Made from what the margin says, and
// from what the frame was drawn from (app/widgets/told.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/told.h"

namespace headlight {

// What can be pressed.
struct DescribedItem {
  std::string id, words;  // with a number where others have the same name
  std::string name, place;
  bool operator==(const DescribedItem&) const = default;
};

struct DescribedPart {
  std::string title;
  std::vector<std::string> lines = {};  // whole sentences, each a paragraph
  std::string french = {};              // of a line, what a voice reads in French
  bool is_lesson = false;               // the open lesson's step
  bool operator==(const DescribedPart&) const = default;
};

// In reading order.
struct Description {
  std::string title;  // where one is
  std::vector<DescribedPart> parts;
  std::vector<DescribedItem> items;  // in the order in which Tab goes through them
  bool operator==(const Description&) const = default;
};

// As it is printed, copied and listened to: titles and lines, and what can be pressed, in a line for each
// place.
std::string text_of(const Description& description);
// What can be pressed, a line for each place.
std::vector<std::string> pressed_in_lines(const Description& description);
// The same as elements of a page, as those of a lesson are (app/lessons/page.h); of an open lesson its own.
std::string elements_of(const Description& description, const LessonPage* lesson, int answer);
// What its id says, from what stands last in it: "Table" of place/table.
std::string said_of_id(const std::string& id);
// What an item is called; of none of these what its id says.
std::string name_of_item(const Description& description, const std::string& id);

// Kept while somebody listens (Listening::on).
struct Described {
  Description now;
  int made = 0;    // so often
  int waited = 0;  // frames, for the one that comes next

  // Of what it was made.
  struct From {
    Session session;
    Overlay overlay = Overlay::none;
    std::vector<std::weak_ptr<const Trace>> traces;
    std::vector<std::string> numbers;  // of the lesson's step
    std::string notice;
    bool computing = false;
  } from;
  Told told;                                            // without its maps
  std::vector<std::weak_ptr<const Heatmap>> maps = {};  // which are not kept for it
  double at = 0;                                        // seconds, of the window's clock
};

// At the end of a frame: makes it anew where the frame shows something else, once that is at rest.
void follow_description(const PanelContext& context);
// Opens the window of text.
void read_to_me(const PanelContext& context);

}  // namespace headlight
