import { hash } from "node:crypto";

/** `sha256:` and 64 hex digits. */
export type Sha256 = `sha256:${string}`;

/** SHA-256 of the UTF-8 bytes of a text, or of the bytes given. */
export function sha256(data: string | Uint8Array): Sha256 {
  return `sha256:${hash("sha256", data, "hex")}`;
}

/** The 12 hex digits that people are shown. */
export function shortHash(value: Sha256): string {
  return value.slice("sha256:".length, "sha256:".length + 12);
}
