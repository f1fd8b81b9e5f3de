// A page with a session of one's own inside, made from a stand-in for headlight.html.
#include "app/lessons/handout.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "app/lessons/library.h"
#include "app/lessons/link.h"
#include "app/lessons/page.h"
#include "core/files/compressed.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/platform/paths.h"
#include "tests/session/tiny_session.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

std::string page_script(const std::string& name, const std::string& content) {
  return "<script type=\"text/plain\" id=\"data-" + name + "\">" + content + "</script>\n";
}

std::string page_with(const std::string& parts) {
  return "<!doctype html>\n<html lang=\"en\" data-link=\"\">\n<body>\n" + parts +
         "\n<script>\nlet a = \"<script\";\n</script>\n</body>\n</html>\n";
}

const std::string first_parts =
    page_script("headlight.wasm.gz", "d2FzbQ==") + page_script("start.pack", "c3RhcnQ=");
const std::string causal_part = page_script("causal.pack", "Y2F1c2Fs"),
                  positions_part = page_script("positions.pack", "cG9zaXRpb25z");
const std::string stand_in = page_with(first_parts + causal_part + positions_part);

std::string link_in(const std::string& page) {
  const std::string mark = "data-link=\"";
  const std::size_t begin = page.find(mark) + mark.size();
  return page.substr(begin, page.find('"', begin) - begin);
}

// As web/page.js does it.
std::map<std::string, std::string> unpacked(const std::string& pack) {
  const std::string whole = inflated(pack, Wrapping::gzip, most_of_own);
  std::size_t length = 0;
  for (int i = 3; i >= 0; --i)
    length = length << 8U | static_cast<unsigned char>(whole.at(static_cast<std::size_t>(i)));
  std::map<std::string, std::string> files;
  std::size_t at = 4 + length;
  for (const Json& row : parse_json(whole.substr(4, length))) {
    const auto size = row.at(1).get<std::size_t>();
    files[row.at(0).get<std::string>()] = whole.substr(at, size);
    at += size;
  }
  EXPECT_EQ(at, whole.size());
  return files;
}

std::map<std::string, std::string> own_files_in(const std::string& page) {
  const std::string begins = "id=\"data-own.pack\">";
  const std::size_t begin = page.find(begins);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + begins.size();
  return unpacked(from_base64(page.substr(from, page.find('<', from) - from)));
}

std::map<std::string, std::string> files_below(const fs::path& folder, const std::string& there) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file())
      files[there + entry.path().lexically_relative(folder).generic_string()] = read_text(entry.path());
  }
  return files;
}

TEST(Handout, OpensWithTheSession) {
  Session session = at_step(Session{}, "it", 2);
  const Handout handout = handout_of(session);
  EXPECT_TRUE(handout.files.empty()) << "all is shipped";
  const std::string page = handout_page(stand_in, handout);
  EXPECT_EQ(session_of_link(link_in(page)), session);
  std::string without = page;
  without.erase(without.find(link_in(page)), link_in(page).size());
  EXPECT_EQ(without, stand_in) << "nothing else has changed";
}

TEST(Handout, HoldsAModelOfOnesOwnByteForByte) {
  Session session = tiny_session();
  session.runs.resize(3, RunSpec{"the animal", "causal"});
  const TemporaryFolder folder;
  fs::copy(tiny_model_folder(), folder.path() / "tiny", fs::copy_options::recursive);
  std::ofstream(folder.path() / "tiny" / ".hidden") << "no";
  session.runs[1].model = (folder.path() / "tiny").string();
  const std::string page = handout_page(stand_in, handout_of(session));
  std::map<std::string, std::string> expected = files_below(tiny_model_folder(), "/own/tiny/");
  ASSERT_GE(expected.size(), 2U);
  expected.merge(files_below(tiny_model_folder(), "/own/tiny-2/"));
  EXPECT_EQ(own_files_in(page), expected);
  const Session opened = session_of_link(link_in(page));
  EXPECT_EQ(opened.model, "own/tiny");
  EXPECT_EQ(opened.runs[1].model, "own/tiny-2") << "of the same name, and another folder";
  EXPECT_EQ(opened.runs[2].model, "causal");
  EXPECT_EQ(page.find(tiny_model_folder()), std::string::npos) << "where it lay is nobody's business";
}

