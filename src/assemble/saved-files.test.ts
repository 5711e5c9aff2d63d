import { expect, test } from "vitest";
import { diskTree, type Entry, loadProject } from "../load/index.ts";
import { type Assembly, assemble } from "./index.ts";
import { repository } from "./testing.ts";

// Design section 3: the same text has the same hashes however its file is saved and its folder is listed.

const disk = diskTree(repository);
const unchanged = assembleChanged((entry) => entry);

/** Every profile of every stack in its reference scenario, from files that are changed on the way. */
function assembleChanged(change: (entry: Entry) => Entry): Assembly[] {
  const { project, findings } = loadProject({
    lookup: (at) =>
      /^(prompts|corpus\/scenarios)(\/|$)/.test(at) ? change(disk.lookup(at)) : { kind: "missing" },
  });
  if (findings.length > 0) throw new Error(findings.map(({ message }) => message).join("\n"));
  const [model] = [...project.models.values()];
  return [...project.stacks.values()].flatMap((variants) => {
    const stack = variants.get("default")!;
    const scenario = project.scenarios.get(stack.reference)!;
    return [...stack.profiles.values()].map((profile) =>
      assemble({ stack, profile, model: model!, scenario }),
    );
  });
}

function rewritten(rewrite: (text: string) => string): Assembly[] {
  return assembleChanged((entry) => {
    if (entry.kind !== "file") return entry;
    const bytes = Buffer.from(rewrite(Buffer.from(entry.read()).toString("utf8")), "utf8");
    return { ...entry, size: bytes.length, read: () => bytes };
  });
}

/** Everything about an assembly but the sizes on disk, which do differ. */
function written(assembly: Assembly): string {
  return JSON.stringify(assembly, (key, item: unknown) => (key === "bytes" ? undefined : item));
}

/** Combinations that are not as they were. */
function different(assemblies: Assembly[]): string[] {
  expect(assemblies).toHaveLength(unchanged.length);
  const changed = assemblies.filter((assembly, i) => written(assembly) !== written(unchanged[i]!));
  return changed.map(({ stack, profile }) => `${stack} ${profile}`);
}

test.each<[string, (text: string) => string]>([
  ["a byte order mark", (text) => `\uFEFF${text}`],
  ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["CR", (text) => text.replaceAll("\n", "\r")],
  ["a byte order mark and CRLF", (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`],
])("with %s, everything about the real stacks is the same", (_, rewrite) => {
  expect(different(rewritten(rewrite))).toEqual([]);
});

test("in whatever order a folder is listed, everything is the same", () => {
  const reversed = assembleChanged((entry) =>
    entry.kind === "directory" ? { ...entry, names: entry.names.toReversed() } : entry,
  );
  expect(different(reversed)).toEqual([]);
});
