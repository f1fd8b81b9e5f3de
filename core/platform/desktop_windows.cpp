#include <windows.h>

#include <shellapi.h>
#include <shlobj.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/platform/desktop.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

}  // namespace

bool open_in_browser(const fs::path& page) {
  const HINSTANCE opened = ShellExecuteW(nullptr, L"open", page.c_str(), nullptr, nullptr, SW_SHOWNORMAL);
  return reinterpret_cast<std::intptr_t>(opened) > 32;  // as Windows writes that it went well
}

namespace {

// The types of files, kept for this user: Windows looks for them in HKEY_CURRENT_USER\Software\Classes.
constexpr const wchar_t* classes = L"Software\\Classes\\";
constexpr const wchar_t* session_class = L"Headlight.Session";
constexpr const wchar_t* lesson_class = L"Headlight.Lesson";
constexpr const wchar_t* session_ending = L".headlight";
constexpr const wchar_t* offered_for = L".md\\OpenWithProgids";  // what opens others stays what it is

std::wstring class_path(const std::wstring& below) { return classes + below; }

// How Windows calls the program that runs, where it stands now.
std::wstring open_command() {
  std::wstring program(32768, L'\0');
  program.resize(GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size())));
  return L"\"" + program + L"\" \"%1\"";
}

std::wstring read_value(const std::wstring& key, const wchar_t* name) {
  std::wstring text(32768, L'\0');
  DWORD bytes = static_cast<DWORD>(text.size() * sizeof(wchar_t));
  if (RegGetValueW(HKEY_CURRENT_USER, class_path(key).c_str(), name, RRF_RT_REG_SZ, nullptr, text.data(),
                   &bytes) != ERROR_SUCCESS)
    return {};
  return text.c_str();
}

bool write_value(const std::wstring& key, const wchar_t* name, const std::wstring& text) {
  const auto bytes = static_cast<DWORD>((text.size() + 1) * sizeof(wchar_t));
  return RegSetKeyValueW(HKEY_CURRENT_USER, class_path(key).c_str(), name, REG_SZ, text.c_str(), bytes) ==
         ERROR_SUCCESS;
}

bool add_class(const std::wstring& name, const std::wstring& shown) {
  const std::wstring command = open_command();
  const std::wstring program = command.substr(1, command.find(L'"', 1) - 1);
  return write_value(name, nullptr, shown) &&
         write_value(name + L"\\DefaultIcon", nullptr, program + L",0") &&
         write_value(name + L"\\shell\\open\\command", nullptr, command);
}

bool remove_key(const std::wstring& key) {
  const LSTATUS status = RegDeleteTreeW(HKEY_CURRENT_USER, class_path(key).c_str());
  return status == ERROR_SUCCESS || status == ERROR_FILE_NOT_FOUND;
}

}  // namespace

bool can_open_by_double_click() { return true; }

bool opens_by_double_click() {
  return read_value(session_ending, nullptr) == session_class &&
         read_value(std::wstring(session_class) + L"\\shell\\open\\command", nullptr) == open_command();
}

bool open_by_double_click(bool wanted) {
  bool done = false;
  if (wanted) {
    done = add_class(session_class, L"Headlight session") && add_class(lesson_class, L"Headlight lesson") &&
           write_value(session_ending, nullptr, session_class) && write_value(offered_for, lesson_class, L"");
  } else {
    const bool ours = read_value(session_ending, nullptr) == session_class;
    done = remove_key(session_class) && remove_key(lesson_class) && (!ours || remove_key(session_ending));
    RegDeleteKeyValueW(HKEY_CURRENT_USER, class_path(offered_for).c_str(), lesson_class);
  }
  SHChangeNotify(SHCNE_ASSOCCHANGED, SHCNF_IDLIST, nullptr, nullptr);
  return done;
}

namespace {

// Memory as the clipboard takes it: it belongs to Windows once it was handed over.
bool put_on_clipboard(UINT format, const void* bytes, std::size_t size) {
  const HGLOBAL memory = GlobalAlloc(GMEM_MOVEABLE, size);
  if (memory == nullptr) return false;
  if (void* const at = GlobalLock(memory); at != nullptr) {
    std::memcpy(at, bytes, size);
    GlobalUnlock(memory);
    if (SetClipboardData(format, memory) != nullptr) return true;
  }
  GlobalFree(memory);
  return false;
}

// A packed bitmap (CF_DIB): rows from below, blue first, each row filled to a multiple of four bytes.
std::vector<std::uint8_t> packed_bitmap(std::span<const std::uint8_t> rgb, int width, int height) {
  const auto across = static_cast<std::size_t>(width), down = static_cast<std::size_t>(height);
  const std::size_t row = (across * 3 + 3) / 4 * 4;
  BITMAPINFOHEADER header{};
  header.biSize = sizeof header;
  header.biWidth = width;
  header.biHeight = height;
  header.biPlanes = 1;
  header.biBitCount = 24;
  header.biCompression = BI_RGB;
  header.biSizeImage = static_cast<DWORD>(row * down);
  std::vector<std::uint8_t> packed(sizeof header + row * down);
  std::memcpy(packed.data(), &header, sizeof header);
  for (std::size_t y = 0; y < down; ++y) {
    const std::uint8_t* from = rgb.data() + (down - 1 - y) * across * 3;
    std::uint8_t* to = packed.data() + sizeof header + y * row;
    for (std::size_t x = 0; x < across; ++x, from += 3, to += 3) std::reverse_copy(from, from + 3, to);
  }
  return packed;
}

}  // namespace

bool can_copy_pictures() { return true; }

bool copy_picture(std::string_view png, std::span<const std::uint8_t> rgb, int width, int height) {
  // Another program may hold the clipboard for a moment.
  bool open = false;
  for (int tried = 0; !open && tried < 10; ++tried) {
    open = OpenClipboard(GetActiveWindow()) != FALSE;
    if (!open) Sleep(20);
  }
  if (!open) return false;
  EmptyClipboard();
  const std::vector<std::uint8_t> bitmap = packed_bitmap(rgb, width, height);
  const bool as_png = put_on_clipboard(RegisterClipboardFormatW(L"PNG"), png.data(), png.size());
  const bool as_bitmap = put_on_clipboard(CF_DIB, bitmap.data(), bitmap.size());
  CloseClipboard();
  return as_png || as_bitmap;
}

}  // namespace headlight
