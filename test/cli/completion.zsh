# Types a line and the tab key into a zsh of its own, and prints what that offers: completion.zsh SCRIPT LINE
zmodload zsh/zpty
export SCRIPT=$1 FOLDER=$(mktemp -d)
export OFFERS=$FOLDER/offers
touch $OFFERS
zpty shell zsh -f -i
# All that a completion offers goes through compadd; calls with -O, -A or -D only compute.
zpty -w shell '
PROMPT=
autoload -U compinit
compinit -u -d $FOLDER/dump
compadd() {
  local -a offered
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    builtin compadd -O offered "$@"
    (( $#offered )) && print -rl -- $offered >> $OFFERS
  fi
  builtin compadd "$@"
}
finish() { print :end >> $OFFERS }
comppostfuncs=(finish)
source $SCRIPT
print :ready >> $OFFERS'

wait_for() {
  repeat 400; do
    grep -qx -- $1 $OFFERS && return
    sleep 0.05
  done
  print -r -- "zsh does not get to $1."
}

wait_for :ready
zpty -w -n shell "$2"$'\t'
wait_for :end
grep -v '^:' $OFFERS
zpty -d shell
rm -r $FOLDER
