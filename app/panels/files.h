// Sessions in files: opening, saving, and what is dropped on the window.
#pragma once

#include <filesystem>

#include "app/panels/panels.h"

namespace headlight {

// Opens what lies at `path`, by its extension; of a folder the sessions in it are listed. What cannot be
// opened is said in a note and changes nothing.
void open_path(const PanelContext& context, const std::filesystem::path& path);
// The files dropped on the window since the last frame.
void open_dropped(const PanelContext& context);
// Into the session's own file; without one, asks for a name. Where the file no longer holds what was opened
// or saved here, asks first: another window may have saved it.
void save_or_ask(const PanelContext& context);
// Under this name; why it could not be written stands in the sheet.
void save_as(const PanelContext& context, const std::filesystem::path& path);
void start_fresh(const PanelContext& context);
// The sheets for opening and for saving under a name.
void open_file_dialog(const PanelContext& context, Overlay overlay);
void draw_open_file(const PanelContext& context, const Area& screen);
void draw_save_file(const PanelContext& context, const Area& screen);

// Whether the session's sentences, edits, model or labs are in no file: neither in its own nor, as they are,
// in the open lesson.
bool has_unsaved_matter(const UiState& state, const Session& session);
// "Restored: your sentences and 2 edits.", of a session found at the start that would else have been `usual`.
std::string what_was_kept(const Session& kept, const Session& usual, bool ended_badly);
// What the next edit was for when they were made, as far as the edits tell.
std::optional<int> sentence_of_last_edit(const Session& session);

// What the title bar says: the file's name, a dot when it does not hold what is shown.
std::string window_title(const UiState& state, const Session& session);

}  // namespace headlight
