#include "app/panels/described/read_sheet.h"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/page.h"
#include "app/panels/common/step_names.h"
#include "app/panels/described/described.h"
#include "app/panels/described/map_words.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "app/widgets/scroll.h"
#include "core/text/say.h"

namespace headlight {
std::string said_of_id(const std::string& id) {
  const std::size_t slash = id.rfind('/');
  std::string last = slash == std::string::npos ? id : id.substr(slash + 1);
  // One of several: "Strip 1" of place/strip/0.
  if (slash != std::string::npos && !last.empty() &&
      last.find_first_not_of("0123456789") == std::string::npos)
    return say("{what} {n}", {{"what", said_of_id(id.substr(0, slash))}, {"n", from_one(std::stoi(last))}});
  if (site_of(last) != nullptr) return with_capital(step_title(last));
  std::replace(last.begin(), last.end(), '_', ' ');
  return with_capital(last);
}

namespace {

// Alike but for their numbers: "Open layer 1 of 4".
std::string without_numbers(std::string name) {
  std::erase_if(name, [](char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; });
  return name;
}

std::string listed_with(const std::vector<std::string>& names, const std::map<std::string, int>& alike) {
  std::string text;
  for (const std::string& name : names) {
    const int more = alike.at(without_numbers(name)) - 1;
    text +=
        (text.empty() ? "" : "; ") +
        (more == 0 ? name : say("{name}, and {n} like it", {{"name", name}, {"n", std::to_string(more)}}));
  }
  return text;
}

// What can be pressed in one place, in as few words as it can be said: what has been read is not said again,
// of many that are alike the first, once that the arrow keys go through a list, and of the way here nothing:
// the title says it.
std::string pressed_said(const Description& description, const std::string& where) {
  constexpr int most_in_list = 3;
  const std::string back = say(": one back"), on = say(": one on");
  std::set<std::string> read;
  for (const DescribedPart& part : description.parts) read.insert(part.lines.begin(), part.lines.end());
  std::vector<std::string> names, lists;
  std::map<std::string, int> alike, in_list;
  int left_out = 0;
  for (const DescribedItem& item : description.items) {
    if (item.place != where || read.contains(item.words)) continue;
    const std::string group = item.id.substr(0, item.id.rfind('/'));
    if (group == "crumb" || item.id == "place/map") continue;
    const std::size_t ends = std::min(item.name.find(": " + say("the arrow keys go through it")),
                                      item.name.find(": " + say("the arrow keys go through them")));
    std::string name = item.name.substr(0, ends);
    // A stepper is two to press and one to hear.
    if (name.ends_with(on)) continue;
    if (name.ends_with(back)) name += say(" or on");
    if (++alike[without_numbers(name)] > 1) continue;
    if (ends != std::string::npos) {
      lists.push_back(name);
    } else if (group != item.id && group != "place" && ++in_list[group] > most_in_list) {
      ++left_out;
    } else {
      names.push_back(name);
    }
  }
  std::string text = listed_with(names, alike);
  if (left_out > 0) text += "; " + say("{n} more", {{"n", std::to_string(left_out)}});
  if (lists.empty()) return text;
  return paragraph({text.empty() ? "" : text + ".",
                    say("With the arrow keys: {lists}", {{"lists", listed_with(lists, alike)}})});
}

std::vector<std::string> places_pressed(const std::vector<DescribedItem>& items) {
  std::vector<std::string> places;
  for (const DescribedItem& item : items)
    if (std::find(places.begin(), places.end(), item.place) == places.end()) places.push_back(item.place);
  return places;
}

}  // namespace

std::vector<std::string> pressed_in_lines(const Description& description) {
  std::vector<std::string> lines;
  for (const std::string& where : places_pressed(description.items)) {
    const std::string said = pressed_said(description, where);
    if (said.empty()) continue;
    lines.push_back((where.empty() ? said : say("{where}: {what}", {{"where", where}, {"what", said}})) +
                    ".");
  }
  return lines;
}

std::string text_of(const Description& description) {
  std::string text = description.title + "\n";
  for (const DescribedPart& part : description.parts) {
    text += "\n";
    if (!part.title.empty()) text += part.title + "\n";
    for (const std::string& line : part.lines) text += line + "\n";
  }
  if (description.items.empty()) return text;
  text += "\n" + say("What can be pressed") + "\n";
  for (const std::string& line : pressed_in_lines(description)) text += line + "\n";
  return text;
}

std::string elements_of(const Description& description, const LessonPage* lesson, int answer) {
  using Json = nlohmann::json;
  const auto element = [](const char* name, const std::string& text) { return Json::array({name, text}); };
  Json all = Json::array();
  all.push_back(element("h2", description.title));
  for (const DescribedPart& part : description.parts) {
    if (part.is_lesson && lesson != nullptr) {
      for (const Json& each : Json::parse(elements_of(*lesson, answer))) all.push_back(each);
      continue;
    }
    if (!part.title.empty()) all.push_back(element("h3", part.title));
    for (const std::string& line : part.lines) {
      const std::size_t at = part.french.empty() ? std::string::npos : line.find(part.french);
      if (at == std::string::npos) {
        all.push_back(element("p", line));
        continue;
      }
      all.push_back(Json::array(
          {"p", line.substr(0, at), element("fr", part.french), line.substr(at + part.french.size())}));
    }
  }
  if (!description.items.empty()) {
    all.push_back(element("h3", say("What can be pressed, with Tab and Enter")));
    for (const std::string& where : places_pressed(description.items)) {
      if (!where.empty()) all.push_back(element("h4", where));
      Json list = Json::array({"ol"});
      for (const DescribedItem& item : description.items)
        if (item.place == where) list.push_back(element("li", item.words));
      all.push_back(std::move(list));
    }
  }
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string name_of_item(const Description& description, const std::string& id) {
  const auto found = std::find_if(description.items.begin(), description.items.end(),
                                  [&](const DescribedItem& each) { return each.id == id; });
  return found != description.items.end() ? found->words : said_of_id(id);
}

namespace {

// Returns its height.
float draw_description(Ui& ui, const Description& description, const Area& area) {
  const Palette& c = ui.colours();
  Area rest = area;
  rest.cut_top(ui.wrapped(rest, type::title, c.ink, description.title, ui.px(30)), ui.px(10));
  const auto heading = [&](const std::string& title) {
    if (title.empty()) return;
    rest.cut_top(ui.px(8));
    rest.cut_top(ui.wrapped(rest, type::section, c.ink, title, ui.px(22)), ui.px(4));
  };
  const auto line = [&](const std::string& text, float gap) {
    rest.cut_top(ui.wrapped(rest, type::lesson, c.text_2, text, ui.px(23)), ui.px(gap));
  };
  for (const DescribedPart& part : description.parts) {
    heading(part.title);
    for (const std::string& each : part.lines) line(each, 6);
  }
  if (!description.items.empty()) heading(say("What can be pressed"));
  for (const std::string& each : pressed_in_lines(description)) line(each, 2);
  return rest.top - area.top;
}

}  // namespace

void read_to_me(const PanelContext& context) {
  Ui& ui = context.ui;
  ReadSheet& sheet = ui.state<ReadSheet>();
  Listening& listening = ui.state<Listening>();
  sheet = {.wanted = true, .asked = true, .listens = !listening.on};
  ui.state<Described>().made = 0;
  listening.on = true;
  ui.state().overlay = Overlay::none;
  ui.state().again = true;
}

bool is_just_asked(const PanelContext& context) {
  return std::exchange(context.ui.state<ReadSheet>().asked, false);
}

void open_reading(const PanelContext& context) {
  ReadSheet& sheet = context.ui.state<ReadSheet>();
  WidgetState& state = context.ui.state();
  if (!sheet.wanted || state.overlay != Overlay::none) return;
  sheet.wanted = false;
  state.overlay = Overlay::reading;
  state.scroll["reading"] = 0;
  state.again = true;
}

void draw_reading(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ReadSheet& shown = ui.state<ReadSheet>();
  const Description& description = ui.state<Described>().now;
  const Area sheet = begin_sheet(ui, 760, 660, -1, 300, 320);
  Area rest = sheet.inset(ui.px(24), ui.px(20));
  Area row = rest.cut_bottom(ui.px(36), ui.px(14));
  ui.text(rest.cut_top(ui.px(36), ui.px(6)), Align::left, type::panel, c.ink, say("Read this to me"));
  const std::string close = say("Close"), copy = shown.copied ? say("Copied") : say("Copy the text");
  const bool closed = button(ui, "reading/close", row.cut_right(button_width(ui, close), ui.px(12)), close,
                             ButtonKind::plain);
  if (button(ui, "reading/copy", row.cut_right(button_width(ui, copy)), copy, ButtonKind::plain)) {
    ImGui::SetClipboardText(text_of(description).c_str());
    shown.copied = true;
    ui.state().again = true;
  }
  const Area place = begin_scroll(ui, "reading", rest, 0, ui.px(shown.tall));
  Area inside = place;
  inside.right -= ui.px(14);
  const float tall = std::ceil(draw_description(ui, description, inside) / ui.scale());
  end_scroll(ui);
  if (tall != shown.tall) ui.state().again = true;
  shown.tall = tall;
  if (!end_sheet(ui) && !closed) return;
  ui.state().overlay = Overlay::none;
  if (std::exchange(shown.listens, false)) ui.state<Listening>().on = false;
}

}  // namespace headlight
