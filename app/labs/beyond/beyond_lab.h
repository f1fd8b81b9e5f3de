// The lab on attention beyond softmax: what is kept of a text, and what that forgets, writes over, remembers.
#pragma once

#include <array>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/slider.h"
#include "core/files/fields.h"
#include "core/labs/recall.h"
#include "core/learn/abstaining.h"

namespace headlight {

struct Area;
struct ClassPicture;
struct Lab;
struct LabPanel;
struct PanelContext;

enum class BeyondPage {
  recurrent,  // every pair kept, beside one matrix that is changed word by word
  abstain,    // heads that have nothing to look at
};
inline const EnumNames<BeyondPage>& beyond_page_names() {
  static const EnumNames<BeyondPage> names{{BeyondPage::recurrent, "recurrent"},
                                           {BeyondPage::abstain, "abstain"}};
  return names;
}

struct BeyondLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr int all_read = most_recall_pairs;  // what lies behind the last pair is the last pair

  BeyondPage page = BeyondPage::recurrent;
  // recurrent:
  bool again = true;    // names come again, with other values
  int pairs = 8;        // that are read
  int numbers = 8;      // in a key
  float kept = 1;       // of what is older, with every pair
  int read = all_read;  // so many are read
  int seed = 4;         // of the text, on both pages
  // abstain:
  bool marker = false;  // one word of the text stands behind a marker
  int steps = 300;      // of training

  static constexpr int most_steps = 400;

  bool operator==(const BeyondLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page, beyond_page_names());
    visit("again", self.again);
    visit("pairs", self.pairs, Slider{1, most_recall_pairs, 1});
    visit("numbers", self.numbers, Slider{2, most_recall_pairs, 1});
    visit("kept", self.kept, Slider{0.5F, 1.0F, 0.05});
    visit("read", self.read, Slider{0, all_read, 1});
    visit("seed", self.seed, Within{0, most_seed});
    visit("marker", self.marker);
    visit("steps", self.steps, Slider{0, most_steps, 25});
  }
};

// A text read so far by each of the three, and how often they are right.
struct RecallStudy {
  struct Reader {
    RecallKind kind = RecallKind::softmax;
    Matrix holds;       // softmax: weight times value, a row for each pair read; else S, one for each number
    Matrix answer;      // [1, values]
    int recalled = -1;  // -1: it cannot tell
  };
  // What the curves were measured with.
  struct Asked {
    bool again = true;
    int numbers = 0;
    float kept = 1;
    bool operator==(const Asked&) const = default;
  };

  RecallText text;
  int read = 0;
  int wanted = -1;         // of what is read; -1: the name did not come yet
  bool own_number = true;  // each name has a number of its own
  std::array<Reader, 3> readers;
  Asked asked;
  std::vector<std::array<double, 3>> shares;  // of 1, 2 ... pairs
};
inline constexpr int recall_texts = 200;

// "softmax", "linear", "delta rule": on screen and in tables.
const char* recall_kind_name(RecallKind kind);

// Five heads that learned one task for so many steps, on a text and on others.
struct AbstainStudy {
  struct Head {
    Abstaining kind = Abstaining::softmax;
    AbstainRun run;
    AbstainCount count;
  };
  AbstainText text;
  int steps = 0;
  std::vector<Head> heads;
};
inline constexpr int abstain_texts = 400;

// "softmax", "one more in the sum": on screen and in tables.
const char* abstaining_name(Abstaining kind);

struct BeyondStudy {
  BeyondPage page = BeyondPage::recurrent;
  RecallStudy recall;
  AbstainStudy abstain;
};

// Its pages: pairs that are read one by one, with what three readers hold of them; and five heads that
// learned to look at nothing, or could not.
void draw_recall_page(const PanelContext& context, const Area& area, const RecallStudy& study);
ClassPicture recall_for_class(const PanelContext& context, const RecallStudy& study);
void draw_abstain_page(const PanelContext& context, const Area& area, const AbstainStudy& study);
ClassPicture abstain_for_class(const PanelContext& context, const AbstainStudy& study);

}  // namespace headlight
