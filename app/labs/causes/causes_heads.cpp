// The few heads that carry an effect, the paths from the selected one, and where heads look beside what they
// matter.
#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>

#include "app/lab/long_work.h"
#include "app/labs/causes/causes_work.h"
#include "core/models/model.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Heads that can be chosen: of the stack that reads, where another one writes. What writes hands everything
// on that it was told, so that any head of it would do.
std::vector<HeadPlace> heads_to_choose(const Anatomy& anatomy, std::string& among) {
  std::vector<HeadPlace> heads = heads_of(anatomy);
  if (anatomy.stacks.size() < 2 || anatomy.reading() == nullptr) {
    among = say("the model");
    return heads;
  }
  const std::string stack(anatomy.reading()->info().stack);
  std::erase_if(heads, [&](const HeadPlace& head) { return head.stack != stack; });
  among = say("the {stack}", {{"stack", stack}});
  return heads;
}

}  // namespace

void compute_cause_heads(const LabInput& input, CausesStudy& study) {
  if (study.alone) {
    study.no_heads = "To find the heads that carry an effect, compare two sentences: type a second one.";
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
  in_pieces(input, {.name = "causes search",
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

namespace {

// Where heads look beside what they matter: over held-out pairs, or over the two sentences on stage.

double looks_of(const HeadOverPairs& head, CausesLab::Looks looks) {
  switch (looks) {
    case CausesLab::Looks::cue:
      return head.cue;
    case CausesLab::Looks::noun:
      return head.noun;
    case CausesLab::Looks::asked:
      break;
  }
  return info(attention_of(head.head.stack, head.head.attention)).crosses() ? head.it : head.cue + head.noun;
}

// Null where there are no pairs of this model.
std::shared_ptr<CausesOverPairs> pairs_of(const LabInput& input) {
  const CausesStudy* last = causes_before(input);
  if (last != nullptr && last->over_pairs != nullptr && last->over_pairs_of == input.model)
    return last->over_pairs;
  return *input.piece("causes pairs", [&]() -> std::shared_ptr<CausesOverPairs> {
    if (!input.model->translates()) return nullptr;
    try {
      std::vector<ExchangedCue> pairs =
          exchanged_cues(input.model->source(), input.model->target(), pairs_measured);
      if (pairs.empty()) return nullptr;
      return std::make_shared<CausesOverPairs>(HeadsOverPairs(input.model, std::move(pairs)));
    } catch (const std::invalid_argument&) {
      return nullptr;
    }
  });
}

HeadDots dots_over_pairs(CausesOverPairs& over, const CausesLab& settings) {
  const std::lock_guard lock(over.busy);
  HeadDots all{.over_pairs = true, .count = over.heads.count()};
  all.tried = settings.pairs > 0 ? std::min(settings.pairs, over.heads.tried()) : over.heads.tried();
  all.answered = over.heads.answered(all.tried);
  if (all.answered == 0) return all;
  for (const HeadOverPairs& head : over.heads.means(all.tried))
    all.dots.push_back(
        {head.head, looks_of(head, settings.looks), head.effect, head.cue, head.noun, head.it});
  return all;
}

// Returns false where the model writes both pronouns in none of the pairs.
bool compute_over_pairs(const LabInput& input, CausesStudy& study) {
  const auto& settings = input.settings<CausesLab>();
  CausesOverPairs& over = *study.over_pairs;
  const int wanted = settings.pairs > 0 ? settings.pairs : over.heads.count();
  in_pieces(input, {.name = "causes over pairs",
                    .advance =
                        [&](const auto& go_on) {
                          const std::lock_guard lock(over.busy);
                          const auto more = [&] { return over.heads.tried() < wanted && go_on(); };
                          return over.heads.compute(more) || over.heads.tried() >= wanted;
                        },
                    .progress =
                        [&] {
                          const std::lock_guard lock(over.busy);
                          return static_cast<double>(over.heads.tried()) / std::max(1, wanted);
                        },
                    .fill =
                        [&](LabWork& work) {
                          CausesStudy so_far = study;
                          so_far.dots = dots_over_pairs(over, settings);
                          put_causes(input, std::move(so_far), work);
                        }});
  study.dots = dots_over_pairs(over, settings);
  return study.dots->answered > 0 || study.dots->tried < study.dots->count;
}

// Of the clean sentence, the words that the other one does not have at the same place.
std::set<int> what_differs(const CausalRuns& runs, const Trace& clean, Stream stream) {
  const std::vector<std::string>&own = clean.tokens(stream), &other = runs.other().tokens(stream);
  std::set<int> differ;
  for (int i = 0; i < static_cast<int>(own.size()); ++i) differ.insert(i);
  for (int row = 0; row < static_cast<int>(other.size()); ++row) {
    const std::optional<int> same = runs.row_in_clean(stream, row);
    if (same && *same < std::ssize(own) && own[*same] == other[row]) differ.erase(*same);
  }
  return differ;
}

// The largest weight that any other word gives to all that differs; NaN where the head has no such keys.
double looks_at(const CausalRuns& runs, const Trace& clean, const HeadPlace& head) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const AttentionInfo& about = info(attention_of(head.stack, head.attention));
  const int node = clean.find(head_path(head.stack, head.layer, head.attention, head.head, "weights"));
  if (node < 0) return none;
  const bool writes = writes_from_start(clean.anatomy().answer);
  if (writes && about.asked == Stream::target) return none;
  const std::set<int> differ = what_differs(runs, clean, about.asked);
  const Reading weights = clean.read(node);
  double most = none;
  for (int row = 0; row < weights.shape().rows; ++row) {
    if (about.asks == about.asked && differ.contains(row)) continue;
    if (writes && about.asks == Stream::target && row > runs.question().place) break;
    double sum = 0;
    for (const int column : differ)
      if (column < weights.shape().cols) sum += static_cast<double>(weights(row, column));
    if (!(most >= sum)) most = sum;
  }
  return differ.empty() ? none : most;
}

void compute_over_stage(const LabInput& input, CausesStudy& study) {
  if (study.alone) {
    study.no_heads = "To find how much a head matters, compare two sentences: type a second one.";
    return;
  }
  if (!study.nothing.empty()) return;
  std::vector<HeadPlace> heads = heads_of(input.model->anatomy());
  std::erase_if(heads, [&](const HeadPlace& head) { return study.to->find(output_of(head)) < 0; });
  if (heads.empty()) {
    study.no_heads = "This model has no heads.";
    return;
  }
  struct Made {
    CausalRuns runs;
    HeadDots dots;
  };
  const auto made = *input.piece("causes dots", [&] {
    return std::make_shared<Made>(
        Made{CausalRuns(input.model, study.from, study.to, study.question), HeadDots{}});
  });
  made->dots.no_pairs = study.dots ? study.dots->no_pairs : "";
  in_pieces(
      input,
      {.name = "causes each head",
       .advance =
           [&](const auto& go_on) {
             std::vector<HeadDot>& dots = made->dots.dots;
             while (dots.size() < heads.size()) {
               if (!go_on()) return false;
               const HeadPlace& head = heads[dots.size()];
               dots.push_back({head, looks_at(made->runs, *study.from, head),
                               made->runs.effect(made->runs.exchange(output_of(head)))});
             }
             return true;
           },
       .progress =
           [&] { return static_cast<double>(made->dots.dots.size()) / static_cast<double>(heads.size()); },
       .fill =
           [&](LabWork& work) {
             CausesStudy so_far = study;
             so_far.dots = made->dots;
             put_causes(input, std::move(so_far), work);
           }});
  study.dots = made->dots;
}

}  // namespace

void compute_head_dots(const LabInput& input, CausesStudy& study) {
  const auto& settings = input.settings<CausesLab>();
  if (settings.over == CausesLab::Over::pairs) {
    study.over_pairs = pairs_of(input);
    study.over_pairs_of = input.model;
    if (study.over_pairs != nullptr && compute_over_pairs(input, study)) return;
    study.dots = HeadDots{
        .no_pairs = study.over_pairs == nullptr
                        ? "This model has no held-out pairs of sentences, so these are the two on stage."
                        : "In none of the pairs does this model write both pronouns, so these are the two "
                          "sentences on stage."};
  }
  compute_over_stage(input, study);
}

}  // namespace headlight
