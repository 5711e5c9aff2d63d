import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asStable,
  type CacheRules,
  cacheRules,
  type PricedPrompt,
  priceSession,
  type Segment,
  type SessionShape,
} from "./index.ts";

// All amounts are worked out by hand: tools 100, core 1,000 and environment 400 tokens; three turns of 10 and 20 tokens.

const prices = { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1 };
const shape: SessionShape = {
  ...{ turns: 3, userTokens: 10, answerTokens: 20, secondsBetweenTurns: 30, changes: 1, warm: false },
};
const segment = (layer: string | null, tokens: number, more: Partial<Segment> = {}): Segment => ({
  ...{ layer, tier: layer, tokens, changes: "never", keeps: 0, endsTier: layer !== null },
  ...more,
});
const aPrompt = (environment: Partial<Segment> = {}, more: Partial<PricedPrompt> = {}): PricedPrompt => ({
  segments: [segment(null, 100), segment("core", 1000), segment("environment", 400, environment)],
  ...{ around: 0, acrossSessions: 1200, ...more },
});
const anthropic = cacheRules({ id: "anthropic:any" });
const openai = cacheRules({ id: "openai:any" });
/** [input, cacheWrite, cacheRead] of a session. */
function usage(prompt: PricedPrompt, rules: CacheRules, change: Partial<SessionShape> = {}): number[] {
  const { input, cacheWrite, cacheRead } = priceSession(prompt, { ...shape, ...change }, rules, prices).usage;
  return [input, cacheWrite, cacheRead];
}

describe("marked prefixes", () => {
  test("what was sent before is read, and only what is new is written", () => {
    // Requests of 1510, 1540 and 1570 tokens; the second reads 1510, the third 1540.
    expect(usage(aPrompt(), anthropic)).toEqual([0, 1510 + 30 + 30, 1510 + 1540]);
    // (1570 * 1.25 + 3050 * 0.1 + 60 * 5) / 1e6
    expect(priceSession(aPrompt(), shape, anthropic, prices).usd).toBeCloseTo(0.0025675, 12);
  });

  test("a part that changes every turn leaves the tiers before it, and the conversation is written again", () => {
    // The core ends at 1100: 1540 - 1100 and 1570 - 1100 are written.
    expect(usage(aPrompt({ changes: "every-turn" }), anthropic)).toEqual([0, 1510 + 440 + 470, 2200]);
    // What stays equal inside the layer is no end of a tier.
    expect(usage(aPrompt({ changes: "every-turn", keeps: 300 }), anthropic)).toEqual([0, 2420, 2200]);
  });

  test("one that changes once does so in the middle of the session", () => {
    // Two turns follow the first; the third finds the change.
    expect(usage(aPrompt({ changes: "sometimes" }), anthropic)).toEqual([0, 1510 + 30 + 470, 1510 + 1100]);
    expect(usage(aPrompt({ changes: "sometimes" }), anthropic, { changes: 0 })).toEqual(
      usage(aPrompt(), anthropic),
    );
    expect(usage(aPrompt({ changes: "sometimes" }), anthropic, { changes: 9 })).toEqual([0, 2420, 2200]);
  });

  test("nothing is cached below the model's minimum", () => {
    const rules = cacheRules({ id: "anthropic:any", cacheMinimum: 4096 });
    expect(usage(aPrompt(), rules)).toEqual([1510 + 1540 + 1570, 0, 0]);
  });

  test("a mark below the minimum is none: with 1,200 the core's end is not read", () => {
    const rules = cacheRules({ id: "anthropic:any", cacheMinimum: 1200 });
    expect(usage(aPrompt({ changes: "every-turn" }), rules)).toEqual([0, 4620, 0]);
  });

  test("nothing is left after the lifetime, and all is written again", () => {
    expect(usage(aPrompt(), anthropic, { secondsBetweenTurns: 300 })).toEqual([0, 1570, 3050]);
    expect(usage(aPrompt(), anthropic, { secondsBetweenTurns: 301 })).toEqual([0, 4620, 0]);
  });

  test("what stands around the last message is sent once and never written", () => {
    // The mark stands before the message: 1500, 1530 and 1560 tokens, then 10 + 50 each.
    expect(usage(aPrompt({}, { around: 50 }), anthropic)).toEqual([180, 1560, 1500 + 1530]);
  });

  test("a warm cache serves the first turn the tiers that all sessions share", () => {
    expect(usage(aPrompt(), anthropic, { warm: true, turns: 1 })).toEqual([0, 410, 1100]);
  });

  test("of five tier ends the first two and the last are marks, and one mark is the conversation's", () => {
    const five = ["a", "b", "c", "d", "e"].map((id) => segment(id, 2000));
    const changed = (id: string) => ({
      ...{ around: 0, acrossSessions: 0 },
      segments: five.map((one) => (one.layer === id ? { ...one, changes: "every-turn" as const } : one)),
    });
    const read = (id: string) => usage(changed(id), anthropic, { turns: 2 })[2];
    expect([read("b"), read("c"), read("d"), read("e")]).toEqual([2000, 4000, 4000, 4000]);
  });
});

