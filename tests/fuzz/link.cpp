#include "app/lessons/link.h"

#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_link(std::string_view input) {
  take([&] {
    Session session = session_of_link(std::string(input));
    session = session_from_json(to_json(session));  // what is no text is written as such
    require(session_of_link(link_of(session)) == session,
            "a session comes back from its link as another one");
  });
}

}  // namespace headlight
