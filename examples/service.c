/* service.c - asks `outflank serve` for the values of positions: service PROGRAM POSITION ... */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int ask[2], tell[2];
  if (argc < 3 || pipe(ask) || pipe(tell)) return 64;
  pid_t child = fork();
  if (child == 0) {
    dup2(ask[0], 0), dup2(tell[1], 1);
    close(ask[0]), close(ask[1]), close(tell[0]), close(tell[1]);
    execl(argv[1], argv[1], "serve", "--book", "none", (char *)NULL);
    _exit(127);
  }
  close(ask[0]), close(tell[1]);
  FILE *to = fdopen(ask[1], "w"), *from = fdopen(tell[0], "r");
  if (child < 0 || !to || !from) return 71;
  /* A client with more requests than the "queue" of the first line reads answers meanwhile. */
  for (int i = 2; i < argc; i++)
    fprintf(to, "{\"id\":%d,\"action\":\"evaluate\",\"text\":\"%s\"}\n", i - 1, argv[i]);
  fclose(to);
  for (char line[65536]; fgets(line, sizeof line, from);)
    if (!strstr(line, "\"type\":\"ready\"")) fputs(line, stdout);
  int status = 0;
  return waitpid(child, &status, 0) != child || status != 0;
}
