import type { RecordedPrompt, RecordLine } from "../../schema/index.ts";
import type { Sha256 } from "../../util/index.ts";
import type { TracedSession } from "./types.ts";

/** A prompt that a session used, and its hashes by what they are called. */
export interface SessionPrompt extends TracedSession {
  hash: Sha256;
  prompt: RecordedPrompt;
}

/** Every hash of every recorded prompt that begins with these digits. */
export function sessionUses(records: readonly RecordLine[], hex: string): SessionPrompt[] {
  return records.flatMap((record) => {
    const prompt = promptOf(record);
    if (prompt === undefined) return [];
    const { stack, variant, profile, model, recipeHash, git } = prompt;
    const session = {
      session: record.session,
      time: record.time,
      stack,
      variant,
      profile,
      model,
      recipeHash,
    };
    const meant = namedHashes(prompt).filter(([, hash]) => hash.startsWith(`sha256:${hex}`));
    return [...Map.groupBy(meant, ([, hash]) => hash)].map(([hash, names]) => ({
      ...{ ...session, hash, prompt, commit: git?.commit ?? null },
      as: names.map(([name]) => name),
    }));
  });
}

function promptOf(record: RecordLine): RecordedPrompt | undefined {
  if (record.event === "start") return record;
  return record.event === "outcome" ? undefined : record.prompt;
}

function namedHashes({ channels, layers, ...prompt }: RecordedPrompt): [string, Sha256][] {
  const { hash, maskedHash, prefixHash, recipeHash } = prompt;
  const own = { hash, maskedHash, prefixHash, recipeHash };
  return [
    ...Object.entries(own),
    ...Object.entries(channels).map(([channel, value]): [string, Sha256] => [`channel ${channel}`, value]),
    ...layers.flatMap((layer) => (layer.hash === undefined ? [] : [named(`layer ${layer.id}`, layer.hash)])),
  ];
}

function named(name: string, hash: Sha256): [string, Sha256] {
  return [name, hash];
}
