// A handout that is alive: Headlight as one page (web/README.md), with a session inside that opens with it,
// and the models and the lesson of one's own that the session needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"

namespace headlight {

struct PackedFile {
  std::string path;  // in the page: "/own/mine/config.json"
  std::string bytes;
};
// What web/page.js unpacks: gzip of the length of a table (4 bytes, the lowest first), the table as JSON
// ([[path, bytes], ...]), and the files one behind the other.
std::string pack_of(const std::vector<PackedFile>& files);

struct Handout {
  Session session;                // by the names that things have in the page
  std::vector<PackedFile> files;  // what is not shipped
};
inline constexpr std::size_t most_of_own = 100'000'000;  // bytes: a page with more takes a browser's memory

// A model's folder of one's own becomes "own/NAME", a lesson's file "/own/NAME", and the lesson names the
// model so: no path of this computer is in what is handed out. Of a model the files that it is read from are
// taken (Outline::files), and no others. Throws std::invalid_argument where there is too much, FileError for
// what cannot be read, and for a link that leads out of its folder.
Handout handout_of(const Session& session);

// The page in one file that `./run.sh --web` writes: the first of these places where it is. Throws
// std::invalid_argument that says how to make it.
std::filesystem::path page_template();

// The page of such a file. One without packs ("bare.html" of `./run.sh --web`, which comes with Headlight for
// Windows) lists their files: it gets them from assets_folder() and font_folders(). Throws FileError where
// one is missing.
std::string whole_page(std::string page);

// A pack of a page: "causal.pack", and how many letters it takes there.
struct PagePack {
  std::string name;
  std::size_t letters = 0;
};

// `page` with the handout inside, in place of another one that it may hold. Of the models' packs only those
// in `keep` where there is one; what is left out is added to `left_out`. Throws std::invalid_argument for
// what is no such page.
std::string handout_page(std::string page, const Handout& handout,
                         const std::set<std::string>* keep = nullptr,
                         std::vector<PagePack>* left_out = nullptr);
inline constexpr std::uintmax_t largest_page = 1U << 30;  // bytes
// What is in a page, in its order; empty for what is no such page.
std::vector<PagePack> packs_in(std::string_view page);

}  // namespace headlight
