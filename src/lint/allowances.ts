import type { Stack } from "../load/index.ts";
import type { WrittenLint } from "../schema/index.ts";
import { compareText } from "../util/index.ts";
import { lintFinding } from "./messages.ts";
import type { LintFinding } from "./types.ts";

type Allowance = WrittenLint["allow"][number];

/** A finding with what its allowance may look at. */
export interface Judged {
  finding: LintFinding;
  /** The line of the file it is on. */
  source: string;
  layers: readonly string[];
}

/** Which findings the allowances of a stack cover, and which allowances were needed; the same one in two variants is one. */
export class Allowances {
  readonly #all = new Map<string, { allowance: Allowance; stack: Stack; index: number; used: boolean }>();

  constructor(variants: readonly Stack[]) {
    for (const stack of variants) {
      for (const [index, allowance] of stack.lint.allow.entries()) {
        const key = keyOf(allowance);
        if (!this.#all.has(key)) this.#all.set(key, { allowance, stack, index, used: false });
      }
    }
  }

  allows({ finding, source, layers }: Judged, { file: settings, lint }: Stack): boolean {
    let allowed = false;
    for (const allowance of lint.allow) {
      const { rule, layer, file, match } = allowance;
      if (rule !== finding.kind) continue;
      if (layer !== undefined && ![layer].flat().some((id) => id === finding.layer || layers.includes(id)))
        continue;
      if (file !== undefined && finding.file !== settings.replace(/[^/]*$/, file)) continue;
      if (match !== undefined && !source.includes(match)) continue;
      this.#all.get(keyOf(allowance))!.used = true;
      allowed = true;
    }
    return allowed;
  }

  /** Those that covered nothing. */
  unused(): LintFinding[] {
    return [...this.#all.values()]
      .filter(({ used }) => !used)
      .toSorted((a, b) => compareText(keyOf(a.allowance), keyOf(b.allowance)))
      .map(({ allowance: { rule, layer, file, match }, stack, index }) => {
        const place = `${file === undefined ? "" : ` in ${file}`}${layer === undefined ? "" : ` in layer ${[layer].flat().join(", ")}`}${match === undefined ? "" : ` on "${match}"`}`;
        const at = { file: stack.file, line: stack.lineAt(["lint", "allow", index]) };
        return {
          ...lintFinding("unused-allowance", { rule, place }, at, "warning"),
          severity: "warning",
          heuristic: false,
        };
      });
  }
}

function keyOf({ rule, layer, file, match, reason }: Allowance): string {
  return JSON.stringify([rule, layer, file, match, reason]);
}
