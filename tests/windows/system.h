// What tests use of POSIX, on Windows. Included before every test.
#pragma once

#include <malloc.h>

#include <cstdlib>
#include <filesystem>
#include <string>

inline int setenv(const char* name, const std::filesystem::path& value, int) {
  std::string here = name;
  if (here == "XDG_STATE_HOME") here = "LOCALAPPDATA";
  if (here == "HOME") here = "USERPROFILE";
  return _wputenv_s(std::filesystem::path(here).c_str(), value.c_str());
}
inline int unsetenv(const char* name) { return setenv(name, "", 1); }
inline std::size_t malloc_usable_size(void* memory) { return _msize(memory); }
inline int mkfifo(const wchar_t*, int) { return -1; }  // there are none

struct HeapUse {
  std::size_t uordblks = 0;
};
inline HeapUse mallinfo2() {
  HeapUse all;
  _HEAPINFO each{};
  while (_heapwalk(&each) == _HEAPOK) {
    if (each._useflag == _USEDENTRY) all.uordblks += each._size;
  }
  return all;
}
