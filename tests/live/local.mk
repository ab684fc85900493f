# Live data and captures.  The scripts skip what needs /dev/fuse, root, or a tool that is not there.
TESTS += \
	tests/live/again.sh \
	tests/live/full.sh \
	tests/live/gaps.sh \
	tests/live/matrix.sh \
	tests/live/open.sh \
	tests/live/restart.sh \
	tests/live/shrink.sh \
	tests/live/signals.sh \
	tests/live/stat.sh \
	tests/live/store.sh \
	tests/live/where.sh

EXTRA_DIST += \
	tests/live/again.sh \
	tests/live/big.sh \
	tests/live/follow.sh \
	tests/live/full.sh \
	tests/live/gaps.sh \
	tests/live/idle.sh \
	tests/live/live.sh \
	tests/live/matrix.sh \
	tests/live/open.sh \
	tests/live/other.sh \
	tests/live/repeated.py \
	tests/live/repeated.sh \
	tests/live/restart.sh \
	tests/live/shrink.sh \
	tests/live/signals.sh \
	tests/live/stat.sh \
	tests/live/store.sh \
	tests/live/where.sh

check_PROGRAMS += \
	tests/live/peer \
	tests/live/sets \
	tests/live/severed \
	tests/live/throttle

tests_live_peer_SOURCES = tests/live/peer.c
tests_live_sets_SOURCES = tests/live/sets.c
tests_live_severed_SOURCES = tests/live/severed.c
tests_live_throttle_SOURCES = tests/live/throttle.c
