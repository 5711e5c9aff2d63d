import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { startAnthropicServer } from "../model/testing-servers.ts";
import type { Strategy } from "../compact/index.ts";
import { compactCommand } from "./compact.ts";
import { aFakeIo, aRepository, refusal, strata } from "./testing.ts";
import { aSession, withCompaction } from "./testing-compaction.ts";
import { haiku, keys, onLoopback } from "./testing-models.ts";

const one = ["compact", "--generations", "1"];

function folderOf(root: string): string {
  const runs = path.join(root, "reports/runs");
  return path.join(runs, readdirSync(runs).toSorted().at(-1)!);
}

const read = (root: string, name: string) => readFileSync(path.join(folderOf(root), name), "utf8");

async function compacted(changes: Parameters<typeof withCompaction>[0], argv: readonly string[] = one) {
  await using repository = await aRepository(withCompaction(changes));
  return await strata(repository.path, argv);
}

describe("a stack that keeps its memory", () => {
  test("exits 0, and says what survives with its own strategy and with the others", async () => {
    await using repository = await aRepository(withCompaction());
    const { code, stdout, stderr } = await strata(repository.path, ["compact"]);
    expect(stdout).toContain("0 failures");
    expect(code).toBe(0);
    expect(stdout).toMatch(/mini +summarize-all \* +100\.0%/);
    expect(stdout).toMatch(/mini +anthropic-compact +not observable/);
    expect(stderr).toContain("survival.html");
    const json = JSON.parse(read(repository.path, "survival.json")) as any;
    expect(json).toMatchObject({ strata: 1, totals: { failures: 0 } });
    // Sessions are no trials, so there is no empty journal.
    expect(readdirSync(folderOf(repository.path)).toSorted()).toEqual([
      ...["run.json", "summary.json", "survival.csv", "survival.html", "survival.json"],
    ]);
    const run = JSON.parse(read(repository.path, "run.json")) as any;
    expect(run).toMatchObject({ strata: 1, kind: "compaction", finished: "2026-03-30T12:00:00.000Z" });
    // A fact of memory was edited in some runs and must be new in them: none is contradicted.
    expect(json.strategies[0]).toMatchObject({ own: true, verdicts: { lost: 0, contradicted: 0 } });
    const rows = parse(read(repository.path, "survival.csv"), { columns: true }) as Record<string, string>[];
    expect(
      rows.find(({ fact, strategy }) => fact === "safe-code" && strategy === "sliding-window"),
    ).toMatchObject({
      ...{ verdict: "kept_exact", place: "memory", generations: "1" },
    });
    expect(read(repository.path, "survival.html")).toContain("What survives compaction");
  });

  test("prints one JSON document", async () => {
    const { code, stdout } = await compacted({}, [...one, "--json"]);
    const json = JSON.parse(stdout) as any;
    expect(code).toBe(0);
    expect(json).toMatchObject({ schema: 1, sessions: ["till"], summarizers: ["extractive"], failures: [] });
    const gold = json.strategies.find(({ strategy }: any) => strategy === "oracle");
    expect(gold.overall).toMatchObject({ rate: 1 });
    const opaque = json.strategies.find(({ strategy }: any) => strategy === "openai-compact");
    expect(opaque.overall).toEqual({ survived: 0, marked: 0, rate: null, interval: null });
    expect(opaque.verdicts.not_observable).toBeGreaterThan(0);
  });

  test("shows every fact of a session that is named, with a letter for each generation", async () => {
    const { stdout } = await compacted({}, [
      "compact",
      "--session",
      "till",
      "--generations",
      "1,2",
      "--strategy",
      "summarize-all",
    ]);
    expect(stdout).toMatch(/mini +till +safe-code \(memory, high\) +EE/);
  });
});

