#include "app/commands/commands.h"

namespace headlight {

// There is none on Windows: it starts other programs of Debian and reads /proc.
void add_bench(CLI::App&, Chosen&, const WindowCommands&) {}

}  // namespace headlight
