import { writeFileSync } from "node:fs";
import path from "node:path";
import { $ } from "zx";
import { loadPrompts, memoryTree } from "../../src/load/index.ts";
import { buildLock, formatLock, lockPath } from "../../src/lock/index.ts";
import { sha256 } from "../../src/util/index.ts";
import { type Bench, type Figure, measureRounds } from "./measure.ts";
import { runNode, type Usage } from "./run-node.ts";

const root = path.join(import.meta.dirname, "../..");
const commits = 2000;

/** `trace` and `lock --check` in a repository whose prompts changed 2,000 times. */
export async function measureHistory({ dir, runs }: Bench): Promise<Figure[]> {
  const replaced = await writeHistory(dir);
  const strata = (...args: string[]) => runNode([path.join(root, "src/start.js"), ...args, "--root", dir]);
  const used: Record<string, Usage[]> = await measureRounds(runs, {
    "strata trace, the second of 2,000 commits": () => strata("trace", replaced),
    "strata lock --check, after 2,000 commits": () => strata("lock", "--check"),
  });
  return Object.entries(used).flatMap(([what, usages]): Figure[] => [
    { what, sample: usages.map(({ wall }) => wall), unit: "s", atMost: 10 },
    { what: "", sample: usages.map(({ cpu }) => cpu), unit: "s cpu" },
  ]);
}

/** Writes the repository with git fast-import, and gives the hash of a text that history alone has: that of the second commit. */
async function writeHistory(dir: string): Promise<string> {
  const files = (i: number): Record<string, string> => {
    const prompts = promptFiles(i);
    const { prompts: loaded } = loadPrompts(memoryTree(prompts));
    return { ...prompts, [lockPath]: formatLock(buildLock(loaded).lock) };
  };
  const stream = Array.from({ length: commits }, (_, i) => commitOf(i, files(i))).join("");
  writeFileSync(path.join(dir, "import"), `${stream}done\n`);
  const git = $({ cwd: dir });
  await git`git init --quiet --initial-branch main`;
  await git`git fast-import --quiet --done < import && rm import && git reset --quiet --hard`;
  return sha256(text(1));
}

/** Four stacks of which one changes each time, so that the lock is as long as that of a real repository. */
function promptFiles(i: number): Record<string, string> {
  const models = [{ id: "reader:bm25", pinned: true, window: null }];
  const files: Record<string, string> = {
    "prompts/models.yaml": JSON.stringify({ strata: 1, models }),
    "corpus/scenarios/plain/scenario.yaml": JSON.stringify({
      ...{ strata: 1, id: "plain", description: "Nothing.", clock: "2026-03-30T14:30:00Z", git: "none" },
      ...{
        os: "linux",
        shell: "bash",
        cwd: "/work",
        workspace: { root: "/work" },
        home: { root: "/home/dev" },
      },
    }),
  };
  for (const [n, id] of ["one", "two", "three", "four"].entries()) {
    const change = n === 0 ? i : 0;
    files[`prompts/${id}/stack.yaml`] = stackOf(id);
    files[`prompts/${id}/core.md`] = `---\nversion: 1.0.${change}\n---\n${text(change)}`;
    files[`prompts/${id}/role.md`] = "---\nversion: 1.0.0\n---\nYou judge a change.\n";
  }
  return files;
}

function text(change: number): string {
  return `This is edit ${change} of the rules.\n`;
}

function stackOf(id: string): string {
  const profiles = Array.from({ length: 10 }, (_, i) => [`profile-${i}`, { tools: [] }]);
  return JSON.stringify({
    ...{ strata: 1, id, description: "Two layers.", reference: "plain", separator: "\n\n" },
    tiers: [{ id: "core", promise: "build" }],
    layers: ["core", "role"].map((layer) => ({ id: layer, tier: "core", source: { file: `${layer}.md` } })),
    profiles: Object.fromEntries(profiles),
  });
}

function commitOf(i: number, files: Record<string, string>): string {
  const blobs = Object.entries(files).map(
    ([file, content]) => `M 100644 inline ${file}\ndata ${Buffer.byteLength(content)}\n${content}\n`,
  );
  const message = `Edit ${i}`;
  const author = `bench <bench@localhost> ${1_700_000_000 + i * 3600} +0000`;
  return `commit refs/heads/main\ncommitter ${author}\ndata ${message.length}\n${message}\n${blobs.join("")}\n`;
}
