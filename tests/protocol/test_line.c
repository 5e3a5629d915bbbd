/* tests/protocol/test_line.c - the line reader: lines, limits, what ends a search. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "protocol/line.h"

struct fixture {
    int input[2], output_fds[2];
    ofl_engine *engine;
    struct stop stop;
    struct output output;
    struct line_source *lines;
};

static void open_fixture(struct fixture *f)
{
    cr_assert(pipe2(f->input, O_CLOEXEC) == 0 && pipe2(f->output_fds, O_CLOEXEC) == 0);
    f->engine = ofl_engine_create();
    cr_assert(f->engine != NULL && output_init(&f->output, f->output_fds[1]));
    f->stop = stop_for(f->engine);
    f->lines = line_source_create(f->input[0], false, &f->stop, &f->output);
    cr_assert(f->lines != NULL);
}

static void close_fixture(struct fixture *f)
{
    line_source_destroy(f->lines);
    output_finish(&f->output);
    ofl_engine_destroy(f->engine);
    close(f->input[0]);
    close(f->output_fds[0]);
    close(f->output_fds[1]);
}

static void send_text(struct fixture *f, const char *text, size_t length)
{
    while (length) {
        ssize_t n = write(f->input[1], text, length);
        cr_assert(n > 0, "write failed");
        text += n;
        length -= (size_t)n;
    }
}

static void send_string(struct fixture *f, const char *text) { send_text(f, text, strlen(text)); }

static void expect_line(struct fixture *f, const char *text)
{
    struct line *line = line_next(f->lines);
    cr_assert(line != NULL, "no line, expected \"%s\"", text);
    cr_assert(line->length == strlen(text) && memcmp(line->text, text, line->length) == 0,
              "\"%s\", expected \"%s\"", line->text, text);
    cr_assert(line->text[line->length] == '\0');
    free(line);
}

Test(line, lines_come_whole_and_in_order)
{
    struct fixture f;
    open_fixture(&f);
    send_string(&f, "one\n\ntwo\r\nth");
    expect_line(&f, "one");
    expect_line(&f, "");
    expect_line(&f, "two");
    send_string(&f, "re");
    send_string(&f, "e\nlast without end");
    close(f.input[1]);
    expect_line(&f, "three");
    expect_line(&f, "last without end");
    cr_assert(line_next(f.lines) == NULL);
    cr_assert(line_at_end(f.lines, 0));
    close_fixture(&f);
}

Test(line, a_nul_is_a_byte_like_others)
{
    struct fixture f;
    open_fixture(&f);
    send_text(&f, "a\0b\n", 4);
    struct line *line = line_next(f.lines);
    cr_assert(line && line->length == 3 && memcmp(line->text, "a\0b", 3) == 0);
    free(line);
    close(f.input[1]);
    close_fixture(&f);
}

static bool long_if_set_game(const char *prefix, size_t length)
{
    return length >= 8 && memcmp(prefix, "set game", 8) == 0;
}

/* A line of `length` bytes in a thread of its own: the pipe is smaller. */
struct flood {
    struct fixture *f;
    const char *start;
    size_t length;
};

static void *write_flood(void *argument)
{
    struct flood *flood = argument;
    char block[4096];
    memset(block, 'x', sizeof block);
    size_t n = strlen(flood->start);
    send_string(flood->f, flood->start);
    while (n < flood->length) {
        size_t piece = flood->length - n < sizeof block ? flood->length - n : sizeof block;
        send_text(flood->f, block, piece);
        n += piece;
    }
    send_string(flood->f, "\nnext\n");
    return NULL;
}

static void check_length(const char *start, size_t length, bool is_too_long)
{
    struct fixture f;
    open_fixture(&f);
    line_set_rules(f.lines, (struct line_rules){.may_be_long = long_if_set_game});
    struct flood flood = {&f, start, length};
    pthread_t thread;
    cr_assert(pthread_create(&thread, NULL, write_flood, &flood) == 0);
    struct line *line = line_next(f.lines);
    cr_assert(line != NULL);
    cr_assert(line->is_too_long == is_too_long, "%zu bytes: too long %d", length,
              line->is_too_long);
    cr_assert(line->length == (is_too_long ? LINE_PREFIX : length));
    cr_assert(memcmp(line->text, start, strlen(start)) == 0);
    free(line);
    expect_line(&f, "next");
    pthread_join(thread, NULL);
    close(f.input[1]);
    close_fixture(&f);
}

Test(line, limits_of_length)
{
    check_length("a", LINE_MAX_BYTES - 1, false);
    check_length("a", LINE_MAX_BYTES, false);
    check_length("a", LINE_MAX_BYTES + 1, true);
    check_length("a", 40 * LINE_MAX_BYTES, true);
    check_length("set game", LINE_MAX_BYTES + 1, false);
    check_length("set game", LINE_MAX_BYTES_LONG, false);
    check_length("set game", LINE_MAX_BYTES_LONG + 1, true);
}

static unsigned stop_classes(const char *text, size_t length)
{
    return length && text[0] == '!' ? 3 : length && text[0] == '?' ? 2 : 0;
}

