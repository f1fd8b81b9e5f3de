// headlight.com: what a console finds first when "headlight" is typed. The program itself, headlight.exe, has a window, so a
// console neither waits for it nor shows what it prints: this one hands on its command line and its streams, and waits.
#include <windows.h>

#include <stdio.h>
#include <wchar.h>

// Ctrl-C is for the program, which decides what becomes of it.
static BOOL WINAPI leave_it(DWORD event) { return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT; }

int main(void) {
  static wchar_t program[32768];
  DWORD length = GetModuleFileNameW(NULL, program, 32767);
  if (length < 4 || length >= 32767) return 1;
  wcscpy(program + length - 4, L".exe");

  STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
  start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION started;
  SetConsoleCtrlHandler(leave_it, TRUE);
  if (!CreateProcessW(program, GetCommandLineW(), NULL, NULL, TRUE, 0, NULL, NULL, &start, &started)) {
    fputs("headlight: headlight.exe, which lies beside headlight.com, cannot be started\n", stderr);
    return 1;
  }
  WaitForSingleObject(started.hProcess, INFINITE);
  DWORD code = 1;
  GetExitCodeProcess(started.hProcess, &code);
  return (int)code;
}
