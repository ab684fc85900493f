# Live data and captures.  The scripts skip what needs /dev/fuse, root, or a tool that is not there.
LIVE_TESTS = \
	tests/live/again.sh tests/live/full.sh tests/live/gaps.sh tests/live/matrix.sh tests/live/open.sh \
	tests/live/shrink.sh tests/live/signals.sh tests/live/stat.sh tests/live/stat_follow.sh \
	tests/live/store.sh tests/live/systems.sh
TESTS += $(LIVE_TESTS)

EXTRA_DIST += $(LIVE_TESTS) tests/live/live.sh tests/live/repeated.py

check_PROGRAMS += \
	tests/live/peer tests/live/sets tests/live/severed

