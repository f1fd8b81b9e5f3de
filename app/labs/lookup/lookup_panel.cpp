// How a word becomes numbers: a one-hot row times a matrix, and the row that it picks.
#include "app/labs/lookup/lookup_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/panels.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/labs/lookup.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// A table of keys and values, asked in three ways: as a dictionary, by the nearest key, and softly.

// One of the three: what it takes of each entry, and what it finds.
struct LookupWay {
  const char* name;
  const char* brief;  // in a narrow column
  const char* about;
  const char* shares;  // the nodes
  const char* found;
};
constexpr std::array lookup_ways{LookupWay{"dictionary", "exact", "the entry whose key is the query",
                                           "lookup_lab.exact", "lookup_lab.exact_value"},
                                 LookupWay{"nearest", "nearest", "the entry with the largest q · k",
                                           "lookup_lab.nearest", "lookup_lab.nearest_value"},
                                 LookupWay{"soft", "soft", "all entries, by softmax(q · k / T)",
                                           "lookup_lab.weights", "lookup_lab.mixed"}};

class SoftLookupView {
 public:
  SoftLookupView(const PanelContext& context, const Area& area, const Trace& trace,
                 const SoftLookupStudy& study)
      : context_(context),
        ui_(context.ui),
        c_(ui_.colours()),
        settings_(context.session.labs.get<LookupLab>()),
        trace_(trace),
        study_(study),
        of_(*study.catalogue),
        rest_(area) {}

  void draw() {
    draw_controls();
    lay_out();
    draw_names();
    for (std::size_t entry = 0; entry < of_.entries.size(); ++entry) draw_entry(entry);
    for (const LookupWay& way : lookup_ways) draw_found(way);
  }

 private:
  // What is asked for, and how softly.
  void draw_controls() {
    Area row = rest_.cut_top(number_slide_height(ui_));
    rest_.cut_top(ui_.px(16));
    const float gap = ui_.px(18);
    const auto count = static_cast<float>(of_.attributes.size() + 1);
    const float wide = std::min(ui_.px(190), std::floor((row.width() + gap) / count) - gap);
    for (std::size_t i = 0; i < of_.attributes.size(); ++i) {
      const std::string name(of_.attributes[i]);
      const double wished = i < settings_.wish.size() ? static_cast<double>(settings_.wish[i]) : 0;
      const NumberSlide slide =
          setting_slide(settings_, &LookupLab::wish, {.label = name, .in_force = wished, .usual = 1});
      const std::string id = "slide/" + setting_id(settings_, &LookupLab::wish) + "/" + name;
      if (const auto to = number_slide(ui_, id, row.cut_left(wide), slide))
        change_lab<LookupLab>(context_, [&](LookupLab& lab) {
          lab.wish.resize(std::max(lab.wish.size(), of_.attributes.size()), 0);
          lab.wish[i] = static_cast<float>(*to);
        });
      row.cut_left(gap);
    }
    slide_setting(context_, row.cut_left(wide), &LookupLab::temperature, {.label = "T, temperature"});
  }

  // Columns: the entry, its key, q.k, what each way takes of it, its value.
  void lay_out() {
    const auto keys = static_cast<float>(of_.attributes.size());
    const auto amounts = static_cast<float>(of_.amounts.size());
    name_ = std::min(ui_.px(170), rest_.width() * 0.17F);
    column_ = std::floor((rest_.width() - name_) / (keys + amounts + 4 + 0.8F));
    key_left_ = rest_.left + name_;
    score_left_ = key_left_ + column_ * keys;
    ways_left_ = score_left_ + column_ * 1.2F;
    value_left_ = ways_left_ + column_ * 3.6F;
    const auto lines = static_cast<float>(of_.entries.size() + lookup_ways.size());
    line_ = std::min(ui_.px(46), std::floor((rest_.height() - ui_.px(88)) / lines));
  }

