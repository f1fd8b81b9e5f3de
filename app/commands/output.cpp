#include "app/commands/output.h"

#include "app/session/session_figure.h"

namespace headlight {

void save_figure(const Computed& computed, const std::filesystem::path& file, FigureOptions options) {
  options.theme = computed.session.theme;
  // Numbers are complete; a picture of a whole vocabulary would be too wide to read.
  write_figure(figure_of(computed.session, *computed.document, !holds_numbers(file)), file, options);
}

nlohmann::ordered_json sentences_json(const Document& document) {
  auto json = nlohmann::ordered_json::array();
  for (const Side& side : document.sides) {
    if (side.trace != nullptr) json.push_back({{"text", side.text}, {"translation", written(*side.trace)}});
  }
  return json;
}

}  // namespace headlight
