/* none.c: refuses --sql, --sqlite and --where in a build without SQLite. */
#include "config.h"

#include "cli/diag.h"
#include "sql/sql.h"

static void none_refuse(const char *option)
{
	diag_fail("%s: this monread was built without SQLite", option);
}

void sql_query(const struct sql_options *o, struct out_buffer *b)
{
	(void)o, (void)b;
	none_refuse("--sql");
}

void sql_load(const struct sql_options *o)
{
	(void)o;
	none_refuse("--sqlite");
}

struct where *where_open(const char *expr, const struct monread_layouts *l,
                         const struct monread_codepage *cp, int counted,
                         const struct where *original)
{
	(void)expr, (void)l, (void)cp, (void)counted, (void)original;
	none_refuse("--where");
	return NULL;
}

void where_close(struct where *w)
{
	(void)w;
}

int where_holds(struct where *w, const struct table_record *record)
{
	return w && record ? -1 : 0;
}
