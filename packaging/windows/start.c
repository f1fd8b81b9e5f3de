// Where headlight.exe begins, before any code that was compiled for newer processors: an old one would end the program without
// a word. This file alone is compiled for every x86-64 (cmake/Windows.cmake).
#include <windows.h>

#include <cpuid.h>

void WinMainCRTStartup(void);  // where the program begins otherwise

// What x86-64-v3 adds that GCC makes use of, and that Windows keeps the long registers of each program.
static int is_new_enough(void) {
  const unsigned first = bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C, seventh = bit_BMI | bit_AVX2 | bit_BMI2;
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & first) != first) return 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & seventh) != seventh) return 0;
  if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & bit_LZCNT)) return 0;
  const unsigned both = 6;  // the registers of SSE and of AVX
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return (a & both) == both;
}

static const char why[] =
    "This computer's processor cannot run Headlight: it has no AVX2, which processors have since 2013 (Intel) and 2015 (AMD).\n"
    "A browser can show the same. On a newer computer, type in a console: headlight export --html page.html\n";

void headlight_start(void) {
  if (is_new_enough()) {
    WinMainCRTStartup();
    return;
  }
  const HANDLE errors = GetStdHandle(STD_ERROR_HANDLE);
  DWORD written = 0;
  if (!errors || errors == INVALID_HANDLE_VALUE || !WriteFile(errors, why, sizeof why - 1, &written, NULL))
    MessageBoxA(NULL, why, "Headlight", MB_OK | MB_ICONINFORMATION);
  ExitProcess(1);
}
