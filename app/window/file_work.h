// Carries out what panels ask of sessions and lessons in files (app/widgets/widget_state.h), between two
// frames. What is read of files that others made (folders, sessions, lessons, pictures, models) is read in
// the background: the frame never waits for it, and who waits for long is told how far it is and can cancel
// it.
#pragma once

#include <filesystem>
#include <memory>
#include <variant>
#include <vector>

#include "app/session/action.h"
#include "app/widgets/widget_state.h"
#include "app/workspace/folder_listing.h"
#include "core/platform/background.h"

namespace headlight {

class FileWork {
 public:
  FileWork();
  ~FileWork();  // cancels
  FileWork(const FileWork&) = delete;
  FileWork& operator=(const FileWork&) = delete;

  // `session` is the one on screen. What is opened is added to `actions`; all else that comes of it stands in
  // `states`.
  void carry_out(const ChooseFile& request, States& states);
  void carry_out(const OpenFile& request, States& states, const Session& session);
  void carry_out(const CancelOpening& request, States& states);
  static void carry_out(const ChooseName& request, States& states);
  static void carry_out(const SaveSession& request, States& states, const Session& session);
  static void carry_out(const SaveSessionAs& request, States& states, const Session& session);
  static void carry_out(const StartFresh& request, States& states, const Session& session,
                        std::vector<Action>& actions);
  static void carry_out(const ChooseModel& request, States& states, const Session& session);
  void carry_out(const OpenModel& request, States& states, const Session& session);
  static void carry_out(const CopyLink& request, States& states, const Session& session);
  static void carry_out(const OpenByDoubleClick& request, States& states);
  static void carry_out(const KeepModelFolder& request, States& states);
  void carry_out(const OpenLink& request, States& states, const Session& session);
  // Shows in the sheet a folder that has been read by now, opens what has been read, says how far it is.
  void follow(States& states, const Session& session, std::vector<Action>& actions);
  // Something is being read.
  bool busy() const { return reading_ != nullptr || opening_ != nullptr; }
  // What is done meanwhile is meant for what will be shown; but nobody is kept waiting for long.
  bool holds_input() const;

 private:
  struct Opening;

  void show_folder(const std::filesystem::path& folder);
  void follow_folder(States& states);
  void follow_training(States& states, const Session& session) const;
  void open(const std::variant<OpenFile, OpenModel, OpenLink>& request, States& states,
            const Session& session, int times_read = 1);
  void give_up();
  void finish(States& states, const Session& session, std::vector<Action>& actions);

  struct Reading;
  std::unique_ptr<Reading> reading_;  // of a folder
  std::unique_ptr<Opening> opening_;
  std::vector<std::unique_ptr<Opening>> given_up_;  // until they notice
};

}  // namespace headlight