TEST(Handout, HoldsALessonOfOnesOwnWithItsModels) {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.lesson.md";
  const std::string model = Json(tiny_model_folder()).dump();
  const std::string text = "# Mine\n\nA lesson.\n\n## First\n\n```session\n{\"model\": " + model +
                           ", \"sentence\": \"the animal was tired\"}\n```\n\nSome words.\n";
  std::ofstream(file) << text;
  read_once(file);
  ASSERT_NE(find_lesson(file), nullptr) << thrown_by([&] { read_lesson(file); });
  const Session session = at_step(Session{}, file, 0);
  ASSERT_EQ(session.model, tiny_model_folder());
  const std::string page = handout_page(stand_in, handout_of(session));
  const std::string name = "own/" + fs::path(tiny_model_folder()).filename().string();
  std::map<std::string, std::string> expected = files_below(tiny_model_folder(), "/" + name + "/");
  std::string renamed = text;
  renamed.replace(renamed.find(model), model.size(), Json(name).dump());
  expected["/own/mine.lesson.md"] = renamed;
  EXPECT_EQ(own_files_in(page), expected) << "and the lesson finds it";
  const Session opened = session_of_link(link_in(page));
  EXPECT_EQ(opened.lesson, "/own/mine.lesson.md");
  EXPECT_EQ(opened.model, name);
}

// The paths and the bytes of all that is handed out.
std::string all_of(const Handout& handout) {
  std::string all = to_json(handout.session);
  for (const PackedFile& file : handout.files) all += "\n" + file.path + "\n" + file.bytes;
  return all;
}

// A folder is handed out by the names that the model reads, whatever else lies in it.
TEST(Handout, TakesNothingThatTheModelDoesNotRead) {
  const TemporaryFolder folder;
  for (const std::string kind : {"own", "gpt2", "bert_old", "llama", "marian", "vit"}) {
    const fs::path model = folder.path() / kind;
    fs::copy(kind == "own" ? fs::path(tiny_model_folder())
                           : fs::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / "foreign" / kind,
             model, fs::copy_options::recursive);
    const auto put = [&](const std::string& name) {
      fs::create_directories((model / name).parent_path());
      std::ofstream(model / name) << "my secret";
    };
    for (const char* const name :
         {"passwords.txt", "private/diary.txt", "id_rsa", "weights.key", "training_args.bin",
          "model.safetensors.bak", "notes.json", "special_tokens_map.json"})
      put(name);
    Session session;
    session.model = model.string();
    const Handout handout = handout_of(session);
    EXPECT_EQ(all_of(handout).find("my secret"), std::string::npos) << kind;
    EXPECT_EQ(all_of(handout).find(folder.path().string()), std::string::npos) << kind;
    std::set<std::string> taken;
    for (const PackedFile& file : handout.files) taken.insert(fs::path(file.path).filename().string());
    EXPECT_TRUE(taken.contains("config.json") && taken.contains("model.safetensors")) << kind;
    EXPECT_FALSE(taken.contains("special_tokens_map.json")) << kind;
  }
}

TEST(Handout, FollowsNoLinkOutOfTheFolder) {
  const TemporaryFolder folder;
  const fs::path other = folder.path() / "gpt2";
  fs::copy(fs::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / "foreign" / "gpt2", other,
           fs::copy_options::recursive);
  fs::create_symlink("/etc/passwd", other / "special_tokens_map.json");
  Session of_other;
  of_other.model = other.string();
  EXPECT_NO_THROW(handout_of(of_other)) << "it leads out, and is not read";
  const fs::path model = folder.path() / "tiny";
  fs::copy(tiny_model_folder(), model, fs::copy_options::recursive);
  fs::rename(model / "words.json", folder.path() / "elsewhere.json");
  fs::create_symlink("../elsewhere.json", model / "words.json");
  Session session;
  session.model = model.string();
  EXPECT_NE(thrown_by<AccessError>([&] { handout_of(session); }).find("words.json: is a link that leads out"),
            std::string::npos);
  fs::remove(model / "words.json");
  fs::rename(folder.path() / "elsewhere.json", model / "real.json");
  fs::create_symlink("real.json", model / "words.json");
  EXPECT_NO_THROW(handout_of(session)) << "within the folder a link may lead anywhere";
}

// Other programs note where a model and its files came from.
TEST(Handout, TellsNoPathOfThisComputer) {
  const TemporaryFolder folder;
  const fs::path model = folder.path() / "bert";
  fs::copy(fs::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / "foreign" / "bert_old", model,
           fs::copy_options::recursive);
  std::string config = read_text(model / "config.json");
  config.insert(config.find('{') + 1, R"("_name_or_path": "/home/somebody/model",)");
  std::ofstream(model / "config.json") << config;
  std::ofstream(model / "tokenizer_config.json") << R"({"name_or_path": "C:\\Users\\somebody\\gpt2",
      "tokenizer_file": "\/home\/somebody/tokenizer.json", "of": [{"special_tokens_map_file": "~/somebody"}],
      "base": "somewhere/gpt2", "unk_token": "/", "cls_token": "</s>"})";
  Session session;
  session.model = model.string();
  const Handout handout = handout_of(session);
  EXPECT_EQ(all_of(handout).find("somebody"), std::string::npos);
  for (const char* kept : {"somewhere/gpt2", R"("/")", "</s>"})
    EXPECT_NE(all_of(handout).find(kept), std::string::npos) << kept << " is no path of this computer";
  EXPECT_NE(all_of(handout).find(R"("_name_or_path": "",)"), std::string::npos);
}

