import type { FactState } from "../../compact/index.ts";
import type { SurvivalCell, SurvivalView } from "./survival-view.ts";

/** One letter for each verdict; a fact that was not yet said has a point. */
export const letters = {
  kept_exact: "E",
  kept_normalised: "N",
  paraphrased: "P",
  contradicted: "C",
  lost: "L",
  not_observable: "?",
} as const satisfies Record<FactState, string>;

export const legend =
  "E kept exact, N kept in another form, P paraphrased, C contradicted, L lost, ? not observable, . not said yet";

/** One fact of a session of a stack, with what each strategy made of it, generation by generation. */
export interface MatrixRow {
  stack: string;
  session: string;
  fact: string;
  kind: string;
  source: string;
  severity: string;
  /** By strategy: a cell for each number of generations, in their order; missing where the fact was not said. */
  cells: ReadonlyMap<string, readonly (SurvivalCell | undefined)[]>;
}

/** The survival matrix of a view: facts by strategy and generation. */
export function matrixRows({ matrix }: Pick<SurvivalView, "matrix">): {
  generations: number[];
  strategies: string[];
  rows: MatrixRow[];
} {
  const generations = [...new Set(matrix.map((cell) => cell.generations))].toSorted((a, b) => a - b);
  const strategies = [...new Set(matrix.map(({ strategy }) => strategy))];
  const facts = Map.groupBy(matrix, ({ stack, session, fact }) => [stack, session, fact].join("\0"));
  const rows = [...facts.values()].map((cells): MatrixRow => {
    const { stack, session, fact, kind, source, severity } = cells[0]!;
    const own = strategies.map((strategy) => {
      const row = generations.map((count) =>
        cells.find((cell) => cell.strategy === strategy && cell.generations === count),
      );
      return [strategy, row] as const;
    });
    return { stack, session, fact, kind, source, severity, cells: new Map(own) };
  });
  return { generations, strategies, rows };
}

/** The letters of one strategy's cells. */
export function cellText(cells: readonly (SurvivalCell | undefined)[] | undefined): string {
  return (cells ?? []).map((cell) => (cell === undefined ? "." : letters[cell.verdict])).join("");
}

/** Whether the stack's own strategy kept a fact everywhere. */
export function isKept({ cells }: MatrixRow): boolean {
  const own = [...cells.values()].flat().filter((cell) => cell?.own === true);
  return own.every((cell) => !["lost", "contradicted"].includes(cell!.verdict));
}

/** Facts at boundaries with the stacks' own strategies: how many could be looked for, and how many were there. */
export function ownTotals({ strategies }: Pick<SurvivalView, "strategies">): {
  survived: number;
  marked: number;
} {
  const own = strategies.filter((row) => row.own);
  const sum = (key: "survived" | "marked"): number =>
    own.reduce((total, { overall }) => total + overall[key], 0);
  return { survived: sum("survived"), marked: sum("marked") };
}
