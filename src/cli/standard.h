/* standard.h: standard input, output and error. */
#ifndef CLI_STANDARD_H
#define CLI_STANDARD_H

/* If a standard descriptor is closed, the first file to be opened would get its number: put /dev/null there. */
void standard_fill_gaps(void);

#endif
