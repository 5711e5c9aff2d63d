import { expect, test } from "vitest";
import { aLayerFile, valid } from "../../src/assemble/testing.ts";
import { buildLock, checkVersions, versionedFiles } from "../../src/lock/index.ts";
import { loadRivumi } from "./testing-rivumi.ts";

const file = "prompts/rivumi/tool-policy.md";
const reading = (text: string, version: string) =>
  valid(loadRivumi({ files: { [file]: aLayerFile(text, version) } }));

/** What is said of the versions of one state of the stack after another. */
function complaints(before: [string, string], after: [string, string]): string[] {
  const base = { lock: buildLock(reading(...before)).lock, name: "the base" };
  const prompts = reading(...after);
  const files = versionedFiles(prompts, buildLock(prompts).lock, base);
  return checkVersions(files, base.name).map(({ kind, file: at, layer }) => `${kind} ${at} ${layer}`);
}

const text = (rule: string) => `[{{tool_tag}}]\n${rule}\n{{tool_names}}\n`;

test("RIV-05 a text that changed without a new version is reported, with its file and section", () => {
  expect(complaints([text("Be careful."), "1.4.0"], [text("Be bold."), "1.4.0"])).toEqual([
    `unbumped-version ${file} rivumi/tool_policy`,
  ]);
});

test("RIV-05 with a new version, or without a change, nothing is reported", () => {
  expect(complaints([text("Be careful."), "1.4.0"], [text("Be bold."), "1.4.1"])).toEqual([]);
  expect(complaints([text("Be careful."), "1.4.0"], [text("Be careful."), "1.4.0"])).toEqual([]);
});

test("RIV-05 a new version without a change is reported too", () => {
  expect(complaints([text("Be careful."), "1.4.0"], [text("Be careful."), "1.5.0"])).toEqual([
    `needless-bump ${file} rivumi/tool_policy`,
  ]);
});
