/** What reads header values by lower-case name. */
export interface HeaderReader {
  get(name: string): string | null;
}

/**
 * Milliseconds that a provider asks to wait: `retry-after-ms`, `retry-after` in seconds or as an HTTP date, or else
 * when the limit that is used up is filled again. `now` (milliseconds) is used only where the answer has no `date`.
 */
export function readRetryAfter(headers: HeaderReader, now: number): number | undefined {
  const clock = parseDate(headers.get("date")) ?? now;
  return explicitWait(headers, clock) ?? resetWait(headers, clock);
}

function explicitWait(headers: HeaderReader, clock: number): number | undefined {
  const milliseconds = parseNumber(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const given = headers.get("retry-after");
  const seconds = parseNumber(given);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  const date = parseDate(given);
  return date === undefined ? undefined : Math.max(0, date - clock);
}

const limits = ["requests", "tokens", "input-tokens", "output-tokens"];

function resetWait(headers: HeaderReader, clock: number): number | undefined {
  const waits = limits.flatMap((limit) => [
    isUsedUp(headers.get(`anthropic-ratelimit-${limit}-remaining`))
      ? readReset(headers.get(`anthropic-ratelimit-${limit}-reset`), clock)
      : undefined,
    isUsedUp(headers.get(`x-ratelimit-remaining-${limit}`))
      ? readReset(headers.get(`x-ratelimit-reset-${limit}`), clock)
      : undefined,
  ]);
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function isUsedUp(remaining: string | null): boolean {
  const left = parseNumber(remaining);
  return left !== undefined && left <= 0;
}

/** A duration such as `6m0s` or `20ms`, or an RFC 3339 time. */
function readReset(value: string | null, clock: number): number | undefined {
  const duration = parseDuration(value);
  if (duration !== undefined) return duration;
  const date = parseDate(value);
  return date === undefined ? undefined : Math.max(0, date - clock);
}

const unitMilliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function parseDuration(value: string | null): number | undefined {
  if (value === null || !/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(value)) return undefined;
  let total = 0;
  for (const [, count, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)) {
    total += Number(count) * unitMilliseconds[unit as keyof typeof unitMilliseconds];
  }
  return Math.ceil(total);
}

function parseNumber(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

function parseDate(value: string | null): number | undefined {
  const time = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
