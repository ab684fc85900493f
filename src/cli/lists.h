/* lists.h: lists of words from the command line. */
#ifndef CLI_LISTS_H
#define CLI_LISTS_H

/* Add the words of LIST, separated by SEPARATOR (0: a single word), to *WORDS, which ends with NULL. Exits if out
 * of memory. */
void lists_add(char ***words, const char *list, char separator);
void lists_free(char **words);

/* Return P, the result of an allocation for the command line. Exits if it is NULL. */
void *lists_need(void *p);

#endif
