// Carries out what panels ask of sessions and lessons in files (app/widgets/request.h), between two frames. A
// whole folder is read by a thread: the frame never waits for it.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "app/session/action.h"
#include "app/widgets/request.h"
#include "app/widgets/states.h"
#include "app/workspace/folder_listing.h"

namespace headlight {

class FileWork {
 public:
  // `session` is the one on screen. What is opened is added to `actions`; all else that comes of it stands in
  // `states`.
  void carry_out(const ChooseFile& request, States& states);
  void carry_out(const OpenFile& request, States& states, const Session& session,
                 std::vector<Action>& actions);
  static void carry_out(const ChooseName& request, States& states);
  static void carry_out(const SaveSession& request, States& states, const Session& session);
  static void carry_out(const SaveSessionAs& request, States& states, const Session& session);
  static void carry_out(const StartFresh& request, States& states, const Session& session,
                        std::vector<Action>& actions);
  static void carry_out(const ChooseModel& request, States& states, const Session& session);
  static void carry_out(const OpenModel& request, States& states, const Session& session,
                        std::vector<Action>& actions);
  // Shows in the sheet a folder that has been read by now.
  void follow(States& states);
  // A folder is being read.
  bool busy() const { return reading_.valid(); }

 private:
  void show_folder(const std::filesystem::path& folder);

  std::future<FolderListing> reading_;
};

}  // namespace headlight
