/* lists.h: splits arguments such as A,B* into lists of words, and compares names with the patterns
 * in them. */
#ifndef CLI_LISTS_H
#define CLI_LISTS_H

/* Add the words of LIST, separated by SEPARATOR (0: a single word), to *WORDS, which ends with
 * NULL. Exits if out of memory. */
void lists_add(char ***words, const char *list, char separator);
void lists_free(char **words);

/* Return P, the result of an allocation for the command line. Exits if it is NULL. */
void *lists_need(void *p);

/* Return 1 if TEXT matches the pattern GLOB, in any case. */
int globs_is(const char *glob, const char *text);

/* Return 1 if TEXT, in any case, matches one of the patterns in LIST, which commas separate. */
int globs_match(const char *list, const char *text);

/* Return 1 if no word of LIST, whose words are separated by commas, is empty or longer than
 * globs_match() can compare. */
int globs_are(const char *list);

#endif
