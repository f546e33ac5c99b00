/* Wiring only: the command table is src/cmd/table.c, one file a subcommand beside it. */
#include "config.h"

#include <locale.h>

#include "src/cmd/call.h"
#include "src/cmd/intl.h"
#include "src/cmd/process.h"

int main(int argc, char **argv)
{
    /* Text and times in the person's language; numbers stay as JSON and SQL need them. */
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    intl_set_up();
    process_set_up();
    return call_main(argc, argv);
}
