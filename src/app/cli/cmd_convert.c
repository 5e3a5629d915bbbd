/* cli/cmd_convert.c - the command "convert": games and positions from any format into any other. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/replace.h"
#include "base/visible.h"
#include "report/svg.h"
#include "text/games.h"
#include "text/reader.h"
#include "text/variations.h"
#include "text/writer.h"
#include "text/wthor_write.h"
#include "cli/checked_output.h"
#include "cli/commands.h"

struct args {
    const char *from, *to, *out, *players, *tournaments;
    int game, image;
    bool is_strict, is_quiet;
};

/* A run; what it counts is the summary. */
struct convert {
    struct args args;
    const struct text_format *from;
    const struct writer_row *to;
    struct wthor_names names;
    struct wthor_writer base;
    struct replace file;
    bool has_file;
    const char *path;         /* of the file at hand */
    int64_t n_written, n_unread, n_refused, n_noted, n_lost[N_HOLDS];
    int64_t n_told;
    struct strbuf text;
    int code;
};

enum { MAX_TOLD = 10 };

/* The first ones are told one by one, on stderr. */
static void tell(struct convert *c, size_t line, size_t column, const char *what)
{
    if (c->n_told++ >= MAX_TOLD) {
        if (c->n_told == MAX_TOLD + 1)
            complain("convert: more is not told one by one");
        return;
    }
    const char *path = out_input_name(c->path);
    if (column)
        complain("convert: %s:%zu:%zu: %s", path, line, column, what);
    else
        complain("convert: %s:%zu: %s", path, line, what);
}

/* What --strict does not put up with. */
static void object(struct convert *c, int code)
{
    if (c->args.is_strict || code != EX_DATAERR)
        c->code = c->code ? c->code : code;
}

/* ---- output ---- */

static void put(struct convert *c, const void *bytes, size_t size)
{
    if (!c->has_file) {
        out_printf("%.*s", (int)size, (const char *)bytes);
    } else if (!replace_write(c->file.fd, bytes, size)) {
        complain("convert: %s: %s", c->args.out, strerror(errno));
        object(c, EX_IOERR);
    }
}

/* Texts go out in pieces of this size, or at once where the input comes as it is written. */
static void flush(struct convert *c, bool is_last)
{
    enum { PIECE = 1 << 16 };
    const bool is_live = strcmp(c->path, "-") == 0 && !c->has_file;
    if (!is_last && !is_live && c->text.length < PIECE)
        return;
    if (c->text.length)
        put(c, c->text.data, c->text.length);
    strbuf_clear(&c->text);
    const int code = c->has_file ? 0 : out_flush();
    if (code)
        object(c, code);
}

static bool write_record(struct convert *c, const struct reading *reading, bool *lacks_names,
                         struct reason *reason)
{
    uint8_t record[WTHOR_RECORD];
    if (!wthor_write_record(&c->base, reading, record, lacks_names, reason))
        return false;
    strbuf_add_bytes(&c->text, (const char *)record, sizeof record);
    return true;
}

/* Names that the lists of a base lack are lost, its other tags always. */
static unsigned losses(const struct convert *c, const struct reading *reading, bool lacks_names)
{
    unsigned lost = writer_losses(c->to, reading);
    if (c->to->is_binary)
        lost = (lost & ~(unsigned)(HOLDS_TAGS | HOLDS_NAMES)) | (lacks_names ? HOLDS_NAMES : 0);
    return lost;
}

static void convert_one(struct convert *c, const struct reading *reading, size_t line)
{
    struct reason reason = {.text = ""};
    bool lacks_names = false;
    const bool is_second = c->to == &svg_writer && c->n_written;
    if (is_second)
        reason_set(&reason, "a picture holds one board: --game N chooses it");
    const bool is_written = !is_second &&
                            (c->to->is_binary ? write_record(c, reading, &lacks_names, &reason)
                                              : writer_add(c->to, &c->text, reading, &reason));
    if (!is_written) {
        c->n_refused++;
        tell(c, line, 0, reason.text);
        object(c, EX_DATAERR);
        return;
    }
    c->n_written++;
    const unsigned lost = losses(c, reading, lacks_names);
    for (int bit = 0; bit < N_HOLDS; bit++)
        c->n_lost[bit] += lost >> bit & 1;
    if (lost && c->args.is_strict) {
        for (int bit = 0; bit < N_HOLDS; bit++)
            if (lost >> bit & 1)
                reason_set(&reason, "%s cannot hold the %s of this", c->to->name,
                           writer_loss_name(bit));
        tell(c, line, 0, reason.text);
        object(c, EX_DATAERR);
    }
    flush(c, false);
}

