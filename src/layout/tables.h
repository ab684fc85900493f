/* tables.h: the built-in layouts as packed tables, which the build program mklayouts writes. They
 * contain only numbers and no pointers, so that nothing has to be relocated when the library is
 * loaded.
 *
 * A string is stored as its offset in mr_table_text; the offset of "" is 0. A reference to a field
 * is stored as 1 + the number of its row within the layout, and as 0 if there is no field.
 * References to structures are stored in the same way. */
#ifndef MR_TABLES_H
#define MR_TABLES_H

#include <stdint.h>

struct mr_packed_bit {
	uint64_t mask;
	uint32_t name, text, offset;
	uint8_t width;
};

struct mr_packed_row {
	uint32_t name, text, unit;
	uint32_t offset, length;
	uint32_t first_bit;
	uint16_t nbits, dim_first, dim_count, structure, flags;
	uint8_t type, format;
};

/* A code and its meaning. */
struct mr_packed_meaning {
	uint64_t value;
	uint32_t text;
};

struct mr_packed_list {
	uint32_t name; /* 0: the list has no name */
	uint32_t first, count;
};

struct mr_packed_structure {
	uint32_t name, text, length;
	uint16_t nrows;
	uint8_t open;
};

struct mr_packed_when {
	uint32_t value;
	uint16_t field;
	uint8_t op, of_release;
};

/* Members of a field that are empty in most fields, and are therefore not in struct
 * mr_packed_row. */
struct mr_packed_extra {
	uint64_t start;
	struct mr_packed_when when;
	uint16_t field;
	uint16_t list; /* number of the list of codes of the field, from 1; 0: no list */
};

struct mr_packed_array {
	uint32_t count_const, size_const, at_const;
	uint16_t structure, text, count, size, at, bytes;
	struct mr_packed_when when;
};

struct mr_packed_tells {
	uint32_t release;
	struct mr_packed_when when;
};

struct mr_packed_check {
	uint32_t text;
	uint16_t left, right;
};

struct mr_packed_break {
	uint16_t field;
	uint8_t kind;
};

struct mr_packed_ending {
	uint32_t record, other;
	uint16_t key;
};

struct mr_packed_layout {
	uint32_t name, dsect, kind, instance, title, release, source;
	uint32_t product; /* ->product, ->instance: 0 if the layout has no product or instance */
	uint32_t unproven, unproven_from; /* ->unproven 0: all fields are proven */
	struct {
		uint32_t structure, row, array, check, tells, erratum, extra, record_break, ending;
	/* index of the first row of this layout in mr_table_structures, mr_table_rows and so on */
	} first;
	int16_t domain, record;
	struct {
		uint16_t structures, arrays, checks, tells, errata, extras, breaks, endings;
	} count;
	struct {
		uint16_t product, at, bytes;
	} payload;
	uint8_t status, configuration;
	struct mr_packed_when when[2];
};

extern const uint32_t mr_table_count; /* number of layouts */
extern const struct mr_packed_layout mr_table_layouts[];
extern const struct mr_packed_structure mr_table_structures[];
extern const struct mr_packed_row mr_table_rows[];
extern const struct mr_packed_bit mr_table_bits[];
extern const struct mr_packed_extra mr_table_extras[];
extern const struct mr_packed_array mr_table_arrays[];
extern const struct mr_packed_check mr_table_checks[];
extern const struct mr_packed_tells mr_table_tells[];
extern const struct mr_packed_break mr_table_breaks[];
extern const struct mr_packed_ending mr_table_endings[];
/* known contradictions of IBM's pages, as offsets of strings in mr_table_text */
extern const uint32_t mr_table_errata[];
extern const struct mr_packed_meaning mr_table_meanings[];
/* The lists of codes of fields; the lists with names come first. A row of zeros ends the table, so
 * that a search for a name ends, too. */
extern const struct mr_packed_list mr_table_lists[];
extern const char mr_table_text[];

#endif
