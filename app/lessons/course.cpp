#include "app/lessons/course.h"

#include <array>
#include <stdexcept>

#include "core/files/json.h"
#include "core/files/zip.h"

namespace headlight {
namespace {

// As web/page.html writes it.
constexpr std::string_view tag_of_page = " data-link=\"";
constexpr const char* page_in_course = "index.html";

std::string in_xml(std::string_view text) {
  std::string safe;
  for (const char each : text) {
    if (each == '&') safe += "&amp;";
    if (each == '<') safe += "&lt;";
    if (each == '>') safe += "&gt;";
    if (each == '"') safe += "&quot;";
    if (each == '\'') safe += "&#39;";
    const bool special = each == '&' || each == '<' || each == '>' || each == '"' || each == '\'';
    // Control characters have no place in XML.
    if (!special && (static_cast<unsigned char>(each) >= 0x20 || each == '\t')) safe += each;
  }
  return safe;
}

// What web/page.js reads: {"lesson": "it", "steps": 7, "right": {"1": 0}}, steps counted from 0.
std::string told_to_page(const Lesson& lesson, const std::string& name_in_page) {
  nlohmann::ordered_json right = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const std::optional<Question>& question = lesson.steps[i].question;
    if (question && question->right >= 0) right[std::to_string(i)] = question->right;
  }
  return nlohmann::ordered_json{{"lesson", name_in_page}, {"steps", lesson.steps.size()}, {"right", right}}
      .dump();
}

std::string manifest_of(const Lesson& lesson) {
  std::string id = "headlight-";
  for (const char each : lesson.name) {
    const bool letter = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
    id += letter || (each >= '0' && each <= '9') || each == '_' ? each : '-';
  }
  const std::string title = in_xml(lesson.title), page = page_in_course;
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier=")" +
         id + R"(" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>)" +
         title + R"(</title>
      <item identifier="lesson" identifierref="page">
        <title>)" +
         title + R"(</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href=")" +
         page + R"(">
      <file href=")" +
         page + R"("/>
    </resource>
  </resources>
</manifest>
)";
}

}  // namespace

std::string course_of(std::string page, const Lesson& lesson, const std::string& name_in_page) {
  const std::size_t tag = page.find(tag_of_page);
  if (tag == std::string::npos) throw std::invalid_argument("is no page that headlight export writes");
  page.insert(tag, " data-course=\"" + in_xml(told_to_page(lesson, name_in_page)) + '"');
  const std::array files{ZippedFile{"imsmanifest.xml", manifest_of(lesson)},
                         ZippedFile{page_in_course, std::move(page)}};
  return zip_file(files, Zipped::deflated);
}

}  // namespace headlight
