// A lesson as a package of a learning platform (SCORM 1.2), which hears of its opening, its end and its
// questions.
#pragma once

#include <string>

#include "app/lessons/lesson.h"

namespace headlight {

// A zip file of the page of a handout (handout_page) and what a platform reads of it (imsmanifest.xml). The
// page is told which lesson counts, by its name there, how many steps it has, and which choice is right in
// each question that has one; web/page.js reports it. Throws std::invalid_argument for what is no such page.
std::string course_of(std::string page, const Lesson& lesson, const std::string& name_in_page);

}  // namespace headlight
