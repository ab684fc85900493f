# --write: files, their names, rotation, locks.
noinst_LIBRARIES += src/libstore.a
src_libstore_a_SOURCES = $(STORE_FILES)
STORE_FILES = \
	src/store/clock.h \
	src/store/configuration.c \
	src/store/configuration.h \
	src/store/exec.c \
	src/store/exec.h \
	src/store/file.c \
	src/store/file.h \
	src/store/keep.c \
	src/store/keep.h \
	src/store/name.c \
	src/store/name.h \
	src/store/period.c \
	src/store/period.h \
	src/store/store.c \
	src/store/store.h \
	src/store/stored.c \
	src/store/stored.h \
	src/store/target.c
