#include "app/lessons/link.h"

#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_link(std::string_view input) {
  take([&] {
    const Session session = session_of_link(std::string(input));
    const Session back = session_of_link(link_of(session));
    if (back == session) return;
    // What is no text is written as such.
    require(back == session_from_json(to_json(session)), "a session comes back from its link as another one");
  });
}

}  // namespace headlight
