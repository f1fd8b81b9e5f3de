#include <algorithm>
#include <array>
#include <ostream>
#include <stdexcept>
#include <string>

#include "core/figure/figure.h"
#include "core/figure/figure_numbers.h"
#include "core/files/csv.h"
#include "core/files/file_error.h"
#include "core/files/replace_file.h"

namespace headlight {
namespace {

constexpr std::array number_endings{".csv", ".tsv", ".npy"};
constexpr std::array picture_endings{".png", ".svg", ".pdf"};

template <typename Endings>
bool is_one_of(const Endings& endings, const std::string& extension) {
  return std::find(endings.begin(), endings.end(), extension) != endings.end();
}

void write_numbers(const Figure& figure, const std::filesystem::path& path, const std::string& extension) {
  if (figure.panels.empty()) throw std::invalid_argument("figure: there is nothing to write");
  for (const Heatmap& map : figure.panels) check(map);
  if (extension == ".npy") {
    write_figure_npy(figure, path);
  } else if (extension == ".tsv") {
    const std::string text = tab_separated(figure);
    replace_file(path, std::span<const char>(text));
  } else {
    write_csv(path, csv_records(figure));
  }
}

}  // namespace

bool holds_numbers(const std::filesystem::path& path) { return is_one_of(number_endings, ending_of(path)); }

void write_figure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options) {
  const std::string extension = ending_of(path);
  if (is_one_of(number_endings, extension)) return write_numbers(figure, path, extension);
  if (!is_one_of(picture_endings, extension)) {
    throw FormatError(path, "no figure can be written with this ending",
                      "end the name in .png, .svg, .pdf, .csv, .tsv or .npy");
  }
  write_drawing(drawing_of(figure, options), path, {.scale = options.scale, .ground = options.ground});
}

}  // namespace headlight
