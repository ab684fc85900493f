/* describe.h: prints layouts for --describe and --tables. */
#ifndef OUT_DESCRIBE_H
#define OUT_DESCRIBE_H

#include "monread.h"
#include "cli/buffer.h"
#include "table/schema.h"

void out_describe(struct out_buffer *b, const struct monread_layout *l);
/* Write the record number of the layout L, such as D0R23, to NUMBER; "-" if L does not describe a
 * record. */
void out_put_number(char number[16], const struct monread_layout *l);
/* Return 1 if IT, a name in the layout L, equals NAME, ignoring case and the name of the DSECT at
 * the beginning of IT. */
int out_is_called(const char *it, const char *name, const struct monread_layout *l);
/* Print the structures and fields of L that are called NAME or have a bit called NAME: see
 * out_is_called(). Return how many fields were printed. */
int out_describe_named(struct out_buffer *b, const struct monread_layout *l, const char *name);
/* Return 1 if no record uses layout number INDEX, because an earlier layout applies to all records
 * with the same domain and record number. */
int out_is_shadowed(const struct monread_layouts *layouts, size_t index);
/* Return the layout that was loaded last from the file PATH, or NULL. */
const struct monread_layout *out_layout_of_page(const struct monread_layouts *layouts,
                                                const char *path);
/* Return how many fields of the layout L have values, and store in *UNPROVEN how many of these
 * fields are unproven. */
unsigned out_count_fields(const struct monread_layout *l, unsigned *unproven);
/* Remove the blanks at the end of the buffer B, and append a newline. */
void out_end_line(struct out_buffer *b);
/* Move LINE, which ends with a newline, to the buffer B, and cut the line to WIDTH characters (0:
 * do not cut). */
void out_cut_line(struct out_buffer *b, struct out_buffer *line, unsigned width);
/* Print one line per layout, cut to WIDTH characters (0: do not cut). Return 0, or -1 if out of
 * memory. */
int out_list_layouts(struct out_buffer *b, const struct monread_layouts *layouts, unsigned width);

/* Print a table of the records and a table of the fields that contain WORD; omit an empty table.
 * Cut lines to WIDTH characters (0: do not cut). Return the number of matches, or -1 if out of
 * memory. */
long out_search(struct out_buffer *b, const struct monread_layouts *layouts, const char *word,
                unsigned width);

struct out_notice {
	char *path, *text;
	unsigned line; /* line number; 0: the notice is about the whole file */
};

/* Notices about layout pages. Initialize this struct with {0}. */
struct out_notices {
	struct out_notice *v;
	size_t count, room;
	int failed; /* 1: out of memory, so notices are missing */
};

/* A callback of the type monread_notice: add a notice to ARG, a struct out_notices. */
void out_notice_add(void *arg, const char *path, unsigned line, const char *text);

void out_notices_free(struct out_notices *n);

/* Report contradictions inside each layout page that the user loaded, and differences between the
 * page and the built-in layout. The caller has collected the
 * notices N while it loaded the pages. Return the number of
 * contradictions and of pages that cannot be read. */
size_t out_check_layouts(struct out_buffer *b, const struct monread_layouts *layouts,
                         struct out_notices *n);

/* A callback for functions such as monread_layout_write(): append TEXT to ARG, a struct out_buffer,
 * without control characters, which a terminal would obey. Return 0. */
int out_dsect_text(void *arg, const char *text, size_t length);

/* ---- schema_text.c: descriptions that programs read ---- */

/* Write the table T and its columns as one line of JSON. If NAME is not NULL, write only the
 * columns of fields and bits that are called NAME, or nothing if T has no such columns: see
 * out_is_called(). Return the number of columns written. */
size_t out_schema_json(struct out_buffer *b, const struct table *t, const char *name);

/* Write a CREATE TABLE statement for T for PostgreSQL. The COPY command of PostgreSQL can then load
 * the output of --format=csv into this table. */
void out_schema_sql(struct out_buffer *b, const struct table *t);

/* Write the layout L and the names of its tables as one line of JSON. Return 0, or -1 if out of
 * memory. */
int out_layout_json(struct out_buffer *b, const struct table_schema *s,
                    const struct monread_layout *l);

#endif
