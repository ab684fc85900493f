/* help.h: the text of --help, from which the man page is made. */
#ifndef TOOL_HELP_H
#define TOOL_HELP_H

void help_print(void);
void help_version(void);

#endif
