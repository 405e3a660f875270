#!/bin/bash
# Play one run as an array job of Slurm: each task plays games of its own, and join.sh makes one run of them.
#
#   sbatch experiments/slurm/play.sh
#   sbatch --dependency=afterok:JOB experiments/slurm/join.sh
#
# A task that was ended early (time, a dead node) goes on where it was: sbatch --array=17 experiments/slurm/play.sh
#SBATCH --job-name=seti-sim
#SBATCH --array=0-99
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=1G
#SBATCH --time=04:00:00
#SBATCH --requeue
set -euo pipefail

: "${GAMES:=100000}"                                          # of each task
: "${OUT:=runs/array}"                                        # on storage that join.sh can read, too
: "${ASKED:=--players 4 --policy learned --seed 1}"           # what is played; the same in every task

first=$((SLURM_ARRAY_TASK_ID * GAMES))
# exec: the signal that Slurm sends before it kills reaches seti-sim, which then writes down how far it is.
# shellcheck disable=SC2086  # ASKED is several words
exec seti-sim run $ASKED --games "$first..$((first + GAMES))" --jobs "${SLURM_CPUS_PER_TASK:-1}" --yes \
    --out "$OUT/part-$(printf %05d "$SLURM_ARRAY_TASK_ID")"
