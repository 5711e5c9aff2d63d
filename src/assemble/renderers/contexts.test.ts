import { expect, test } from "vitest";
import { renderContexts } from "./contexts.ts";
import { RenderError } from "./render-error.ts";

test("texts and contexts are joined by a blank line, blank ones and others dropped", () => {
  expect(renderContexts([{ context: "A" }, "B", ""])).toBe("A\n\nB");
  expect(renderContexts([" \n", { context: "" }, null, 5, ["A"], { error: "A" }, { context: 5 }])).toBe("");
  expect(renderContexts([])).toBe("");
});

test.each([undefined, null, "A", { context: "A" }])("%j is no list of contexts", (value) => {
  expect(() => renderContexts(value)).toThrow(RenderError);
});
