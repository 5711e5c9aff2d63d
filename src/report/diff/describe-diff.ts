import type { CombinationDiff, FileChange, LayerChange, Pair, StackDiff } from "../../lock/index.ts";
import { plainLine } from "../../util/index.ts";

/** What became of a layer, in words: versions, files, place. Every name in it is made safe to show. */
export function describeChange(change: LayerChange | (FileChange & { kind: "unseen" })): string[] {
  const { file, version } = change;
  const former = "was" in change && change.was !== null ? [`was ${change.was}`] : [];
  const place =
    change.kind === "moved" ? [`place ${change.position.before} -> ${change.position.after}`] : [];
  return [...former, arrow(version, "version "), arrow(file, ""), ...place]
    .filter((text) => text !== "")
    .map(plainLine);
}

function arrow({ before, after }: Pair<string | null>, what: string): string {
  if (before === null && after === null) return "";
  if (before === after || before === null || after === null) return `${what}${after ?? before}`;
  return `${what}${before} -> ${after}`;
}

/** Combinations that differ in the same way; mostly the models of one profile. */
export function alike(combinations: readonly CombinationDiff[]): CombinationDiff[][] {
  const key = ({ variant, profile, changes, tokens, bytes, prefix }: CombinationDiff) =>
    JSON.stringify([
      ...[variant, profile, changes, prefix.layer],
      ...[tokens.after - tokens.before, tokens.estimate, bytes.after - bytes.before],
    ]);
  return [...Map.groupBy(combinations, key).values()];
}

/** Layers that changed, or what else makes the difference. */
export function describeLayers(
  { changes }: StackDiff,
  { changes: positions, hash }: CombinationDiff,
): string {
  if (positions.length > 0) return positions.map((i) => plainLine(changes[i]!.layer)).join(", ");
  return hash.before === hash.after ? "the same text, from other settings" : "other bytes between the layers";
}

/** Which texts a group is. */
export function nameGroup(group: readonly CombinationDiff[]): string {
  const { variant, profile, model } = group[0]!;
  const names = [...(isDefault(variant) ? [] : [both(variant)]), both(profile)];
  return plainLine(`${names.join(" ")} on ${group.length === 1 ? both(model) : `${group.length} models`}`);
}

/** What it costs: tokens and bytes. Texts of a group grow alike, from where each of them was. */
export function describeSize(group: readonly CombinationDiff[]): string {
  const { tokens, bytes } = group[0]!;
  const grown = signed(tokens.after - tokens.before);
  const estimate = tokens.estimate ? ", estimate" : "";
  if (group.length > 1) return `${grown} tokens${estimate}, ${signed(bytes.after - bytes.before)} bytes each`;
  return `${tokens.before} -> ${tokens.after} tokens (${grown}${estimate}), ${bytes.before} -> ${bytes.after} bytes`;
}

/** What stays of the cached prefix. */
export function describePrefix(group: readonly CombinationDiff[]): string {
  const range = (of: (prefix: CombinationDiff["prefix"]) => number) => {
    const values = group.map(({ prefix }) => of(prefix));
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return least === most ? String(least) : `${least} to ${most}`;
  };
  const { layer } = group[0]!.prefix;
  if (layer === null) return `the cached prefix stays, ${range(({ after }) => after)} bytes`;
  const kept = range(({ bytes }) => bytes);
  const all = range(({ before }) => before);
  return `the cached prefix keeps ${kept} of ${all} bytes and breaks in ${plainLine(layer)} at byte ${kept}`;
}

/** The sentence that stands over a stack. */
export function summarizeStack({ kind, changes, unseen, combinations, equal }: StackDiff): string {
  if (kind !== "compared") return kind;
  if (combinations.length === 0 && unseen.length === 0) return `no difference in ${texts(equal)}`;
  const layers = new Set([...changes, ...unseen].map(({ layer }) => layer)).size;
  const what =
    layers === 0 ? "settings differ" : `${layers} ${layers === 1 ? "layer differs" : "layers differ"}`;
  return `${what}, in ${combinations.length} of ${texts(combinations.length + equal)}`;
}

function texts(count: number): string {
  return `${count} assembled ${count === 1 ? "text" : "texts"}`;
}

/** What one side alone has, a line each. */
export function describeOneSided({ variants, profiles }: Pick<StackDiff, "variants" | "profiles">): string[] {
  return [
    ...named("variant", "added", variants.added),
    ...named("variant", "removed", variants.removed),
    ...named("profile", "added", profiles.added),
    ...named("profile", "removed", profiles.removed),
  ];
}

/** `added profile x`, unless there is none. */
export function named(what: string, kind: string, ids: readonly string[]): string[] {
  return ids.length === 0
    ? []
    : [plainLine(`${kind} ${what}${ids.length === 1 ? "" : "s"}: ${ids.join(", ")}`)];
}

function both({ before, after }: Pair<string>): string {
  return before === after ? after : `${before} -> ${after}`;
}

function isDefault({ before, after }: Pair<string>): boolean {
  return before === "default" && after === "default";
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
