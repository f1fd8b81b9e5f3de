// The open step as HTML, for who cannot see what is drawn: a browser's screen reader reads it beside the
// picture.
#pragma once

#include <string>

#include "app/lessons/page.h"

namespace headlight {

// Title, text, question with its choices, and the answer once one was chosen (`answer`: which, -1 while none
// was), with the numbers of the page. Elements only, without a document around them.
std::string html_of(const LessonPage& page, int answer);

// With &, < and > as HTML writes them.
std::string html_text(const std::string& text);

}  // namespace headlight
