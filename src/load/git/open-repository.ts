import type { Repository } from "./repository.ts";

/** {@link Repository} of `root`, loaded on first use: most commands never ask git, and its packages are slow to load. */
export async function openRepository(root: string): Promise<Repository> {
  const repository = await import("./repository.ts");
  return repository.openRepository(root);
}
