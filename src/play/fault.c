/* fault.c: parses SPECs of faults: KIND[@read=N|@set=N[.PLACE]][:ARGUMENT]... */
#include "config.h"

#include "play/play.h"

#include <errno.h>
#include <stdio.h>

#include "base/array.h"
#include "cli/diag.h"
#include "cli/words.h"

/* The forms of a SPEC. */
#define BY_READ 1u   /* KIND@read=N */
#define BY_SET 2u    /* KIND@set=N */
#define HAS_PLACE 4u /* KIND@set=N.PLACE */
#define HAS_VALUE 8u /* KIND=VALUE */

#define MOST_DROPPED 1000000u

static const struct kind {
	const char *word;
	enum fault_kind kind;
	unsigned forms;
	enum fault_place place; /* without PLACE in the SPEC */
	int error;
	int keep;
} kinds[] = {
	{ "eio", FAULT_EIO, BY_READ | BY_SET | HAS_PLACE, FAULT_END, EIO, 0 },
	/* If the driver cannot copy data to a program, the driver keeps the data for the next
	 * read(2). */
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

static const struct word keeps[] = { { "keep", 1 }, { "drop", 0 }, { NULL, 0 } };

static const struct word errors[] = {
	{ "EBUSY", EBUSY }, { "EIO", EIO },       { "ENODEV", ENODEV }, { "ENOENT", ENOENT },
	{ "ENXIO", ENXIO }, { "ENOMEM", ENOMEM }, { "EACCES", EACCES }, { NULL, 0 },
};

/* The functions read_...() read a part of a SPEC at *P, and move *P after this part. Functions that
 * return char * return NULL, or an error message. */

/* Read a number into *V. Return 0, or -1 if no number of at least 1 is at *P. */
static int read_number(const char **p, uint64_t *v)
{
	return mr_read_number(p, UINT64_MAX, v) || *v == 0 ? -1 : 0;
}

/* If WORD is at *P, move *P after WORD and return 1; else return 0. */
static int begins_with(const char **p, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*p, word, n) != 0)
		return 0;
	*p += n;
	return 1;
}

static size_t word_length(const char *p)
{
	return strcspn(p, "@=.:,");
}

static const struct word *read_word(const char **p, const struct word *words)
{
	const struct word *w = words_match(words, *p, word_length(*p));

	if (w)
		*p += strlen(w->word);
	return w;
}

/* Read @read=N or @set=N[.PLACE] into F, if the forms of the kind K include it. */
static const char *read_at(struct fault *f, const struct kind *k, const char **p)
{
	static const char by_both[] = "expected @read=N or @set=N, N from 1 on";
	const char *expected = "expected @read=N, N from 1 on";
	const struct word *place;

	if (k->forms & BY_SET)
		expected = k->forms & BY_READ ? by_both : "expected @set=N, N from 1 on";
	if (k->forms & BY_READ && begins_with(p, "@read=")) {
		f->place = FAULT_READ;
		return read_number(p, &f->at) ? expected : NULL;
	}
	if (!(k->forms & BY_SET) || !begins_with(p, "@set=") || read_number(p, &f->at))
		return expected;
	if (k->forms & HAS_PLACE && **p == '.') {
		++*p;
		place = read_word(p, places);
		if (!place)
			return "expected .mce, .records, .between or .end after the number of the data set";
		f->place = (enum fault_place)place->value;
	}
	return NULL;
}

/* Read =VALUE of the faults short and open. */
static const char *read_value(struct fault *f, const char **p)
{
	const struct word *error;

	if (**p != '=')
		return "expected =VALUE";
	++*p;
	if (f->kind == FAULT_SHORT) {
		f->left = UINT64_MAX;
		return read_number(p, &f->value) ? "expected short=N, N from 1 on" : NULL;
	}
	error = read_word(p, errors);
	if (!error)
		return "expected EBUSY, EIO, ENODEV, ENOENT, ENXIO, ENOMEM or EACCES";
	f->error = error->value;
	return NULL;
}

static const char *read_argument(struct fault *f, const char **p)
{
	const struct word *keep;

	switch (f->kind) {
	case FAULT_EIO:
	case FAULT_EFAULT:
		keep = read_word(p, keeps);
		if (!keep)
			return "expected :keep or :drop";
		f->keep = keep->value;
		return NULL;
	case FAULT_SEVER:
		f->driver = begins_with(p, "driver");
		return f->driver ? NULL : "expected :driver";
	case FAULT_OVERFLOW:
		if (begins_with(p, "drop=") && read_number(p, &f->value) == 0 &&
		    f->value <= MOST_DROPPED)
			return NULL;
		return "expected :drop=K, K up to 1000000";
	case FAULT_INVALID:
		if (begins_with(p, "mce=") && read_number(p, &f->value) == 0)
			return NULL;
		return "expected :mce=M, M from 1 on";
	case FAULT_SLOW:
		if (mr_read_decimal(p, &f->seconds) || f->seconds >= 1e9)
			return "expected :SECONDS";
		return NULL;
	case FAULT_OPEN:
		return read_number(p, &f->left) ? "expected :TIMES, from 1 on" : NULL;
	case FAULT_EMPTY:
	case FAULT_EINTR:
	case FAULT_EAGAIN:
	case FAULT_SHORT:
	case FAULT_ANY:
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
	why = k->forms & HAS_VALUE ? read_value(f, &p) : read_at(f, k, &p);
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

/* Remove the comment from LINE, and the blanks around its SPEC. Return the SPEC. */
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

void faults_done(struct faults *f)
{
	size_t i;

	for (i = 0; i < f->n; i++)
		free(f->list[i].spec);
	free(f->list);
}

struct fault *faults_find(const struct faults *f, enum fault_kind kind, enum fault_place place,
                          uint64_t at)
{
	size_t i;

	for (i = 0; i < f->n; i++) {
		struct fault *fault = &f->list[i];

		if ((kind == FAULT_ANY || fault->kind == kind) && fault->place == place &&
		    fault->at == at && fault->left)
			return fault;
	}
	return NULL;
}

void faults_fire(struct faults *f, struct fault *fault)
{
	fault->left--;
	f->fired++;
	diag_verbose("fault: %s", fault->spec);
}

struct fault *faults_take(struct faults *f, enum fault_kind kind, uint64_t at)
{
	struct fault *fault = faults_find(f, kind, FAULT_SET, at);

	if (fault)
		faults_fire(f, fault);
	return fault;
}
