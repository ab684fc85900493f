/* lists.h: splits arguments such as A,B* into words, and compares names with patterns. */
#ifndef CLI_LISTS_H
#define CLI_LISTS_H

/* Split LIST at each SEPARATOR (0: do not split), and append the words to *WORDS, which NULL ends.
 * Exits if out of memory. */
void lists_add(char ***words, const char *list, char separator);
void lists_free(char **words);

/* Return P, the result of an allocation; exit with a message if it is NULL. */
void *lists_need(void *p);

/* Return 1 if TEXT matches the pattern GLOB, ignoring case. */
int globs_is(const char *glob, const char *text);

/* Return 1 if TEXT matches one of the patterns in LIST, separated by commas, ignoring case. */
int globs_match(const char *list, const char *text);

/* Return 1 if globs_match() accepts LIST: no word of LIST is empty or too long. */
int globs_are(const char *list);

#endif
