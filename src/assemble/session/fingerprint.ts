import { type Sha256, sha256 } from "../../util/index.ts";
import type { Document } from "../collect-files.ts";

/** SHA-256 of `scope NUL path NUL text` of each document, joined by a blank line; of nothing for no document. */
export function fingerprint(documents: readonly Document[]): Sha256 {
  return sha256(documents.map(({ scope, path, text }) => `${scope}\0${path}\0${text}`).join("\n\n"));
}
