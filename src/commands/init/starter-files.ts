import { stringify } from "yaml";
import type { ProposedCase } from "./propose-cases.ts";

/** A prompt file that becomes a layer. */
export interface StarterLayer {
  id: string;
  /** Relative to the repository root. */
  file: string;
  bytes: number;
  cases: ProposedCase[];
  /** Lines that must stand in the prompt as they are. */
  texts: string[];
}

/** The files of a first stack by path. Prompt files stay where they are: the agent goes on reading them there. */
export function starterFiles(
  stack: string,
  layers: readonly StarterLayer[],
  date: string,
): Record<string, string> {
  return {
    "prompts/models.yaml": yaml("models", "../", starterModels),
    [`prompts/${stack}/stack.yaml`]: yaml("stack", "../../", starterStack(stack, layers)),
    "corpus/scenarios/start/scenario.yaml": yaml("scenario", "../../../", starterScenario(stack, date)),
    [`corpus/cases/${stack}/first.yaml`]: yaml(
      "cases",
      "../../../",
      starterCases(stack, layers),
      casesNote(layers),
    ),
    "evals/default.yaml": yaml("suite", "../", starterSuite),
    "reports/.gitignore": "*\n",
  };
}

function yaml(schema: string, up: string, value: object, note = ""): string {
  const path = `${up}node_modules/promptstrata/dist/schema/json/${schema}.schema.json`;
  return `# yaml-language-server: $schema=${path}\n${note}${stringify({ strata: 1, ...value }, { lineWidth: 0 })}`;
}

const starterModels = {
  models: [
    { id: "reader:bm25", pinned: true, window: null },
    { id: "anthropic:claude-sonnet-4-5-20250929", pinned: true, window: 200000 },
    { id: "openai:gpt-5-2025-08-07", pinned: true, window: 400000, tokenizerIsVendors: true },
  ],
};

const starterSuite = { id: "default", answer: "reader:bm25" };

function starterStack(stack: string, layers: readonly StarterLayer[]) {
  return {
    id: stack,
    description: `Proposed by strata init from ${layers.map(({ file }) => file).join(", ")}.`,
    reference: "start",
    separator: "\n\n",
    tiers: [{ id: "instructions", promise: "session" }],
    layers: layers.map(({ id, file }) => ({
      ...{ id, tier: "instructions", version: "1.0.0", source: { file: `../../${file}` } },
      steps: [{ transform: "trim" }],
    })),
    profiles: { main: { tools: [] } },
  };
}

function starterScenario(stack: string, date: string) {
  const root = `/srv/${stack}`;
  return {
    id: "start",
    description: "This repository itself as the agent's workspace.",
    ...{ clock: `${date}T12:00:00Z`, os: "linux", shell: "bash", cwd: root },
    workspace: { root, over: "." },
    home: { root: "/home/dev" },
    git: "none",
  };
}

function casesNote(layers: readonly StarterLayer[]): string {
  return (
    `# Proposed by strata init from ${layers.map(({ file }) => file).join(", ")}: each case asks for one rule and expects a part of it.\n` +
    "# Word the questions as your users would, and add the rules that matter most.\n"
  );
}

function starterCases(stack: string, layers: readonly StarterLayer[]) {
  const recall = layers.flatMap(({ id, cases }) =>
    cases.map(({ input, value }, i) => ({
      ...{ id: `${id}-rule-${i + 1}`, input },
      assert: [{ type: "contains", value }],
    })),
  );
  const verbatim = layers.flatMap(({ id, texts }) =>
    texts.map((value, i) => ({
      ...{ id: `${id}-text-${i + 1}`, needs: "assembly" },
      assert: [{ type: "contains", value }],
    })),
  );
  // A prompt grows line by line; a budget makes that a decision. Half as much again leaves room to work.
  const budgets = layers.map(({ id, bytes }) => ({
    ...{ id: `${id}-budget`, needs: "assembly" },
    assert: [
      { type: "strata:layer-present", value: id },
      { type: "strata:budget", layer: id, unit: "bytes", value: Math.ceil((bytes * 1.5) / 1000) * 1000 },
    ],
  }));
  return { stack, cases: [...recall, ...verbatim, ...budgets] };
}
