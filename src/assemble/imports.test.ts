import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Assembly } from "./index.ts";
import { aProject, assembleIn, sourcesOf, textOf } from "./testing.ts";
import { importMentions } from "./find-imports.ts";

// Random graphs of files that import one another.

/** For each file, the files it imports; file 0 is the memory file. */
type Graph = number[][];

const graph = fc.integer({ min: 1, max: 7 }).chain((size) =>
  fc.array(fc.array(fc.integer({ min: 0, max: size - 1 }), { maxLength: 3 }), {
    minLength: size,
    maxLength: size,
  }),
);
/** Every file but the first is imported once, by one before it. */
const tree = fc.array(fc.nat(), { maxLength: 8 }).map((parents) => {
  const edges: Graph = Array.from({ length: parents.length + 1 }, () => []);
  parents.forEach((parent, i) => edges[parent % (i + 1)]!.push(i + 1));
  return edges;
});

/** The files of a graph that have to be in the prompt, by the fewest imports that lead there. */
function distances(edges: Graph): Map<number, number> {
  const found = new Map([[0, 0]]);
  for (const at of found.keys()) {
    for (const next of edges[at]!) if (!found.has(next)) found.set(next, found.get(at)! + 1);
  }
  return found;
}

function assembled(edges: Graph, maxDepth: number): Assembly {
  const workspace = Object.fromEntries(
    edges.map((targets, i) => [`${i}.md`, `<${i}> ${targets.map((target) => `@${target}.md`).join(" ")}\n`]),
  );
  const source = { path: "{{workspace}}/0.md", imports: { maxDepth } };
  return assembleIn(aProject({ workspace, stack: { layers: [{ id: "memory", tier: "session", source }] } }));
}
const inPrompt = (assembly: Assembly) =>
  [...textOf(assembly, "memory")!.matchAll(/<(\d)>/g)].map(([, i]) => Number(i));

const runs = { numRuns: 60 };

test("whatever imports what, it ends, and no file stands twice", () => {
  fc.assert(
    fc.property(graph, fc.integer({ min: 1, max: 10 }), (edges, maxDepth) => {
      const files = inPrompt(assembled(edges, maxDepth));
      expect(files[0]).toBe(0);
      expect(new Set(files).size).toBe(files.length);
    }),
    runs,
  );
});

test("nothing is there that is farther away than the depth allows", () => {
  fc.assert(
    fc.property(graph, fc.integer({ min: 1, max: 3 }), (edges, maxDepth) => {
      const near = distances(edges);
      for (const file of inPrompt(assembled(edges, maxDepth)))
        expect(near.get(file)).toBeLessThanOrEqual(maxDepth);
    }),
    runs,
  );
});

test("with depth enough, everything that can be reached is there", () => {
  fc.assert(
    fc.property(graph, (edges) => {
      expect(inPrompt(assembled(edges, 10)).toSorted()).toEqual([...distances(edges).keys()].toSorted());
    }),
    runs,
  );
});

test("in a tree exactly the files within the depth are there, and the rest is told", () => {
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 4 }), (edges, maxDepth) => {
      const assembly = assembled(edges, maxDepth);
      const within = [...distances(edges)]
        .filter(([, distance]) => distance <= maxDepth)
        .map(([file]) => file);
      expect(inPrompt(assembly).toSorted()).toEqual(within.toSorted());
      const skipped = sourcesOf(assembly, "memory").filter(({ status }) => status === "skipped");
      expect(skipped.every(({ reason }) => reason!.includes("import-depth"))).toBe(true);
      expect(skipped).toHaveLength(
        [...distances(edges).values()].filter((distance) => distance === maxDepth + 1).length,
      );
    }),
    runs,
  );
});

test("an imported file stands after the file that imports it, before the next import of that file", () => {
  // 0 imports 1 and 2, 1 imports 3.
  expect(inPrompt(assembled([[1, 2], [3], [], []], 5))).toEqual([0, 1, 3, 2]);
});

test("every file considered is told, taken or not", () => {
  fc.assert(
    fc.property(graph, fc.integer({ min: 1, max: 3 }), (edges, maxDepth) => {
      const assembly = assembled(edges, maxDepth);
      const sources = sourcesOf(assembly, "memory");
      const taken = sources.filter(({ status }) => status === "taken").map(({ path }) => Number(path.at(0)));
      expect(taken).toEqual(inPrompt(assembly));
      const mentioned = new Set(taken.flatMap((file) => edges[file]!));
      expect(new Set(sources.map(({ path }) => Number(path.at(0))))).toEqual(new Set([0, ...mentioned]));
    }),
    runs,
  );
});

describe("mentions", () => {
  test("are found in any text without failing, and hold no white space", () => {
    const part = fc.constantFrom(
      "@a.md",
      "@b/c",
      "@alice",
      "`",
      "``",
      "```",
      "~~~",
      "\n",
      " ",
      "(",
      ")",
      "@",
      "@@",
      "x@a.md",
      "@.",
      "@/",
      "@~/a",
      "@../..",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 15 }), (parts) => {
        for (const { mention } of importMentions(parts.join(""))) expect(mention).toMatch(/^\S+$/);
      }),
    );
  });

  test("in a fence are none, whatever is in it", () => {
    const line = fc.constantFrom("@a.md", "``", "`@a.md`", "~~~", "x", "");
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 6 }),
        (lines) => void expect(importMentions(["```", ...lines, "```"].join("\n"))).toEqual([]),
      ),
    );
  });
});

test("a source without imports follows none", () => {
  const source = { path: "{{workspace}}/0.md" };
  const project = aProject({
    workspace: { "0.md": "<0> @1.md", "1.md": "<1>" },
    stack: { layers: [{ id: "memory", tier: "session", source }] },
  });
  expect(inPrompt(assembleIn(project))).toEqual([0]);
});
