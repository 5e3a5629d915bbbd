/* Requests: each gives one last answer, a bad one a sentence, and a stopped one what is known. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <outflank/review.h>
#include <string.h>

#include "request/request.h"

/* What came back of the newest request. */
struct heard {
    struct requests *requests;
    json_t *last;            /* the result or the error */
    enum answer_kind kind;
    int n_progress, n_last;
    bool stops;              /* at the first progress */
};

static void hear(void *user, const struct answer *answer)
{
    struct heard *heard = user;
    json_t *value = json_loads(answer->json, JSON_DECODE_ANY, NULL);
    cr_assert_not_null(value, "no JSON: %s", answer->json);
    if (answer->kind == ANSWER_PROGRESS) {
        heard->n_progress++;
        json_decref(value);
        if (heard->stops)
            request_stop(heard->requests);
        return;
    }
    json_decref(heard->last);
    heard->last = value;
    heard->kind = answer->kind;
    heard->n_last++;
}

static void begin(struct heard *heard)
{
    ofl_engine *engine = ofl_engine_create();
    cr_assert_eq(ofl_set_option(engine, "hash", "4"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "evaluation", "classical"), OFL_OK);
    *heard = (struct heard){.requests = requests_begin(engine, hear, heard)};
    cr_assert_not_null(heard->requests);
}

static void end(struct heard *heard)
{
    requests_end(heard->requests);
    json_decref(heard->last);
}

static const json_t *ask(struct heard *heard, enum answer_kind kind, const char *json)
{
    heard->n_progress = heard->n_last = 0;
    request_answer(heard->requests, json, strlen(json), NULL, 0);
    cr_assert_eq(heard->n_last, 1, "%d last answers: %s", heard->n_last, json);
    cr_assert_eq(heard->kind, kind, "%s: %s", json, json_dumps(heard->last, JSON_ENCODE_ANY));
    return heard->last;
}

static const json_t *first(const json_t *value, const char *key)
{
    return json_array_get(json_object_get(value, key), 0);
}

Test(request, bad_ones_are_refused)
{
    static const struct { const char *json, *word; size_t column; } bad[] = {
        {"{\"action\":\"analyze\"", "JSON", 0},
        {"[]", "JSON", 0},
        {"{}", "action", 0},
        {"{\"action\":\"fly\"}", "fly", 0},
        {"{\"action\":\"analyze\"}", "text", 0},
        {"{\"action\":\"analyze\",\"text\":\"f5\",\"depht\":3}", "depht", 0},
        {"{\"action\":\"analyze\",\"text\":\"f5\",\"depth\":61}", "60", 0},
        {"{\"action\":\"analyze\",\"text\":\"f5\",\"depth\":\"3\"}", "whole number", 0},
        {"{\"action\":\"analyze\",\"text\":\"f5\",\"seconds\":0}", "seconds", 0},
        {"{\"action\":\"analyze\",\"text\":\"f5f5\"}", "f5", 3},
        {"{\"action\":\"analyze\",\"text\":\"f5\",\"exact\":true,\"depth\":2}", "exact", 0},
        {"{\"action\":\"solve\",\"text\":\"f5\",\"wld\":true,\"ties\":true}", "wld", 0},
        {"{\"action\":\"play\",\"text\":\"f5\",\"strength\":21}", "strength", 0},
        {"{\"action\":\"review\",\"text\":\"f5\",\"game\":2}", "game 2", 0},
        {"{\"action\":\"study\",\"players\":[\"a\"]}", "text", 0},
        {"{\"action\":\"study\",\"text\":\"f5\",\"players\":[]}", "list of names", 0},
        {"{\"action\":\"study\",\"text\":\"f5\",\"players\":[\"a\",1]}", "list of names", 0},
        {"{\"action\":\"study\",\"text\":\"f5\",\"players\":[\"a\"]}", "none of them", 0},
        {"{\"action\":\"study\",\"text\":\"f5\",\"players\":[\"*\"],\"drawn\":61}", "drawn", 0},
        {"{\"action\":\"explain\",\"text\":\"f5\",\"move\":\"a1\"}", "no flip", 0},
        {"{\"action\":\"convert\",\"text\":\"f5\",\"to\":\"wthor\"}", "format", 0},
        {"{\"action\":\"set\",\"weights\":\"/nowhere\"}", "weights", 0},
    };
    struct heard heard;
    begin(&heard);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const json_t *error = ask(&heard, ANSWER_ERROR, bad[i].json);
        const char *message = json_string_value(json_object_get(error, "message"));
        cr_expect(message && strstr(message, bad[i].word), "%s: %s", bad[i].json, message);
        cr_expect_eq(json_integer_value(json_object_get(error, "column")),
                     (json_int_t)bad[i].column, "%s", bad[i].json);
    }
    ask(&heard, ANSWER_RESULT, "{\"action\":\"analyze\",\"text\":\"f5\",\"depth\":3}");
    end(&heard);
}

