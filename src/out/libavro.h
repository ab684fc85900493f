/* libavro.h: the functions of libavro that are used. */
#ifndef OUT_LIBAVRO_H
#define OUT_LIBAVRO_H

#include "config.h"

#ifdef HAVE_AVRO

#include <avro.h>

#include "port/lazy.h"

#define LIBAVRO(F)                                                                                  \
	F(avro_schema_t, avro_schema_bytes, (void))                                                 \
	F(int, avro_file_writer_create_with_codec_fp,                                               \
	  (FILE *, const char *, int, avro_schema_t, avro_file_writer_t *, const char *, size_t))   \
	F(int, avro_file_writer_append_encoded, (avro_file_writer_t, const void *, int64_t))        \
	F(int, avro_file_writer_sync, (avro_file_writer_t))                                         \
	F(int, avro_file_writer_close, (avro_file_writer_t))                                        \
	F(const char *, avro_strerror, (void))

struct libavro {
	LIBAVRO(MR_LAZY_POINTER)
};

/* NULL, or why it cannot be loaded. */
const char *libavro_load(struct libavro *la);

#endif
#endif
