/* avro.c: a table as an Avro object container file: rows are encoded here, libavro makes blocks of them. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/safe.h"
#include "out/avroblocks.h"
#include "out/avroschema.h"
#include "out/formats.h"
#include "out/out.h"
#include "out/split.h"
#include "out/tables.h"
#include "port/bounds.h"
#include "port/reach.h"
#include "table/text.h"

/* What a cell that is no text takes at most. */
#define CELL_ROOM 16u
/* A text of so many characters has a length of one byte in front of it. */
#define SHORT_TEXT 15u
/* Characters of a text that are written at once. */
#define TEXT_PART (OUT_PIECE / 4)
#define CHARACTER_SIZE 4u /* bytes of UTF-8 */
/* A part of less is gathered with others of its table before it becomes a block. */
#define BLOCK_LEAST (AVRO_BLOCK_SIZE / 4)
/* In place of the length of a row: what follows are blocks. */
#define BLOCKS UINT32_MAX

#define NO_CHARACTER "\xEF\xBF\xBD"

/* The branches of a union with null. */
#define IS_NULL  '\0'
#define IS_VALUE '\2'

/* Each byte of a code page in UTF-8. */
struct characters {
	struct {
		uint8_t length;
		char s[CHARACTER_SIZE];
	} ch[256];
};

struct avro {
	struct characters ebcdic, ascii;
	const char *codec;
	char marker[AVRO_MARKER_SIZE];
};

/* A column that is written. */
struct coded {
	uint16_t column;
	unsigned char coding; /* enum avro_coding */
	unsigned char optional;
};

struct coded_table {
	struct coded *columns;
	uint32_t n;
};

struct avro_worker {
	struct table_rows *rows;
	struct table_text text;
	struct out_shown_tables shown;
	struct coded_table *coded; /* by the table's id */
	size_t ncoded;
	struct out_buffer prefix; /* the columns "system" and "file", which are nearly always the same */
	char system[MR_SYSTEM_ID_SIZE];
	size_t system_length;
	const char *file;
	struct avro_blocks *blocks;
	struct out_buffer packed; /* blocks of a part */
	/* Of the thread that reads: rows that are no block yet, by the table's id. */
	struct gathered {
		char *bytes;
		size_t used, room;
	} *gathered;
	size_t ngathered;
};

/* ---- Encoding ---- */

static inline char *put_long(char *p, int64_t v)
{
	uint64_t u = (uint64_t)v << 1 ^ (v < 0 ? UINT64_MAX : 0);

	for (; u >= 0x80; u >>= 7)
		*p++ = (char)(u | 0x80);
	*p++ = (char)u;
	return p;
}

static char *put_double(char *p, double v)
{
	uint64_t bits;
	unsigned i;

	memcpy(&bits, &v, sizeof bits);
	for (i = 0; i < 8; i++)
		*p++ = (char)(bits >> (8 * i));
	return p;
}

static char *put_bytes(struct out_buffer *b, char *p, const char *s, size_t n)
{
	b->p = put_long(p, (int64_t)n);
	out_bytes(b, s, n);
	return out_room(b, CELL_ROOM);
}

static inline char *put_characters(char *p, const struct characters *c, const unsigned char *s, size_t n)
{
	while (n-- > 0) {
		memcpy(p, c->ch[*s].s, CHARACTER_SIZE);
		p += c->ch[*s++].length;
	}
	return p;
}

/* Where CELL_ROOM bytes are free at P, and in the end again. */
static char *put_text(struct out_buffer *b, char *p, const struct characters *c, const unsigned char *s, size_t n)
{
	size_t length = 0, i;

	if (n <= SHORT_TEXT) {
		char *start;

		b->p = p;
		start = out_room(b, 1 + CHARACTER_SIZE * (SHORT_TEXT + 1) + CELL_ROOM);
		p = put_characters(start + 1, c, s, n);
		put_long(start, p - start - 1);
		return p;
	}
	for (i = 0; i < n; i++)
		length += c->ch[s[i]].length;
	b->p = put_long(p, (int64_t)length);
	while (n > 0) {
		size_t part = n < TEXT_PART ? n : TEXT_PART;

		p = out_room(b, OUT_PIECE);
		b->p = put_characters(p, c, s, part);
		s += part;
		n -= part;
	}
	return out_room(b, CELL_ROOM);
}

