// Headlight in a browser's tab.
#include "app/window/run.h"

int main() { return headlight::run_window({headlight::opening_session(headlight::Session{}.model)}); }
