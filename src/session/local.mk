# The way from FILEs to events.
noinst_LIBRARIES += src/libsession.a
src_libsession_a_SOURCES = $(SESSION_FILES)
SESSION_FILES = \
	src/session/session.c \
	src/session/session.h
