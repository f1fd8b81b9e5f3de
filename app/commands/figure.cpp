#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/session/open_lab.h"
#include "app/session/session_caption.h"
#include "app/session/session_export.h"
#include "app/session/session_figure.h"
#include "core/explain/aggregate.h"
#include "core/explain/view.h"
#include "core/figure/figure.h"
#include "core/figure/numbers.h"
#include "core/figure/system_text.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/platform/process.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

struct FigureRequest {
  SessionOptions session;
  std::string output;
  bool json = false;
  std::optional<int> scale;
  bool stage = false;
  std::vector<float> size;
  std::string from, to;
  std::string table, heads;
  std::optional<int> delay;
  FigureOptions figure;  // as far as it is said in so many words
  std::optional<std::string> title, caption, width;
  bool clean = false, bar = false;
  bool look = false;  // something was asked for that only a picture of heatmaps has
};

// Cells that are no values are null.
Json panel_json(const Heatmap& map) {
  Json rows = Json::array();
  for (int row = 0; row < map.rows; ++row) {
    Json values = Json::array();
    for (int col = 0; col < map.columns; ++col) {
      values.push_back(map.state(row, col) == CellState::value ? Json(map.value(row, col)) : Json());
    }
    rows.push_back(std::move(values));
  }
  Json json{{"title", map.title.plain()}, {"row_axis", map.row_axis}, {"column_axis", map.column_axis}};
  json["rows"] = Json::array();
  json["columns"] = Json::array();
  for (int row = 0; row < map.rows; ++row) json["rows"].push_back(map.row_label(row));
  for (int col = 0; col < map.columns; ++col) json["columns"].push_back(map.column_label(col));
  json["values"] = std::move(rows);
  return json;
}

Json table_json(const LabTable& table) {
  Json json{{"name", table.name}, {"columns", table.columns}, {"rows", table.rows}};
  if (!table.row_names.empty()) json["row_names"] = table.row_names;
  return json;
}

Json panels_json(const Figure& figure) {
  Json panels = Json::array();
  for (const Heatmap& map : figure.panels) panels.push_back(panel_json(map));
  return panels;
}

Json lab_json(const Computed& computed) {
  Json tables = Json::array();
  for (const LabTable* table : lab_tables(computed.session, *computed.results)) {
    if (!table->is_matrix()) {
      tables.push_back(table_json(*table));
      continue;
    }
    const Figure figure = figure_of(computed.session, *computed.results, *table, false);
    tables.push_back({{"name", table->name}, {"panels", panels_json(figure)}});
  }
  return tables;
}

bool is_animation(const FigureRequest& options) {
  return endings_of(std::array{FormatKind::animation}).front() == ending_of(options.output);
}

// All steps from one to another; where neither is named, what the selection goes through.
std::vector<Session> frames_of(const FigureRequest& options, const Computed& computed) {
  if (options.from.empty() && options.to.empty())
    return frames_of_selection(computed.session, *computed.results);
  const Trace& trace = *computed.results->side(computed.session.side).trace;
  const auto path = [&](const std::string& site) {
    return site.empty() ? site : resolve_site(trace, computed.session, site);
  };
  return frames_of_steps(computed.session, *computed.results,
                         steps_between(trace, path(options.from), path(options.to)));
}

// A lab that has no matrix has its stage for a picture.
bool is_only_a_stage(const FigureRequest& options, const Computed& computed) {
  return shows_lab(computed.session) && !holds_numbers(options.output) &&
         lab_matrix(computed.session, *computed.results) == nullptr;
}

void draw_stage(const FigureRequest& options, const Computed& computed, const WindowCommands& window) {
  if (window.stage == nullptr) {
    throw std::invalid_argument(
        "this build has no window and so no stage; leave --stage out for the heatmaps, or build the preset "
        "\"release\"");
  }
  StageOutput output{options.output};
  if (!options.size.empty()) output.size = {options.size[0], options.size[1]};
  output.scale = options.scale.value_or(is_animation(options) ? 1 : 2);
  output.ground = options.figure.ground;
  output.delay = options.delay.value_or(output.delay);
  if (is_animation(options)) output.frames = frames_of(options, computed);
  const bool watched = is_terminal(StandardStream::errors);
  window.stage(computed.session, computed.results, output, [&](int drawn) {
    if (!watched) return;
    const auto count = static_cast<int>(output.frames.size());
    std::cerr << "\rframe " << drawn << " of " << count << (drawn == count ? "\n" : "") << std::flush;
  });
}

