import { cpSync, rmSync, statSync } from "node:fs";
import { $ } from "zx";

// For publishing only: Node does not strip types from files under node_modules.
$.preferLocal = true;
$.stdio = "inherit";

rmSync("dist", { recursive: true, force: true });
await $`tsc -p tsconfig.build.json`;
// Whatever is not TypeScript (JSON Schemas, page templates) is needed as it is, but for the entry of a checkout.
cpSync("src", "dist", {
  recursive: true,
  filter: (file) => statSync(file).isDirectory() || !/\.ts$|\/start\.js$/.test(file),
});
