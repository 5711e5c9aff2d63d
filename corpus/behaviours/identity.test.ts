import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import {
  diskTree,
  loadProject,
  type Project,
  type Scenario,
  type SourceTree,
  type Stack,
} from "../../src/load/index.ts";
import type { WrittenModel } from "../../src/schema/index.ts";
import { type Assembly, assemble, assemblyToJson } from "../../src/assemble/index.ts";
import { repository } from "../../src/assemble/testing.ts";

// Design sections 3 and 4, for every combination of the real stacks in every scenario of the corpus.

const sha256 = (data: string | Uint8Array) => `sha256:${createHash("sha256").update(data).digest("hex")}`;
const only = /^(prompts|corpus\/scenarios)(\/|$)/;
const disk = diskTree(repository);
const { project, findings } = loadProject(withoutCases(disk));

function withoutCases(tree: SourceTree): SourceTree {
  return { lookup: (at) => (only.test(at) ? tree.lookup(at) : { kind: "missing" }) };
}

/** Every profile of every variant of every stack, for the models and in the scenarios that a stack is tried with. */
function assembleAll(
  { stacks }: Project,
  modelsFor: (stack: Stack) => WrittenModel[],
  scenariosFor: (stack: Stack) => Scenario[],
): Assembly[] {
  return [...stacks.values()].flatMap((variants) =>
    [...variants.values()].flatMap((stack) =>
      [...stack.profiles.values()].flatMap((profile) =>
        scenariosFor(stack).flatMap((scenario) =>
          modelsFor(stack).map((model) => assemble({ stack, profile, model, scenario })),
        ),
      ),
    ),
  );
}
const models = [...project.models.values()];
/** All of them for abhed; elsewhere two of different vendors are enough. */
const modelsOf = ({ id }: Stack) => (id === "abhed" ? models : [models[0]!, models.at(-1)!]);
const referenceOf = (from: Project) => (stack: Stack) => [from.scenarios.get(stack.reference)!];
const othersOf = (stack: Stack) =>
  [...project.scenarios.values()].filter(({ id }) => stack.id === "abhed" || id.startsWith(stack.id));
const references = assembleAll(project, modelsOf, referenceOf(project));
const everywhere = [...references, ...assembleAll(project, () => models.slice(0, 1), othersOf)];
const name = ({ stack, variant, profile, model, scenario }: Assembly) =>
  [stack, variant, profile, model, scenario].join(" ");
/** The assemblies that do not have a property, by name. */
const failing = (assemblies: Assembly[], holds: (assembly: Assembly) => boolean) =>
  assemblies.filter((assembly) => !holds(assembly)).map(name);

test("the repository's prompts and scenarios load", () => {
  expect(findings).toEqual([]);
  expect(everywhere.length).toBeGreaterThan(references.length);
});

test("hash is the SHA-256 of the text", () => {
  expect(failing(everywhere, ({ text, hash }) => hash === sha256(text))).toEqual([]);
});

test("every other channel has the SHA-256 of its text", () => {
  expect(
    failing(everywhere, ({ channels }) =>
      Object.values(channels).every(({ text, hash }) => hash === sha256(text)),
    ),
  ).toEqual([]);
});

test("the bytes of a layer hash to its hash", () => {
  const holds = (assembly: Assembly) =>
    assembly.layers.every(({ channel, start, end, hash }) => {
      const bytes = Buffer.from(
        channel === "system" ? assembly.text : assembly.channels[channel]!.text,
        "utf8",
      );
      return start < end && sha256(bytes.subarray(start, end)) === hash;
    });
  expect(failing(everywhere, holds)).toEqual([]);
});

test("layers follow one another with exactly the stack's separator between them, and its end behind the last", () => {
  const holds = ({ stack, variant, text, layers }: Assembly) => {
    const { separator, end } = project.stacks.get(stack)!.get(variant)!;
    const bytes = Buffer.from(text, "utf8");
    let rebuilt = "";
    let position = 0;
    for (const layer of layers.filter(({ channel }) => channel === "system")) {
      if (position > 0) rebuilt += separator;
      position += position > 0 ? Buffer.byteLength(separator) : 0;
      if (layer.start !== position) return false;
      rebuilt += bytes.subarray(layer.start, layer.end).toString("utf8");
      position = layer.end;
    }
    return rebuilt + end === text;
  };
  // A stack with a frame puts more than its separator there.
  const plain = everywhere.filter(
    ({ stack, variant }) => !("frame" in project.stacks.get(stack)!.get(variant)!),
  );
  expect(failing(plain, holds)).toEqual([]);
});

