/* setters.h: options that need more than storing a value. Used by table.c. Each function exits if the value is
 * wrong. */
#ifndef STAT_SETTERS_H
#define STAT_SETTERS_H

#include "cli/options.h"

void option_action(void *options, const struct options_row *row, const char *arg);
void option_find(void *options, const struct options_row *row, const char *arg);
void option_views(void *options, const struct options_row *row, const char *arg);
void option_html(void *options, const struct options_row *row, const char *arg);
/* KEY=LIST; operands_take() checks later whether the reports have the column KEY. */
void option_only(void *options, const struct options_row *row, const char *arg);
void option_top(void *options, const struct options_row *row, const char *arg);
void option_format(void *options, const struct options_row *row, const char *arg);
void option_alarm(void *options, const struct options_row *row, const char *arg);
void option_alarms(void *options, const struct options_row *row, const char *arg);
void option_diff(void *options, const struct options_row *row, const char *arg);
void option_layouts(void *options, const struct options_row *row, const char *arg);

#endif
