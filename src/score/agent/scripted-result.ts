import type { WrittenScriptedResult } from "../../schema/index.ts";
import { stableJson } from "../../util/index.ts";

/** What a call returns: the first result that matches its name and has no argument that differs. */
export function scriptedResult(
  call: { name: string; arguments: unknown },
  results: readonly WrittenScriptedResult[],
): WrittenScriptedResult | undefined {
  return results.find(({ name, arguments: given }) => name === call.name && holds(call.arguments, given));
}

/** Whether a call has at least these arguments. */
function holds(called: unknown, given: Record<string, unknown> | undefined): boolean {
  if (given === undefined) return true;
  if (typeof called !== "object" || called === null) return false;
  return Object.entries(given).every(([name, value]) => {
    const found = (called as Record<string, unknown>)[name];
    return found !== undefined && stableJson(found) === stableJson(value);
  });
}
