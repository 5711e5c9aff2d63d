import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { root, shown, worldOf } from "../load/testing-world.ts";
import { aProject, shop } from "../assemble/testing.ts";
import { otherText, otherValue, reversedValue } from "./change-values.ts";
import { moveRoots, readsEverywhere, reverseListings } from "./change-world.ts";
import { addSeconds, inOtherZone } from "./move-clock.ts";
import { combinationIn } from "./testing.ts";

const runs = { numRuns: 100 };

describe("the clock", () => {
  test("moves over midnight, month and year, in its own zone", () => {
    expect(addSeconds("2026-03-30T14:30:00+02:00", 1)).toBe("2026-03-30T14:30:01+02:00");
    expect(addSeconds("2026-12-31T23:59:59Z", 1)).toBe("2027-01-01T00:00:00Z");
    expect(addSeconds("2028-02-28T12:00:00-07:00", 86_400)).toBe("2028-02-29T12:00:00-07:00");
  });

  test("of another zone shows the same moment with another offset", () => {
    expect(inOtherZone("2026-03-30T14:30:00+02:00")).toBe("2026-03-30T01:00:00-11:30");
    expect(inOtherZone("2026-03-30T01:00:00-11:30")).toBe("2026-03-30T23:00:00+10:30");
    const minute = fc.integer({ min: 0, max: 839 });
    const property = fc.property(minute, fc.boolean(), (minutes, west) => {
      const two = (n: number) => String(n).padStart(2, "0");
      const clock = `2026-03-30T14:30:00${west ? "-" : "+"}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
      expect(Date.parse(inOtherZone(clock))).toBe(Date.parse(clock));
      expect(inOtherZone(clock).slice(19)).not.toBe(clock.slice(19));
    });
    fc.assert(property, runs);
  });
});

describe("another value", () => {
  test("keeps its form and differs from its first letter or digit on", () => {
    expect(otherText("Edited 3 minutes ago, 09:59Z")).toBe("Fejufe 4 njovuft bhp, 10:60A");
    expect(otherText("")).toBe("other ");
    expect(otherText("кот")).toBe("other кот");
    expect(otherValue({ a: ["x", 1, true, null] })).toEqual({ a: ["y", 2, true, null] });
  });

  test("property: never the same text", () => {
    const property = fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(otherText(text)).not.toBe(text);
    });
    fc.assert(property, runs);
  });

  test("in another order has the same members, and turned twice is itself", () => {
    expect(JSON.stringify(reversedValue({ a: 1, b: ["x", { c: 1, d: 2 }] }))).toBe(
      '{"b":[{"d":2,"c":1},"x"],"a":1}',
    );
    const property = fc.property(fc.jsonValue(), (value) => {
      expect(reversedValue(reversedValue(value))).toEqual(value);
    });
    fc.assert(property, runs);
  });
});

describe("another world", () => {
  const { scenario } = combinationIn(
    aProject({ workspace: { "a/b/X.md": "x", "Y.md": "y" }, home: { "Z.md": "z" } }),
  );

  test("another user has the same files elsewhere, the workspace inside the home folder with them", () => {
    const moved = moveRoots(scenario, { home: "/home/ann" });
    expect(moved.world.roots).toEqual({ workspace: "/home/ann/shop", home: "/home/ann", managed: "/etc" });
    expect([moved.cwd, (moved.git as { root: string }).root]).toEqual(["/home/ann/shop", "/home/ann/shop"]);
    const at = (path: string) => shown(moved.world.lookup(path));
    expect([at("/home/ann/shop/Y.md"), at("/home/ann/Z.md"), at(`${shop}/Y.md`)]).toEqual([
      "y",
      "z",
      "missing",
    ]);
    expect(moved.world.rootOf("/home/ann/shop/a")).toBe("workspace");
  });

  test("another directory leaves the home folder where it is", () => {
    const { world, cwd } = moveRoots(scenario, { workspace: "/home/dev/till" });
    expect([cwd, shown(world.lookup("/home/dev/till/Y.md")), shown(world.lookup("/home/dev/Z.md"))]).toEqual([
      ...["/home/dev/till", "y", "z"],
    ]);
  });

  test("a tool may read in every folder of the workspace", () => {
    expect(readsEverywhere(scenario)).toEqual(["read-by-a-tool", "a/read-by-a-tool", "a/b/read-by-a-tool"]);
  });

  test("folders list their names the other way round", () => {
    const world = reverseListings(worldOf({ "s/workspace/1.md": "", "s/workspace/2.md": "" }));
    expect(shown(world.lookup(root))).toEqual(["2.md", "1.md"]);
  });
});
