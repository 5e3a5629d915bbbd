/* base/windows/win_iconv.c - iconv() from the code pages of Windows to UCS-4BE, as text/charset.c
 * asks for it: one character a call. */
#include "base/ascii.h"
#include "base/number.h"

#include <windows.h>

iconv_t iconv_open(const char *to, const char *from)
{
    static const struct {
        const char *name;
        unsigned page;
    } pages[] = {{"gb18030", 54936}, {"euc-jp", 20932}, {"big5", 950}, {"koi8-r", 20866},
                 {"koi8-u", 21866}, {"iso-2022-jp", 50220}, {"utf-8", CP_UTF8}};
    const size_t length = strlen(from);
    int64_t page = 0;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (ascii_is_word(from, length, pages[i].name))
            page = pages[i].page;
    if (length > 2 && ascii_is_word(from, 2, "cp"))
        number_read_int(from + 2, length - 2, 0, UINT16_MAX, &page, NULL);
    if (length > 9 && ascii_is_word(from, 9, "iso-8859-") &&
        number_read_int(from + 9, length - 9, 1, 15, &page, NULL))
        page += 28590;
    return page && IsValidCodePage((UINT)page) ? (iconv_t)(intptr_t)page : (iconv_t)-1;
}

size_t iconv(iconv_t decoder, char **in, size_t *n_in, char **out, size_t *n_out)
{
    enum { MOST = 4 };
    for (int n = 1; in && n <= MOST && (size_t)n <= *n_in; n++) {
        wchar_t text[3];
        const int length = MultiByteToWideChar((UINT)(intptr_t)decoder, MB_ERR_INVALID_CHARS, *in,
                                               n, text, 3);
        const bool is_pair = length == 2 && text[0] >= 0xD800 && text[0] < 0xDC00;
        if (length != 1 && !is_pair)
            continue;
        const uint32_t c =
            is_pair ? 0x10000 + ((text[0] & 0x3FFu) << 10) + (text[1] & 0x3FFu) : text[0];
        const char bytes[] = {0, (char)(c >> 16), (char)(c >> 8), (char)c};
        memcpy(*out, bytes, sizeof bytes);
        *out += sizeof bytes;
        *n_out -= sizeof bytes;
        *in += n;
        *n_in -= (size_t)n;
        return 0;
    }
    return in ? (size_t)-1 : 0;
}

int iconv_close(iconv_t decoder) { return 0; }
