import { describe, expect, test } from "vitest";
import { overlayWorld, type Written } from "./overlay-world.ts";
import type { Entry } from "./source-tree.ts";
import { root, shown, worldOf } from "./testing-world.ts";
import type { World } from "./world.ts";

/** What an entry says, with the text of a file in place of its reader. */
function told(entry: Entry): object {
  if (entry.kind !== "file") return entry;
  const { read, size, ...rest } = entry;
  const bytes = read();
  expect(size).toBe(bytes.length);
  return { ...rest, text: Buffer.from(bytes).toString("utf8") };
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
    const around = overlayWorld(base, [["/tmp/l", { link: "x" }]]);
    expect(around.lookup("/tmp/l").kind).toBe("outside");
    expect(["/", "/home", "/tmp/x"].map((path) => lookup(path).kind)).toEqual([
      "missing",
      "missing",
      "missing",
    ]);
  });
});

describe("links of the world below", () => {
  // A disk has them, a tree from values does not.
  const linked: Record<string, Entry> = {
    [`${root}/out`]: { kind: "outside", link: "/tmp" },
    [`${root}/out/x`]: { kind: "outside", link: "/tmp" },
    [`${root}/a/k`]: { kind: "file", path: "z", size: 1, link: "../z", read: () => Buffer.from("Z") },
  };
  const below: World = { ...base, lookup: (path) => linked[path] ?? base.lookup(path) };

  test("lead where they led", () => {
    const { lookup } = overlayWorld(below, [[`${root}/b`, "NEW"]]);
    expect(lookup(`${root}/out/x`)).toEqual({ kind: "outside", link: "/tmp" });
    expect(told(lookup(`${root}/a/k`))).toEqual({ kind: "file", path: "z", text: "Z", link: "../z" });
  });

  test("tell of themselves behind a link that was written", () => {
    const { lookup } = overlayWorld(below, [[`${root}/l`, { link: "a" }]]);
    expect(told(lookup(`${root}/l/k`))).toEqual({ kind: "file", path: "z", text: "Z", link: "../z" });
  });

  test("are replaced by a folder when something is written below them", () => {
    const { lookup } = overlayWorld(below, [[`${root}/out/new`, "NEW"]]);
    expect(shown(lookup(`${root}/out`))).toEqual(["new"]);
    expect(shown(lookup(`${root}/out/x`))).toBe("missing");
  });
});