// The lab's table that is asked for. Where none is: the first one for numbers, its matrix for a picture; null
// outside of the labs and where there is nothing.
const LabTable* table_of(const FigureRequest& options, const Computed& computed) {
  const std::vector<const LabTable*> tables = lab_tables(computed.session, *computed.results);
  if (options.table.empty()) {
    if (!holds_numbers(options.output)) return lab_matrix(computed.session, *computed.results);
    return tables.empty() ? nullptr : tables.front();
  }
  std::string list;
  for (const LabTable* table : tables) {
    if (table->name == options.table) return table;
    list += (list.empty() ? "" : ", ") + table->name;
  }
  throw std::invalid_argument("--table " + options.table + ": " +
                              (list.empty() ? "nothing here has tables" : "must be one of " + list));
}

// The mean or the rollout of the selected layer alone, of both sentences and their difference.
std::optional<HeadsTogether> together_in(const FigureRequest& options) {
  if (options.heads == "mean") return HeadsTogether::mean;
  if (options.heads == "rollout") return HeadsTogether::rollout;
  return std::nullopt;
}

// "one", "two" columns of a paper, or millimetres.
double millimetres_of(const std::string& width) {
  if (width == "one-column") return one_column_mm;
  if (width == "two-columns") return two_columns_mm;
  const std::optional<float> number = typed_number(width);
  if (number && *number >= 20 && *number <= 1000) return *number;
  throw std::invalid_argument("--width-mm " + in_quotes(width) +
                              ": give 20 to 1000 millimetres, one-column (85) or two-columns (174)");
}

FigureOptions figure_options_of(const FigureRequest& options, const Session& session) {
  FigureOptions figure = options.figure;
  figure.scale = options.scale.value_or(figure.scale);
  figure.theme = session.theme;
  figure.title = options.title ? !options.title->empty() : !options.clean;
  figure.caption = options.caption ? !options.caption->empty() : !options.clean;
  if (options.width) figure.width_mm = millimetres_of(*options.width);
  if (!options.clean) return figure;
  figure.path = figure.corner = figure.keys = false;
  figure.bar = options.bar;
  // What the session opens with is in focus without anybody's asking.
  figure.focus = options.session.select || options.session.select_keys;
  return figure;
}

// Words of one's own in place of those that a figure comes with.
Figure worded(Figure figure, const FigureRequest& options) {
  if (options.title && !options.title->empty()) figure.title = *options.title;
  if (options.caption && !options.caption->empty()) figure.caption = *options.caption;
  return figure;
}

// What is drawn of the model itself.
Figure model_figure(const FigureRequest& options, const Computed& computed, bool for_picture) {
  if (!options.heads.empty() && !together_in(options))
    return figure_of_heads(computed.session, *computed.results,
                           shown_heads(options.heads, computed.session.layer));
  if (const auto together = together_in(options))
    return figure_of_heads(computed.session, *computed.results, *together);
  return figure_of(computed.session, *computed.results, for_picture);
}

Json figure_json(const FigureRequest& options, const Computed& computed) {
  const bool lab = shows_lab(computed.session);
  Json json;
  json[lab ? "lab" : "path"] = shown_name(computed.session, *computed.results);
  if (!options.output.empty()) json["file"] = options.output;
  if (!options.heads.empty()) json["heads"] = options.heads;
  json["sentences"] = sentences_json(*computed.results);
  if (lab) json["tables"] = lab_json(computed);
  if (lab && lab_matrix(computed.session, *computed.results) == nullptr) {
    json["panels"] = Json::array();
    return json;
  }
  const Figure figure = model_figure(options, computed, false);
  json["caption"] = figure.caption;
  json["panels"] = panels_json(figure);
  return json;
}

void write_worded(Figure figure, const FigureRequest& options, const Session& session) {
  std::vector<std::string> notes;
  write_figure(worded(std::move(figure), options), options.output, figure_options_of(options, session),
               &notes);
  for (const std::string& note : notes) std::cerr << "headlight figure: " << note << '\n';
}

void write_figure_file(const FigureRequest& options, const Computed& computed) {
  const Session& session = computed.session;
  if (!options.heads.empty()) return write_worded(model_figure(options, computed, false), options, session);
  const LabTable* table = table_of(options, computed);
  if (table == nullptr) {
    if (has_picture_figure(session, *computed.results) && !holds_numbers(options.output)) {
      if (options.look)
        throw std::invalid_argument(
            "a picture under its maps has no title, width or font to choose; leave those options out, or "
            "take another view's heatmaps: --site weights");
      return save_figure(computed, options.output, figure_options_of(options, session));
    }
    return write_worded(figure_of(session, *computed.results, !holds_numbers(options.output)), options,
                        session);
  }
  if (!table->is_matrix()) return write_table(*table, options.output);
  write_worded(figure_of(session, *computed.results, *table, !holds_numbers(options.output)), options,
               session);
}

