/* setters.h: what options do that is more than storing a value. */
#ifndef STAT_SETTERS_H
#define STAT_SETTERS_H

#include "cli/options.h"

void option_action(void *options, const struct options_row *row, const char *arg);
void option_views(void *options, const struct options_row *row, const char *arg);
void option_html(void *options, const struct options_row *row, const char *arg);
/* KEY=LIST; whether a report has KEY is checked with the reports. */
void option_only(void *options, const struct options_row *row, const char *arg);
void option_top(void *options, const struct options_row *row, const char *arg);
void option_format(void *options, const struct options_row *row, const char *arg);
void option_alarms(void *options, const struct options_row *row, const char *arg);
void option_diff(void *options, const struct options_row *row, const char *arg);
void option_layouts(void *options, const struct options_row *row, const char *arg);

#endif
