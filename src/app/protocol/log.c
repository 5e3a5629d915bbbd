/* protocol/log.c - implements log.h. */
#include "protocol/log.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/engine.h>

#include "base/strbuf.h"
#include "base/visible.h"

struct log {
    FILE *file;
    const char *path;
    pthread_mutex_t lock;
    struct strbuf partial; /* the line that is being sent */
    bool has_failed;       /* it was said, and nothing more is written */
};

struct log *log_open(const char *path, const char *command)
{
    struct log *log = calloc(1, sizeof *log);
    FILE *file = log ? fopen(path, "we") : NULL;
    if (!file || pthread_mutex_init(&log->lock, NULL) != 0) {
        fprintf(stderr, "outflank: --log %s: %s\n", visible(path).text, strerror(errno));
        if (file)
            fclose(file);
        free(log);
        return NULL;
    }
    log->file = file;
    log->path = path;
    fprintf(file, "# outflank %s\n! args %s\n", ofl_version(), command);
    fflush(file);
    return log;
}

static void write_line(struct log *log, char sign, const char *text, size_t length)
{
    if (log->has_failed)
        return;
    fputc(sign, log->file);
    fputc(' ', log->file);
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        const bool is_escape = c == '\\' && i + 1 < length && text[i + 1] == 'x';
        if ((c < ' ' && c != '\t') || c == 0x7f || is_escape)
            fprintf(log->file, "\\x%02x", c);
        else
            fputc(c, log->file);
    }
    fputc('\n', log->file);
    if (fflush(log->file) == 0)
        return;
    fprintf(stderr, "outflank: --log %s: %s; nothing more is written to it\n",
            visible(log->path).text, strerror(errno));
    log->has_failed = true;
}

void log_received(struct log *log, const char *text, size_t length, bool is_cut)
{
    static const char remark[] = "# the next line was too long, and is cut\n";
    if (!log)
        return;
    pthread_mutex_lock(&log->lock);
    if (is_cut && !log->has_failed)
        fputs(remark, log->file);
    write_line(log, '>', text, length);
    pthread_mutex_unlock(&log->lock);
}

void log_ended(struct log *log)
{
    if (!log)
        return;
    pthread_mutex_lock(&log->lock);
    if (!log->has_failed)
        fputs("! end\n", log->file);
    pthread_mutex_unlock(&log->lock);
}

void log_sent(struct log *log, const char *text, size_t length)
{
    if (!log)
        return;
    pthread_mutex_lock(&log->lock);
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        const size_t n = end ? (size_t)(end - text) : length;
        strbuf_add_bytes(&log->partial, text, n);
        if (end) {
            write_line(log, '<', log->partial.data ? log->partial.data : "", log->partial.length);
            strbuf_clear(&log->partial);
        }
        text += n + (end != NULL);
        length -= n + (end != NULL);
    }
    pthread_mutex_unlock(&log->lock);
}

void log_close(struct log *log)
{
    if (!log)
        return;
    if (log->partial.length)
        write_line(log, '<', log->partial.data, log->partial.length);
    strbuf_free(&log->partial);
    if (fclose(log->file) != 0 && !log->has_failed)
        fprintf(stderr, "outflank: --log %s: %s\n", visible(log->path).text, strerror(errno));
    pthread_mutex_destroy(&log->lock);
    free(log);
}
