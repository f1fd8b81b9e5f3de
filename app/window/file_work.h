// Carries out what panels ask of sessions and lessons in files (app/widgets/request.h), between two frames. A
// whole folder is read by a thread: the frame never waits for it.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "app/session/action.h"
#include "app/widgets/state.h"
#include "app/workspace/folder_listing.h"

namespace headlight {

class FileWork {
 public:
  // `session` is the one on screen. What is opened is added to `actions`; all else that comes of it stands in
  // `state`.
  void carry_out(const ChooseFile& request, UiState& state);
  void carry_out(const OpenFile& request, UiState& state, const Session& session,
                 std::vector<Action>& actions);
  static void carry_out(const ChooseName& request, UiState& state);
  static void carry_out(const SaveSession& request, UiState& state, const Session& session);
  static void carry_out(const SaveSessionAs& request, UiState& state, const Session& session);
  static void carry_out(const StartFresh& request, UiState& state, const Session& session,
                        std::vector<Action>& actions);
  static void carry_out(const ChooseModel& request, UiState& state, const Session& session);
  static void carry_out(const OpenModel& request, UiState& state, const Session& session,
                        std::vector<Action>& actions);
  // Shows in the sheet a folder that has been read by now.
  void follow(UiState& state);
  // A folder is being read.
  bool busy() const { return reading_.valid(); }

 private:
  void show_folder(const std::filesystem::path& folder);

  std::future<FolderListing> reading_;
};

}  // namespace headlight
