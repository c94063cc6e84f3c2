#include "app/commands.h"

int main(int argc, char** argv) { return tare::run_command_line(argc, argv); }
