import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileSchemas } from "../schema/index.ts";
import { memoryTree } from "./memory-tree.ts";
import { overlayWorld, type Written } from "./overlay-world.ts";
import type { Entry } from "./source-tree.ts";
import { createWorld, type World } from "./world.ts";

const root = "/home/dev/shop";

function worldOf(files: Record<string, string>): World {
  const roots = { workspace: { root }, home: { root: "/home/dev" }, managed: { root: "/etc" } };
  const scenario = fileSchemas.scenario.parse({
    ...{ strata: 1, id: "s", description: "A world.", clock: "2026-03-30T14:30:00Z" },
    ...{ os: "linux", shell: "sh", cwd: root, git: "none", ...roots },
  });
  return createWorld(memoryTree(files), "s", scenario);
}

/** What an entry says, with the text of a file in place of its reader. */
function told(entry: Entry): object {
  if (entry.kind !== "file") return entry;
  const { read, size, ...rest } = entry;
  const bytes = read();
  expect(size).toBe(bytes.length);
  return { ...rest, text: Buffer.from(bytes).toString("utf8") };
}
/** Text of a file, names of a folder, or else the kind. */
function shown(entry: Entry): unknown {
  if (entry.kind === "file") return Buffer.from(entry.read()).toString("utf8");
  return entry.kind === "directory" ? entry.names : entry.kind;
}

const base = worldOf({
  "s/workspace/a/x": "AX",
  "s/workspace/a/y": "AY",
  "s/workspace/b": "B",
  "s/home/h": "H",
});
/** Looks up paths of the workspace after writes below it. */
const after = (writes: [string, Written][], paths: string[]) => {
  const world = overlayWorld(
    base,
    writes.map(([path, content]) => [`${root}/${path}`, content] as const),
  );
  return paths.map((path) => shown(world.lookup(path === "" ? root : `${root}/${path}`)));
};

describe("what is written", () => {
  test("stands in front of what was there, and the rest shows through", () => {
    expect(
      after(
        [
          ["a/x", "NEW"],
          ["c/d", "DEEP"],
        ],
        ["a/x", "a/y", "b", "c/d", "c", "a", ""],
      ),
    ).toEqual([...["NEW", "AY", "B", "DEEP"], ...[["d"], ["x", "y"], ["a", "b", "c"]]]);
  });

  test("may be bytes, which are given back as they are", () => {
    const entry = overlayWorld(base, [[`${root}/b`, new Uint8Array([0xff, 0])]]).lookup(`${root}/b`);
    expect(entry.kind === "file" && [...entry.read()]).toEqual([0xff, 0]);
  });

  test("leaves the world below as it was", () => {
    after(
      [
        ["a/x", "NEW"],
        ["b", null],
      ],
      [""],
    );
    expect(shown(base.lookup(`${root}/a/x`))).toBe("AX");
    expect(shown(base.lookup(root))).toEqual(["a", "b"]);
  });

  test("to a path with dots or doubled slashes is the same file", () => {
    expect(after([["a//./z/../x", "NEW"]], ["a/x", "a/./x", "a/z"])).toEqual(["NEW", "NEW", "missing"]);
  });

  test("over a folder hides what was in it, and a file in a folder's way becomes one", () => {
    expect(after([["a", "FILE"]], ["a", "a/x"])).toEqual(["FILE", "missing"]);
    expect(
      after(
        [
          ["a", "FILE"],
          ["a/z", "Z"],
        ],
        ["a", "a/x", "a/z"],
      ),
    ).toEqual([["z"], "missing", "Z"]);
    expect(after([["b/z", "Z"]], ["b", "b/z"])).toEqual([["z"], "Z"]);
  });
});

describe("what is removed", () => {
  test("is gone, and its folder stays", () => {
    expect(
      after(
        [
          ["a/x", null],
          ["a/y", null],
        ],
        ["a/x", "a", ""],
      ),
    ).toEqual(["missing", [], ["a", "b"]]);
  });

  test("as a folder takes everything in it along", () => {
    expect(after([["a", null]], ["a", "a/x", ""])).toEqual(["missing", "missing", ["b"]]);
    expect(
      after(
        [
          ["a", null],
          ["a/z", "Z"],
        ],
        ["a", "a/x", "a/z"],
      ),
    ).toEqual([["z"], "missing", "Z"]);
    expect(
      after(
        [
          ["a/z", "Z"],
          ["a", null],
        ],
        ["a", "a/z"],
      ),
    ).toEqual(["missing", "missing"]);
  });

  test("comes back when it is written again, whatever order of paths that is", () => {
    expect(
      after(
        [
          ["a/x", "1"],
          ["a", null],
          ["a/x", "2"],
        ],
        ["a", "a/x"],
      ),
    ).toEqual([["x"], "2"]);
  });

  test("without being there makes no folder", () => {
    expect(after([["c/d", null]], ["c", ""])).toEqual(["missing", ["a", "b"]]);
  });
});

