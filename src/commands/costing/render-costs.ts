import { formatUsd, type SessionShape } from "../../cost/index.ts";
import { plainLine } from "../../util/index.ts";
import { formatTable } from "../table.ts";
import { dearest, per1000 } from "./cost-json.ts";
import type { Cost } from "./cost-of.ts";
import { tiersOf, totalOf } from "./cost-sums.ts";

/** A thousand sessions: one costs fractions of a cent. */
const money = (usd: number | null) => formatUsd(per1000(usd));

const changeWords = { never: "", sometimes: "changes sometimes", "every-turn": "changes every turn" };

/** One combination: its layers, its tiers, its sessions. */
export function renderCost(cost: Cost, shape: SessionShape): string {
  const { combination, assembly, prompt, asIs } = cost;
  const { stack, variant, profile, model, scenario } = assembly;
  const layers = prompt.segments.map(({ layer, tier, tokens, changes }, i) => [
    ...[layer ?? "(tools)", tier ?? "", String(tokens), money(asIs.segments[i]!), changeWords[changes]],
  ]);
  const tiers = tiersOf(cost).map(({ tier, tokens, usd }) => [tier, String(tokens), money(usd)]);
  const estimate = combination.model.tokenizerIsVendors
    ? ""
    : " (an estimate: not the vendor's own tokenizer)";
  return [
    plainLine(
      `${stack}@${variant} ${profile}, for ${model}, in ${scenario}: ${totalOf(cost)} tokens${estimate}`,
    ),
    "",
    formatTable(["layer", "tier", "tokens", "1,000 sessions", ""], layers),
    formatTable(["tier", "tokens", "1,000 sessions"], tiers),
    formatTable(["whole sessions", "1,000 sessions"], sessionRows(cost)),
    assumptions([cost], shape),
  ].join("\n");
}

function sessionRows(cost: Cost): string[][] {
  const { asIs, stable, against } = cost;
  return [
    ["as it is", money(asIs.usd)],
    ["if nothing changed in a session", money(stable.usd)],
    ...(against === undefined
      ? []
      : [
          [`compared with: ${nameOf(against)}`, money(against.asIs.usd)],
          ["what is saved (-) or added (+)", changeOf(cost)],
        ]),
  ];
}

/** Several combinations, one a line; amounts are of a thousand sessions. */
export function renderCosts(costs: readonly Cost[], shape: SessionShape): string {
  const compares = costs.some(({ against }) => against !== undefined);
  const rows = costs.map((cost) => {
    const { stack, variant, profile, model } = cost.assembly;
    const { asIs, stable, against } = cost;
    return [
      ...[stack, variant, profile, model, String(totalOf(cost)), money(asIs.usd), money(stable.usd)],
      ...(compares ? [against === undefined ? "not there" : money(against.asIs.usd), changeOf(cost)] : []),
    ];
  });
  const head = ["stack", "variant", "profile", "model", "tokens", "as it is", "if stable"];
  return `${formatTable([...head, ...(compares ? ["compared", "change"] : [])], rows)}\n${assumptions(costs, shape)}`;
}

function changeOf({ asIs, against }: Cost): string {
  const before = against?.asIs.usd ?? null;
  if (asIs.usd === null || before === null) return "n/a";
  const change = asIs.usd - before;
  if (change === 0) return money(0);
  return `${change < 0 ? "-" : "+"}${money(Math.abs(change))}`;
}

function nameOf({ assembly }: Cost): string {
  return `${assembly.stack}@${assembly.variant} ${assembly.profile}, ${assembly.recipeHash.slice(7, 19)}`;
}

/** What the amounts rest on. */
function assumptions(costs: readonly Cost[], shape: SessionShape): string {
  const { turns, userTokens, answerTokens, secondsBetweenTurns, changes, warm } = shape;
  const unpriced = costs.some(({ asIs }) => asIs.usd === null);
  const uncached = costs.some(({ asIs, rules }) => asIs.usd !== null && rules.kind === "none");
  return [
    `Amounts are US dollars for 1,000 sessions of ${turns} turns: ${userTokens} tokens from the user and ${answerTokens} from the model each, ${secondsBetweenTurns} s apart.`,
    `Files that are read every turn change ${changes} times a session; what promises a turn changes every turn. The cache is ${warm ? "warm from another session" : "empty"} at the start.`,
    "Tools come before the system text, and the conversation is cached up to what is sent again.",
    ...(unpriced ? ["n/a: prompts/models.yaml has no prices for that model."] : []),
    ...(uncached ? ["Of a vendor whose cache rules are not known here nothing is taken to be cached."] : []),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** The dearest lines of a prompt. */
export function renderLines(cost: Cost, most: number): string {
  const { stack, variant, profile, model } = cost.assembly;
  const rows = dearest(cost, most).map(({ layer, layerLine, file, line, text, tokens, usd }) => [
    ...[String(tokens), money(usd), file === null ? `layer ${layer}:${layerLine}` : `${file}:${line}`],
    shorten(text),
  ]);
  const head = ["tokens", "1,000 sessions", "where", "line"];
  return `${plainLine(`${stack}@${variant} ${profile}, for ${model}: the ${rows.length} dearest lines`)}\n${formatTable(head, rows)}`;
}

function shorten(text: string): string {
  const characters = [...text.trim()];
  return characters.length <= 70 ? characters.join("") : `${characters.slice(0, 69).join("")}…`;
}
