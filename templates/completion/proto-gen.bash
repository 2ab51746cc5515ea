# Completes command lines of proto-gen in bash: source <(proto-gen completion bash)

_proto_gen() {
  local line="${COMP_LINE:0:COMP_POINT}" words last kept breaks name directive=0
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  last="${words[${#words[@]} - 1]}"
  [[ "$last" == -*=* ]] && last="${last#*=}"
  # Readline replaces only what stands behind the last of these characters.
  breaks="${COMP_WORDBREAKS//[^=:@]/}"
  kept=""
  [[ -n "$breaks" && "$last" == *[$breaks]* ]] && kept="${last%"${last##*[$breaks]}"}"
  COMPREPLY=()
  while IFS=$'\t' read -r name _; do
    case "$name" in
      :*) directive="${name#:}" ;;
      "$last"*) COMPREPLY+=("${name#"$kept"}") ;;
    esac
  done < <(proto-gen complete -- "${words[@]:1}" 2> /dev/null)
  # 2: no space behind the name; 4: no files; 16: directories. Without any of them, and without names, bash completes files.
  if (((directive & 2) != 0)); then compopt -o nospace 2> /dev/null; fi
  if (((directive & 4) != 0)); then compopt +o default 2> /dev/null; fi
  if (((directive & 16) != 0)); then compopt +o default -o dirnames 2> /dev/null; fi
  return 0
}

complete -o default -F _proto_gen proto-gen
