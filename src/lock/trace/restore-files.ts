import { type Repository, type SourceTree, splitFrontMatter } from "../../load/index.ts";
import type { Lock } from "../../schema/index.ts";
import { canonicalText, decodeUtf8, type Sha256, sha256 } from "../../util/index.ts";
import { pathOfKey } from "../lock-file/layer-files.ts";
import type { FoundLock } from "./lock-history.ts";
import type { RestoredFile } from "./types.ts";

/** Commits of a file that are looked into where the lock's own commit has another text. */
const maxCommits = 200;

/** The layer files of a lock with these keys, each verified against the lock's hash. */
export async function restoreFiles(
  { lock, at }: FoundLock,
  stack: string,
  keys: readonly string[],
  trees: { repository: Repository | null; disk: SourceTree },
): Promise<RestoredFile[]> {
  const layers = lock.stacks[stack]!.layers;
  const tree = at === "." ? trees.disk : await trees.repository!.tree(at);
  return Promise.all(
    keys.map(async (key) => {
      const { layer, version, sourceHash } = layers[key]!;
      const file = pathOfKey(key);
      const known = { file, layer: `${stack}/${layer}`, version, sourceHash: sourceHash as Sha256 };
      const text = textWithHash(bytesOf(tree, file), known.sourceHash);
      if (text !== undefined) return { ...known, text, at };
      return { ...known, ...(await searchFile(file, known.sourceHash, trees.repository)) };
    }),
  );
}

/** Keys of the layer files that a profile of a lock can select, or of one layer of it. */
export function keysOf(
  lock: Lock,
  of: { stack: string; variant?: string; profile?: string; layer?: string },
): string[] {
  const { layers, variants } = lock.stacks[of.stack]!;
  const files = variants[of.variant ?? ""]?.profiles[of.profile ?? ""]?.files ?? [];
  return files.filter((key) => of.layer === undefined || layers[key]!.layer.split(", ").includes(of.layer));
}

/** Where the file came to have this text, when it was not committed together with its lock. */
async function searchFile(
  file: string,
  hash: Sha256,
  repository: Repository | null,
): Promise<Pick<RestoredFile, "text" | "at">> {
  const commits = (await repository?.log({ paths: [file] })) ?? [];
  for (const { commit } of commits.slice(0, maxCommits)) {
    const text = textWithHash(await repository!.read(commit, file), hash);
    if (text !== undefined) return { text, at: commit };
  }
  return { text: null, at: null };
}

function bytesOf(tree: SourceTree, file: string): Uint8Array | undefined {
  const entry = tree.lookup(file);
  return entry.kind === "file" ? entry.read() : undefined;
}

/** The text of a layer file if it has this hash: without front matter, or whole for a file that is read raw. */
function textWithHash(bytes: Uint8Array | undefined, hash: Sha256): string | undefined {
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes);
  if (decoded === undefined) return undefined;
  const whole = canonicalText(decoded);
  const split = splitFrontMatter(whole);
  const texts = [...(split === null || split === "unterminated" ? [] : [split.text]), whole];
  return texts.find((text) => sha256(text) === hash);
}
