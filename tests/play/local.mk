# play.sh skips itself where /dev/fuse is missing.
if HAVE_FUSE3
check_PROGRAMS += \
	tests/play/capture \
	tests/play/device
TESTS += tests/play/options.sh tests/play/play.sh
endif
tests_play_capture_SOURCES = tests/play/capture.c
tests_play_device_SOURCES = tests/play/device.c
tests_play_device_LDADD = -lpthread
EXTRA_DIST += tests/play/options.sh tests/play/play.sh

# What needs no kernel.
if HAVE_CHECK
PLAY_UNIT_TESTS = tests/play/check_device tests/play/check_host tests/play/check_queue tests/play/check_setters \
	tests/play/check_spec
check_PROGRAMS += $(PLAY_UNIT_TESTS)
TESTS += $(PLAY_UNIT_TESTS)
endif
PLAY_UNIT_LIBS = src/libcli.a libmonread.la $(CHECK_LIBS)

tests_play_check_device_SOURCES = tests/play/check_device.c tests/play/events.h tests/unit/unit.h src/play/capture.c src/play/device.c src/play/fault.c src/play/host.c src/play/queue.c src/play/set.c src/play/spec.c
tests_play_check_device_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_play_check_device_LDADD = $(PLAY_UNIT_LIBS)
tests_play_check_device_LDFLAGS = -static

tests_play_check_host_SOURCES = tests/play/check_host.c tests/play/events.h tests/unit/memory.h tests/unit/unit.h src/play/capture.c src/play/fault.c src/play/host.c src/play/queue.c src/play/set.c src/play/spec.c
tests_play_check_host_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_play_check_host_LDADD = $(PLAY_UNIT_LIBS)
tests_play_check_host_LDFLAGS = -static $(MEMORY_LINK)

tests_play_check_queue_SOURCES = tests/play/check_queue.c tests/unit/unit.h src/play/queue.c src/play/set.c
tests_play_check_queue_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_play_check_queue_LDADD = $(PLAY_UNIT_LIBS)
tests_play_check_queue_LDFLAGS = -static

tests_play_check_spec_SOURCES = tests/play/check_spec.c tests/unit/unit.h src/play/fault.c src/play/spec.c
tests_play_check_spec_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_play_check_spec_LDADD = $(PLAY_UNIT_LIBS)
tests_play_check_spec_LDFLAGS = -static

tests_play_check_setters_SOURCES = tests/play/check_setters.c tests/unit/unit.h src/play/fault.c src/play/setters.c src/play/spec.c
tests_play_check_setters_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_play_check_setters_LDADD = $(PLAY_UNIT_LIBS)
tests_play_check_setters_LDFLAGS = -static