describe("a link", () => {
  const world = (writes: [string, Written][]) =>
    overlayWorld(
      base,
      writes.map(([path, content]) => [`${root}/${path}`, content] as const),
    );
  const look = (writes: [string, Written][], path: string) => told(world(writes).lookup(`${root}/${path}`));

  test("leads to its target and says so", () => {
    const file = { kind: "file", path: "s/workspace/a/x", text: "AX", link: "a/x" };
    expect(look([["l", { link: "a/x" }]], "l")).toEqual(file);
    expect(look([["a/l", { link: "x" }]], "a/l")).toEqual({ ...file, link: "x" });
    expect(look([["a/l", { link: `${root}/a/x` }]], "a/l")).toEqual({ ...file, link: `${root}/a/x` });
    expect(
      look(
        [
          ["l", { link: "a/x" }],
          ["a/x", "NEW"],
        ],
        "l",
      ),
    ).toMatchObject({ text: "NEW", link: "a/x" });
  });

  test("to a link tells of the first", () => {
    const writes: [string, Written][] = [
      ["k", { link: "b" }],
      ["l", { link: "k" }],
    ];
    expect(look(writes, "l")).toMatchObject({ text: "B", link: "k" });
  });

  test("to a folder shows the folder, and a file in it says that the link is above it", () => {
    const writes: [string, Written][] = [["l", { link: "a" }]];
    expect(look(writes, "l")).toMatchObject({ kind: "directory", names: ["x", "y"], link: "a" });
    expect(look(writes, "l/x")).toMatchObject({ text: "AX", link: "a", linkAbove: true });
    expect(look(writes, "l/z")).toEqual({ kind: "missing" });
    expect(look([...writes, ["a/k", { link: "y" }]], "l/k")).toEqual({
      ...{ kind: "file", path: "s/workspace/a/y", text: "AY", link: "y" },
    });
  });

  test("to a folder is written through", () => {
    const writes: [string, Written][] = [
      ["l", { link: "a" }],
      ["l/z", "Z"],
      ["l/x", null],
      ["l", null],
    ];
    expect(after(writes, ["l", "a", "a/z", "a/x"])).toEqual(["missing", ["y", "z"], "Z", "missing"]);
  });

  test("itself is replaced by what is written in its place", () => {
    expect(
      after(
        [
          ["l", { link: "b" }],
          ["l", "OWN"],
        ],
        ["l", "b"],
      ),
    ).toEqual(["OWN", "B"]);
  });

  test("to nothing, to itself or around in a circle is missing, with its target", () => {
    expect(look([["l", { link: "none" }]], "l")).toEqual({ kind: "missing", link: "none" });
    expect(look([["l", { link: "none" }]], "l/x")).toEqual({ kind: "missing", link: "none" });
    expect(look([["l", { link: "l" }]], "l")).toEqual({ kind: "missing", link: "l" });
    expect(look([["l", { link: "l/l" }]], "l/x")).toMatchObject({ kind: "missing" });
    const circle: [string, Written][] = [
      ["k", { link: "l" }],
      ["l", { link: "k" }],
    ];
    expect(look(circle, "l")).toEqual({ kind: "missing", link: "k" });
  });

  test("that leaves its root is outside, also into another root", () => {
    for (const link of ["../../..", "../h", "/home/dev/h", "/etc/passwd", "/", "/home/dev/shop2"]) {
      expect(look([["l", { link }]], "l"), link).toEqual({ kind: "outside", link });
      expect(look([["l", { link }]], "l/x"), link).toEqual({ kind: "outside", link });
    }
  });
});

