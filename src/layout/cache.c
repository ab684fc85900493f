/* cache.c: layouts that were read of pages, kept in a file: a head, the key, the layouts.
 * It is for one program on one machine, and everything about it that does not fit makes it useless, not wrong. */
#include "config.h"

#include "layout/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layout/image.h"
#include "layout/open.h"
#include "layout/tables.h"
#include "monread.h"

#define CACHE_MAX (256u << 20)
#define ALIGNMENT 16u

/* As a number, so that it is another on a machine of the other byte order. */
#define MAGIC UINT64_C(0x6D6F6E7265616401)

struct head {
	uint64_t magic;
	uint64_t sum; /* of what follows */
	uint64_t key, image; /* sizes; the image follows the key and bytes up to the next multiple of ALIGNMENT */
};

/* ---- The key ---- */

struct text {
	char *bytes;
	size_t size, cap;
	int failed;
};

/* Behind the text, and with a null byte, as names may have anything else in them. */
static void add(struct text *t, const char *s, size_t size)
{
	size_t cap = t->cap ? t->cap : 4096;
	char *p;

	while (cap - t->size < size)
		cap *= 2;
	if (cap != t->cap) {
		p = t->failed ? NULL : realloc(t->bytes, cap);
		if (!p) {
			t->failed = 1;
			return;
		}
		t->bytes = p;
		t->cap = cap;
	}
	memcpy(t->bytes + t->size, s, size);
	t->size += size;
}

static void add_page(struct text *t, int fd, const char *name)
{
	struct stat st;
	int64_t numbers[4] = { -1, 0, 0, 0 };

	if (fstatat(fd, name, &st, 0) == 0 && S_ISREG(st.st_mode)) {
		numbers[0] = st.st_size;
		numbers[1] = st.st_mtim.tv_sec;
		numbers[2] = st.st_mtim.tv_nsec;
		numbers[3] = (int64_t)st.st_ino;
	}
	add(t, (const char *)numbers, sizeof numbers);
	add(t, name, strlen(name) + 1);
}

int mr_cache_key(struct mr_cache_key *key, const char *directory, struct dirent *const *names, int count)
{
	struct text t = { NULL, 0, 0, 0 };
	char program[128];
	int fd = mr_open_file(directory, O_RDONLY | O_DIRECTORY), i;

	if (fd < 0)
		return -1;
	snprintf(program, sizeof program, "monread %s %zx %llx", monread_version(), mr_image_form(),
	         (unsigned long long)mr_table_mark);
	add(&t, program, strlen(program) + 1);
	add(&t, directory, strlen(directory) + 1);
	for (i = 0; i < count; i++)
		add_page(&t, fd, names[i]->d_name);
	close(fd);
	if (t.failed) {
		free(t.bytes);
		errno = ENOMEM;
		return -1;
	}
	key->bytes = t.bytes;
	key->size = t.size;
	return 0;
}

static size_t padding(size_t size)
{
	return (ALIGNMENT - size % ALIGNMENT) % ALIGNMENT;
}

/* Of bytes whose number is a multiple of 8 * 4.  Four sums side by side take a quarter of the time; each is changed by
 * every change of a word, as all steps can be undone. */
static uint64_t sum_of(const unsigned char *p, size_t size)
{
	uint64_t sum[4] = { 1, 2, 3, 4 }, word, all = size;
	size_t i;

	for (; size >= sizeof sum; p += sizeof sum, size -= sizeof sum)
		for (i = 0; i < 4; i++) {
			memcpy(&word, p + 8 * i, sizeof word);
			sum[i] = (sum[i] ^ word) * UINT64_C(0x9E3779B97F4A7C15);
			sum[i] ^= sum[i] >> 29;
		}
	for (i = 0; i < size; i++)
		all = (all ^ p[i]) * UINT64_C(0x9E3779B97F4A7C15);
	for (i = 0; i < 4; i++) {
		all = (all ^ sum[i]) * UINT64_C(0x9E3779B97F4A7C15);
		all ^= all >> 29;
	}
	return all;
}

/* ---- Reading ---- */

static int is_trusted(const struct stat *st)
{
	return S_ISREG(st->st_mode) && (st->st_uid == geteuid() || st->st_uid == 0) && !(st->st_mode & (S_IWGRP | S_IWOTH)) &&
	       st->st_size > (off_t)sizeof(struct head) && st->st_size <= (off_t)CACHE_MAX;
}

