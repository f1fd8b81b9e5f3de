#include "app/window/theme.h"

#include "app/widgets/ui.h"

namespace headlight {

void apply_theme(ImGuiStyle& style, const Palette& colours, float scale) {
  const auto colour = [](Rgb rgb, float alpha = 1) { return ImGui::ColorConvertU32ToFloat4(Ui::ink(rgb, alpha)); };
  style = ImGuiStyle();
  style.AntiAliasedLinesUseTex = false;
  style.CircleTessellationMaxError = 0.2F;
  style.CurveTessellationTol = 0.6F;
  style.ScaleAllSizes(scale);
  style.FrameBorderSize = 0;
  style.Colors[ImGuiCol_Text] = colour(colours.ink);
  style.Colors[ImGuiCol_TextDisabled] = colour(colours.text_3);
  style.Colors[ImGuiCol_TextSelectedBg] = colour(colours.focus, 0.55F);
  for (const ImGuiCol ground : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive}) {
    style.Colors[ground] = ImVec4(0, 0, 0, 0);
  }
  style.Colors[ImGuiCol_NavHighlight] = ImVec4(0, 0, 0, 0);
}

}  // namespace headlight