describe("exits 1 and names stack, strategy, generation and fact when", () => {
  test.each([
    ["memory is dropped", { onCompact: "drop" }],
    ["memory is summarised", { onCompact: "summarize" }],
  ])("%s", async (_, changes) => {
    const { code, stdout } = await compacted(changes);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^FAIL {2}mini main, strategy summarize-all, generation 1: layer "memory" is not in/m,
    );
    if (changes.onCompact === "drop")
      expect(stdout).toMatch(/generation 1: fact "safe-code" of session "till" is lost/);
    else
      expect(stdout).toMatch(
        /generation 1: layer "memory" stands in the history that was summarised\..* At risk in session "till": "safe-code", "no-lending"\.$/m,
      );
  });

  test("the transcript is not archived", async () => {
    const { code, stdout } = await compacted({ compaction: "  hooks: { PreCompact: { archive: false } }\n" });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^FAIL {2}mini main, strategy summarize-all, generation 1: the history changed and no transcript.* At risk in session "till": "drawer", "float", "receipts"\.$/m,
    );
  });

  test.each([
    ["call", "assistant", /generation 2: tool call "[^"]+" stands without its result/],
    ["result", "tool", /generation 2: the result of tool call "[^"]+" stands without its call/],
  ])("a strategy splits a tool pair and keeps the %s alone", async (_, kept, message) => {
    // No setting of a stack makes one do that. It begins at the second boundary, so that the generation is told.
    const splitting = (strategy: Strategy, { generations }: { generations: number }): Strategy => {
      let boundary = 0;
      return {
        ...strategy,
        async compact(input) {
          const outcome = await strategy.compact(input);
          if (++boundary < generations || outcome.kind !== "compacted") return outcome;
          const half = input.messages.find(({ role, ...one }) =>
            kept === "tool" ? role === kept : role === kept && "toolCalls" in one,
          )!;
          return { ...outcome, messages: [...outcome.messages, half] };
        },
      };
    };
    await using repository = await aRepository(withCompaction());
    const options = { root: repository.path, strategy: ["summarize-all" as const], generations: [2] };
    const [io, split] = [aFakeIo({ cwd: repository.path }), aFakeIo({ cwd: repository.path })];
    expect(await compactCommand(io, options)).toBe(0);
    expect(await compactCommand(split, options, { strategy: splitting })).toBe(1);
    const failures = split
      .out()
      .split("\n")
      .filter((line) => line.startsWith("FAIL"));
    expect(failures.join("\n")).toMatch(message);
    for (const line of failures)
      expect(line).toMatch(
        /^FAIL {2}mini (main|review), strategy summarize-all, generation 2: .* In session "till"\.$/,
      );
  });

  test("a prohibition of the user is lost, but not when a strategy that is only compared loses it", async () => {
    const sliding = "  keep: { tail: 2 }\n";
    const own = await compacted({ compaction: `  summary: { maxChars: 60, minChars: 1, fieldChars: 20 }\n` });
    expect(own.code).toBe(1);
    expect(own.stdout).toMatch(/generation 1: fact "drawer" of session "till" is lost/);
    const other = await compacted({ compaction: sliding }, [
      ...one,
      "--strategy",
      "sliding-window",
      "--json",
    ]);
    expect(other.code).toBe(0);
    const { matrix } = JSON.parse(other.stdout) as { matrix: { fact: string; verdict: string }[] };
    expect(matrix.find(({ fact }) => fact === "drawer")!.verdict).toBe("lost");
  });

  test.each(["changed-digit", "flipped-negation", "echoed-instruction", "invented-approval", "closing-tag"])(
    "the summarizer has the fault %s",
    async (fault) => {
      const { code, stdout } = await compacted({}, [...one, "--summarizer", `faulty:${fault}`]);
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /^FAIL {2}mini main, strategy summarize-all, generation 1: .* In session "till"\.$/m,
      );
    },
  );

  test("a session's memory stands in no prompt of its stack", async () => {
    const session = aSession({
      memory: {
        text: "The safe code is SC-48213. Never lend the key.",
        into: { mini: { path: "{{workspace}}/NOWHERE.md" } },
      },
    });
    const { code, stdout } = await compacted({ session });
    expect(code).toBe(1);
    expect(stdout).toContain('fact "safe-code" of session "till" is in no prompt of stack mini');
  });
});

