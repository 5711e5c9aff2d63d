import { type CompactionSession, overlayWorld, type Scenario } from "../../load/index.ts";
import { entryText } from "../../load/index.ts";

/** Where a stack keeps a session's memory, and what stands there. */
export interface MemoryFile {
  path: string;
  text: string;
}

/** A scenario in which the session's memory stands below what the stack's memory file holds already. */
export function mountMemory(scenario: Scenario, stack: string, session: CompactionSession): Scenario {
  const file = memoryFile(scenario, stack, session);
  if (file === null) return scenario;
  return { ...scenario, world: overlayWorld(scenario.world, [[file.path, file.text]]) };
}

/** The file as the session's memory makes it; null for a session or stack without one. */
export function memoryFile(
  { world, cwd }: Scenario,
  stack: string,
  { memory }: CompactionSession,
  text = memory?.text ?? "",
): MemoryFile | null {
  const into = memory?.into[stack];
  if (into === undefined) return null;
  const roots: Record<string, string> = { ...world.roots, cwd };
  const path = into.path.replace(/^\{\{(\w+)\}\}/, (_, root: string) => roots[root]!);
  const entry = world.lookup(path);
  const content = entry.kind === "file" ? entryText(entry) : null;
  const before = content?.kind === "text" ? content.text.replace(/\n+$/, "") : "";
  return { path, text: `${before === "" ? "" : before + into.separator}${text.trimEnd()}\n` };
}
