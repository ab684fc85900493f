/* screen_curses.c: load ncurses. */
#include "config.h"

#include "stat/screen_curses.h"

#ifdef NCURSES_SONAME

const char *curses_load(struct curses *c)
{
#define FUNCTION(type, name, arguments) MR_LAZY_FUNCTION(struct curses, type, name, arguments)
	static const struct mr_lazy_function functions[] = { CURSES_USED(FUNCTION) };

	return mr_lazy_load(NCURSES_SONAME, functions, sizeof functions / sizeof functions[0], c);
}

#elif defined(HAVE_NCURSES)

const char *curses_load(struct curses *c)
{
	static const struct curses linked = { CURSES_USED(MR_LAZY_ADDRESS) };

	*c = linked;
	return NULL;
}

#endif
