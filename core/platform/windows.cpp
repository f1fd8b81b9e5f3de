// Paths, files and the process on Windows 10 and later.
#include <windows.h>

#include <cpuid.h>
#include <fcntl.h>
#include <io.h>
#include <psapi.h>
#include <shellapi.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/platform/files.h"
#include "core/platform/paths.h"
#include "core/platform/process.h"

#undef _fmode
extern "C" {
// Files are read and written byte by byte: as text, "\n" would become "\r\n", and reading would end at
// Ctrl-Z.
int _fmode = _O_BINARY;

// libstdc++ 12 reads the bytes of which a path is made by mbrtowc. That of Windows takes each byte for a
// letter, so the linker puts this one in its place (cmake/Windows.cmake), which reads UTF-8. A letter that
// needs two units of UTF-16 is returned by two calls: the first keeps the second unit in the state.
std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size, std::mbstate_t* state) {
  constexpr auto invalid = static_cast<std::size_t>(-1), incomplete = static_cast<std::size_t>(-2);
  if (from == nullptr || size == 0) return from == nullptr ? 0 : incomplete;
  if (state != nullptr && *state != 0) {
    if (to != nullptr) *to = static_cast<wchar_t>(*state);
    *state = 0;
    return 1;
  }
  const auto first = static_cast<unsigned char>(*from);
  std::size_t length = 0;
  if (first < 0x80) {
    length = 1;
  } else if (first >= 0xC2 && first < 0xF5) {
    length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  }
  if (length == 0) return invalid;
  if (size < length) return incomplete;
  std::uint32_t letter = length == 1 ? first : first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(from[i]);
    if ((next & 0xC0U) != 0x80U) return invalid;
    letter = letter << 6U | (next & 0x3FU);
  }
  if (letter > 0xFFFF && state != nullptr) {
    *state = static_cast<std::mbstate_t>(0xDC00U + ((letter - 0x10000U) & 0x3FFU));
    letter = 0xD800U + ((letter - 0x10000U) >> 10U);
  }
  if (to != nullptr) *to = static_cast<wchar_t>(letter);
  if (letter == 0) return 0;
  return length == 4 ? 3 : length;
}
}

namespace headlight {

namespace fs = std::filesystem;

namespace {

// The text that a call of Windows writes; it returns how long the text is, also where it finds too little
// room.
template <typename Call>
std::wstring long_enough(Call call) {
  std::wstring text(260, L'\0');
  while (true) {
    const DWORD length = call(text.data(), static_cast<DWORD>(text.size()));
    if (length < text.size()) return text.substr(0, length);
    text.resize(text.size() * 2);
  }
}

std::string narrow(std::wstring_view wide) { return fs::path(wide).string(); }
std::wstring widened(std::string_view narrow) { return fs::path(narrow).wstring(); }

}  // namespace

fs::path program_folder() {
  return fs::path(long_enough([](wchar_t* at, DWORD size) { return GetModuleFileNameW(nullptr, at, size); }))
      .parent_path();
}

fs::path home_folder() {
  const fs::path home = environment("USERPROFILE");
  return home.is_absolute() ? home : fs::path();
}

fs::path state_folder() {
  const fs::path folder = environment("LOCALAPPDATA");
  return folder.is_absolute() ? folder / "Headlight" : fs::path();
}

std::vector<fs::path> font_folders() {
  return {program_folder() / "fonts", fs::path(environment("WINDIR")) / "Fonts"};
}

namespace {

// As POSIX numbers them, by which callers tell them apart.
std::error_code last_error() {
  const auto meaning = [](DWORD error) {
    switch (error) {
      case ERROR_FILE_NOT_FOUND:
      case ERROR_PATH_NOT_FOUND:
      case ERROR_BAD_NETPATH:
        return ENOENT;
      case ERROR_DISK_FULL:
      case ERROR_HANDLE_DISK_FULL:
      case 1295:  // ERROR_DISK_QUOTA_EXCEEDED, which MinGW's header lacks
        return ENOSPC;
      case ERROR_ACCESS_DENIED:
        return EACCES;
      case ERROR_SHARING_VIOLATION:
      case ERROR_LOCK_VIOLATION:
      case ERROR_USER_MAPPED_FILE:
        return EBUSY;
      case ERROR_WRITE_PROTECT:
        return EROFS;
      case ERROR_FILENAME_EXCED_RANGE:
        return ENAMETOOLONG;
      case ERROR_INVALID_NAME:
        return EINVAL;
      case ERROR_FILE_EXISTS:
      case ERROR_ALREADY_EXISTS:
        return EEXIST;
      default:
        return EIO;
    }
  };
  return {meaning(GetLastError()), std::generic_category()};
}

class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  ~Handle() { close(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE && handle_ != nullptr; }
  HANDLE get() const { return handle_; }
  void close() {
    if (is_open()) CloseHandle(handle_);
    handle_ = INVALID_HANDLE_VALUE;
  }

