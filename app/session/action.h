// Everything a person can do. Panels emit actions; update() alone turns a session into the next one.
#pragma once

#include <string>
#include <variant>

#include "app/session/session.h"

namespace headlight {

struct SetSentence {
  int side = 0;  // 0 first, 1 second
  std::string text;
};
struct ReplaceWord {  // the word at a place of the sentence as the model reads it
  int side = 0;
  int place = 0;
  std::string word;
};
struct SwapSentences {};
struct SetCompare {  // with or without a second sentence
  bool on = true;
};
struct SetView {
  ViewKind view;
};
struct SelectAttention {
  Attention attention;
};
struct SelectHead {
  int layer = 0;
  int head = 0;
};
struct SelectPart {  // "scores", "weights" ...
  std::string part;
};
struct SelectToken {  // a query row; -1 for none
  int token = -1;
};
struct SelectSide {
  int side = 0;
};
struct SelectCell {  // opens the inspector on a cell: a new trail
  CellName cell;
};
struct GoDeeper {  // from the cell in the inspector to one it was made from
  CellName cell;
};
struct GoBack {  // to the trail's place `length`; 0 closes the inspector
  int length = 0;
};
struct GoToStep {
  std::string path;
};
struct MoveStep {  // forward or back among the steps; many at once are clipped at the ends
  int by = 1;
};
struct AddEdit {
  Edit edit;
};
struct RemoveEdit {
  int index = 0;
};
struct ClearEdits {};
struct SetTheme {
  Theme theme;
};
struct SetScale {
  float scale = 1.0F;
};
struct SetReducedMotion {
  bool on = true;
};
struct SetPresenting {
  bool on = true;
};
struct OpenSession {
  Session session;
};

using Action = std::variant<SetSentence, ReplaceWord, SwapSentences, SetCompare, SetView, SelectAttention,
                            SelectHead, SelectPart, SelectToken, SelectSide, SelectCell, GoDeeper, GoBack,
                            GoToStep, MoveStep, AddEdit, RemoveEdit, ClearEdits, SetTheme, SetScale,
                            SetReducedMotion, SetPresenting, OpenSession>;

struct Document;

// The session after the action. What the action names but the model or the sentence does not have is clipped
// to what there is: a session is always drawable. `document` tells what there is; it may still be empty.
Session update(Session session, const Action& action, const Document& document);

// The session with everything clipped to what the document has; the last step of every update, and what a
// document that arrives later asks for.
Session fitted(Session session, const Document& document);

}  // namespace headlight
