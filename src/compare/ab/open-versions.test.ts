import { expect, test } from "vitest";
import { isUserError } from "../../util/index.ts";
import {
  aDeskRepository,
  casesFile,
  casesFor,
  compare,
  core,
  coreWith,
  files,
  line,
  manner,
  stackFile,
  versionsOf,
} from "./testing.ts";

/** Kinds and messages of what is refused. */
async function refusal(work: Promise<unknown>): Promise<{ kind: string; message: string; file?: string }[]> {
  try {
    await work;
  } catch (error) {
    if (isUserError(error))
      return error.findings.map(({ kind, message, file }) => ({ kind, message, ...(file && { file }) }));
    throw error;
  }
  throw new Error("nothing was refused");
}

test("a ref without prompts is refused by name", async () => {
  await using repository = await aDeskRepository({
    [core]: null,
    [manner]: null,
    [stackFile]: null,
    "prompts/models.yaml": null,
  });
  await repository.commit(files);
  const [only, ...rest] = await refusal(versionsOf(repository, { a: { ref: "HEAD~1" } }));
  expect(only).toMatchObject({
    kind: "no-prompts-at",
    message: expect.stringMatching(/^HEAD~1 \([0-9a-f]{12}\) has no prompts/),
  });
  expect(rest).toEqual([]);
});

test("what is wrong with a ref's prompts says at which ref, and the other side's is told too", async () => {
  await using repository = await aDeskRepository({ [core]: "no front matter\n" });
  await repository.files.writeFile(core, coreWith());
  await repository.files.writeFile(manner, "---\nversion: 1.0.0\n");
  const found = await refusal(versionsOf(repository));
  expect(found.map(({ kind, file }) => [kind, file])).toEqual([
    ["missing-version", `HEAD:${core}`],
    ["unterminated-front-matter", manner],
  ]);
});

test("what is wrong with the shared corpus is told once", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(casesFile, casesFor(["otter"]).replace("stack: desk", "stack: dask"));
  const found = await refusal(versionsOf(repository));
  expect(found).toMatchObject([{ kind: "unknown-stack", file: casesFile }]);
});

test("models come from the corpus's side, so that a ref's own list of them matters nothing", async () => {
  await using repository = await aDeskRepository({ "prompts/models.yaml": "strata: 1\nmodels: []\n" });
  await repository.files.writeFile("prompts/models.yaml", files["prompts/models.yaml"]);
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result.lost.map((one) => one.case)).toEqual(["otter"]);
});

test("stacks with other names, and profiles of one side alone, are listed as not compared", async () => {
  await using repository = await aDeskRepository();
  await repository.commit({
    "prompts/till/stack.yaml": files[stackFile]!.replace("id: desk", "id: till"),
    "prompts/till/core.md": coreWith(),
    "prompts/till/manner.md": files[manner]!,
    "corpus/cases/till/cases.yaml": casesFor(["otter"])
      .replace("stack: desk", "stack: till")
      .replace("id: otter", "id: till-otter"),
    [stackFile]: files[stackFile]!.replace(
      "  main: { tools: [] }\n",
      "  main: { tools: [] }\n  night: { tools: [] }\n",
    ),
    [core]: coreWith({ yak: null }),
  });
  const versions = await versionsOf(repository, { a: { ref: "HEAD~1" }, b: { ref: "HEAD" } });
  expect(versions.stacks).toEqual({ onlyA: [], onlyB: ["till"] });
  expect(versions.findings).toMatchObject([{ kind: "stack-one-sided", args: { stack: "till", cases: 1 } }]);
  const { result } = await compare(repository, versions);
  expect(result).toMatchObject({
    verdict: "regressed",
    lost: [{ case: "yak", combinations: ["desk/main on reader:bm25"] }],
  });
  expect(result.notCompared.onlyA).toEqual([]);
  expect(new Set(result.notCompared.onlyB.map(({ combination }) => combination))).toEqual(
    new Set(["desk/night on reader:bm25", "till/main on reader:bm25"]),
  );
  // The other way round, the names of the selection are those of either side.
  const back = await versionsOf(repository, { a: { ref: "HEAD" }, b: { ref: "HEAD~1" } });
  const again = await compare(repository, back, {
    selection: { suite: "default", profiles: ["main", "night"] },
  });
  expect(again.result.gained.map((one) => one.case)).toEqual(["yak"]);
  const unknown = await refusal(
    compare(repository, back, { selection: { suite: "default", profiles: ["nigt"] } }),
  );
  expect(unknown).toMatchObject([{ kind: "unknown-profile" }]);
});

test("a layer is replaced by a text, with or without a version of its own", async () => {
  await using repository = await aDeskRepository();
  const body = coreWith({ otter: null }).split("---\n")[2]!;
  const here = { a: { ref: "." }, b: { ref: "." } };
  const versions = await versionsOf(repository, { ...here, replace: [{ layer: "desk/core", text: body }] });
  expect(versions.b).toMatchObject({ replaced: [core], name: `working tree with another ${core}` });
  const { result } = await compare(repository, versions);
  expect(result).toMatchObject({ identical: false, verdict: "regressed", lost: [{ case: "otter" }] });
  const byPath = await versionsOf(repository, {
    ...here,
    replace: [{ layer: core, text: coreWith({ yak: null }) }],
  });
  const other = await compare(repository, byPath);
  expect(other.result.lost.map((one) => one.case)).toEqual(["yak"]);
  const unknown = await refusal(
    versionsOf(repository, { ...here, replace: [{ layer: "desk/cor", text: body }] }),
  );
  expect(unknown).toMatchObject([
    { kind: "replace-unknown", message: expect.stringContaining('Did you mean "desk/core"?') },
  ]);
});

test("two variants are compared on the cases that are meant for either", async () => {
  const kind = `  - { id: kind, needs: assembly, variants: [default], assert: [{ type: contains, value: Be kind }] }\n`;
  await using repository = await aDeskRepository({ [casesFile]: `${casesFor(["otter"])}${kind}` });
  const [a, b] = [
    { ref: ".", variant: "default" },
    { ref: ".", variant: "curt" },
  ];
  const { result } = await compare(repository, await versionsOf(repository, { a, b }));
  expect(result).toMatchObject({
    verdict: "regressed",
    lost: [{ case: "kind" }],
    corpus: { cases: 2, units: 2 },
  });
  expect(result.combinations).toMatchObject([{ id: "desk/main on reader:bm25", variant: "default -> curt" }]);
  const same = await compare(repository, await versionsOf(repository, { a, b: a }));
  expect(same.result).toMatchObject({ identical: true, exitCode: 0 });
  const unknown = await refusal(versionsOf(repository, { a, b: { ref: ".", variant: "kurt" } }));
  expect(unknown).toMatchObject([
    { kind: "variant-nowhere", message: expect.stringContaining('Did you mean "curt"?') },
  ]);
});

test("a case whose world is another on each side is not comparable", async () => {
  const world = files["corpus/scenarios/hall/scenario.yaml"].replace("id: hall", "id: yard");
  await using repository = await aDeskRepository({ "corpus/scenarios/yard/scenario.yaml": world });
  await repository.files.writeFile(
    stackFile,
    files[stackFile]!.replace("reference: hall", "reference: yard"),
  );
  await repository.files.writeFile(core, coreWith({ otter: `${line("otter")} Or later.` }));
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result.notCompared.changed).toHaveLength(12);
  expect(result.corpus.units).toBe(0);
  expect(result.findings).toMatchObject([{ kind: "case-changed" }]);
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
});
