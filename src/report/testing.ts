import type { ProblemRow, RunView, TrialRow } from "./run-view.ts";
import { countTrials } from "./view-run.ts";

const profiles = ["normal", "explore", "review", "bootstrap", "cron"];

const models = [
  "anthropic:claude-opus-4-5-20251101",
  "anthropic:claude-sonnet-4-5-20250929",
  "anthropic:claude-haiku-4-5-20251001",
  "openai:gpt-5.1-2025-11-13",
  "openai:gpt-5-mini-2025-08-07",
  "openai:o4-mini",
  "google:gemini-3-pro",
  "mistral:mistral-large-2512",
  "ollama:qwen3-coder:30b",
];

/** A trial for tests: what is not given is ordinary. */
export function aTrial(given: Partial<ProblemRow> = {}): ProblemRow {
  return {
    case: "keeps-secrets",
    stack: "coder",
    variant: "default",
    profile: "normal",
    model: "openai:gpt-5.1",
    answer: "reader:bm25",
    scenario: "linux-repo",
    repeat: 0,
    status: "passed",
    reason: "",
    recipeHash: `sha256:${"a".repeat(64)}`,
    hash: `sha256:${"b".repeat(64)}`,
    output: "",
    ...given,
  };
}

/** A view for tests, counted from its trials. */
export function aView(trials: ProblemRow[], given: Partial<RunView> = {}): RunView {
  const keyOf = ({ stack, variant, profile, model, answer }: TrialRow) => ({
    stack,
    variant,
    profile,
    model,
    answer,
  });
  const combinations = Map.groupBy(trials, (trial) => JSON.stringify(keyOf(trial)));
  return {
    id: "20260902T101500Z-4f1a",
    created: "2026-09-02T10:15:00Z",
    commit: "0123456789abcdef0123456789abcdef01234567",
    dirty: false,
    suite: "default",
    caveat:
      "Answered by reader:bm25, an extractive reader: it tells whether a rule reaches the model and can be found there, not how a model behaves.",
    totals: countTrials(trials),
    mustPassUnmeasured: [],
    combinations: [...combinations.values()].map((rows) => ({
      ...keyOf(rows[0]!),
      ...countTrials(rows),
      failedCases: [
        ...new Set(rows.filter((row) => row.status === "failed").map((row) => row.case)),
      ].toSorted(),
    })),
    problems: trials.filter((trial) => trial.status === "failed" || trial.status === "unmeasured"),
    trials: trials.map(({ output: _output, ...trial }) => trial),
    cost: null,
    ...given,
  };
}

/** A run of a usual size: 5 profiles, 9 models, 20 cases; `statusOf` says what came of a trial. */
export function aUsualView(statusOf: (trial: ProblemRow) => Partial<ProblemRow> = () => ({})): RunView {
  const trials = profiles.flatMap((profile) =>
    models.flatMap((model) =>
      Array.from({ length: 20 }, (_, index) =>
        aTrial({ case: `case-${String(index + 1).padStart(2, "0")}`, profile, model }),
      ),
    ),
  );
  return aView(trials.map((trial) => ({ ...trial, ...statusOf(trial) })));
}
