/* setters.h: functions for options that do more than store a value. Invalid values end the program. */
#ifndef PLAY_SETTERS_H
#define PLAY_SETTERS_H

struct options_row;

void option_speed(void *options, const struct options_row *row, const char *arg);
void option_fault(void *options, const struct options_row *row, const char *arg);
void option_script(void *options, const struct options_row *row, const char *arg);
void option_log(void *options, const struct options_row *row, const char *arg);
void option_verbose(void *options, const struct options_row *row, const char *arg);

#endif
