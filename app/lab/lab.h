// A lab as a row of data: everything that the rest asks of a lab, but for its panel. Each lab's row is the
// static member `lab_row` of its settings; labs() has them all. Nothing here knows any of them, or includes a
// lab's own settings: each of them would rebuild everything.
#pragma once

#include <any>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files/fields.h"
#include "core/models/anatomy.h"

namespace headlight {

// What the controls of all labs say, as one value: a session holds, copies and compares it without knowing
// any lab.

struct Lab;
// Null where no lab has this name.
const Lab* lab_named(std::string_view name);
// As sessions and the command line write them.
const EnumNames<const Lab*>& lab_names();
// The one that is open before anybody has chosen.
const Lab* first_lab();

class Labs {
 public:
  Labs();  // as they stand when nobody has touched them

  // The settings of one lab: labs.get<OrderLab>().
  template <typename Settings>
  const Settings& get() const {
    return std::any_cast<const Settings&>(of(&Settings::lab_row));
  }
  template <typename Settings>
  Settings& get() {
    return std::any_cast<Settings&>(of(&Settings::lab_row));
  }
  // The same for who does not know which: what is done with it says Lab::settings.
  const std::any& of(const Lab* lab) const;
  std::any& of(const Lab* lab) { return const_cast<std::any&>(std::as_const(*this).of(lab)); }

  bool operator==(const Labs& other) const;

 private:
  std::vector<std::any> all_;  // in the order of labs()
};

// With every setting within its bounds.
Labs clamped_labs(Labs labs);

struct CaptionAsked;
struct LabCaption;
struct LabInput;
struct LabWork;

// What is done with a lab's settings by who does not know them; made by settings_of(), lab_settings.h.
struct LabSettings {
  std::any (*usual)();
  bool (*same)(const std::any& a, const std::any& b);
  void (*fit)(std::any& settings);  // into their bounds
  void (*read)(const nlohmann::ordered_json& json, const std::string& field, std::any& settings);
  nlohmann::ordered_json (*json)(const std::any& settings);
  // Takes out what only the panel reads, so that dragging it computes nothing; null where that is nothing.
  void (*leave_out_looks)(std::any& settings);
};

// What of a lab is dragged, for the bench: how it stands at the i-th move, each time somewhere else.
struct LabDrag {
  const char* what;  // "lookup, a word of the sentence"
  void (*move)(Labs& labs, int i);
};

// What a page asks of the model on stage, and what a person is told where it lacks that.
struct LabNeed {
  bool (*met)(const Anatomy& model);
  const char* page;   // "This page is about words, but the model on stage reads none."
  const char* model;  // "The model on stage reads no words."
};
// Those of several labs.
inline constexpr LabNeed needs_words{[](const Anatomy& model) { return !model.picture && !model.given; },
                                     "This page is about words, but the model on stage reads none.",
                                     "The model on stage reads no words."};
inline constexpr LabNeed needs_heads{
    [](const Anatomy& model) { return model.reading() != nullptr; },
    "This page is about heads that compare queries with keys, but the model on stage has none.",
    "The model on stage has no heads that compare queries with keys."};
inline constexpr LabNeed needs_attention{
    [](const Anatomy& model) { return model.reading() != nullptr && !model.picture; },
    "This page is about self-attention between words, but the model on stage has none.",
    "The model on stage has no self-attention between words."};
template <const LabNeed& need>
const LabNeed* always(const std::any& /*settings*/) {
  return &need;
}

struct Lab {
  const char* name;      // "positions", in files and on the command line
  const char* title;     // "Positions", on its tab
  const char* question;  // "Where is a word?", what it is about
  LabSettings settings;
  // Fills the work, off the frame; may throw what is wrong, in one line for the stage.
  void (*compute)(const LabInput& input, LabWork& work);
  LabCaption (*caption)(const CaptionAsked& asked);
  std::span<const LabDrag> drags;
  bool of_word = false;  // it is about the word and the sentence that are selected, too
  // What it needs as it is set; null where that is nothing.
  const LabNeed* (*needs)(const std::any& settings) = [](const std::any&) -> const LabNeed* {
    return nullptr;
  };
  // Where it has a page for any model: sets it to that page, and what that is called. Null where not.
  void (*without_model)(std::any& settings) = nullptr;
  const char* without_model_says = "";
  bool own_view = false;  // it is a view of its own; else one of the labs' view, with a tab there
  // Another number whenever what it reads beside session and model has changed; null: it reads nothing else.
  int (*outside)() = nullptr;
  // Takes out of its settings in a file what an earlier version had; returns the lab that shows it now, null
  // where it is still this one. Null: no version had anything else.
  const char* (*of_earlier)(nlohmann::ordered_json& settings) = nullptr;
  bool first = false;  // it is the one that is open before anybody has chosen
  // Models that open with it where the lab that was asked for does not fit them; null: none.
  bool (*opens_with)(const Anatomy& model) = nullptr;
};

// In the order of their tabs. Made from the list in app/labs/every_lab.h, which is linked to every program.
std::span<const Lab* const> labs();

// What a model of this kind lacks for the lab as it is set: a sentence for a person, empty where it fits.
std::string missing_for(const Lab& lab, const std::any& settings, const Anatomy& model);
// The settings that it is shown with for such a model: these, or where the model has nothing for their page
// those of the page for any model, if there is one.
std::any shown_for(const Lab& lab, std::any settings, const Anatomy& model);
// Why these are not the settings that it is shown with, and what is shown: a line for a person, empty where
// they are.
std::string shown_instead(const Lab& lab, const std::any& settings, const Anatomy& model);
// The lab to begin with for such a model: the one asked for where that fits as it is usually set.
const Lab* lab_to_begin_with(const Lab* asked, const Anatomy& model);

}  // namespace headlight
