// What the sheets for files and models show. Reading and writing are requests (app/widgets/widget_state.h);
// what comes of them stands here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/workspace/folder_listing.h"
#include "core/models/card.h"

namespace headlight {

struct FileDialog {
  FolderListing listing;  // to open one of
  std::string folder;     // to save in
  std::string name;       // and under
  std::string error;
  bool overwrite = false;  // the file exists: the next press replaces it
  bool fresh = true;
};

struct LinkSheet {
  std::string text;  // pasted: a link or a session
  std::string error;
  std::string page = "headlight.html";  // what links that are copied begin with
  bool of_page = false;                 // it is the address of the page that this window is in
  bool fresh = true;
};

// The models to choose from.
struct ModelSheet {
  std::vector<CatalogueModel> catalogue;
  std::string error;  // why the one that was asked for cannot be opened
};

// Sessions in files: the sheets that ask for one, and what is said of what is in none. Reading and writing
// themselves are requests (app/widgets/widget_state.h).

struct SessionFile {
  std::string path;              // of the open session; empty while it has none
  std::optional<Session> saved;  // what that file holds, or what the program started with
};

// The sheets for opening and for saving under a name.
void draw_open_file(const PanelContext& context, const Area& screen);
void draw_open_link(const PanelContext& context, const Area& screen);
void draw_models(const PanelContext& context, const Area& screen);
void draw_save_file(const PanelContext& context, const Area& screen);

// Whether the session's sentences, edits, model or labs are in no file: neither in its own nor, as they are,
// in the open lesson.
bool has_unsaved_matter(const SessionFile& file, const Session& session);
// "Restored: your sentences and 2 edits.", of a session found at the start that would else have been `usual`.
std::string what_was_kept(const Session& kept, const Session& usual, bool ended_badly);
// What the next edit was for when they were made, as far as the edits tell.
std::optional<int> sentence_of_last_edit(const Session& session);

// What the title bar says: the file's name, a dot when it does not hold what is shown.
std::string window_title(const SessionFile& file, const Session& session);

// "Saved: /home/ann/it.headlight"; in a browser where its downloads are.
std::string written_as(const std::string& how, const std::string& path);

}  // namespace headlight
