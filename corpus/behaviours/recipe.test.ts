import { describe, expect, test } from "vitest";
import { memoryTree } from "../../src/load/index.ts";
import {
  aLayerFile,
  aProject,
  assembleIn,
  edited,
  type Files,
  type ProjectSpec,
} from "../../src/assemble/testing.ts";
import { assembleAbhed } from "./testing-abhed.ts";

// What recipeHash, toolsHash and prefixHash cover, on a small stack.

const stack = {
  tools: { read: { description: "Reads." }, grep: {}, edit: { mutates: true } },
  inputs: { note: { type: "text", default: "" }, repair: { type: "text", default: "" } },
  profiles: {
    main: { tools: "all" },
    other: { tools: ["read"], flags: ["quiet"] },
    cron: { tools: ["read"], mode: "cron" },
  },
  layers: [
    { id: "core", tier: "core", source: { file: "core.md" } },
    { id: "gpt", tier: "core", when: { model: "gpt" }, source: { file: "gpt.md" } },
    { id: "not-gpt", tier: "core", unless: { model: "gpt" }, source: { file: "not-gpt.md" } },
    { id: "edits", tier: "core", when: { tool: "edit" }, source: { file: "edits.md" } },
    { id: "loud", tier: "core", unless: { flag: "quiet" }, source: { file: "loud.md" } },
    { id: "cron", tier: "core", when: { mode: "cron", model: "gpt" }, source: { file: "cron.md" } },
    { id: "noted", tier: "session", when: { input: { note: "N" } }, source: { file: "noted.md" } },
    { id: "note", tier: "session", source: { value: "note" } },
    { id: "repair", tier: "turn", source: { value: "repair" } },
    { id: "prefix", tier: "turn", channel: "user_prefix", source: { value: "repair" } },
  ],
};
const names = ["core", "gpt", "not-gpt", "edits", "loud", "cron", "noted"];
const written: Files = Object.fromEntries(
  names.map((name) => [`prompts/demo/${name}.md`, aLayerFile(`This is ${name}.\n`)]),
);
const load = ({ files, ...spec }: ProjectSpec = {}) =>
  aProject({ stack, ...spec, files: { ...written, ...files } });
const before = load();
const values = (texts: object) => ({ scenario: { values: texts } });

/** Profiles whose recipe another project changes. */
function changedBy(spec: ProjectSpec): string[] {
  const after = load(spec);
  return ["main", "other", "cron"].filter((profile) => {
    return assembleIn(before, { profile }).recipeHash !== assembleIn(after, { profile }).recipeHash;
  });
}

describe("recipeHash", () => {
  test.each([
    ["core", ["main", "other", "cron"]],
    ["gpt", ["main", "other", "cron"]],
    ["not-gpt", ["main", "other", "cron"]],
    ["edits", ["main"]],
    ["loud", ["main", "cron"]],
    ["cron", ["cron"]],
    ["noted", ["main", "other", "cron"]],
  ])(
    "changes with %s for every profile that can select it, whatever the model and the inputs: %j",
    (name, profiles) => {
      expect(changedBy({ files: { [`prompts/demo/${name}.md`]: aLayerFile(`This is ${name}!\n`) } })).toEqual(
        profiles,
      );
      expect(
        changedBy({ files: { [`prompts/demo/${name}.md`]: aLayerFile(`This is ${name}.\n`, "1.0.1") } }),
      ).toEqual(profiles);
    },
  );

  test("changes with the stack's settings", () => {
    const all = ["main", "other", "cron"];
    expect(changedBy({ stack: { ...stack, separator: "\n" } })).toEqual(all);
    expect(changedBy({ stack: { ...stack, end: "\n" } })).toEqual(all);
    const [core, ...rest] = stack.layers;
    expect(changedBy({ stack: { ...stack, layers: [{ ...core, heading: "# Core" }, ...rest] } })).toEqual(
      all,
    );
    expect(changedBy({ stack: { ...stack, layers: [...rest, core] } })).toEqual(all);
    const tools = { ...stack.tools, read: { description: "Reads files." } };
    expect(changedBy({ stack: { ...stack, tools } })).toEqual(all);
  });

  test("changes with the settings of a layer for the profiles that can select it", () => {
    const layers = stack.layers.map((layer) =>
      layer.id === "edits" ? { ...layer, heading: "# Edits" } : layer,
    );
    expect(changedBy({ stack: { ...stack, layers } })).toEqual(["main"]);
  });

  test("does not change with descriptions, scenario, values, memory or another file of the folder", () => {
    const profiles = { ...stack.profiles, main: { tools: "all", description: "The main one." } };
    expect(changedBy({ stack: { ...stack, description: "Another description." } })).toEqual([]);
    expect(changedBy({ stack: { ...stack, profiles } })).toEqual([]);
    expect(changedBy({ ...values({ note: "N" }), workspace: { "ABHED.md": "x" } })).toEqual([]);
    expect(changedBy({ files: { "prompts/demo/unused.md": "x" } })).toEqual([]);
  });

  test("is the same for every model, though the texts differ", () => {
    const models = ["acme:one", "acme:gpt"].map((id) => ({ id, pinned: true, window: null }));
    const project = load({ files: { "prompts/models.yaml": JSON.stringify({ strata: 1, models }) } });
    const [one, gpt] = models.map(({ id }) => assembleIn(project, { model: id }));
    expect(gpt!.recipeHash).toBe(one!.recipeHash);
    expect([one!, gpt!].map(({ text }) => text.includes("This is gpt."))).toEqual([false, true]);
  });

  test("of review alone changes with one byte of the review profile in the real stack", () => {
    const files = edited("prompts/abhed/profiles/review.md", "unedited.", "unedited!");
    for (const variant of ["default", "code"]) {
      const changed = ["main", "general", "explore", "test", "review"].filter((profile) => {
        const [a, b] = [assembleAbhed({ variant, profile }), assembleAbhed({ variant, profile, files })];
        return a.recipeHash !== b.recipeHash;
      });
      expect(changed).toEqual(["review"]);
    }
  });
});

