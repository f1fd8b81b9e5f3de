// headlight-train: what makes the models that come with Headlight.
#include "train/commands/commands.h"

int main(int argc, char** argv) { return headlight::run_train_program(argc, argv); }
