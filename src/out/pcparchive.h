/* pcparchive.h: an archive of PCP, written by libpcp_import. */
#ifndef OUT_PCPARCHIVE_H
#define OUT_PCPARCHIVE_H

#include "out/pcpmetrics.h"

/* A row that waits to be written.  Its values are words of struct pcp_rows: bits that say which are there, then each. */
struct pcp_row {
	int64_t us; /* since 1970 */
	uint64_t order;
	uint32_t table, instance; /* their numbers */
	size_t at;
};

struct pcp_archive;

/* NULL, or why the archive NAME cannot be made: in WHY, of SIZE bytes; "": out of memory. */
struct pcp_archive *pcp_archive_new(const char *name, char *why, size_t size);

/* What is known of the archive as a whole, before anything is written; may be "". */
void pcp_archive_set_system(struct pcp_archive *a, const char *system, const char *lpar);

/* A result of the time of the N rows, which are of no two times and have no instance twice, ordered by their tables.  It
 * is not before the one that was written last.  NULL, or what is wrong; "": out of memory. */
const char *pcp_archive_write(struct pcp_archive *a, const struct pcp_tables *s, const struct pcp_row *rows, size_t n,
                              const uint64_t *values);

/* From the time US on nothing is to be compared with anything before. */
const char *pcp_archive_mark(struct pcp_archive *a, int64_t us);

/* Whether a result was written. */
int pcp_archive_any(const struct pcp_archive *a);

/* Complete it, if anything was written.  NULL, or what is wrong. */
const char *pcp_archive_end(struct pcp_archive *a);
void pcp_archive_free(struct pcp_archive *a);

#endif