static char *put_hex(struct out_buffer *b, char *p, const struct table_cell *cell)
{
	b->p = put_long(p, 2 * (int64_t)cell->length);
	out_hex(b, cell->bytes, cell->length);
	return out_room(b, CELL_ROOM);
}

/* Any cell of a column whose values are texts. */
static char *put_string(struct out_worker *w, char *p, const struct table_cell *cell)
{
	const struct avro *avro = w->shared;
	struct avro_worker *a = w->state;

	switch (cell->kind) {
	case TABLE_EBCDIC:
		return put_text(&w->b, p, &avro->ebcdic, cell->bytes, cell->length);
	case TABLE_ASCII:
		return put_text(&w->b, p, &avro->ascii, cell->bytes, cell->length);
	case TABLE_UTF8:
		return put_bytes(&w->b, p, (const char *)cell->bytes, cell->length);
	case TABLE_HEX:
		return put_hex(&w->b, p, cell);
	default:
		if (table_text_make(&a->text, cell)) {
			out_no_memory(w);
			return p;
		}
		return put_bytes(&w->b, p, a->text.bytes, a->text.length);
	}
}

static double real_of(const struct table_cell *cell)
{
	if (cell->kind == TABLE_MICROS)
		return table_cell_real(cell);
	return cell->kind == TABLE_NUMBER ? (double)cell->integer : (double)cell->number;
}

/* The cell is a number that its type in Avro cannot hold. */
static void tell_unfit(struct out_worker *w, const struct table *t, const struct coded *c, const struct table_cell *cell)
{
	char text[MONREAD_NAME_MAX + 128];

	if (cell->kind == TABLE_UNSIGNED && c->coding == CODED_LONG)
		snprintf(text, sizeof text, "%s: %" PRIu64 " is larger than a long of Avro can be: null is written",
		         t->columns[c->column].name, cell->number);
	else
		snprintf(text, sizeof text, "%s: %" PRIu64 " is no time that Avro can hold: null is written",
		         t->columns[c->column].name, cell->number);
	out_tell_problem(w, text);
}

/* Where CELL_ROOM bytes are free at P, and in the end again. */
static char *put_cell(struct out_worker *w, char *p, const struct table *t, const struct coded *c,
                      const struct table_cell *cell)
{
	if (cell->kind == TABLE_NULL) {
		*p++ = IS_NULL;
		return p;
	}
	*p = IS_VALUE;
	p += c->optional;
	switch ((enum avro_coding)c->coding) {
	case CODED_BIT:
	case CODED_LONG:
		if (cell->kind == TABLE_NUMBER)
			return put_long(p, cell->integer);
		break;
	case CODED_DOUBLE:
		return put_double(p, real_of(cell));
	case CODED_MOMENT:
		if (cell->kind == TABLE_MOMENT)
			return put_long(p, cell->integer);
		break;
	case CODED_STRING:
		return put_string(w, p, cell);
	}
	tell_unfit(w, t, c, cell);
	p[-1] = IS_NULL;
	return p;
}

/* ---- Rows ---- */

/* A string of the host's, which may be no UTF-8. */
static void put_utf8(struct out_buffer *to, struct out_buffer *room, const char *s, size_t n)
{
	const char *end = s + n;
	uint32_t c;

	room->p = room->buf;
	while (s < end) {
		unsigned length = out_code_point(s, &c);

		if (length)
			out_bytes(room, s, length);
		else
			out_str(room, NO_CHARACTER);
		s += length ? length : 1;
	}
	n = (size_t)(room->p - room->buf);
	to->p = put_bytes(to, out_room(to, CELL_ROOM), room->buf, n);
}

