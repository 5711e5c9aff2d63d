import type { WrittenScriptedResult } from "../../schema/index.ts";
import { inspectRun, type RunSetting } from "./inspect-run.ts";
import { playRun } from "./play-run.ts";
import type { AgentRun, Flag, ToolCallMade } from "./types.ts";

export const root = "/home/dev/shop";

/** The files of the workspace before a run. */
export const files: Record<string, string> = {
  "src/pay.ts": "export const pay = 1;\n",
  "test/pay.test.ts": 'test("pays", () => {});\n',
  "notes.md": "Keep it short.\n",
};

/** A call as it was made; `scripted` is what the script says that it does. */
export function aCall(
  name: string,
  given: unknown = {},
  scripted: Partial<WrittenScriptedResult> = {},
): ToolCallMade {
  return { name, arguments: given, scripted };
}

/** A call that writes a text to a file. */
export function aWrite(path: string, content = "new\n"): ToolCallMade {
  return aCall("write", { path, content }, { changes: [{ pathArgument: "path", textArgument: "content" }] });
}

export function aRun(...calls: ToolCallMade[]): AgentRun {
  const before = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined);
  return playRun(calls, before, root);
}

/** What is wrong with a run of an agent that has read, write and bash. */
export function flagsOf(calls: ToolCallMade[], rules: RunSetting["rules"] = {}, output = "Done."): Flag[] {
  const offered = ["read", "write", "bash"];
  return inspectRun(aRun(...calls), { rules, offered, mutating: ["write", "bash"], output });
}

/** `flag@call`, of every flag. */
export function raised(...given: Parameters<typeof flagsOf>): string[] {
  return flagsOf(...given).map(({ flag, call }) => `${flag}@${call}`);
}
