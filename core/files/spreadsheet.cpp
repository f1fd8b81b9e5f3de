#include "core/files/spreadsheet.h"

#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include "core/files/whole_file.h"
#include "core/files/zip.h"
#include "core/platform/portable.h"

namespace headlight {
namespace {

constexpr std::size_t most_sheet_rows = 1'048'576, most_sheet_columns = 16'384, longest_sheet_name = 31;

std::string in_xml(const std::string& text) {
  std::string made;
  for (const char c : text) {
    switch (c) {
      case '&':
        made += "&amp;";
        break;
      case '<':
        made += "&lt;";
        break;
      case '>':
        made += "&gt;";
        break;
      case '"':
        made += "&quot;";
        break;
      default:
        // What XML cannot hold.
        if (static_cast<unsigned char>(c) >= 32 || c == '\n' || c == '\t') made += c;
    }
  }
  return made;
}

std::string sheet_digits(double number) {
  std::array<char, 32> digits{};
  const auto end = portable::to_chars(digits.data(), digits.data() + digits.size(), number);
  return {digits.data(), end.ptr};
}

std::string area_name(const CellColours& area) {
  return spreadsheet_place(area.top, area.left) + ":" + spreadsheet_place(area.bottom, area.right);
}

constexpr const char* xml_head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
constexpr const char* main_space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
constexpr const char* of_office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

// Numbers with three decimals, minus infinity by its sign; bold words; plain words. A format of several parts
// writes no minus of its own.
constexpr int style_plain = 0, style_number = 1, style_strong = 2, style_strong_number = 3, style_right = 4;
std::string styles_part() {
  return std::string(xml_head) + "<styleSheet xmlns=\"" + main_space +
         "\"><numFmts count=\"1\"><numFmt numFmtId=\"164\" "
         "formatCode=\"[&lt;-1E+299]&quot;−∞&quot;;[&lt;0]-0.000;0.000\"/></numFmts>"
         "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
         "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
         "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
         "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
         "<borders count=\"1\"><border/></borders>"
         "<cellStyleXfs count=\"1\"><xf/></cellStyleXfs><cellXfs count=\"5\"><xf/>"
         "<xf numFmtId=\"164\" applyNumberFormat=\"1\"/><xf fontId=\"1\" applyFont=\"1\"/>"
         "<xf numFmtId=\"164\" applyNumberFormat=\"1\" fontId=\"1\" applyFont=\"1\"/>"
         "<xf fontId=\"1\" applyFont=\"1\" applyAlignment=\"1\"><alignment "
         "horizontal=\"right\"/></xf></cellXfs>"
         "<dxfs count=\"1\"><dxf><font><color rgb=\"FFFFFFFF\"/></font></dxf></dxfs></styleSheet>";
}

void add_cell(std::string& xml, const TableCell& cell, int row, int col) {
  if (cell.text.empty() && cell.formula.empty() && !cell.number) return;
  const bool words = cell.formula.empty() && !cell.number;
  const int of_words = cell.right ? style_right : cell.strong ? style_strong : style_plain;
  const int style = words ? of_words : (cell.strong ? style_strong_number : style_number);
  xml += "<c r=\"" + spreadsheet_place(row, col) + "\" s=\"" + std::to_string(style) + "\"";
  if (words) {
    xml += " t=\"inlineStr\"><is><t xml:space=\"preserve\">" + in_xml(cell.text) + "</t></is></c>";
    return;
  }
  xml += ">";
  if (!cell.formula.empty()) xml += "<f>" + in_xml(cell.formula) + "</f>";
  if (cell.number && std::isfinite(*cell.number)) xml += "<v>" + sheet_digits(*cell.number) + "</v>";
  xml += "</c>";
}

std::string sheet_part(const CellSheet& sheet) {
  std::string xml = std::string(xml_head) + "<worksheet xmlns=\"" + main_space +
                    "\"><sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr><sheetViews>";
  xml += "<sheetView workbookViewId=\"0\">";
  if (sheet.fixed_rows > 0 || sheet.fixed_columns > 0) {
    xml += "<pane xSplit=\"" + std::to_string(sheet.fixed_columns) + "\" ySplit=\"" +
           std::to_string(sheet.fixed_rows) + "\" topLeftCell=\"" +
           spreadsheet_place(sheet.fixed_rows, sheet.fixed_columns) + "\" state=\"frozen\"/>";
  }
  xml += "</sheetView></sheetViews><cols>";
  const auto add_width = [&](std::size_t first, std::size_t last, int width) {
    xml += "<col min=\"" + std::to_string(first) + "\" max=\"" + std::to_string(last) + "\" width=\"" +
           std::to_string(width) + "\" customWidth=\"1\"/>";
  };
  for (std::size_t i = 0; i < sheet.widths.size(); ++i) add_width(i + 1, i + 1, sheet.widths[i]);
  add_width(sheet.widths.size() + 1, most_sheet_columns, 9);
  xml += "</cols><sheetData>";
  for (std::size_t row = 0; row < sheet.rows.size(); ++row) {
    xml += "<row r=\"" + std::to_string(row + 1) + "\">";
    for (std::size_t col = 0; col < sheet.rows[row].size(); ++col)
      add_cell(xml, sheet.rows[row][col], static_cast<int>(row), static_cast<int>(col));
    xml += "</row>";
  }
  xml += "</sheetData>";
  int priority = 0;
  for (const CellColours& each : sheet.colours) {
    const auto point = [](double value) {
      return "<cfvo type=\"num\" val=\"" + sheet_digits(value) + "\"/>";
    };
    const auto colour = [](const std::string& rgb) { return "<color rgb=\"FF" + rgb + "\"/>"; };
    const std::string white = colour("FFFFFF");
    const std::string scale = each.below.empty() ? point(0) + point(each.most / 2) + point(each.most) +
                                                       white + colour(each.between) + colour(each.above)
                                                 : point(-each.most) + point(0) + point(each.most) +
                                                       colour(each.below) + white + colour(each.above);
    constexpr double dark = 0.6;
    const std::string first = spreadsheet_place(each.top, each.left);
    const auto rule = [&](const std::string& kind) {
      return "<cfRule type=\"" + kind + "\" priority=\"" + std::to_string(++priority) + "\">";
    };
    const std::string on_dark = "ABS(" + first + ")&gt;" + sheet_digits(dark * each.most);
    xml += "<conditionalFormatting sqref=\"" + area_name(each) + "\">";
    xml += rule("expression\" dxfId=\"0") + "<formula>" + on_dark + "</formula></cfRule>";
    xml += rule("colorScale") + "<colorScale>" + scale + "</colorScale></cfRule></conditionalFormatting>";
  }
  return xml + "<pageSetup orientation=\"landscape\" fitToWidth=\"1\" fitToHeight=\"0\"/></worksheet>";
}

void require_names(std::span<const CellSheet> sheets) {
  std::set<std::string> names;
  for (const CellSheet& sheet : sheets) {
    const bool fits = !sheet.name.empty() && sheet.name.size() <= longest_sheet_name &&
                      sheet.name.find_first_of("[]:*?/\\'") == std::string::npos;
    if (!fits) throw std::invalid_argument("no sheet can be called \"" + sheet.name + "\"");
    if (!names.insert(sheet.name).second)
      throw std::invalid_argument("two sheets are called \"" + sheet.name + "\"");
    std::size_t columns = 0;
    for (const auto& row : sheet.rows) columns = std::max(columns, row.size());
    if (sheet.rows.size() > most_sheet_rows || columns > most_sheet_columns)
      throw std::invalid_argument("\"" + sheet.name + "\" is larger than a sheet can be");
  }
}

}  // namespace

std::string spreadsheet_place(int row, int col) {
  std::string letters;
  for (int rest = col; rest >= 0; rest = rest / 26 - 1)
    letters.insert(letters.begin(), static_cast<char>('A' + rest % 26));
  return letters + std::to_string(row + 1);
}

std::string spreadsheet_file(std::span<const CellSheet> sheets) {
  require_names(sheets);
  const std::string relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const std::string content = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
  std::string types = std::string(xml_head) +
                      "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                      "<Default Extension=\"rels\" "
                      "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                      "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
                      "<Override PartName=\"/xl/workbook.xml\" ContentType=\"" +
                      content + "sheet.main+xml\"/><Override PartName=\"/xl/styles.xml\" ContentType=\"" +
                      content + "styles+xml\"/>";
  std::string book =
      std::string(xml_head) + "<workbook xmlns=\"" + main_space + "\" xmlns:r=\"" + of_office + "\"><sheets>";
  std::string links = std::string(xml_head) + "<Relationships xmlns=\"" + relations + "\">";
  std::vector<ZippedFile> files;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string n = std::to_string(i + 1), name = "worksheets/sheet" + n + ".xml";
    types += "<Override PartName=\"/xl/" + name + "\" ContentType=\"" + content + "worksheet+xml\"/>";
    book += "<sheet name=\"" + in_xml(sheets[i].name) + "\" sheetId=\"" + n + "\" r:id=\"rId" + n + "\"/>";
    links +=
        "<Relationship Id=\"rId" + n + "\" Type=\"" + of_office + "/worksheet\" Target=\"" + name + "\"/>";
    files.push_back({"xl/" + name, sheet_part(sheets[i])});
  }
  const std::string last = std::to_string(sheets.size() + 1);
  links += "<Relationship Id=\"rId" + last + "\" Type=\"" + of_office +
           "/styles\" Target=\"styles.xml\"/></Relationships>";
  // Computed again when it is opened.
  book += "</sheets><calcPr fullCalcOnLoad=\"1\"/></workbook>";
  files.push_back({"[Content_Types].xml", types + "</Types>"});
  files.push_back({"_rels/.rels", std::string(xml_head) + "<Relationships xmlns=\"" + relations +
                                      "\"><Relationship Id=\"rId1\" Type=\"" + of_office +
                                      "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"});
  files.push_back({"xl/workbook.xml", std::move(book)});
  files.push_back({"xl/_rels/workbook.xml.rels", std::move(links)});
  files.push_back({"xl/styles.xml", styles_part()});
  return zip_file(files, Zipped::deflated);
}

void write_spreadsheet(const std::filesystem::path& path, std::span<const CellSheet> sheets) {
  replace_file(path, spreadsheet_file(sheets));
}

}  // namespace headlight
