#include "app/labs/recurrence/recurrence_tables.h"

namespace headlight {
namespace {

LabTable translations(const RecurrenceStudy& study) {
  LabTable table{
      .name = "translations", .columns = {"words", "words that differ"}, .rows_are = "translation"};
  for (const ComparedModel& model : study.models) {
    if (model.trace == nullptr) continue;
    std::string text;
    double other = 0;
    for (const ComparedModel::Word& word : model.written) {
      text += " " + word.text;
      other += word.other ? 1 : 0;
    }
    table.row_names.push_back(model.name + ":" + text);
    table.rows.push_back({static_cast<double>(model.written.size()), other});
  }
  return table;
}

LabTable totals(const RecurrenceStudy& study) {
  LabTable table{.name = "sequential steps",
                 .columns = {"words read", "to read", "to write", "to learn from"},
                 .rows_are = "model"};
  for (const ComparedModel& model : study.models) {
    if (model.trace == nullptr) continue;
    table.row_names.push_back(model.name);
    table.rows.push_back({static_cast<double>(model.trace->typed().size()),
                          static_cast<double>(model.writing.reading), static_cast<double>(model.writing.all),
                          static_cast<double>(model.learning.all)});
  }
  return table;
}

LabTable chains(const RecurrenceStudy& study) {
  LabTable table{
      .name = "waiting", .columns = {"layer", "place", "writing", "learning"}, .rows_are = "step of"};
  for (const ComparedModel& model : study.models) {
    for (std::size_t i = 0; i < model.writing.lanes.size(); ++i) {
      const StepLane &lane = model.writing.lanes[i], &other = model.learning.lanes[i];
      for (std::size_t place = 0; place < lane.at.size(); ++place) {
        table.row_names.push_back(model.name + ", " + std::string(lane.stack->name) +
                                  (lane.backwards ? ", backwards" : ""));
        table.rows.push_back({static_cast<double>(lane.layer), static_cast<double>(place),
                              static_cast<double>(lane.at[place]), static_cast<double>(other.at[place])});
      }
    }
  }
  return table;
}

}  // namespace

std::vector<LabTable> recurrence_tables(RecurrencePage page, const RecurrenceStudy& study) {
  std::vector<LabTable> tables;
  switch (page) {
    case RecurrencePage::sides:
      for (const ComparedModel& model : study.models) {
        if (model.alignment != nullptr)
          tables.push_back({.name = "alignment, " + model.name, .maps = {model.name}});
      }
      tables.push_back(translations(study));
      break;
    case RecurrencePage::waiting:
      tables = {chains(study), totals(study)};
      break;
    case RecurrencePage::length:
      tables = {curves_table("exact by length", study.exact, "sentences")};
      break;
    case RecurrencePage::gradient:
      tables = {curves_table("gradient through time", study.gradients, "places")};
      break;
  }
  return tables;
}

}  // namespace headlight
