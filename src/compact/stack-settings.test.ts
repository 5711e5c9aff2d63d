import { describe, expect, test } from "vitest";
import { aProject, loadDemo } from "../assemble/testing.ts";

const load = (compaction: object, more: object = {}) => loadDemo({ stack: { compaction, ...more } }).findings;
const first = (findings: ReturnType<typeof load>) =>
  findings.map(({ kind, message }) => `${kind}: ${message}`);

describe("compaction:", () => {
  test("needs a strategy, and has defaults for the rest", () => {
    const stack = aProject({ stack: { compaction: { strategy: "summarize-all" } } })
      .stacks.get("demo")!
      .get("default")!;
    expect(stack.compaction).toMatchObject({
      ...{ strategy: "summarize-all", summarizer: "model", maxAttempts: 3, exclude: [] },
      trigger: { of: "window", headroom: 0, once: false, when: {} },
      keep: { head: 0, tail: 0, exchanges: 0, request: true },
      hooks: { PreCompact: { archive: true, onFailure: "refuse" }, PostCompact: null },
    });
    expect(first(load({}))).toEqual([expect.stringMatching(/^invalid-value: compaction\.strategy: /)]);
  });

  test("is nothing where a stack does not say it", () => {
    expect(aProject().stacks.get("demo")!.get("default")!.compaction).toBeNull();
  });

  test.each([
    ["a layer that is not there", { exclude: ["cor"] }, /unknown layer "cor".*"core"/],
    [
      "directives of one",
      { directives: { layer: "memory", section: "## Compaction" } },
      /unknown layer "memory"/,
    ],
    [
      "an input that is not there",
      { hooks: { optIn: { input: "hooks", value: "1" } } },
      /unknown input "hooks"/,
    ],
    ["a share by one", { trigger: { share: { input: "limit", otherwise: 0.9 } } }, /unknown input "limit"/],
    [
      "a profile that is not there",
      { trigger: { when: { profile: "mian" } } },
      /unknown profile "mian".*"main"/,
    ],
    ["a caller that nobody is", { trigger: { when: { caller: "x" } } }, /no profile has the caller "x"/],
    ["a share above one", { trigger: { share: 1.5 } }, /compaction\.trigger\.share/],
    [
      "a section without its marks",
      { directives: { layer: "core", section: "Compaction" } },
      /must be a heading/,
    ],
    ["an unknown key", { kep: {} }, /unknown key "kep".*"keep"/],
    ["no attempt at all", { maxAttempts: 0 }, /compaction\.maxAttempts/],
  ])("of %s is an error with file and line", (_, changes, message) => {
    const findings = load({ strategy: "summarize-all", ...changes });
    expect(findings).toMatchObject([
      {
        file: "prompts/demo/stack.yaml",
        line: expect.any(Number) as number,
        message: expect.stringMatching(message) as string,
      },
    ]);
  });

  test("tells all that is wrong at once", () => {
    expect(
      load({ strategy: "summarize-all", exclude: ["a", "b"], trigger: { when: { mode: "x" } } }),
    ).toHaveLength(3);
  });
});

describe("onCompact:", () => {
  const of = (keys: object, more: object = {}) =>
    aProject({
      stack: { layers: [{ id: "core", tier: "core", source: { file: "core.md" }, ...keys }], ...more },
    })
      .stacks.get("demo")!
      .get("default")!.layers[0]!.onCompact;
  const rebuilding = { session: { rebuildOn: ["compaction"] } };

  test("is what the layer says, or what the session does", () => {
    expect(of({})).toBe("keep");
    expect(of({}, rebuilding)).toBe("reread");
    expect(of({ read: "start" }, rebuilding)).toBe("keep");
    expect(of({ onCompact: "drop" }, rebuilding)).toBe("drop");
  });

  test("is one of four", () => {
    const layers = [{ id: "core", tier: "core", source: { file: "core.md" }, onCompact: "forget" }];
    expect(first(loadDemo({ stack: { layers } }).findings)).toEqual([expect.stringMatching(/onCompact/)]);
  });
});
