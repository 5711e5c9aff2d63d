import type { Pair, SharedPrefix, Stability } from "../../stability/index.ts";
import { plainLine } from "../../util/index.ts";
import { formatTable } from "../table.ts";

/** One line a combination: the worst that the next turn and another session can do to its prefix. */
export function renderStabilities(stabilities: readonly Stability[]): string {
  const rows = stabilities.map(({ stack, variant, profile, model, prefixBytes, prefixTokens, pairs }) => {
    // Another model or profile is no other world of this prompt: what they share stands below.
    const own = pairs.filter(({ world }) => world !== "model" && world !== "profile");
    const broken = new Set(
      pairs.flatMap(({ changed }) =>
        changed.filter(({ verdict }) => verdict === "broken").map(({ layer }) => layer),
      ),
    );
    return [
      ...[stack, variant, profile, model, String(prefixBytes), String(prefixTokens)],
      ...worstOf(own.filter(({ relation }) => relation === "turn")),
      ...worstOf(own.filter(({ relation }) => relation === "session")),
      String(broken.size),
    ];
  });
  const head = ["stack", "variant", "profile", "model", "prefix", "tokens"];
  const more = ["next turn breaks in", "lost", "new session breaks in", "lost", "broken"];
  return formatTable([...head, ...more], rows);
}

/** The layer of the earliest break and the tokens behind it. */
function worstOf(pairs: readonly Pair[]): string[] {
  const breaks = pairs.flatMap((pair) => pair.break ?? []).toSorted((a, b) => a.byte - b.byte);
  const [first] = breaks;
  return first === undefined ? ["nothing", "0"] : [first.layer, String(first.lostTokens)];
}

/** What profiles and models share; of several models with the same profiles, the one that shares least. */
export function renderShared(shared: readonly SharedPrefix[]): string {
  const groups = Map.groupBy(shared, ({ stack, variant, of }) =>
    JSON.stringify([stack, variant, "profile" in of ? of.profile : null]),
  );
  const least = [...groups.values()].map((group) => group.toSorted((a, b) => a.bytes - b.bytes)[0]!);
  return least.map((one) => `${plainLine(sentenceOf(one))}\n`).join("");
}

function sentenceOf({ stack, variant, of, among, ...shared }: SharedPrefix): string {
  const { bytes, tokens, longest, layer, sameTools } = shared;
  const who = "profile" in of ? `profile ${of.profile}, ${among.length} models` : `${among.length} profiles`;
  const end = layer === null ? "all of it" : `they differ in layer ${layer}`;
  const tools = sameTools ? "" : "; their tools differ and stand before the text, so no cache shares it";
  return `${stack}@${variant}, ${who}: ${bytes} of ${longest} bytes shared, ${tokens} tokens; ${end}${tools}`;
}
