import type { CompactionSession } from "../../load/index.ts";
import type { Finding } from "../../util/index.ts";
import type { ActiveFact } from "../facts/index.ts";
import { atRisk, inSession } from "../messages.ts";
import type { Boundary } from "../types.ts";

const atLayers = ["memory-lost", "memory-changed", "memory-summarised"];
const atArchive = ["no-archive", "archive-incomplete"];

/**
 * The findings of a boundary, each with its session and the facts that it puts at risk: those of memory that stand in
 * the layer that it is about, and those of the conversation where no archive has them.
 */
export function nameFacts(
  { findings, expectations }: Pick<Boundary, "findings" | "expectations">,
  facts: readonly ActiveFact[],
  { id }: Pick<CompactionSession, "id">,
): Finding[] {
  return findings.map((finding) => {
    const { kind, layer, args, message } = finding;
    const text = expectations.layers.find((one) => one.id === layer)?.before ?? "";
    const named = facts.filter(({ fact, value }) =>
      fact.source === "memory"
        ? atLayers.includes(kind) && (text.includes(value) || text.includes(fact.value))
        : atArchive.includes(kind),
    );
    if (named.length === 0) {
      return { ...finding, args: { ...args, session: id }, message: `${message} ${inSession(id)}` };
    }
    const risk = { session: id, facts: named.map(({ fact }) => fact.id) };
    return { ...finding, args: { ...args, ...risk }, message: `${message} ${atRisk(risk)}` };
  });
}
