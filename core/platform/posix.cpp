// Paths, files and the process on Linux and other systems with POSIX.
#include <fcntl.h>
#ifdef __linux__
#include <malloc.h>
#endif
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

#include "core/platform/files.h"
#include "core/platform/paths.h"
#include "core/platform/process.h"

namespace headlight {

namespace fs = std::filesystem;

fs::path program_folder() {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/exe", unknown).parent_path();
}

fs::path home_folder() {
  // A relative one would be another folder for every place the program is started from.
  const fs::path home = environment("HOME");
  return home.is_absolute() ? home : fs::path();
}

fs::path state_folder() {
  if (const fs::path state = environment("XDG_STATE_HOME"); state.is_absolute()) return state / "headlight";
  const fs::path home = home_folder();
  return home.empty() ? home : home / ".local" / "state" / "headlight";
}

std::vector<fs::path> font_folders() { return {"/usr/share/fonts", "/usr/local/share/fonts"}; }

namespace {

std::error_code last_error() { return {errno == EDQUOT ? ENOSPC : errno, std::generic_category()}; }

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (is_open()) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

std::error_code write_all(const Descriptor& file, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return last_error();
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

// Waits until what was written is on the disk. Not every file system can.
std::error_code settle(const Descriptor& file) {
  if (fsync(file.number()) != 0 && errno != EINVAL && errno != ENOTSUP) return last_error();
  return {};
}

// Of a file that is not complete: a name that no other has.
fs::path name_beside(const fs::path& file) {
  static std::atomic<unsigned> serial{0};
  // Cut, so that a name of the greatest length still finds room beside itself.
  const std::string stem = file.filename().string().substr(0, 200);
  return file.parent_path() /
         ("." + stem + "." + std::to_string(getpid()) + "-" + std::to_string(serial++) + ".part");
}

std::error_code write_all(const Descriptor& file, const Pieces& pieces) {
  std::error_code error;
  for (std::size_t i = 0; i < pieces.count && !error; ++i) error = write_all(file, pieces.at(i));
  return error;
}

// What is not complete does not stay; what is has another name by then.
struct Leftover {
  const fs::path& path;
  ~Leftover() { unlink(path.c_str()); }
};

std::error_code write_new(const Descriptor& file, const Pieces& pieces,
                          std::optional<fs::perms> permissions) {
  if (const std::error_code error = write_all(file, pieces)) return error;
  if (permissions) fchmod(file.number(), static_cast<mode_t>(*permissions));
  return settle(file);
}

}  // namespace

std::error_code check_writable(const fs::path& path) {
  std::error_code unknown;
  const int asked = fs::is_directory(path, unknown) ? W_OK | X_OK : W_OK;
  return faccessat(AT_FDCWD, path.c_str(), asked, AT_EACCESS) == 0 ? std::error_code() : last_error();
}

std::error_code replace_whole(const fs::path& file, const Pieces& pieces,
                              std::optional<fs::perms> permissions) {
  fs::path aside = name_beside(file);
  const auto make = [&] { return open(aside.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666); };
  int made = make();
  for (; made < 0 && errno == EEXIST; made = make()) aside = name_beside(file);
  if (made < 0) return last_error();
  flock(made, LOCK_EX | LOCK_NB);  // until it is closed: somebody is writing it
  const Leftover leftover{aside};
  std::error_code error = write_new(Descriptor(made), pieces, permissions);
  if (!error && rename(aside.c_str(), file.c_str()) != 0) error = last_error();
  if (error) return error;
  // The names in a folder are kept apart from the files; who may not read it cannot wait for them.
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const Descriptor names(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return names.is_open() ? settle(names) : std::error_code();
}

std::error_code write_into(const fs::path& file, const Pieces& pieces) {
  const Descriptor opened(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return opened.is_open() ? write_all(opened, pieces) : last_error();
}

FileStamp stamp_of(const fs::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0) return {};
  return {.seconds = found.st_mtim.tv_sec,
          .nanoseconds = found.st_mtim.tv_nsec,
          .size = found.st_size,
          .file = found.st_ino};
}

bool choose_file() { return false; }
bool choose_folder() { return false; }
bool asks_for_folders() { return true; }

namespace {

bool is_same_file(int file, const fs::path& path) {
  struct stat opened {
  }, named{};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

std::unique_ptr<FileLock> FileLock::take(const fs::path& file, Takes takes) {
  const int create = takes == Takes::new_file ? O_CREAT | O_EXCL : 0;
  const int opened = open(file.c_str(), O_RDWR | O_CLOEXEC | create, 0600);
  if (opened < 0) return nullptr;
  std::unique_ptr<FileLock> lock(new FileLock(opened));
  // Between the two another program may have come to its end and removed it.
  if (flock(opened, LOCK_EX | LOCK_NB) == 0 && is_same_file(opened, file)) return lock;
  return nullptr;
}

FileLock::~FileLock() { close(file_); }

bool FileLock::write(std::string_view text) {
  return ftruncate(file_, 0) == 0 && lseek(file_, 0, SEEK_SET) == 0 &&
         ::write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

namespace {

// What is mapped, as a signal handler may read it.
struct Mapping {
  std::atomic<char*> begin = nullptr;  // null: free
  std::atomic<std::size_t> size = 0;
  std::atomic<bool> cut_off = false;
};
std::array<Mapping, 64> mappings;
struct sigaction bus_error_before;

// A page of a mapped file has gone with the end of the file: zeros from there on.
void replace_lost_pages(int signal, siginfo_t* info, void* context) {
  char* const at = static_cast<char*>(info->si_addr);
  for (Mapping& each : mappings) {
    char* const begin = each.begin;
    if (begin == nullptr || at < begin || at >= begin + each.size) continue;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    char* const from = begin + static_cast<std::size_t>(at - begin) / page * page;
    if (mmap(from, static_cast<std::size_t>(begin + each.size - from), PROT_READ,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
      break;
    each.cut_off = true;
    return;
  }
  // Not ours: what happened before this program looked at it happens now, when the access is tried again.
  sigaction(signal, &bus_error_before, nullptr);
  static_cast<void>(context);
}

void handle_lost_pages() {
  static const bool done = [] {
    struct sigaction action {};
    action.sa_sigaction = replace_lost_pages;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, &bus_error_before);
    return true;
  }();
  static_cast<void>(done);
}

class PosixMapping : public MappedFile {
 public:
  explicit PosixMapping(Mapping& mapping) : mapping_(mapping) {}
  ~PosixMapping() override {
    munmap(mapping_.begin, mapping_.size);
    mapping_.begin = nullptr;
  }
  PosixMapping(const PosixMapping&) = delete;
  PosixMapping& operator=(const PosixMapping&) = delete;

  std::span<const char> bytes() const override { return {mapping_.begin.load(), mapping_.size}; }
  bool is_whole() const override { return !mapping_.cut_off; }
  void let_go(std::span<const char> bytes) const override {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    const std::uintptr_t first = (begin + page - 1) / page * page,
                         last = (begin + bytes.size()) / page * page;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  }

 private:
  Mapping& mapping_;
};

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const fs::path& file) {
  handle_lost_pages();
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return nullptr;
  struct stat found {};
  const bool is_file = fstat(opened, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0;
  const auto size = static_cast<std::size_t>(found.st_size);
  void* const at = is_file ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened, 0) : MAP_FAILED;
  close(opened);
  if (at == MAP_FAILED) return nullptr;
  static std::mutex taking;
  const std::lock_guard lock(taking);
  const auto free = std::find_if(mappings.begin(), mappings.end(),
                                 [](const Mapping& each) { return each.begin == nullptr; });
  if (free == mappings.end()) {
    munmap(at, size);
    return nullptr;
  }
  free->size = size;
  free->cut_off = false;
  free->begin = static_cast<char*>(at);
  return std::make_shared<PosixMapping>(*free);
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void set_environment(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

std::vector<std::string> arguments(int argc, const char* const* argv) {
  return {argv + std::min(argc, 1), argv + argc};
}

bool has_display() { return !environment("DISPLAY").empty() || !environment("WAYLAND_DISPLAY").empty(); }

bool is_terminal(StandardStream stream) {
  return isatty(stream == StandardStream::output ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

void prepare_process() {
  for (int stream = 0; stream < 3; ++stream) {
    if (fcntl(stream, F_GETFD) < 0) [[maybe_unused]]
      const int held = open("/dev/null", O_RDONLY);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

void show_failure(const std::string&) {}
bool ask_person(const std::string&) { return false; }

// Waits on a thread for a signal, which none of the other threads takes meanwhile.
struct EndRequest::Waiting {
  explicit Waiting(std::function<void()> tell) : told(std::move(tell)) {
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    thread = std::thread([this] { wait(); });
  }
  ~Waiting() {
    over = true;
    pthread_kill(thread.native_handle(), SIGTERM);
    thread.join();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  void wait() {
    for (int signal = 0; sigwait(&signals, &signal) == 0 && !over;) {
      // Whoever asks twice does not want to wait.
      if (asked.exchange(true)) {
        std::signal(signal, SIG_DFL);
        pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
        std::raise(signal);
      }
      told();
    }
  }

  std::function<void()> told;
  sigset_t signals{}, before{};
  std::atomic<bool> asked = false, over = false;
  std::thread thread;
};

EndRequest::EndRequest(std::function<void()> told) : waiting_(std::make_unique<Waiting>(std::move(told))) {}
EndRequest::~EndRequest() = default;
bool EndRequest::asked() const { return waiting_->asked; }

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t colon = line.find(':');
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

namespace {

// "VmRSS", "VmHWM": what this process has of the memory now, and the most it has had; 0 where nobody says it.
double mib_of(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field + ":")) return std::stod(line.substr(field.size() + 1)) / 1024;
  }
  return 0;
}

}  // namespace

double resident_mib() { return mib_of("VmRSS"); }
double peak_mib() { return mib_of("VmHWM"); }

// From now on VmHWM counts anew.
void forget_peak() {
#ifdef __linux__
  malloc_trim(0);
#endif
  std::ofstream("/proc/self/clear_refs") << 5;
}

int core_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void work_behind_others() {
#ifdef __linux__
  // By its number: of a whole process only where that is not Linux.
  constexpr int behind = 10;  // of 19: what else runs is not to stop it altogether
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), behind);
#endif
}

}  // namespace headlight
