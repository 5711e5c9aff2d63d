import { transcriptText } from "../history/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import { type Sha256, sha256 } from "../../util/index.ts";

/** A content-addressed store of texts. */
export interface Archive {
  put(text: string): Sha256;
  /** null where it is not there. */
  get(hash: Sha256): string | null;
}

export function memoryArchive(): Archive {
  const texts = new Map<Sha256, string>();
  return {
    put(text) {
      const hash = sha256(text);
      texts.set(hash, text);
      return hash;
    },
    get: (hash) => texts.get(hash) ?? null,
  };
}

/** Archives a transcript and reads it back. Throws when what is read is not what was written. */
export function archiveTranscript(messages: readonly ChatMessage[], archive: Archive): Sha256 {
  const text = transcriptText(messages);
  const hash = archive.put(text);
  if (archive.get(hash) !== text) throw new Error("the archived transcript could not be read back");
  return hash;
}
