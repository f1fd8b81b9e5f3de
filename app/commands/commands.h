// One function a command: it adds its options and what it does to the program. A command throws what is wrong
// with the input; run_program() makes the line on stderr and the exit code.
#pragma once

#include "app/commands/program.h"
#include "app/line/line.h"

namespace headlight {

void add_figure(CLI::App& program, Chosen& chosen, const WindowCommands& window);
void add_export(CLI::App& program, Chosen& chosen);
void add_sheet(CLI::App& program, Chosen& chosen);
void add_trace(CLI::App& program, Chosen& chosen);
void add_code(CLI::App& program, Chosen& chosen);
void add_random(CLI::App& program, Chosen& chosen);
void add_generate(CLI::App& program, Chosen& chosen);
void add_heads(CLI::App& program, Chosen& chosen);
void add_models(CLI::App& program, Chosen& chosen);
void add_lesson(CLI::App& program, Chosen& chosen);
void add_ask(CLI::App& program, Chosen& chosen);
void add_glossary(CLI::App& program, Chosen& chosen);
void add_screenshot(CLI::App& program, Chosen& chosen, const WindowCommands& window);
void add_screenshots(CLI::App& program, Chosen& chosen, const WindowCommands& window);
void add_describe(CLI::App& program, Chosen& chosen, const WindowCommands& window);
// Without a command: the window, or the figures where there is no display.
void add_open(CLI::App& program, Chosen& chosen, const WindowCommands& window);

}  // namespace headlight
