// The sheet with a link as a QR code, for a class that has phones.
#pragma once

#include <cstddef>
#include <string>

#include "app/panels/common/panels.h"

namespace headlight {

struct LinkCode {
  bool wanted = false;  // of the next link that is copied
  std::string link;     // that the sheet shows; empty: the sheet asks for a link instead
};

// Letters. A code of more has so many modules that a phone reads it from a screen only with luck.
inline constexpr std::size_t longest_in_code = 1273;

struct QrCode;
// As large as whole pixels allow, in the middle of the area's width.
void draw_qr_code(Ui& ui, const Area& area, const QrCode& code);

// In place of the sheet that opens a link, as long as there is a link to show.
void draw_link_code(const PanelContext& context);

}  // namespace headlight
