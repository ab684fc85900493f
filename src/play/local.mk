# monplay needs libfuse 3; without it, it is left out.
PLAY_FILES = \
	src/play/capture.c \
	src/play/fault.c \
	src/play/fs.c \
	src/play/host.c \
	src/play/play.h \
	src/play/play_device.c \
	src/play/play_main.c \
	src/play/play_table.c

if HAVE_FUSE3
bin_PROGRAMS += src/monplay
dist_man_MANS += man/monplay.1
else
EXTRA_DIST += man/monplay.1
endif
src_monplay_SOURCES = $(PLAY_FILES)
src_monplay_CPPFLAGS = $(AM_CPPFLAGS) $(FUSE3_CFLAGS)
src_monplay_LDADD = src/libsession.a src/libinput.a src/libcompress.a src/libtable.a src/libcli.a libmonread.la \
	$(COMPRESS_LIBS) $(FUSE3_LIBS)
# Statically, as monread: it is the same wherever it is copied.
src_monplay_LDFLAGS = -static
