/* Time controls, clocks, options, config files, journal. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match/game_clock.h"
#include "match/match_config.h"
#include "match/config_engine.h"
#include "match/match_journal.h"

struct control_row { const char *text; bool is_good; int64_t main_ms, increment_ms; };

Test(match_clock, controls)
{
    static const struct control_row rows[] = {
        {"60", true, 60000, 0},        {"60+0.5", true, 60000, 500}, {"1:30+2", true, 90000, 2000},
        {"0.1+0.001", true, 100, 1},   {"0+1", true, 0, 1000},       {".5", true, 500, 0},
        {"", false, 0, 0},             {"60+", false, 0, 0},         {"-5", false, 0, 0},
        {"0", false, 0, 0},            {"1:2:3", false, 0, 0},       {"60 ", false, 0, 0},
        {"1e3", false, 0, 0},          {"0.0005", false, 0, 0},      {"99999999999", false, 0, 0},
        {"1.5:00", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct match_limits l = {0};
        cr_assert_eq(match_control_from_text(rows[i].text, &l), rows[i].is_good, "'%s'",
                     rows[i].text);
        cr_assert_eq(l.main_ms, rows[i].main_ms, "'%s'", rows[i].text);
        cr_assert_eq(l.increment_ms, rows[i].increment_ms, "'%s'", rows[i].text);
        cr_assert_eq(l.has_clock, rows[i].is_good, "'%s'", rows[i].text);
    }
}

/* What an engine that knows whole seconds only can be told. */
Test(match_clock, whole_seconds)
{
    static const struct { int64_t move_ms; const char *control, *byoyomi; bool fits; } rows[] = {
        {0, NULL, NULL, true},     {500, NULL, NULL, false}, {999, NULL, NULL, false},
        {1000, NULL, NULL, true},  {1500, NULL, NULL, true}, {0, "60+0.1", NULL, true},
        {0, "0.9+0.1", NULL, false}, {0, "0.9+2", NULL, false}, {0, "0+0.5", NULL, false},
        {0, "1.9", NULL, true},    {0, "0", "0.5", false},   {0, "0.9", "0.9", false},
        {0, "0.9", "5/2", true},   {0, "5", "0.5", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct match_limits limits = {.move_ms = rows[i].move_ms};
        if (rows[i].control != NULL)
            match_control_from_text(rows[i].control, &limits);
        if (rows[i].byoyomi != NULL)
            match_byoyomi_from_text(rows[i].byoyomi, &limits);
        cr_assert_eq(match_limits_fit_seconds(&limits), rows[i].fits, "row %zu", i);
    }
}

Test(match_clock, increment_is_added_and_the_flag_falls)
{
    struct match_limits l = {.has_clock = true, .main_ms = 1000, .increment_ms = 100};
    struct match_clock c = match_clock_start(&l);
    cr_assert_eq(match_clock_budget_us(&c, &l), 1000000);
    cr_assert(match_clock_spend(&c, &l, 400000));
    cr_assert_eq(c.left_us, 700000);
    cr_assert(!match_clock_spend(&c, &l, 700001));
    cr_assert(match_clock_spend(&c, &l, 700000));
    cr_assert_eq(c.left_us, 100000);
}

Test(match_clock, the_margin_forgives_without_debt)
{
    struct match_limits l = {.has_clock = true, .main_ms = 100, .margin_ms = 50};
    struct match_clock c = match_clock_start(&l);
    cr_assert(match_clock_spend(&c, &l, 150000));
    cr_assert_eq(c.left_us, 0);
    cr_assert(match_clock_spend(&c, &l, 50000));
    cr_assert(!match_clock_spend(&c, &l, 50001));
}

/* 1 s, then periods of 500 ms for two moves each. */
Test(match_clock, byoyomi_periods)
{
    struct match_limits l = {.has_clock = true, .main_ms = 1000, .byoyomi_ms = 500,
                             .byoyomi_moves = 2};
    struct match_clock c = match_clock_start(&l);
    cr_assert_eq(match_clock_budget_us(&c, &l), 1500000);
    cr_assert(match_clock_spend(&c, &l, 900000));
    cr_assert(!c.in_byoyomi);
    cr_assert(match_clock_spend(&c, &l, 300000)); /* 100 ms main, 200 of the period */
    cr_assert(c.in_byoyomi);
    cr_assert_eq(c.left_us, 300000);
    cr_assert_eq(c.period_moves, 1);
    cr_assert(!match_clock_spend(&c, &l, 300001));
    cr_assert(match_clock_spend(&c, &l, 300000)); /* the period's second move: a new one */
    cr_assert_eq(c.left_us, 500000);
    cr_assert_eq(c.period_moves, 2);
}

Test(match_clock, time_per_move_has_no_memory)
{
    struct match_limits l = {.move_ms = 100};
    struct match_clock c = match_clock_start(&l);
    for (int i = 0; i < 5; i++)
        cr_assert(match_clock_spend(&c, &l, 100000));
    cr_assert(!match_clock_spend(&c, &l, 100001));
    struct match_limits none = {.nodes = 10};
    c = match_clock_start(&none);
    cr_assert_eq(match_clock_budget_us(&c, &none), -1);
    cr_assert(match_clock_spend(&c, &none, INT64_C(1000000000)));
}

static bool interpret(const char *line, struct match_config *config, struct reason *reason)
{
    char copy[1024], *words[64];
    int n = 0;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *save, *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
        words[n++] = w;
    return config_read(config, n, words, reason) && config_interpret(config, reason) &&
           config_check(config, reason);
}

struct refusal_row { const char *line, *why; };

Test(match_config, refusals_say_what_was_expected)
{
    static const struct refusal_row rows[] = {
        {"", "two engines"},
        {"-engine self", "two engines"},
        {"-engine", "needs"},
        {"-engine self -engine self nodes=x", "nodes=N"},
        {"-engine self -engine self nodes=0", "nodes=N"},
        {"-engine self -engine cmd=a proto=nboard nodes=5", "no limit of nodes"},
        {"-engine self -engine cmd=a proto=nboard st=1", "time per move"},
        {"-engine self -engine proto=gtp", "cmd="},
        {"-engine self name=a -engine self name=a", "both|two engines are called"},
        {"-engine self name=a]b -engine self", "plain characters"},
        {"-engine self -engine self -rounds 0", "1..1000000"},
        {"-engine self -engine self -rounds", "needs N"},
        {"-engine self -engine self -rounds 5 6", "what is '6'"},
        {"-engine self -engine self -frobnicate", "unknown option '-frobnicate'; -help"},
        {"-engine self -engine self -concurrency 2 -affinity 256", "512 processors"},
        {"-engine self -engine self -concurency 2", "did you mean -concurrency?"},
        {"-engine self -engine self --rsume", "did you mean -resume?"},
        {"-engine self -engine self -games 3", "even"},
        {"-engine self -engine self -sprt elo0=5 elo1=1", "less than"},
        {"-engine self -engine self -sprt elo=5", "elo0="},
        {"-engine self -engine self -sprt model=bayesian", "model=logistic or normalized"},
        {"-engine self -engine self -resign score=0", "score=1..64"},
        {"-engine self -engine self -engine self -sprt", "two engines"},
        {"-engine self -engine self -best-of 3 -race 100", "exclude"},
        {"-engine self -engine self -best-of 3 -rounds 4", "by itself"},
        {"-engine self -engine self -first loser", "series"},
        {"-engine self -engine self -first weaker", "series"},
        {"-engine self -engine self -openings order=best", "order=random or sequential"},
        {"-engine self -engine self tc=5 st=1", "exclude"},
        {"-engine self -engine self tc=5+1 byo=1", "not both"},
        {"-engine self -engine self option.nosuch=1", "no option 'nosuch'"},
        {"-engine self -engine self -resume", "-out"},
        {"-config /nonexistent/file", "cannot read"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct match_config config;
        struct reason reason = {.text = ""};
        cr_assert(!interpret(rows[i].line, &config, &reason), "accepted: %s", rows[i].line);
        const char *bar = strchr(rows[i].why, '|');
        const char *why = bar && strstr(rows[i].why, "both|") ? bar + 1 : rows[i].why;
        cr_assert(strstr(reason.text, why), "'%s': %s", rows[i].line, reason.text);
        config_free(&config);
    }
}

Test(match_config, each_gives_defaults_wherever_it_stands)
{
    struct match_config c;
    struct reason reason = {.text = ""};
    cr_assert(interpret("--engine self name=a nodes=7 -each tc=1 -engine cmd=x name=b tc=2+1 "
                        "-each level=3 -games 10 -srand 4 -concurrency 2", &c, &reason),
              "%s", reason.text);
    cr_assert_eq(c.n_players, 2);
    cr_assert_eq(c.players[0].limits.nodes, 7);
    cr_assert_eq(c.players[0].limits.main_ms, 1000);
    cr_assert_eq(c.players[1].limits.main_ms, 2000);
    cr_assert_eq(c.players[1].limits.level, 3);
    cr_assert_eq(c.players[1].limits.margin_ms, 10, "the default of the help");
    cr_assert_eq(config_games(&c), 10);
    cr_assert_eq(c.seed, 4);
    config_free(&c);
}

Test(match_config, the_number_of_games_does_not_wrap)
{
    struct match_config c;
    struct reason reason = {.text = ""};
    cr_assert(interpret("-engine self name=a -engine self name=b -rounds 1000000 -games 4296", &c,
                        &reason), "%s", reason.text);
    cr_assert_eq(config_games(&c), UINT32_MAX - 1, "not the 1032704 that 32 bits would hold");
    config_free(&c);
}

Test(match_config, flags_and_numbers_fill_their_settings)
{
    struct match_config c;
    struct reason reason = {.text = ""};
    cr_assert(interpret("-engine self name=a -engine self name=b -norepeat -rounds 3 -games 5 "
                        "-concurrency 7 -adjudicate 12 -report 9 -quiet -event here -cpu generic",
                        &c, &reason), "%s", reason.text);
    cr_assert(c.is_single && c.is_quiet && !c.is_resumed && !c.wants_compliance);
    cr_assert(c.rounds == 3 && c.games_per_round == 5 && c.concurrency == 7);
    cr_assert(c.solve_empties == 12 && c.report_every == 9 && c.best_of == 0 && c.race == 0);
    cr_assert_str_eq(c.event, "here");
    cr_assert_str_eq(c.cpu, "generic");
    config_free(&c);
    cr_assert(interpret("-engine self name=a -engine self name=b -norepeat -repeat -race 100", &c,
                        &reason), "%s", reason.text);
    cr_assert(c.race == 100 && c.best_of == 0 && c.solve_empties == -1 && !c.is_quiet);
    config_free(&c);
}

Test(match_config, a_file_says_the_same_as_words)
{
    static const char text[] =
        "# a match\n[match]\nrounds = 5\nopenings = file=o.txt order=random\nrepeat\n"
        "[engine alpha]\ncmd = ./alpha -gtp 'two words'\ntc = 10+0.1\noption.x = 1 2\n"
        "[engine]\nproto = self\nname = beta\n[each]\ntimemargin = 20\n";
    char path[] = "/tmp/outflank-config-XXXXXX", line[64];
    struct reason reason = {.text = ""};
    struct match_config c;
    int fd = mkstemp(path);
    cr_assert_eq(write(fd, text, sizeof text - 1), (ssize_t)sizeof text - 1);
    close(fd);
    snprintf(line, sizeof line, "-config %s -concurrency 2", path);
    cr_assert(interpret(line, &c, &reason), "%s", reason.text);
    remove(path);
    cr_assert_eq(c.rounds, 5);
    cr_assert_str_eq(c.openings_path, "o.txt");
    cr_assert_eq(c.n_players, 2);
    cr_assert_str_eq(c.players[0].name, "alpha");
    cr_assert_str_eq(c.players[0].argv[2], "two words");
    cr_assert_null(c.players[0].argv[3]);
    cr_assert_str_eq(c.players[0].options[0].value, "1 2");
    cr_assert_eq(c.players[0].limits.increment_ms, 100);
    cr_assert_eq(c.players[1].limits.margin_ms, 20);
    cr_assert_str_eq(c.players[1].name, "beta");
    config_free(&c);
}

Test(match_config, a_bad_file_is_named_with_its_line)
{
    static const char *const texts[] = {
        "rounds = 5\n", "[match\n", "[macth]\n", "[engine a]\n\ncmd\n", "[match]\nrounds = 'x\n",
        "[match]\n\n\nrounds = many\n",
    };
    static const int lines[] = {1, 1, 1, 3, 2, 4};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char path[] = "/tmp/outflank-config-XXXXXX", line[64], at[64];
        struct reason reason = {.text = ""};
        struct match_config c;
        int fd = mkstemp(path);
        cr_assert_gt(write(fd, texts[i], strlen(texts[i])), 0);
        close(fd);
        snprintf(line, sizeof line, "-config %s", path);
        snprintf(at, sizeof at, "%s:%d: ", path, lines[i]);
        cr_assert(!interpret(line, &c, &reason));
        cr_assert(strstr(reason.text, at), "row %zu: %s", i, reason.text);
        config_free(&c);
        remove(path);
    }
}

Test(match_config, every_option_is_listed_with_help)
{
    size_t n = 0;
    for (; match_option_at(n); n++) {
        const struct option_row *o = match_option_at(n);
        cr_assert(o->name && o->help && o->help[strlen(o->help) - 1] != '.', "%s", o->name);
    }
    cr_assert_gt(n, 15);
    cr_assert_not_null(match_engine_key_at(0));
}

static bool count_line(void *user, const json_t *line, int64_t offset, struct reason *reason)
{
    (void)offset, (void)reason;
    int *sum = user;
    *sum += (int)json_integer_value(json_object_get(line, "n"));
    return true;
}

/* Every length a crash can leave: whole lines stay, the torn one goes. */
Test(match_journal, survives_being_cut_anywhere)
{
    char path[] = "/tmp/outflank-journal-XXXXXX";
    struct reason reason = {.text = ""};
    struct journal j;
    int64_t ends[5] = {0};
    close(mkstemp(path));
    remove(path);
    json_t *header = json_pack("{s:s}", "head", "er");
    cr_assert(journal_create(&j, path, header, &reason), "%s", reason.text);
    ends[0] = j.size;
    for (int i = 1; i <= 4; i++) {
        json_t *line = json_pack("{s:i}", "n", i);
        cr_assert(journal_add(&j, line, NULL, &reason));
        json_decref(line);
        ends[i] = j.size;
    }
    cr_assert(journal_sync(&j, &reason));
    struct journal second;
    json_t *none;
    cr_assert(!journal_open(&second, path, &none, &reason), "a second runner is kept out");
    int64_t size = ends[4];
    for (int64_t cut = size; cut >= ends[0]; cut--) {
        journal_close(&j);
        cr_assert_eq(truncate(path, cut), 0);
        json_t *read;
        int sum = 0, expected = 0, whole = 0;
        while (whole < 4 && ends[whole + 1] <= cut)
            expected += ++whole;
        cr_assert(journal_open(&j, path, &read, &reason), "cut at %d: %s", (int)cut, reason.text);
        cr_assert(journal_replay(&j, count_line, &sum, &reason), "cut at %d: %s", (int)cut,
                  reason.text);
        cr_assert_eq(sum, expected, "cut at %d: %d, expected %d", (int)cut, sum, expected);
        cr_assert_eq(j.size, ends[whole], "cut at %d", (int)cut);
        json_decref(read);
    }
    journal_close(&j);
    json_decref(header);
    remove(path);
}

Test(match_journal, damage_in_the_middle_is_an_error)
{
    char path[] = "/tmp/outflank-journal-XXXXXX";
    struct reason reason = {.text = ""};
    struct journal j = {.fd = -1};
    close(mkstemp(path));
    remove(path);
    json_t *header = json_pack("{s:i}", "n", 1), *read = NULL;
    cr_assert(journal_create(&j, path, header, &reason));
    int64_t at = j.size;
    cr_assert(journal_add(&j, header, NULL, &reason));
    cr_assert(journal_add(&j, header, NULL, &reason));
    cr_assert_eq(pwrite(j.fd, "Q", 1, (off_t)at + 12), 1);
    journal_close(&j);
    cr_assert(!journal_open(&j, path, &read, &reason));
    cr_assert(strstr(reason.text, "line 2"), "%s", reason.text);
    json_decref(header);
    remove(path);
}

Test(match_journal, the_sum_is_that_of_zip)
{
    cr_assert_eq(journal_crc32("123456789", 9), 0xCBF43926u);
}
