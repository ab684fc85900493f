/* setters.h: options that need more than storing a value. Wrong values end the program. */
#ifndef TOOL_SETTERS_H
#define TOOL_SETTERS_H

struct options_row;

/* The format of the option's own name, and of ARG. */
void option_named_format(void *options, const struct options_row *row, const char *arg);
void option_format(void *options, const struct options_row *row, const char *arg);
/* Set the action of the run to the value of ROW. */
void option_action(void *options, const struct options_row *row, const char *arg);
void option_find(void *options, const struct options_row *row, const char *arg);
void option_domains(void *options, const struct options_row *row, const char *arg);
/* To the list at row->at. */
void option_records(void *options, const struct options_row *row, const char *arg);
void option_users(void *options, const struct options_row *row, const char *arg);
void option_anonymize(void *options, const struct options_row *row, const char *arg);
void option_write(void *options, const struct options_row *row, const char *arg);
void option_rotate(void *options, const struct options_row *row, const char *arg);
void option_keep(void *options, const struct options_row *row, const char *arg);
void option_mode(void *options, const struct options_row *row, const char *arg);
void option_compression(void *options, const struct options_row *row, const char *arg);

#endif
