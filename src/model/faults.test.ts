import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { ModelSettings } from "./settings.ts";
import { aRequest, answered, modelAt, testKey, unmeasured } from "./testing-models.ts";
import { type Fault, startAnthropicServer, startOpenaiServer } from "./testing-servers.ts";
import type { Failure } from "./types.ts";

const wires: [string, typeof startOpenaiServer, ModelSettings][] = [
  ["anthropic", startAnthropicServer, { id: "anthropic:claude-haiku-4-5-20251001" }],
  ["openai responses", startOpenaiServer, { id: "openai:gpt-5" }],
  ["openai chat", startOpenaiServer, { id: "openai:gpt-5", api: "chat" }],
  ["compatible", startOpenaiServer, { id: "compatible:local" }],
];

const error = (type: string, message: string, code: string | null = null) => ({
  type: "error",
  error: { type, message, code },
});
const status = (code: number, body?: unknown, headers: Record<string, string> = {}): Fault => ({
  ...({ kind: "status", status: code, headers } as const),
  ...(body === undefined ? {} : { body }),
});

/** What happens, what it is, and what the reason must name. */
const faults: [string, Fault, Partial<Failure>, RegExp][] = [
  [
    "429 with seconds",
    status(429, error("rate_limit_error", "slow"), { "retry-after": "3" }),
    { cause: "limit", retryAfter: 3000 },
    /429.*slow/,
  ],
  ["429 without a body", status(429, ""), { cause: "limit" }, /429/],
  ["529", status(529, error("overloaded_error", "busy")), { cause: "limit" }, /529.*busy/],
  [
    "a used-up account",
    status(429, error("insufficient_quota", "You exceeded your current quota", "insufficient_quota")),
    { cause: "provider" },
    /quota/,
  ],
  [
    "a day's quota",
    status(429, error("requests", "Limit 200 requests per day (RPD)", "rate_limit_exceeded"), {
      "retry-after": "9",
    }),
    { cause: "provider" },
    /quota.*per day/,
  ],
  [
    "no credit",
    status(400, error("invalid_request_error", "Your credit balance is too low")),
    { cause: "provider" },
    /credit balance/,
  ],
  ["a refused key", status(401, error("authentication_error", "invalid")), { cause: "provider" }, /key.*401/],
  [
    "a forbidden model",
    status(403, error("permission_error", "not yours")),
    { cause: "provider" },
    /403.*not yours/,
  ],
  [
    "an invalid request",
    status(400, error("invalid_request_error", "max_tokens is too large")),
    { cause: "request" },
    /max_tokens/,
  ],
  [
    "an unknown model",
    status(404, error("not_found_error", "model: nope")),
    { cause: "request" },
    /404.*nope/,
  ],
  ["500", status(500, error("api_error", "oops")), { cause: "server" }, /500.*oops/],
  [
    "503 with a wait",
    status(503, error("api_error", "later"), { "retry-after-ms": "20" }),
    { cause: "server", retryAfter: 20 },
    /503/,
  ],
  ["a proxy's page", { kind: "html", status: 502 }, { cause: "server" }, /502.*web page/],
  ["a web page", { kind: "html" }, { cause: "server" }, /web page/],
  [
    "200 with an overload as its body",
    { kind: "error-body", body: error("overloaded_error", "busy") },
    { cause: "limit" },
    /busy/,
  ],
  [
    "200 with an unknown error as its body",
    { kind: "error-body", body: { error: "model runner crashed" } },
    { cause: "server" },
    /crashed/,
  ],
  ["200 with a body of something else", { kind: "error-body", body: { hello: 1 } }, { cause: "server" }, /./],
  [
    "an error within the stream",
    { kind: "stream-error", body: error("overloaded_error", "busy") },
    { cause: "limit" },
    /busy/,
  ],
  ["a reset", { kind: "reset" }, { cause: "network" }, /./],
  ["a cut stream", { kind: "half" }, { cause: "network" }, /before the answer was complete/],
  ["a stream that ends early", { kind: "early-end" }, { cause: "network" }, /before the answer was complete/],
  ["an empty body", { kind: "empty-body" }, { cause: "network" }, /before the answer was complete/],
  ["bytes that are not UTF-8", { kind: "not-utf8" }, { cause: "server" }, /UTF-8/],
  ["broken JSON", { kind: "not-json" }, { cause: "server" }, /JSON/],
  ["an endless answer", { kind: "huge", bytes: 11_000_000 }, { cause: "request" }, /10 MB/],
  [
    "a redirect to another host",
    { kind: "redirect", to: "http://evil.example/v1" },
    { cause: "provider" },
    /evil\.example/,
  ],
  ["a moved address", { kind: "redirect", to: "/v2", status: 301 }, { cause: "provider" }, /redirect/],
];

