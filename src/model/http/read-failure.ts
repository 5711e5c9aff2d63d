import { plainLine } from "../../util/index.ts";
import { failureReasons } from "../messages.ts";
import type { Failure } from "../types.ts";
import { CallError, failed } from "./call-error.ts";
import { type HeaderReader, readRetryAfter } from "./retry-after.ts";

/** What a server says of its error, in any of the forms that vendors use. */
export interface ErrorReport {
  status?: number | undefined;
  type?: string | undefined;
  code?: string | undefined;
  message: string;
  headers?: HeaderReader | undefined;
}

/** The failure that a server's own report describes. `now` in milliseconds. */
export function failureOf(report: ErrorReport, now: number): Failure {
  const { status } = report;
  const message = shorten(report.message);
  const retryAfter = report.headers === undefined ? undefined : readRetryAfter(report.headers, now);
  if (isQuota(report)) return failed(failureReasons.quota(message), "provider");
  if (isRefusedKey(report)) return failed(failureReasons.badKey(status ?? 401, message), "provider");
  const reason =
    status === undefined ? failureReasons.serverError(message) : failureReasons.status(status, message);
  return failed(reason, causeOf(report), retryAfter);
}

const refusedTypes = ["authentication_error", "permission_error", "invalid_api_key"];
const limitTypes = ["rate_limit_error", "overloaded_error", "rate_limit_exceeded", "server_overloaded"];
const serverTypes = ["api_error", "server_error", "timeout_error", "internal_error"];
const quotaTypes = ["insufficient_quota", "billing_error", "billing_hard_limit_reached"];
const quotaWords =
  /credit balance|spend(?:ing)? limit|\bquota\b.*\b(?:exceeded|used up)|\bexceeded\b.*\bquota\b/i;
const dailyWords = /\bper[ -]day\b|\bdaily\b|\b[RT]PD\b/;

function isOneOf(types: readonly string[], { type, code }: ErrorReport): boolean {
  return types.some((known) => known === type || known === code);
}

function isQuota(report: ErrorReport): boolean {
  if (report.status === 402 || isOneOf(quotaTypes, report)) return true;
  if (report.status === 429 && dailyWords.test(report.message)) return true;
  return [400, 403, 429].includes(report.status ?? 0) && quotaWords.test(report.message);
}

function isRefusedKey(report: ErrorReport): boolean {
  return report.status === 401 || report.status === 403 || isOneOf(refusedTypes, report);
}

function causeOf(report: ErrorReport): Failure["cause"] {
  const { status = 0 } = report;
  if (status === 429 || status === 529 || isOneOf(limitTypes, report)) return "limit";
  if (status === 408) return "network";
  if (status === 409 || status >= 500 || isOneOf(serverTypes, report)) return "server";
  return "request";
}

/** Reads a report out of a body: `{error: {type, code, message}}`, the inner object alone, or a text. */
export function readErrorBody(body: unknown): Omit<ErrorReport, "status" | "headers"> | undefined {
  if (typeof body === "string" && body !== "") return { message: body };
  if (typeof body !== "object" || body === null) return undefined;
  const { error } = body as { error?: unknown };
  if (error !== undefined && error !== null) return readErrorBody(error);
  const { type, code, message } = body as Record<string, unknown>;
  if (typeof message !== "string") return undefined;
  return {
    message,
    type: typeof type === "string" ? type : undefined,
    code: typeof code === "string" ? code : undefined,
  };
}

/** The failure that an SDK's exception stands for. */
export function failureOfException(error: unknown, host: string, now: number): Failure {
  if (error instanceof CallError) return error.failure;
  const { status, headers, error: body, message } = (error ?? {}) as Record<string, unknown>;
  const report = readErrorBody(body);
  if (typeof status === "number" || report !== undefined) {
    return failureOf(
      {
        ...(report ?? { message: withoutStatus(String(message ?? "")) }),
        status: typeof status === "number" ? status : undefined,
        headers: headers as HeaderReader | undefined,
      },
      now,
    );
  }
  const network = networkProblem(error);
  if (network === "broken") return failed(failureReasons.halfStream(), "network");
  if (network !== undefined) return failed(failureReasons.connect(host, network), "network");
  if (error instanceof SyntaxError) return failed(failureReasons.notJson(), "server");
  return failed(failureReasons.shape(shorten(String(message ?? error))), "request");
}

function withoutStatus(message: string): string {
  return message.replace(/^\d{3} /, "");
}

const connectProblems: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name could not be looked up",
  EHOSTUNREACH: "it cannot be reached",
  ENETUNREACH: "it cannot be reached",
  ETIMEDOUT: "it does not answer",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer",
  CERT_HAS_EXPIRED: "its certificate has expired",
};

/** What kept a connection from being made; `broken` when it was made and then lost. */
function networkProblem(error: unknown): string | undefined {
  let connection = false;
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 6; depth++) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && connectProblems[code] !== undefined) return connectProblems[code];
    if (typeof code === "string" && /^(?:ECONNRESET|EPIPE|UND_ERR_)/.test(code)) return "broken";
    if (typeof code === "string" && /CERT|SSL|TLS|SIGNATURE/.test(code)) return `TLS: ${code}`;
    connection ||= /terminated|fetch failed|connection error/i.test(cause.message);
    // Where several addresses of one name were tried, their errors stand side by side.
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return connection ? "broken" : undefined;
}

/** Characters. A reason is one line of a report. */
const longestMessage = 300;

function shorten(message: string): string {
  if (/^\s*<(?:!doctype|html)\b/i.test(message)) return "a web page";
  const line = plainLine(message).trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}
