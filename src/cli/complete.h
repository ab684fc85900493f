/* complete.h: writes completions of a program's options for shells to standard output. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/options.h"

void complete_bash(const struct options_program *p);
void complete_zsh(const struct options_program *p);
void complete_fish(const struct options_program *p);

/* ---- For the three shells ---- */

/* Write TEXT with NAME replaced by the name of the program, which is part of the names of shell functions. */
void complete_text(const struct options_program *p, const char *text);

/* Write WORDS, separated by spaces. */
void complete_words(const struct word *words);

/* Write the help of ROW in one line, up to the first semicolon, as a text within single quotes of the shell: QUOTE
 * replaces each single quote, and each character that is in SPECIAL gets a backslash before it. */
void complete_description(const struct options_row *row, const char *quote, const char *special);

/* Return 1 if P has an option whose argument is of the kind VALUES. */
int complete_has(const struct options_program *p, enum options_values values);

/* Return 1 if an option of P takes records or fields, so that the script needs the shell functions that list them. */
int complete_has_records(const struct options_program *p);

/* Return 1 if P takes reports, so that the script needs the shell function that lists them. */
int complete_has_reports(const struct options_program *p);

#endif
