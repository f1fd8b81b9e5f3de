#include "app/labs/labs.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/labs/every_lab.h"
#include "app/labs/lab.h"
#include "app/labs/lab_settings.h"
#include "core/files/json.h"

namespace headlight {
namespace {

template <typename... Settings>
struct Rows {
  static constexpr std::array all{&Settings::lab_row...};
};
constexpr const auto& lab_rows = EveryLab<Rows>::all;

}  // namespace

std::span<const Lab* const> labs() { return lab_rows; }

const Lab& lab_of(LabKind kind) { return *lab_rows.at(static_cast<std::size_t>(kind)); }

namespace {

bool has(const Anatomy& model, LabNeeds needs) {
  switch (needs) {
    case LabNeeds::words:
      return !model.picture && model.answer != AnswerKind::labels;
    case LabNeeds::heads:
      return std::any_of(model.attentions.begin(), model.attentions.end(),
                         [](const AttentionHeads& each) { return !each.additive; });
    case LabNeeds::translator:
      return model.answer == AnswerKind::translation && !model.recurrent();
    case LabNeeds::nothing:
      break;
  }
  return true;
}

}  // namespace

std::string missing_for(const Lab& lab, const std::any& settings, const Anatomy& model) {
  const LabNeeds needs = lab.needs(settings);
  if (has(model, needs)) return "";
  switch (needs) {
    case LabNeeds::words:
      return "This page is about words, and the model on stage reads none.";
    case LabNeeds::heads:
      return "This page is about heads that compare queries with keys, and the model on stage has none.";
    case LabNeeds::translator:
    case LabNeeds::nothing:
      break;
  }
  return "This page works inside a Transformer that translates, and the model on stage is none.";
}

std::any shown_for(const Lab& lab, std::any settings, const Anatomy& model) {
  if (lab.without_model != nullptr && !has(model, lab.needs(settings))) lab.without_model(settings);
  return settings;
}

std::string shown_instead(const Lab& lab, const std::any& settings, const Anatomy& model) {
  const LabNeeds needs = lab.needs(settings);
  if (lab.without_model == nullptr || has(model, needs)) return "";
  std::string says = "The model on stage is no Transformer that translates.";
  if (needs == LabNeeds::words) says = "The model on stage reads no words.";
  if (needs == LabNeeds::heads) says = "The model on stage has no heads that compare queries with keys.";
  return says + " Shown instead: " + lab.without_model_says + ".";
}

LabKind lab_to_begin_with(LabKind asked, const Anatomy& model) {
  const Lab& lab = lab_of(asked);
  if (missing_for(lab, lab.settings.usual(), model).empty() && !model.picture) return asked;
  if (model.picture) return LabKind::captioners;
  return model.recurrent() ? LabKind::recurrence : LabKind::temperature;
}

const EnumNames<LabKind>& lab_names() {
  static const EnumNames<LabKind> names = [] {
    EnumNames<LabKind> all;
    for (const Lab* lab : lab_rows) all.emplace_back(lab->kind, lab->name);
    return all;
  }();
  return names;
}

Labs::Labs() {
  all_.reserve(lab_rows.size());
  for (const Lab* lab : lab_rows) all_.push_back(lab->settings.usual());
}

bool Labs::operator==(const Labs& other) const {
  return std::all_of(lab_rows.begin(), lab_rows.end(),
                     [&](const Lab* lab) { return lab->settings.same(of(lab->kind), other.of(lab->kind)); });
}

Labs fitted_labs(Labs labs) {
  for (const Lab* lab : lab_rows) lab->settings.fit(labs.of(lab->kind));
  return labs;
}

Json fields_json(const Labs& labs) {
  Json json = Json::object();
  for (const Lab* lab : lab_rows) json[lab->name] = lab->settings.json(labs.of(lab->kind));
  return json;
}

void read(const Json& json, const std::string& field, Labs& labs) {
  for (const auto& [key, each] : read_object(json, field).items()) {
    const auto lab = std::find_if(lab_rows.begin(), lab_rows.end(),
                                  [&, &name = key](const Lab* one) { return name == one->name; });
    if (lab == lab_rows.end()) fail_field(inside(field, key), "is not known");
    (*lab)->settings.read(each, inside(field, key), labs.of((*lab)->kind));
  }
}

}  // namespace headlight
