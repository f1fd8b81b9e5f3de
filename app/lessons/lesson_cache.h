// The lessons that were read. What is handed out stays as it is; from any thread.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/session/action.h"

namespace headlight {

// A shipped lesson is read when it is first asked for: a page shows one of them, and only the list of lessons
// all. Frames ask, too: none waits while a file is read.
class LessonCache {
 public:
  // `read`: null for a file that cannot be read. It may be called for the same file twice at a time.
  LessonCache(const std::vector<std::string>& shipped_files,
              std::function<LessonPtr(const std::string& file)> read);

  // Null for a shipped lesson that cannot be read, and for a name that is none.
  LessonPtr find(const std::string& name);
  // All that can be read, in order; and those of them that were read by now.
  std::vector<LessonPtr> shipped();
  std::vector<LessonPtr> read_by_now() const;
  // The first that was not asked for yet; null when all were.
  const std::string* unread() const;
  bool is_shipped(const std::string& name);
  bool was_asked(const std::string& name) const { return asked_before(name).has_value(); }
  LessonScriptsPtr scripts() const;
  void put(const std::string& name, LessonPtr lesson);

 private:
  struct Shipped {
    std::string name, file;
  };
  std::optional<LessonPtr> asked_before(const std::string& name) const;
  LessonPtr keep(const std::string& name, LessonPtr lesson);

  std::vector<Shipped> shipped_;  // in order
  std::function<LessonPtr(const std::string& file)> read_;
  mutable std::mutex mutex_;
  std::map<std::string, LessonPtr> lessons_;
  LessonScriptsPtr scripts_ = std::make_shared<LessonScripts>();
};

}  // namespace headlight
