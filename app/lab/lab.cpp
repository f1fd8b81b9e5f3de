#include "app/lab/lab.h"

#include <algorithm>

#include "app/lab/lab_settings.h"
#include "core/files/json.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What the lab as it is set needs and such a model lacks; null where it fits.
const LabNeed* lacking(const Lab& lab, const std::any& settings, const Anatomy& model) {
  const LabNeed* need = lab.needs(settings);
  return need == nullptr || need->met(model) ? nullptr : need;
}

}  // namespace

std::string missing_for(const Lab& lab, const std::any& settings, const Anatomy& model) {
  const LabNeed* lacks = lacking(lab, settings, model);
  return lacks == nullptr ? "" : lacks->page;
}

std::any shown_for(const Lab& lab, std::any settings, const Anatomy& model) {
  if (lab.without_model != nullptr && lacking(lab, settings, model) != nullptr) lab.without_model(settings);
  return settings;
}

std::string shown_instead(const Lab& lab, const std::any& settings, const Anatomy& model) {
  const LabNeed* lacks = lab.without_model == nullptr ? nullptr : lacking(lab, settings, model);
  return lacks == nullptr ? ""
                          : say("{lacks} Shown instead: {shown}.",
                                {{"lacks", std::string(lacks->model)}, {"shown", lab.without_model_says}});
}

const Lab* lab_to_begin_with(const Lab* asked, const Anatomy& model) {
  if (missing_for(*asked, asked->settings.usual(), model).empty() && !model.picture) return asked;
  for (const Lab* lab : labs()) {
    if (lab->opens_with != nullptr && lab->opens_with(model)) return lab;
  }
  return asked;
}

const Lab* lab_named(std::string_view name) {
  for (const Lab* lab : labs()) {
    if (name == lab->name) return lab;
  }
  return nullptr;
}

const EnumNames<const Lab*>& lab_names() {
  static const EnumNames<const Lab*> names = [] {
    EnumNames<const Lab*> all;
    for (const Lab* lab : labs()) all.emplace_back(lab, lab->name);
    return all;
  }();
  return names;
}

const Lab* first_lab() {
  return *std::find_if(labs().begin(), labs().end(), [](const Lab* lab) { return lab->first; });
}

Labs::Labs() {
  all_.reserve(labs().size());
  for (const Lab* lab : labs()) all_.push_back(lab->settings.usual());
}

const std::any& Labs::of(const Lab* lab) const {
  return all_.at(static_cast<std::size_t>(std::find(labs().begin(), labs().end(), lab) - labs().begin()));
}

bool Labs::operator==(const Labs& other) const {
  return std::all_of(labs().begin(), labs().end(),
                     [&](const Lab* lab) { return lab->settings.same(of(lab), other.of(lab)); });
}

Labs clamped_labs(Labs labs) {
  for (const Lab* lab : headlight::labs()) lab->settings.fit(labs.of(lab));
  return labs;
}

Json fields_json(const Labs& labs) {
  Json json = Json::object();
  for (const Lab* lab : headlight::labs()) json[lab->name] = lab->settings.json(labs.of(lab));
  return json;
}

void read(const Json& json, const std::string& field, Labs& labs) {
  for (const auto& [key, each] : read_object(json, field).items()) {
    const Lab* lab = lab_named(key);
    if (lab == nullptr) fail_field(inside(field, key), "is not known");
    lab->settings.read(each, inside(field, key), labs.of(lab));
  }
}

}  // namespace headlight