 private:
  HANDLE handle_;
};

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

HANDLE open_file(const fs::path& file, DWORD access, DWORD share, DWORD how,
                 DWORD flags = FILE_ATTRIBUTE_NORMAL) {
  return CreateFileW(file.c_str(), access, share, nullptr, how, flags, nullptr);
}

std::error_code write_all(const Handle& file, const Pieces& pieces) {
  for (std::size_t i = 0; i < pieces.count; ++i) {
    std::span<const char> bytes = pieces.at(i);
    while (!bytes.empty()) {
      DWORD written = 0;
      const auto most = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1U << 26U));
      if (WriteFile(file.get(), bytes.data(), most, &written, nullptr) == FALSE) return last_error();
      bytes = bytes.subspan(written);
    }
  }
  return {};
}

// Of a file that is not complete: a name that no other has.
fs::path name_beside(const fs::path& file) {
  static std::atomic<unsigned> serial{0};
  return file.parent_path() /
         (L"." + file.filename().wstring().substr(0, 200) + L"." + std::to_wstring(GetCurrentProcessId()) +
          L"-" + std::to_wstring(serial++) + L".part");
}

// What is not complete does not stay; a complete one has another name by then.
struct Leftover {
  const fs::path& path;
  ~Leftover() { DeleteFileW(path.c_str()); }
};

}  // namespace

std::error_code check_writable(const fs::path& path) {
  std::error_code unknown;
  if (!fs::is_directory(path, unknown)) {
    const Handle opened(open_file(path, GENERIC_WRITE, share_all, OPEN_EXISTING));
    return opened.is_open() ? std::error_code() : last_error();
  }
  // Windows does not say what a folder allows: one tries.
  const Handle tried(open_file(name_beside(path / "write"), GENERIC_WRITE, 0, CREATE_NEW,
                               FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE));
  return tried.is_open() ? std::error_code() : last_error();
}

namespace {

// As POSIX renames: also where another program has the old file open, or has mapped it. Of Windows 10 since
// 2018, on NTFS.
bool rename_open(const Handle& file, const fs::path& to) {
  constexpr auto how = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);  // FileRenameInfoEx, which MinGW hides
  std::error_code unknown;
  const std::wstring name = fs::absolute(to, unknown).make_preferred().wstring();
  const std::size_t bytes = name.size() * sizeof(wchar_t);
  std::vector<char> buffer(sizeof(FILE_RENAME_INFO) + bytes);
  auto* const info = reinterpret_cast<FILE_RENAME_INFO*>(buffer.data());
  info->Flags = FILE_RENAME_FLAG_REPLACE_IF_EXISTS | FILE_RENAME_FLAG_POSIX_SEMANTICS;
  info->FileNameLength = static_cast<DWORD>(bytes);
  std::memcpy(info->FileName, name.data(), bytes);
  return SetFileInformationByHandle(file.get(), how, info, static_cast<DWORD>(buffer.size())) != FALSE;
}

}  // namespace

