/* help.h: --help and --version. */
#ifndef PLAY_HELP_H
#define PLAY_HELP_H

void help_print(void);
void help_version(void);

#endif
