/* cli/review_journal.c - values of reviewed games, a line of JSON each (review_journal.h).
 *
 *     {"journal":"review","schema":2,"version":...}
 *     {"game":0,"key":"16 hex digits","points":[[score_cd,exact,depth,confidence,"f5d6"],...],
 *      "version":...}
 *
 * A line is written by one write() at the end of the file and synced: a kill or a power cut costs
 * at most the line at hand. */
#include "cli/review_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/hash.h"
#include "base/regular.h"
#include "base/replace.h"
#include "request/provenance.h"
#include "text/json_build.h"

enum { LINE_MOST = 1 << 18 };

/* A line; length 0: there is none. */
struct place { int64_t at; size_t length; };
struct entry { char key[16]; struct place place; };

struct review_journal {
    int fd;
    bool was_torn;
    json_t *origin;       /* of all lines */
    struct entry *entries; /* by key */
    size_t n_entries;
    struct hash hash;
    char line[LINE_MOST];
};

/* What was given is not at fault. */
static bool fail(struct reason *reason, const char *sentence)
{
    reason_set(reason, "%s", sentence);
    return reason_is(reason, REASON_SYSTEM);
}

/* The start and the moves of a game, as a name for it. */
static void key_of(const struct ofl_game *game, char out[17])
{
    char text[OFL_BOARD_TEXT + 2 * OFL_MAX_PLIES + 1];
    ofl_position_to_text(game->start, text);
    const size_t length = strlen(text);
    const size_t n = ofl_game_to_transcript(game, true, text + length);
    snprintf(out, 17, "%016" PRIx64, checksum_of((const uint8_t *)text, length + n));
}

static struct place *find_place(const struct review_journal *journal, const char *key)
{
    const size_t i = hash_find(&journal->hash, journal->entries, sizeof *journal->entries, key,
                               sizeof journal->entries->key);
    return i == HASH_NONE ? NULL : &journal->entries[i].place;
}

/* Of a game that is there twice the last line counts. */
static bool keep_place(struct review_journal *journal, const char *key, struct place place)
{
    struct place *found = find_place(journal, key);
    struct entry entry = {.place = place};
    if (found) {
        *found = place;
        return true;
    }
    memcpy(entry.key, key, sizeof entry.key);
    return hash_push(&journal->hash, &journal->entries, &journal->n_entries, &entry, sizeof entry,
                     sizeof entry.key);
}

static json_t *read_line(struct review_journal *journal, struct place place)
{
    if (place.length >= LINE_MOST ||
        regular_read_at(journal->fd, journal->line, place.length, place.at) !=
            (ssize_t)place.length)
        return NULL;
    return json_loadb(journal->line, place.length, 0, NULL);
}

/* The line at `at` without its end; length 0 if it has no end. */
static struct place find_line(struct review_journal *journal, int64_t at)
{
    const ssize_t n = regular_read_at(journal->fd, journal->line, LINE_MOST, at);
    const char *end = n > 0 ? memchr(journal->line, '\n', (size_t)n) : NULL;
    return (struct place){at, end ? (size_t)(end - journal->line) : 0};
}

static bool check_head(struct review_journal *journal, struct place place, bool mixes,
                       struct reason *reason)
{
    json_t *head = read_line(journal, place), *now = json_copy(journal->origin);
    const char *kind = json_string_value(json_object_get(head, "journal"));
    const bool is_one = kind && strcmp(kind, "review") == 0;
    now = json_with(now, "schema", json_integer(JSON_SCHEMA));
    const bool is_good = !is_one ? reason_set(reason, "no journal of a review")
                                 : mixes || provenance_is_same(head, now, reason);
    json_decref(head);
    json_decref(now);
    return is_good;
}

/* Finds the lines; drops a last one without an end. */
static bool index_lines(struct review_journal *journal, bool mixes, struct reason *reason)
{
    struct place place = find_line(journal, 0);
    if (place.length && !check_head(journal, place, mixes, reason))
        return false;
    if (!place.length && lseek(journal->fd, 0, SEEK_END) >= LINE_MOST)
        return reason_set(reason, "no journal of a review");
    int64_t at = 0;
    for (; place.length; place = find_line(journal, at)) {
        if (at > 0) {
            json_t *line = read_line(journal, place);
            const char *key = json_string_value(json_object_get(line, "key"));
            const bool is_kept = !key || strlen(key) != 16 || keep_place(journal, key, place);
            json_decref(line);
            if (!is_kept)
                return fail(reason, "out of memory");
        }
        at = place.at + (int64_t)place.length + 1;
    }
    journal->was_torn = lseek(journal->fd, 0, SEEK_END) > at;
    if (ftruncate(journal->fd, at) != 0)
        return fail(reason, strerror(errno));
    return true;
}

/* Writes the value, which is given back, as a line with the origin; *place says where. */
static bool write_line(struct review_journal *journal, json_t *value, struct place *place,
                       struct reason *reason)
{
    char *text = json_to_text(json_with_all(value, json_incref(journal->origin)));
    const size_t length = text ? strlen(text) : 0;
    if (!text)
        return fail(reason, "out of memory");
    place->at = lseek(journal->fd, 0, SEEK_END);
    place->length = length;
    text[length] = '\n';
    const bool is_written = place->at >= 0 && replace_write(journal->fd, text, length + 1) &&
                            fdatasync(journal->fd) == 0;
    free(text);
    return is_written || fail(reason, strerror(errno));
}