/* 0, or -1: it ends before, or cannot be read. */
static int read_all(int fd, void *to, size_t size)
{
	unsigned char *p = to;
	ssize_t n;

	while (size) {
		n = read(fd, p, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

/* The head and the key; whether they are what is wanted. */
static int begins_right(int fd, const struct stat *st, struct head *head, const struct mr_cache_key *key)
{
	size_t size = key->size + padding(key->size);
	unsigned char *bytes;
	int good;

	if (read_all(fd, head, sizeof *head) || head->magic != MAGIC || head->key != key->size || head->image > CACHE_MAX ||
	    (uint64_t)st->st_size != sizeof *head + size + head->image)
		return 0;
	bytes = malloc(size);
	good = bytes && read_all(fd, bytes, size) == 0 && memcmp(bytes, key->bytes, key->size) == 0;
	free(bytes);
	return good;
}

static struct mr_layout *read_cache(struct mr_arena *a, int fd, const struct mr_cache_key *key, size_t *count)
{
	struct stat st;
	struct head head;
	void *image;

	if (fstat(fd, &st) || !is_trusted(&st) || !begins_right(fd, &st, &head, key))
		return NULL;
	image = mr_arena_alloc(a, (size_t)head.image);
	if (!image || read_all(fd, image, (size_t)head.image) || sum_of(image, (size_t)head.image) != head.sum)
		return NULL;
	return mr_image_use(image, (size_t)head.image, count);
}

struct mr_layout *mr_cache_read(struct mr_arena *a, const char *path, const struct mr_cache_key *key, size_t *count)
{
	struct mr_layout *layouts;
	int fd = mr_open_file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0)
		return NULL;
	layouts = read_cache(a, fd, key, count);
	close(fd);
	return layouts;
}

/* ---- Writing ---- */

static int write_all(int fd, const void *from, size_t size)
{
	const unsigned char *p = from;
	ssize_t n;

	while (size) {
		n = write(fd, p, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

static int write_cache(int fd, const struct mr_cache_key *key, const void *image, size_t size)
{
	static const char zeros[ALIGNMENT];
	const struct head head = { MAGIC, sum_of(image, size), key->size, size };

	return write_all(fd, &head, sizeof head) || write_all(fd, key->bytes, key->size) ||
	               write_all(fd, zeros, padding(key->size)) || write_all(fd, image, size)
	       ? -1
	       : 0;
}

/* A file that nobody has seen yet. */
static int create(const char *path)
{
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, fd = mr_open_file(path, flags);

	/* What a run with our number has left. */
	if (fd < 0 && errno == EEXIST && unlink(path) == 0)
		fd = mr_open_file(path, flags);
	return fd;
}

/* The directory of PATH, and the one that it is in. */
static void make_parents(char *path)
{
	char *last = strrchr(path, '/'), *before;

	if (!last || last == path)
		return;
	*last = '\0';
	before = strrchr(path, '/');
	if (mkdir(path, 0700) && errno == ENOENT && before && before != path) {
		*before = '\0';
		mkdir(path, 0700);
		*before = '/';
		mkdir(path, 0700);
	}
	*last = '/';
}

static int write_file(char *temporary, const char *path, const struct mr_cache_key *key, const void *image, size_t size)
{
	int fd = create(temporary), bad;

	if (fd < 0 && errno == ENOENT) {
		make_parents(temporary);
		fd = create(temporary);
	}
	if (fd < 0)
		return -1;
	bad = write_cache(fd, key, image, size);
	bad |= close(fd);
	if (bad || rename(temporary, path)) {
		unlink(temporary);
		return -1;
	}
	return 0;
}

int mr_cache_write(const char *path, const struct mr_cache_key *key, const struct monread_layout *const *layouts,
                   size_t count)
{
	size_t size, room = strlen(path) + 24;
	void *image = mr_image_make(layouts, count, &size);
	char *temporary = malloc(room);
	int rc = -1;

	if (image && temporary) {
		snprintf(temporary, room, "%s.%ld", path, (long)getpid());
		rc = write_file(temporary, path, key, image, size);
	}
	free(temporary);
	free(image);
	return rc;
}
