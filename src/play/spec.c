/* spec.c: parses the SPECs of --fault and --script: KIND[@read=N|@set=N[.PLACE]][:ARGUMENT]... */
#include "config.h"

#include "play/fault.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/ascii.h"
#include "cli/diag.h"
#include "cli/words.h"

/* Flags of a kind of fault: the forms that a SPEC, the argument of --fault, can have for this kind.
 * BY_READ is KIND@read=N, BY_SET is KIND@set=N, and HAS_PLACE is KIND@set=N.PLACE. */
#define BY_READ 1u
#define BY_SET 2u
#define HAS_PLACE 4u
#define HAS_VALUE 8u /* the SPEC has the form KIND=VALUE instead of KIND@... */

#define MOST_DROPPED 1000000u

struct kind {
	const char *word;
	enum fault_kind kind;
	unsigned flags;
	enum fault_place place; /* where the fault happens if the SPEC names no PLACE */
	int error;
	int keep;
};

static const struct kind kinds[] = {
	{ "eio", FAULT_EIO, BY_READ | BY_SET | HAS_PLACE, FAULT_END, EIO, 0 },
	/* If the driver cannot copy data to the buffer, it keeps its position, so the data set can
	 * be read again. */
	{ "efault", FAULT_EFAULT, BY_READ | BY_SET | HAS_PLACE, FAULT_RECORDS, EFAULT, 1 },
	{ "sever", FAULT_SEVER, BY_READ | BY_SET | HAS_PLACE, FAULT_MCE, EIO, 0 },
	{ "overflow", FAULT_OVERFLOW, BY_SET, FAULT_SET, 0, 0 },
	{ "empty", FAULT_EMPTY, BY_SET, FAULT_SET, 0, 0 },
	{ "invalid", FAULT_INVALID, BY_SET, FAULT_SET, 0, 0 },
	{ "slow", FAULT_SLOW, BY_SET, FAULT_SET, 0, 0 },
	{ "eintr", FAULT_EINTR, BY_READ, FAULT_READ, EINTR, 0 },
	{ "eagain", FAULT_EAGAIN, BY_READ, FAULT_READ, EAGAIN, 0 },
	{ "open", FAULT_OPEN, HAS_VALUE, FAULT_SET, 0, 0 },
	{ "short", FAULT_SHORT, HAS_VALUE, FAULT_SET, 0, 0 },
};

static const struct word places[] = {
	{ "mce", FAULT_MCE },
	{ "records", FAULT_RECORDS },
	{ "between", FAULT_BETWEEN },
	{ "end", FAULT_END },
	{ NULL, 0 },
};

static const struct word errors[] = {
	{ "EBUSY", EBUSY }, { "EIO", EIO },       { "ENODEV", ENODEV }, { "ENOENT", ENOENT },
	{ "ENXIO", ENXIO }, { "ENOMEM", ENOMEM }, { "EACCES", EACCES }, { NULL, 0 },
};

/* Read a number of at least 1 at *P into *V, and move *P after it. Return 0, or -1 if *P has no
 * such number. */
static int read_number(const char **p, uint64_t *v)
{
	return mr_read_number(p, UINT64_MAX, v) || *v == 0 ? -1 : 0;
}

static int read_seconds(const char **p, double *v)
{
	return mr_read_decimal(p, v) || *v >= 1e9 ? -1 : 0;
}

static size_t word_length(const char *p)
{
	return strcspn(p, "@=.:,");
}

/* Read @read=N or @set=N at *P, which tells when the fault F of the kind K happens, and move *P
 * after it. Return NULL, or the text of an error. */
static const char *read_at(struct fault *f, const struct kind *k, const char **p)
{
	static const char by_both[] = "expected @read=N or @set=N, N from 1 on";
	const char *expected = "expected @read=N, N from 1 on";

	if (k->flags & BY_SET)
		expected = k->flags & BY_READ ? by_both : "expected @set=N, N from 1 on";
	if (k->flags & BY_READ && strncmp(*p, "@read=", 6) == 0) {
		*p += 6;
		f->place = FAULT_READ;
		return read_number(p, &f->at) ? expected : NULL;
	}
	if (!(k->flags & BY_SET) || strncmp(*p, "@set=", 5) != 0)
		return expected;
	*p += 5;
	if (read_number(p, &f->at))
		return expected;
	if (k->flags & HAS_PLACE && **p == '.') {
		size_t n = word_length(++*p);
		const struct word *place = words_match(places, *p, n);

		if (!place)
			return "expected .mce, .records, .between or .end after the number of the data set";
		f->place = (enum fault_place)place->value;
		*p += n;
	}
	return NULL;
}

/* Read =VALUE at *P, such as the number of seconds of a delay, into F, and move *P after it. Return
 * NULL, or the text of an error. */