struct review_journal *review_journal_open(const char *path, const json_t *origin, bool mixes,
                                         struct reason *reason)
{
    struct review_journal *journal = calloc(1, sizeof *journal);
    if (!journal) {
        reason_set(reason, "out of memory");
        return NULL;
    }
    journal->origin = json_incref((json_t *)origin);
    journal->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    struct place place;
    bool is_good = journal->fd >= 0 && lseek(journal->fd, 0, SEEK_END) >= 0;
    if (!is_good)
        reason_set(reason, "%s", regular_problem(errno == ESPIPE ? EINVAL : errno));
    is_good = is_good && index_lines(journal, mixes, reason);
    if (is_good && lseek(journal->fd, 0, SEEK_END) == 0)
        is_good = write_line(journal, json_pack("{s:s, s:i}", "journal", "review", "schema",
                                                JSON_SCHEMA),
                             &place, reason);
    if (is_good)
        replace_sync_folder(path); /* the name, too, if it is new */
    if (is_good)
        return journal;
    reason_put_before(reason, "%s: ", path);
    review_journal_close(journal);
    return NULL;
}

bool review_journal_was_torn(const struct review_journal *journal) { return journal->was_torn; }

void review_journal_close(struct review_journal *journal)
{
    if (!journal)
        return;
    if (journal->fd >= 0)
        close(journal->fd);
    json_decref(journal->origin);
    free(journal->entries);
    free(journal->hash.slots);
    free(journal);
}

static json_t *json_of_point(const struct review_point *point)
{
    char line[2 * OFL_MAX_PV + 1] = "", move[8];
    size_t length = 0;
    for (int i = 0; i < point->pv_length; i++, length += 2) {
        ofl_move_to_text(point->pv[i], false, move);
        memcpy(line + length, point->pv[i] == OFL_PASS ? "ps" : move, 2);
    }
    return json_pack("[i, b, i, i, s]", point->value_cd, point->is_exact, point->depth,
                     point->confidence, line);
}

bool review_journal_add(struct review_journal *journal, int64_t number, const struct review *review,
                 struct reason *reason)
{
    char key[17];
    struct place place;
    json_t *points = json_array();
    for (int ply = 0; ply < review->n_points; ply++)
        points = json_and(points, json_of_point(&review->points[ply]));
    key_of(&review->game, key);
    json_t *value = json_pack("{s:I, s:s, s:o}", "game", (json_int_t)number, "key", key, "points",
                              points);
    if (!write_line(journal, value, &place, reason))
        return reason_put_before(reason, "the journal: ");
    return keep_place(journal, key, place) || fail(reason, "out of memory");
}

static bool read_point(const json_t *value, struct review_point *point)
{
    const json_t *score = json_array_get(value, 0), *depth = json_array_get(value, 2);
    const json_t *confidence = json_array_get(value, 3);
    const char *line = json_string_value(json_array_get(value, 4));
    if (!json_is_integer(score) || !json_is_integer(depth) || !json_is_integer(confidence) ||
        !line || strlen(line) > 2 * OFL_MAX_PV)
        return false;
    *point = (struct review_point){
        .value_cd = (int)json_integer_value(score),
        .is_exact = json_is_true(json_array_get(value, 1)),
        .depth = (int)json_integer_value(depth),
        .confidence = (int)json_integer_value(confidence),
        .best = OFL_NO_MOVE,
    };
    for (; line[0] && line[1]; line += 2)
        point->pv[point->pv_length++] = (uint8_t)ofl_move_from_text(line, 2);
    if (point->pv_length)
        point->best = point->pv[0];
    return true;
}

/* A line of play that can be played, and a score that there is. */
static bool is_sound(const struct review_point *point, ofl_position position, int exact_empties)
{
    ofl_board board = position.board;
    if (point->value_cd < -6400 || point->value_cd > 6400 ||
        (!point->is_exact && ofl_count_empties(board) <= exact_empties))
        return false;
    for (int i = 0; i < point->pv_length; i++) {
        if (!ofl_is_legal(board, point->pv[i]))
            return false;
        board = ofl_play(board, point->pv[i]);
    }
    return point->pv_length > 0 || ofl_is_over(board);
}

bool review_journal_find(struct review_journal *journal, struct review *review)
{
    char key[17];
    key_of(&review->game, key);
    const struct place *place = find_place(journal, key);
    if (!place)
        return false;
    json_t *line = read_line(journal, *place);
    const json_t *points = json_object_get(line, "points");
    bool found = true;
    for (int ply = review->n_points - 1; ply >= 0 && found; ply--) {
        struct review_point point;
        found = read_point(json_array_get(points, (size_t)ply), &point) &&
                is_sound(&point, review->points[ply].position, review->settings.exact_empties);
        if (found) /* else it is damaged, and is searched again */
            review_put(review, ply, &point);
    }
    json_decref(line);
    return found;
}