Test(request, results_have_what_was_asked)
{
    struct heard heard;
    begin(&heard);
    const json_t *value = ask(&heard, ANSWER_RESULT,
                              "{\"action\":\"analyze\",\"text\":\"f5d6\",\"depth\":4,\"best\":2}");
    cr_expect_geq(json_array_size(json_object_get(value, "moves")), 2);
    cr_expect_str_eq(json_string_value(json_object_get(value, "network")), "classical");
    value = ask(&heard, ANSWER_RESULT, "{\"action\":\"play\",\"text\":\"f5d6\",\"level\":2}");
    cr_expect_str_eq(json_string_value(json_object_get(value, "move")),
                     json_string_value(json_object_get(first(value, "moves"), "move")));
    value = ask(&heard, ANSWER_RESULT, "{\"action\":\"position\",\"text\":\"f5\"}");
    cr_expect_eq(json_array_size(json_object_get(value, "moves")), 3);
    cr_expect_str_eq(json_string_value(json_object_get(first(value, "moves"), "move")), "f4");
    const json_t *turns = json_object_get(first(value, "moves"), "turns");
    cr_expect_str_eq(json_string_value(json_array_get(turns, 0)), "e4");
    value = ask(&heard, ANSWER_RESULT, "{\"action\":\"convert\",\"text\":\"f5d6\",\"to\":\"sgf\"}");
    cr_expect(strstr(json_string_value(value), "B[fe]"), "%s", json_string_value(value));
    value = ask(&heard, ANSWER_RESULT, "{\"action\":\"read\",\"text\":\"f5d6\\nf5f5\"}");
    cr_expect_eq(json_array_size(value), 2);
    cr_expect_not_null(json_object_get(json_array_get(value, 1), "error"));
    value = ask(&heard, ANSWER_RESULT, "{\"action\":\"review\",\"text\":\"f5d6c3\",\"depth\":3}");
    cr_expect_eq(json_array_size(json_object_get(value, "plies")), 3);
    value = ask(&heard, ANSWER_RESULT, "{\"action\":\"set\",\"hash\":2}");
    cr_expect_eq(json_integer_value(json_object_get(value, "hash")), 2);
    cr_expect_eq(json_array_size(json_object_get(value, "strengths")), 20);
    end(&heard);
}

Test(request, what_was_asked_before_changes_no_review, .timeout = 600)
{
    struct heard heard;
    begin(&heard);
    const char *const asked = "{\"action\":\"review\",\"text\":\"f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6\","
                              "\"depth\":6}";
    json_t *at_first = json_incref((json_t *)ask(&heard, ANSWER_RESULT, asked));
    ask(&heard, ANSWER_RESULT, "{\"action\":\"play\",\"text\":\"f5d6c3d3c4f4\",\"level\":14}");
    ask(&heard, ANSWER_RESULT, "{\"action\":\"set\",\"hash\":1}");
    cr_expect(json_equal(ask(&heard, ANSWER_RESULT, asked), at_first));
    ofl_engine *engine = ofl_engine_create();
    struct ofl_game game;
    ofl_review *review;
    ofl_game_init(&game, ofl_position_start());
    cr_assert_eq(ofl_set_option(engine, "evaluation", "classical"), OFL_OK);
    cr_assert(ofl_game_add_transcript(&game, "f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6", 30, NULL));
    const struct ofl_review_settings settings = {.depth = 6, .exact_empties = 22};
    cr_assert_eq(ofl_review_game(engine, &game, &settings, NULL, NULL, &review), OFL_OK);
    char *text = ofl_review_write(review, OFL_REVIEW_JSON);
    json_t *of_library = json_loads(text, 0, NULL);
    cr_expect(json_equal(of_library, at_first), "%s", text);
    json_decref(of_library);
    json_decref(at_first);
    ofl_text_free(text);
    ofl_review_free(review);
    ofl_engine_destroy(engine);
    end(&heard);
}

Test(request, a_stopped_one_tells_what_is_known, .timeout = 600)
{
    struct heard heard;
    begin(&heard);
    heard.stops = true;
    const json_t *value =
        ask(&heard, ANSWER_RESULT, "{\"action\":\"analyze\",\"text\":\"f5\",\"infinite\":true}");
    cr_expect(json_is_true(json_object_get(value, "stopped")));
    cr_expect_geq(heard.n_progress, 1);
    cr_expect_geq(json_array_size(json_object_get(value, "moves")), 1);
    enum { GAMES = 100 }; /* with a progress before the last one */
    char games[100 + 20 * GAMES] =
        "{\"action\":\"study\",\"players\":[\"*\"],\"depth\":10,\"text\":\"";
    for (int i = 0; i < GAMES; i++)
        strcat(games, "f5d6c3d3c4f4f6f3\\n");
    value = ask(&heard, ANSWER_RESULT, strcat(games, "\"}"));
    cr_expect_eq(json_integer_value(json_object_get(value, "found")), GAMES);
    cr_expect_eq(json_integer_value(json_object_get(value, "games")), 2, "both sides of one");
    cr_expect_lt(json_integer_value(json_object_get(value, "twice")), GAMES - 1);
    heard.stops = false;
    value = ask(&heard, ANSWER_RESULT, "{\"action\":\"play\",\"text\":\"f5\",\"depth\":2}");
    cr_expect(!json_is_true(json_object_get(value, "stopped")));
    end(&heard);
}
