// A program in Python as data: its lines with what each shows, and the same as a file or a notebook.
#pragma once

#include <string>
#include <vector>

#include "core/tape/code.h"

namespace headlight {

struct CodeLine {
  std::string text;          // "S = Q @ K.T"; empty for a blank line or a comment alone
  std::string comment = {};  // "[11, 11]  each row adds up to 1": behind it, without the sign
  // The node of the trace whose matrix the line reads or gives, alone or with the lines beside it; -1 where
  // it is none's. Only a row of it, a column or a number, where these are not -1.
  int node = -1;
  int row = -1, col = -1;
};

// Lines that belong together; of a notebook a cell, with the sentence above it.
struct CodeSection {
  std::string sentence;  // "How well the query of one token fits the key of another: a dot product."
  std::vector<CodeLine> lines = {};
  bool goes_on = false;                  // of a file directly below the lines before
  std::vector<std::string> checks = {};  // of a notebook below the lines, of a file behind all of them
};

struct CodeProgram {
  std::string title;           // one line, ends with a full stop
  std::string describes = {};  // some more
  std::vector<std::string> imports = {};
  std::vector<std::string> begin = {};  // reads the file beside it
  std::vector<std::string> check = {};  // the function that compares, if `checks` call one
  std::vector<CodeSection> sections = {};
};

// Lines with their comments below one another where they are neighbours.
std::vector<std::string> written_lines(const std::vector<CodeLine>& lines);
std::string python_file(const CodeProgram& program);
// Version 4.5 of the format of Jupyter's notebooks (nbformat), nothing run yet.
std::string notebook_file(const CodeProgram& program);

}  // namespace headlight
