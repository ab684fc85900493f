# Record descriptions, one a line, sorted; src/gen/mklayouts makes src/layout/tables.c of them.
DSECTS = \
	data/appldata-fsstatd.dsect \
	data/appldata-linux-mem.dsect \
	data/appldata-linux-net.dsect \
	data/appldata-linux-os.dsect \
	data/appldata-monread-mark.dsect \
	data/appldata-procd-proc.dsect \
	data/appldata-procd-sum.dsect \
	data/mrapledt.dsect \
	data/mraplsdt.dsect \
	data/mriodals.dsect \
	data/mriodatd.dsect \
	data/mriodats.dsect \
	data/mriodbpa.dsect \
	data/mriodbpd.dsect \
	data/mriodbps.dsect \
	data/mriodcad.dsect \
	data/mriodcha.dsect \
	data/mriodchd.dsect \
	data/mriodchs.dsect \
	data/mrioddch.dsect \
	data/mriodddv.dsect \
	data/mrioddev.dsect \
	data/mrioddsb.dsect \
	data/mrioddtd.dsect \
	data/mriodenb.dsect \
	data/mriodfca.dsect \
	data/mriodfcd.dsect \
	data/mriodfcs.dsect \
	data/mriodhpc.dsect \
	data/mriodhpf.dsect \
	data/mriodhpp.dsect \
	data/mriodlpt.dsect \
	data/mriodmde.dsect \
	data/mriodmdv.dsect \
	data/mriodmof.dsect \
	data/mriodmon.dsect \
	data/mriodpac.dsect \
	data/mriodpad.dsect \
	data/mriodpat.dsect \
	data/mriodpdl.dsect \
	data/mriodpds.dsect \
	data/mriodpdt.dsect \
	data/mriodpen.dsect \
	data/mriodper.dsect \
	data/mriodpmd.dsect \
	data/mriodpof.dsect \
	data/mriodpon.dsect \
	data/mriodqda.dsect \
	data/mriodqdd.dsect \
	data/mriodqds.dsect \
	data/mriodqeq.dsect \
	data/mriodsec.dsect \
	data/mriodsof.dsect \
	data/mriodson.dsect \
	data/mriodstc.dsect \
	data/mriodszi.dsect \
	data/mriodtof.dsect \
	data/mriodton.dsect \
	data/mriodvof.dsect \
	data/mriodvon.dsect \
	data/mriodvse.dsect \
	data/mriodvsf.dsect \
	data/mriodvsr.dsect \
	data/mriodvsw.dsect \
	data/mrisfilc.dsect \
	data/mrisfisa.dsect \
	data/mrisfisc.dsect \
	data/mrisfnod.dsect \
	data/mrmtrazn.dsect \
	data/mrmtrccc.dsect \
	data/mrmtrchc.dsect \
	data/mrmtrcpc.dsect \
	data/mrmtrcpd.dsect \
	data/mrmtrddr.dsect \
	data/mrmtrdev.dsect \
	data/mrmtrecm.dsect \
	data/mrmtrenc.dsect \
	data/mrmtrend.dsect \
	data/mrmtreof.dsect \
	data/mrmtrepr.dsect \
	data/mrmtrfac.dsect \
	data/mrmtrfcc.dsect \
	data/mrmtrhpp.dsect \
	data/mrmtrilc.dsect \
	data/mrmtrisc.dsect \
	data/mrmtrmcc.dsect \
	data/mrmtrmem.dsect \
	data/mrmtrpag.dsect \
	data/mrmtrpcc.dsect \
	data/mrmtrpci.dsect \
	data/mrmtrprp.dsect \
	data/mrmtrqdc.dsect \
	data/mrmtrsch.dsect \
	data/mrmtrscm.dsect \
	data/mrmtrsos.dsect \
	data/mrmtrspr.dsect \
	data/mrmtrsrv.dsect \
	data/mrmtrssi.dsect \
	data/mrmtrsus.dsect \
	data/mrmtrsys.dsect \
	data/mrmtrtop.dsect \
	data/mrmtrusr.dsect \
	data/mrmtrxsg.dsect \
	data/mrprcapc.dsect \
	data/mrprcapm.dsect \
	data/mrprccff.dsect \
	data/mrprccfn.dsect \
	data/mrprccpu.dsect \
	data/mrprcdhf-75.dsect \
	data/mrprcdhf.dsect \
	data/mrprcdia.dsect \
	data/mrprcdsv.dsect \
	data/mrprcins.dsect \
	data/mrprciop.dsect \
	data/mrprcmfc.dsect \
	data/mrprcmfm.dsect \
	data/mrprcprp-52.dsect \
	data/mrprcprp.dsect \
	data/mrprcpup.dsect \
	data/mrprcrcd.dsect \
	data/mrprcsmt.dsect \
	data/mrprcsxl.dsect \
	data/mrprctop.dsect \
	data/mrprcvff.dsect \
	data/mrprcvfn.dsect \
	data/mrprcvof.dsect \
	data/mrprcvon.dsect \
	data/mrrechdr.dsect \
	data/mrscladl.dsect \
	data/mrsclael.dsect \
	data/mrsclall.dsect \
	data/mrsclddl.dsect \
	data/mrscldll.dsect \
	data/mrscliop.dsect \
	data/mrsclrdb.dsect \
	data/mrsclrdc.dsect \
	data/mrsclsca.dsect \
	data/mrsclshr.dsect \
	data/mrsclsqd.dsect \
	data/mrsclsrm.dsect \
	data/mrsclstp.dsect \
	data/mrsclwrr.dsect \
	data/mrseksek.dsect \
	data/mrssipdr.dsect \
	data/mrssisch.dsect \
	data/mrssiscs.dsect \
	data/mrssislt.dsect \
	data/mrssismi.dsect \
	data/mrssixdi.dsect \
	data/mrssixlk.dsect \
	data/mrstoadd.dsect \
	data/mrstoasc.dsect \
	data/mrstoasd.dsect \
	data/mrstoasi.dsect \
	data/mrstoasp.dsect \
	data/mrstoass.dsect \
	data/mrstoatc.dsect \
	data/mrstoazn.dsect \
	data/mrstobpg.dsect \
	data/mrstoovc.dsect \
	data/mrstorae.dsect \
	data/mrstoras.dsect \
	data/mrstorcp.dsect \
	data/mrstorem.dsect \
	data/mrstorsg.dsect \
	data/mrstorsp.dsect \
	data/mrstorst.dsect \
	data/mrstoscs.dsect \
	data/mrstoshd.dsect \
	data/mrstoshl.dsect \
	data/mrstoshp.dsect \
	data/mrstoshr.dsect \
	data/mrstoshs.dsect \
	data/mrstosxg.dsect \
	data/mrstosxp.dsect \
	data/mrstovdk.dsect \
	data/mrstoxsg.dsect \
	data/mrstoxsu.dsect \
	data/mrsytasg.dsect \
	data/mrsytcom.dsect \
	data/mrsytcpc.dsect \
	data/mrsytcpm.dsect \
	data/mrsytcug.dsect \
	data/mrsytcum-53.dsect \
	data/mrsytcum.dsect \
	data/mrsytcup.dsect \
	data/mrsytepm.dsect \
	data/mrsytlck.dsect \
	data/mrsytpow.dsect \
	data/mrsytprp.dsect \
	data/mrsytrsg.dsect \
	data/mrsytrsp.dsect \
	data/mrsytscg.dsect \
	data/mrsytscp.dsect \
	data/mrsytshs.dsect \
	data/mrsytspt.dsect \
	data/mrsytsxg.dsect \
	data/mrsytsxp.dsect \
	data/mrsytsyg.dsect \
	data/mrsytsyp.dsect \
	data/mrsytusr.dsect \
	data/mrsytuwt.dsect \
	data/mrsytxsg.dsect \
	data/mrsytxsp.dsect \
	data/mruseact.dsect \
	data/mruseate.dsect \
	data/mrusecpc.dsect \
	data/mrusedfc.dsect \
	data/mrusedtc.dsect \
	data/mruseint.dsect \
	data/mruseite.dsect \
	data/mruselof.dsect \
	data/mruselon.dsect \
	data/mruserdc.dsect \
	data/mruserle.dsect \
	data/mruserls.dsect \
	data/mrusescp.dsect \
	data/mrusetre.dsect \
	data/mrvndglb.dsect \
	data/mrvndlsd.dsect \
	data/mrvndlsu.dsect \
	data/mrvndses.dsect

