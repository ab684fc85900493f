# Compressed captures, read and written.
noinst_LIBRARIES += src/libcompress.a
src_libcompress_a_SOURCES = $(COMPRESS_FILES)
src_libcompress_a_CPPFLAGS = $(AM_CPPFLAGS) $(COMPRESS_CFLAGS)
COMPRESS_FILES = \
	src/compress/compress.c \
	src/compress/compress.h \
	src/compress/uncompress.c
