// Somebody who does anything at all: nothing breaks, and nothing grows.
//
// Where the chance begins and how much is done: HEADLIGHT_RANDOM_SEED, HEADLIGHT_RANDOM_DEEDS.
#include <gtest/gtest.h>
#include <imgui.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

#include "app/lessons/library.h"
#include "app/panels/files/export_dialog.h"
#include "app/panels/files/files.h"
#include "app/session/session_file.h"
#include "tests/app/driver.h"
#include "tests/app/lab_checks.h"
#include "tests/session/any_action.h"

#ifdef __SANITIZE_ADDRESS__
// Debian's compiler comes without the header that declares it.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace headlight {
namespace {

namespace fs = std::filesystem;

int from_environment(const char* name, int otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::atoi(value);
}

// The sanitizer has an allocator of its own, of which glibc knows nothing.
std::size_t allocated_bytes() {
#ifdef __SANITIZE_ADDRESS__
  return __sanitizer_get_current_allocated_bytes();
#else
  return mallinfo2().uordblks;
#endif
}

// What a process has for a home, a state and a folder while this lives: files that are written by chance must
// not go anywhere else.
class SafePlace {
 public:
  SafePlace() : before_(fs::current_path()) {
    fs::current_path(folder_.path());
    for (const char* name : {"HOME", "XDG_STATE_HOME"}) setenv(name, folder_.path().c_str(), 1);
  }
  ~SafePlace() {
    fs::current_path(before_);
    unsetenv("XDG_STATE_HOME");
    if (!home_.empty()) setenv("HOME", home_.c_str(), 1);
  }
  SafePlace(const SafePlace&) = delete;
  SafePlace& operator=(const SafePlace&) = delete;

  std::string path() const { return folder_.path().string(); }

 private:
  TemporaryFolder folder_;
  fs::path before_;
  std::string home_ = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
};

class Person {
 public:
  Person(std::uint64_t seed, const std::string& folder)
      : folder_(folder),
        any_(seed, tiny_session(), *settled()->trace(0), *lesson_scripts(shipped_lessons().front()->name)) {
    driver_.leave_uncounted();
    save_session(folder_ + "/good.json", tiny_session());
    std::ofstream(folder_ + "/bad.json") << "{\"layer\": [[";
    std::ofstream(folder_ + "/bad.md") << "# A lesson\n\n```session\n{\n```\n";
  }

  void do_something() {
    // As often as it stands here.
    static constexpr std::array<Deed, 32> deeds{
        &Person::act,    &Person::act,   &Person::act,   &Person::act,   &Person::act,   &Person::click,
        &Person::click,  &Person::click, &Person::click, &Person::click, &Person::click, &Person::press,
        &Person::press,  &Person::press, &Person::press, &Person::type,  &Person::type,  &Person::type,
        &Person::enter,  &Person::enter, &Person::erase, &Person::drag,  &Person::drag,  &Person::drag,
        &Person::wheel,  &Person::wheel, &Person::point, &Person::point, &Person::wait,  &Person::settle,
        &Person::resize, &Person::drop};
    // The sheets for files stay in the folder that is there for them.
    driver_.state<FileDialog>().folder = folder_;
    driver_.state<ExportDialog>().folder = folder_;
    (this->*deeds.at(static_cast<std::size_t>(below(static_cast<int>(deeds.size())))))();
    driver_.frame();
  }

  // Everything is put away again, so that what is still there is there for good.
  std::size_t bytes_in_use() {
    release();
    driver_.state().overlay = Overlay::none;
    driver_.resize(1440, 900, 1);
    // Its three translators are kept from the first look on, which may be late.
    driver_.apply(OpenSession{lab_session(lab_named("recurrence"))});
    driver_.apply(OpenSession{tiny_session()});
    // What works beside it borrows memory, 256 MiB at once where fonts are made. The least counts.
    std::size_t least = allocated_bytes();
    for (int i = 0; i < 30; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      driver_.frame();
      least = std::min(least, allocated_bytes());
    }
    return least;
  }

 private:
  using Deed = void (Person::*)();

  ResultsPtr settled() {
    driver_.settle();
    return driver_.results();
  }
  int below(int count) { return any_.random().below(count); }
  bool chance(double share) { return any_.random().chance(share); }

