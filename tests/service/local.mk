# What monread is as a service.
TESTS += \
	tests/service/log.sh \
	tests/service/notify.sh \
	tests/service/rate.sh \
	tests/service/units.sh

EXTRA_DIST += \
	tests/service/log.sh \
	tests/service/notify.py \
	tests/service/notify.sh \
	tests/service/rate.sh \
	tests/service/units.sh