std::error_code replace_whole(const fs::path& file, const Pieces& pieces, std::optional<fs::perms>) {
  fs::path aside = name_beside(file);
  const auto make = [&] { return open_file(aside, GENERIC_WRITE | DELETE, 0, CREATE_NEW); };
  HANDLE handle = make();
  for (; handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS; handle = make())
    aside = name_beside(file);
  Handle made(handle);
  if (!made.is_open()) return last_error();
  const Leftover leftover{aside};
  std::error_code error = write_all(made, pieces);
  if (!error && FlushFileBuffers(made.get()) == FALSE) error = last_error();
  if (!error && rename_open(made, file)) return {};
  made.close();
  if (error) return error;
  // A virus scanner or the search index may hold the old file open for a moment.
  constexpr DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  for (int tried = 0; MoveFileExW(aside.c_str(), file.c_str(), how) == FALSE; ++tried) {
    error = last_error();
    if (tried == 10 || (error != std::errc::permission_denied && error != std::errc::device_or_resource_busy))
      return error;
    Sleep(20);
  }
  return {};
}

std::error_code write_into(const fs::path& file, const Pieces& pieces) {
  const Handle opened(open_file(file, GENERIC_WRITE, share_all, OPEN_EXISTING));
  return opened.is_open() ? write_all(opened, pieces) : last_error();
}

FileStamp stamp_of(const fs::path& file) {
  const Handle opened(
      open_file(file, FILE_READ_ATTRIBUTES, share_all, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS));
  BY_HANDLE_FILE_INFORMATION found{};
  if (!opened.is_open() || GetFileInformationByHandle(opened.get(), &found) == FALSE) return {};
  const auto whole = [](DWORD high, DWORD low) { return static_cast<std::uint64_t>(high) << 32U | low; };
  const std::uint64_t written =
      whole(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime);
  constexpr std::uint64_t a_second = 10'000'000;  // in units of 100 nanoseconds
  return {.seconds = static_cast<std::int64_t>(written / a_second),
          .nanoseconds = static_cast<std::int64_t>(written % a_second * 100),
          .size = static_cast<std::int64_t>(whole(found.nFileSizeHigh, found.nFileSizeLow)),
          .file = whole(found.nFileIndexHigh, found.nFileIndexLow)};
}

bool choose_file() { return false; }
bool choose_folder() { return false; }
bool asks_for_folders() { return true; }

// Others may read what it holds, and remove it; none may write.
std::unique_ptr<FileLock> FileLock::take(const fs::path& file, Takes takes) {
  const HANDLE opened = open_file(file, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE,
                                  takes == Takes::new_file ? CREATE_NEW : OPEN_EXISTING);
  if (opened == INVALID_HANDLE_VALUE) return nullptr;
  const int number = _open_osfhandle(reinterpret_cast<std::intptr_t>(opened), _O_RDWR | _O_BINARY);
  if (number < 0) {
    CloseHandle(opened);
    return nullptr;
  }
  return std::unique_ptr<FileLock>(new FileLock(number));
}

FileLock::~FileLock() { _close(file_); }

bool FileLock::write(std::string_view text) {
  return _chsize_s(file_, 0) == 0 && _lseeki64(file_, 0, SEEK_SET) == 0 &&
         _write(file_, text.data(), static_cast<unsigned>(text.size())) == static_cast<int>(text.size());
}

