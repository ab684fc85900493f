# complete.bash: FILE LINE: what the completion in FILE makes of LINE when the cursor is at its end, one a line, and the
# options of compopt in a line that begins with "#".
source "$1" || exit 1
COMP_LINE=$2
COMP_POINT=${#COMP_LINE}
asked=

compopt()
{
	asked+=" $*"
}

# As readline does: characters that break words are words of their own, those of a kind together.
rest=$COMP_LINE
COMP_WORDS=()
while [[ -n $rest ]]; do
	if [[ $rest =~ ^[[:space:]]+ ]]; then
		:
	elif [[ $rest =~ ^[=:@]+ || $rest =~ ^[^=:@[:space:]]+ ]]; then
		COMP_WORDS+=("${BASH_REMATCH[0]}")
	fi
	rest=${rest:${#BASH_REMATCH[0]}}
done
[[ $COMP_LINE != *[[:space:]] ]] || COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
read -r _ _ function _ < <(complete -p "${COMP_WORDS[0]}")
"$function" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
[[ -z $asked ]] || echo "#$asked"
