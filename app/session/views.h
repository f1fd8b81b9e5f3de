// The views of the stage: what each is, whatever draws it.
#pragma once

#include <span>

#include "core/models/anatomy.h"
#include "core/text/enum_names.h"

namespace headlight {

enum class ViewKind { picture, map, flow, unrolled, heads, lines, steps, causes, decoding, lab };

struct ViewInfo {
  ViewKind kind;
  const char* name;                    // in sessions, on the command line and in the glossary
  const char* title;                   // on its tab
  bool (*is_for)(const Anatomy& has);  // whether a model has what it shows
  bool follows_steps = false;          // shows the slider's step itself; the others give way to Steps
};

// Every one, in the order of the enum and of the tabs: from the outside in.
std::span<const ViewInfo> all_views();
const ViewInfo& info(ViewKind view);
const EnumNames<ViewKind>& view_names();

inline bool has_view(const Anatomy& anatomy, ViewKind view) { return info(view).is_for(anatomy); }
// The view asked for, or one that the model has.
ViewKind view_within(const Anatomy& anatomy, ViewKind asked);

}  // namespace headlight