describe("automatic prefixes", () => {
  test("are served from 1,024 tokens on in steps of 128, and written for nothing", () => {
    // Of 1510 common tokens 1024 + 3 * 128, of 1540 1024 + 4 * 128.
    expect(usage(aPrompt(), openai)).toEqual([4620 - 1408 - 1536, 0, 1408 + 1536]);
  });

  test("break inside a layer: what stays equal of it counts", () => {
    // 1100 + 100 tokens stay: 1024 + 128.
    expect(usage(aPrompt({ changes: "every-turn", keeps: 100 }), openai)).toEqual([4620 - 2304, 0, 2304]);
  });
});

test("each part of the prompt costs what its tokens do where they stand", () => {
  const { segments } = priceSession(aPrompt({ changes: "every-turn" }), shape, anthropic, prices);
  // 100 and 1000 tokens are written once and read twice; 400 are written three times.
  const perToken = (1.25 + 2 * 0.1) / 1e6;
  expect(segments[0]).toBeCloseTo(100 * perToken, 12);
  expect(segments[1]).toBeCloseTo(1000 * perToken, 12);
  expect(segments[2]).toBeCloseTo((400 * 3 * 1.25) / 1e6, 12);
});

test("without prices nothing is 0: it is not known", () => {
  const { usd, segments, usage: tokens } = priceSession(aPrompt(), shape, anthropic, undefined);
  expect([usd, ...segments]).toEqual([null, null, null, null]);
  expect(tokens.cacheRead).toBe(3050);
});

test("of a vendor whose rules are not known nothing is taken to be cached", () => {
  expect(usage(aPrompt(), cacheRules({ id: "compatible:any", cacheMinimum: 0 }))).toEqual([4620, 0, 0]);
});

describe("property", () => {
  const segments = fc.array(
    fc.record({
      ...{ layer: fc.constant("x"), tier: fc.constant("x"), tokens: fc.nat(3000), keeps: fc.nat(500) },
      ...{ changes: fc.constantFrom("never", "sometimes", "every-turn"), endsTier: fc.boolean() },
    }),
    { maxLength: 6 },
  );
  const prompts = fc.record({
    segments,
    around: fc.nat(50),
    acrossSessions: fc.nat(5000),
  }) as fc.Arbitrary<PricedPrompt>;
  const shapes = fc.record({
    ...{ turns: fc.integer({ min: 1, max: 12 }), userTokens: fc.nat(300), answerTokens: fc.nat(300) },
    ...{ secondsBetweenTurns: fc.nat(400), changes: fc.nat(5), warm: fc.boolean() },
  });
  const ids = fc.constantFrom("anthropic:x", "openai:x", "compatible:x");
  const runs = { numRuns: 100 };

  test("a prompt that never changes costs at most what one that does costs", () => {
    const property = fc.property(prompts, shapes, ids, (prompt, given, id) => {
      const price = (one: PricedPrompt) => priceSession(one, given, cacheRules({ id }), prices).usd!;
      expect(price(asStable(prompt))).toBeLessThanOrEqual(price(prompt) + 1e-12);
    });
    fc.assert(property, runs);
  });

  test("every token of every request is paid for once, and the parts cost no more than the whole", () => {
    const property = fc.property(prompts, shapes, ids, (prompt, given, id) => {
      const { usage: used, usd, segments: parts } = priceSession(prompt, given, cacheRules({ id }), prices);
      const size = prompt.segments.reduce((sum, { tokens }) => sum + tokens, 0);
      const { turns, userTokens, answerTokens } = given;
      const history = (userTokens + answerTokens) * ((turns * (turns - 1)) / 2);
      expect(used.input + used.cacheWrite + used.cacheRead).toBe(
        turns * (size + userTokens + prompt.around) + history,
      );
      expect(Math.min(used.input, used.cacheWrite, used.cacheRead)).toBeGreaterThanOrEqual(0);
      expect(parts.reduce<number>((sum, part) => sum + part!, 0)).toBeLessThanOrEqual(usd! + 1e-12);
    });
    fc.assert(property, runs);
  });

  test("one more turn never costs less, nor does one more token before a cache without a minimum", () => {
    const property = fc.property(prompts, shapes, ids, fc.nat(5), (prompt, given, id, at) => {
      const rules = { ...cacheRules({ id, cacheMinimum: 0 }), step: 1 };
      const price = (one: PricedPrompt, session = { ...given, changes: 0 }) =>
        priceSession(one, session, rules, prices).usd!;
      const usd = price(prompt) - 1e-12;
      expect(price(prompt, { ...given, changes: 0, turns: given.turns + 1 })).toBeGreaterThanOrEqual(usd);
      const longer = prompt.segments.map((one, i) => (i === at ? { ...one, tokens: one.tokens + 1 } : one));
      expect(
        price({ ...prompt, segments: longer }, { ...given, changes: 0, warm: false }),
      ).toBeGreaterThanOrEqual(price(prompt, { ...given, changes: 0, warm: false }) - 1e-12);
    });
    fc.assert(property, runs);
  });
});
