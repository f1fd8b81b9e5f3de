#include "app/lessons/first_start.h"

#include "app/lessons/page.h"

namespace headlight {

bool is_first_start(const std::filesystem::path& state_folder) {
  std::error_code failed;
  if (state_folder.empty() || std::filesystem::exists(state_folder, failed) || failed) return false;
  std::filesystem::create_directories(state_folder, failed);
  return !failed;
}

Session first_session(const WindowStart& start) {
  const bool plain =
      !start.asked && start.file.empty() && start.session == opening_session(start.session.model);
  return plain ? at_step(start.session, first_lesson, 0) : start.session;
}

}  // namespace headlight
