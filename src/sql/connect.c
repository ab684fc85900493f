/* connect.c: register tables as modules of SQLite, and declare their columns. */
#include "config.h"

#include "sql/module.h"

#include <stdio.h>

#include "base/record.h"
#include "sql/columns.h"

int module_fail(struct module_vtab *v, int code, char *message)
{
	sqlite3_free(v->base.zErrMsg);
	v->base.zErrMsg = message;
	return code;
}

static unsigned layout_kind(const struct monread_layout *l)
{
	return indexed_kind((unsigned)l->domain, (unsigned)l->record);
}

/* Set v->kinds to 1 for all kinds of records with application data: each kind can have data of the
 * product that the table is about. */
static void find_payload_kinds(struct module_vtab *v)
{
	const struct monread_layouts *layouts = v->tables->layouts;
	const struct monread_layout *l;
	size_t i;

	for (i = 0, l = monread_layouts_at(layouts, 0); l; l = monread_layouts_at(layouts, ++i))
		if (l->domain >= 0 && monread_layout_payload(l))
			v->kinds[layout_kind(l)] = 1;
}

/* Set v->kinds to 1 for the kinds of records that make rows of the table. Return 0, or -1 if out of
 * memory. */
static int find_kinds(struct module_vtab *v)
{
	const struct table *t = v->table;
	size_t i;

	while (t->role == TABLE_OF_ENTRIES)
		t = t->parent;
	errno = 0;
	if (v->module->about)
		/* The table "records" needs records of all kinds; the other tables of
		 * about_tables.c need no records. */
		memset(v->kinds, !v->module->about->next, sizeof v->kinds);
	else if (t->role == TABLE_OF_RECORD)
		v->kinds[layout_kind(t->layout)] = 1;
	else
		find_payload_kinds(v);
	for (i = 0; v->tables->kinds && i < INDEXED_KINDS; i++)
		v->tables->kinds[i] |= v->kinds[i];
	return errno == ENOMEM ? -1 : 0;
}

static void connect_add_column(struct module_vtab *v, long of, const char *name, int hidden)
{
	v->columns[v->ncolumns++] = (struct module_column){ of, name, hidden };
}

/* Return the short name of column number I of the table of V; NULL if the column has no short name,
 * or if another column has the same name. */
static const char *short_name(const struct module_vtab *v, size_t i)
{
	const char *other = v->tables->functions ? COLUMNS_WEIGHT : COLUMNS_CAPTURE;
	const char *name = columns_short_only(v->table, i);

	return name && !mr_same_word(name, other) ? name : NULL;
}

/* Set v->columns, the columns that SQLite sees. SQLite compares the argument in NAME('capture.bin')
 * with the first hidden column, which must therefore be COLUMNS_CAPTURE. Return 0, or -1 if out of
 * memory. */
static int find_columns(struct module_vtab *v)
{
	int is_delta = v->module->view == MODULE_DELTA;
	int is_short = v->module->is_short;
	int are_copied = v->tables->are_copied;
	const struct about *about = v->module->about;
	const struct table *t = v->table;
	const char *name;
	size_t i;

	/* Each column of the table T may be declared with its long and with its short name. At most
	 * five other columns are declared. */
	v->columns = calloc(2 * t->ncolumns + 5, sizeof *v->columns);
	if (!v->columns)
		return -1;
	for (i = 0; i < t->ncolumns && i != t->bytes; i++) {
		name = is_short ? short_name(v, i) : NULL;
		connect_add_column(v, (long)i, name ? name : t->columns[i].name, 0);
	}
	if (is_delta)
		connect_add_column(v, (long)TABLE_ELAPSED(t), TABLE_ELAPSED_NAME, 0);
	if (about ? about->of_captures : !are_copied && !v->tables->functions)
		connect_add_column(v, MODULE_CAPTURE, COLUMNS_CAPTURE, 1);
	if (!about && v->tables->functions) {
		connect_add_column(v, MODULE_WEIGHT, COLUMNS_WEIGHT, 1);
	} else if (!about) {
		connect_add_column(v, MODULE_HASH, "record_hash", 1);
		connect_add_column(v, MODULE_COPY, "copy", 1);
	}
	if (is_delta && !are_copied)
		connect_add_column(v, v->tables->functions ? MODULE_SPAN : (long)TABLE_ELAPSED(t),
		           COLUMNS_SPAN, 1);
	if (t->bytes < t->ncolumns)
		connect_add_column(v, (long)t->bytes, t->columns[t->bytes].name, 1);
	for (i = 0; i < t->ncolumns && !are_copied; i++) {
		name = short_name(v, i);
		if (name)
			connect_add_column(v, (long)i, is_short ? t->columns[i].name : name, 1);
	}
	return 0;
}

static const char *module_type(const struct module_vtab *v, long of)
{
	const struct table_column *c;
	const char *type;

	if (of == MODULE_CAPTURE)
		return "TEXT";
	if (of == MODULE_HASH || of == MODULE_COPY)
		return "INTEGER";
	if (of < 0 || (size_t)of == TABLE_ELAPSED(v->table))
		return "REAL";
	c = &v->table->columns[of];
	type = columns_type(v->table, of);
	if (of != (long)v->table->bytes && table_column_is_time(c))
		return COLUMNS_TIME;
	if (strcmp(type, "ANY") != 0)
		return type;
	/* A difference may be negative. */
	if (v->module->view == MODULE_DELTA &&
	    (c->kind == KIND_COUNTER || c->kind == KIND_COUNTDOWN))
		return "INTEGER";
	return COLUMNS_UNSIGNED;
}