/* ---- input ---- */

/* The image of all boards and moves: see ofl_symmetry(). Squares in comments stay as they are. */
static bool turn_board(struct reading *reading, int symmetry)
{
    struct ofl_game *game = &reading->game;
    if (symmetry && game->variant.holes)
        return false;
    struct ofl_obf *obf = &reading->obf;
    game->start.board = ofl_symmetry(game->start.board, symmetry);
    game->position.board = ofl_symmetry(game->position.board, symmetry);
    obf->position.board = ofl_symmetry(obf->position.board, symmetry);
    for (int i = 0; i < game->n_known; i++)
        game->moves[i].move = (uint8_t)ofl_symmetry_square(game->moves[i].move, symmetry);
    variations_turn(&reading->tags, symmetry);
    for (int i = 0; i < obf->n_scores; i++)
        obf->scores[i].move = (uint8_t)ofl_symmetry_square(obf->scores[i].move, symmetry);
    return true;
}

static void take(struct convert *c, struct games *games, struct reading *reading)
{
    if (reading->note.text[0]) {
        c->n_noted++;
        tell(c, games_line(games), 0, reading->note.text);
        object(c, EX_DATAERR);
    }
    const bool is_turned = turn_board(reading, c->args.image);
    if (!is_turned)
        tell(c, games_line(games), 0, "--image turns boards of 8x8");
    if (c->code || !is_turned)
        c->n_refused++;
    else
        convert_one(c, reading, games_line(games));
}

static void convert_games(struct convert *c, struct games *games)
{
    struct reading reading;
    struct ofl_text_error error;
    int64_t n = 0;
    for (int found; !c->code && (found = games_next(games, &reading, &error)) != 0;) {
        n++;
        if (c->args.game && n < c->args.game)
            continue;
        if (found > 0) {
            take(c, games, &reading);
        } else {
            c->n_unread++;
            tell(c, error.line, error.column, error.text);
            object(c, EX_DATAERR);
        }
        if (c->args.game)
            return;
    }
    if (games_has_failed(games)) {
        complain("convert: %s: %s", c->path, strerror(games_has_failed(games)));
        object(c, EX_IOERR);
    } else if (c->args.game && !c->code) {
        complain("convert: %s: expected at least %d games, found %" PRId64, c->path, c->args.game,
                 n);
        c->code = EX_DATAERR;
    }
}

static void convert_file(struct convert *c, const char *path)
{
    struct reason reason;
    struct games *games = games_open(path, &reason);
    c->path = path;
    if (!games) {
        const bool is_text = access(path, F_OK) != 0 && reader_format(path, strlen(path));
        complain("convert: %s%s", reason.text, is_text ? "; convert reads files or standard input"
                                                       : "");
        c->code = c->code ? c->code : EX_NOINPUT;
        return;
    }
    if (!c->args.is_quiet)
        out_say_awaited(path, "games and positions are");
    games_set_format(games, c->from);
    games_take_variants(games);
    if (c->names.players || c->names.tournaments)
        games_set_names(games, &c->names);
    convert_games(c, games);
    games_close(games);
}

/* ---- begin and end ---- */

