/* text/charset.c - see text/charset.h. (Names of charsets and what they stand for on the web: the
 * Encoding Standard of the WHATWG.) */
#include "text/charset.h"

#include <string.h>

#if __has_include(<iconv.h>)
#include <iconv.h>
#define HAVE_ICONV
#endif

#include "base/ascii.h"
#include "base/visible.h"

/* ---- characters ---- */

static void add_character(struct strbuf *out, uint32_t c)
{
    const char bytes[] = {(char)(0xF0 | c >> 18), (char)(0x80 | (c >> 12 & 0x3F)),
                          (char)(0x80 | (c >> 6 & 0x3F)), (char)(0x80 | (c & 0x3F))};
    const char two[] = {(char)(0xC0 | c >> 6), bytes[3]},
               three[] = {(char)(0xE0 | c >> 12), bytes[2], bytes[3]};
    const char one = (char)c;
    if (c < 0x80)
        strbuf_add_bytes(out, &one, 1);
    else if (c < 0x800)
        strbuf_add_bytes(out, two, 2);
    else if (c < 0x10000)
        strbuf_add_bytes(out, three, 3);
    else
        strbuf_add_bytes(out, bytes, 4);
}

/* ISO-8859-1, with what Windows has where that has control characters; '?' for what neither has. */
static uint32_t latin(unsigned char c)
{
    static const uint16_t windows[32] = {
        0x20AC, '?',    0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, '?',    0x017D, '?',    '?',    0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, '?',    0x017E, 0x0178};
    return c >= 0x80 && c < 0xA0 ? windows[c - 0x80] : c;
}

/* Of a charset that nobody named: a byte that would end or quote something, but looks like the
 * second half of a letter of East Asia, becomes its wide twin. */
static uint32_t guess(const struct text *text)
{
    const int c = text_peek(text, 0), next = text_peek(text, 1);
    const int before = text->at > 0 ? (unsigned char)text->begin[text->at - 1] : 0;
    const bool is_quote = c == '\\' && before >= 0x80 && before < 0xC0;
    const bool is_end =
        (c == ']' || c == '}') && before >= 0x80 && (next >= 0x80 || (next == c && before < 0xA0));
    return is_quote || is_end ? 0xFEE0 + (uint32_t)c : latin((unsigned char)c);
}

/* ---- a charset ---- */

struct decoder {
#ifdef HAVE_ICONV
    iconv_t iconv;
#endif
    bool is_latin;    /* nothing better is known */
    bool is_stateful; /* ASCII bytes may be letters */
    size_t n_bad, n_characters;
};

/* Letters and digits of a name, small. */
static void make_key(const char *name, char key[32])
{
    size_t n = 0;
    for (; *name && n < 31; name++)
        if (ascii_is_letter((unsigned char)*name) || ascii_is_digit((unsigned char)*name))
            key[n++] = (char)ascii_lower((unsigned char)*name);
    key[n] = '\0';
}

#ifdef HAVE_ICONV
/* What iconv calls it: names on files mean the larger sets of Windows. */
static const char *iconv_name(const char *name, char room[32])
{
    static const struct {
        const char *key, *name;
    } names[] = {{"shiftjis", "CP932"}, {"sjis", "CP932"},       {"xsjis", "CP932"},
                 {"mskanji", "CP932"},  {"windows31j", "CP932"}, {"gb2312", "GB18030"},
                 {"euccn", "GB18030"},  {"gbk", "GB18030"},      {"xgbk", "GB18030"},
                 {"cp936", "GB18030"},  {"euckr", "CP949"},      {"ksc56011987", "CP949"},
                 {"ksc5601", "CP949"},  {"xeucjp", "EUC-JP"},    {"eucjp", "EUC-JP"},
                 {"xbig5", "BIG5"}};
    char key[32];
    make_key(name, key);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(key, names[i].key) == 0)
            return names[i].name;
    if (strncmp(key, "windows", 7) != 0)
        return name;
    memcpy(room, "CP", 2);
    memcpy(room + 2, key + 7, strlen(key + 7) + 1);
    return room;
}

/* The character at the cursor, which goes behind it; '?' for bytes that are none. */
static uint32_t convert(struct decoder *decoder, struct text *text)
{
    unsigned char bytes[4];
    char *in = (char *)(uintptr_t)(text->begin + text->at), *out = (char *)bytes;
    size_t n_in = text->length - text->at, n_out = sizeof bytes;
    iconv(decoder->iconv, &in, &n_in, &out, &n_out);
    const size_t used = text->length - text->at - n_in;
    if (n_out == 0 && used > 0) {
        text->at += used;
        return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
               bytes[3];
    }
    text->at += used ? used : 1;
    decoder->n_bad += !text_at_end(text) || !used;
    iconv(decoder->iconv, NULL, NULL, NULL, NULL);
    return '?';
}

/* Does it keep the bytes that records are made of? UTF-16 does not. */
static bool keeps_ascii(struct decoder *decoder)
{
    static const char signs[] = "(;[]\\)\"{}\nBb";
    for (struct text t = text_of(signs, sizeof signs - 1); !text_at_end(&t);) {
        const size_t at = t.at;
        if (convert(decoder, &t) != (unsigned char)signs[at] || t.at != at + 1)
            return false;
    }
    return true;
}
#endif

