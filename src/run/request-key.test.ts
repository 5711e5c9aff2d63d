import fc from "fast-check";
import { expect, test } from "vitest";
import type { Assembly } from "../assemble/index.ts";
import type { ChatMessage, ChatRequest } from "../model/index.ts";
import { sha256 } from "../util/index.ts";
import { callKey, requestKey } from "./request-key.ts";

const text = fc.string({ unit: "grapheme", maxLength: 20 });
const json = fc.jsonValue({ maxDepth: 1 });
const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), content: text }),
  fc.record({
    role: fc.constant("assistant" as const),
    content: text,
    toolCalls: fc.array(fc.record({ id: text, name: text, arguments: json }), { maxLength: 2 }),
  }),
  fc.record({ role: fc.constant("tool" as const), callId: text, content: text }),
);
const schema = fc.dictionary(text, json, { maxKeys: 2 });
const request: fc.Arbitrary<ChatRequest> = fc.record(
  {
    system: text,
    cacheBreaks: fc.array(fc.nat(20), { maxLength: 3 }),
    cacheKey: text,
    messages: fc.array(message, { minLength: 1, maxLength: 4 }),
    tools: fc.array(fc.record({ name: text, description: text, schema }), { maxLength: 2 }),
    parameters: fc.record(
      {
        temperature: fc.double({ min: 0, max: 2, noNaN: true }),
        maxTokens: fc.nat(),
        effort: text,
        seed: fc.nat(),
      },
      { requiredKeys: [] },
    ),
    output: fc.record({ name: text, schema }),
  },
  { requiredKeys: ["system", "messages", "tools", "parameters"] },
);

/** What goes over the wire, whatever the order of keys. */
const wire = (of: ChatRequest) => JSON.parse(JSON.stringify(of)) as ChatRequest;

test("property: two requests share a key exactly when all that goes over the wire is equal", () => {
  const arbitrary = fc.tuple(request, request, fc.constantFrom("acme:one", "acme:two"), fc.nat(3));
  fc.assert(
    fc.property(arbitrary, ([a, b, model, repeat]) => {
      const [one, other] = [callKey(model, a, repeat), callKey(model, b, repeat)];
      let same = true;
      try {
        expect(wire(a)).toEqual(wire(b));
      } catch {
        same = false;
      }
      expect(one === other).toBe(same);
      expect(callKey(model, wire(a), repeat)).toBe(one);
      expect(callKey(`${model}x`, a, repeat)).not.toBe(one);
      expect(callKey(model, a, repeat + 1)).not.toBe(one);
    }),
    { numRuns: 100 },
  );
});

test("property: a change of any one field changes the key", () => {
  const fields = fc.constantFrom<(keyof ChatRequest)[]>(
    ...(["system", "cacheBreaks", "cacheKey", "messages", "tools", "parameters", "output"] as const),
  );
  fc.assert(
    fc.property(request, request, fields, (a, b, field) => {
      fc.pre(JSON.stringify(a[field]) !== JSON.stringify(b[field]));
      const changed: ChatRequest = { ...a, [field]: b[field] };
      fc.pre(
        JSON.stringify(Object.entries(wire(a)).toSorted()) !==
          JSON.stringify(Object.entries(wire(changed)).toSorted()),
      );
      expect(callKey("m:m", changed, 1)).not.toBe(callKey("m:m", a, 1));
    }),
    { numRuns: 100 },
  );
});

const assembly = (parts: Partial<Assembly> = {}) =>
  ({ text: "core", hash: sha256("core"), toolsHash: sha256("[]"), channels: {}, ...parts }) as Assembly;

test("of a trial with one answer, trial and call have one key", () => {
  const asked: ChatRequest = {
    system: "core",
    messages: [{ role: "user", content: "?" }],
    tools: [],
    parameters: {},
  };
  const keyed = { answer: "m:m", request: asked, script: null, given: null, assembly: assembly(), repeat: 2 };
  expect(requestKey(keyed)).toBe(callKey("m:m", asked, 2));
  const script = { opening: [], turns: [{ user: "more" }], tools: null, around: {} };
  expect(requestKey({ ...keyed, script })).not.toBe(requestKey(keyed));
});

test("where nobody is asked, the assembly and the given answer are the key", () => {
  const keyed = { answer: null, request: null, script: null, given: null, assembly: assembly(), repeat: 1 };
  const key = requestKey(keyed);
  const other = { text: "x", hash: sha256("x") };
  expect(requestKey({ ...keyed, assembly: assembly({ channels: { injected: other } }) })).not.toBe(key);
  expect(requestKey({ ...keyed, assembly: assembly({ hash: sha256("other") }) })).not.toBe(key);
  expect(requestKey({ ...keyed, given: "yes" })).not.toBe(key);
  expect(requestKey({ ...keyed, assembly: assembly({ scenario: "elsewhere", profile: "p" }) })).toBe(key);
});