static int usage(const char *what, const char *word)
{
    const struct visible shown = visible_word(word, strlen(word));
    struct strbuf names = {0};
    const bool is_from = strcmp(what, "--from") == 0;
    const char *name;
    for (size_t i = 0; (name = is_from ? reader_name_at(i) : NULL) != NULL; i++)
        strbuf_addf(&names, "%s%s", i ? ", " : "", name);
    const struct writer_row *row;
    for (size_t i = 0; !is_from && (row = writer_at(i)) != NULL; i++)
        strbuf_addf(&names, "%s%s", i ? ", " : "", row->name);
    strbuf_add(&names, is_from ? "" : ", svg");
    complain("convert: %s: expected one of %s, found %s", what, names.data ? names.data : "",
             shown.text);
    strbuf_free(&names);
    return EX_USAGE;
}

static int choose_formats(struct convert *c)
{
    const struct args *args = &c->args;
    if (args->from && !(c->from = reader_find(args->from, strlen(args->from))))
        return usage("--from", args->from);
    const size_t n = args->to ? strlen(args->to) : 0;
    if (n && !(c->to = svg_or_writer(writer_find(args->to, n), args->to, n)))
        return usage("--to", args->to);
    if (!c->to && args->out)
        c->to = svg_or_writer(writer_of_file(args->out, strlen(args->out)), args->out,
                              strlen(args->out));
    if (!c->to && args->out)
        return usage("the end of --out", args->out);
    if (!c->to) {
        complain("convert: expected --to FORMAT, or --out FILE with a name that ends in one");
        return EX_USAGE;
    }
    if (c->to->is_binary && !args->out) {
        complain("convert: a base of WTHOR begins with the number of its games: expected --out "
                 "FILE");
        return EX_USAGE;
    }
    return 0;
}

static int load_names(struct convert *c)
{
    struct reason reason;
    if ((c->args.players &&
         !wthor_names_load(&c->names, c->args.players, WTHOR_PLAYER_RECORD, &reason)) ||
        (c->args.tournaments &&
         !wthor_names_load(&c->names, c->args.tournaments, WTHOR_TOURNAMENT_RECORD, &reason))) {
        complain("convert: %s", reason.text);
        return EX_NOINPUT;
    }
    if (c->to->is_binary)
        wthor_names_load_beside(&c->names, c->args.out);
    c->base.names = &c->names;
    return 0;
}

static int open_output(struct convert *c)
{
    static const uint8_t header[WTHOR_HEADER];
    if (!c->args.out)
        return 0;
    if (!replace_begin_output(&c->file, c->args.out)) {
        complain("convert: %s: %s", c->args.out, regular_problem(errno));
        return EX_CANTCREAT;
    }
    c->has_file = true;
    if (c->to->is_binary)
        put(c, header, sizeof header);
    if (c->code)
        replace_abandon(&c->file);
    return c->code;
}

/* The header of a base, now that its games are counted. */
static bool finish_base(struct convert *c)
{
    uint8_t header[WTHOR_HEADER];
    const time_t now = time(NULL);
    struct tm today;
    if (!gmtime_r(&now, &today))
        return false;
    wthor_write_header(&c->base, today.tm_year + 1900, today.tm_mon + 1, today.tm_mday, header);
    return pwrite(c->file.fd, header, sizeof header, 0) == (ssize_t)sizeof header;
}

static void close_output(struct convert *c)
{
    flush(c, true);
    if (!c->has_file)
        return;
    if (c->code || !c->n_written) {
        replace_abandon(&c->file);
        return;
    }
    const bool is_whole = !c->to->is_binary || finish_base(c);
    if (!is_whole)
        replace_abandon(&c->file);
    if (is_whole && replace_commit(&c->file))
        return;
    complain("convert: %s: %s", c->args.out, strerror(errno));
    c->code = EX_IOERR;
}

static void summarize(const struct convert *c, int n_files)
{
    struct strbuf line = {0};
    strbuf_addf(&line, "%" PRId64 " of %" PRId64 " from %d file%s to %s", c->n_written,
                c->n_written + c->n_unread + c->n_refused, n_files, n_files == 1 ? "" : "s",
                c->to->name);
    if (c->n_unread)
        strbuf_addf(&line, "; %" PRId64 " could not be read", c->n_unread);
    if (c->n_refused)
        strbuf_addf(&line, "; %" PRId64 " could not be written", c->n_refused);
    if (c->n_noted)
        strbuf_addf(&line, "; of %" PRId64 " something was assumed", c->n_noted);
    bool has_any = false;
    for (int bit = 0; bit < N_HOLDS; bit++)
        if (c->n_lost[bit]) {
            strbuf_addf(&line, "%s %s of %" PRId64, has_any ? "," : "; left out:",
                        writer_loss_name(bit), c->n_lost[bit]);
            has_any = true;
        }
    complain("convert: %s", line.data ? line.data : "");
    strbuf_free(&line);
}

