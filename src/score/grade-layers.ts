import { lineAt, quote, quoteAll } from "./quote.ts";
import type { AssemblyFacts, Verdict } from "./types.ts";

/** Passes when every layer named is part of the assembly. */
export function layersPresent(ids: readonly string[], assembly: AssemblyFacts): Verdict {
  const missing = ids.filter((id) => !has(assembly, id));
  if (missing.length === 0) return { pass: true, reason: `in the assembly: ${quoteAll(ids)}` };
  const present = assembly.layers.map((layer) => layer.id).join(", ") || "none";
  return { pass: false, reason: `not in the assembly: ${quoteAll(missing)}; its layers: ${present}` };
}

/** Passes when no layer named is part of the assembly. */
export function layersAbsent(ids: readonly string[], assembly: AssemblyFacts): Verdict {
  const found = ids.filter((id) => has(assembly, id));
  if (found.length > 0) return { pass: false, reason: `in the assembly: ${quoteAll(found)}` };
  return { pass: true, reason: `not in the assembly: ${quoteAll(ids)}` };
}

/** Passes when the text contains every value. */
export function containsAll(values: readonly string[], name: string, text: string): Verdict {
  const missing = values.filter((value) => !text.includes(value));
  if (missing.length > 0) return { pass: false, reason: `not in ${name}: ${quoteAll(missing)}` };
  return { pass: true, reason: `in ${name}: ${quoteAll(values)}` };
}

/** Passes when the text contains none of the values. */
export function lacksAll(values: readonly string[], name: string, text: string): Verdict {
  const found = values.flatMap((value) => {
    const at = text.indexOf(value);
    return at === -1 ? [] : [`${quote(value)} (${lineAt(text, at)})`];
  });
  if (found.length > 0) return { pass: false, reason: `in ${name}: ${found.join(", ")}` };
  return { pass: true, reason: `not in ${name}: ${quoteAll(values)}` };
}

/** Passes when exactly these tools are offered, in any order. */
export function toolsAre(names: readonly string[], assembly: AssemblyFacts): Verdict {
  const missing = names.filter((name) => !assembly.tools.includes(name));
  const extra = assembly.tools.filter((name) => !names.includes(name));
  if (missing.length === 0 && extra.length === 0) {
    return { pass: true, reason: `the tools are: ${assembly.tools.join(", ") || "none"}` };
  }
  const parts = [
    ...(missing.length > 0 ? [`missing tools: ${quoteAll(missing)}`] : []),
    ...(extra.length > 0 ? [`extra tools: ${quoteAll(extra)}`] : []),
  ];
  return { pass: false, reason: parts.join("; ") };
}

function has(assembly: AssemblyFacts, id: string): boolean {
  return assembly.layers.some((layer) => layer.id === id);
}