describe("could not be decided", () => {
  test.each(["empty", "exception", "timeout", "refusal"])(
    "with the fault %s of a summarizer: 3, not 0",
    async (fault) => {
      const { code, stderr } = await compacted({}, [
        ...one,
        "--summarizer",
        `faulty:${fault}`,
        "--strategy",
        "summarize-all",
      ]);
      expect(code).toBe(3);
      expect(stderr).toContain("mini, strategy summarize-all:");
    },
  );
});

describe("--live", () => {
  const summary = "Never open drawer 7. The float must be 312 euros, and receipts are printed twice.";

  test("lets a model summarise, and asks it for facts before and after", async () => {
    await using server = await startAnthropicServer({
      answer: ({ system }) => (system.includes("Summarise") ? summary : "It is drawer 7."),
    });
    const { "prompts/models.yaml": models } = onLoopback({ anthropic: server });
    await using repository = await aRepository({ ...withCompaction(), "prompts/models.yaml": models! });
    const { code, stdout } = await strata(repository.path, ["compact", "--live", haiku, "--json"], {
      env: keys,
    });
    const json = JSON.parse(stdout) as any;
    expect([code, json.failures]).toEqual([0, []]);
    expect(json.summarizers).toEqual([haiku]);
    expect(json.strategies).toMatchObject([
      { own: true, probes: { asked: 1, whole: 1, compacted: 1, lost: 0, gained: 0, unmeasured: 0 } },
    ]);
    // One summary, and one probe on each of two arms.
    expect(server.requests).toHaveLength(3);
  });

  test("asks no model for the summaries of a stack whose own code quotes, and still asks it for facts", async () => {
    await using server = await startAnthropicServer({ answer: () => "It is drawer 7." });
    const { "prompts/models.yaml": models } = onLoopback({ anthropic: server });
    const quoting = withCompaction({ compaction: "  summarizer: extractive\n" });
    await using repository = await aRepository({ ...quoting, "prompts/models.yaml": models! });
    const { code, stdout } = await strata(repository.path, ["compact", "--live", haiku, "--json"], {
      env: keys,
    });
    const json = JSON.parse(stdout) as any;
    expect([code, json.summarizers]).toEqual([0, ["extractive"]]);
    expect(json.strategies).toMatchObject([{ probes: { asked: 1, whole: 1, compacted: 1 } }]);
    expect(server.requests).toHaveLength(2);
  });

  test("a probe that passes on the whole conversation alone is a loss", async () => {
    await using server = await startAnthropicServer({
      answer: ({ system, messages }) =>
        system.includes("Summarise")
          ? `${summary} Earlier.`
          : messages.some(({ text }) => text.includes("Earlier."))
            ? "I do not know."
            : "It is drawer 7.",
    });
    const { "prompts/models.yaml": models } = onLoopback({ anthropic: server });
    await using repository = await aRepository({ ...withCompaction(), "prompts/models.yaml": models! });
    const { stdout } = await strata(repository.path, ["compact", "--live", haiku], { env: keys });
    expect(stdout).toMatch(
      /1 of 1 pass on the whole conversation, 0 on the compacted one \(1 lost, 0 gained\)/,
    );
  });

  test("a model that forgets a prohibition fails, and one that is down decides nothing", async () => {
    await using server = await startAnthropicServer({
      answer: () => "The float must be 312 euros. Much was done.",
    });
    const { "prompts/models.yaml": models } = onLoopback({ anthropic: server });
    await using repository = await aRepository({ ...withCompaction(), "prompts/models.yaml": models! });
    const forgot = await strata(repository.path, ["compact", "--live", haiku], { env: keys });
    expect(forgot.code).toBe(1);
    expect(forgot.stdout).toMatch(/generation 1: fact "drawer" of session "till" is lost/);
    const dead = onLoopback({ anthropic: { url: "http://127.0.0.1:1" } })["prompts/models.yaml"]!;
    await using other = await aRepository({ ...withCompaction(), "prompts/models.yaml": dead });
    const down = await strata(other.path, ["compact", "--live", haiku], { env: keys });
    expect(down.code).toBe(3);
    expect(down.stderr).toContain(haiku);
  });

  test("needs the model's key", async () => {
    await using repository = await aRepository(withCompaction());
    const { code, stderr } = await strata(repository.path, ["compact", "--live", haiku]);
    expect(code).toBe(2);
    expect(stderr).toContain("ANTHROPIC_API_KEY");
    expect(existsSync(path.join(repository.path, "reports"))).toBe(false);
  });
});

