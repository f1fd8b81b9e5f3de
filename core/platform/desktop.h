// What a desktop offers a program beside files and a window. Where the system has no such thing, or something
// else sees to it, as Debian's packages do to the types of files, can_...() is false and nothing is done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace headlight {

// In the browser that this person uses. False where the system knows none.
bool open_in_browser(const std::filesystem::path& page);

// Whether a double click on a session (.headlight) opens this program, and a lesson (.md) is offered it. It
// is kept for this user alone, who decides.
bool can_open_by_double_click();
bool opens_by_double_click();
bool open_by_double_click(bool wanted);  // whether the system took it

// A picture for other programs to paste: as a PNG with what is transparent, and without that as rows of
// three bytes a pixel (red, green, blue) for those that read no PNG. Only while a window is open.
bool can_copy_pictures();
bool copy_picture(std::string_view png, std::span<const std::uint8_t> rgb, int width, int height);

}  // namespace headlight