/* Is the search of the first line ended by the lines after it? */
static bool is_stopped_by(const char *later, unsigned stops)
{
    struct fixture f;
    open_fixture(&f);
    line_set_rules(f.lines, (struct line_rules){.stops = stop_classes});
    send_string(&f, "!go\n");
    send_string(&f, later);
    close(f.input[1]);
    /* All has been read before the search begins: only the order counts. */
    while (!line_at_end(f.lines, 100))
        continue;
    free(line_next(f.lines));
    line_search_begin(f.lines, stops, true);
    bool result = stop_is_given(&f.stop);
    line_search_end(f.lines);
    close_fixture(&f);
    return result;
}

Test(line, order_decides_which_search_is_ended)
{
    cr_assert(!is_stopped_by("", 3), "the end of input leaves a bounded search alone");
    cr_assert(!is_stopped_by("name\n", 3), "an ordinary line is no stop");
    cr_assert(is_stopped_by("name\n?\nname\n", 3));
    cr_assert(is_stopped_by("?\n", 2));
    cr_assert(!is_stopped_by("?\n", 1), "a class that was not asked for");
    cr_assert(is_stopped_by("!\n", 1));
}

Test(line, rules_hold_for_lines_that_wait_already)
{
    struct fixture f;
    open_fixture(&f);
    send_string(&f, "go\n?\n");
    close(f.input[1]);
    while (!line_at_end(f.lines, 100))
        continue;
    line_set_rules(f.lines, (struct line_rules){.stops = stop_classes});
    free(line_next(f.lines));
    line_search_begin(f.lines, 2, true);
    cr_assert(stop_is_given(&f.stop));
    line_search_end(f.lines);
    free(line_next(f.lines));
    line_search_begin(f.lines, 2, true);
    cr_assert(!stop_is_given(&f.stop), "a stop ends what came before it, not what follows");
    line_search_end(f.lines);
    close_fixture(&f);
}

static void wait_until_stopped(struct fixture *f)
{
    while (!stop_is_given(&f->stop))
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

Test(line, a_running_search_is_ended)
{
    struct fixture f;
    open_fixture(&f);
    line_set_rules(f.lines, (struct line_rules){.stops = stop_classes});
    send_string(&f, "go\n");
    free(line_next(f.lines));
    line_search_begin(f.lines, 1, true);
    cr_assert(!stop_is_given(&f.stop));
    send_string(&f, "!\n");
    wait_until_stopped(&f);
    line_search_end(f.lines);
    close(f.input[1]);
    close_fixture(&f);
}

Test(line, a_real_search_returns_when_it_is_stopped)
{
    struct fixture f;
    open_fixture(&f);
    line_set_rules(f.lines, (struct line_rules){.stops = stop_classes});
    send_string(&f, "go\n!\n");
    free(line_next(f.lines));
    struct ofl_limits limits = {.infinite = true};
    struct ofl_result result;
    line_search_begin(f.lines, 1, true);
    cr_assert(ofl_search(f.engine, ofl_position_start().board, &limits, &result) == OFL_OK);
    line_search_end(f.lines);
    cr_assert(ofl_is_legal(ofl_position_start().board, result.lines[0].move));
    close(f.input[1]);
    close_fixture(&f);
}

Test(line, end_of_input_ends_an_unbounded_search)
{
    struct fixture f;
    open_fixture(&f);
    send_string(&f, "hint\n");
    free(line_next(f.lines));
    line_search_begin(f.lines, 0, false);
    close(f.input[1]);
    wait_until_stopped(&f);
    line_search_end(f.lines);
    cr_assert(!line_is_ending(f.lines));
    close_fixture(&f);
}

Test(line, a_reader_that_went_away_ends_everything)
{
    struct fixture f;
    open_fixture(&f);
    send_string(&f, "go\nname\n");
    free(line_next(f.lines));
    line_search_begin(f.lines, 0, true);
    close(f.output_fds[0]);
    wait_until_stopped(&f);
    line_search_end(f.lines);
    cr_assert(line_is_ending(f.lines));
    cr_assert(line_next(f.lines) == NULL, "lines that wait are not served any more");
    close(f.input[1]);
    f.output_fds[0] = open("/dev/null", O_RDONLY);
    close_fixture(&f);
}

static void *write_many(void *argument)
{
    for (int i = 0; i < 100000; i++)
        send_string(argument, "line\n");
    return NULL;
}

Test(line, a_full_queue_holds_the_writer_back_and_loses_nothing)
{
    struct fixture f;
    open_fixture(&f);
    pthread_t thread;
    cr_assert(pthread_create(&thread, NULL, write_many, &f) == 0);
    uint64_t number = 0;
    for (int i = 0; i < 100000; i++) {
        struct line *line = line_next(f.lines);
        cr_assert(line && line->length == 4 && line->number == ++number);
        free(line);
    }
    pthread_join(thread, NULL);
    close(f.input[1]);
    cr_assert(line_next(f.lines) == NULL);
    close_fixture(&f);
}
