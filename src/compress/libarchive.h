/* libarchive.h: the functions of libarchive that are used. */
#ifndef COMPRESS_LIBARCHIVE_H
#define COMPRESS_LIBARCHIVE_H

#include "config.h"

#ifdef HAVE_LIBARCHIVE

#include <archive.h>
#include <archive_entry.h>

#include "port/lazy.h"

#define LIBARCHIVE(F)                                                                                         \
	F(struct archive *, archive_read_new, (void))                                                         \
	F(int, archive_read_support_filter_gzip, (struct archive *))                                          \
	F(int, archive_read_support_filter_xz, (struct archive *))                                            \
	F(int, archive_read_support_filter_zstd, (struct archive *))                                          \
	F(int, archive_read_support_filter_bzip2, (struct archive *))                                         \
	F(int, archive_read_support_filter_lz4, (struct archive *))                                           \
	F(int, archive_read_support_format_raw, (struct archive *))                                           \
	F(int, archive_read_support_format_empty, (struct archive *))                                         \
	F(int, archive_read_open,                                                                             \
	  (struct archive *, void *, archive_open_callback *, archive_read_callback *,                        \
	   archive_close_callback *))                                                                         \
	F(int, archive_filter_count, (struct archive *))                                                      \
	F(la_int64_t, archive_filter_bytes, (struct archive *, int))                                          \
	F(int, archive_read_next_header, (struct archive *, struct archive_entry **))                         \
	F(int, archive_read_data_block, (struct archive *, const void **, size_t *, la_int64_t *))            \
	F(int, archive_read_free, (struct archive *))                                                         \
	F(struct archive *, archive_write_new, (void))                                                        \
	F(int, archive_write_add_filter_zstd, (struct archive *))                                             \
	F(int, archive_write_add_filter_gzip, (struct archive *))                                             \
	F(int, archive_write_set_format_raw, (struct archive *))                                              \
	F(int, archive_write_set_bytes_in_last_block, (struct archive *, int))                                \
	F(int, archive_write_open,                                                                            \
	  (struct archive *, void *, archive_open_callback *, archive_write_callback *,                       \
	   archive_close_callback *))                                                                         \
	F(int, archive_write_header, (struct archive *, struct archive_entry *))                              \
	F(la_ssize_t, archive_write_data, (struct archive *, const void *, size_t))                           \
	F(int, archive_write_close, (struct archive *))                                                       \
	F(int, archive_write_free, (struct archive *))                                                        \
	F(struct archive_entry *, archive_entry_new, (void))                                                  \
	F(void, archive_entry_set_filetype, (struct archive_entry *, unsigned int))                           \
	F(void, archive_entry_free, (struct archive_entry *))                                                 \
	F(int, archive_errno, (struct archive *))                                                             \
	F(const char *, archive_error_string, (struct archive *))                                             \
	F(void, archive_set_error, (struct archive *, int, const char *, ...))

struct libarchive {
	LIBARCHIVE(MR_LAZY_POINTER)
};

/* NULL, or why it cannot be used. */
const char *libarchive_load(struct libarchive *la);

#endif
#endif
