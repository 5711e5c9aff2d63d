import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repository } from "../../src/assemble/testing.ts";
import { diskTree, loadProject, readYaml } from "../../src/load/index.ts";

const tree = diskTree(repository);
const { data, findings } = readYaml(tree, "corpus/behaviours.yaml", "behaviours");
const rows = data?.behaviours ?? [];
const withProof = (...proofs: string[]) =>
  rows.filter(({ proof }) => proofs.includes(proof)).map(({ id }) => id);

/** Ids that start the name of a test or of a group of tests. */
const tested = new Set(
  globSync("{src,corpus,scripts}/**/*.test.ts", { cwd: repository }).flatMap((file) => {
    const text = readFileSync(path.join(repository, file), "utf8");
    return [...text.matchAll(/\(\s*["'`]([A-Z]{3}-\d\d)\b/g)].map((match) => match[1]!);
  }),
);

const { project } = loadProject(tree);
const keyless = project.cases.filter(({ needs }) => needs !== "llm");
const covered = new Set(keyless.flatMap(({ covers }) => covers));

const count = (proof: string) => rows.filter((row) => row.proof.startsWith(proof)).length;
const counts = ["test", "case", "later", "excluded"].map((proof) => `${count(proof)} ${proof}`).join(", ");

test(`every behaviour of the reference systems is accounted for: ${counts}`, () => {
  expect(findings).toEqual([]);
  const systems = { ABH: 41, VIB: 46, RIV: 37, RGT: 51 };
  const ids = Object.entries(systems).flatMap(([system, last]) =>
    Array.from({ length: last }, (_, i) => `${system}-${String(i + 1).padStart(2, "0")}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test("what is proved by a test starts the name of one, and what starts one is proved by it", () => {
  expect(withProof("test").filter((id) => !tested.has(id))).toEqual([]);
  expect([...tested].filter((id) => !withProof("test").includes(id)).toSorted()).toEqual([]);
});

test("what is proved by a case is covered by one that runs without a key, and no case covers what is not there", () => {
  expect(withProof("case").filter((id) => !covered.has(id))).toEqual([]);
  const known = withProof("test", "case");
  const unknown = project.cases.flatMap(({ id, covers }) =>
    covers.filter((row) => !known.includes(row)).map((row) => `${id} covers ${row}`),
  );
  expect(unknown).toEqual([]);
});

test("no file under src names a stack of this repository", () => {
  const stacks = [...project.stacks.keys()];
  const names = globSync("src/**/*.ts", { cwd: repository }).filter((file) => {
    const text = readFileSync(path.join(repository, file), "utf8");
    return stacks.some((stack) => new RegExp(`\\b${stack}\\b`, "i").test(text));
  });
  expect(stacks).toHaveLength(4);
  expect(names).toEqual([]);
});
