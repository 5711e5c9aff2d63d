import fc from "fast-check";
import { expect, test } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const now = Date.parse("2026-03-30T12:00:00Z");
const wait = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now);

test.each([
  ["seconds", { "retry-after": "7" }, 7000],
  ["a fraction of seconds", { "retry-after": "0.25" }, 250],
  ["milliseconds before seconds", { "retry-after-ms": "40", "retry-after": "7" }, 40],
  ["an HTTP date", { "retry-after": "Mon, 30 Mar 2026 12:00:09 GMT" }, 9000],
  [
    "an HTTP date by the server's own clock",
    { "retry-after": "Mon, 30 Mar 2026 13:00:02 GMT", date: "Mon, 30 Mar 2026 13:00:00 GMT" },
    2000,
  ],
  ["a date in the past", { "retry-after": "Mon, 30 Mar 2026 11:00:00 GMT" }, 0],
  [
    "Anthropic's reset of the limit that is used up",
    {
      "anthropic-ratelimit-requests-remaining": "3",
      "anthropic-ratelimit-requests-reset": "2026-03-30T12:10:00Z",
      "anthropic-ratelimit-input-tokens-remaining": "0",
      "anthropic-ratelimit-input-tokens-reset": "2026-03-30T12:00:05Z",
    },
    5000,
  ],
  [
    "OpenAI's reset, the longest of several",
    {
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "120ms",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "6m0.5s",
    },
    360_500,
  ],
])("%s", (_name, headers, expected) => {
  expect(wait(headers as unknown as Record<string, string>)).toBe(expected);
});

test.each([
  ["nothing", {}],
  ["nonsense", { "retry-after": "soon" }],
  ["a negative number", { "retry-after-ms": "-5" }],
  [
    "a limit that is not used up",
    { "x-ratelimit-remaining-requests": "1", "x-ratelimit-reset-requests": "9s" },
  ],
])("%s is no wait", (_name, headers) => {
  const value = wait(headers as unknown as Record<string, string>);
  expect(value === undefined || value === 0).toBe(true);
});

test("whatever a server sends, a wait is a number of milliseconds or none", () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."0123456789.-smhd :GMTZ") }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(value, (text) => {
      const found = [
        wait({ "retry-after": text }),
        wait({ "retry-after-ms": text }),
        wait({ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": text }),
      ];
      for (const milliseconds of found) {
        if (milliseconds !== undefined) expect(milliseconds).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 100 },
  );
});
