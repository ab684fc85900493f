/* globs.h: matches patterns, and comma-separated lists of them. */
#ifndef CLI_GLOBS_H
#define CLI_GLOBS_H

/* Return 1 if TEXT matches the pattern GLOB, in any case. */
int globs_is(const char *glob, const char *text);

/* Return 1 if TEXT, in any case, matches one of the patterns of LIST. */
int globs_match(const char *list, const char *text);

/* Return 1 if LIST is valid: no word is empty or too long. */
int globs_are(const char *list);

#endif
