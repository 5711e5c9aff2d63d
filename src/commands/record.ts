import { randomUUID } from "node:crypto";
import path from "node:path";
import { assemble, type Assembly } from "../assemble/index.ts";
import { readRevision } from "../load/index.ts";
import {
  recordEvent,
  recordFinding,
  type RecordLine,
  type RecordOptions,
  recordSession,
  type SessionFacts,
} from "../lock/index.ts";
import { isSessionId } from "../schema/index.ts";
import { type Finding, nearest, stableJson, UserError } from "../util/index.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot } from "./find-root.ts";
import { openPrompts } from "./open-prompts.ts";
import { printFindings } from "./print-findings.ts";
import { type CombinationFilter, selectCombinations } from "./select-combinations.ts";

export interface RecordCommandOptions extends CombinationFilter {
  root?: string;
  session?: string;
  event?: string;
  value?: string;
  layer?: string;
  cluster?: string;
  assign?: string;
  withText?: boolean;
  json?: boolean;
}

const events = ["start", "reload", "compaction", "outcome"] as const;
type Event = (typeof events)[number];

/** `strata record`: appends one line about a session to `.strata/sessions.jsonl` and prints the session's id. */
export async function recordCommand(io: Io, options: RecordCommandOptions): Promise<number> {
  const event = checkOptions(options);
  const root = findRoot(io, options.root);
  const dir = path.join(root, ".strata");
  const { withText = false } = options;
  const record = await append(event, root, options, {
    ...{ dir, now: io.now(), withText, clusterKey: io.env["STRATA_CLUSTER_KEY"] },
    warn: (findings) => printFindings(io, findings),
  });
  if (options.json) io.stdout.write(`${stableJson({ schema: 1, record }, 2)}\n`);
  else io.stdout.write(`${record.session}\n`);
  return 0;
}

interface AppendOptions extends RecordOptions {
  warn(findings: readonly Finding[]): void;
}

async function append(
  event: Event,
  root: string,
  options: RecordCommandOptions,
  how: AppendOptions,
): Promise<RecordLine> {
  const { session = randomUUID(), cluster, layer } = options;
  if (event === "outcome") {
    return recordEvent({ session, event, value: outcomeOf(options.value!), cluster }, how);
  }
  if (event !== "start" && !hasPrompt(options)) return recordEvent({ session, event, layer }, how);
  const assembly = assembleOne(root, options, how);
  const git = await readRevision(root);
  if (event !== "start") return recordEvent({ session, event, layer, prompt: assembly, git }, how);
  return recordSession(assembly, { session, git, cluster, assignment: assignmentOf(options.assign) }, how);
}

/** The one combination that is recorded. */
function assembleOne(root: string, options: RecordCommandOptions, { warn }: AppendOptions): Assembly {
  const found = selectCombinations(openPrompts(root, options.scenario), options);
  if (found.length > 1) {
    const of = (names: string[]) => [...new Set(names)];
    throw new UserError([
      commandFinding("several-prompts", {
        stacks: of(found.map(({ stack }) => stack.id)),
        profiles: of(found.map(({ profile }) => profile.id)),
        models: of(found.map(({ model }) => model.id)),
      }),
    ]);
  }
  const assembly = assemble(found[0]!);
  const errors = assembly.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  warn(assembly.diagnostics);
  return assembly;
}

const promptOptions = ["stack", "profile", "model", "variant", "scenario", "withText"] as const;

function hasPrompt(options: RecordCommandOptions): boolean {
  return promptOptions.some((name) => options[name] !== undefined);
}

/** What only some events have; an option that would be without effect is refused. */
const ownOptions: Record<Event, readonly (keyof RecordCommandOptions)[]> = {
  start: [...promptOptions, "assign", "cluster"],
  reload: [...promptOptions, "layer"],
  compaction: [...promptOptions, "layer"],
  outcome: ["value", "cluster"],
};

/** Everything that is wrong with the command line, at once. */
function checkOptions(options: RecordCommandOptions): Event {
  const { session, event: name = "start", value, assign } = options;
  const event = events.find((known) => known === name);
  const errors: Finding[] = [];
  if (event === undefined) {
    errors.push(recordFinding("unknown-event", { name, near: nearest(name, events), known: events }));
  } else {
    const all = new Set(Object.values(ownOptions).flat());
    const idle = [...all].filter((one) => options[one] !== undefined && !ownOptions[event].includes(one));
    errors.push(...idle.map((one) => commandFinding("idle-option", { option: flagOf(one), event })));
    if (event !== "start" && session === undefined) errors.push(commandFinding("needs-session", { event }));
    if (event === "outcome" && value === undefined) errors.push(commandFinding("needs-value", {}));
  }
  if (session !== undefined && !isSessionId(session)) errors.push(recordFinding("bad-session", { session }));
  if (value !== undefined && parseOutcome(value) === undefined)
    errors.push(recordFinding("bad-outcome", { value }));
  if (assign !== undefined && !assignPattern.test(assign))
    errors.push(recordFinding("bad-assignment", { text: assign }));
  if (event === undefined || errors.length > 0) throw new UserError(errors);
  return event;
}

function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const assignPattern = /^([^\s:]+):([^\s:]+)$/;

function assignmentOf(text: string | undefined): SessionFacts["assignment"] {
  if (text === undefined) return undefined;
  const [, experiment, variant] = assignPattern.exec(text)!;
  return { experiment: experiment!, variant: variant!, random: true };
}

function outcomeOf(value: string): "pass" | "fail" | number {
  return parseOutcome(value)!;
}

function parseOutcome(value: string): "pass" | "fail" | number | undefined {
  if (value === "pass" || value === "fail") return value;
  const number = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= 0 && number <= 1 ? number : undefined;
}
