import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  type AbOptions,
  type AbRun,
  cachedRules,
  defaultRules,
  diffVersions,
  openVersions,
  type Rules,
  runAb,
  type VersionsInput,
} from "../compare/index.ts";
import { loadGate } from "../gate/index.ts";
import { diskTree, openRepository, type Repository } from "../load/index.ts";
import { abReports, renderAbText } from "../report/index.ts";
import { pointLatest } from "../run/index.ts";
import { canonicalText, decodeUtf8, plainLine, stableJson, UserError } from "../util/index.ts";
import { abDryRun } from "./ab-dry-run.ts";
import { abSelfCheck } from "./ab-self-check.ts";
import { abSessions } from "./ab-sessions.ts";
import { findRoot, requireFolder } from "./find-root.ts";
import { type Io, wantsColor } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { asRef, type Operand, parseOperand, workingTreeBeside } from "./operand.ts";
import { printFindings } from "./print-findings.ts";
import { createProgress } from "./progress.ts";
import { type RunFlags, runSettings } from "./run-settings.ts";

export interface AbCommandOptions extends RunFlags {
  root?: string;
  suite: string;
  case?: string[];
  tag?: string[];
  stack?: string[];
  profile?: string[];
  model?: string[];
  answer?: string;
  replace?: string[];
  corpusRef?: string;
  goal?: Rules["goal"];
  margin?: number;
  dryRun?: boolean;
  baseline?: string;
  sessions?: string[];
  throughGate?: boolean;
  times?: number;
  json?: boolean;
}

/** `strata ab [A] [B]`: two versions of the prompts on one corpus; writes the run's folder, prints the verdict. */
export async function abCommand(
  io: Io,
  from: string | undefined,
  to: string | undefined,
  options: AbCommandOptions,
): Promise<number> {
  const { sessions } = options;
  if (sessions !== undefined) return abSessions(io, { a: from, b: to }, { ...options, sessions });
  const root = findRoot(io, options.root);
  requireFolder(root);
  const { input, repository } = await readSides(io, root, { from, to }, options);
  const versions = await openVersions(input);
  printFindings(io, versions.findings);
  const progress = createProgress(io, 0);
  const ab = { ...optionsOf(options), ...baselineOf(io, root, options) };
  const deps = { ...runSettings(io, root, options), onProgress: progress.update };
  if (options.dryRun) return abDryRun(io, { versions, options: ab, json: options.json === true }, deps);
  if (options.throughGate) {
    const { gate, findings } = loadGate(diskTree(root, io.parsed));
    if (findings.length > 0) throw new UserError(findings);
    const { times = 20, json = false } = options;
    return abSelfCheck(io, { versions, options: ab, gate, times, json }, deps);
  }
  const run = await runAb(versions, ab, deps);
  progress.end();
  const { affected } = run.result;
  const diff = affected.units === 0 ? null : await diffVersions(versions, ab.selection, repository);
  for (const [name, content] of Object.entries(abReports(run, diff))) run.folder.write(name, content);
  pointLatest(root, run.result.id);
  show(io, run, options.json === true);
  return run.result.exitCode;
}

function show(io: Io, { result, folder, misses }: AbRun, json: boolean): void {
  printFindings(io, result.findings);
  for (const lines of misses) {
    // What prompts hold is shown line by line, and never as a line of ours.
    io.stderr.write(`${lines.map((line) => `  ${plainLine(line)}`).join("\n")}\n`);
  }
  if (json) io.stdout.write(`${stableJson({ schema: 1, ...result }, 2)}\n`);
  else {
    const width = io.stdout.columns ?? (io.stdout.isTTY ? 100 : Infinity);
    io.stdout.write(renderAbText(result, { color: wantsColor(io.stdout, io.env), width }));
  }
  io.stderr.write(`report: ${folder.dir}/report.html\n`);
}

/** Both sides as they were asked for. Without B it is the working tree, or A with other layers. */
async function readSides(
  io: Io,
  root: string,
  { from, to }: { from: string | undefined; to: string | undefined },
  { replace = [], corpusRef, throughGate }: AbCommandOptions,
): Promise<{ input: VersionsInput; repository: Repository | null }> {
  const replacements = replace.map((given) => readReplacement(io, given));
  const first = parseOperand(from ?? (replace.length > 0 ? "." : "HEAD"));
  const given = to === undefined ? undefined : parseOperand(to);
  for (const operand of [first, given]) refuseSettings(operand);
  if (throughGate === true) refuseDifference(first, given, replace);
  const onDisk = first.ref === "." && (given ?? first).ref === "." && (corpusRef ?? ".") === ".";
  const repository = onDisk ? undefined : await openRepository(root);
  const a = await asRef(repository, first);
  const b =
    given !== undefined ? await asRef(repository, given) : replace.length > 0 ? a : workingTreeBeside(a);
  const input = { root, repository: repository ?? null, a, b, corpusRef, replace: replacements };
  return { input, repository: repository ?? null };
}

/** One profile or model with another is no comparison of two versions on the same cases. */
function refuseSettings(operand: Operand | undefined): void {
  if (operand?.profile === undefined && operand?.model === undefined) return;
  throw new UserError([commandFinding("operand-settings", { operand: operand.text })]);
}

/** Through the gate a version is compared with itself. */
function refuseDifference(a: Operand, b: Operand | undefined, replace: readonly string[]): void {
  const same = b !== undefined && a.ref === b.ref && a.variant === b.variant && replace.length === 0;
  if (!same) throw new UserError([commandFinding("self-check-differs", {})]);
}

function readReplacement(io: Io, given: string): { layer: string; text: string } {
  const at = given.indexOf("=");
  const [layer, name] = [given.slice(0, at), given.slice(at + 1)];
  if (at < 1 || name === "") throw new UserError([commandFinding("bad-replace", { given })]);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path.resolve(io.cwd, name));
  } catch (error) {
    const { code = "error" } = error as NodeJS.ErrnoException;
    throw new UserError([commandFinding("replace-unreadable", { file: name, code })]);
  }
  const text = decodeUtf8(bytes);
  if (text === undefined)
    throw new UserError([commandFinding("replace-unreadable", { file: name, code: "not UTF-8" })]);
  return { layer, text: canonicalText(text) };
}

/** A stored run by its id or its folder; its rules have B run three times at the first look. */
function baselineOf(
  io: Io,
  root: string,
  options: AbCommandOptions,
): Pick<AbOptions, "baseline" | "rules"> | undefined {
  const { baseline: name } = options;
  if (name === undefined) return undefined;
  const own = path.join(root, "reports", "runs", name);
  return {
    baseline: existsSync(own) ? own : path.resolve(io.cwd, name),
    rules: { ...optionsOf(options).rules, ...cachedRules },
  };
}

function optionsOf(options: AbCommandOptions): AbOptions {
  const { suite, case: cases, tag: tags, stack: stacks, profile: profiles, model: models, answer } = options;
  const filters = Object.entries({ cases, tags, stacks, profiles, models, answer });
  const { goal = defaultRules.goal, margin } = options;
  return {
    selection: { suite, ...Object.fromEntries(filters.filter(([, value]) => value !== undefined)) },
    rules: { ...defaultRules, goal, margin: margin === undefined ? defaultRules.margin : margin / 100 },
  };
}
