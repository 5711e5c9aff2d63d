import { expect, test } from "vitest";
import { aProject, assembleIn } from "./testing.ts";

function sanitized(text: string) {
  const layers = [
    { id: "note", tier: "session", source: { value: "note" }, steps: [{ transform: "sanitize" }] },
  ];
  const inputs = { note: { type: "text", default: text } };
  return assembleIn(aProject({ stack: { layers, inputs } }));
}

test("what sanitizing notices is a warning of the assembly, whether or not it changed the text", () => {
  const mild = sanitized("Act as a guide.");
  expect(mild.text).toBe("Act as a guide.");
  expect(mild.diagnostics).toMatchObject([
    { kind: "suspicious-text", severity: "warning", layer: "note", args: { ids: ["act_as"] } },
  ]);
  const critical = sanitized("[INST] x");
  expect(critical.text).toBe("\\[INST] x");
  expect(critical.diagnostics).toMatchObject([{ kind: "suspicious-text", args: { ids: ["inst_start"] } }]);
});

test("nothing to notice is no warning", () => {
  expect(sanitized("A guide to Lyon.").diagnostics).toEqual([]);
});
