/* cli/protocols.c - hands over to the protocols (src/protocol). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>

#include "cli/args.h"
#include "cli/output.h"
#include "protocol/protocol.h"

/* A folder opens like a file, and ends at the first read as if nothing had been said. */
static bool is_folder(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_given(const struct cli_args *args, const char *name)
{
    for (int i = 0; i < args->n_settings; i++)
        if (strcmp(args->settings[i].name, name) == 0)
            return true;
    return false;
}

/* Unless a book is given: that of OUTFLANK_BOOK, or the one built in, if there is one. A book of
 * the environment that cannot be opened must not keep anybody from playing. */
static void set_usual_book(const struct cli_args *args, ofl_engine *engine)
{
    const char *name = getenv("OUTFLANK_BOOK");
    if (is_given(args, "book"))
        return;
    if (!name || !*name)
        ofl_set_option(engine, "book", "shipped");
    else if (ofl_set_option(engine, "book", name) != OFL_OK)
        complain("OUTFLANK_BOOK: %s; play goes on without a book", ofl_last_error(engine));
}

static int serve(const struct cli_args *args, enum protocol protocol)
{
    int code = 0;
    ofl_engine *engine = args_create_engine(args, &code);
    if (!engine)
        return code;
    struct protocol_config config = protocol_config_for(engine);
    set_usual_book(args, engine);
    config.has_variety = is_given(args, "variety");
    config.has_upper_case = args->has[OPT_UPPER_CASE];
    config.ignores_komi = args->has[OPT_IGNORE_KOMI];
    config.has_threads = args_has_setting(args, "threads");
    config.allow_files = args->has[OPT_ALLOW_FILES];
    if (is_folder(config.input_fd)) {
        complain("standard input: %s", strerror(EISDIR));
        code = EX_IOERR;
    } else {
        code = protocol_run(protocol, &config);
    }
    ofl_engine_destroy(engine);
    return code;
}

int auto_run(const struct cli_args *args) { return serve(args, PROTOCOL_AUTO); }
int gtp_run(const struct cli_args *args) { return serve(args, PROTOCOL_GTP); }
int nboard_run(const struct cli_args *args) { return serve(args, PROTOCOL_NBOARD); }
int console_run(const struct cli_args *args) { return serve(args, PROTOCOL_CONSOLE); }
