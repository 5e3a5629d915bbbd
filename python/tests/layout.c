/* layout.c - how a C compiler lays out the structures that python/outflank/_c.py repeats: a line
 * "STRUCTURE FIELD OFFSET SIZE" for each field, and "STRUCTURE - 0 SIZE" for the whole. */
#include <stddef.h>
#include <stdio.h>
#include <outflank/analysis.h>
#include <outflank/book.h>
#include <outflank/review.h>

#define WHOLE(STRUCTURE) printf("%s - 0 %zu\n", #STRUCTURE, sizeof(struct STRUCTURE))
#define FIELD(STRUCTURE, NAME) \
    printf("%s %s %zu %zu\n", #STRUCTURE, #NAME, offsetof(struct STRUCTURE, NAME), \
           sizeof(((struct STRUCTURE *)0)->NAME))

static void print_boards(void)
{
    WHOLE(ofl_board);
    FIELD(ofl_board, player);
    FIELD(ofl_board, opponent);
    printf("ofl_position - 0 %zu\n", sizeof(ofl_position));
    FIELD(ofl_position, board);
    FIELD(ofl_position, turn);
    WHOLE(ofl_text_error);
    FIELD(ofl_text_error, line);
    FIELD(ofl_text_error, column);
    FIELD(ofl_text_error, text);
    WHOLE(ofl_note);
    FIELD(ofl_note, text);
    WHOLE(ofl_book_error);
    FIELD(ofl_book_error, text);
}

static void print_games(void)
{
    WHOLE(ofl_game_move);
    FIELD(ofl_game_move, move);
    FIELD(ofl_game_move, has_eval);
    FIELD(ofl_game_move, has_time);
    FIELD(ofl_game_move, is_implied);
    FIELD(ofl_game_move, eval);
    FIELD(ofl_game_move, seconds);
    WHOLE(ofl_game_clock);
    FIELD(ofl_game_clock, known);
    FIELD(ofl_game_clock, has_extension);
    FIELD(ofl_game_clock, main_ms);
    FIELD(ofl_game_clock, increment_ms);
    FIELD(ofl_game_clock, extension_ms);
    WHOLE(ofl_game);
    FIELD(ofl_game, start);
    FIELD(ofl_game, position);
    FIELD(ofl_game, n_played);
    FIELD(ofl_game, n_known);
    FIELD(ofl_game, moves);
    FIELD(ofl_game, black);
    FIELD(ofl_game, white);
    FIELD(ofl_game, place);
    FIELD(ofl_game, date);
    FIELD(ofl_game, result);
    FIELD(ofl_game, clock);
    FIELD(ofl_game, komi);
    FIELD(ofl_game, variant);
}

static void print_limits(void)
{
    WHOLE(ofl_limits);
    FIELD(ofl_limits, has_clock);
    FIELD(ofl_limits, clock_ms);
    FIELD(ofl_limits, increment_ms);
    FIELD(ofl_limits, byoyomi_ms);
    FIELD(ofl_limits, byoyomi_moves);
    FIELD(ofl_limits, in_byoyomi);
    FIELD(ofl_limits, move_ms);
    FIELD(ofl_limits, nodes);
    FIELD(ofl_limits, depth);
    FIELD(ofl_limits, level);
    FIELD(ofl_limits, strict_depth);
    FIELD(ofl_limits, has_contempt);
    FIELD(ofl_limits, contempt_cd);
    FIELD(ofl_limits, draw_cd);
    FIELD(ofl_limits, infinite);
    FIELD(ofl_limits, afresh);
    FIELD(ofl_limits, multi_pv);
    FIELD(ofl_limits, moves);
    FIELD(ofl_limits, goal);
    FIELD(ofl_limits, has_window);
    FIELD(ofl_limits, low);
    FIELD(ofl_limits, high);
}

static void print_results(void)
{
    WHOLE(ofl_line);
    FIELD(ofl_line, move);
    FIELD(ofl_line, score);
    FIELD(ofl_line, bound);
    FIELD(ofl_line, depth);
    FIELD(ofl_line, confidence);
    FIELD(ofl_line, solved);
    FIELD(ofl_line, wld);
    FIELD(ofl_line, pv_length);
    FIELD(ofl_line, pv);
    FIELD(ofl_line, source);
    WHOLE(ofl_result);
    FIELD(ofl_result, n_lines);
    FIELD(ofl_result, lines);
    FIELD(ofl_result, nodes);
    FIELD(ofl_result, time_ms);
    FIELD(ofl_result, stopped);
    FIELD(ofl_result, proved_low);
    FIELD(ofl_result, proved_high);
    FIELD(ofl_result, given_cd);
    WHOLE(ofl_option_info);
    FIELD(ofl_option_info, name);
    FIELD(ofl_option_info, help);
    FIELD(ofl_option_info, type);
    FIELD(ofl_option_info, min);
    FIELD(ofl_option_info, max);
    FIELD(ofl_option_info, choices);
    FIELD(ofl_option_info, default_value);
}

static void print_reports(void)
{
    WHOLE(ofl_analysis_limits);
    FIELD(ofl_analysis_limits, time_ms);
    FIELD(ofl_analysis_limits, nodes);
    FIELD(ofl_analysis_limits, depth);
    FIELD(ofl_analysis_limits, exact);
    FIELD(ofl_analysis_limits, n_best);
    WHOLE(ofl_forecast);
    FIELD(ofl_forecast, nodes);
    FIELD(ofl_forecast, seconds);
    FIELD(ofl_forecast, factor);
    WHOLE(ofl_analysis);
    FIELD(ofl_analysis, result);
    FIELD(ofl_analysis, forecast);
    FIELD(ofl_analysis, proven_low);
    FIELD(ofl_analysis, proven_high);
    WHOLE(ofl_review_settings);
    FIELD(ofl_review_settings, depth);
    FIELD(ofl_review_settings, exact_empties);
    FIELD(ofl_review_settings, move_ms);
    FIELD(ofl_review_settings, nodes);
    WHOLE(ofl_book_answer);
    FIELD(ofl_book_answer, has_value);
    FIELD(ofl_book_answer, score);
    FIELD(ofl_book_answer, low);
    FIELD(ofl_book_answer, high);
    FIELD(ofl_book_answer, n_lines);
    FIELD(ofl_book_answer, lines);
    FIELD(ofl_book_answer, n_games);
    FIELD(ofl_book_answer, is_complete);
    FIELD(ofl_book_answer, is_rounded);
}

int main(void)
{
    print_boards();
    print_games();
    print_limits();
    print_results();
    print_reports();
    return 0;
}
