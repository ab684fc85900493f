# play.sh skips itself where /dev/fuse is missing.
if HAVE_FUSE3
check_PROGRAMS += tests/play/device
TESTS += tests/play/options.sh tests/play/play.sh
endif
EXTRA_DIST += tests/play/options.sh tests/play/play.sh

# What needs no kernel.
if HAVE_CHECK
PLAY_UNIT_TESTS = tests/play/check_spec
check_PROGRAMS += $(PLAY_UNIT_TESTS)
TESTS += $(PLAY_UNIT_TESTS)
endif

tests_play_check_spec_SOURCES = tests/play/check_spec.c src/play/fault.c
