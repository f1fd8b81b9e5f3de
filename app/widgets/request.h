// What a panel asks for that is no change of the session: the history, and all that touches the disk. Plain
// data; the screen carries it out once the frame is drawn, and says in the states what came of it.
#pragma once

#include <string>
#include <variant>

namespace headlight {

struct Undo {};
struct Redo {};
struct TakeBack {};  // the last change of model, sentences or edits, wherever one has looked since

struct ChooseFile {};  // opens the sheet with the list of the folder used last
struct OpenFile {      // a session or a lesson, by its ending; of a folder the list
  std::string path;
  bool in_sheet = false;  // why it cannot be opened is said in the sheet, else in a note
};
struct CancelOpening {};  // of a file or a model that is still being read
struct ChooseName {};     // opens the sheet that asks for a name to save under
struct SaveSession {};    // into the session's own file; without one, asks for a name
struct SaveSessionAs {    // and closes the sheet, or says in it why not
  std::string path;
  bool replace = false;  // whatever is there; else asks first
};
struct ChooseModel {};  // opens the sheet with the models at hand
struct OpenModel {      // a shipped one by its name, or a folder; why it cannot be read is said in the sheet
  std::string name;
};
struct StartFresh {};  // with the session that Headlight opens with, in no file

struct WriteExport {  // as the export sheet says
  std::string path;
  bool replace = false;
};
struct CancelExport {};

struct CloseWindow {};

using Request =
    std::variant<Undo, Redo, TakeBack, ChooseFile, OpenFile, ChooseName, SaveSession, SaveSessionAs,
                 ChooseModel, OpenModel, StartFresh, WriteExport, CancelExport, CancelOpening, CloseWindow>;

}  // namespace headlight
