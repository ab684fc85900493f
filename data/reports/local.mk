REPORTS = \
	data/reports/changes.report \
	data/reports/channel.report \
	data/reports/config.report \
	data/reports/cpu.report \
	data/reports/crypto.report \
	data/reports/devconf.report \
	data/reports/device.report \
	data/reports/iop.report \
	data/reports/linux.report \
	data/reports/linuxfs.report \
	data/reports/linuxproc.report \
	data/reports/linuxtop.report \
	data/reports/lock.report \
	data/reports/lpar.report \
	data/reports/lparcpu.report \
	data/reports/nss.report \
	data/reports/pagevol.report \
	data/reports/paging.report \
	data/reports/physical.report \
	data/reports/privop.report \
	data/reports/qdio.report \
	data/reports/queue.report \
	data/reports/spool.report \
	data/reports/ssi.report \
	data/reports/state.report \
	data/reports/steal.report \
	data/reports/storage.report \
	data/reports/system.report \
	data/reports/user.report \
	data/reports/userconf.report \
	data/reports/userstate.report \
	data/reports/vdisk.report \
	data/reports/vnic.report \
	data/reports/vswitch.report
# Templates for those who write reports for --reports=DIR.
reportsdir = $(pkgdatadir)/reports
dist_reports_DATA = data/reports/README $(REPORTS)
