/* globs.h: a list of names and globs of the command line. */
#ifndef CLI_GLOBS_H
#define CLI_GLOBS_H

/* Whether TEXT, in any case, fits one of the globs of LIST, separated by commas. */
int globs_match(const char *list, const char *text);

/* Whether LIST is one: no word of it is empty or too long. */
int globs_are(const char *list);

#endif
