/* What a word may become: protocol/choices.h. */
#include <criterion/criterion.h>
#include <string.h>

#include "protocol/choices.h"

static void add_all(struct choices *choices, const char *line, size_t start,
                    const char *const *texts)
{
    choices_begin(choices, line, strlen(line), start);
    for (; *texts; texts++)
        choices_add(choices, *texts, strlen(*texts));
}

Test(choices, what_begins_like_the_word_whatever_its_case)
{
    static struct choices choices;
    add_all(&choices, "opening SEMI", 8, (const char *const[]){
        "Semi-Wing", "Tiger", "semi", "Sem", "Semi-Wing", NULL});
    cr_assert_eq(choices.n, 2);
    cr_expect_str_eq(choices.list[0], "Semi-Wing");
    cr_expect_str_eq(choices.list[1], "semi");
    cr_expect_eq(choices_common(&choices), 4);
    choices_free(&choices);
    cr_expect_eq(choices_common(&choices), 0);
}

Test(choices, no_character_is_cut)
{
    static struct choices choices; /* the two begin with the same two bytes of three */
    add_all(&choices, "", 0, (const char *const[]){"aツ", "aチ", NULL});
    cr_assert_eq(choices.n, 2);
    cr_expect_eq(choices_common(&choices), 1);
    choices_free(&choices);
}

Test(choices, one_is_common_to_itself)
{
    static struct choices choices;
    add_all(&choices, "qu", 0, (const char *const[]){"quit", NULL});
    cr_expect_eq(choices_common(&choices), 4);
    choices_free(&choices);
}