static void __attribute__((noinline)) make_prefix(struct out_worker *w, const struct table_cell *cells)
{
	struct avro_worker *a = w->state;
	const struct table_cell *system = &cells[TABLE_SYSTEM], *file = &cells[TABLE_FILE];

	a->prefix.p = a->prefix.buf;
	out_char(&a->prefix, system->kind == TABLE_NULL ? IS_NULL : IS_VALUE);
	if (system->kind != TABLE_NULL)
		put_utf8(&a->prefix, &a->packed, (const char *)system->bytes, system->length);
	put_utf8(&a->prefix, &a->packed, (const char *)file->bytes, file->length);
	a->file = w->file->name;
	a->system_length = system->length < sizeof a->system ? system->length : 0;
	memcpy(a->system, system->bytes, a->system_length);
	if (a->prefix.error || a->packed.error)
		out_no_memory(w);
}

static inline void put_prefix(struct out_worker *w, const struct table_cell *cells)
{
	struct avro_worker *a = w->state;
	const struct table_cell *system = &cells[TABLE_SYSTEM];

	if (a->file != w->file->name || a->system_length != system->length ||
	    memcmp(a->system, system->bytes, system->length) != 0)
		make_prefix(w, cells);
	out_bytes(&w->b, a->prefix.buf, (size_t)(a->prefix.p - a->prefix.buf));
}

/* Both are always shown, and the first ones. */
#define IN_PREFIX 2u

static const struct coded_table *make_coded(struct out_worker *w, const struct table *t)
{
	struct avro_worker *a = w->state;
	const struct out_shown *shown = out_shown_of(&a->shown, w->settings, t);
	struct coded_table *table;
	uint32_t i;

	if (!shown)
		return NULL;
	if (MR_REACH(a->coded, a->ncoded, t->id))
		return NULL;
	table = &a->coded[t->id];
	table->columns = calloc(shown->n, sizeof *table->columns);
	if (!table->columns)
		return NULL;
	for (i = IN_PREFIX; i < shown->n; i++) {
		struct coded *c = &table->columns[table->n++];

		c->column = shown->columns[i];
		c->coding = (unsigned char)avro_coding_of(&t->columns[c->column]);
		c->optional = (unsigned char)avro_is_optional(t, c->column);
	}
	return table;
}

static int row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct out_worker *w = arg;
	struct avro_worker *a = w->state;
	const struct coded_table *coded;
	const struct coded *c, *end;
	uint32_t length;
	size_t at;
	char *p;

	coded = t->id < a->ncoded && a->coded[t->id].columns ? &a->coded[t->id] : make_coded(w, t);
	if (!coded)
		return out_no_memory(w), 1;
	out_part(w, t);
	p = out_room(&w->b, CELL_ROOM);
	at = (size_t)(p - w->b.buf);
	w->b.p = p + sizeof length;
	put_prefix(w, cells);
	p = out_room(&w->b, OUT_PIECE);
	for (c = coded->columns, end = c + coded->n; c < end; c++) {
		const struct table_cell *cell = &cells[c->column];

		if ((size_t)(w->b.end - p) < CELL_ROOM) {
			w->b.p = p;
			p = out_room(&w->b, OUT_PIECE);
		}
		/* Which nearly all are. */
		if (cell->kind == TABLE_NUMBER && c->coding <= CODED_LONG) {
			*p = IS_VALUE;
			p = put_long(p + c->optional, cell->integer);
		} else {
			p = put_cell(w, p, t, c, cell);
		}
	}
	w->b.p = p;
	/* Without memory the buffer began anew. */
	if (w->b.error)
		return 1;
	length = (uint32_t)((size_t)(p - w->b.buf) - at - sizeof length);
	memcpy(w->b.buf + at, &length, sizeof length);
	return *w->error ? 1 : 0;
}

static int problem(void *arg, const char *text)
{
	return out_tell_problem(arg, text);
}

static int record(struct out_worker *w, const struct out_record *r)
{
	static const struct table_sink sink = { row, problem };
	struct avro_worker *a = w->state;

	return out_rows(w, a->rows, r, &sink);
}

