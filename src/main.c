/* main.c - the program outflank: hands over to the command line (src/cli).
 *
 * setlocale() is never called: the program reads and writes the same bytes
 * whatever the user's language is. */
#include <fcntl.h>
#include <stdbool.h>
#include <sysexits.h>

#include "cli/cli.h"

/* Files opened later must not land on 0, 1 or 2. A closed stdin is empty; a
 * closed stdout stays one that cannot be written, so that the loss is noticed. */
static bool hold_standard_fds(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!hold_standard_fds())
        return EX_OSERR;
    return cli_main(argc, argv);
}
