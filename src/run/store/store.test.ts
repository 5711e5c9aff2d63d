import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import type { Answer, ChatRequest } from "../../model/index.ts";
import { callKey } from "../request-key.ts";
import { createExplainer, createStore, type Entry, entryPath, isKeepable, openAnswers } from "./index.ts";

const request: ChatRequest = {
  ...{ system: "You keep the till.\nCount twice.\n", tools: [], parameters: {} },
  messages: [{ role: "user", content: "Which port?" }],
};

function anEntry(changes: Partial<Entry> = {}): Entry {
  const asked = changes.request ?? request;
  return {
    ...{ requestKey: callKey("acme:one", asked, 1), answer: "acme:one", repeat: 1, salt: "", request: asked },
    response: { kind: "answer", text: "7340" },
    ...{ recorded: "2026-03-30T12:00:00.000Z", run: "r" },
    ...changes,
  };
}

test("property: an answer comes back as it was, byte for byte", async () => {
  await using fixture = await createFixture();
  const folder = openAnswers(fixture.path);
  const texts = fc.string({ unit: "binary", minLength: 1 }).map((text) => text.toWellFormed());
  const usage = fc.record({
    ...{ input: fc.nat(), cacheWrite: fc.nat(), cacheRead: fc.nat(), output: fc.nat(), reasoning: fc.nat() },
  });
  fc.assert(
    fc.property(
      texts,
      texts,
      fc.option(usage, { nil: undefined }),
      fc.string(),
      (text, content, used, salt) => {
        const asked = { ...request, messages: [{ role: "user" as const, content }] };
        const response: Answer = { kind: "answer", text, stop: "end", ...(used ? { usage: used } : {}) };
        const entry = anEntry({ request: asked, response, salt });
        folder.write(entry);
        const found = folder.read(entry.requestKey, salt)!;
        expect(found.response).toEqual(response);
        expect(folder.system(found)).toBe(request.system);
        expect(folder.read(entry.requestKey, `${salt}x`)).toBeUndefined();
      },
    ),
    { numRuns: 50 },
  );
  expect(folder.broken()).toBe(0);
});

test("one file for each answer, the system text once for all", async () => {
  await using fixture = await createFixture();
  const folder = openAnswers(fixture.path);
  for (const content of ["a", "b", "c"]) {
    folder.write(anEntry({ request: { ...request, messages: [{ role: "user", content }] } }));
  }
  expect([...folder.all()]).toHaveLength(3);
  expect(readdirSync(fixture.getPath("systems"))).toHaveLength(1);
  for (const { requestKey } of folder.all()) {
    expect(entryPath(requestKey, "")).toBe(`${requestKey.slice(7, 9)}/${requestKey.slice(7)}.json`);
    expect(readFileSync(fixture.getPath(entryPath(requestKey, "")), "utf8")).not.toContain("Count twice");
  }
});

test.each([
  ["half a file", (text: string) => text.slice(0, text.length / 2)],
  ["nothing", () => ""],
  [
    "another request's answer",
    (text: string) => text.replace(/"requestKey": "sha256:.{4}/, '"requestKey": "sha256:0000'),
  ],
  ["a later format", (text: string) => text.replace('"strata": 1', '"strata": 2')],
  [
    "a truncated answer",
    (text: string) => text.replace('"kind": "answer"', '"kind": "answer", "stop": "length"'),
  ],
  ["no JSON", () => "<html>"],
])("%s is a miss, and counted", async (_, damage) => {
  await using fixture = await createFixture();
  const folder = openAnswers(fixture.path);
  const entry = anEntry();
  folder.write(entry);
  const file = fixture.getPath(entryPath(entry.requestKey, ""));
  const text = readFileSync(file, "utf8");
  expect(damage(text)).not.toBe(text);
  writeFileSync(file, damage(text));
  expect([folder.read(entry.requestKey, ""), folder.broken()]).toEqual([undefined, 1]);
  folder.write(entry);
  expect(folder.read(entry.requestKey, "")?.response.text).toBe("7340");
});

test("the cache is for this user alone, and no git takes it up", async () => {
  await using fixture = await createFixture();
  const hidden = fixture.getPath(".strata");
  openAnswers(path.join(hidden, "cache"), { hidden }).write(anEntry());
  expect([statSync(hidden).mode & 0o777, readFileSync(path.join(hidden, ".gitignore"), "utf8")]).toEqual([
    0o700,
    "*\n",
  ]);
});

test("modes: who is read, and where answers are kept", async () => {
  await using fixture = await createFixture();
  const [cache, tapes] = ["cache", "tapes"].map((dir) => openAnswers(fixture.getPath(dir)));
  const [cached, taped] = ["cached", "taped"].map((content) =>
    anEntry({ request: { ...request, messages: [{ role: "user", content }] } }),
  );
  cache!.write(cached!);
  tapes!.write(taped!);
  const found = (mode: "auto" | "live" | "record" | "replay", recordings = tapes!) => {
    const store = createStore(mode, cache!, recordings);
    return [cached!, taped!].map(({ requestKey }) => store.find(requestKey, "")?.from ?? null);
  };
  expect(found("auto")).toEqual(["cache", "recordings"]);
  expect(found("live")).toEqual([null, null]);
  expect(found("replay")).toEqual([null, "recordings"]);
  expect(createStore("replay", cache!, null).find(cached!.requestKey, "")?.from).toBe("cache");
  expect(found("record")).toEqual(["cache", "recordings"]);
  // Recording has copied what the cache knew, with its system text.
  expect(found("replay")).toEqual(["recordings", "recordings"]);
  const other = openAnswers(fixture.getPath("tapes"));
  expect([...other.all()].map((entry) => other.system(entry))).toEqual([request.system, request.system]);
});

test("only a whole answer is kept", () => {
  const answer = (more: object): Answer => ({ kind: "answer", text: "x", ...more });
  const call = { id: "1", name: "a", arguments: {} };
  const told = [{}, { stop: "refusal" }, { text: "", toolCalls: [call] }, { stop: "length" }, { text: "" }];
  expect(told.map((more) => isKeepable(answer(more)))).toEqual([true, true, true, false, false]);
});

test("a miss is explained by the stored request most like it", async () => {
  await using fixture = await createFixture();
  const folder = openAnswers(fixture.path);
  const explain = createExplainer([folder]);
  const asked = { answer: "acme:one", repeat: 1, salt: "" };
  expect(createExplainer([folder])(asked, request)).toEqual({ summary: "nothing is stored", diff: [] });
  folder.write(anEntry());
  folder.write(anEntry({ answer: "other:two", requestKey: callKey("other:two", request, 1) }));
  const { summary, diff } = explain(asked, { ...request, system: request.system.replace("twice", "thrice") });
  expect(summary).toBe("the nearest stored request differs in system");
  expect(diff).toEqual(["system:", "- Count twice.", "+ Count thrice."]);
  expect(explain({ ...asked, salt: "new" }, request).summary).toMatch(/salt/);
});

test("a folder in which something else lies is read as far as it goes", async () => {
  await using fixture = await createFixture();
  mkdirSync(fixture.getPath("ab"));
  writeFileSync(fixture.getPath("ab/notes.txt"), "x");
  writeFileSync(fixture.getPath("README.md"), "x");
  expect([...openAnswers(fixture.path).all()]).toEqual([]);
});