  void move_somewhere() {
    ImGuiIO& io = ImGui::GetIO();
    // Mostly onto something that is there.
    if (const auto& placed = driver_.placed(); !placed.empty() && chance(0.8)) {
      const Area& area = placed.at(static_cast<std::size_t>(below(static_cast<int>(placed.size())))).area;
      io.MousePos = {area.middle_x(), area.middle_y()};
    } else {
      io.MousePos = {static_cast<float>(any_.random().uniform(-20, io.DisplaySize.x + 20)),
                     static_cast<float>(any_.random().uniform(-20, io.DisplaySize.y + 20))};
    }
    driver_.frame();
  }
  void hold() {
    ImGui::GetIO().MouseDown[0] = true;
    driver_.frame();
  }
  void release() {
    ImGui::GetIO().MouseDown[0] = false;
    driver_.frame();
  }
  void tap(int key) {
    ImGui::GetIO().KeysDown[key] = true;
    driver_.frame();
    ImGui::GetIO().KeysDown[key] = false;
    driver_.frame();
  }

  void act() { driver_.begin(any_.next()); }
  void point() { move_somewhere(); }
  void click() {
    move_somewhere();
    hold();
    release();
  }
  void drag() {
    move_somewhere();
    hold();
    for (int i = below(5); i >= 0; --i) move_somewhere();
    if (chance(0.2)) act();  // what was held may be gone
    release();
  }
  void wheel() {
    move_somewhere();
    driver_.wheel(static_cast<float>(any_.random().uniform(-9, 9)));
  }
  void press() {
    driver_.state().keys.push_back({static_cast<Key>(below(static_cast<int>(Key::none))), chance(0.2)});
  }
  void type() {
    // No paths: a sheet takes them for other folders.
    std::string text = any_.text();
    if (chance(0.5)) text = static_cast<char>(' ' + below(95));
    std::erase_if(text, [](char c) { return c == '/' || c == '~'; });
    driver_.type(text);
  }
  void enter() { tap(ImGuiKey_Enter); }
  void erase() { tap(chance(0.5) ? ImGuiKey_Backspace : ImGuiKey_Delete); }
  void wait() { driver_.pass(any_.random().uniform(0, 0.5)); }
  void settle() { driver_.settle(); }
  void resize() {
    static constexpr std::array scales{1.0F, 1.0F, 1.0F, 1.25F, 2.0F};
    driver_.state().touch = below(3) == 0;
    driver_.resize(320 + below(2280), 320 + below(1180),
                   scales.at(static_cast<std::size_t>(below(scales.size()))));
  }
  void drop() {
    static const std::array<std::string, 4> names{"good.json", "bad.json", "bad.md", "none.json"};
    const std::string& name = names.at(static_cast<std::size_t>(below(names.size())));
    driver_.state().requests.push_back(OpenFile{folder_ + "/" + name});
  }

  std::string folder_;
  Driver driver_{tiny_session()};
  AnyAction any_;
};

TEST(RandomActions, BreakNothingAndNothingGrows) {
  const auto seed = static_cast<std::uint64_t>(from_environment("HEADLIGHT_RANDOM_SEED", 1));
  const int deeds = from_environment("HEADLIGHT_RANDOM_DEEDS", 500);
  std::cout << "HEADLIGHT_RANDOM_SEED=" << seed << " HEADLIGHT_RANDOM_DEEDS=" << deeds << std::endl;
  const SafePlace place;
  Person person(seed, place.path());
  int done = 0;
  const auto go_on_until = [&](int end) {
    for (; done < end && !HasFailure(); ++done) person.do_something();
  };
  // By then each view, lab and size of type was there once.
  go_on_until(deeds * 2 / 5);
  const std::size_t before = person.bytes_in_use();
  go_on_until(deeds);
  const std::size_t after = person.bytes_in_use();
  std::cout << before / 1024 << " KiB in use, then " << after / 1024 << " KiB" << std::endl;
  // Labs read other models, of up to 13 MiB each, whenever chance leads there.
  constexpr std::size_t allowed = std::size_t{72} << 20U;
  EXPECT_LT(after, before + allowed);
}

}  // namespace
}  // namespace headlight