/* False if nothing knows the charset; then it is Latin. */
static bool open_decoder(struct decoder *decoder, const char *name)
{
    static const char *const latins[] = {"iso88591", "latin1", "l1",         "ascii",
                                         "usascii",  "cp1252", "windows1252"};
    char key[32], room[32];
    make_key(name, key);
    *decoder = (struct decoder){.is_latin = true};
    for (size_t i = 0; i < sizeof latins / sizeof *latins; i++)
        if (strcmp(key, latins[i]) == 0)
            return true;
#ifdef HAVE_ICONV
    decoder->iconv = name[0] ? iconv_open("UCS-4BE", iconv_name(name, room)) : (iconv_t)-1;
    if (decoder->iconv == (iconv_t)-1)
        return false;
    decoder->is_stateful = strncmp(key, "iso2022", 7) == 0;
    decoder->is_latin = !keeps_ascii(decoder);
    decoder->n_bad = 0;
    if (decoder->is_latin)
        iconv_close(decoder->iconv);
#else
#endif
    return !decoder->is_latin;
}

static void close_decoder(struct decoder *decoder)
{
#ifdef HAVE_ICONV
    if (!decoder->is_latin)
        iconv_close(decoder->iconv);
#else
#endif
}

static uint32_t next_character(struct decoder *decoder, struct text *text, bool is_declared)
{
    const int c = text_peek(text, 0);
    decoder->n_characters++;
#ifdef HAVE_ICONV
    if (!decoder->is_latin && (c >= 0x80 || decoder->is_stateful))
        return convert(decoder, text);
#endif
    const uint32_t letter = !decoder->is_latin ? (uint32_t)c
                            : is_declared      ? latin((unsigned char)c)
                                               : guess(text);
    text->at++;
    return letter;
}

/* ---- the record ---- */

/* The value of CA of SGF. */
static void find_name(struct text text, char name[32])
{
    for (const char *at; (at = memchr(text.begin + text.at, '[', text.length - text.at)) != NULL;) {
        const struct text before = text;
        text.at = (size_t)(at - text.begin) + 1;
        size_t end = text.at - 1, n = 0;
        while (end > before.at && ascii_is_blank((unsigned char)text.begin[end - 1]))
            end--;
        if (end < before.at + 2 || !ascii_is_word(text.begin + end - 2, 2, "ca") ||
            (end > before.at + 2 && ascii_is_letter((unsigned char)text.begin[end - 3])))
            continue;
        text_skip_blanks(&text);
        for (int c; c = text_peek(&text, n), n < 31 && (ascii_is_letter(c) || ascii_is_digit(c) ||
                                                        (c > 0 && strchr("-_.:+", c)));)
            name[n++] = (char)c;
        name[n] = '\0';
        return;
    }
}

/* What the bytes of a text look like. */
struct look {
    bool is_ascii, is_utf8;
    bool has_long; /* characters of three bytes, which other charsets hardly make by chance */
};

static struct look look_at(struct text text)
{
    struct look look = {.is_ascii = true, .is_utf8 = true};
    while (!text_at_end(&text)) {
        const int c = text_peek(&text, 0);
        bool is_visible;
        const size_t n =
            visible_character(text.begin + text.at, text.length - text.at, &is_visible);
        look.is_ascii &= c < 0x80 && c != 0x1B;
        look.has_long |= n > 2;
        look.is_utf8 &= c < 0x80 || n > 1;
        text.at += n;
    }
    return look;
}

/* Up to `length` bytes of UTF-8, or the end. Where that is. */
static size_t decode(struct text text, struct decoder *decoder, bool is_known, struct strbuf *out,
                     size_t length)
{
    while (!text_at_end(&text) && out->length < length && !out->is_failed) {
        bool is_visible;
        const char *const at = text.begin + text.at;
        const size_t n = is_known ? 1 : visible_character(at, text.length - text.at, &is_visible);
        if (n == 1)
            add_character(out, next_character(decoder, &text, is_known));
        else /* UTF-8 in between stays */
            strbuf_add_bytes(out, at, n);
        text.at += n == 1 ? 0 : n;
    }
    return text.at;
}

struct charset charset_decode(struct text text, bool has_ca, struct strbuf *out)
{
    struct charset charset = {.is_plain = true};
    const struct look look = look_at(text);
    struct decoder decoder;
    char key[32];
    if (has_ca && !look.is_ascii)
        find_name(text, charset.name);
    make_key(charset.name, key);
    const bool says_utf8 = strcmp(key, "utf8") == 0;
    if (look.is_ascii || (look.is_utf8 && (!key[0] || says_utf8)))
        return charset;
    charset.is_known = open_decoder(&decoder, says_utf8 ? "" : charset.name);
    decode(text, &decoder, charset.is_known, out, SIZE_MAX);
    close_decoder(&decoder);
    const bool is_narrow = decoder.n_characters == text.length - text.at;
    charset.is_plain =
        look.is_utf8 && (!charset.is_known || decoder.n_bad || look.has_long || is_narrow);
    if (charset.is_plain)
        reason_set(&charset.note, "the record says charset %s and is UTF-8", charset.name);
    else if (!key[0])
        reason_set(&charset.note, "no charset is given: ISO-8859-1 is assumed");
    else if (!charset.is_known)
        reason_set(&charset.note, "the record says charset %s, which %s: ISO-8859-1 is assumed",
                   charset.name, says_utf8 ? "it is not" : "is not known");
    else if (decoder.n_bad)
        reason_set(&charset.note, "%zu bytes mean nothing in the charset %s and became '?'",
                   decoder.n_bad, charset.name);
    return charset;
}

size_t charset_source_end(struct text text, const struct charset *charset, size_t length)
{
    struct decoder decoder;
    struct strbuf out = {0};
    open_decoder(&decoder, charset->is_known ? charset->name : "");
    const size_t end = decode(text, &decoder, charset->is_known, &out, length);
    close_decoder(&decoder);
    strbuf_free(&out);
    return end;
}
