import type { World } from "../../load/index.ts";

/**
 * A source's path as a record may show it: below the workspace, `~/…`, or of the system. The folders above the
 * workspace and the home folder name a person or a machine.
 */
export function recordedPath(path: string, { workspace, home, managed }: World["roots"]): string {
  if (!path.startsWith("/")) return path;
  if (isBelow(path, workspace)) return path.slice(workspace.length + 1);
  if (isBelow(path, home)) return `~/${path.slice(home.length + 1)}`;
  if (isBelow(path, managed)) return path;
  return `…/${path.slice(path.lastIndexOf("/") + 1)}`;
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(`${root}/`);
}
