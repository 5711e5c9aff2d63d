import { expect, test } from "vitest";
import { valid } from "../../src/assemble/testing.ts";
import { offlineRunner, planRun } from "../../src/run/index.ts";
import { loadRightAgent } from "./testing-right-agent.ts";

const files = {
  "evals/default.yaml": JSON.stringify({ strata: 1, id: "default", answer: "reader:bm25" }),
  "corpus/cases/right-agent/one.yaml": JSON.stringify({
    ...{ strata: 1, stack: "right-agent" },
    cases: [{ id: "right-agent-any", needs: "assembly", assert: [{ type: "contains", value: "x" }] }],
  }),
};
const project = valid(loadRightAgent({ files }));

/** Grades an answer by a contract, first its schema and then the rules beyond it; and by what else a case asserts. */
async function grade(
  contract: string,
  answer: unknown,
  {
    variant = "default",
    asserts = [],
  }: { variant?: string; asserts?: { type: string; value: unknown }[] } = {},
): Promise<{ schema: boolean; rules: boolean; all: boolean; reason: string }> {
  const item = {
    ...project.cases[0]!,
    ...{
      providerOutput: JSON.stringify(answer),
      profiles: ["worker"],
      models: ["reader:bm25"],
      variants: [variant],
    },
    assert: [{ type: "is-json", value: { contract } }, ...asserts],
  };
  const plan = planRun({ ...project, cases: [item] }, { suite: "default" });
  const { assertions, reason, status } = await offlineRunner(plan)(plan.trials[0]!);
  expect(["passed", "failed"]).toContain(status);
  const of = (type: string) => assertions.find((one) => one.type === type)?.pass ?? true;
  return { schema: of("is-json"), rules: of("strata:rules"), all: status === "passed", reason };
}

const receipts = (...used_skill_receipts: object[]) => ({ used_skill_receipts });
const reply = (content: unknown, more: object = {}) => ({ content, ...receipts(), ...more });

test.each([
  ["no receipts", { content: null }, false],
  ["null content and no skill", reply(null), true],
  ["no content", receipts(), false],
  ["a receipt", { content: null, ...receipts({ package_name: "rightx-kiln", message: "x" }) }, true],
  [
    "a receipt of another package",
    { content: null, ...receipts({ package_name: "kiln", message: "x" }) },
    false,
  ],
  ["an empty receipt", { content: null, ...receipts({ package_name: "rightx-kiln", message: "" }) }, false],
  ["the optional fields", reply({ text: "x" }, { reply_to_message_id: 7, attachments: [] }), true],
])("RGT-28 a reply with %s", async (_, answer, expected) => {
  expect((await grade("reply", answer)).all).toBe(expected);
});

test("RGT-29 16,385 emoji fit the schema, which counts code points, and not the platform, which counts UTF-16", async () => {
  const graded = await grade("reply", reply({ text: "😀".repeat(16_385) }));
  expect(graded).toMatchObject({ schema: true, rules: false });
  expect(graded.reason).toContain("32770");
  expect((await grade("reply", reply({ text: "😀".repeat(16_384) }))).all).toBe(true);
  expect((await grade("reply", reply({ text: "x".repeat(32_769) }))).schema).toBe(false);
});

test.each([
  ["text", { text: "x" }, true],
  ["blocks", { blocks: [{ type: "paragraph", text: "x" }] }, true],
  ["both", { text: "x", blocks: [] }, false],
  ["neither", {}, false],
  ["another key", { text: "x", parse_mode: "HTML" }, false],
])("RGT-29 rich content with %s", async (_, content, expected) => {
  expect((await grade("reply", reply(content))).schema).toBe(expected);
});

test.each([
  [
    "a table with equal rows",
    {
      blocks: [
        {
          rows: [
            ["a", "b"],
            ["c", "d"],
          ],
        },
      ],
    },
    true,
  ],
  ["a table with unequal rows", { blocks: [{ rows: [["a", "b"], ["c"]] }] }, false],
  ["a table whose header is longer", { blocks: [{ header: ["a", "b"], rows: [["c"]] }] }, false],
  [
    "links of all four schemes",
    { text: "[a](http://a) [b](https://b) [c](mailto:c@d.e) [d](tel:+49123)" },
    true,
  ],
  ["a script link", { text: "[a](javascript:alert)" }, false],
  ["a file link in a block", { blocks: [{ type: "link", url: "file:///etc/passwd" }] }, false],
])("RGT-29 %s: what the schema cannot say", async (_, content, expected) => {
  expect(await grade("reply", reply(content))).toMatchObject({ schema: true, rules: expected });
});

test.each([
  ["4,096", "x".repeat(4096), true],
  ["4,097", "x".repeat(4097), false],
])("RGT-29 a fallback chunk of %s UTF-16 units", async (_, chunk, expected) => {
  const asserts = [{ type: "strata:rules", value: "fallback-chunks" }];
  const { reason } = await grade("curator-plan", { chunks: [chunk] }, { asserts });
  expect(reason.includes("fallback-chunks")).toBe(!expected);
});

const stages = ["user_name", "agent_name", "nature", "vibe", "emoji", "final"];
const question = { text: "What shall I be to you?" };
const bootstrap = (bootstrap_stage: string, bootstrap_complete: boolean, content: unknown = question) => ({
  content,
  bootstrap_complete,
  bootstrap_stage,
});

