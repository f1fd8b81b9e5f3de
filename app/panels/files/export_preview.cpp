#include "app/panels/files/export_dialog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/common/heatmap_cache.h"
#include "app/session/session_figure.h"
#include "core/figure/drawing.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

FigureOptions figure_options_of(const ExportDialog& dialog, Theme theme) {
  FigureOptions options = dialog.figure;
  options.theme = theme;
  if (options.width_mm == 0) options.points = 0;
  return options;
}

SheetOptions sheet_options_of(const ExportDialog& dialog) {
  constexpr std::array answers{Answers::without, Answers::behind, Answers::alone};
  return {.paper = dialog.paper == 0 ? Paper::a4 : Paper::letter, .answers = answers.at(dialog.answers)};
}

Figure worded(Figure figure, const ExportDialog& dialog) {
  if (!dialog.title.empty()) figure.title = dialog.title;
  if (!dialog.caption.empty()) figure.caption = dialog.caption;
  return figure;
}

namespace {

struct PreviewImage {
  std::string of;  // what was asked for when it was made
  RasterPtr image;
  std::string size, error;
  std::vector<std::string> notes;
};

struct FigurePreview {
  std::string asked;
  std::shared_ptr<const Figure> figure;  // of what is asked for
  std::shared_ptr<PreviewImage> shown = std::make_shared<PreviewImage>();
  std::shared_ptr<PictureWork> work = std::make_shared<PictureWork>();
};

std::string size_text(const Drawing& drawing) {
  const auto whole = [](double number) { return std::to_string(static_cast<int>(std::lround(number))); };
  if (!drawing.in_millimetres)
    return say("{width} × {height} units",
               {{"width", whole(drawing.width)}, {"height", whole(drawing.height)}});
  return say("{width} × {height} mm", {{"width", whole(drawing.width * mm_per_unit)},
                                       {"height", whole(drawing.height * mm_per_unit)}});
}

PreviewImage preview_of(const Figure& figure, const FigureOptions& options, double wide, double tall) {
  PreviewImage made;
  try {
    const Drawing drawing = drawing_of(figure, options, &made.notes);
    made.size = size_text(drawing);
    const double scale = std::min(wide / drawing.width, tall / drawing.height);
    made.image = std::make_shared<const Raster>(raster_of(drawing, scale));
  } catch (const std::exception& error) {
    made.error = told(error);
  }
  return made;
}

// All that the picture depends on.
std::string name_of(const PanelContext& context, const ExportDialog& dialog, const Area& place) {
  std::string name = to_json(context.session);
  for (const int side : {0, 1})
    name += "/" + std::to_string(reinterpret_cast<std::uintptr_t>(context.maps[side].trace().get()));
  const FigureOptions& figure = dialog.figure;
  for (const FigureSwitch& each : figure_switches) name += figure.*each.field ? "1" : "0";
  for (const double one : {figure.width_mm, figure.points, static_cast<double>(place.width()),
                           static_cast<double>(place.height())})
    name += "/" + std::to_string(one);
  return name + "/" + dialog.title + "/" + dialog.caption + "/" + figure.font;
}

}  // namespace

void draw_figure_preview(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const ExportDialog& dialog = ui.state<ExportDialog>();
  FigurePreview& preview = ui.state<FigurePreview>();
  Area rest = area;
  const Area words = rest.cut_bottom(ui.px(96), ui.px(8));
  preview.work->follow();
  const std::string name = name_of(context, dialog, rest);
  const std::shared_ptr<PreviewImage> shown = preview.shown;
  if (name != preview.asked) {
    preview.asked = name;
    try {
      preview.figure =
          std::make_shared<const Figure>(worded(figure_of(context.session, context.results, true), dialog));
    } catch (const std::exception& error) {
      preview.figure.reset();
      *shown = {name, nullptr, "", told(error), {}};
    }
  }
  if (shown->of != name && preview.figure != nullptr) {
    FigureOptions options = figure_options_of(dialog, context.session.theme);
    options.ground = true;
    preview.work->ask(
        name,
        [figure = preview.figure, options, shown, name, wide = static_cast<double>(rest.width()),
         tall = static_cast<double>(rest.height())]() -> PictureWork::Keep {
          PreviewImage made = preview_of(*figure, options, wide, tall);
          made.of = name;
          return [shown, made = std::move(made)] { *shown = made; };
        });
    ui.state().move_at(ui.state().now + 0.05);
  }
  if (shown->image == nullptr) {
    ui.outline(rest, c.hairline, ui.hairline());
    const bool wrong = !shown->error.empty();
    ui.wrapped(rest.inset(ui.px(12), ui.px(12)), type::caption, wrong ? c.error : c.text_3,
               wrong ? shown->error : "drawing …", ui.px(17));
    return;
  }
  const auto wide = static_cast<float>(shown->image->width), tall = static_cast<float>(shown->image->height);
  const Area page = Area::at(std::round(rest.middle_x() - wide / 2), rest.top, wide, tall);
  ui.image(shown->image, page);
  ui.outline(page.outset(ui.hairline()), c.hairline, ui.hairline());
  // Of notes as many as have room.
  Area lines = words;
  lines.top = page.bottom + ui.px(10);
  std::string said = shown->size + ".";
  for (const std::string& note : shown->notes) said += " " + note;
  ui.wrapped(lines, type::caption, c.text_2, said, ui.px(17));
}

}  // namespace headlight
