// Writing a file off the frame: one thread, what it is given to draw, how far it is, and how to stop it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/figure/drawing.h"

namespace headlight {

class ExportJob {
 public:
  // Starts at once. What `work` throws ends the job and becomes its error.
  explicit ExportJob(std::function<void(ExportJob&)> work);
  // Cancels and waits.
  ~ExportJob();
  ExportJob(const ExportJob&) = delete;
  ExportJob& operator=(const ExportJob&) = delete;

  // The frame gives drawings while there is room for one, then ends them.
  bool takes_more() const;
  void add(Drawing drawing);
  void end();
  // The next call of next() throws, and so the work ends without a file.
  void cancel();

  int drawn() const;  // drawings taken by the work
  bool finished() const;
  bool cancelled() const;
  std::string error() const;  // of a finished job; empty when all went well

  // The work takes drawings in order, waiting for them; nothing after the last one.
  std::optional<Drawing> next();

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Drawing> waiting_;
  bool ended_ = false, cancelled_ = false, finished_ = false;
  int drawn_ = 0;
  std::string error_;
  std::thread thread_;
};

}  // namespace headlight
