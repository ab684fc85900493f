# The one reader of listings: in the library and in the generator of the tables.
LISTING_FILES = \
	$(BASE_FILES) \
	src/base/ascii.h \
	src/base/model.c \
	src/base/model.h \
	src/base/page.h \
	src/base/record.h \
	src/base/syntax.c \
	src/base/syntax.h \
	src/base/utf8.h \
	src/listing/annot.c \
	src/listing/apply.c \
	src/listing/apply.h \
	src/listing/arrays.c \
	src/listing/bits.c \
	src/listing/bound.c \
	src/listing/check.c \
	src/listing/conditions.c \
	src/listing/contents.c \
	src/listing/contents.h \
	src/listing/draft.c \
	src/listing/draft.h \
	src/listing/format.c \
	src/listing/keys.c \
	src/listing/keys.h \
	src/listing/listing.c \
	src/listing/listing.h \
	src/listing/field_lists.c \
	src/listing/note.c \
	src/listing/note.h \
	src/listing/packed.c \
	src/listing/packed.h \
	src/listing/printed.c \
	src/listing/prolog.c \
	src/listing/recognize.c \
	src/listing/scan.c \
	src/listing/scan.h \
	src/listing/section.c \
	src/listing/settle.c \
	src/listing/unique.c \
	src/listing/values.c \
	src/listing/values.h \
	src/listing/xref.c

# What only the library needs of them.
LISTING_LIBRARY_FILES = \
	src/listing/annotate.c \
	src/listing/annotate.h \
	src/listing/html.c \
	src/listing/lines.c \
	src/listing/plain.c \
	src/listing/plain.h \
	src/listing/split_page.c \
	src/listing/write.c \
	src/listing/write.h \
	src/listing/write_lists.c
