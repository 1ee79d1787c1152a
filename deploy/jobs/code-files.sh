#!/bin/sh
# Adds mapcodes to files of points: one task of a job array of Slurm, or of GNU parallel, is one file.
#
#   sbatch --array="1-$(grep -c '' files.txt)" code-files.sh files.txt coded [OPTIONS]
#   seq "$(grep -c '' files.txt)" | parallel code-files.sh files.txt coded {} [OPTIONS]
#
# files.txt has the name of a file on each line. Options are those of `mapcoded encode`, such as --no-header. A file in
# the folder coded is complete, as it gets its name last: run the same command again after any failure, and only the
# missing files are converted.
#
#SBATCH --job-name=mapcoded
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=300M
#SBATCH --requeue
set -eu
usage="Usage: code-files.sh FILES FOLDER [NUMBER] [OPTIONS]. Slurm gives the number with --array."
files=${1:?$usage}
folder=${2:?$usage}
shift 2
case ${1:-} in
  '' | *[!0-9]*) number=${SLURM_ARRAY_TASK_ID:?$usage} ;;
  *) number=$1 && shift ;;
esac

# Lists that were made on Windows have lines that end in CRLF.
list=$(tr -d '\r' < "$files")
input=$(printf '%s\n' "$list" | sed -n "${number}p")
[ -n "$input" ] || { echo "$files has no line $number. Use numbers from 1 to the number of its lines." >&2; exit 2; }
name=$(basename "$input")
[ "$(printf '%s\n' "$list" | sed 's|.*/||' | grep -cxF -- "$name")" = 1 ] || {
  echo "$files has several files named $name. Give each a name of its own." >&2
  exit 2
}
mkdir -p "$folder"
output=$folder/$name
[ ! -e "$output" ] || exit 0

# A task that is run twice at the same time must not write to the same file.
partial=$(mktemp -d "$folder/.partial-XXXXXX")
trap 'rm -rf "$partial"' EXIT
mapcoded encode "$input" --workers 1 --quiet "$@" --output "$partial/$name"
mv "$partial/$name" "$output"