/* ---- Blocks ---- */

/* What libavro told.  -1. */
static int fail(struct out_worker *w, const char *error)
{
	return *error ? out_fail(w, "--format=avro: libavro: %s", error) : out_no_memory(w);
}

static int put_blocks(struct out_worker *w, const char *rows, size_t n, struct out_buffer *to)
{
	const struct avro *avro = w->shared;
	struct avro_worker *a = w->state;
	const char *error = avro_blocks_put(a->blocks, rows, n, avro->marker, to);

	return error ? fail(w, error) : 0;
}

/* Many rows become blocks at once, by the thread that made them. */
static void part_end(struct out_worker *w, size_t at)
{
	static const uint32_t blocks = BLOCKS;
	struct avro_worker *a = w->state;

	if ((size_t)(w->b.p - w->b.buf) - at < BLOCK_LEAST || *w->error)
		return;
	a->packed.p = a->packed.buf;
	if (put_blocks(w, w->b.buf + at, (size_t)(w->b.p - w->b.buf) - at, &a->packed))
		return;
	if (a->packed.error) {
		out_no_memory(w);
		return;
	}
	w->b.p = w->b.buf + at;
	out_bytes(&w->b, &blocks, sizeof blocks);
	out_bytes(&w->b, a->packed.buf, (size_t)(a->packed.p - a->packed.buf));
}

static struct gathered *gathered_of(struct avro_worker *a, const struct table *t)
{
	if (MR_REACH(a->gathered, a->ngathered, t->id))
		return NULL;
	return &a->gathered[t->id];
}

static int add_rows(struct gathered *g, const char *rows, size_t n)
{
	if (n > g->room - g->used) {
		size_t room = g->used + n > 2 * g->room ? g->used + n : 2 * g->room;
		char *bytes = realloc(g->bytes, room);

		if (!bytes)
			return -1;
		g->bytes = bytes;
		g->room = room;
	}
	memcpy(g->bytes + g->used, rows, n);
	g->used += n;
	return 0;
}

static int put_gathered(struct out_worker *w, struct gathered *g, struct out_buffer *to)
{
	size_t n = g->used;

	g->used = 0;
	return n ? put_blocks(w, g->bytes, n, to) : 0;
}

static int gather(struct out_worker *w, const struct table *t, const char *text, size_t n, struct out_buffer *to)
{
	struct avro_worker *a = w->state;
	struct gathered *g;
	uint32_t length;

	if (!text)
		return t->id < a->ngathered ? put_gathered(w, &a->gathered[t->id], to) : 0;
	g = gathered_of(a, t);
	if (!g)
		return out_no_memory(w);
	if (n < sizeof length)
		return 0;
	memcpy(&length, text, sizeof length);
	if (length == BLOCKS) {
		if (put_gathered(w, g, to))
			return -1;
		out_bytes(to, text + sizeof length, n - sizeof length);
		return 0;
	}
	if (g->used + n > AVRO_BLOCK_SIZE && put_gathered(w, g, to))
		return -1;
	return add_rows(g, text, n) ? out_no_memory(w) : 0;
}

/* ---- The head ---- */

static void put_meta(struct out_buffer *b, const char *key, const char *value, size_t n)
{
	b->p = put_bytes(b, out_room(b, CELL_ROOM), key, strlen(key));
	b->p = put_bytes(b, b->p, value, n);
}

static void head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	const struct avro *avro = w->shared;
	struct avro_worker *a = w->state;
	const struct out_shown *shown = out_shown_of(&a->shown, w->settings, t);
	struct out_buffer schema;

	if (!shown || out_buffer_init(&schema, OUT_MEMORY)) {
		b->error = ENOMEM;
		return;
	}
	avro_schema_put(&schema, t, shown);
	if (schema.error) {
		b->error = schema.error;
	} else {
		out_str(b, "Obj\1");
		b->p = put_long(out_room(b, CELL_ROOM), 2);
		put_meta(b, "avro.codec", avro->codec, strlen(avro->codec));
		put_meta(b, "avro.schema", schema.buf, (size_t)(schema.p - schema.buf));
		b->p = put_long(out_room(b, CELL_ROOM), 0);
		out_bytes(b, avro->marker, sizeof avro->marker);
	}
	out_buffer_done(&schema);
}

