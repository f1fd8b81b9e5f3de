#include "app/window/start.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>

#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/files/files.h"
#include "app/session/altitudes.h"
#include "core/models/card.h"
#include "core/models/outline.h"
#include "core/platform/paths.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr const char* restore_offer = "Restore";

// Why the model of a session cannot be read; empty where it can.
std::string missing_model(const Session& session) {
  try {
    outline_of(model_folder(session.model))->anatomy();
    return "";
  } catch (const std::exception& error) {
    return told(error);
  }
}

// Nothing where it is gone or cannot be read: then saving says so.
std::optional<Session> session_in(const std::string& file) {
  try {
    return shown_in_place(load_session(file));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

Session begin_with(const WindowStart& start, const Autosave& autosave, States& states) {
  SessionFile& file = states.of<SessionFile>();
  file.saved = start.session;
  if (!start.file.empty()) file.path = std::filesystem::absolute(start.file).lexically_normal().string();
  if (!start.to_open.empty()) states.of<WidgetState>().requests.push_back(OpenFile{start.to_open});
  if (!start.link.empty()) states.of<WidgetState>().requests.push_back(OpenLink{start.link});
  LinkSheet& links = states.of<LinkSheet>();
  links.of_page = !start.page.empty();
  links.page = links.of_page ? start.page : page_of_links();
  std::optional<Session> left = autosave.left_behind();
  if (left) left = shown_in_place(*std::move(left));
  // What somebody else's link shows is seen as this person likes it.
  Session asked = start.session;
  if (left && !start.link.empty()) static_cast<Appearance&>(asked) = *left;
  if (!left || same_content(*left, start.session)) return asked;
  const std::string left_in = autosave.left_in().string();
  const std::optional<Session> saved = left_in.empty() ? std::nullopt : session_in(left_in);
  const bool is_saved = saved && same_content(*left, *saved);
  if (start.asked) {
    if (is_saved) return asked;
    states.of<Message>() = {autosave.ended_badly()
                                ? "Headlight closed unexpectedly last time. Restore your work?"
                                : "Pick up where you left off?",
                            false, restore_offer, *left};
    return asked;
  }
  if (!left_in.empty()) file = {left_in, saved};
  const std::string gone = missing_model(*left);
  if (is_saved && gone.empty()) {
    states.of<Message>() = {say("Open again: {file}", {{"file", left_in}}), false, "", {}};
    return *left;
  }
  states.of<Message>() = {
      paragraph({what_was_kept(*left, start.session, autosave.ended_badly()),
                 gone.empty() ? "" : say("But its model cannot be read: {why}", {{"why", gone}})}),
      !gone.empty(), "Start again", start.session};
  // What the next edit is for goes on as well.
  states.of<EditSide>().side = sentence_of_last_edit(*left);
  return *left;
}

void say_what_is_not_kept(const Autosave& autosave, States& states, bool& said) {
  if (said || !autosave.keeps_nothing() || !states.of<Message>().text.empty()) return;
  said = true;
  const std::filesystem::path folder = state_folder();
  states.of<Message>() = {
      folder.empty()
          ? say("Headlight cannot save on its own here: HOME is not set. Save your work with Ctrl+S.")
          : say("Headlight cannot save on its own here: {folder} is not writable. Save your work with "
                "Ctrl+S.",
                {{"folder", folder.string()}}),
      false,
      "",
      {}};
  states.of<Message>().stays = true;
  states.of<WidgetState>().again = true;
}

void leave_behind(const States& states, const Session& session, Autosave& autosave) {
  const SessionFile& file = states.of<SessionFile>();
  if (has_unsaved_matter(file, session) || !file.path.empty()) {
    autosave.leave(session, file.path);
  } else if (states.of<Message>().offer == restore_offer && autosave.left_behind()) {
    autosave.leave(*autosave.left_behind(), autosave.left_in());
  }
}

namespace {

int fitting_length(int wanted, int free, float scale) {
  if (free <= 0) return wanted;
  scale = std::isfinite(scale) ? std::max(scale, 1.0F) : 1.0F;
  // As the window system cuts off what is left of a pixel.
  int size = static_cast<int>(std::ceil(static_cast<float>(free) / scale));
  while (size > 1 && static_cast<int>(static_cast<float>(size) * scale) > free) --size;
  return std::min(wanted, size);
}

}  // namespace

WindowSize fitting_size(WindowSize wanted, WindowSize free, float scale_x, float scale_y,
                        const WindowFrame& frame) {
  const auto inner = [](int length, int around) { return length <= 0 ? 0 : std::max(1, length - around); };
  return {fitting_length(wanted.width, inner(free.width, frame.left + frame.right), scale_x),
          fitting_length(wanted.height, inner(free.height, frame.top + frame.bottom), scale_y)};
}

}  // namespace headlight
