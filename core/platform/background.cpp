#include "core/platform/background.h"

#include <utility>

namespace headlight {

Job::Job(std::function<void()> work)
    : worker_([this, work = std::move(work)] {
        try {
          work();
        } catch (...) {
          failed_ = std::current_exception();
        }
        return false;
      }) {
  worker_.wake();
}

void Job::finish() {
  worker_.wait();
  if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
}

}  // namespace headlight
