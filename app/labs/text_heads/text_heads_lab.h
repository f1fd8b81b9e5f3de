// The lab on heads over a text: what each head does in all rows of a whole text, beside what a short test of
// it says.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "core/explain/head_measures.h"
#include "core/explain/text_heads.h"
#include "core/files/fields.h"
#include "core/models/anatomy.h"

namespace headlight {

struct Lab;
struct LabPanel;

// As text_traits has them.
inline const EnumNames<Trait>& text_trait_names() {
  static const EnumNames<Trait> names{
      {Trait::previous, "previous"},   {Trait::itself, "itself"},       {Trait::next, "next"},
      {Trait::first, "first"},         {Trait::special, "special"},     {Trait::sink, "sink"},
      {Trait::duplicate, "duplicate"}, {Trait::induction, "induction"}, {Trait::peak, "peak"},
      {Trait::distance, "distance"},   {Trait::entropy, "entropy"}};
  return names;
}

struct TextHeadsLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr int first_parts = 200;  // read before anybody asks for more
  static constexpr int most_parts = 100'000'000;
  enum class Page { heads, head, narrow };  // all of them, the selected one, beside what a short test says

  Page page = Page::heads;
  Trait across = Trait::entropy, up = Trait::previous;  // of the page on all heads
  Trait of = Trait::previous;                           // of the two others
  std::string file;                                     // empty: sentences of our grammar
  std::string column;                                   // of a table; empty: the one with the most text
  int parts = first_parts;                              // so many of the text are read

  bool operator==(const TextHeadsLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page,
          EnumNames<Page>{{Page::heads, "heads"}, {Page::head, "head"}, {Page::narrow, "narrow"}});
    visit("across", self.across, text_trait_names());
    visit("up", self.up, text_trait_names());
    visit("of", self.of, text_trait_names());
    visit("file", self.file);
    visit("column", self.column);
    visit("parts", self.parts, Within{1, most_parts});
  }
};

// What the lab on heads over a text found.

struct LabInput;
struct LabWork;

// One row of the text, with its words.
struct TextExample {
  TextRow row;
  double share = 1;       // of all rows so many have less; 1: one of those with the most
  std::string text;       // of the part
  std::string asks, key;  // the word of the row, and the one with its largest weight
};

struct TextHeadsStudy {
  std::string called;                               // "our sentences", or the name of the file
  std::string error;                                // why the text cannot be read
  std::vector<std::string> columns;                 // of a table
  int column = -1;                                  // which was read
  std::shared_ptr<const TextMeasures> measures;     // as far as it was read; null with an error
  std::vector<HeadChoice> heads;                    // in the order of the measures
  std::shared_ptr<const MeasuredHeads> short_test;  // null as long as it is not there
  double seconds_a_part = 0;
  int chosen = -1;                    // the selected head, in the order of the measures
  std::vector<TextExample> examples;  // of the selected head and trait, those with most first

  int parts() const { return measures == nullptr ? 0 : static_cast<int>(measures->parts->size()); }
  bool whole() const { return measures != nullptr && measures->read >= parts(); }
  const HeadOverText& head(int at) const { return measures->heads.at(static_cast<std::size_t>(at)); }
};

// What the short test of a head says of the same: on random tokens where the field measures it there. Missing
// where it has nothing.
std::optional<float> in_short_test(const TextHeadsStudy& study, int head, Trait trait);
// What the field calls the head by that test, as a trait of a text; nothing where it reaches no threshold, or
// for copying, which is no place to look at.
std::optional<Trait> named_by_short_test(const TextHeadsStudy& study, int head);

void compute_text_heads(const LabInput& input, LabWork& work);

// "previous word: 97 % of 12,408 rows", "no pattern in most of 12,408 rows".
std::string named_over_text(const HeadOverText& head);
std::string rows_in_percent(float share);
// "the word before": where the weight goes that a trait counts.
std::string looked_at_over_text(Trait trait);

}  // namespace headlight
