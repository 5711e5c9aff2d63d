import { type AssembledTexts, layerText } from "../../assemble/index.ts";
import { byteLength } from "../../util/index.ts";
import { defineRule, type LintInputs } from "../types.ts";

/** What a budget allows, and the most that any profile takes of it. */
interface Use {
  what: string;
  unit: "bytes" | "tokens";
  max: number;
  size: number;
  profile: string;
  line: number;
}

/** A layer or prompt that takes more than its stack allows. */
export const overBudget = defineRule({
  kind: "over-budget",
  severity: "error",
  heuristic: false,
  inputs: ["stack", "settings", "prompts", "loadTokenizer"],
  async run(inputs) {
    const uses = await usesOf(inputs);
    return uses
      .filter(({ size, max }) => size > max)
      .map(({ line, ...args }) => ({ line, args, file: inputs.stack.file }));
  },
});

/** A budget that would let its text grow unnoticed. */
export const looseBudget = defineRule({
  kind: "loose-budget",
  severity: "warning",
  heuristic: false,
  inputs: ["stack", "settings", "prompts", "loadTokenizer"],
  async run(inputs) {
    const { ratchet } = inputs.settings.budgets;
    if (ratchet === undefined) return [];
    const uses = await usesOf(inputs);
    return uses
      .filter(({ size, max }) => size > 0 && max > size * (1 + ratchet))
      .map(({ line, profile: _, ...args }) => ({ line, args, file: inputs.stack.file }));
  },
});

type Inputs = Pick<LintInputs, "stack" | "settings" | "prompts" | "loadTokenizer">;

async function usesOf({ stack, settings, prompts, loadTokenizer }: Inputs): Promise<Use[]> {
  const { layers, total } = settings.budgets;
  const budgets = [
    ...Object.entries(layers).map(([id, size]) => ({
      ...{ what: `layer "${id}"`, size, path: ["lint", "budgets", "layers", id] },
      textIn: (assembly: AssembledTexts) => textOf(assembly, id),
    })),
    ...(total === undefined
      ? []
      : [
          {
            ...{ what: "the system text", size: total, path: ["lint", "budgets", "total"] },
            textIn: (assembly: AssembledTexts): string | undefined => assembly.text,
          },
        ]),
  ];
  const units = (["bytes", "tokens"] as const).flatMap((unit) =>
    budgets.flatMap((budget) =>
      budget.size[unit] === undefined ? [] : [{ ...budget, unit, max: budget.size[unit] }],
    ),
  );
  const countTokens = units.some(({ unit }) => unit === "tokens") ? await loadTokenizer() : undefined;
  return units.map(({ what, unit, max, path, textIn }) => {
    const most = { size: 0, profile: "" };
    for (const { assembly, profile } of prompts) {
      const text = assembly === null ? undefined : textIn(assembly);
      if (text === undefined) continue;
      const size = unit === "bytes" ? byteLength(text) : countTokens!(text);
      if (size > most.size) Object.assign(most, { size, profile: profile!.id });
    }
    return {
      ...{ what, unit, max, ...most },
      // Looked up for a finding alone: it takes a parse of the file.
      get line() {
        return stack.lineAt(path);
      },
    };
  });
}

function textOf(assembly: AssembledTexts, id: string): string | undefined {
  const layer = assembly.layers.find((one) => one.id === id);
  return layer === undefined ? undefined : layerText(assembly, layer);
}
