import type { Assembly } from "../assemble/index.ts";
import type { ChatRequest } from "../model/index.ts";
import { type Sha256, sha256, stableJson } from "../util/index.ts";

/** The request that a case makes of an answering model. */
export function buildRequest(assembly: Assembly, input: string): ChatRequest {
  const text = [assembly.channels.user_prefix?.text, input, assembly.channels.user_suffix?.text];
  return {
    system: assembly.text,
    messages: [{ role: "user", content: text.filter((part) => part !== undefined).join("\n\n") }],
    tools: assembly.tools.map(({ name, description }) => ({
      name,
      ...(description === undefined ? {} : { description }),
    })),
    parameters: {},
  };
}

/**
 * Identifies what is asked: answering model, parameters, request bytes, tools, contract, repeat index. Never an API
 * key, a clock, a time to live or a position. The system text enters by its hash, which is as good and much faster.
 */
export function requestKey({ answer, request, given, assembly, repeat }: Asked): Sha256 {
  const { messages, parameters } = request ?? { messages: [], parameters: {} };
  const key = {
    requestKey: 1,
    ...{ answer, parameters, messages, given, repeat },
    system: assembly.hash,
    channels: Object.fromEntries(Object.entries(assembly.channels).map(([name, { hash }]) => [name, hash])),
    tools: assembly.toolsHash,
    contract: null,
  };
  return sha256(stableJson(key));
}

/** What a request key is made of. */
interface Asked {
  answer: string | null;
  request: ChatRequest | null;
  /** The answer that a case gives itself. */
  given: string | null;
  assembly: Assembly;
  /** From 1. */
  repeat: number;
}