test("layers stand in the order of their tiers", () => {
  const holds = ({ stack, variant, layers }: Assembly) => {
    const order = project.stacks
      .get(stack)!
      .get(variant)!
      .tiers.map(({ id }) => id);
    const ranks = layers.filter(({ channel }) => channel === "system").map(({ tier }) => order.indexOf(tier));
    return ranks.every((rank, i) => rank >= (ranks[i - 1] ?? 0));
  };
  expect(failing(everywhere, holds)).toEqual([]);
});

test("prefixHash is of the text up to the end of the last cached layer", () => {
  const holds = ({ stack, variant, text, layers, prefixHash }: Assembly) => {
    const { tiers } = project.stacks.get(stack)!.get(variant)!;
    const cached = new Set(tiers.filter((tier) => tier.cached).map(({ id }) => id));
    const ends = layers
      .filter(({ channel, tier }) => channel === "system" && cached.has(tier))
      .map(({ end }) => end);
    return prefixHash === sha256(Buffer.from(text, "utf8").subarray(0, Math.max(0, ...ends)));
  };
  expect(failing(everywhere, holds)).toEqual([]);
});

test("two assemblies of fresh trees are equal", () => {
  const again = loadProject(withoutCases(diskTree(repository))).project;
  const fresh = assembleAll(again, modelsOf, referenceOf(again));
  expect(fresh).toHaveLength(references.length);
  expect(
    failing(fresh, (assembly) => isDeepStrictEqual(assembly, references[fresh.indexOf(assembly)])),
  ).toEqual([]);
});

test("recipeHash depends on stack, variant and profile, and on nothing else", () => {
  const recipes = new Map<string, Set<string>>();
  for (const { stack, variant, profile, recipeHash } of everywhere) {
    const key = [stack, variant, profile].join(" ");
    recipes.set(key, (recipes.get(key) ?? new Set()).add(recipeHash));
  }
  expect([...recipes].filter(([, hashes]) => hashes.size !== 1)).toEqual([]);
  expect(new Set([...recipes.values()].flatMap((hashes) => [...hashes])).size).toBe(recipes.size);
});

describe("the clock of abhed", () => {
  const abhed = { ...project, stacks: new Map([["abhed", project.stacks.get("abhed")!]]) };
  const at = (clock: string) =>
    assembleAll(abhed, modelsOf, (stack) => [{ ...project.scenarios.get(stack.reference)!, clock }]);
  const before = at("2026-03-30T14:30:00+02:00");

  test("a second later changes nothing", () => {
    const after = at("2026-03-30T14:30:01+02:00");
    expect(
      failing(after, (assembly) => isDeepStrictEqual(assembly, before[after.indexOf(assembly)])),
    ).toEqual([]);
  });

  test("a day later changes the environment layer, the hashes that cover it, and nothing else", () => {
    const after = at("2026-03-31T14:30:00+02:00");
    const holds = (assembly: Assembly) => {
      const old = before[after.indexOf(assembly)]!;
      const changed = assembly.layers
        .filter(({ hash }, i) => hash !== old.layers[i]!.hash)
        .map(({ id }) => id);
      const whole = assembly.hash !== old.hash && assembly.prefixHash !== old.prefixHash;
      return changed.join() === "environment" && whole && assembly.recipeHash === old.recipeHash;
    };
    expect(failing(after, holds)).toEqual([]);
  });
});

test("the JSON of an assembly has the keys of the design and no other", () => {
  const assembly = references[0]!;
  const json = assemblyToJson(assembly, project.models.get(assembly.model)!, (text) => text.length);
  const written = JSON.parse(JSON.stringify(json)) as { layers: { sources: object[] }[] };
  expect(Object.keys(written)).toEqual([
    ...["stack", "variant", "profile", "model", "scenario", "recipeHash", "hash", "prefixHash", "toolsHash"],
    ...["tokens", "text", "channels", "layers", "diagnostics"],
  ]);
  const layer = [
    "id",
    "version",
    "tier",
    "channel",
    "hash",
    "sourceHash",
    "start",
    "end",
    "tokens",
    "sources",
  ];
  for (const one of written.layers) {
    expect(layer).toEqual(expect.arrayContaining(Object.keys(one)));
    for (const use of one.sources)
      expect(["path", "scope", "sourceHash", "status", "reason"]).toEqual(
        expect.arrayContaining(Object.keys(use)),
      );
  }
});