static const char *read_value(struct fault *f, const char **p)
{
	const struct word *error;
	size_t n;

	if (**p != '=')
		return "expected =VALUE";
	++*p;
	if (f->kind == FAULT_SHORT) {
		f->left = UINT64_MAX;
		return read_number(p, &f->value) ? "expected short=N, N from 1 on" : NULL;
	}
	n = word_length(*p);
	error = words_match(errors, *p, n);
	if (!error)
		return "expected EBUSY, EIO, ENODEV, ENOENT, ENXIO, ENOMEM or EACCES";
	f->error = error->value;
	*p += n;
	return NULL;
}

/* If the argument at *P in a SPEC is WORD, move *P after it and return 1; else return 0. */
static int spec_is_word(const char **p, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*p, word, n) != 0 || ((*p)[n] && (*p)[n] != ':'))
		return 0;
	*p += n;
	return 1;
}

static const char *read_argument(struct fault *f, const char **p)
{
	switch (f->kind) {
	case FAULT_EIO:
	case FAULT_EFAULT:
		if (spec_is_word(p, "keep"))
			f->keep = 1;
		else if (spec_is_word(p, "drop"))
			f->keep = 0;
		else
			return "expected :keep or :drop";
		return NULL;
	case FAULT_SEVER:
		f->driver = spec_is_word(p, "driver");
		return f->driver ? NULL : "expected :driver";
	case FAULT_OVERFLOW:
		if (strncmp(*p, "drop=", 5) != 0)
			return "expected :drop=K, K up to 1000000";
		*p += 5;
		if (read_number(p, &f->value) || f->value > MOST_DROPPED)
			return "expected :drop=K, K up to 1000000";
		return NULL;
	case FAULT_INVALID:
		if (strncmp(*p, "mce=", 4) != 0)
			return "expected :mce=M, M from 1 on";
		*p += 4;
		return read_number(p, &f->value) ? "expected :mce=M, M from 1 on" : NULL;
	case FAULT_SLOW:
		return read_seconds(p, &f->seconds) ? "expected :SECONDS" : NULL;
	case FAULT_OPEN:
		return read_number(p, &f->left) ? "expected :TIMES, from 1 on" : NULL;
	case FAULT_EMPTY:
	case FAULT_EINTR:
	case FAULT_EAGAIN:
	case FAULT_SHORT:
		break;
	}
	return "takes no argument";
}

static const char *read_spec(struct fault *f, const char *p)
{
	const struct kind *k = NULL;
	size_t i, n = word_length(p);
	const char *why;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strlen(kinds[i].word) == n && memcmp(kinds[i].word, p, n) == 0)
			k = &kinds[i];
	if (!k)
		return "expected eio, efault, sever, overflow, empty, invalid, slow, eintr, eagain, open or "
		       "short";
	p += n;
	f->kind = k->kind;
	f->place = k->place;
	f->error = k->error;
	f->keep = k->keep;
	f->left = 1;
	f->seconds = -1;
	why = k->flags & HAS_VALUE ? read_value(f, &p) : read_at(f, k, &p);
	while (!why && *p == ':') {
		p++;
		why = read_argument(f, &p);
	}
	if (!why && *p)
		why = "something is left over at its end";
	if (!why && f->kind == FAULT_SLOW && f->seconds < 0)
		why = "expected :SECONDS";
	return why;
}

const char *faults_add(struct faults *f, const char *spec)
{
	struct fault fault;
	const char *why;

	memset(&fault, 0, sizeof fault);
	why = read_spec(&fault, spec);
	if (why)
		return why;
	if (ARRAY_GROW(f->list, f->n, f->room))
		return "out of memory";
	fault.spec = strdup(spec);
	if (!fault.spec)
		return "out of memory";
	f->list[f->n++] = fault;
	return NULL;
}

/* Remove the comment and surrounding white space from LINE. */
static char *strip_line(char *line)
{
	size_t n;

	line[strcspn(line, "#")] = 0;
	while (mr_is_blank(*line))
		line++;
	for (n = strlen(line); n && mr_is_blank(line[n - 1]); n--)
		line[n - 1] = 0;
	return line;
}

int faults_load(struct faults *f, const char *path)
{
	FILE *file = fopen(path, "re");
	char line[512];
	unsigned number_of_line = 0;
	int rc = 0;

	if (!file) {
		diag_fail("%s: cannot be opened: %s", path, strerror(errno));
		return -1;
	}
	while (fgets(line, sizeof line, file)) {
		char *spec = strip_line(line);
		const char *why = *spec ? faults_add(f, spec) : NULL;

		number_of_line++;
		if (why) {
			diag_fail("%s:%u: %s: %s", path, number_of_line, spec, why);
			rc = -1;
		}
	}
	if (ferror(file)) {
		diag_fail("%s: cannot be read: %s", path, strerror(errno));
		rc = -1;
	}
	fclose(file);
	return rc;
}
