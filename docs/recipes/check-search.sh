#!/bin/sh
# Labels an engine's results of today, compares them with the last run that was accepted, and fails on a regression.
#
#   sh check-search.sh REFERENCE RESULTS QUERIES FOLDER
#
# REFERENCE and RESULTS are lists that `semqrel label` reads, QUERIES names the queries that count.
# FOLDER keeps accepted/ and current/ between runs. Exit code: 0 no regression, 1 a regression, 2 wrong input.
# A new reference or model makes runs incomparable (exit code 2): remove accepted/ to start again.
set -eu

reference=${1:?REFERENCE RESULTS QUERIES FOLDER}
results=${2:?RESULTS QUERIES FOLDER}
queries=${3:?QUERIES FOLDER}
folder=${4:?FOLDER}
measure=${SEMQREL_CHECK_MEASURE:-ndcg_reference@10}
margin=${SEMQREL_CHECK_MARGIN:-0.01}

mkdir -p "$folder"
# Without the old checks, a run that ends early cannot pass for a good one.
rm -rf "$folder/current" "$folder/checks.xml"
semqrel label --reference "reference=$reference" --candidates "engine=$results" --queries "$queries" \
  --report --out "$folder/current" > "$folder/current.txt"

if [ -d "$folder/accepted" ]; then
  semqrel report --quiet --history "$folder/accepted" "$folder/current" --out "$folder/history.html"
  # Exit code 1 ends the script here, and accepted/ stays as it is.
  semqrel compare "$folder/accepted" "$folder/current" "$measure" --fail-if-worse "$measure=$margin" \
    --junit "$folder/checks.xml"
else
  echo "First run: nothing to compare with."
fi

rm -rf "$folder/accepted"
mv "$folder/current" "$folder/accepted"
