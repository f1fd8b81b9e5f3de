#include "app/session/session.h"

#include "app/labs/lab.h"

namespace headlight {

std::string called(LabKind lab) { return std::string(lab_of(lab).title) + (has_tab(lab) ? " lab" : ""); }

std::string selected_head_path(const Session& session, std::string_view part) {
  return selected_head(session).path(part);
}

std::string selected_path(const Session& session) { return selected_head_path(session, session.part); }

std::string shown_path(const Session& session) {
  const bool follows = follows_steps(session.view) || session.part.empty();
  return follows && !session.step.empty() ? session.step : selected_path(session);
}

std::vector<Edit> edits_in_force(const Session& session) {
  std::vector<Edit> edits;
  for (const SessionEdit& edit : session.edits) {
    if (edit.on) edits.push_back(edit);
  }
  return edits;
}

std::vector<SessionEdit> edits_in_force(const Session& session, int side) {
  std::vector<SessionEdit> edits;
  for (const SessionEdit& edit : session.edits) {
    if (edit.on && edit.is_of(side)) edits.push_back(edit);
  }
  return edits;
}

const std::string& sentence_of(const Session& session, int side) {
  return side == 0 ? session.sentence : session.compare;
}

Session on_screen_of(Session session, const Session& screen) {
  static_cast<Room&>(session) = screen;
  return session;
}

bool same_content(const Session& a, const Session& b) { return on_screen_of(a, b) == b; }

}  // namespace headlight