describe.each(wires)("%s", (_name, start, settings) => {
  test.each(faults)("%s", async (_fault, fault, expected, words) => {
    await using server = await start({ faults: [fault], answer: () => "this answer has several words" });
    const model = modelAt(server, settings);
    const failure = unmeasured(await model.answer(aRequest()));
    expect(failure).toMatchObject(expected);
    if (expected.retryAfter === undefined && expected.cause !== "provider") {
      expect(failure).not.toHaveProperty("retryAfter");
    }
    expect(failure.reason).toMatch(words);
    expect(failure.reason).not.toMatch(/\n/);
    expect(failure.reason.length).toBeLessThan(500);
    // One call for an answer: nobody but the scheduler tries again, and no other host was asked.
    expect(server.requests).toHaveLength(1);
    answered(await model.answer(aRequest()));
  });

  test("a server that never answers, and one that stops", async () => {
    await using server = await start({ faults: [{ kind: "hang" }, { kind: "stall" }, { kind: "stall" }] });
    const ask = async (timeouts: ModelSettings["timeouts"]) =>
      unmeasured(await modelAt(server, { ...settings, timeouts }).answer(aRequest()));
    expect(await ask({ connect: 0.05 })).toMatchObject({
      cause: "network",
      reason: expect.stringMatching(/began within 0.05 s/),
    });
    expect(await ask({ idle: 0.05 })).toMatchObject({
      cause: "network",
      reason: expect.stringMatching(/stopped.*0.05 s/),
    });
    expect(await ask({ total: 0.05 })).toMatchObject({
      cause: "network",
      reason: expect.stringMatching(/after 0.05 s/),
    });
  });

  test("calls one after another share connections", async () => {
    await using server = await start();
    const model = modelAt(server, settings);
    for (const _ of Array(6)) answered(await model.answer(aRequest()));
    // A call that starts at once may find the connection not given back yet.
    expect(new Set(server.requests.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
  });

  test("nobody listens", async () => {
    const server = await start();
    await server.close();
    const failure = unmeasured(await modelAt(server, settings).answer(aRequest()));
    expect(failure).toMatchObject({ cause: "network", reason: expect.stringContaining("nothing listens") });
  });

  test("an empty answer is none", async () => {
    await using server = await start({ answer: () => "" });
    expect(unmeasured(await modelAt(server, settings).answer(aRequest()))).toMatchObject({ cause: "server" });
  });

  test("an interrupt ends a call, whether it has begun or not", async () => {
    await using server = await start({ faults: [{ kind: "hang" }, { kind: "stall" }] });
    const model = modelAt(server, settings);
    for (const seen of [1, 2, 0]) {
      const controller = new AbortController();
      const { signal } = controller;
      if (seen === 0) controller.abort();
      const answering = model.answer(aRequest(), { signal });
      while (server.requests.length < seen) await sleep(5);
      controller.abort();
      expect(await answering).toEqual({ kind: "unmeasured", reason: "interrupted" });
    }
    expect(server.requests).toHaveLength(2);
  });

  test("no reason holds the key, whatever a server says of it", async () => {
    const echo = `bad key ${testKey} and Bearer ${testKey}`;
    const leaks: Fault[] = [
      status(401, error("authentication_error", echo)),
      status(500, echo),
      { kind: "error-body", body: { error: { message: echo } } },
      { kind: "stream-error", body: error("api_error", echo) },
      { kind: "redirect", to: `http://${testKey}.example/` },
    ];
    await using server = await start({ faults: leaks, answer: () => "several words of answer" });
    const model = modelAt(server, { ...settings, keyFrom: { env: "OPENAI_API_KEY" } });
    for (const _ of leaks) {
      const failure = unmeasured(await model.answer(aRequest()));
      expect(JSON.stringify(failure)).not.toContain(testKey);
      expect(failure.reason).toContain("[redacted]");
    }
  });
});

test("what SDKs would take from the environment does not reach the wire", async () => {
  const leaks = {
    ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
    ANTHROPIC_CUSTOM_HEADERS: "X-Leak: 1\nAuthorization: Bearer other\nX-Api-Key: other",
    ANTHROPIC_AUTH_TOKEN: "other-token",
    OPENAI_BASE_URL: "http://127.0.0.1:9",
    OPENAI_CUSTOM_HEADERS: "X-Leak: 1\nAuthorization: Bearer other",
    OPENAI_ORG_ID: "org-other",
    OPENAI_PROJECT_ID: "proj-other",
  };
  const before = { ...process.env };
  Object.assign(process.env, leaks);
  try {
    for (const [, start, settings] of wires.slice(0, 2)) {
      await using server = await start();
      answered(await modelAt(server, settings).answer(aRequest()));
      const { headers } = server.requests[0]!;
      expect(headers.authorization).toBe(`Bearer ${testKey}`);
      expect(JSON.stringify(headers)).not.toMatch(/other|x-leak|stainless/i);
    }
  } finally {
    for (const name of Object.keys(leaks)) delete process.env[name];
    Object.assign(process.env, before);
  }
});

test("a date in retry-after is read by the server's clock", async () => {
  await using server = await startOpenaiServer({
    faults: [
      status(429, error("x", "y"), {
        "retry-after": "Mon, 30 Mar 2026 12:00:04 GMT",
        date: "Mon, 30 Mar 2026 12:00:00 GMT",
      }),
    ],
  });
  const failure = unmeasured(await modelAt(server, { id: "openai:gpt-5" }).answer(aRequest()));
  expect(failure.retryAfter).toBe(4000);
});
