#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/lessons/glossary.h"
#include "core/files/text.h"
#include "core/text/in_quotes.h"
#include "core/text/nearest.h"

namespace headlight {
namespace {

struct GlossaryOptions {
  std::string word;
  bool json = false;
  bool markdown = false;
};

// The glossary, with all that is wrong with its file said first.
Glossary read_glossary() {
  std::vector<Problem> problems;
  Glossary glossary = parse_glossary(read_text(glossary_file(), largest_glossary), glossary_file(), problems);
  if (problems.empty()) return glossary;
  const std::size_t more = problems.size() - 1;
  throw std::invalid_argument(to_string(problems[0]) +
                              (more == 0 ? "" : " (and " + std::to_string(more) + " more)"));
}

std::vector<std::string> all_names(const Glossary& glossary) {
  std::vector<std::string> names;
  for (const Term& term : glossary.terms()) {
    names.push_back(term.name);
    names.insert(names.end(), term.also.begin(), term.also.end());
  }
  return names;
}

nlohmann::ordered_json json_of(const Term& term) {
  return {{"name", term.name},
          {"group", term.group},
          {"also", term.also},
          {"text", plain_text(term.text)},
          {"see", to_string(term.see)}};
}

void print(const Term& term) {
  std::cout << term.name;
  for (const std::string& name : term.also) std::cout << (&name == term.also.data() ? " (" : ", ") << name;
  std::cout << (term.also.empty() ? "" : ")") << "\n  " << plain_text(term.text) << '\n';
  if (term.see.kind != See::Kind::nowhere) std::cout << "  see " << to_string(term.see) << '\n';
}

int explain(const GlossaryOptions& options) {
  const Glossary glossary = read_glossary();
  if (options.markdown) {
    std::cout << glossary_markdown(glossary);
    return 0;
  }
  if (!options.word.empty()) {
    const Term* term = glossary.find(options.word);
    if (term == nullptr) {
      const std::optional<std::string> nearest = nearest_name(options.word, all_names(glossary));
      throw std::invalid_argument(
          "no term is called " + in_quotes(options.word) +
          (nearest ? "; did you mean " + in_quotes(*nearest) + "?" : "; headlight glossary lists them"));
    }
    if (options.json) {
      std::cout << json_text(json_of(*term)) << '\n';
    } else {
      print(*term);
    }
    return 0;
  }
  auto list = nlohmann::ordered_json::array();
  for (const Term& term : glossary.terms()) {
    if (options.json) {
      list.push_back(json_of(term));
    } else {
      print(term);
    }
  }
  if (options.json) std::cout << json_text(list) << '\n';
  return 0;
}

}  // namespace

void add_glossary(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<GlossaryOptions>();
  CLI::App* command =
      program.add_subcommand("glossary", "What the terms of the field mean, and where to see them");
  command->add_option("WORD", options->word, "A term, by any of its names; all if not given");
  CLI::Option* json = command->add_flag("--json", options->json, "Print them as JSON");
  command->add_flag("--markdown", options->markdown, "Print the page docs/glossary.md")->excludes(json);
  command->callback([options, &chosen] { chosen = [options] { return explain(*options); }; });
}

}  // namespace headlight
