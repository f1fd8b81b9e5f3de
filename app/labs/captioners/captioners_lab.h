// The lab on captioners: one picture through one vector, looked at word by word, and by a Transformer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/lab/compared_models.h"
#include "app/lab/labs.h"
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

  CaptionersPage page = CaptionersPage::sides;
  int word = 3;  // of the captions, whose maps are shown

  bool operator==(const CaptionersLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("page", self.page, captioners_page_names());
    visit("word", self.word, Within{0, last_word});
  }
};

// What the lab on captioners finds: three captioners on one picture, and what their cards measured.

struct LabInput;
struct LabWork;

// What the captioners are called, on screen and in tables.
inline constexpr std::array<const char*, 3> captioner_names{"RNN, one vector", "RNN with attention",
                                                            "Transformer"};

// One of them on the picture. Without a trace `missing` says why, in one line.
struct CaptionedBy {
  struct Word {
    std::string text;
    bool other = false;     // not so in the caption by rule, where there is one
    float probability = 0;  // that the model gave it
    std::vector<float> weights =
        {};  // of the cells, row by row, while it was written; empty without attention
  };
  std::string name = {};  // one of captioner_names
  TracePtr trace = {};
  std::string missing = {};
  std::vector<Word> words = {};  // without </s>
  std::vector<std::string> texts() const;
  bool right = false;  // as the caption by rule
};

struct CaptionersStudy {
  std::string text;  // of the picture
  Picture picture;   // as the models were given it
  // The words of its caption; none where it is no scene, or one that captions do not speak of.
  std::vector<std::string> by_rule;
  std::vector<CaptionedBy> models;

  std::vector<CardCurve> exact;      // exact_by_objects
  std::vector<std::string> without;  // what has no curve, a line for each

  // Words of the longest caption.
  int longest() const;
};

// Tables: captions, cells looked at, exact by objects.
void compute_captioners(const LabInput& input, LabWork& work);

}  // namespace headlight
