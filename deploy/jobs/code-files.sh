#!/bin/sh
# Adds mapcodes to files of points: one task of a job array of Slurm, or of GNU parallel, is one file.
#
#   sbatch --array="1-$(wc -l < files.txt)" code-files.sh files.txt coded
#   seq "$(wc -l < files.txt)" | parallel code-files.sh files.txt coded
#
# files.txt has the name of a file on each line. A file in the folder coded is complete, as it gets its name last: run
# the same command again after any failure, and only the missing files are converted.
#
#SBATCH --job-name=mapcoded
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=300M
#SBATCH --requeue
set -eu
files=$1
folder=$2
number=${3:-${SLURM_ARRAY_TASK_ID:?Run this with --array, or pass the number of the file as third argument}}

input=$(sed -n "${number}p" "$files")
[ -n "$input" ] || { echo "$files has no line $number. Use numbers from 1 to the number of its lines." >&2; exit 2; }
name=$(basename "$input")
[ "$(sed 's|.*/||' "$files" | grep -cxF -- "$name")" = 1 ] || {
  echo "$files has several files named $name. Give each a name of its own." >&2
  exit 2
}
mkdir -p "$folder"
output=$folder/$name
[ ! -e "$output" ] || exit 0

# A task that is run twice at the same time must not write to the same file.
partial=$(mktemp -d "$folder/.partial-XXXXXX")
trap 'rm -rf "$partial"' EXIT
mapcoded encode "$input" --workers 1 --quiet --output "$partial/$name"
mv "$partial/$name" "$output"
