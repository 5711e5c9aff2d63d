import path from "node:path";
import type { Assembly } from "../../src/assemble/index.ts";
import { diskTree, loadPrompts } from "../../src/load/index.ts";
import type { ChatRequest } from "../../src/model/index.ts";
import { buildRequest } from "../../src/run/request.ts";

const { stacks } = loadPrompts(diskTree(path.join(import.meta.dirname, "../.."))).prompts;

/** What a provider is asked when the user says something, on the prompt of one of this repository's stacks. */
export function requestOf(assembly: Assembly, input: string): ChatRequest {
  const stack = stacks.get(assembly.stack)!.get(assembly.variant)!;
  return buildRequest(assembly, stack, { input }, {}).request;
}