  Area cell(float left, std::size_t i, const Area& row) const {
    return Area::at(left + column_ * static_cast<float>(i), row.top, column_ - ui_.px(6), row.height());
  }
  Area way_cell(std::size_t i, const Area& row) const {
    const float wide = column_ * 1.15F;
    return Area::at(ways_left_ + wide * static_cast<float>(i), row.top, wide - ui_.px(14), row.height());
  }

  void draw_names() {
    const Area groups = rest_.cut_top(ui_.px(22)), names = rest_.cut_top(ui_.px(24));
    const auto group = [&](float left, const char* text, Rgb colour) {
      ui_.text(left, groups.middle_y(), type::label_hot, colour, text);
    };
    group(rest_.left, "entry", c_.ink);
    group(key_left_, "key", c_.key);
    group(ways_left_, "how much is taken", c_.weights);
    group(value_left_, "value", c_.value);
    const auto name = [&](const Area& place, std::string_view text) {
      ui_.text(place, Align::left, type::caption, c_.text_2,
               ui_.shortened(type::caption, text, place.width()));
    };
    for (std::size_t i = 0; i < of_.attributes.size(); ++i)
      name(cell(key_left_, i, names), of_.attributes[i]);
    name(cell(score_left_, 0, names), "q · k");
    for (std::size_t i = 0; i < lookup_ways.size(); ++i) {
      const Area place = way_cell(i, names);
      const bool room = ui_.width(type::caption, lookup_ways[i].name) <= place.width();
      name(place, room ? lookup_ways[i].name : lookup_ways[i].brief);
    }
    for (std::size_t i = 0; i < of_.amounts.size(); ++i) name(cell(value_left_, i, names), of_.amounts[i]);
  }

  // A number of the record: pressed, the inspector takes it apart.
  void number(const Area& place, const char* path, int row, int column, const std::string& text, Rgb colour) {
    if (ui_.hovered(place)) {
      ui_.hand();
      ui_.fill(place.inset(0, ui_.px(3)), c_.rail, ui_.px(4));
      ui_.state<Hover>().cell = CellName{path, row, column};
    }
    ui_.text(place.left + ui_.px(2), place.middle_y(), type::number, colour, text);
    if (ui_.clicked(place)) ui_.emit(SelectCell{{path, row, column}});
  }

  void draw_entry(std::size_t entry) {
    const Area row = rest_.cut_top(line_);
    ui_.line(row.left, row.top, rest_.right, row.top, c_.hairline, ui_.hairline());
    const int at = static_cast<int>(entry);
    Area name{row.left, row.top, key_left_ - ui_.px(8), row.bottom};
    if (of_.colours) draw_tin(name.cut_left(ui_.px(34)), trace_.read("lookup_lab.value"), at, true);
    ui_.text(name, Align::left, type::label, c_.ink,
             ui_.shortened(type::label, of_.entries[entry], name.width()));
    const Reading keys = trace_.read("lookup_lab.key"), scores = trace_.read("lookup_lab.scores"),
                  values = trace_.read("lookup_lab.value");
    for (int i = 0; i < keys.shape().cols; ++i)
      number(cell(key_left_, static_cast<std::size_t>(i), row), "lookup_lab.key", at, i,
             significant_text(keys(at, i), 3), keys(at, i) == 0 ? c_.text_3 : c_.ink);
    number(cell(score_left_, 0, row), "lookup_lab.scores", 0, at, fixed_text(scores(0, at), 2), c_.ink);
    for (std::size_t i = 0; i < lookup_ways.size(); ++i) {
      const Area place = way_cell(i, row);
      const float share = trace_.read(lookup_ways[i].shares)(0, at);
      Area bar = place.inset(0, ui_.px(9));
      bar.right = bar.left + std::max(ui_.hairline(), bar.width() * share);
      if (share > 0) ui_.fill(bar, c_.weights, ui_.px(3), 0.28F);
      number(place, lookup_ways[i].shares, 0, at,
             share == 0 || share == 1 ? significant_text(share) : probability_text(share),
             share == 0 ? c_.text_3 : c_.ink);
    }
    for (int i = 0; i < values.shape().cols; ++i)
      number(cell(value_left_, static_cast<std::size_t>(i), row), "lookup_lab.value", at, i,
             value_of(values(at, i)), c_.ink);
  }

