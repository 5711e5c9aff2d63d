import type { WrittenCompactionSession, WrittenLines, WrittenSaid } from "../schema/index.ts";
import { type Finding, nearest, sha256 } from "../util/index.ts";
import { loadFinding } from "./messages.ts";
import type { Path } from "./yaml.ts";

/** One message of a conversation, as `src/model` has it. */
export type SessionMessage =
  | { role: "user"; content: string }
  | {
      role: "assistant";
      content: string;
      toolCalls?: { id: string; name: string; arguments: Record<string, unknown> }[];
    }
  | { role: "tool"; callId: string; content: string; isError?: true };

type Values = Readonly<Record<string, string>>;
type Fill = (text: string, path: Path) => string;

/**
 * Writes out a session's messages: what is repeated is said as often, calls get ids, results the id of their call.
 * Digits that stand for themselves are made from the session's id, so that the same file gives the same bytes.
 */
export function expandMessages(
  { id, messages: written }: Pick<WrittenCompactionSession, "id" | "messages">,
  locate: (path: Path) => { file: string; line: number },
): { messages: SessionMessage[]; findings: Finding[] } {
  const findings = new Map<string, Finding>();
  const messages: SessionMessage[] = [];
  const open: { id: string; name: string; path: Path }[] = [];
  let calls = 0;
  let drawn = 0;

  const report = (finding: Finding) => findings.set(`${finding.line}\0${finding.message}`, finding);
  const fillWith =
    (values: Values): Fill =>
    (text, path) =>
      text.replaceAll(/\{\{([\w.-]+)\}\}/g, (whole, key: string) => {
        if (Object.hasOwn(values, key)) return values[key]!;
        if (key === "hex") return digest(id, drawn++).slice(0, 8);
        if (key === "digits")
          return String(10_000 + (Number.parseInt(digest(id, drawn++).slice(0, 8), 16) % 90_000));
        const near = nearest(key, [...Object.keys(values), "hex", "digits"]);
        report(loadFinding("unknown-placeholder", { name: key, near }, locate(path)));
        return whole;
      });

  function closeCalls(): void {
    for (const { name, path } of open.splice(0))
      report(loadFinding("call-without-result", { name }, locate(path)));
  }

  /** Placeholders are read in what is repeated alone: elsewhere braces are braces. */
  function say(said: WrittenSaid, path: Path, values: Values | null): void {
    const fill: Fill = values === null ? (text) => text : fillWith(values);
    if ("tool" in said) {
      const call = open.shift();
      if (call === undefined) return void report(loadFinding("result-without-call", {}, locate(path)));
      const content = writeLines(said.tool, path, values, fill, fillWith);
      messages.push({ role: "tool", callId: call.id, content, ...(said.error ? { isError: true } : {}) });
      return;
    }
    closeCalls();
    if ("user" in said) return void messages.push({ role: "user", content: fill(said.user, path) });
    const toolCalls = (said.calls ?? []).map(({ name, arguments: given }, i) => {
      const call = {
        id: `call-${++calls}`,
        name,
        arguments: fillValue(given, fill, path) as Record<string, unknown>,
      };
      open.push({ id: call.id, name, path: [...path, "calls", i] });
      return call;
    });
    const content = fill(said.assistant, path);
    messages.push({ role: "assistant", content, ...(toolCalls.length === 0 ? {} : { toolCalls }) });
  }

  written.forEach((item, i) => {
    if (!("repeat" in item)) return say(item, ["messages", i], null);
    for (let n = 1; n <= item.repeat; n++) {
      const own = Object.entries(item.with).map(([key, list]) => [key, list[(n - 1) % list.length]!]);
      const values: Values = { ...Object.fromEntries(own), n: String(n) };
      item.messages.forEach((said, j) => say(said, ["messages", i, "messages", j], values));
    }
  });
  closeCalls();
  return { messages, findings: [...findings.values()] };
}

function writeLines(
  lines: WrittenLines,
  path: Path,
  values: Values | null,
  fill: Fill,
  fillWith: (values: Values) => Fill,
): string {
  if (typeof lines === "string") return fill(lines, path);
  return lines
    .flatMap((line) => {
      if (typeof line === "string") return [fill(line, path)];
      return Array.from({ length: line.times }, (_, i) =>
        fillWith({ ...values, n: String(i + 1) })(line.line, path),
      );
    })
    .join("\n");
}

function fillValue(value: unknown, fill: Fill, path: Path): unknown {
  if (typeof value === "string") return fill(value, path);
  if (Array.isArray(value)) return value.map((item) => fillValue(item, fill, path));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillValue(inner, fill, path)]));
}

function digest(id: string, count: number): string {
  return sha256(`${id}/${count}`).slice("sha256:".length);
}
