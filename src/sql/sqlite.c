/* sqlite.c: load SQLite. */
#include "config.h"

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include "port/lazy.h"

/* STRICT tables, and the place of an error in a statement. */
#define VERSION_NEEDED 3038000

#ifdef SQLITE3_SONAME

/* The compiler compares each with its declaration. */
#define FUNCTION(type, name, arguments) \
	{ "sqlite3_" #name,             \
	  offsetof(struct sqlite, name) + _Generic(&sqlite3_##name, type(*) arguments : (size_t)0) },

static const char *find(struct sqlite *s)
{
	static const struct mr_lazy_function functions[] = { SQLITE_TABLES(FUNCTION) SQLITE_PROGRAM(FUNCTION) };

	return mr_lazy_load(SQLITE3_SONAME, functions, sizeof functions / sizeof functions[0], s);
}

#else

#define ADDRESS(type, name, arguments) .name = &sqlite3_##name,

static const char *find(struct sqlite *s)
{
	static const struct sqlite linked = { SQLITE_TABLES(ADDRESS) SQLITE_PROGRAM(ADDRESS) };

	*s = linked;
	return NULL;
}

#endif

const char *sqlite_load(struct sqlite *s)
{
	const char *error = find(s);

	if (!error && s->libversion_number() < VERSION_NEEDED)
		error = "it is older than 3.38";
	return error;
}

#endif
