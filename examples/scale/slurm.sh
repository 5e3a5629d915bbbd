#!/bin/sh
#SBATCH --requeue
#SBATCH --open-mode=append
# Positions as an array of Slurm, a part of them each job. A job that is requeued goes on; so does the
# same command after jobs were cancelled or their time was over.
#
#     sbatch --array=1-100 slurm.sh FILE FOLDER [option of outflank analyze ...]
#
# The array always is the whole one, from 1: jobs whose part is there end at once.
# FILE has a position a line. FOLDER, for the rows, must be there. Both are on a disk that all nodes share.
# After the last job, if no FOLDER/*.part is left: cat FOLDER/*.jsonl
set -eu
[ $# -ge 2 ] || { echo "expected FILE FOLDER" >&2 && exit 64; }
file=$1
folder=$2
shift 2
parts=$SLURM_ARRAY_TASK_MAX
[ -e "$folder/parts" ] || echo "$parts" >"$folder/parts"
[ "$(cat "$folder/parts")" = "$parts" ] && [ "$SLURM_ARRAY_TASK_MIN" -eq 1 ] ||
    { echo "expected --array=1-$(cat "$folder/parts") as before" >&2 && exit 65; }
exec "${OUTFLANK_PROGRAM:-outflank}" analyze --json --quiet \
    --part "$SLURM_ARRAY_TASK_ID/$parts" \
    --out "$folder/$SLURM_ARRAY_TASK_ID.jsonl" --resume "$@" "$file"
