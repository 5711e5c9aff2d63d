import { loadPrompts, type Repository } from "../../load/index.ts";
import type { Lock } from "../../schema/index.ts";
import { decodeUtf8, sha256, type Sha256 } from "../../util/index.ts";
import { buildLock } from "../lock-file/build-lock.ts";
import { assembleFrom, exactText } from "./exact-text.ts";
import { hashUses } from "./hash-uses.ts";
import { type FoundLock, searchHistory } from "./lock-history.ts";
import { keysOf, restoreFiles } from "./restore-files.ts";
import { sessionLayers } from "./session-layers.ts";
import type { SessionPrompt } from "./session-uses.ts";
import type { HashUse, RestoredFile, Trace, TraceSources } from "./types.ts";

/** Adds the texts of a hash that a lock bears: the layer files, and the very bytes where they can be made again. */
export async function addTexts(
  trace: Trace,
  found: FoundLock,
  { repository, tree }: TraceSources,
): Promise<void> {
  const [use] = trace.uses as [HashUse];
  const { stack, variant, profile, kind } = use;
  if (kind === "layer-file")
    trace.files = await restoreFiles(found, stack, [use.key!], { repository, disk: tree });
  if (variant === undefined || profile === undefined || kind === "tools") return;
  trace.layers = layersOf(found.lock, use);
  const keys = keysOf(found.lock, kind === "layer" ? use : { stack, variant, profile });
  trace.files = await restoreFiles(found, stack, keys, { repository, disk: tree });
  if (use.model === undefined) return;
  const assembly = assembleFrom(found.at === "." ? tree : await repository!.tree(found.at), {
    ...{ stack, variant, profile, model: use.model },
  });
  trace.text = assembly === null ? null : exactText(assembly, use);
}

/** A prompt that is known from its session alone: its recipe leads to the files, the object store to the rest. */
export async function addSession(
  trace: Trace,
  { prompt, as }: SessionPrompt,
  onDisk: readonly FoundLock[],
  sources: TraceSources,
): Promise<void> {
  const { repository, tree, store } = sources;
  const { stack, variant, profile, model } = prompt;
  const found = await findRecipe(prompt.recipeHash, prompt.git?.commit, onDisk, repository);
  let files: RestoredFile[] = [];
  let assembly = null;
  if (found !== null) {
    const disk = tree;
    const use = hashUses(found.lock).find(({ hash }) => hash === prompt.recipeHash)!;
    trace.layers = layersOf(found.lock, use);
    files = await restoreFiles(found, stack, keysOf(found.lock, use), { repository, disk });
    assembly = assembleFrom(found.at === "." ? tree : await repository!.tree(found.at), {
      ...{ stack, variant, profile, model },
    });
  }
  trace.files = files;
  trace.sessionLayers = sessionLayers(prompt, { store, assembly, files });
  const kept = store.get(as.includes("hash") ? prompt.maskedHash : trace.hash);
  if ("bytes" in kept) trace.text = decodeUtf8(kept.bytes) ?? null;
  else if (assembly !== null && sha256(assembly.text) === trace.hash) trace.text = assembly.text;
}

/** A lock that bears a recipe: on disk, in history, or made from the prompts of the session's own commit. */
async function findRecipe(
  recipe: Sha256,
  commit: string | undefined,
  onDisk: readonly FoundLock[],
  repository: Repository | null,
): Promise<FoundLock | null> {
  const bears = ({ lock }: FoundLock) =>
    hashUses(lock).some(({ hash, kind }) => kind === "recipe" && hash === recipe);
  const here = onDisk.find(bears);
  if (here !== undefined || repository === null) return here ?? null;
  const { found } = await searchHistory(repository, recipe.slice("sha256:".length));
  if (found !== null || commit === undefined) return found;
  try {
    const { prompts } = loadPrompts(await repository.tree(commit));
    const made = { lock: buildLock(prompts).lock, at: commit };
    return bears(made) ? made : null;
  } catch {
    // The commit may not be here, and then its prompts cannot be.
    return null;
  }
}

function layersOf(lock: Lock, { stack, variant, profile }: HashUse): string[] {
  const { layers, variants } = lock.stacks[stack]!;
  const { selects, files } = variants[variant!]!.profiles[profile!]!;
  const versions = (id: string) => files.filter((key) => layers[key]!.layer.split(", ").includes(id));
  return selects.map((id) => [id, ...versions(id).map((key) => layers[key]!.version)].join("@"));
}
