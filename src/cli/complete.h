/* complete.h: completions of a program's options for shells, to standard output. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/options.h"

void complete_bash(const struct options_program *p);
void complete_zsh(const struct options_program *p);
void complete_fish(const struct options_program *p);

/* What they share. */

/* TEXT, in which each NAME is the program's: functions of shells are named after it. */
void complete_text(const struct options_program *p, const char *text);

/* The words, with a space between them. */
void complete_words(const struct word *words);

/* The help of ROW up to where details begin, in one line, between single quotes of the shell: QUOTE stands for one, and
 * SPECIAL characters get a backslash. */
void complete_description(const struct options_row *row, const char *quote, const char *special);

/* Whether an option has these values. */
int complete_has(const struct options_program *p, enum options_values values);

/* The functions for records and fields are needed. */
int complete_has_records(const struct options_program *p);

/* That for reports is. */
int complete_has_reports(const struct options_program *p);

#endif
