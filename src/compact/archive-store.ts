import type { ObjectStore } from "../lock/index.ts";
import type { Archive } from "./hooks/index.ts";

/** An archive in the object store of session records, where a damaged transcript counts as none. */
export function storeArchive(store: ObjectStore): Archive {
  return {
    put: (text) => store.put(text),
    get(hash) {
      const found = store.get(hash);
      return "bytes" in found ? Buffer.from(found.bytes).toString("utf8") : null;
    },
  };
}