static int run(const struct program_call *call)
{
    static char dash[] = "-";
    char *alone[] = {dash};
    struct program_files files = {0};
    struct convert c = {.path = "-"};
    int code = program_read(call, &c.args, &files);
    code = code ? code : choose_formats(&c);
    code = code ? code : load_names(&c);
    code = code ? code : open_output(&c);
    if (!code) {
        if (files.n == 0)
            files = (struct program_files){alone, 1};
        for (int i = 0; i < files.n && !c.code; i++)
            convert_file(&c, files.paths[i]);
        close_output(&c);
        if (!c.code && !c.n_written && !c.n_unread && !c.n_refused) {
            complain("convert: there is no game and no position in %s",
                     files.n > 1 ? "the files" : strcmp(c.path, "-") == 0 ? "the input" : c.path);
            c.code = EX_DATAERR;
        } else if (!c.args.is_quiet && c.code != EX_IOERR) {
            summarize(&c, files.n);
        }
        code = c.code ? c.code : c.n_unread || c.n_refused ? EX_DATAERR : 0;
    }
    strbuf_free(&c.text);
    wthor_names_free(&c.names);
    return code;
}

static const struct option_row options[] = {
    ROW_TEXT(from, "from", 0, NULL, "read as this format, not as what the text looks like"),
    ROW_TEXT(to, "to", 0, NULL, "write this format; else the end of the name of --out says it"),
    ROW_FILE(out, "out", 'o', "write this file, as a whole or not at all, not standard output"),
    ROW_INT(game, "game", 0, 0, INT_MAX, "0", "only game number N of each file; 0: all"),
    ROW_INT(image, "image", 0, 0, 7, "0",
            "turn the boards: 1 mirrors left and right, 2 top and bottom (3: both, a half turn), "
            "4 rows and columns, after the others (5, 6: a quarter turn)"),
    ROW_FILE(players, "players", 0, "names of WTHOR (.jou), instead of those beside a base"),
    ROW_FILE(tournaments, "tournaments", 0, "tournaments of WTHOR (.trn), likewise"),
    ROW_FLAG(is_strict, "strict", 0, "end at what cannot be read, written or kept as it is"),
    ROW_FLAG(is_quiet, "quiet", 'q', "leave out the summary"),
    PROGRAM_HELP,
};

static const struct program_command command = {
    .name = "",
    .arguments = "[FILE ...]",
    .summary = "games and positions from any format into any other",
    .text = "Reads games and positions in any form (docs/texts.md) from files or standard input, "
            "and writes them as --to or the end of --out says.",
    .options = options,
    .run = run,
};
static const struct program_command *const commands[] = {&command, NULL};
static const struct program program = {.name = "outflank convert", .commands = commands};

const struct cli_command cmd_convert = {
    .name = "convert",
    .arguments = "[FILE ...]",
    .summary = "games and positions from any format into any other",
    .text = "Reads games and positions in any form (docs/texts.md) from files or standard input, "
            "and writes them in the format that --to or the end of --out names: moves, ggf, sgf, "
            "pgn, json, logbook, wthor, obf, board, nboard, egaroucid, fen, fen1, hex, hexmsb, "
            "diagram or svg. "
            "Of a game the last position is written where a format holds no moves.\n\n"
            "What cannot be read is told as FILE:LINE:COLUMN and left out; the exit status is then "
            "65. A summary on standard error counts what was written, skipped and left out. With "
            "--strict the first of these ends the run, and the file of --out stays as it was.",
    .program = &program,
    .takes_files = true,
    .max_words = INT_MAX,
    .run = args_run_program,
};
