// The few heads that carry an effect, and the paths from the selected one.
#include <algorithm>
#include <memory>

#include "app/labs/causes/causes_work.h"
#include "core/models/model.h"

namespace headlight {
namespace {

// Heads that can be chosen: of the stack that reads, where another one writes. What writes hands everything
// on that it was told, so that any head of it would do.
std::vector<HeadPlace> heads_to_choose(const Anatomy& anatomy, std::string& among) {
  std::vector<HeadPlace> heads = heads_of(anatomy);
  if (anatomy.stacks.size() < 2 || anatomy.reading() == nullptr) {
    among = "the model";
    return heads;
  }
  const std::string stack(anatomy.reading()->info().stack);
  std::erase_if(heads, [&](const HeadPlace& head) { return head.stack != stack; });
  among = "the " + stack;
  return heads;
}

}  // namespace

void compute_cause_heads(const LabInput& input, CausesStudy& study) {
  if (study.alone) {
    study.no_heads = "Which heads carry an effect is found between two sentences: type a second one.";
    return;
  }
  const Anatomy& anatomy = input.model->anatomy();
  const std::vector<HeadPlace> among = heads_to_choose(anatomy, study.among);
  if (among.empty()) {
    study.no_heads = "This model has no heads.";
    return;
  }
  const auto search = *input.piece("causes heads", [&] {
    return std::make_shared<HeadSetSearch>(CausalRuns(input.model, study.from, study.to, study.question),
                                           among);
  });
  causes_in_pieces(input, {.name = "causes search",
                           .from = 0.5F,
                           .to = 0.75F,
                           .advance = [&](const auto& go_on) { return search->compute(go_on); },
                           .progress = [&] { return search->progress(); }});
  study.few = search->found();

  const std::vector<HeadPlace> all = heads_of(anatomy);
  const AttentionInfo& selected = info(input.head.attention);
  study.path_from = {std::string(selected.stack), std::string(selected.part), input.head.layer,
                     input.head.head};
  const auto from = std::find(all.begin(), all.end(), study.path_from);
  if (from == all.end()) return;
  const auto runs = *input.piece("causes paths", [&] {
    return std::make_shared<CausalRuns>(input.model, study.from, study.to, study.question);
  });
  for (auto to = from + 1; to != all.end(); ++to) {
    // Heads of one layer do not read one another.
    const bool beside =
        to->stack == from->stack && to->layer == from->layer && to->attention == from->attention;
    if (beside) continue;
    study.paths.push_back(*input.piece("causes path " + output_of(*to), [&] {
      if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
      const auto by = [&](bool query, bool key, bool value) {
        return path_effect(*runs, *from, *to, {.query = query, .key = key, .value = value});
      };
      return HeadPath{*to, by(true, true, true), by(true, false, false), by(false, true, false),
                      by(false, false, true)};
    }));
    if (input.progress) {
      const auto done = static_cast<float>(to - all.begin()) / static_cast<float>(all.size());
      input.progress(0.75F + 0.25F * done);
    }
  }
}

}  // namespace headlight