/* The head comes with the first input, so that where none can be read nothing is written. */
static int begin_file(struct out *o)
{
	if (o->settings.table && o->file->index == 0 && !o->begun) {
		o->begun = 1;
		head(&o->main, &o->main.b, o->settings.table);
	}
	return 0;
}

/* ---- Beginning and end ---- */

static void make_characters(struct characters *to, const struct monread_codepage *cp)
{
	unsigned i;

	for (i = 0; i < 256; i++) {
		char room[2];
		size_t n;
		const char *s = table_character(cp, (unsigned char)i, room, &n);

		/* As in other tables. */
		if ((n == 1 && *s == '\0') || n > CHARACTER_SIZE) {
			s = NO_CHARACTER;
			n = sizeof NO_CHARACTER - 1;
		}
		memcpy(to->ch[i].s, s, n);
		to->ch[i].length = (uint8_t)n;
	}
}

static int begin(struct out *o)
{
	struct avro *avro = o->shared;
	char why[OUT_ERROR_SIZE];
	struct avro_blocks *b;

	make_characters(&avro->ebcdic, o->settings.codepage);
	make_characters(&avro->ascii, NULL);
	avro->codec = o->settings.avro_codec;
	b = avro_blocks_new(avro->codec, why, sizeof why);
	if (!b)
		return *why ? out_fail(&o->main, "--format=avro: %s", why) : out_no_memory(&o->main);
	/* One for all files: each thread makes blocks of any of them. */
	memcpy(avro->marker, avro_blocks_marker(b), sizeof avro->marker);
	avro_blocks_free(b);
	return 0;
}

static void end_worker(struct out_worker *w)
{
	struct avro_worker *a = w->state;
	size_t i;

	for (i = 0; i < a->ncoded; i++)
		free(a->coded[i].columns);
	free(a->coded);
	for (i = 0; i < a->ngathered; i++)
		free(a->gathered[i].bytes);
	free(a->gathered);
	out_shown_done(&a->shown);
	table_text_free(&a->text);
	out_buffer_done(&a->prefix);
	out_buffer_done(&a->packed);
	avro_blocks_free(a->blocks);
	table_rows_free(a->rows);
	memset(a, 0, sizeof *a);
}

static int begin_worker(struct out_worker *w)
{
	const struct out_settings *s = w->settings;
	const struct avro *avro = w->shared;
	struct avro_worker *a = w->state;
	char why[OUT_ERROR_SIZE] = "";

	a->text.codepage = s->codepage;
	if (out_buffer_init(&a->prefix, OUT_MEMORY) == 0 && out_buffer_init(&a->packed, OUT_MEMORY) == 0 &&
	    (a->rows = table_rows_new(s->schema, s->layouts, s->table, NULL)) != NULL &&
	    (a->blocks = avro_blocks_new(avro->codec, why, sizeof why)) != NULL)
		return 0;
	end_worker(w);
	return *why ? out_fail(w, "--format=avro: %s", why) : out_no_memory(w);
}

const struct out_format out_avro_format = {
	.name = "avro",
	.wants = OUT_WANTS_LAYOUT | OUT_WANTS_INTERVAL,
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE | OUT_TAKES_PROVEN | OUT_TAKES_TABLE | OUT_TAKES_SPLIT |
	         OUT_TAKES_AVRO,
	.shared_size = sizeof(struct avro),
	.begin = begin,
	.begin_file = begin_file,
	.head = head,
	.worker_size = sizeof(struct avro_worker),
	.begin_worker = begin_worker,
	.record = record,
	.part_end = part_end,
	.gather = gather,
	.end_worker = end_worker,
};
