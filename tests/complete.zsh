# complete.zsh: complete.zsh DIRECTORY LINE...: complete each LINE in a new zsh with the completions in DIRECTORY; print the line
# after TAB, as zsh shows it.
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i || exit 1
zpty -w shell "PS1= PS2=; setopt no_beep; unset zle_bracketed_paste; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; stty -echo; print re''ady"
zpty -m -r shell seen '*ready*'
zpty -w shell "report() { print -r -- \"<<\$BUFFER>>\"; BUFFER=; zle accept-line; }; zle -N report; bindkey '^X' report; print s''et"
zpty -r -m shell seen '*set*'
for line in "${@:2}"; do
	zpty -w -n shell "$line"$'\t\x18'
	zpty -r -m shell seen '*<<*>>*'
	print -r -- "${${seen##*<<}%%>>*}"
done
zpty -d shell
