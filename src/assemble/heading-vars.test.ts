import { expect, test } from "vitest";
import { aProject, assembleIn, loadDemo } from "./testing.ts";

// Headings name variables as layer files do; what a scenario gives is never rendered.

interface HeadedLayer {
  heading?: string;
  vars?: string[];
  source?: object;
}

const inputs = { note: { type: "text", default: "" } };

function demo(layer: HeadedLayer, note = "") {
  const layers = [{ id: "note", tier: "session", source: { value: "note" }, ...layer }];
  const workspace = { "NOTE.md": "{{os}} from a file" };
  return { stack: { layers, inputs }, scenario: { values: { note } }, workspace };
}

const render = (layer: HeadedLayer, note: string) => assembleIn(aProject(demo(layer, note))).text;
const kinds = (layer: HeadedLayer) => loadDemo(demo(layer, "x")).findings.map(({ kind }) => kind);

test("a variable of the layer is filled into its heading", () => {
  expect(render({ heading: "## {{os}} notes", vars: ["os"] }, "x")).toBe("## linux/amd64 notes\nx");
});

test("without vars a heading is text", () => {
  expect(render({ heading: "## {{os}}" }, "x")).toBe("## {{os}}\nx");
});

test("a value is never rendered, whatever its layer declares", () => {
  expect(render({ heading: "{{os}}", vars: ["os"] }, "{{os}} {{")).toBe("linux/amd64\n{{os}} {{");
});

test("a file of the world is never rendered", () => {
  const source = { path: "{{workspace}}/NOTE.md" };
  expect(render({ heading: "{{os}}", vars: ["os"], source }, "x")).toBe("linux/amd64\n{{os}} from a file");
});

test("a blank body takes its heading along", () => {
  expect(render({ heading: "## {{os}}", vars: ["os"] }, " \n")).toBe("");
});

test("a heading's variable must be declared, and a declared one used", () => {
  expect(kinds({ heading: "## {{os}} {{shell}}", vars: ["os"] })).toEqual(["undeclared-variable"]);
  expect(kinds({ heading: "## {{os}}", vars: ["os", "shell"] })).toEqual(["unused-variable"]);
});
