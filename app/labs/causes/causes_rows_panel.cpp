// What decides a word, at the places of the model: between the words at the left of the one place and the
// answer at the right. A plus that is pressed exchanges its row.
#include <algorithm>
#include <string>

#include "app/labs/causes/causes_panel.h"
#include "app/panels/place/cause_ways.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"

namespace headlight {
namespace {

double effect_at(const CauseWays& ways, const std::string& path, int row) {
  const auto found = std::find_if(ways.rows.begin(), ways.rows.end(), [&](const CauseWays::Row& each) {
    return each.row == row && each.path == path;
  });
  return found == ways.rows.end() ? 0 : found->effect;
}

// The rows behind each layer: the effect of the one under the mouse, and its exchange.
void follow_places(const PanelContext& context, const place::Page& page, const CausesStudy& study,
                   const CauseWays& ways) {
  Ui& ui = context.ui;
  for (const place::CausePlace& at : cause_places(page, ways)) {
    const auto block = std::find_if(study.map.blocks.begin(), study.map.blocks.end(),
                                    [&](const CausalMap::Block& each) { return each.path == at.path; });
    if (block == study.map.blocks.end() || block->together > 1) continue;
    const auto rows = static_cast<int>(block->effects.size());
    for (int row = at.rows.first; row < std::min(at.rows.first + at.rows.shown, rows); ++row) {
      if (!kept_cause(context, study, *block, row)) continue;
      const Area own = at.rows.row(row, at.area.left, at.area.right);
      ui.circle({own.middle_x(), own.middle_y()}, ui.px(9), context.ui.colours().focus, ui.px(3));
    }
    const Touch touch = ui.surface("causes/" + at.path, at.area);
    if (touch.focused) ui.focus_ring(at.area, ui.px(6));
    const int row = at.rows.at(ui.mouse().y);
    if (!touch.hovered || row < 0 || row >= rows) continue;
    ui.hand();
    const Area own = at.rows.row(row, at.area.left, at.area.right);
    ui.circle({own.middle_x(), own.middle_y()}, ui.px(9), context.ui.colours().ink, ui.px(2));
    const Trace& trace = page.trace;
    const std::string word = trace.label(trace.label(trace.at(at.path)).rows, row);
    const bool kept = kept_cause(context, study, *block, row).has_value();
    ui.tooltip(
        RichText(say(kept ? to_be_said("{place}, “{word}”: effect {effect}. Click to take the exchange back.")
                          : to_be_said("{place}, “{word}”: effect {effect}. Click to exchange this row."),
                     {{"place", at.called},
                      {"word", word},
                      {"effect", cause_effect_text(effect_at(ways, at.path, row))}})));
    if (touch.clicked) toggle_cause(context, study, *block, row);
  }
}

}  // namespace

bool draw_causes_in_rows(const PanelContext& context) {
  const LabWork* const work = work_of(context);
  const CausesStudy* const study = result_of<CausesStudy>(context);
  const CausesLab& settings = context.session.labs.get<CausesLab>();
  if (settings.page != CausesLab::Page::map || context.session.experts || study == nullptr || study->alone ||
      !study->nothing.empty() || study->mapping == nullptr || settings.blocks > 0 ||
      settings.put != Exchange::clean)
    return false;
  // At the sentence's and the model's altitude the words at the left are those that were typed.
  Session session = context.session;
  session.altitude = Altitude::model;
  session.side = study->into;
  const PanelContext own{context.ui, session, context.results, context.maps, context.page};
  place::Boxes boxes = place::boxes_of(own);
  if (boxes.narrow()) return false;
  // Before a class one sentence stands below the rows.
  const float below = boxes.presented() ? context.ui.px(40) : 0;
  for (Area* each : {&boxes.body, &boxes.words, &boxes.stage, &boxes.answer}) each->bottom -= below;
  boxes.rows -= below;
  const place::Page page(own, boxes);
  if (page.lane >= 0 || page.is_of_cells(page.attention.asks)) return false;
  Ui& ui = context.ui;
  Area rest = boxes.stage;
  const bool presented = boxes.presented();
  if (!presented)
    ui.text(rest.cut_top(ui.px(boxes.low ? 30 : 44)), Align::left, boxes.low ? type::section : type::title,
            ui.colours().ink, CausesLab::lab_row.question);
  const CauseWays* const ways = work->ways.get();
  if (ways == nullptr && !boxes.low && !presented)
    ui.text(rest.cut_top(ui.px(28)), Align::left, type::label, ui.colours().text_2,
            "One row after another is exchanged, and all behind it is computed again.");
  stage::Scene scene(ui, "place", 320);
  add_cause_ways(page, scene, ways, {.over = ui.px(presented ? 92 : boxes.low ? 84 : 112), .opens = false});
  place::draw_sentence_choice(page);
  place::draw_answer(page);
  place::draw_words(page, scene);
  scene.show();
  if (ways != nullptr && !presented) follow_places(context, page, *study, *ways);
  if (presented)
    ui.text({boxes.body.left, boxes.body.bottom, boxes.body.right, boxes.body.bottom + below}, Align::centre,
            page.face(type::label), ui.colours().ink,
            ways == nullptr ? say("The effects are being measured.")
                            : say("Thick lines turn the answer from “{from}” to “{to}”.",
                                  {{"from", ways->other}, {"to", ways->word}}));
  std::string& text = ui.state<LabText>().text;
  if (ways != nullptr) {
    for (const RichText& said : told_of_causes(page, ways)) {
      for (const TextRun& run : said.runs) text += run.text;
      text += " ";
    }
  } else {
    text = "The effects are being measured.";
  }
  return true;
}

}  // namespace headlight
