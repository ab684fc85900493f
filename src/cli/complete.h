/* complete.h: writes completions of a program's options for shells to standard output. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/options.h"

void complete_bash(const struct options_program *p);
void complete_zsh(const struct options_program *p);
void complete_fish(const struct options_program *p);

/* Shared functions. */

/* Write TEXT with NAME replaced by the name of the program; shell functions are named after it. */
void complete_text(const struct options_program *p, const char *text);

/* Write the words, separated by spaces. */
void complete_words(const struct word *words);

/* Write the help of ROW in one line, without details, for single quotes of the shell: QUOTE replaces a quote, and
 * SPECIAL characters get a backslash. */
void complete_description(const struct options_row *row, const char *quote, const char *special);

/* Return 1 if an option has these values. */
int complete_has(const struct options_program *p, enum options_values values);

/* Return 1 if the functions for records and fields are needed. */
int complete_has_records(const struct options_program *p);

/* Return 1 if the function for reports is needed. */
int complete_has_reports(const struct options_program *p);

#endif
