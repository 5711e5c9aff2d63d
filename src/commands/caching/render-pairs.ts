import { type Pair, perturbationOf, type Stability } from "../../stability/index.ts";
import { formatTable } from "../table.ts";

/** Every pair of one combination, one a line, then the worlds it cannot be put into. */
export function renderPairs({ pairs, skipped, ...stability }: Stability): string {
  const { stack, variant, profile, model, scenario, prefixBytes, prefixTokens } = stability;
  const rows = pairs.map((pair) => [
    ...[relationOf(pair), titleOf(pair), String(pair.shared)],
    ...[pair.break?.layer ?? "", number(pair.break?.byte), number(pair.break?.layerByte)],
    ...[number(pair.break?.lostBytes), number(pair.break?.lostTokens), promiseOf(pair)],
  ]);
  const head = [
    "compared with",
    "that is",
    "shared",
    "breaks in",
    "byte",
    "of layer",
    "lost",
    "tokens",
    "promises",
  ];
  const none = skipped.map(
    ({ world, relation, reason }) =>
      `not tried: ${relationOf({ relation })}, ${perturbationOf(world).title}: ${reason}\n`,
  );
  return [
    `${stack}@${variant} ${profile}, for ${model}, in ${scenario}: a cached prefix of ${prefixBytes} bytes, ${prefixTokens} tokens\n\n`,
    ...[formatTable(head, rows), ...none],
  ].join("");
}

function relationOf({ relation }: Pick<Pair, "relation">): string {
  return relation === "turn" ? "the next turn" : "a new session";
}

function titleOf({ world, other }: Pair): string {
  const { title } = perturbationOf(world);
  return other === undefined ? title : `${title} (${other})`;
}

/** What the promises say of all layers that differ, those behind the first break included. */
function promiseOf({ changed }: Pair): string {
  const having = (wanted: string) =>
    changed.filter(({ verdict }) => verdict === wanted).map(({ layer }) => layer);
  const [broken, reread] = [having("broken"), having("re-read")];
  if (broken.length > 0) return `broken: ${broken.join(", ")}`;
  if (reread.length > 0) return `read every turn: ${reread.join(", ")}`;
  return changed.length === 0 ? "equal" : "allow it";
}

function number(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
