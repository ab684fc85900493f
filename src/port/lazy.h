/* lazy.h: a shared library that is loaded when it is first needed, as most runs need none.
 *
 * LIST(F) names the functions that are used: F(type, name, arguments).  The
 * compiler compares each with its declaration in the library's header. */
#ifndef PORT_LAZY_H
#define PORT_LAZY_H

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

struct mr_lazy_function {
	const char *name;
	size_t at; /* offset of the pointer to it in a struct of LIST(MR_LAZY_POINTER) */
};

#define MR_LAZY_POINTER(type, name, arguments) type(*name) arguments;
#define MR_LAZY_FUNCTION(table, type, name, arguments) \
	{ #name, offsetof(table, name) + _Generic(&name, type(*) arguments : (size_t)0) },

/* Where the name of the library is not known, it is linked with as usual. */
#define MR_LAZY_ADDRESS(type, name, arguments) &name,

/* Fill TABLE.  NULL, or what is wrong, until dlerror() is called again, with
 * errno ENOMEM where memory is short.  A library stays loaded: to load it anew
 * for each file would take long. */
static inline const char *mr_lazy_load(const char *library, const struct mr_lazy_function *f, size_t n, void *table)
{
	void *handle, *function;
	const char *missing;
	size_t i;
	int error;

	errno = 0;
	handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	error = errno;
	if (!handle) {
		missing = dlerror();
		errno = error;
		return missing ? missing : strerror(error);
	}
	for (i = 0; i < n; i++) {
		function = dlsym(handle, f[i].name);
		if (!function)
			return dlerror();
		memcpy((char *)table + f[i].at, &function, sizeof function);
	}
	return NULL;
}

#endif
