// The choice of what the view shows beside the picture.
#include <array>

#include "app/panels/picture/picture_parts.h"
#include "app/widgets/controls.h"

namespace headlight {

float draw_picture_faces(const PanelContext& context, const Area& line) {
  Ui& ui = context.ui;
  if (ui.exporting()) return line.right;
  struct Shown {
    PictureShows shows;
    const char* label;
    const char* hint;
  };
  const std::array faces{
      Shown{PictureShows::attention, "Attention", "Where a head looks"},
      Shown{PictureShows::features, "Features", "What the convolutions find"},
      Shown{PictureShows::positions, "Positions", "The cells as tokens, and how alike their positions are"}};
  float wide = -ui.px(6);
  for (const Shown& face : faces) wide += small_button_width(ui, face.label) + ui.px(6);
  // Too narrow beside two pictures and their difference: the palette has them as well.
  if (wide > line.width()) return line.right;
  const float left = line.right - wide;
  float x = left;
  for (const Shown& face : faces) {
    if (small_button(ui, std::string("picture/face/") + face.label, x, line.middle_y(), face.label, face.hint,
                     context.session.picture_shows == face.shows))
      ui.emit(ShowOfPicture{face.shows, context.session.picture_layer});
    x += small_button_width(ui, face.label) + ui.px(6);
  }
  return left;
}

}  // namespace headlight
