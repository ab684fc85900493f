/* lists.h: splits arguments such as A,B* into lists of words, and compares names with the patterns
 * in them. */
#ifndef CLI_LISTS_H
#define CLI_LISTS_H

/* Split LIST at each SEPARATOR (0: do not split), and append the words to *WORDS, a list that ends
 * with NULL. Exits if out of memory. */
void lists_add(char ***words, const char *list, char separator);
void lists_free(char **words);

/* Return P, the result of an allocation for the command line; if P is NULL, exit with a message. */
void *lists_need(void *p);

/* Return 1 if TEXT matches the pattern GLOB; upper and lower case are equal. */
int globs_is(const char *glob, const char *text);

/* Return 1 if TEXT matches one of the patterns in LIST, which are separated by commas; upper and
 * lower case are equal. */
int globs_match(const char *list, const char *text);

/* Return 1 if each of the words in LIST, which are separated by commas, has a length that
 * globs_match() can compare, and none is empty. */
int globs_are(const char *list);

#endif