  std::string value_of(float value) const { return significant_text(value, of_.colours ? 3 : 4); }

  void draw_tin(const Area& area, const Reading& values, int row, bool filled) {
    const Area tin = Area::at(area.left, area.middle_y() - ui_.px(11), ui_.px(24), ui_.px(22));
    if (filled) {
      const auto part = [&](int i) {
        return static_cast<std::uint8_t>(std::lround(255 * std::clamp(values(row, i), 0.0F, 1.0F)));
      };
      ui_.fill(tin, Rgb{part(0), part(1), part(2)}, ui_.px(4));
    }
    ui_.outline(tin, c_.strong_line, ui_.hairline(), ui_.px(4));
  }

  // What one way finds, under the values.
  void draw_found(const LookupWay& way) {
    const Area row = rest_.cut_top(line_);
    ui_.line(row.left, row.top, rest_.right, row.top,
             &way == lookup_ways.data() ? c_.strong_line : c_.hairline, ui_.hairline());
    const bool nothing = &way == lookup_ways.data() && !study_.found;
    const Reading found = trace_.read(way.found);
    Area name{row.left, row.top, ways_left_, row.bottom};
    const float end = ui_.text(name.left, row.middle_y(), type::label_hot, c_.ink, way.name);
    name.left = end + ui_.px(10);
    ui_.text(name, Align::left, type::caption, c_.text_2,
             ui_.shortened(type::caption, way.about, name.width() - ui_.px(8)));
    if (of_.colours) {
      const Area tin{value_left_ - ui_.px(36), row.top, value_left_, row.bottom};
      draw_tin(tin, found, 0, !nothing);
    }
    if (nothing) {
      ui_.text(value_left_ + ui_.px(2), row.middle_y(), type::label, c_.text_2, "no entry");
      return;
    }
    for (int i = 0; i < found.shape().cols; ++i)
      number(cell(value_left_, static_cast<std::size_t>(i), row), way.found, 0, i, value_of(found(0, i)),
             c_.ink);
  }

  const PanelContext& context_;
  Ui& ui_;
  const Palette& c_;
  const LookupLab& settings_;
  const Trace& trace_;
  const SoftLookupStudy& study_;
  const LookupCatalogue& of_;
  Area rest_;
  float name_ = 0, column_ = 0, line_ = 0;
  float key_left_ = 0, score_left_ = 0, ways_left_ = 0, value_left_ = 0;
};

}  // namespace

void draw_soft_lookup(const PanelContext& context, const Area& area, const Trace& trace,
                      const SoftLookupStudy& study) {
  SoftLookupView(context, area, trace, study).draw();
}

namespace {

void draw_lookup_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const LookupLab& settings = context.session.labs.get<LookupLab>();
  Area rest = area;
  const std::array pages{Choice{to_be_said("letters")}, Choice{to_be_said("the sentence")},
                         Choice{to_be_said("films")}, Choice{to_be_said("paint")}};
  const bool soft = settings.of == LookupOf::films || settings.of == LookupOf::paint;
  choose_page(
      context, rest,
      soft
          ? "A dictionary answers only to the exact key. Attention takes something from every entry: the "
            "better its key fits, the more. That is a soft lookup."
          : "A one-hot row times a matrix gives one of its rows. So it does the same as looking that row up.",
      pages, &LookupLab::of, [](LookupLab& lab) { lab.place = 0; });
  if (settings.of == LookupOf::letters && !ui.exporting()) {
    std::string typed = settings.letters;
    const Area field = Area::at(rest.left, rest.top, lookup_field_width(ui), ui.px(34));
    if (text_field(ui, "lookup/letters", field, typed, type::number,
                   say("up to {n} letters", {{"n", std::to_string(LookupLab::most_letters)}}))
            .changed) {
      const std::string letters = letters_text(letters_of(typed, LookupLab::most_letters));
      change_lab<LookupLab>(context, [&](LookupLab& lab) { lab.letters = letters; });
    }
    // What is typed beyond them would vanish without a word.
    if (std::ssize(settings.letters) >= LookupLab::most_letters)
      ui.text({field.left, field.top, field.right - ui.px(10), field.bottom}, Align::right, type::caption,
              ui.colours().text_3, say("at most {n}", {{"n", std::to_string(LookupLab::most_letters)}}));
  }
  const LabWork* work = work_of(context);
  if (work == nullptr || work->recorded == nullptr) return;
  if (const auto* study = work->result<SoftLookupStudy>())
    return draw_soft_lookup(context, rest, *work->recorded->trace(0), *study);
  draw_lookup_matrices(context, rest, *work);
}

