import { readFileSync } from "node:fs";
import path from "node:path";
import { makeHiddenFolder, sha256, shortHash, stableJson, writeFileAtomic } from "../../util/index.ts";
import type { Probe } from "./probe-commit.ts";

/** What is known of commits, kept under .strata so that the same command goes on. */
export interface BisectState {
  /** How many probes were known already. */
  known: number;
  get(commit: string, repeat: number): Probe | undefined;
  set(commit: string, repeat: number, probe: Probe): void;
}

/** Opens the state of a bisection; another corpus, other cases or other ends have a state of their own. */
export function openBisectState(root: string, settings: object, fresh: boolean): BisectState {
  const hidden = path.join(root, ".strata");
  const file = path.join(hidden, "bisect", `${shortHash(sha256(stableJson(settings)))}.json`);
  const probes = new Map<string, Probe>(fresh ? [] : Object.entries(readProbes(file)));
  const keyOf = (commit: string, repeat: number) => `${commit} x${repeat}`;
  return {
    known: probes.size,
    get: (commit, repeat) => probes.get(keyOf(commit, repeat)),
    set(commit, repeat, probe) {
      probes.set(keyOf(commit, repeat), probe);
      makeHiddenFolder(hidden);
      const document = { strata: 1, settings, probes: Object.fromEntries(probes) };
      writeFileAtomic(file, `${stableJson(document, 2)}\n`);
    },
  };
}

/** A state that cannot be read is none: its commits are tried again. */
function readProbes(file: string): Record<string, Probe> {
  try {
    const { strata, probes } = JSON.parse(readFileSync(file, "utf8")) as { strata?: number; probes?: object };
    return strata === 1 ? ((probes ?? {}) as Record<string, Probe>) : {};
  } catch {
    return {};
  }
}
