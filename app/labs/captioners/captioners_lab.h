// The lab on captioners: one picture through one vector, looked at word by word, and by a Transformer.
#pragma once

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"

namespace headlight {

struct Lab;

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
  static constexpr LabKind lab = LabKind::captioners;
  static const Lab lab_row;
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

}  // namespace headlight