describe("tools", () => {
  const profilesWith = (tools: string[]) => ({ ...stack, profiles: { ...stack.profiles, main: { tools } } });

  test("stand in the order of the stack, whatever the order of the profile", () => {
    const [a, b] = [
      ["edit", "read"],
      ["read", "edit"],
    ].map((tools) => assembleIn(load({ stack: profilesWith(tools) })));
    expect(a!.tools.map(({ name }) => name)).toEqual(["read", "edit"]);
    expect(b).toEqual(a);
  });

  test("change toolsHash and not the text", () => {
    const [a, b] = [["read"], ["read", "grep"]].map((tools) =>
      assembleIn(load({ stack: profilesWith(tools) })),
    );
    expect(b!.toolsHash).not.toBe(a!.toolsHash);
    expect(b!.text).toBe(a!.text);
  });
});

describe("prefixHash", () => {
  const of = (texts: object) => assembleIn(load(values(texts)));
  const plain = of({ note: "N", repair: "R" });

  test("does not cover a turn tier, which hash does", () => {
    const other = of({ note: "N", repair: "R2" });
    expect(other.prefixHash).toBe(plain.prefixHash);
    expect(other.hash).not.toBe(plain.hash);
    expect(plain.text).toMatch(/N\n\nR$/);
  });

  test("is the hash of what the prompt would be without the turn tier", () => {
    expect(of({ note: "N" }).hash).toBe(plain.prefixHash);
  });

  test("covers the session tier", () => {
    expect(of({ note: "M", repair: "R" }).prefixHash).not.toBe(plain.prefixHash);
  });

  test("and hash do not cover another channel, which has its own", () => {
    const channel = { ...stack, layers: stack.layers.filter(({ id }) => id !== "repair") };
    const [a, b] = ["R", "R2"].map((repair) => assembleIn(load({ stack: channel, ...values({ repair }) })));
    expect([b!.hash, b!.prefixHash]).toEqual([a!.hash, a!.prefixHash]);
    expect(b!.channels.user_prefix!.hash).not.toBe(a!.channels.user_prefix!.hash);
    expect(b!.layers.at(-1)).toMatchObject({ id: "prefix", channel: "user_prefix", start: 0, end: 2 });
  });
});

test("a stack without any text has the hash of nothing", () => {
  const empty = aProject({
    stack: { layers: [{ id: "note", tier: "core", source: { value: "note" } }], inputs: stack.inputs },
  });
  const nothing = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  expect(assembleIn(empty)).toMatchObject({ text: "", hash: nothing, prefixHash: nothing, layers: [] });
});

test("the tree that the files come from does not matter", () => {
  const layered = load({ through: (tree) => memoryTree({}, tree) });
  expect(assembleIn(layered)).toEqual(assembleIn(before));
});
