/* cli/cli.h - the command line of the program, from argv to the exit code.
 *
 * Exit codes: 0 all well; 1 the command ran and found something wrong (a WRONG
 * score, a failed self-test); 64 usage; 65 bad data; 66 no such input; 71 out of
 * memory or threads; 73 output file cannot be made; 74 input or output error;
 * 128 + n ended by signal n (141: the reader of the output went away).
 * stdout carries results only; what is said about the run goes to stderr. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

int cli_main(int argc, char **argv);

#endif
