#!/usr/bin/env bash
# Judges the prompts that are checked out here, as CI does for a pull request. Its exit code is the gate's:
# 0 merge, 1 regressed or broken, 2 something to mend first, 3 not decided.
#
#   BASE_REF             the branch that the change is to be merged into (default: the default branch)
#   STRATA               the command, words apart (default: strata as this repository's package.json has it)
#   GITHUB_STEP_SUMMARY  a file that the verdict is added to, as Markdown
#
# What is said on the command line goes to `strata gate`.
set -uo pipefail

read -ra strata <<<"${STRATA:-node src/start.js}"

# A pull request is compared with the commit that it left the branch at; that needs history (fetch-depth: 0).
base=()
if [ -n "${BASE_REF:-}" ]; then
  for branch in "origin/$BASE_REF" "$BASE_REF"; do
    if commit=$(git merge-base "$branch" HEAD 2>/dev/null); then
      base=(--base "$commit")
      break
    fi
  done
  if [ ${#base[@]} -eq 0 ]; then
    echo "No common commit with $BASE_REF is here. Fetch it, with its history." >&2
    exit 2
  fi
fi

# An empty list is an unset variable to the bash of macOS.
"${strata[@]}" gate ${base[@]+"${base[@]}"} "$@"