namespace {

// What is mapped, as a handler of exceptions may read it.
struct Mapping {
  std::atomic<char*> begin = nullptr;  // null: free
  std::atomic<std::size_t> size = 0;
  std::atomic<bool> lost = false;
};
std::array<Mapping, 64> mappings;

// What a file was read from has gone, as a stick that is pulled out: zeros in the place of all of it.
LONG CALLBACK replace_lost_pages(EXCEPTION_POINTERS* happened) {
  const EXCEPTION_RECORD& record = *happened->ExceptionRecord;
  if (record.ExceptionCode != static_cast<DWORD>(EXCEPTION_IN_PAGE_ERROR) || record.NumberParameters < 2)
    return EXCEPTION_CONTINUE_SEARCH;
  const std::uintptr_t at = record.ExceptionInformation[1];
  for (Mapping& each : mappings) {
    char* const begin = each.begin;
    const auto from = reinterpret_cast<std::uintptr_t>(begin);
    if (begin == nullptr || at < from || at >= from + each.size) continue;
    // Another thread may have been faster.
    if (each.lost.exchange(true)) return EXCEPTION_CONTINUE_EXECUTION;
    UnmapViewOfFile(begin);
    if (VirtualAlloc(begin, each.size, MEM_RESERVE | MEM_COMMIT, PAGE_READONLY) == nullptr) break;
    return EXCEPTION_CONTINUE_EXECUTION;
  }
  return EXCEPTION_CONTINUE_SEARCH;
}

class WindowsMapping : public MappedFile {
 public:
  explicit WindowsMapping(Mapping& mapping) : mapping_(mapping) {}
  ~WindowsMapping() override {
    if (mapping_.lost) {
      VirtualFree(mapping_.begin, 0, MEM_RELEASE);
    } else {
      UnmapViewOfFile(mapping_.begin);
    }
    mapping_.begin = nullptr;
  }
  WindowsMapping(const WindowsMapping&) = delete;
  WindowsMapping& operator=(const WindowsMapping&) = delete;

  std::span<const char> bytes() const override { return {mapping_.begin.load(), mapping_.size}; }
  bool is_whole() const override { return !mapping_.lost; }
  // Pages that are unlocked without having been locked leave the memory of the process.
  void let_go(std::span<const char> bytes) const override {
    VirtualUnlock(const_cast<char*>(bytes.data()), bytes.size());
  }

 private:
  Mapping& mapping_;
};

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const fs::path& file) {
  [[maybe_unused]] static void* const handler = AddVectoredExceptionHandler(1, replace_lost_pages);
  const Handle opened(open_file(file, GENERIC_READ, share_all, OPEN_EXISTING));
  LARGE_INTEGER size{};
  if (!opened.is_open() || GetFileSizeEx(opened.get(), &size) == FALSE || size.QuadPart == 0) return nullptr;
  const Handle section(CreateFileMappingW(opened.get(), nullptr, PAGE_READONLY, 0, 0, nullptr));
  if (!section.is_open()) return nullptr;
  void* const at = MapViewOfFile(section.get(), FILE_MAP_READ, 0, 0, 0);
  if (at == nullptr) return nullptr;
  static std::mutex taking;
  const std::lock_guard lock(taking);
  const auto free = std::find_if(mappings.begin(), mappings.end(),
                                 [](const Mapping& each) { return each.begin == nullptr; });
  if (free == mappings.end()) {
    UnmapViewOfFile(at);
    return nullptr;
  }
  free->size = static_cast<std::size_t>(size.QuadPart);
  free->lost = false;
  free->begin = static_cast<char*>(at);
  return std::make_shared<WindowsMapping>(*free);
}

std::string environment(const char* name) {
  const std::wstring wide = widened(name);
  return narrow(
      long_enough([&](wchar_t* at, DWORD size) { return GetEnvironmentVariableW(wide.c_str(), at, size); }));
}

void set_environment(const char* name, const std::string& value) {
  SetEnvironmentVariableW(widened(name).c_str(), widened(value).c_str());
}

std::vector<std::string> arguments(int, const char* const*) {
  int count = 0;
  wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
  std::vector<std::string> all;
  for (int i = 1; i < count; ++i) all.push_back(narrow(wide[i]));
  LocalFree(wide);
  return all;
}

bool has_display() { return true; }

bool is_terminal(StandardStream stream) {
  DWORD mode = 0;
  return GetConsoleMode(GetStdHandle(stream == StandardStream::output ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE),
                        &mode) != FALSE;
}

