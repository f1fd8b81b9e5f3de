#include "core/grammar/word_table.h"

#include <algorithm>

#include "core/files/whole_file.h"

namespace headlight::grammar {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

Table::Table(std::filesystem::path file) : file_(std::move(file)) {
  const std::string text = read_text(file_);
  std::string_view rest = text;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> cells;
    while (true) {
      const std::size_t tab = line.find('\t');
      cells.emplace_back(line.substr(0, tab));
      if (tab == line.npos) break;
      line.remove_prefix(tab + 1);
    }
    if (names_.empty()) {
      names_ = std::move(cells);
      continue;
    }
    if (cells.size() > names_.size()) fail(number, "it has more cells than the header has names");
    cells.resize(names_.size());
    rows_.push_back({number, std::move(cells)});
  }
}

bool Table::has(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

const std::string& Table::cell(const Row& row, std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) fail(1, "no column is called \"" + std::string(name) + "\"");
  return row.cells[found - names_.begin()];
}

const std::string& Table::filled(const Row& row, std::string_view name) const {
  const std::string& text = cell(row, name);
  if (text.empty()) fail(row.number, "column \"" + std::string(name) + "\" is empty");
  return text;
}

void Table::fail(int line, const std::string& what) const {
  throw FormatError(file_, "line " + std::to_string(line) + ": " + what,
                    "assets/words/README.md says what each column holds");
}

std::vector<Noun> read_nouns(const Table& table, std::string_view traits,
                             std::vector<std::string>& aspirated) {
  std::vector<Noun> nouns;
  for (const Table::Row& row : table.rows()) {
    Noun noun;
    noun.english = table.filled(row, "english");
    noun.french = table.filled(row, "french");
    if (table.cell(row, "plural") != "-") noun.english_plural = table.filled(row, "plural");
    if (table.cell(row, "french_plural") != "-") noun.french_plural = table.cell(row, "french_plural");
    const std::string& gender = table.filled(row, "gender");
    if (gender != "m" && gender != "f") table.fail(row.number, "gender is m or f, not \"" + gender + "\"");
    noun.gender = gender == "m" ? Gender::masculine : Gender::feminine;
    noun.traits = Traits(split(table.filled(row, traits), ' '));
    for (const std::string& flag : split(table.cell(row, "flags"), ' ')) {
      if (flag == "h") {
        aspirated.push_back(noun.french);
        aspirated.push_back(noun.french_plural);
      }
      if (flag.starts_with("f=")) {
        noun.feminine = flag.substr(2);
        if (noun.feminine_plural.empty()) noun.feminine_plural = noun.feminine + "s";
      }
      if (flag.starts_with("fp=")) noun.feminine_plural = flag.substr(3);
      if (flag == "plural") noun.only_plural = true;
      if (flag == "fr=p") noun.french_only_plural = true;
      if (flag == "fr=s") noun.french_only_singular = true;
    }
    nouns.push_back(std::move(noun));
  }
  return nouns;
}

void read_forms(const Table& table, const Table::Row& row, Adjective& adjective) {
  adjective.masculine = table.filled(row, "m");
  adjective.feminine = table.filled(row, "f");
  adjective.masculine_plural = table.filled(row, "m_plural");
  adjective.feminine_plural = table.filled(row, "f_plural");
}

Slot read_slot(const std::string& text) {
  Slot slot;
  std::vector<std::string> words = split(text, ' ');
  if (const std::size_t colon = words.front().find(':'); colon != std::string::npos) {
    slot.english = words.front().substr(0, colon);
    slot.french = words.front().substr(colon + 1);
    words.erase(words.begin());
  }
  const std::string what = words.empty() ? "." : words.front();
  if (what == ".") return slot;
  slot.kind = what == "inf"    ? Slot::Kind::infinitive
              : what == "ing"  ? Slot::Kind::gerund
              : what == "that" ? Slot::Kind::clause
                               : Slot::Kind::noun;
  if (slot.kind == Slot::Kind::noun) slot.classes = split(what, ',');
  return slot;
}

}  // namespace headlight::grammar