// Whether what is written is by whole words: some formats have no place to say so.
bool is_by_words(const Computed& computed) {
  const Session& session = computed.session;
  const Trace* const trace = computed.results->trace(session.side);
  if (!session.merge_pieces || shows_lab(session) || trace == nullptr) return false;
  const std::string path = shown_path(session);
  return trace->find(path) >= 0 && has_pieces_to_merge(view_of(*trace, path));
}

constexpr std::array all_kinds{FormatKind::picture, FormatKind::numbers, FormatKind::animation};

Endings endings_of(const FigureRequest& options) {
  if (options.stage)
    return {"picture of the stage", endings_of(std::array{FormatKind::picture, FormatKind::animation})};
  return {"figure", endings_of(all_kinds)};
}

// Before anything is computed.
void check_size(const FigureRequest& options) {
  if (options.size.empty() || (options.size[0] >= 800 && options.size[1] >= 480)) return;
  throw std::invalid_argument(
      "--size: a stage needs at least 800 480 units; make the picture smaller instead");
}

// Of what is drawn or printed: masked and absent cells are none of them.
void warn_of_no_numbers(const Figure& figure) {
  std::size_t count = 0;
  for (const Heatmap& map : figure.panels) {
    for (int row = 0; row < map.rows; ++row) {
      for (int col = 0; col < map.columns; ++col)
        count += map.state(row, col) == CellState::value && !std::isfinite(map.value(row, col)) ? 1 : 0;
    }
  }
  if (count > 0)
    std::cerr << "headlight figure: warning: " << counted(static_cast<std::int64_t>(count), "cell")
              << (count == 1 ? " is" : " are") << " not a number (NaN or infinite)\n";
}

// What the caption says of weights that seem the wrong way round, and what to give.
void tell_of_columns(const Computed& computed) {
  for (int side = 0; side < 2; ++side) {
    const Trace* const trace = computed.results->trace(side);
    if (trace != nullptr && trace->anatomy().given && trace->anatomy().given->columns_add_up)
      std::cerr << "headlight figure: " << printable(trace->anatomy().given->file)
                << ": every column adds up to 1, but not every row; --transpose swaps them\n";
  }
}

// What would be asked for in vain.
void check_used(const FigureRequest& options) {
  const bool frames = !options.from.empty() || !options.to.empty() || options.delay;
  if (frames && !is_animation(options))
    throw std::invalid_argument("--from, --to and --delay are for the steps of a .gif; leave them out");
  const bool drawn = !options.output.empty() && !holds_numbers(options.output);
  if (!drawn && (options.look || options.figure.stacked || !options.figure.ground || options.scale))
    throw std::invalid_argument(
        "--title, --caption, --clean, --width-mm, --font, --scale and similar options are for pictures; "
        "leave them out, or write .png, .svg or .pdf");
}

// A picture of so many rows or columns is refused before it is laid out; of a model's own numbers a picture
// shows fewer.
void require_drawable(const FigureRequest& options, const Computed& computed) {
  const Trace* const trace = computed.results->trace(computed.session.side);
  if (trace == nullptr || !trace->anatomy().given || options.output.empty() ||
      holds_numbers(options.output) || options.stage)
    return;
  const int node = trace->find(shown_path(computed.session));
  if (node < 0) return;
  const Shape shape = trace->tape().node(node).shape;
  headlight::require_drawable(shape.rows, shape.cols);
}

