#include "core/platform/desktop.h"

namespace headlight {

bool open_in_browser(const std::filesystem::path&) { return false; }

bool can_open_by_double_click() { return false; }
bool opens_by_double_click() { return false; }
bool open_by_double_click(bool) { return false; }

bool can_copy_pictures() { return false; }
bool copy_picture(std::string_view, std::span<const std::uint8_t>, int, int) { return false; }

}  // namespace headlight
