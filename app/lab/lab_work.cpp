#include "app/lab/lab_work.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "core/figure/figure.h"
#include "core/files/tables.h"
#include "core/labs/softmax.h"

namespace headlight {
namespace {

// What does not exist is an empty field.
std::string number_text(double value) {
  if (std::isnan(value)) return "";
  if (!std::isfinite(value)) return csv_number(static_cast<float>(value));
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", value);
  return text.data();
}

std::string letter_text(double number) {
  return number >= 0 && number < 26 ? std::string(1, static_cast<char>('A' + static_cast<int>(number))) : "";
}

std::vector<CsvRecord> records_of(const LabTable& table) {
  const bool named = !table.row_names.empty();
  std::vector<CsvRecord> records(1);
  if (named) records[0].push_back(table.rows_are);
  records[0].insert(records[0].end(), table.columns.begin(), table.columns.end());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    CsvRecord& record = records.emplace_back();
    if (named) record.push_back(table.row_names.at(row));
    for (const double value : table.rows[row])
      record.push_back(table.letters ? letter_text(value) : number_text(value));
  }
  return records;
}

}  // namespace

void write_table(const LabTable& table, const std::filesystem::path& path) {
  NumberTable numbers{records_of(table), {std::ssize(table.rows), std::ssize(table.columns)}, {}};
  for (const std::vector<double>& row : table.rows)
    numbers.values.insert(numbers.values.end(), row.begin(), row.end());
  format_of(path, "table", std::array{FormatKind::numbers}).write(path, numbers);
}

std::string tab_separated(const LabTable& table) { return tab_separated(records_of(table)); }

const TransformerConfig& LabInput::config() const { return model->transformer().value(); }

TracePtr LabInput::sentence_on_stage() const {
  TracePtr found = trace_on_stage();
  if (found == nullptr)
    throw std::runtime_error("There is no sentence on stage. Type one that the model can read.");
  return found;
}

TracePtr LabInput::first_sentence() const {
  if (run(0).trace == nullptr)
    throw std::runtime_error("This lab uses the first sentence. Type one that the model can read.");
  return run(0).trace;
}

std::string LabInput::edits_on_stage(const std::vector<std::string>& paths) const {
  const std::vector<Edit>& edits = run_on_stage().edits;
  const auto count = std::count_if(edits.begin(), edits.end(), [&](const Edit& edit) {
    return std::find(paths.begin(), paths.end(), edit.path) != paths.end();
  });
  return count == 0 ? "" : say(several(count, "{n} edit", "{n} edits"), {{"n", count_text(count)}});
}

int row_in_question(int token, const Trace& trace, int weights) {
  const int rows = trace.tape().node(weights).shape.rows;
  if (token >= 0) return std::min(token, rows - 1);
  const Reading values = trace.read(weights);
  int row = 0;
  double most = -1;
  for (int each = 0; each < rows; ++each) {
    const auto shares = values.view().map().row(each);
    const double entropy = entropy_bits({shares.data(), static_cast<std::size_t>(shares.size())});
    if (!(entropy > most)) continue;  // not a number is never more
    most = entropy;
    row = each;
  }
  return row;
}

const LabTable* LabWork::table(std::string_view name, int side) const {
  const auto at = std::find_if(tables.begin(), tables.end(),
                               [&](const LabTable& each) { return each.name == name && each.side == side; });
  return at == tables.end() ? nullptr : &*at;
}

const std::vector<std::string>& CaptionAsked::words(int of) const {
  static const std::vector<std::string> none;
  return input.trace(of) != nullptr ? input.trace(of)->typed() : none;
}

std::string CaptionAsked::word(int place) const {
  const std::vector<std::string>& all = words(side);
  if (all.empty()) return "a word";
  return in_curly_quotes(
      all[static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(all.size()) - 1))]);
}

std::string CaptionAsked::reading_stack() const {
  return input.model == nullptr ? "encoder" : std::string(input.model->anatomy().stacks.front().name);
}

std::string CaptionAsked::reading_head(int layer, int head) const {
  if (input.model == nullptr) return head_text("encoder", layer, head);
  const HeadChoice chosen = headlight::reading_head(input.model->anatomy(), layer, head);
  return head_text(info(chosen.attention).stack, chosen.layer, chosen.head);
}

std::string CaptionAsked::selected_head() const {
  const HeadChoice& chosen = input.head;
  if (info(chosen.attention).crosses()) return head_text("cross-attention,", chosen.layer, chosen.head);
  return head_text(info(chosen.attention).stack, chosen.layer, chosen.head);
}

}  // namespace headlight