dsectdir = $(pkgdatadir)
dist_dsect_DATA = $(DSECTS) data/sample.monwrite
dist_doc_DATA = ChangeLog README
# Of pmrep; its own directory is PCP's.
pmrepdir = $(pkgdatadir)/pmrep
dist_pmrep_DATA = data/pmrep/zvm.conf

# Queries for monread --sql=@FILE.
queriesdir = $(pkgdatadir)/queries
dist_queries_DATA = data/queries/trend.sql

# Dashboards for Grafana, and alert rules for Prometheus, from the reports.
GRAFANA_FILES = data/grafana/zvm-alerts.yml \
	data/grafana/zvm-devices-postgresql.json data/grafana/zvm-devices-prometheus.json \
	data/grafana/zvm-linux-postgresql.json data/grafana/zvm-linux-prometheus.json \
	data/grafana/zvm-overview-postgresql.json data/grafana/zvm-overview-prometheus.json \
	data/grafana/zvm-system-postgresql.json data/grafana/zvm-system-prometheus.json \
	data/grafana/zvm-users-postgresql.json data/grafana/zvm-users-prometheus.json
grafanadir = $(pkgdatadir)/grafana
nodist_grafana_DATA = $(GRAFANA_FILES)
dist_grafana_SCRIPTS = data/grafana/load-postgresql.sh
$(GRAFANA_FILES): data/grafana/made.stamp
data/grafana/made.stamp: data/grafana/mkgrafana.awk $(REPORTS)
	@$(MKDIR_P) data/grafana
	$(AM_V_GEN)cd $(srcdir) && $(AWK) -v out=$(abs_builddir)/data/grafana -f data/grafana/mkgrafana.awk $(REPORTS)
	@touch $@
CLEANFILES += $(GRAFANA_FILES) data/grafana/made.stamp
EXTRA_DIST += data/grafana/mkgrafana.awk
