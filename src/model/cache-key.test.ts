import { expect, test } from "vitest";
import { cacheKeyOf } from "./cache-key.ts";

// Made with Python 3: namespace + ":" + sha256(json.dumps({...}, sort_keys=True)).hexdigest()[:48]
test("names a prefix as an agent in Python does", () => {
  const tools = [{ name: "read", schema: { type: "object", b: [1, true, null, "é"], a: 2.5 } }];
  expect(cacheKeyOf("agent", ['Grüße 😀 \u007f "q"\n', "二"], tools)).toBe(
    "agent:a722f24977746b0c628ec1742c13fa2756b2c449a07c32a7",
  );
});

test("differs with every part", () => {
  const keys = [
    cacheKeyOf("a", ["x", "y"]),
    cacheKeyOf("b", ["x", "y"]),
    cacheKeyOf("a", ["xy"]),
    cacheKeyOf("a", ["x", "y"], [{ name: "t" }]),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
