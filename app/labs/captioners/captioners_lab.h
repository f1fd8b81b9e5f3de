// The lab on captioners: one picture through one vector, looked at word by word, and by a Transformer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/lab/compared_models.h"
#include "app/lab/lab.h"
#include "core/files/fields.h"
#include "core/models/model.h"
#include "core/pictures/picture.h"

namespace headlight {

struct Lab;
struct LabPanel;

enum class CaptionersPage {
  sides,    // what each model writes, and where it looks meanwhile
  objects,  // how many captions are exact, by the number of objects
};
inline const EnumNames<CaptionersPage>& captioners_page_names() {
  static const EnumNames<CaptionersPage> names{{CaptionersPage::sides, "sides"},
                                               {CaptionersPage::objects, "objects"}};
  return names;
}

struct CaptionersLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr int last_word = 99;  // what lies behind the last word is the last word

  // Most pictures come out right with all of them: the lab opens on what tells them apart.
  CaptionersPage page = CaptionersPage::objects;
  int word = 3;  // of the captions, whose maps are shown

  bool operator==(const CaptionersLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page, captioners_page_names());
    visit("word", self.word, Within{0, last_word});
  }
};

// What the lab on captioners finds: three captioners on one picture, and what their cards measured.

struct LabInput;
struct LabWork;

// Those that are shipped, and what they are called on screen and in tables.
inline constexpr std::array captioners{NamedModel{"caption-rnn", "RNN, one vector"},
                                       NamedModel{"caption-attention", "RNN with attention"},
                                       NamedModel{"caption-transformer", "Transformer"}};

// They differ here: the one vector alone writes a wrong shape.
inline constexpr const char* differing_scene =
    "small green star at 9,18; small yellow triangle at 32,49; small blue star at 52,48; background 7";

// What a captioner gave to its word at this place.
float probability_of(const Trace& trace, int word);
// The weights of the cells, row by row, while it wrote that; empty without attention.
std::vector<float> weights_of(const Trace& trace, int word);

struct CaptionersStudy {
  std::string text;    // of the picture
  RgbPicture picture;  // as the models were given it
  // The words of its caption; none where it is no scene, or one that captions do not speak of.
  std::vector<std::string> by_rule;
  std::vector<ComparedRun> models;

  std::vector<CardCurve> exact;      // exact_by_objects
  std::vector<std::string> without;  // what has no curve, a line for each

  // Words of the longest caption.
  int longest() const;
};

// Tables: captions, cells looked at, exact by objects.
void compute_captioners(const LabInput& input, LabWork& work);

}  // namespace headlight
