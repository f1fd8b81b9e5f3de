// Attention beyond softmax: its pages.
#include <array>

#include "app/labs/beyond/beyond_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"

namespace headlight {
namespace {

class BeyondPanel : public LabPart<BeyondLab, BeyondStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    const std::array pages{Choice{to_be_said("One matrix")}, Choice{to_be_said("Look at nothing")}};
    choose_page(context_, rest_, says(), pages, &BeyondLab::page);
    // While another page is computed, what there is belongs to the one before.
    if (study_.page != settings_.page) return;
    if (settings_.page == BeyondPage::abstain) return draw_abstain_page(context_, rest_, study_.abstain);
    draw_recall_page(context_, rest_, study_.recall);
  }

 private:
  const char* says() const {
    if (settings_.page == BeyondPage::abstain)
      return "Each head should write the word behind the marker *, and nothing where there is no marker. But "
             "the weights of a softmax always add up to 1. Four ways out, each trained on the same texts.";
    return "Softmax asks every pair that was read. Without it attention is a recurrent network: one matrix, "
           "changed with every pair, holds all there is.";
  }
};

std::optional<ClassPicture> beyond_for_class(const PanelContext& context) {
  const auto* const study = result_of<BeyondStudy>(context);
  if (study == nullptr || study->page != context.session.labs.get<BeyondLab>().page) return {};
  if (study->page == BeyondPage::abstain) return abstain_for_class(context, study->abstain);
  return recall_for_class(context, study->recall);
}

std::optional<LabPanel::Said> said_of_abstaining(const Labs& labs) {
  if (labs.get<BeyondLab>().page != BeyondPage::abstain) return {};
  return LabPanel::Said{"Nothing to look at",
                        "Take the marker away, and see where the weights go. Or let them train longer."};
}

constexpr std::array<LabPanel::ForClass::Set, 4> beyond_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<BeyondLab>().kept = 0.7F; },
    [](const PanelContext&, Labs& labs) {
      labs.get<BeyondLab>().again = false;
      labs.get<BeyondLab>().pairs = most_recall_pairs;
    },
    [](const PanelContext&, Labs& labs) { labs.get<BeyondLab>().page = BeyondPage::abstain; }};

}  // namespace

constinit const LabPanel BeyondLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<BeyondPanel>,
    .help =
        "Pairs are read word by word: softmax keeps them all, linear attention and the delta rule keep one "
        "matrix. Who still knows what was said last?",
    .words =
        "linear attention delta rule deltanet fast weights state matrix overwrite mamba retnet softmax1 off "
        "by one attention sink gate abstain nothing without softmax",
    .tall = 640,
    .upright = 1500,
    .margin =
        {"Read pair by pair",
         "Play, and watch the two matrices. Then let older pairs fade, or take more names than numbers.",
         "More names than numbers",
         [](const PanelContext&, Labs& labs) {
           labs.get<BeyondLab>().page = BeyondPage::recurrent;
           labs.get<BeyondLab>().again = false;
           labs.get<BeyondLab>().pairs = most_recall_pairs;
         },
         said_of_abstaining},
    .for_class = {beyond_for_class, beyond_steps},
};

}  // namespace headlight
