// A table of assets/words, and how nouns, forms and what follows a verb stand in it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/lexicon.h"

namespace headlight::grammar {

// The parts that are not empty.
std::vector<std::string> split(std::string_view text, char separator);

// A table with a header line; empty cells are kept, lines that begin with # are not. Throws FormatError with
// file, line and what is wrong.
class Table {
 public:
  explicit Table(std::filesystem::path file);

  struct Row {
    int number;
    std::vector<std::string> cells;
  };
  const std::vector<Row>& rows() const { return rows_; }

  bool has(std::string_view name) const;
  const std::string& cell(const Row& row, std::string_view name) const;
  // The same, where it must not be empty.
  const std::string& filled(const Row& row, std::string_view name) const;
  [[noreturn]] void fail(int line, const std::string& what) const;

 private:
  std::filesystem::path file_;
  std::vector<std::string> names_;
  std::vector<Row> rows_;
};

// `traits`: the column with class and tags, or with marks. French words whose h is aspirated are added.
std::vector<Noun> read_nouns(const Table& table, std::string_view traits,
                             std::vector<std::string>& aspirated);
void read_forms(const Table& table, const Table::Row& row, Adjective& adjective);
// "to:à place,person", ":dans place.inside", "thing", "to: inf", "up: .", "."
Slot read_slot(const std::string& text);

}  // namespace headlight::grammar