int write(const FigureRequest& options, const WindowCommands& window) {
  check_size(options);
  check_used(options);
  if (options.width) millimetres_of(*options.width);
  if (!options.output.empty()) check_output(options.output, endings_of(options), options.session);
  if (!options.output.empty() && !holds_numbers(options.output)) find_system_fonts();
  const Computed computed = compute_for(options.session);
  if (!options.heads.empty() && (shows_lab(computed.session) || options.stage || is_animation(options)))
    throw std::invalid_argument("--heads is for heatmaps of the model; leave --stage, --lab and .gif out");
  const bool of_stage = options.stage || is_animation(options) || is_only_a_stage(options, computed);
  if (!of_stage && !options.size.empty())
    throw std::invalid_argument("--size is for the stage; leave it out, or add --stage");
  require_drawable(options, computed);
  if (options.look && of_stage && !options.output.empty())
    throw std::invalid_argument(
        "--title, --caption, --clean, --width-mm, --font, --points, --grey and similar options are for "
        "heatmaps; leave them out, or leave --stage and .gif out");
  tell_of_columns(computed);
  if (!options.table.empty()) table_of(options, computed);  // throws where there is none of this name
  if (!shows_lab(computed.session) && !options.stage && !is_animation(options)) {
    try {
      warn_of_no_numbers(model_figure(options, computed, true));
    } catch (const std::out_of_range&) {
      // A picture with its maps has no heatmap of its own.
    }
  }
  if (!options.output.empty()) {
    if (of_stage) {
      draw_stage(options, computed, window);
    } else {
      write_figure_file(options, computed);
    }
  }
  if (options.json) {
    std::cout << json_text(figure_json(options, computed)) << '\n';
  } else {
    std::cout << "wrote " << printable(options.output) << " ("
              << shown_name(computed.session, *computed.results)
              << (is_by_words(computed) ? ", by whole words" : "") << ")\n";
  }
  return 0;
}

}  // namespace

void add_figure(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<FigureRequest>();
  CLI::App* command =
      program.add_subcommand("figure", "Write what a session shows as a picture or as numbers");
  add_session_options(*command, options->session);
  command->add_option("-o,--output", options->output, "FILE" + in_words(endings_of(all_kinds)) + " (steps)");
  command->add_flag("--json", options->json, "Print the numbers as JSON; then -o may be left out");
  command->add_option("--scale", options->scale, "Pixels per unit of a PNG (2 if not given) or a GIF (1)")
      ->check(CLI::Range(1, 4));
  const std::string look = "Heatmaps for a paper";
  for (const FigureSwitch& each : figure_switches) {
    if (each.option == nullptr) continue;
    const auto turn = [options, field = each.field] { options->figure.*field = !(FigureOptions{}.*field); };
    CLI::Option* const option = command->add_flag_callback(each.option, turn, each.help);
    if (each.of_maps) option->group(look);
  }
  const char* const or_leave_out = "name one, or leave it out";
  command->add_option("--table", options->table, "Which table of a lab; its main one if not given")
      ->check(not_empty(or_leave_out));
  command
      ->add_option("--heads", options->heads,
                   "mean or rollout: all heads of the layer in one map; or a list, side by side on one "
                   "scale: 0.1,2.0,mean,2.rollout")
      ->check(not_empty("name a head, such as 2.0, or leave it out"));
  command->add_option("--title", options->title, "A title of your own; \"\" for none")->group(look);
  command->add_option("--caption", options->caption, "A caption of your own; \"\" for none")->group(look);
  command
      ->add_flag("--clean", options->clean,
                 "Only the matrix and its words, and whatever else you ask for; a title only where it tells "
                 "maps apart")
      ->group(look);
  command->add_flag("--bar", options->bar, "The colour bar, with --clean too")
      ->excludes(command->get_option("--no-bar"))
      ->group(look);
  command
      ->add_option("--width-mm", options->width,
                   "The printed width: 20 to 1000, one-column (85) or two-columns (174)")
      ->group(look);
  command
      ->add_option("--points", options->figure.points,
                   "The size of words and numbers; 8 where a width is given")
      ->check(CLI::Range(4.0, 40.0))
      ->group(look);
  command
      ->add_option("--font", options->figure.font, "An installed font, by its family: \"Latin Modern Roman\"")
      ->check(not_empty(or_leave_out))
      ->group(look);
  command->add_flag("--stage", options->stage, "The stage as the window shows it, instead of its heatmaps")
      ->group("Stage");
  command->add_option("--size", options->size, "WIDTH HEIGHT of the stage in units; 1280 720 if not given")
      ->expected(2)
      ->check(CLI::Range(1, 4096))
      ->group("Stage");
  command->add_option("--from", options->from, "The first step of a GIF, as for --site")
      ->check(not_empty(or_leave_out))
      ->group("Stage");
  command->add_option("--to", options->to, "The last step; without either, those of the selected head")
      ->check(not_empty(or_leave_out))
      ->group("Stage");
  command->add_option("--delay", options->delay, "Milliseconds for each step; 800 if not given")
      ->check(CLI::Range(20, 60000))
      ->group("Stage");
  command->callback([options, command, look, &chosen, window] {
    options->look = !command
                         ->get_options([&](const CLI::Option* each) {
                           return each->get_group() == look && each->count() > 0;
                         })
                         .empty();
    if (options->output.empty() && !options->json) throw CLI::RequiredError("-o FILE");
    chosen = [options, window] { return write(*options, window); };
  });
}

}  // namespace headlight