namespace {

bool is_usable(DWORD stream) {
  const HANDLE handle = GetStdHandle(stream);
  return handle != nullptr && handle != INVALID_HANDLE_VALUE && GetFileType(handle) != FILE_TYPE_UNKNOWN;
}

bool nobody_reads = false;  // what goes to the stream of errors

// A program with a window of its own is given no console. Where one with a console called it, it prints
// there; else what it prints goes nowhere.
void find_streams() {
  const bool console = AttachConsole(ATTACH_PARENT_PROCESS) != FALSE;
  nobody_reads = !console && !is_usable(STD_ERROR_HANDLE);
  struct Stream {
    DWORD number;
    std::FILE* file;
    const wchar_t* console;
    const wchar_t* how;
  };
  for (const Stream& each : {Stream{STD_INPUT_HANDLE, stdin, L"CONIN$", L"rb"},
                             {STD_OUTPUT_HANDLE, stdout, L"CONOUT$", L"wb"},
                             {STD_ERROR_HANDLE, stderr, L"CONOUT$", L"wb"}}) {
    if (!is_usable(each.number)) _wfreopen(console ? each.console : L"NUL", each.how, each.file);
  }
  std::setvbuf(stderr, nullptr, _IONBF, 0);
}

}  // namespace

void prepare_process() {
  find_streams();
  for (const int stream : {0, 1, 2}) _setmode(stream, _O_BINARY);
  static const UINT before = GetConsoleOutputCP();
  if (before != 0 && before != CP_UTF8) {
    SetConsoleOutputCP(CP_UTF8);
    std::atexit([] { SetConsoleOutputCP(before); });
  }
  SetErrorMode(SEM_FAILCRITICALERRORS);  // a drive without a disk is an error, not a question
}

void show_failure(const std::string& why) {
  if (nobody_reads) MessageBoxW(nullptr, widened(why).c_str(), L"Headlight", MB_OK | MB_ICONINFORMATION);
}

bool ask_person(const std::string& question) {
  constexpr UINT how = MB_YESNO | MB_ICONQUESTION;
  return nobody_reads && MessageBoxW(nullptr, widened(question).c_str(), L"Headlight", how) == IDYES;
}

// The console is closed, or the user leaves the system. Windows ends the program when the handler returns,
// and after some seconds in any case.
struct EndRequest::Waiting {
  explicit Waiting(std::function<void()> tell) : told(std::move(tell)) {
    here = this;
    SetConsoleCtrlHandler(end, TRUE);
  }
  ~Waiting() {
    SetConsoleCtrlHandler(end, FALSE);
    here = nullptr;
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  static BOOL WINAPI end(DWORD event) {
    if (event != CTRL_CLOSE_EVENT && event != CTRL_LOGOFF_EVENT && event != CTRL_SHUTDOWN_EVENT) return FALSE;
    Waiting* const waiting = here;
    if (waiting == nullptr) return FALSE;
    waiting->asked = true;
    waiting->told();
    Sleep(INFINITE);
    return TRUE;
  }

  static inline std::atomic<Waiting*> here = nullptr;
  std::function<void()> told;
  std::atomic<bool> asked = false;
};

EndRequest::EndRequest(std::function<void()> told) : waiting_(std::make_unique<Waiting>(std::move(told))) {}
EndRequest::~EndRequest() = default;
bool EndRequest::asked() const { return waiting_->asked; }

std::string processor_name() {
  std::array<unsigned, 12> words{};
  for (unsigned i = 0; i < 3; ++i) {
    unsigned* const at = words.data() + std::size_t{4} * i;
    if (__get_cpuid(0x80000002U + i, at, at + 1, at + 2, at + 3) == 0) return "unknown processor";
  }
  std::string name(reinterpret_cast<const char*>(words.data()), sizeof words);
  name.resize(std::min(name.find('\0'), name.size()));
  const std::size_t begin = name.find_first_not_of(' ');
  return begin == std::string::npos ? "unknown processor" : name.substr(begin);
}

namespace {

double mib_of(SIZE_T PROCESS_MEMORY_COUNTERS::*field) {
  PROCESS_MEMORY_COUNTERS memory{};
  if (GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory) == FALSE) return 0;
  return static_cast<double>(memory.*field) / 1048576;
}

}  // namespace

double resident_mib() { return mib_of(&PROCESS_MEMORY_COUNTERS::WorkingSetSize); }
double peak_mib() { return mib_of(&PROCESS_MEMORY_COUNTERS::PeakWorkingSetSize); }
void forget_peak() {}  // Windows does not

int core_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void work_behind_others() { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST); }

}  // namespace headlight
