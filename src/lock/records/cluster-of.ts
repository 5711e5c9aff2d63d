import { createHmac } from "node:crypto";
import { sha256 } from "../../util/index.ts";

/**
 * What a record holds in place of a user's or task's name. Without a key it is a plain hash, equal on every machine,
 * which hides the name from a glance and from nobody who can list the likely names. With one it is an HMAC-SHA256,
 * which only holders of the key can check.
 */
export function clusterOf(name: string, key: string | undefined): string {
  if (key === undefined || key === "") return sha256(`strata-cluster\0${name}`);
  return `hmac-sha256:${createHmac("sha256", key).update(name, "utf8").digest("hex")}`;
}
