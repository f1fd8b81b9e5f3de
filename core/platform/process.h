// The running program and what is around it: its environment, its terminal, its processor.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

// The value of a variable; empty where it is not set.
std::string environment(const char* name);
// From now on, for this process.
void set_environment(const char* name, const std::string& value);

// The words behind the program's name that it was called with, in UTF-8, whatever main() was given.
std::vector<std::string> arguments(int argc, const char* const* argv);

bool has_display();
enum class StandardStream { output, errors };
// Whether a person looks at what is printed there, so that a line may be drawn over.
bool is_terminal(StandardStream stream);

// At the start. Where a standard stream is closed, the first file that is opened would take its place: it is
// held. A file that may not grow becomes an error like a full disk. On Windows the program prints on the
// console of what called it.
void prepare_process();

// Why the program ends. It is also printed: this shows it in a window where nobody would see that, as after a
// double click on Windows. Elsewhere without effect.
void show_failure(const std::string& why);
// The same as a question with the answers yes and no. False for no, and where that window is not shown.
bool ask_person(const std::string& question);

// Ctrl-C asks for a stop while one of these lives.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  bool asked() const;

 private:
  void (*before_)(int);
};

// While one lives, the system asks for an orderly end (SIGTERM, or SIGHUP when a terminal is closed) instead
// of ending the program at once. To be made before any thread is started.
class EndRequest {
 public:
  // `told` is called from a thread of its own.
  explicit EndRequest(std::function<void()> told);
  ~EndRequest();
  EndRequest(const EndRequest&) = delete;
  EndRequest& operator=(const EndRequest&) = delete;
  bool asked() const;

 private:
  struct Waiting;
  std::unique_ptr<Waiting> waiting_;
};

// The name of the processor's model.
std::string processor_name();
int core_count();

double resident_mib();  // the memory that this process has now; 0 where nobody says it
double peak_mib();      // the most it has had since the last forget_peak()
void forget_peak();
// From now on this thread, and those that it starts, work when nobody else needs the processor. No effect
// where the system cannot tell threads apart.
void work_behind_others();

}  // namespace headlight
