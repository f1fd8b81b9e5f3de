#include "app/session/session.h"

#include "app/session/action.h"
#include "tests/fuzz/targets.h"
#include "tests/session/tiny_session.h"

namespace headlight {

void fuzz_session(std::string_view input) {
  take([&] {
    Session session = session_from_json(std::string(input));
    require(session_from_json(to_json(session)) == session,
            "a session that was written is read as another one");
    session = clamped(session, {tiny_results()});
    require(clamped(session, {tiny_results()}) == session, "what fits does not fit");
    // On the model that there is.
    session.model = tiny_session().model;
    session.text(0) = tiny_session().text(0);
    session.text(1) = tiny_session().text(1);
    if (const std::string missing = clamped_away(session, tiny_results()); !missing.empty())
      require_readable(missing);
    session = clamped(session, {tiny_results()});
    require(clamped(session, {tiny_results()}) == session, "what fits does not fit");
    if (session.edits.empty() || session.edits.size() > 4) return;
    tiny_results().model->trace({.text = tired_sentence, .edits = edits_in_force(session)});
  });
}

}  // namespace headlight