test("RGT-30 a bootstrap output names one of six stages and is complete at the last only", async () => {
  for (const stage of stages) {
    expect((await grade("bootstrap", bootstrap(stage, false))).all).toBe(true);
    expect((await grade("bootstrap", bootstrap(stage, true))).schema).toBe(stage === "final");
  }
  expect((await grade("bootstrap", bootstrap("colour", false))).schema).toBe(false);
});

/** A case knows the authoritative stage, which the answer must name exactly. */
const atStage = (stage: string) => ({
  asserts: [
    { type: "is-json", value: { type: "object", properties: { bootstrap_stage: { const: stage } } } },
  ],
});

test.each([
  ["one question at the exact stage", bootstrap("nature", false), true],
  ["a stage that is not the current one", bootstrap("vibe", false), false],
  ["no text", bootstrap("nature", false, { text: "" }), false],
  ["nothing", bootstrap("nature", false, null), false],
  ["two questions", bootstrap("nature", false, { text: "What am I? And how do I sound?" }), false],
  ["a statement", bootstrap("nature", false, { text: "I am your assistant." }), false],
  ["completion before the last stage", bootstrap("nature", true), false],
])("RGT-26 at stage nature, a reply with %s", async (_, answer, expected) => {
  expect((await grade("bootstrap", answer, atStage("nature"))).all).toBe(expected);
});

const cron = (delivery: object, run_note: unknown = "") => ({ delivery, run_note });

test.each([
  ["silence without a reason", cron({ kind: "silent" }), false],
  ["silence with a reason", cron({ kind: "silent", reason: "unchanged" }), true],
  ["a notification", cron({ kind: "notify", content: { text: "x" } }), true],
  ["a notification without content", cron({ kind: "notify" }), false],
  ["no run note", { delivery: { kind: "silent", reason: "unchanged" } }, false],
])("RGT-31 a cron output with %s", async (_, answer, expected) => {
  expect((await grade("cron", answer)).all).toBe(expected);
});

test.each([
  ["silence", cron({ kind: "silent", reason: "unchanged" }), false],
  ["a notification", cron({ kind: "notify", content: { text: "x" } }), true],
  ["empty content", cron({ kind: "notify", content: { text: "" } }), false],
  ["content that is null", cron({ kind: "notify", content: null }), false],
])("RGT-32 a background output with %s", async (_, answer, expected) => {
  expect((await grade("bg-continuation", answer)).all).toBe(expected);
});

test.each([
  [
    "patch_existing without target_skill",
    { decision: "patch_existing", reason: "x" },
    { schema: true, rules: false },
  ],
  ["create_new without topic_hint", { decision: "create_new", reason: "x" }, { schema: true, rules: false }],
  ["skip", { decision: "skip", reason: "x" }, { schema: true, rules: true }],
  [
    "patch_existing with its skill",
    { decision: "patch_existing", reason: "x", target_skill: "rightx-kiln-9" },
    { schema: true, rules: true },
  ],
  [
    "another prefix",
    { decision: "patch_existing", reason: "x", target_skill: "Rightx-Kiln" },
    { schema: false },
  ],
  ["a reason of 401 characters", { decision: "skip", reason: "x".repeat(401) }, { schema: false }],
  [
    "a topic of 121 characters",
    { decision: "create_new", reason: "x", topic_hint: "x".repeat(121) },
    { schema: false },
  ],
])("RGT-33 a prefilter output: %s", async (_, answer, expected) => {
  expect(await grade("prefilter", answer)).toMatchObject(expected);
});

const action = { kind: "archive", skills: ["rightx-a"], target: "rightx-b", rationale: "Same steps." };

test.each([
  ["an action", { actions: [action] }, true],
  ["no target", { actions: [{ kind: "demote", skills: ["rightx-a"], rationale: "x" }] }, true],
  ["an extra key", { actions: [{ ...action, force: true }] }, false],
  ["an extra key outside", { actions: [], note: "x" }, false],
  ["a deletion", { actions: [{ ...action, kind: "delete" }] }, false],
])("RGT-34 a curator plan with %s", async (_, answer, expected) => {
  expect((await grade("curator-plan", answer)).all).toBe(expected);
});

test("RGT-35 the older schemas have plain text and no stage; both versions are kept, one in a variant", async () => {
  const older = reply("plain text");
  const variant = "stored-code";
  expect((await grade("reply", older)).schema).toBe(false);
  expect((await grade("reply", older, { variant })).all).toBe(true);
  expect((await grade("reply", reply({ text: "x" }), { variant })).schema).toBe(false);
  const unstaged = { content: "What shall I be to you?", bootstrap_complete: false };
  expect((await grade("bootstrap", unstaged)).schema).toBe(false);
  expect((await grade("bootstrap", unstaged, { variant })).all).toBe(true);
});

const photo = (media_group_id: string | null) => ({ type: "photo", path: "/sandbox/a.jpg", media_group_id });

test.each([
  ["two of one group", [photo("a"), photo("a")], true],
  ["one of no group", [photo(null)], true],
  ["two groups, one after the other", [photo("a"), photo("a"), photo("b"), photo(null)], true],
  ["a group that another item tears apart", [photo("a"), photo("b"), photo("a")], false],
])("RGT-50 attachments: %s", async (_, attachments, expected) => {
  expect(await grade("reply", reply(null, { attachments }))).toMatchObject({ schema: true, rules: expected });
});
