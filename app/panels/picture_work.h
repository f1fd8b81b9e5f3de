// Makes on a thread of its own what would take longer than a frame lasts, so that drawing never waits for it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace headlight {

class PictureWork {
 public:
  // What is left to do between two frames: putting what was made where frames find it.
  using Keep = std::function<void()>;
  // Runs on the thread and reads nothing that can change. Work that throws is not begun again.
  using Work = std::function<Keep()>;

  PictureWork() = default;
  ~PictureWork();
  PictureWork(const PictureWork&) = delete;
  PictureWork& operator=(const PictureWork&) = delete;

  // In each frame that finds it missing, by a name of its own.
  void ask(const std::string& name, Work work);
  // Between two frames: keeps what was made since, and gives up what the last frame no longer asked for.
  void follow();
  // Gives up everything: it was asked for of something that is no longer on screen.
  void forget();
  // What was asked for is still to come.
  bool busy() const;

 private:
  struct Piece {
    std::string name;
    Work work;
  };
  struct Made {
    std::string name;
    Keep keep;
  };
  void run();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Piece> waiting_;  // in the order asked for
  std::string under_way_;
  int age_ = 0;  // counts what forget() ended
  std::vector<Made> made_;
  std::set<std::string> failed_;
  bool stop_ = false;
  std::set<std::string> asked_;  // in this frame
  std::thread thread_;           // begins with the first work
};

}  // namespace headlight