TEST(Handout, LeavesOutModelsThatAreNotKept) {
  const std::set<std::string> keep{"positions"};
  std::vector<PagePack> left_out;
  const std::string page = handout_page(stand_in, handout_of(Session{}), &keep, &left_out);
  ASSERT_EQ(left_out.size(), 1U);
  EXPECT_EQ(left_out[0].name, "causal.pack");
  EXPECT_EQ(left_out[0].letters, causal_part.size());
  EXPECT_NE(page.find(first_parts + positions_part), std::string::npos) << page;
  const std::set<std::string> all{"positions", "causal"};
  EXPECT_EQ(thrown_by([&] { handout_page(page, handout_of(Session{}), &all); }),
            "has no model causal, which is needed; take a headlight.html that has it");
}

TEST(Handout, PutsThePacksIntoAPageThatListsThem) {
  const std::string model = "/assets/models/vit/model.safetensors",
                    font = "/fonts/opentype/inter/Inter-Regular.otf";
  const std::string list =
      R"({"start.pack": [")" + font + R"(", "/assets/glossary.md"], "vit.pack": [")" + model + R"("]})";
  const std::string wasm = page_script("headlight.wasm.gz", "d2FzbQ==");
  const std::string page =
      whole_page(page_with(wasm + "<script type=\"application/json\" id=\"packs\">" + list + "</script>\n"));
  std::vector<std::string> names;
  for (const PagePack& pack : packs_in(page)) names.push_back(pack.name);
  EXPECT_EQ(names, (std::vector<std::string>{"headlight.wasm.gz", "start.pack", "vit.pack"}));
  EXPECT_EQ(page.find(list), std::string::npos);
  const auto files_in = [&](const std::string& name) {
    const std::string begins = "id=\"data-" + name + "\">";
    const std::size_t from = page.find(begins) + begins.size();
    return unpacked(from_base64(page.substr(from, page.find('<', from) - from)));
  };
  const auto start = files_in("start.pack"), vit = files_in("vit.pack");
  EXPECT_EQ(start.size(), 2U);
  EXPECT_EQ(start.at("/assets/glossary.md"), read_text(assets_folder() / "glossary.md"));
  EXPECT_GT(start.at(font).size(), 100'000U);
  EXPECT_EQ(vit.at(model), read_text(assets_folder() / "models/vit/model.safetensors", most_of_own));
  EXPECT_EQ(whole_page(stand_in), stand_in) << "it has its packs";
}

TEST(Handout, TakesThePlaceOfAnotherOne) {
  const std::string once = handout_page(stand_in, handout_of(tiny_session()));
  EXPECT_EQ(handout_page(once, handout_of(tiny_session())), once);
  EXPECT_EQ(handout_page(once, handout_of(Session{})), handout_page(stand_in, handout_of(Session{})));
  std::vector<std::string> names;
  for (const PagePack& pack : packs_in(once)) names.push_back(pack.name);
  EXPECT_EQ(names, (std::vector<std::string>{"own.pack", "headlight.wasm.gz", "start.pack", "causal.pack",
                                             "positions.pack"}));
}

TEST(Handout, IsWrittenIntoNothingElse) {
  const Handout handout = handout_of(Session{});
  for (const std::string& page :
       {std::string(), std::string("<html>"), page_with(""), page_with(causal_part), stand_in.substr(40),
        stand_in.substr(0, 60), page_with(first_parts).replace(24, 10, "")}) {
    EXPECT_EQ(thrown_by([&] { handout_page(page, handout); }),
              "is no headlight.html as ./run.sh --web of this version writes it; make it again")
        << page;
  }
}

TEST(Handout, FitsThePageOfTheBrowser) {
  const fs::path web = fs::path(HEADLIGHT_SOURCE_DIR) / "web";
  const std::string page = read_text(web / "page.html"), script = read_text(web / "page.js"),
                    site = read_text(web / "site.py");
  EXPECT_NE(page.find(" data-link=\"\""), std::string::npos);
  EXPECT_NE(script.find("dataset.link"), std::string::npos);
  EXPECT_NE(script.find("'own.pack'"), std::string::npos);
  EXPECT_NE(site.find("<script type=\"text/plain\" id=\"data-{name}\">"), std::string::npos);
  EXPECT_LT(page.find("<!--data-->"), page.find("/*page*/")) << "the script finds what stands before it";
}

}  // namespace
}  // namespace headlight