// --- before a class

std::optional<ClassPicture> soft_lookup_for_class(const PanelContext& context, const LabWork& work,
                                                  const LookupCatalogue& of) {
  const Reading weights = work.recorded->trace(0)->read("lookup_lab.weights");
  const auto& settings = context.session.labs.get<LookupLab>();
  std::string wish;
  for (std::size_t i = 0; i < of.attributes.size(); ++i) {
    if (i < settings.wish.size() && settings.wish[i] > 0)
      wish += (wish.empty() ? "" : ", ") + std::string(of.attributes[i]);
  }
  const std::vector<std::string> entries(of.entries.begin(), of.entries.end());
  std::vector<float> shares;
  for (int entry = 0; entry < weights.shape().cols; ++entry) shares.push_back(weights(0, entry));
  const ClassBars bars = class_shares(entries, shares, context.ui.colours().weights);
  return ClassPicture{
      .word = wish,
      .about = say("is asked for, at T = {t}:", {{"t", significant_text(settings.temperature, 3)}}),
      .shows = bars,
      .says = say("No {entry} is found alone: each gives its share. The nearest, {name}, gives {share}.",
                  {{"entry", std::string(of.entry)},
                   {"name", bars.bars.front().name},
                   {"share", bars.bars.front().number}})};
}

std::optional<ClassPicture> lookup_for_class(const PanelContext& context) {
  const LabWork& work = *work_of(context);
  if (const auto* soft = work.result<SoftLookupStudy>())
    return soft_lookup_for_class(context, work, *soft->catalogue);
  const auto* const study = work.result<LookupStudy>();
  if (study == nullptr) return {};
  const std::vector<std::string>& words = work.maps.at("product")->row_labels;
  const int place =
      std::clamp(context.session.labs.get<LookupLab>().place, 0, static_cast<int>(words.size()) - 1);
  const std::string& word = words.at(static_cast<std::size_t>(place));
  const auto found = std::find(study->names.begin(), study->names.end(), word);
  const int row = found == study->names.end() ? -1 : static_cast<int>(found - study->names.begin());
  return ClassPicture{.word = word,
                      .about = say("picks its row of the table:"),
                      .shows = ClassCells{work.maps.at("table"), row},
                      .says = say("The row of “{word}” is its {n} numbers, wherever it stands in a text.",
                                  {{"word", word}, {"n", std::to_string(work.maps.at("table")->columns)}})};
}

constexpr std::array<LabPanel::ForClass::Set, 3> lookup_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<LookupLab>().of = LookupOf::films; },
    [](const PanelContext&, Labs& labs) {
      labs.get<LookupLab>().of = LookupOf::films;
      labs.get<LookupLab>().temperature = 0.2F;
    }};

}  // namespace

constinit const LabPanel LookupLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lookup_lab,
    .help =
        "A word as a one-hot vector times the embedding matrix, and as the row that this picks. Choose "
        "another word.",
    .words = "one-hot embedding word vector dictionary table query key value number token id",
    .margin = {"Point at a row",
               "Type letters, and choose one. Its row has a single 1, and that picks one row of the table.",
               "Ask for what comes near",
               [](const PanelContext&, Labs& labs) { labs.get<LookupLab>().of = LookupOf::films; }},
    .for_class = {lookup_for_class, lookup_steps},
};

}  // namespace headlight
