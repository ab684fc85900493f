# Completions for shells, made of the tables of options; like the page, they are in the release.
monread_completions = $(srcdir)/data/completions/bash/monread $(srcdir)/data/completions/zsh/_monread $(srcdir)/data/completions/fish/monread.fish
monplay_completions = $(srcdir)/data/completions/bash/monplay $(srcdir)/data/completions/zsh/_monplay $(srcdir)/data/completions/fish/monplay.fish
monstat_completions = $(srcdir)/data/completions/bash/monstat $(srcdir)/data/completions/zsh/_monstat $(srcdir)/data/completions/fish/monstat.fish
all_completions = $(monread_completions) $(monplay_completions) $(monstat_completions)
completion_sources = data/completions/make.awk data/completions/bash.in data/completions/fish.in data/completions/zsh.in
EXTRA_DIST += $(all_completions) $(completion_sources)
BUILT_SOURCES += $(all_completions)
MAINTAINERCLEANFILES += $(all_completions)

if BASH_COMPLETION
bashcompletion_DATA = data/completions/bash/monread
endif
if ZSH_COMPLETION
zshcompletion_DATA = data/completions/zsh/_monread
endif
if FISH_COMPLETION
fishcompletion_DATA = data/completions/fish/monread.fish
endif
if HAVE_FUSE3
if BASH_COMPLETION
bashcompletion_DATA += data/completions/bash/monplay
endif
if ZSH_COMPLETION
zshcompletion_DATA += data/completions/zsh/_monplay
endif
if FISH_COMPLETION
fishcompletion_DATA += data/completions/fish/monplay.fish
endif
endif

if HAVE_SQLITE3
if BASH_COMPLETION
bashcompletion_DATA += data/completions/bash/monstat
endif
if ZSH_COMPLETION
zshcompletion_DATA += data/completions/zsh/_monstat
endif
if FISH_COMPLETION
fishcompletion_DATA += data/completions/fish/monstat.fish
endif
endif

# The three files of a program out of TABLE, which a program that is made for it prints.
complete = \
	$(MKDIR_P) src/gen $(srcdir)/data/completions/bash $(srcdir)/data/completions/zsh $(srcdir)/data/completions/fish && \
	$(SHOWS) -o src/gen/complete-$$program $$table $(SHOWN_C) && \
	src/gen/complete-$$program --table >src/gen/complete-$$program.table && \
	awk -v shell=zsh -f $(srcdir)/data/completions/make.awk src/gen/complete-$$program.table $(srcdir)/data/completions/zsh.in \
	  >$(srcdir)/data/completions/zsh/_$$program && \
	awk -v shell=fish -f $(srcdir)/data/completions/make.awk src/gen/complete-$$program.table $(srcdir)/data/completions/fish.in \
	  >$(srcdir)/data/completions/fish/$$program.fish && \
	awk -v shell=bash -f $(srcdir)/data/completions/make.awk src/gen/complete-$$program.table $(srcdir)/data/completions/bash.in \
	  >$(srcdir)/data/completions/bash/$$program

$(srcdir)/data/completions/bash/monread: $(srcdir)/src/tool/table.c $(srcdir)/src/out/formats.h $(SHOWN_FILES) $(completion_sources)
	$(AM_V_GEN)program=monread table=$(srcdir)/src/tool/table.c; $(complete)
$(srcdir)/data/completions/bash/monplay: $(srcdir)/src/play/play_table.c $(SHOWN_FILES) $(completion_sources)
	$(AM_V_GEN)program=monplay table=$(srcdir)/src/play/play_table.c; $(complete)
$(srcdir)/data/completions/bash/monstat: $(srcdir)/src/show/show_table.c $(SHOWN_FILES) $(completion_sources)
	$(AM_V_GEN)program=monstat table=$(srcdir)/src/show/show_table.c; $(complete)

# What comes with another file is made anew where it alone is missing.
$(srcdir)/data/completions/zsh/_monread $(srcdir)/data/completions/fish/monread.fish: $(srcdir)/data/completions/bash/monread
	@test -f $@ || { rm -f $(srcdir)/data/completions/bash/monread; $(MAKE) $(AM_MAKEFLAGS) $(srcdir)/data/completions/bash/monread; }
$(srcdir)/data/completions/zsh/_monplay $(srcdir)/data/completions/fish/monplay.fish: $(srcdir)/data/completions/bash/monplay
	@test -f $@ || { rm -f $(srcdir)/data/completions/bash/monplay; $(MAKE) $(AM_MAKEFLAGS) $(srcdir)/data/completions/bash/monplay; }
$(srcdir)/data/completions/zsh/_monstat $(srcdir)/data/completions/fish/monstat.fish: $(srcdir)/data/completions/bash/monstat
	@test -f $@ || { rm -f $(srcdir)/data/completions/bash/monstat; $(MAKE) $(AM_MAKEFLAGS) $(srcdir)/data/completions/bash/monstat; }

CLEANFILES += src/gen/complete-monread src/gen/complete-monplay src/gen/complete-monstat src/gen/complete-*.table