describe("roots", () => {
  const { lookup, rootOf, roots } = overlayWorld(base, [
    [`${root}/new`, "N"],
    ["/etc/agent/x", "E"],
  ]);

  test("are those of the world below", () => {
    expect(roots).toEqual(base.roots);
    expect([rootOf(`${root}/new`), rootOf("/home/dev/x"), rootOf("/tmp")]).toEqual([
      ...["workspace", "home", undefined],
    ]);
  });

  test("inside one another are not listed by the outer one", () => {
    expect(shown(lookup("/home/dev"))).toEqual(shown(base.lookup("/home/dev")));
    expect(shown(lookup("/home/dev/h"))).toBe("H");
    expect(shown(lookup("/etc/agent"))).toEqual(["x"]);
  });

  test("have nothing around them", () => {
    expect(["/", "/home", "/tmp/x"].map((path) => lookup(path).kind)).toEqual([
      "missing",
      "missing",
      "missing",
    ]);
  });
});

// Against a file system of the simplest kind: a map of everything there is, by path.

type Thing = { text: string } | { link: string } | "folder";

/** Follows the links in the folders of a path, and in its own place too when asked; undefined for a circle. */
function real(things: Map<string, Thing>, path: string, last: boolean, budget = 40): string | undefined {
  const names = path.split("/").filter((name) => name !== "");
  for (let i = 0; i < names.length; i++) {
    const at = `/${names.slice(0, i + 1).join("/")}`;
    const thing = things.get(at);
    if (typeof thing !== "object" || !("link" in thing) || (i === names.length - 1 && !last)) continue;
    if (budget === 0) return undefined;
    return real(
      things,
      [...names.slice(0, i), thing.link, ...names.slice(i + 1)].join("/"),
      last,
      budget - 1,
    );
  }
  return `/${names.join("/")}`;
}

function apply(things: Map<string, Thing>, path: string, content: Written): void {
  const at = real(things, path, false);
  if (at === undefined) return;
  const below = [...things.keys()].filter((key) => key === at || key.startsWith(`${at}/`));
  if (content === null) return below.forEach((key) => things.delete(key));
  const names = at.split("/");
  for (let i = 2; i < names.length; i++) {
    const folder = names.slice(0, i).join("/");
    if (things.get(folder) !== "folder") things.set(folder, "folder");
  }
  below.forEach((key) => things.delete(key));
  things.set(at, typeof content === "object" && "link" in content ? content : { text: String(content) });
}

function expected(things: Map<string, Thing>, path: string): unknown {
  const at = real(things, path, true);
  const thing = at === undefined ? undefined : things.get(at);
  if (thing === undefined) return "missing";
  if (thing !== "folder") return (thing as { text: string }).text;
  const inside = [...things.keys()].filter((key) => key.startsWith(`${at}/`));
  return [...new Set(inside.map((key) => key.slice(at!.length + 1).split("/")[0]!))].toSorted();
}

const name = fc.constantFrom("a", "b", "c");
const place = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const content: fc.Arbitrary<Written> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1", "2", "3") },
  { weight: 3, arbitrary: fc.constant(null) },
  // Relative to the folder of the link; the oracle joins names, so no dots.
  { weight: 2, arbitrary: place.map((link) => ({ link })) },
);
const start = { "a/a": "AA", "a/b/c": "ABC", b: "B" };
const ops = fc.array(fc.tuple(place, content), { maxLength: 12 });

test("after any writes, every path is what a simple file system says", () => {
  const below = worldOf(
    Object.fromEntries(Object.entries(start).map(([path, text]) => [`s/workspace/${path}`, text])),
  );
  fc.assert(
    fc.property(ops, fc.array(place, { minLength: 1, maxLength: 6 }), (writes, paths) => {
      const things = new Map<string, Thing>();
      for (const [path, text] of Object.entries(start)) apply(things, `/${path}`, text);
      for (const [path, text] of writes) apply(things, `/${path}`, text);
      const { lookup } = overlayWorld(
        below,
        writes.map(([path, text]) => [`${root}/${path}`, text] as const),
      );
      for (const path of paths)
        expect(shown(lookup(`${root}/${path}`)), path).toEqual(expected(things, `/${path}`));
    }),
    { numRuns: 3000 },
  );
});

test("writes one by one, each over the world of those before, give the same world", () => {
  // Without links: those of the world below are not written through.
  const plain = fc.array(fc.tuple(place, fc.constantFrom("1", "2", null)), { maxLength: 12 });
  fc.assert(
    fc.property(plain, place, (writes, path) => {
      const all = writes.map(([at, text]) => [`${root}/${at}`, text] as const);
      const chained = all.reduce((world, write) => overlayWorld(world, [write]), base);
      const [one, other] = [overlayWorld(base, all), chained].map((world) => world.lookup(`${root}/${path}`));
      expect(shown(one!)).toEqual(shown(other!));
    }),
    { numRuns: 1000 },
  );
});
