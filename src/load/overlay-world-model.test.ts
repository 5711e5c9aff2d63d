import fc from "fast-check";
import { expect, test } from "vitest";
import { overlayWorld, type Written } from "./overlay-world.ts";
import { root, shown, worldOf } from "./testing-world.ts";

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

const files = Object.entries(start).map(([path, text]) => [`s/workspace/${path}`, text]);
const base = worldOf(Object.fromEntries(files));

test("after any writes, every path is what a simple file system says", () => {
  fc.assert(
    fc.property(ops, fc.array(place, { minLength: 1, maxLength: 6 }), (writes, paths) => {
      const things = new Map<string, Thing>();
      for (const [path, text] of Object.entries(start)) apply(things, `/${path}`, text);
      for (const [path, text] of writes) apply(things, `/${path}`, text);
      const { lookup } = overlayWorld(
        base,
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
