#include "tests/faults/faults.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>

namespace headlight {
namespace {

FaultPlan plan;
std::atomic<bool> begun = false;
int calls = 0;
bool name_at_risk = false;
// Files that were written and are not on the disk yet, by another number each: it outlives the program's own.
std::array<int, 64> unsettled{};
std::array<int, 64> own_number{};
int files = 0;

template <typename Call>
Call* real(const char* name) {
  return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name));
}

// What lies in memory alone is gone: a file that was not waited for is found empty.
[[noreturn]] void end_of_power() {
  for (int i = 0; i < files; ++i) {
    [[maybe_unused]] const int emptied = ftruncate(unsettled[i], 0);
  }
  raise(SIGKILL);
  _exit(1);
}

// Whether this call goes wrong; errno says how.
bool goes_wrong() {
  if (!begun || ++calls != plan.at) return false;
  if (plan.error == 0) end_of_power();
  errno = plan.error;
  return true;
}

void forget(int file) {
  for (int i = files - 1; i >= 0; --i) {
    if (own_number[i] != file) continue;
    real<int(int)>("close")(unsettled[i]);
    --files;
    unsettled[i] = unsettled[files];
    own_number[i] = own_number[files];
  }
}

void remember(int file) {
  if (std::find(own_number.begin(), own_number.begin() + files, file) != own_number.begin() + files) return;
  unsettled.at(files) = dup(file);
  own_number.at(files++) = file;
}

}  // namespace

void begin_faults(const FaultPlan& faults) {
  plan = faults;
  begun = true;
}
int calls_counted() { return calls; }
bool all_is_on_disk() { return files == 0 && !name_at_risk; }

}  // namespace headlight

using namespace headlight;

extern "C" {

int open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  const bool counts = (flags & (O_WRONLY | O_RDWR | O_CREAT | O_DIRECTORY)) != 0;
  if (counts && goes_wrong()) return -1;
  return real<int(const char*, int, ...)>("open")(path, flags, mode);
}

ssize_t write(int file, const void* bytes, size_t count) {
  const auto write_really = real<ssize_t(int, const void*, size_t)>("write");
  if (begun && calls + 1 == plan.at) {
    [[maybe_unused]] const ssize_t half = write_really(file, bytes, count / 2);
    remember(file);
  }
  if (goes_wrong()) return -1;
  if (begun) remember(file);
  return write_really(file, bytes, count);
}

int fsync(int file) {
  if (goes_wrong()) return -1;
  if (!begun) return real<int(int)>("fsync")(file);
  forget(file);
  struct stat status {};
  if (fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) name_at_risk = false;
  return 0;
}

int fchmod(int file, mode_t mode) noexcept {
  return goes_wrong() ? -1 : real<int(int, mode_t)>("fchmod")(file, mode);
}

int rename(const char* from, const char* to) noexcept {
  if (goes_wrong()) return -1;
  name_at_risk = true;
  return real<int(const char*, const char*)>("rename")(from, to);
}

int unlink(const char* path) noexcept { return goes_wrong() ? -1 : real<int(const char*)>("unlink")(path); }

}  // extern "C"
