#include "app/panels/files/files.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/lessons/page.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

bool is_under_way(const Session& session) {
  return !session.lesson.empty() && (session.lesson_step > 0 || session.lesson_answer >= 0);
}

bool same_place(const Session& a, const Session& b) {
  return a.lesson == b.lesson && a.lesson_step == b.lesson_step && a.lesson_answer == b.lesson_answer;
}

}  // namespace

bool has_unsaved_matter(const SessionFile& file, const Session& session) {
  if (is_under_way(session) && !(file.saved && same_place(*file.saved, session))) return true;
  if (file.saved && same_matter(*file.saved, session)) return false;
  return session.lesson.empty() || !same_matter(on_stage(session), session);
}

std::string what_was_kept(const Session& kept, const Session& usual, bool ended_badly) {
  // What a lesson's step brings is not one's own.
  const Session given = kept.lesson.empty() ? usual : on_stage(kept);
  const auto edits = std::count_if(kept.edits.begin(), kept.edits.end(), [&](const SessionEdit& edit) {
    return std::find(given.edits.begin(), given.edits.end(), edit) == given.edits.end();
  });
  std::vector<std::string> things;
  if (is_under_way(kept)) things.emplace_back("your place in the lesson");
  if (kept.sentence != given.sentence || kept.compare != given.compare)
    things.emplace_back(kept.compare.empty() ? "your sentence" : "your sentences");
  if (edits > 0) things.push_back(counted(edits, "edit"));
  if (things.empty()) things.emplace_back("what was open");
  std::string what;
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (i > 0) what += i + 1 == things.size() ? " and " : ", ";
    what += things[i];
  }
  what = (ended_badly ? "Restored after an unexpected end: " : "Restored: ") + what + ".";
  if (edits == 0) return what;
  return what + (edits == 1 ? " Ctrl Z takes the edit back." : " Ctrl Z takes the edits back.");
}

std::optional<int> sentence_of_last_edit(const Session& session) {
  return session.edits.empty() ? std::nullopt : session.edits.back().side;
}

std::string window_title(const SessionFile& file, const Session& session) {
  const bool changed = file.saved && !same_content(*file.saved, session);
  if (file.path.empty() && !changed) return "Headlight";
  const std::string name =
      file.path.empty() ? "not saved" : std::filesystem::path(file.path).filename().string();
  return std::string(changed ? "• " : "") + name + " – Headlight";
}

}  // namespace headlight
