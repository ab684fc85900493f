/* format.h: what a format of output is: a struct of functions; and what all formats need. */
#ifndef OUT_FORMAT_H
#define OUT_FORMAT_H

#include "monread.h"
#include "cli/buffer.h"
#include "out/clock.h"
#include "cli/escape.h"

/* What a format needs from its caller. */
#define OUT_WANTS_FILLER 1u /* MONREAD_FILLER events */
#define OUT_LAYOUT       2u /* out->layout of the records that are shown */
#define OUT_EVERYTHING   8u /* events other than records that are shown, too */
#define OUT_PARALLEL     4u /* records do not depend on each other, but for out->set_shown */

/* The input that is being shown. */
struct out_file {
	const char *name;
	enum monread_container container;
	unsigned index;  /* from 0 */
	unsigned count;  /* how many there will be */
	uint64_t offset; /* where a problem is */
};

struct out;

struct out_format {
	const char *name;
	const char *what; /* for --help */
	unsigned flags;
	size_t state_size;
	int (*begin)(struct out *o);                                /* 0, or -1: out of memory */
	void (*begin_file)(struct out *o, const struct out_file *f);
	/* SHOWN: a record that is among the selected ones. */
	void (*event)(struct out *o, const struct monread_ev *ev, int shown);
	void (*damage)(struct out *o, const struct monread_ev *ev); /* state BAD or GAP */
	void (*end_file)(struct out *o);
	void (*end)(struct out *o);
};

/* An output: where to, which format, and how. */
struct out {
	struct out_buffer b;
	const struct out_format *format;
	void *state; /* the format's own, zeroed */
	const struct out_file *file;
	struct out_clock clock;
	struct monread_layouts *layouts;
	struct monread_decoder *decoder;
	const struct monread_codepage *codepage;
	int all;      /* reserved fields, bits that are off */
	int filtered; /* not all records are selected */
	int color;
	const struct monread_layout *layout; /* of the record that is shown; NULL: none is known */
	uint64_t set_shown;                  /* the set whose heading was printed last */
	const struct monread_ev *ev;         /* of the record that is decoded */
	/* A problem inside of the record ev. */
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
};

extern const struct out_format out_text_format, out_list_format, out_summary_format, out_hex_format,
    out_raw_format, out_json_format, out_none_format;

/* NULL: no such format. */
const struct out_format *out_format_find(const char *name);

/* The formats, ended by NULL. */
extern const struct out_format *const out_formats[];

/* 0, or -1: out of memory.  The caller has set what comes from outside. */
int out_begin(struct out *o, const struct out_format *format, int fd);
/* 0, or -1: writing failed, see o->b.error. */
int out_end(struct out *o);

/* Decode the record of EV with L for EMIT, whose functions get O and return 0.  Out of memory: o->b.error. */
void out_decode(struct out *o, const struct monread_layout *l, const struct monread_ev *ev,
                const struct monread_emit *emit);

/* Pass a problem on, as every format does that decodes. */
int out_tell_problem(struct out *o, const char *text);

/* Whether the fields, lists of bits and names are those that a reader wants to see. */
static inline int out_bit_shown(const struct monread_bit *bit)
{
	return bit->name[0] != '*';
}

/* The bytes that BIT is about, with its mask. */
static inline uint64_t out_bit_value(const struct monread_value *v, const struct monread_bit *bit)
{
	uint32_t at = bit->offset - v->field->offset, i;
	uint64_t n = 0;

	if (bit->offset < v->field->offset || at > v->length || bit->width > v->length - at)
		return 0;
	for (i = 0; i < bit->width; i++)
		n = n << 8 | v->bytes[at + i];
	return n & bit->mask;
}

#endif
