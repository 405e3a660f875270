#!/bin/bash
# Make one run of what the tasks of play.sh have played. Parts become hard links where the disk has them.
#SBATCH --job-name=seti-sim-join
#SBATCH --ntasks=1
#SBATCH --mem=4G
#SBATCH --time=01:00:00
set -euo pipefail

: "${OUT:=runs/array}"

exec seti-sim merge "$OUT"/part-* --out "$OUT/whole"
