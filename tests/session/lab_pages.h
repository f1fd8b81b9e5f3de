// Every lab on every page, with every kind that it has: what holds for all of them is tried on these.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/labs/every_lab.h"
#include "app/session/session.h"
#include "tests/tiny_model.h"

namespace headlight {

struct LabPage {
  std::string name;
  Session session;
};

inline std::vector<LabPage> lab_pages() {
  std::vector<LabPage> pages;
  const auto add = [&](const Lab* lab, const std::string& name, const Labs& labs) {
    Session session;
    session.model = tiny_model_folder();
    session.text(0) = tired_sentence;
    session.text(1) = wide_sentence;
    show_lab(session, lab);
    session.labs = labs;
    session.token = 7;
    pages.push_back({name_of(lab_names(), lab) + ", " + name, session});
  };
  Labs labs;
  for (const auto& [of, name] : lookup_of_names()) {
    labs.get<LookupLab>().of = of;
    add(lab_named("lookup"), name, labs);
  }
  for (const auto& [page, name] : positions_page_names()) {
    for (const auto& [kind, kind_name] : positions_kind_names()) {
      for (const bool appended : {false, true}) {
        if (appended && kind != Positions::sinusoidal) continue;
        labs = {};
        labs.get<PositionsLab>().page = page;
        labs.get<PositionsLab>().kind = kind;
        labs.get<PositionsLab>().appended = appended;
        if (appended) labs.get<PositionsLab>().task = PositionsTask::third;
        add(lab_named("positions"), std::string(name) + ", " + kind_name, labs);
      }
    }
  }
  for (const auto& [shown, name] : order_shown_names()) {
    for (const bool positions : {false, true}) {
      labs = {};
      labs.get<OrderLab>().shown = shown;
      labs.get<OrderLab>().positions = positions;
      if (positions) labs.get<OrderLab>().order = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
      add(lab_named("order"), name, labs);
    }
  }
  for (const auto& [inputs, inputs_name] : attention_inputs_names()) {
    for (const auto& [asking, asking_name] : attention_asking_names()) {
      for (const auto& [alignment, alignment_name] : alignment_names()) {
        for (const auto& [projections, name] : projections_names()) {
          labs = {};
          labs.get<AttentionLab>().inputs = inputs;
          labs.get<AttentionLab>().asking = asking;
          labs.get<AttentionLab>().alignment = alignment;
          labs.get<AttentionLab>().projections = projections;
          labs.get<AttentionLab>().shares = asking == AttentionAsking::inputs    ? Weighting::softmax
                                            : alignment == Alignment::dot        ? Weighting::sum
                                            : alignment == Alignment::scaled_dot ? Weighting::none
                                                                                 : Weighting::softmax;
          labs.get<AttentionLab>().shuffle = alignment == Alignment::additive ? 3 : 0;
          add(lab_named("attention"),
              std::string(inputs_name) + ", " + asking_name + ", " + alignment_name + ", " + name, labs);
        }
      }
    }
  }
  labs = {};
  labs.get<AttentionLab>().page = AttentionPage::one_map;
  add(lab_named("attention"), "one map", labs);
  for (const auto& [page, name] : {std::pair{ScalingLab::Page::products, "products"},
                                   {ScalingLab::Page::softmax, "softmax"},
                                   {ScalingLab::Page::lengths, "lengths"}}) {
    for (const auto source : {ScalingLab::Source::sampled, ScalingLab::Source::model}) {
      labs = {};
      labs.get<ScalingLab>().page = page;
      labs.get<ScalingLab>().source = source;
      add(lab_named("scaling"), name, labs);
    }
  }
  for (const auto of : {TemperatureLab::Of::attention, TemperatureLab::Of::output}) {
    labs = {};
    labs.get<TemperatureLab>().of = of;
    labs.get<TemperatureLab>().temperature = 0.25F;
    add(lab_named("temperature"), of == TemperatureLab::Of::output ? "output" : "attention", labs);
  }
  for (const auto& [mask, name] : mask_names()) {
    labs = {};
    labs.get<MasksLab>().mask = mask;
    labs.get<MasksLab>().painted = {1, 2, 3, 4};
    add(lab_named("masks"), name, labs);
  }
  for (const auto page : {CostLab::Page::sentence, CostLab::Page::models, CostLab::Page::pictures,
                          CostLab::Page::growth, CostLab::Page::kept}) {
    labs = {};
    labs.get<CostLab>().page = page;
    add(lab_named("cost"), std::to_string(static_cast<int>(page)), labs);
  }
  for (const auto& [of, name] : vectors_of_names()) {
    for (const bool in_space : {false, true}) {
      labs = {};
      labs.get<VectorsLab>().of = of;
      labs.get<VectorsLab>().in_space = in_space;
      add(lab_named("vectors"), std::string(name) + (in_space ? ", three axes" : ", two axes"), labs);
    }
  }
  for (const auto& [page, name] : recurrence_page_names()) {
    for (const bool learning : {false, true}) {
      if (learning && page != RecurrencePage::waiting) continue;
      labs = {};
      labs.get<RecurrenceLab>().page = page;
      labs.get<RecurrenceLab>().learning = learning;
      if (learning) labs.get<RecurrenceLab>().step = 2;
      add(lab_named("recurrence"), std::string(name) + (learning ? ", learning" : ""), labs);
    }
  }
  for (const auto& [page, name] : captioners_page_names()) {
    labs = {};
    labs.get<CaptionersLab>().page = page;
    add(lab_named("captioners"), name, labs);
  }
  for (const auto& [page, name] : block_page_names()) {
    labs = {};
    labs.get<BlockLab>().page = page;
    add(lab_named("block"), name, labs);
  }
  for (const auto& [page, name] : training_page_names()) {
    labs = {};
    labs.get<TrainingLab>().page = page;
    labs.get<TrainingLab>().steps = 2;
    add(lab_named("training"), name, labs);
  }
  for (const auto& [run, name] : learn_run_names()) {
    for (const auto& [kind, kind_name] : learn_kind_names()) {
      if (run != LearnRun::yours && kind != LearnKind::small_translator) continue;
      labs = {};
      labs.get<LearnLab>().run = run;
      labs.get<LearnLab>().kind = kind;
      labs.get<LearnLab>().seed = most_learn_seed;  // which nobody has trained
      labs.get<LearnLab>().other_seed = 0;
      labs.get<LearnLab>().step = 10;
      add(lab_named("learn"), std::string(name) + ", " + kind_name, labs);
    }
  }
  for (const auto page : {DecodingLab::Page::words, DecodingLab::Page::cache, DecodingLab::Page::layers}) {
    for (const auto strategy :
         {DecodingLab::Strategy::greedy, DecodingLab::Strategy::sampling, DecodingLab::Strategy::beam}) {
      labs = {};
      labs.get<DecodingLab>().page = page;
      labs.get<DecodingLab>().strategy = strategy;
      labs.get<DecodingLab>().written = {"l'", "animal"};
      add(lab_named("decoding"),
          std::to_string(static_cast<int>(page)) + ", " + std::to_string(static_cast<int>(strategy)), labs);
    }
  }
  for (const auto put :
       {Exchange::clean, Exchange::zero, Exchange::mean, Exchange::shuffled, Exchange::noise}) {
    for (const auto heads : {CausesLab::Heads::apart, CausesLab::Heads::together}) {
      labs = {};
      labs.get<CausesLab>().put = put;
      labs.get<CausesLab>().heads = heads;
      if (put == Exchange::zero) labs.get<CausesLab>().place = 2;
      add(lab_named("causes"), "put " + std::to_string(static_cast<int>(put)), labs);
    }
  }
  labs = {};
  labs.get<CausesLab>().page = CausesLab::Page::heads;
  add(lab_named("causes"), "heads", labs);
  labs.get<CausesLab>().page = CausesLab::Page::score;
  add(lab_named("causes"), "score", labs);
  labs.get<CausesLab>().page = CausesLab::Page::logit;
  add(lab_named("causes"), "logit", labs);
  labs.get<CausesLab>().page = CausesLab::Page::attention;
  add(lab_named("causes"), "attention over pairs", labs);
  labs.get<CausesLab>().over = CausesLab::Over::stage;
  add(lab_named("causes"), "attention over the two sentences", labs);
  for (const auto page : {TokensLab::Page::cut, TokensLab::Page::pairs}) {
    for (const auto from : {TokensLab::From::sentences, TokensLab::From::text}) {
      labs = {};
      labs.get<TokensLab>().page = page;
      labs.get<TokensLab>().from = from;
      labs.get<TokensLab>().pairs = 60;
      add(lab_named("tokens"),
          std::to_string(static_cast<int>(page)) + ", " + std::to_string(static_cast<int>(from)), labs);
    }
  }
  for (const auto page : {TextHeadsLab::Page::heads, TextHeadsLab::Page::head, TextHeadsLab::Page::narrow}) {
    labs = {};
    labs.get<TextHeadsLab>().page = page;
    labs.get<TextHeadsLab>().parts = 12;
    add(lab_named("text_heads"), std::to_string(static_cast<int>(page)), labs);
  }
  for (const auto& [page, name] : beyond_page_names()) {
    labs = {};
    labs.get<BeyondLab>().page = page;
    add(lab_named("beyond"), name, labs);
  }
  for (const auto& [task, name] : head_task_names()) {
    for (const bool solved : {false, true}) {
      labs = {};
      labs.get<HandmadeLab>().task = task;
      for (int head = 0; solved && head < heads_of(task); ++head)
        set_head(labs.get<HandmadeLab>(), head, solution_of(task, head));
      add(lab_named("handmade"), std::string(name) + (solved ? ", solved" : ""), labs);
    }
  }
  // A lab whose pages nobody listed, as it opens.
  for (const Lab* lab : headlight::labs()) {
    const auto of_it = [&](const LabPage& page) { return lab_on_stage(page.session) == lab; };
    if (std::none_of(pages.begin(), pages.end(), of_it)) add(lab, "as it opens", {});
  }
  return pages;
}

}  // namespace headlight
