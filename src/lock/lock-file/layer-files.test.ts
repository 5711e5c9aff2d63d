import { expect, test } from "vitest";
import { pathOfKey } from "./layer-files.ts";

test.each([
  ["prompts/demo/core.md", "prompts/demo/core.md"],
  ["prompts/demo/core.md as core@brief", "prompts/demo/core.md"],
  ["prompts/demo/talk as pirate.md", "prompts/demo/talk as pirate.md"],
  ["prompts/demo/talk as pirate.md as role@default", "prompts/demo/talk as pirate.md"],
])("the entry %s is of the file %s", (key, path) => {
  expect(pathOfKey(key)).toBe(path);
});