static int declare(struct module_vtab *v, sqlite3 *db)
{
	int has_rows = v->module->about && v->module->about->next, none = 0, code = SQLITE_NOMEM;
	int *declaring = v->tables->declaring ? v->tables->declaring : &none;
	sqlite3_str *create = sqlite3_str_new(NULL);
	char *text;
	size_t i;

	for (i = 0; i < v->ncolumns; i++)
		sqlite3_str_appendf(create, "%s\"%w\" %s%s", i ? ", " : "CREATE TABLE t(",
		                    v->columns[i].name, module_type(v, v->columns[i].of),
		                    v->columns[i].hidden ? " HIDDEN" : "");
	sqlite3_str_appendf(create,
	                    has_rows ? ")" : ", PRIMARY KEY(file, \"offset\"%s)) WITHOUT ROWID",
	                    v->table->role == TABLE_OF_ENTRIES ? ", entry" : "");
	text = sqlite3_str_finish(create);
	*declaring = 1;
	if (text)
		code = sqlite3_declare_vtab(db, text);
	*declaring = 0;
	/* Views of a database that somebody else made must not read files of the user. */
	if (code == SQLITE_OK && (v->tables->are_called || v->tables->are_copied))
		code = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
	sqlite3_free(text);
	return code;
}

int module_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab,
                   char **error)
{
	const struct module *m = aux;
	struct module_vtab *v;
	int code = SQLITE_NOMEM;

	(void)argc, (void)argv, (void)error;
	v = malloc(sizeof *v);
	if (!v)
		return SQLITE_NOMEM;
	*v = (struct module_vtab){ .module = m, .tables = m->tables, .table = m->table };
	if (find_kinds(v) == 0 && find_columns(v) == 0)
		code = declare(v, db);
	if (code != SQLITE_OK) {
		module_disconnect(&v->base);
		return code;
	}
	*vtab = &v->base;
	return SQLITE_OK;
}

int module_disconnect(sqlite3_vtab *vtab)
{
	struct module_vtab *v = (struct module_vtab *)vtab;

	free(v->columns);
	free(v);
	return SQLITE_OK;
}

static void free_module(void *module)
{
	const struct tables *t = ((const struct module *)module)->tables;

	free(module);
	if (t->used)
		t->used(t->arg, -1);
}

/* If WHOLE is the name of a table, perhaps with a suffix such as _delta, register the table with
 * the connection DB. Return SQLITE_OK, or an error. */
static int add_named(const struct tables *t, sqlite3 *db, const char *whole)
{
	struct module m = { .tables = t }, *copy;
	char base[NAMES_ROOM], name[2 * NAMES_ROOM];
	const sqlite3_module *methods;
	unsigned domain, record;
	const char *rest = base;

	strcpy(base, whole);
	m.is_before = t->functions && names_cut(base, "_before");
	if (m.is_before || names_cut(base, "_last") || (t->functions && names_cut(base, "_asof")))
		m.view = MODULE_LAST;
	else if (names_cut(base, "_delta"))
		m.view = MODULE_DELTA;
	m.table = table_find(t->schema, base);
	if (!m.table && errno == ENOMEM)
		return SQLITE_NOMEM;
	if (m.table) {
		/* Short names are, for example, D0R23 and D0R23__CALLKDATA. */
		m.is_short = mr_read_record(&rest, &domain, &record) == 0 &&
		             (!*rest || strncmp(rest, "__", 2) == 0);
		/* table_find() also accepts names such as SYTPRP and 0.2, which are only for
		 * options. */
		if (!m.is_short && !strstr(base, "__") && sqlite3_stricmp(m.table->name, base) != 0)
			return SQLITE_OK;
	} else {
		m.about = about_find(whole);
		if (!m.about)
			return SQLITE_OK;
		m.table = &m.about->table;
	}
	copy = malloc(sizeof *copy);
	if (!copy)
		return SQLITE_NOMEM;
	*copy = m;
	if (t->used)
		t->used(t->arg, 1);
	snprintf(name, sizeof name, "%s%s", m.about || t->are_copied ? t->prefix : "",
	         m.about ? m.table->name : whole);
	methods = t->functions && !m.about ? t->functions : &module_methods;
	return sqlite3_create_module_v2(db, name, methods, copy, free_module);
}

static int add_all(const struct tables *t, sqlite3 *db)
{
	static const char *const suffixes[] = { "", "_last", "_delta" };
	const struct about *a;
	const struct table *table;
	char base[NAMES_ROOM], name[NAMES_ROOM + 8];
	int code = SQLITE_OK;
	size_t i, k, n;

	for (a = about_tables; code == SQLITE_OK && a->table.name; a++)
		code = add_named(t, db, a->table.name);
	errno = 0;
	table = table_at(t->schema, 0);
	for (i = 0; code == SQLITE_OK && table; table = table_at(t->schema, ++i)) {
		n = columns_short_table(table, base) ? 6 : 3;
		for (k = 0; code == SQLITE_OK && k < n; k++) {
			snprintf(name, sizeof name, "%s%s", k < 3 ? table->name : base,
			         suffixes[k % 3]);
			if (strlen(name) < NAMES_ROOM)
				code = add_named(t, db, name);
		}
	}
	return code == SQLITE_OK && errno == ENOMEM ? SQLITE_NOMEM : code;
}

char *tables_not_called(const char *name)
{
	return sqlite3_mprintf("%s is not called with a capture here; a FILE is an operand: "
	                       "monread --sql='SELECT * FROM %s' FILE", name, name);
}

int tables_register(const struct tables *t, sqlite3 *db, const char *text)
{
	char name[NAMES_ROOM];
	int code = SQLITE_OK;

	errno = 0;
	if (!text)
		return add_all(t, db);
	while (code == SQLITE_OK && names_next(&text, name))
		code = add_named(t, db, name);
	return code;
}
