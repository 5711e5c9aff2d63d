import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { readChartJs } from "./read-chart-js.ts";

test("the source is one classic script that defines Chart and asks for nothing", () => {
  const source = readChartJs();
  const page = createContext({});
  runInContext(`globalThis.window = globalThis; ${source}`, page);
  expect(runInContext("typeof Chart", page)).toBe("function");
  expect(source).not.toContain("sourceMappingURL");
});
