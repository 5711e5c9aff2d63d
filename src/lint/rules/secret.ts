import { findSecrets } from "../secrets/find-secrets.ts";
import { defineRule } from "../types.ts";

/** A credential that is not a vendor's documented example. */
export const secret = defineRule({
  kind: "secret",
  severity: "error",
  heuristic: false,
  inputs: ["text"],
  async run({ text }) {
    const found = await findSecrets(text.text);
    return found.map(({ line, what }) => ({ line: text.firstLine + line - 1, args: { what } }));
  },
});
