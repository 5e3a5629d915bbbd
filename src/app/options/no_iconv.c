/* options/no_iconv.c - for a program that is linked statically (src/meson.build): no character sets
 * of the C library. glibc loads them from files of the machine, which crash a program that holds
 * another version of glibc. Texts are then UTF-8 or Latin (text/charset.c). */
#include <errno.h>
#include <iconv.h>

/* Takes the place of the C library's. */
iconv_t iconv_open(const char *to, const char *from)
{
    (void)to;
    (void)from;
    errno = EINVAL;
    return (iconv_t)-1;
}
