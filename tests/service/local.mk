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
	tests/service/systemd.sh \
	tests/service/units.sh

# Under a systemd that is booted for it, as root; takes minutes.  Status 77 of the script: not possible here.
check-systemd: all tests/live/sets$(EXEEXT)
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/service/systemd.sh >tests/service/systemd.tap; status=$$?; \
	  cat tests/service/systemd.tap; test $$status = 77 || { test $$status = 0 && ! grep -q '^not ok' tests/service/systemd.tap; }

clean-systemd:
	rm -rf tests/service/debian tests/service/debian.done tests/service/debian.log tests/service/systemd.tap

.PHONY: check-systemd clean-systemd
