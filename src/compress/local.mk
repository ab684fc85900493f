# Compressed captures, read and written.
noinst_LIBRARIES += src/libcompress.a
src_libcompress_a_SOURCES = $(COMPRESS_FILES)
src_libcompress_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBARCHIVE_CFLAGS)
COMPRESS_FILES = \
	src/compress/compress.c \
	src/compress/compress.h \
	src/compress/crc.c \
	src/compress/crc.h \
	src/compress/libarchive.c \
	src/compress/libarchive.h \
	src/compress/members.c \
	src/compress/members.h \
	src/compress/uncompress.c \
	src/compress/units.c \
	src/compress/units.h \
	src/compress/xxhash.c \
	src/compress/xxhash.h \
	src/compress/zframes.c \
	src/compress/zframes.h
