/* Wiring only: the command table is src/cmd/table.c, one file a subcommand beside it. */
#include "config.h"

#include "src/cmd/call.h"
#include "src/cmd/process.h"
#include "ui/language.h"

int main(int argc, char **argv)
{
    language_begin();
    process_set_up();
    return call_main(argc, argv);
}
