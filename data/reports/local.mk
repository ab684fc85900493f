REPORTS = \
	data/reports/cpu.report \
	data/reports/system.report
EXTRA_DIST += data/reports/README $(REPORTS)
