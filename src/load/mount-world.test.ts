import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { diskTree } from "./disk-tree.ts";
import { entryText } from "./entry-text.ts";
import { memoryTree } from "./memory-tree.ts";
import { mountWorld } from "./mount-world.ts";

const world = mountWorld({
  workspace: { root: "/home/ann/shop", tree: memoryTree({ "a.md": "shop", "docs/b.md": "b" }) },
  home: { root: "/home/ann", tree: memoryTree({ "a.md": "home", "shop/a.md": "never seen" }) },
  managed: { root: "/etc/agent", tree: memoryTree({ "m.md": "managed" }) },
});

const textAt = (path: string): string => {
  const entry = world.lookup(path);
  const text = entry.kind === "file" ? entryText(entry) : undefined;
  return text?.kind === "text" ? text.text : entry.kind;
};

test.each([
  ["/home/ann/shop/a.md", "workspace", "shop"],
  ["/home/ann/shop/docs/../a.md", "workspace", "shop"],
  ["/home/ann/a.md", "home", "home"],
  ["/home/ann/shop", "workspace", "directory"],
  ["/home/ann/shopping/a.md", "home", "missing"],
  ["/etc/agent/m.md", "managed", "managed"],
  ["/etc/passwd", undefined, "missing"],
  ["/home/ann/../../etc/agent/m.md", undefined, "managed"],
])("%s belongs to %s", (path, root, text) => {
  if (!path.includes("..")) expect(world.rootOf(path)).toBe(root);
  expect(textAt(path)).toBe(text);
});

test("a link that leads out of its folder is outside, as the guards expect", async () => {
  await using folder = await createFixture({
    "work/link.md": ({ symlink }) => symlink("../secret.md"),
    "secret.md": "x",
  });
  const root = folder.getPath("work");
  const real = mountWorld({
    workspace: { root, tree: diskTree(root) },
    home: { root: "/nonexistent/home", tree: memoryTree({}) },
    managed: { root: "/nonexistent/managed", tree: memoryTree({}) },
  });
  expect(real.lookup(`${root}/link.md`).kind).toBe("outside");
});
