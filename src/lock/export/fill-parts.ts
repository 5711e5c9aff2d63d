import { fillPlaceholders } from "../../load/index.ts";
import type { ManifestCombination, ManifestExample, ManifestPart } from "../../schema/index.ts";

type Channel = NonNullable<ManifestCombination["channels"]["system"]>;

/** Puts a channel together as any reader of an export does: the parts of this session, joined, and the end. */
export function fillParts(
  { parts, separator, end }: Channel,
  session: Pick<ManifestExample, "vars" | "slots" | "leftOut">,
  read: (file: string) => string,
): string {
  const texts = parts.flatMap((part) => fillPart(part, session, read) ?? []);
  return texts.length === 0 ? "" : texts.join(separator) + end;
}

function fillPart(
  part: ManifestPart,
  { vars, slots, leftOut }: Pick<ManifestExample, "vars" | "slots" | "leftOut">,
  read: (file: string) => string,
): string | undefined {
  if (part.kind === "slot") {
    const text = Object.hasOwn(slots, part.layer) ? slots[part.layer]! : undefined;
    if (text === undefined || (part.blank === "omit" && text.trim() === "")) return undefined;
    return part.before + text + part.after;
  }
  if (part.kind === "static") return leftOut.includes(part.layers[0]!) ? undefined : read(part.file);
  if (leftOut.includes(part.layer)) return undefined;
  const own = new Set(part.vars);
  return fillPlaceholders(read(part.file), (name) => (own.has(name) ? vars[name] : undefined));
}