describe("refuses", () => {
  test.each<[string, string[], string]>([
    ["an unknown session", ["--session", "tlil"], "unknown-session"],
    ["an unknown stack", ["--stack", "maxi"], "unknown-stack"],
    ["an unknown strategy", ["--strategy", "head-tale"], "unknown-strategy"],
    ["an unknown profile", ["--profile", "mian"], "unknown-profile"],
    ["an unknown fault", ["--summarizer", "faulty:lazy"], "unknown-fault"],
  ])("%s", async (_, argv, code) => {
    await using repository = await aRepository(withCompaction());
    expect((await refusal(repository.path, ["compact", ...argv])).code).toBe(code);
  });

  test("a repository without sessions", async () => {
    await using repository = await aRepository();
    expect((await refusal(repository.path, ["compact"])).code).toBe("no-sessions");
  });

  test("a session with a memory that says not where the stack keeps it", async () => {
    const session = aSession({
      memory: { text: "The safe code is SC-48213. Never lend the key.", into: {} },
    });
    await using repository = await aRepository(withCompaction({ session }));
    expect((await refusal(repository.path, ["compact"])).code).toBe("no-memory-place");
  });
});

describe("strata eval", () => {
  test("compacts the sessions with the default suite, in its table, its summary and its exit code", async () => {
    await using repository = await aRepository(withCompaction());
    const good = await strata(repository.path, ["eval"]);
    expect(good.stdout).toMatch(/^compaction: \d+ of \d+ facts survive, \d+ boundaries, 0 failures$/m);
    // The suite's own totals stay the last line.
    expect(good.stdout).toMatch(/\n\d+ passed, 0 failed, [^\n]*\n$/);
    expect(read(repository.path, "report.html")).toMatch(
      /Compaction: \d+ of \d+ facts survive, \d+ boundaries, 0 failures\. <a href="survival\.html">/,
    );
    const summary = JSON.parse(read(repository.path, "summary.json")) as any;
    expect(summary.compaction).toMatchObject({ sessions: ["till"], totals: { failures: 0 } });
    expect(existsSync(path.join(folderOf(repository.path), "survival.html"))).toBe(true);
    await using broken = await aRepository(withCompaction({ onCompact: "drop" }));
    const bad = await strata(broken.path, ["eval", "--json"]);
    expect([good.code, bad.code]).toEqual([0, 1]);
    expect((JSON.parse(bad.stdout) as any).compaction.failures.join("\n")).toContain('"safe-code"');
  });

  test.each([
    ["--tag", "memory"],
    ["--case", "till-port"],
    ["--profile", "main"],
  ])("with %s %s compacts nothing", async (...filter) => {
    await using repository = await aRepository(withCompaction({ onCompact: "drop" }));
    const { code, stdout } = await strata(repository.path, ["eval", ...filter]);
    expect(code).toBe(0);
    expect(stdout).not.toContain("compaction:");
  });

  test("of a repository without sessions says nothing of them", async () => {
    await using repository = await aRepository();
    const { code, stdout } = await strata(repository.path, ["eval", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).not.toHaveProperty("compaction");
  });
});
