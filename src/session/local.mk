# The way from FILEs to events.
noinst_LIBRARIES += src/libsession.a
src_libsession_a_SOURCES = $(SESSION_FILES)
SESSION_FILES = \
	src/session/folder.c \
	src/session/ordered.c \
	src/session/ordered.h \
	src/session/present.c \
	src/session/ring.c \
	src/session/session.c \
	src/session/session.h
