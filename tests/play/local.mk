# play.sh skips itself where /dev/fuse is missing.
if HAVE_FUSE3
check_PROGRAMS += \
	tests/play/capture \
	tests/play/device
TESTS += tests/play/play.sh
endif
tests_play_capture_SOURCES = tests/play/capture.c
tests_play_device_SOURCES = tests/play/device.c
tests_play_device_LDADD = -lpthread
EXTRA_DIST += tests/play/play.sh
