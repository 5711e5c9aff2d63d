import { createReader } from "./reader/index.ts";
import type { ChatModel } from "./types.ts";

/** The model that answers under an id; undefined for providers that this version only assembles for. */
export function createModel(id: string): ChatModel | undefined {
  return id === "reader:bm25" ? createReader() : undefined;
}
