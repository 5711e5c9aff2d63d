import { existsSync } from "node:fs";
import path from "node:path";
import { createFixture, type FileTree, type FsFixture } from "fs-fixture";
import { expect } from "vitest";
import { miniRepository } from "./testing-files.ts";
import { type Io, main } from "./index.ts";

/** An Io that keeps what is written to it. */
export interface FakeIo extends Io {
  /** Everything on stdout so far. */
  out(): string;
  /** Everything on stderr so far. */
  err(): string;
}

/** What a command did. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Files by path: a text, bytes, a link (see fs-fixture), a folder, or null for one that is not to be there. */
export type Changes = Record<string, FileTree[string] | null>;

export type MiniFile = keyof typeof miniRepository;

let ran = 0;

/** Parts of an Io; `terminal` is what its streams say of themselves. */
export interface IoChanges extends Partial<Io> {
  terminal?: { isTTY?: boolean; columns?: number };
}

/** An Io with a fixed clock, no environment, and streams that are no terminal. */
export function aFakeIo({ terminal, ...changes }: IoChanges = {}): FakeIo {
  const written = { stdout: "", stderr: "" };
  return {
    argv: [],
    cwd: "/",
    env: {},
    stdout: { ...terminal, write: (text) => void (written.stdout += text) },
    stderr: { ...terminal, write: (text) => void (written.stderr += text) },
    now: () => new Date("2026-03-30T12:00:00Z"),
    // The clock stands still, so this alone keeps the folders of two runs apart.
    random: () => (ran++ % 0x10000) / 0x10000,
    signal: new AbortController().signal,
    ...changes,
    out: () => written.stdout,
    err: () => written.stderr,
  };
}

/** Runs `strata` in a folder. */
export async function strata(
  cwd: string,
  argv: readonly string[],
  changes: IoChanges = {},
): Promise<Outcome> {
  const io = aFakeIo({ argv, cwd, ...changes });
  const code = await main(io);
  return { code, stdout: io.out(), stderr: io.err() };
}

/** A small valid repository of prompts in a temporary folder, with single files replaced, added or removed. */
export function aRepository(changes: Changes = {}): Promise<FsFixture> {
  const files = Object.entries({ ...miniRepository, ...changes }).filter(([, content]) => content !== null);
  return createFixture(Object.fromEntries(files) as FileTree);
}

/** One line of stderr, apart: `error  prompts/models.yaml:3  message`. */
export interface Complaint {
  severity: string;
  /** `file:line`, `file`, or nothing. */
  place: string;
  message: string;
}

function complaints(stderr: string): Complaint[] {
  return stderr
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [severity = "", ...rest] = line.split("  ");
      const place = rest.length > 1 ? rest.shift()! : "";
      return { severity, place, message: rest.join("  ") };
    });
}

/** What was refused, and how. */
export interface Refusal {
  /** `error.code` of the JSON document. */
  code: string;
  complaints: Complaint[];
}

/**
 * Runs a command that must refuse its input, and the same or another one with --json, and checks what holds for
 * every refusal: exit code 2, an empty stdout or exactly one JSON document, the same stderr, no folder of reports.
 */
export async function refusal(cwd: string, argv: readonly string[], jsonArgv = argv): Promise<Refusal> {
  const plain = await strata(cwd, argv);
  expect(plain).toMatchObject({ code: 2, stdout: "" });
  const json = await strata(cwd, [...jsonArgv, "--json"]);
  expect(json).toMatchObject({ code: 2, stderr: plain.stderr });
  const { schema, error } = JSON.parse(json.stdout) as { schema: unknown; error: Record<string, unknown> };
  const found = complaints(plain.stderr);
  const first = found.find(({ severity }) => severity === "error");
  const [, file, line] = /^(.*?)(?::(\d+))?$/.exec(first?.place ?? "")!;
  expect(schema).toEqual(expect.any(Number));
  expect(error).toEqual({
    code: expect.stringMatching(/^[a-z0-9-]+$/),
    message: first?.message,
    ...(file ? { file } : {}),
    ...(line ? { line: Number(line) } : {}),
  });
  expect(existsSync(path.join(cwd, "reports")), "reports/ was created").toBe(false);
  return { code: String(error["code"]), complaints: found };
}

/** A repository with one mistake, and what must be said of it. */
export interface Fault {
  name: string;
  changes: Changes;
  told: Refusal;
}

/** `place` is `file:line` of the faulty key, or `file` where no line can be meant; `says` must stand in the message. */
export function fault(name: string, code: string, place: string, changes: Changes, ...says: string[]): Fault {
  const words = says.map((word) => `(?=[^]*${word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)})`);
  const message: unknown = expect.stringMatching(new RegExp(`^${words.join("")}`));
  return {
    name,
    changes,
    told: { code, complaints: [{ severity: "error", place, message: message as string }] },
  };
}

/** A fault made by one edit of one file; its line is the one that holds `mark`. */
export function faultIn(
  file: MiniFile,
  [from, to, mark = to.trim()]: readonly [from: string, to: string, mark?: string],
  [name, code, ...says]: readonly [name: string, code: string, ...says: string[]],
): Fault {
  const text = edited(file, from, to);
  return fault(name, code, `${file}:${lineOf(text, mark)}`, { [file]: text }, ...says);
}

/** What both commands, which must agree, say of a faulty repository. */
export async function refusalOf({ changes }: Pick<Fault, "changes">): Promise<Refusal> {
  await using repository = await aRepository(changes);
  // Awaited here: the repository is removed when this function returns.
  return await refusal(repository.path, ["assemble"], ["eval"]);
}

/** The line, from 1, of the only line of a text that holds `mark`. */
export function lineOf(text: string, mark: string): number {
  const lines = text.split("\n").flatMap((line, i) => (line.includes(mark) ? [i + 1] : []));
  if (lines.length !== 1) throw new Error(`${JSON.stringify(mark)} is on ${lines.length} lines`);
  return lines[0]!;
}

/** The text with `from`, which must stand in it exactly once, replaced. */
export function edit(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2)
    throw new Error(`${JSON.stringify(from)} is not in the text exactly once`);
  return text.replace(from, () => to);
}

/** A file of the small repository, edited; see {@link edit}. */
export function edited(file: MiniFile, from: string, to: string): string {
  return edit(miniRepository[file], from, to);
}
