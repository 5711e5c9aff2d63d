import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Fixture, fixtures, type Probe } from "./fixtures/index.ts";
import { createReader } from "./reader.ts";

// What the reader is for, measured on two prompts of a realistic kind: a fact that reaches the model is found
// by a question in other words, the latest of two rules comes last, and an edit elsewhere does not matter.

const seed = 20_261_129;
const positionsPerLine = 3;
const reader = createReader();

async function ask(system: string, question: string): Promise<string> {
  const messages = [{ role: "user" as const, content: question }];
  const outcome = await reader.answer({ system, messages, tools: [], parameters: {} });
  return outcome.kind === "answer" ? outcome.text : "";
}

const isFound = async (prompt: string, probe: Probe) => (await ask(prompt, probe.ask)).includes(probe.expect);

async function countFound(prompt: string, probes: readonly Probe[]): Promise<number> {
  let found = 0;
  for (const probe of probes) if (await isFound(prompt, probe)) found++;
  return found;
}

/** Replaces a text that the prompt has once, so that no fixture goes stale unseen. */
function replaceOnce(prompt: string, from: string, to: string): string {
  expect(prompt.split(from)).toHaveLength(2);
  return prompt.replace(from, () => to);
}

/** Before every list item of a prompt: where people add a line. Numbers of lines, from 0. */
const itemLines = (prompt: string): number[] =>
  prompt.split("\n").flatMap((line, index) => (line.startsWith("- ") ? [index] : []));

const insertLine = (prompt: string, at: number, line: string) =>
  prompt.split("\n").toSpliced(at, 0, line).join("\n");

describe("the fixtures", () => {
  test.each(fixtures)("of the $name say what is asked, and not in the same words", ({ prompt, probes }) => {
    for (const { ask: question, expect: text } of probes) {
      expect(prompt).toContain(text);
      expect(prompt).not.toContain(question);
    }
  });

  test("hold 96 probes, 10 conflicts, 10 rewordings and 40 unrelated lines", () => {
    const count = (list: (fixture: Fixture) => readonly unknown[]) => fixtures.flatMap(list).length;
    expect([
      count((fixture) => fixture.probes),
      count((fixture) => fixture.conflicts),
      count((fixture) => fixture.rewordings),
      count((fixture) => fixture.unrelated),
    ]).toEqual([96, 10, 10, 40]);
  });
});

describe("the reader on two prompts", () => {
  test("finds at least 90% of what is asked in other words", async () => {
    let found = 0;
    for (const { prompt, probes } of fixtures) found += await countFound(prompt, probes);
    expect(found / 96).toBeGreaterThanOrEqual(0.9);
  });

  test("finds as much when the prompts are wrapped at 76 columns", async () => {
    for (const { prompt, probes } of fixtures) {
      expect(await countFound(wrapItems(prompt, 76), probes)).toBe(await countFound(prompt, probes));
    }
  });

  test("puts the latest of two conflicting rules last, 10 of 10", async () => {
    const wrong: string[] = [];
    for (const { prompt, memoryHeading, conflicts } of fixtures) {
      for (const { ask: question, expect: text, earlier, later } of conflicts) {
        expect(prompt.slice(0, prompt.indexOf(memoryHeading))).toContain(earlier);
        // First in its section: what comes after it must not take the last place.
        const answer = await ask(replaceOnce(prompt, memoryHeading, `${memoryHeading}\n${later}`), question);
        if (!answer.split("\n").at(-1)!.includes(text)) wrong.push(`${question}\n${answer}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("still finds a rule whose wording changed, 10 of 10", async () => {
    const lost: string[] = [];
    for (const { prompt, rewordings } of fixtures) {
      for (const rewording of rewordings) {
        const edited = replaceOnce(prompt, rewording.from, rewording.to);
        if (!(await isFound(edited, rewording))) lost.push(rewording.ask);
      }
    }
    expect(lost).toEqual([]);
  });

  test("loses any probe in at most 25% of the edits that add an unrelated line", async () => {
    let edits = 0;
    let losing = 0;
    for (const { prompt, probes, unrelated } of fixtures) {
      const found: Probe[] = [];
      for (const probe of probes) if (await isFound(prompt, probe)) found.push(probe);
      const places = itemLines(prompt);
      const choice = fc.sample(fc.constantFrom(...places), {
        seed,
        numRuns: unrelated.length * positionsPerLine,
      });
      for (const [index, at] of choice.entries()) {
        const edited = insertLine(prompt, at, unrelated[index % unrelated.length]!);
        edits++;
        if ((await countFound(edited, found)) < found.length) losing++;
      }
    }
    expect(edits).toBe(120);
    expect(losing / edits).toBeLessThanOrEqual(0.25);
  });

  test("finds at least 90% with all unrelated lines added at once", async () => {
    let found = 0;
    for (const { prompt, probes, unrelated } of fixtures) {
      const edited = insertLine(prompt, itemLines(prompt).at(-1)!, unrelated.join("\n"));
      found += await countFound(edited, probes);
    }
    expect(found / 96).toBeGreaterThanOrEqual(0.9);
  });
});

/** Wraps each list item at a width, with the indentation of its text; all else stays as it is. */
function wrapItems(prompt: string, width: number): string {
  const wrap = (item: string) => {
    const lines: string[] = [];
    for (const word of item.split(" ")) {
      const last = lines.at(-1);
      if (last === undefined) lines.push(word);
      else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(`  ${word}`);
    }
    return lines.join("\n");
  };
  return prompt.replaceAll(/^- .*$/gmu, wrap);
}
