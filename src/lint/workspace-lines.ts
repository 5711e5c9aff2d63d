import { entryText, type Scenario } from "../load/index.ts";
import { windowKeys } from "./text/line-windows.ts";

/** No more of a workspace is looked at for copies. */
const most = { files: 500, bytes: 2_000_000 };

/** Which file of a scenario's workspace holds each run of lines; memory files and what git keeps are left out. */
export function workspaceLines(scenario: Scenario, except: ReadonlySet<string>): ReadonlyMap<string, string> {
  const { world } = scenario;
  const known = new Map<string, string>();
  const left = { ...most };
  const folders = [world.roots.workspace];
  for (let folder = folders.shift(); folder !== undefined && left.files > 0; folder = folders.shift()) {
    const entry = world.lookup(folder);
    if (entry.kind !== "directory") continue;
    for (const name of entry.names) {
      if (name === "node_modules" || name === ".git") continue;
      const path = `${folder}/${name}`;
      const found = world.lookup(path);
      if (found.kind === "directory") folders.push(path);
      if (found.kind !== "file" || except.has(found.path) || found.size > left.bytes || left.files === 0)
        continue;
      left.files--;
      left.bytes -= found.size;
      const content = entryText(found);
      if (content.kind !== "text") continue;
      for (const { key } of windowKeys(content.text)) if (!known.has(key)) known.set(key, found.path);
    }
  }
  return known;
}
