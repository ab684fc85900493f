# monread.1 is made of --help; without help2man, or when the tool cannot be run here, the shipped one is used.
dist_man_MANS += \
	man/libmonread.3 \
	man/monread-dsect.5 \
	man/monread.1

EXTRA_DIST += man/monread.x
MAINTAINERCLEANFILES += $(srcdir)/man/monread.1

if CROSS_COMPILING
else
$(srcdir)/man/monread.1: man/monread.x src/tool/help.c configure.ac | src/monread$(EXEEXT)
	$(AM_V_GEN)if test "$(HELP2MAN)" = :; then \
	  test -f $@ || { echo "$@ is missing and help2man is not installed (Debian: help2man)" >&2; exit 1; }; \
	else \
	  LC_ALL=C $(HELP2MAN) --no-info --name="show z/VM monitor data" --include=$(srcdir)/man/monread.x \
	    --output=$@.tmp src/monread$(EXEEXT) && mv $@.tmp $@; \
	fi
endif
