import fc from "fast-check";
import { expect, test } from "vitest";
import { isUserError } from "../util/index.ts";
import { parseOperand, workingTreeBeside } from "./operand.ts";

test.each([
  ["HEAD", { ref: "HEAD" }],
  ["@brief", { ref: ".", variant: "brief" }],
  [".", { ref: "." }],
  [":", { ref: ":" }],
  [":@brief", { ref: ":", variant: "brief" }],
  ["feature/x@brief", { ref: "feature/x", variant: "brief" }],
  ["HEAD@{1}", { ref: "HEAD@{1}" }],
  ["HEAD@{1}@brief", { ref: "HEAD@{1}", variant: "brief" }],
  ["profile=review", { ref: ".", profile: "review" }],
  [",profile=review", { ref: ".", profile: "review" }],
  ["v1,model=openai:gpt/4,1@x", { ref: "v1", model: "openai:gpt/4,1@x" }],
  ["v1@a,profile=p,model=m:x", { ref: "v1", variant: "a", profile: "p", model: "m:x" }],
  ["a,b", { ref: "a,b" }],
])("%s is read", (text, parts) => {
  expect(parseOperand(text)).toEqual({ text, ...parts });
});

test.each(["", "HEAD@", "--output=x", "profile=", "profile=a,profile=b"])("%j is refused", (text) => {
  expect(() => parseOperand(text)).toThrow(/not of the form/);
});

test("beside a ref stands the working tree in the same variant, beside a variant the default one", () => {
  const beside = (text: string) => workingTreeBeside(parseOperand(text));
  expect(beside("v1@brief,profile=p")).toEqual({ text: ".", ref: ".", variant: "brief", profile: "p" });
  expect(beside(":")).toEqual({ text: ".", ref: "." });
  expect(beside("@brief")).toEqual({ text: ".", ref: "." });
  for (const text of [".", "profile=review"]) expect(() => beside(text)).toThrow(/compared with itself/);
});

test("an operand is read back as it was put together, whatever the ref", () => {
  const ref = fc.stringMatching(/^[a-z0-9][a-z0-9/._~^{}-]{0,12}$/);
  const id = fc.stringMatching(/^[a-z0-9][a-z0-9_.-]{0,8}$/);
  fc.assert(
    fc.property(ref, fc.option(id), fc.option(id), (name, variant, profile) => {
      const text = `${name}${variant === null ? "" : `@${variant}`}${profile === null ? "" : `,profile=${profile}`}`;
      expect(parseOperand(text)).toEqual({
        ...{ text, ref: name },
        ...(variant === null ? {} : { variant }),
        ...(profile === null ? {} : { profile }),
      });
    }),
    { numRuns: 100 },
  );
});

test("no text makes it fail otherwise", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        expect(parseOperand(text).text).toBe(text);
      } catch (error) {
        expect(isUserError(error)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});
