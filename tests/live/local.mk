# Live data and captures.  Scripts skip what needs /dev/fuse, root or a tool that is not there.
TESTS += \
	tests/live/matrix.sh

check_PROGRAMS += \
	tests/live/peer \
	tests/live/sets \
	tests/live/severed \
	tests/live/throttle

tests_live_peer_SOURCES = tests/live/peer.c
tests_live_sets_SOURCES = tests/live/sets.c
tests_live_severed_SOURCES = tests/live/severed.c
tests_live_throttle_SOURCES = tests/live/throttle.c
