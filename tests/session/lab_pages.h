// Every lab on every page, with every kind that it has: what holds for all of them is tried on these.
#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "tests/tiny_model.h"

namespace headlight {

struct LabPage {
  std::string name;
  Session session;
};

inline std::vector<LabPage> lab_pages() {
  std::vector<LabPage> pages;
  const auto add = [&](LabKind lab, const std::string& name, const Labs& labs) {
    Session session;
    session.model = tiny_model_folder();
    session.sentence = tired_sentence;
    session.compare = wide_sentence;
    session.view = ViewKind::lab;
    session.lab = lab;
    session.labs = labs;
    session.token = 7;
    pages.push_back({name_of(lab_names(), lab) + ", " + name, session});
  };
  Labs labs;
  for (const auto& [of, name] : lookup_of_names()) {
    labs.lookup.of = of;
    add(LabKind::lookup, name, labs);
  }
  for (const auto& [page, name] : positions_page_names()) {
    for (const auto& [kind, kind_name] : positions_kind_names()) {
      for (const bool appended : {false, true}) {
        if (appended && kind != Positions::sinusoidal) continue;
        labs = {};
        labs.positions.page = page;
        labs.positions.kind = kind;
        labs.positions.appended = appended;
        if (appended) labs.positions.task = PositionsTask::third;
        add(LabKind::positions, std::string(name) + ", " + kind_name, labs);
      }
    }
  }
  for (const auto& [shown, name] : order_shown_names()) {
    for (const bool positions : {false, true}) {
      labs = {};
      labs.order.shown = shown;
      labs.order.positions = positions;
      if (positions) labs.order.order = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
      add(LabKind::order, name, labs);
    }
  }
  for (const auto& [inputs, inputs_name] : attention_inputs_names()) {
    for (const auto& [asking, asking_name] : attention_asking_names()) {
      for (const auto& [alignment, alignment_name] : alignment_names()) {
        for (const auto& [projections, name] : projections_names()) {
          labs = {};
          labs.attention.inputs = inputs;
          labs.attention.asking = asking;
          labs.attention.alignment = alignment;
          labs.attention.projections = projections;
          labs.attention.softmax = asking == AttentionAsking::inputs || alignment == Alignment::dot;
          labs.attention.shuffle = alignment == Alignment::additive ? 3 : 0;
          add(LabKind::attention,
              std::string(inputs_name) + ", " + asking_name + ", " + alignment_name + ", " + name, labs);
        }
      }
    }
  }
  for (const auto page : {ScalingLab::Page::products, ScalingLab::Page::softmax}) {
    for (const auto source : {ScalingLab::Source::sampled, ScalingLab::Source::model}) {
      labs = {};
      labs.scaling.page = page;
      labs.scaling.source = source;
      add(LabKind::scaling, page == ScalingLab::Page::products ? "products" : "softmax", labs);
    }
  }
  for (const auto of : {TemperatureLab::Of::attention, TemperatureLab::Of::output}) {
    labs = {};
    labs.temperature.of = of;
    labs.temperature.temperature = 0.25F;
    add(LabKind::temperature, of == TemperatureLab::Of::output ? "output" : "attention", labs);
  }
  for (const auto& [mask, name] : mask_names()) {
    labs = {};
    labs.masks.mask = mask;
    labs.masks.painted = {1, 2, 3, 4};
    add(LabKind::masks, name, labs);
  }
  for (const auto page : {CostLab::Page::sentence, CostLab::Page::models, CostLab::Page::growth}) {
    labs = {};
    labs.cost.page = page;
    add(LabKind::cost, std::to_string(static_cast<int>(page)), labs);
  }
  return pages;
}

}  // namespace headlight
