import type { Assembly } from "../assemble/index.ts";
import type { ChatRequest } from "../model/index.ts";
import { type Sha256, sha256, stableJson } from "../util/index.ts";
import type { Script } from "./types.ts";

/** Raised when the shape of a key changes, so that no old answer is taken for a new question. */
const version = 2;

/** What a request key is made of. */
export interface Keyed {
  answer: string | null;
  request: ChatRequest | null;
  script: Script | null;
  /** The answer that a case gives itself. */
  given: string | null;
  assembly: Assembly;
  /** From 1. */
  repeat: number;
}

/**
 * Identifies what a trial asks: answering model, parameters, request bytes, tools, contract, the script of the
 * conversation, repeat index. Never an API key, a clock, a time to live or a position. Where nobody is asked, the
 * assembly stands in place of the request.
 */
export function requestKey({ answer, request, script, given, assembly, repeat }: Keyed): Sha256 {
  if (request !== null) return keyOf(answer, request, assembly.hash, script, repeat);
  const channels = Object.entries(assembly.channels).map(([name, { hash }]) => [name, hash]);
  const { hash: system, toolsHash: tools } = assembly;
  return sha256(
    stableJson({ requestKey: version, given, repeat, system, tools, channels: Object.fromEntries(channels) }),
  );
}

/** Identifies one call: of a trial with one answer, the trial's own key. */
export function callKey(answer: string, request: ChatRequest, repeat: number): Sha256 {
  return keyOf(answer, request, sha256(request.system), null, repeat);
}

/** Texts and schemas that many requests share enter by their hash, which is as good and much faster. */
function keyOf(
  answer: string | null,
  request: ChatRequest,
  system: Sha256,
  script: Script | null,
  repeat: number,
): Sha256 {
  const { tools, output, ...rest } = request;
  const shared = { tools: hashOf(tools), output: output === undefined ? null : hashOf(output) };
  return sha256(stableJson({ requestKey: version, answer, ...rest, ...shared, system, script, repeat }));
}

const hashes = new WeakMap<object, Sha256>();

function hashOf(value: object): Sha256 {
  let hash = hashes.get(value);
  if (hash === undefined) hashes.set(value, (hash = sha256(stableJson(value))));
  return hash;
}

/** Of the channels other than the system's; undefined where there is none. */
export function channelsHash({ channels }: Assembly): Sha256 | undefined {
  return Object.keys(channels).length === 0 ? undefined : hashOf(channels);
}
