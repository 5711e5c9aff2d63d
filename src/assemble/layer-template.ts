import { fillPlaceholders, isSelected, type Layer } from "../load/index.ts";
import { framed } from "./assemble.ts";
import { type Combination, createFacts } from "./facts.ts";
import { renderLayer } from "./render-layer.ts";
import { isMadeOfLayerFiles, isOptional, sessionVars, withoutGates } from "./session-vars.ts";
import { noticeOf } from "./wrap.ts";

/** What a layer is before a session fills it in; texts are whole, with frame and heading. */
export type LayerTemplate = { optional: boolean } & (
  | { kind: "static"; text: string }
  /** `values` are those of the combination's scenario; those in `tight` stand at an edge that the steps trim. */
  | { kind: "template"; text: string; values: Record<string, string>; tight: string[] }
  /** `inside` is what becomes of the delimiters where they stand in the text itself; `blank` of a blank text. */
  | {
      kind: "slot";
      before: string;
      after: string;
      inside: "keep" | "escape" | "remove";
      blank: "omit" | "keep";
    }
);

/**
 * What a layer is before a session fills it in; undefined when this profile and model never have it. `assembled` is its
 * text in the combination's scenario, where it is there: a template or place that does not give it is not taken. Pure.
 */
export function layerTemplate(
  layer: Layer,
  combination: Combination,
  assembled: string | undefined,
): LayerTemplate | undefined {
  const { profile, model, stack } = combination;
  const optional = isOptional(layer);
  const open = withoutGates(layer);
  if (!isSelected(open.when, open.unless, profile, { model: model.id, input: () => undefined }))
    return undefined;
  const facts = createFacts(combination);
  const vars = sessionVars(layer, stack);
  const slot = { optional, ...slotOf(layer, combination, vars, assembled) };
  if (layer.secret || !isMadeOfLayerFiles(layer)) return slot;
  const text = (name: string) => (vars.includes(name) ? `{{${name}}}` : facts.text(name));
  const rendered = renderLayer(layer, { combination, facts: { ...facts, text }, earlier: new Map() });
  if ("reason" in rendered) return undefined;
  const whole = framed(rendered.text, layer, stack);
  if (vars.length === 0) return { optional, kind: "static", text: whole };
  const values = Object.fromEntries(vars.map((name) => [name, facts.text(name) ?? ""]));
  const filled = fillPlaceholders(whole, (name) => values[name]);
  if (!canBeFilledLater(layer) || (assembled !== undefined && filled !== assembled)) return slot;
  const tight = isTrimmed(layer) ? vars.filter((name) => isAtEdge(name, rendered.text, layer)) : [];
  return { optional, kind: "template", text: whole, values, tight };
}

/** Whether filling in the values after the steps gives the bytes that filling in before them gives, but for bounds and edges. */
function canBeFilledLater({ steps }: Layer): boolean {
  return steps.every((step) => {
    if (step.kind === "transform") return step.name === "trim" || step.name === "trim-end";
    return step.kind === "guard" ? step.guards.every(({ name }) => name !== "scan") : step.kind === "bound";
  });
}

function isTrimmed({ steps }: Layer): boolean {
  return steps.some(({ kind }) => kind === "transform");
}

function isAtEdge(name: string, text: string, { heading }: Layer): boolean {
  const start = heading === undefined ? "" : `${heading}\n`;
  return text.endsWith(`{{${name}}}`) || text.startsWith(`${start}{{${name}}}`);
}

type Slot = Extract<LayerTemplate, { kind: "slot" }>;

/** The place with as much around it as the assembled text has: frame, heading and the last wrap's delimiters. */
function slotOf(
  layer: Layer,
  combination: Combination,
  vars: readonly string[],
  assembled: string | undefined,
): Omit<Slot, "optional"> {
  const mark = "\0";
  const [prefix, suffix] = framed(mark, layer, combination.stack).split(mark) as [string, string];
  const heading = `${prefix}${headingOf(layer, combination, vars)}`;
  const keepsBlank = layer.empty === "keep";
  const blank = keepsBlank ? "keep" : "omit";
  const places: Omit<Slot, "optional">[] = [
    { kind: "slot", before: heading, after: suffix, inside: "keep", blank },
    { kind: "slot", before: prefix, after: suffix, inside: "keep", blank },
  ];
  const wrap = layer.steps.at(-1);
  // A wrap that leaves a blank text alone has no place around one that is kept.
  if (wrap?.kind === "wrap" && wrap.fence === undefined && !(keepsBlank && wrap.skipBlank)) {
    const before = `${heading}${noticeOf(wrap)}${wrap.prefix ?? ""}`;
    const after = `${wrap.suffix ?? ""}${suffix}`;
    places.unshift({
      kind: "slot",
      before,
      after,
      inside: wrap.inside,
      blank: wrap.skipBlank ? blank : "keep",
    });
  }
  return places.find((place) => assembled === undefined || isAround(place, assembled)) ?? places.at(-1)!;
}

function isAround({ before, after }: Pick<Slot, "before" | "after">, text: string): boolean {
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}

/** A heading with values of the session comes with the text. */
function headingOf({ heading, vars }: Layer, combination: Combination, open: readonly string[]): string {
  if (heading === undefined || open.some((name) => heading.includes(`{{${name}}}`))) return "";
  const facts = createFacts(combination);
  return `${fillPlaceholders(heading, (name) => (vars?.includes(name) ? facts.text(name) : undefined))}\n`;
}
