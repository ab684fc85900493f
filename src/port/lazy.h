/* lazy.h: loads a shared library when it is first needed, because most runs do not need it.
 *
 * LIST(F) names the functions that are used: F(type, name, arguments). The compiler compares each with its
 * declaration in the header of the library. */
#ifndef PORT_LAZY_H
#define PORT_LAZY_H

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

struct mr_lazy_function {
	const char *name;
	size_t at; /* offset of its pointer in a struct of LIST(MR_LAZY_POINTER) */
};

#define MR_LAZY_POINTER(type, name, arguments) type(*name) arguments;
#define MR_LAZY_FUNCTION(table, type, name, arguments) \
	{ #name, offsetof(table, name) + _Generic(&name, type(*) arguments : (size_t)0) },

/* If configure does not know the name of the library, link with it as usual. */
#define MR_LAZY_ADDRESS(type, name, arguments) &name,

/* Fill TABLE with the addresses of N functions. Return NULL, or an error text that is valid until the next
 * dlerror(); errno is ENOMEM if out of memory. The library is never unloaded, because loading it for each file
 * would be slow. */
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
