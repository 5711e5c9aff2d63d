import { randomUUID } from "node:crypto";
import path from "node:path";
import { assemble, type Assembly, cachedPrefix, checkValues } from "../../assemble/index.ts";
import {
  diskTree,
  loadFinding,
  loadPrompts,
  type Prompts,
  readGitState,
  readRevision,
  type Stack,
} from "../../load/index.ts";
import type { Channel, StartLine } from "../../schema/index.ts";
import { type Finding, nearest, UserError } from "../../util/index.ts";
import { type RecordOptions, recordSession, type SessionFacts } from "../records/index.ts";
import { type Folder, liveScenario, type LiveWorld } from "./live-scenario.ts";

/** A session of a TypeScript agent: which prompt, in which world, and how it is recorded. */
export interface SessionOptions {
  /** The repository of prompts. */
  root: string;
  /** Its prompts, where they were loaded before. */
  prompts?: Prompts;
  stack: string;
  variant?: string;
  profile: string;
  /** Assembled for; one of prompts/models.yaml. */
  model: string;
  /** Values for the stack's inputs. */
  values?: Record<string, unknown>;
  /** `clock` is now, and `git` what Git says of the workspace, where they are not given. */
  world: Omit<LiveWorld, "clock" | "git"> & Partial<Pick<LiveWorld, "clock" | "git">>;
  /** Default: a new random id. */
  session?: string;
  assignment?: SessionFacts["assignment"];
  cluster?: string;
  /** Default: `.strata` in the root, hashes only; null records nothing. */
  record?: Partial<RecordOptions> | null;
}

/** What a model is sent, by channel. */
export interface SessionPrompt {
  system: string;
  /** The start of `system` that a provider may cache: up to the end of the last layer of a cached tier. */
  prefix: string;
  channels: Partial<Record<Exclude<Channel, "system">, string>>;
  tools: Assembly["tools"];
}

export interface AssembledSession {
  session: string;
  prompt: SessionPrompt;
  assembly: Assembly;
  /** The line that was appended; null when nothing is recorded. */
  record: StartLine | null;
}

/**
 * Assembles a session's prompt from a real world and appends its record, in one call. Throws a UserError for prompts
 * that do not load or assemble, unknown names and values, and folders that cannot be written to; then nothing is recorded.
 */
export async function assembleSession(options: SessionOptions): Promise<AssembledSession> {
  const { root, world, values = {}, session = randomUUID(), record = {} } = options;
  const now = record?.now ?? new Date();
  const prompts = options.prompts ?? loadValid(root);
  const { stack, profile, model } = findNames(prompts, options);
  checkValues(values, stack);
  const git = world.git ?? (await readGitState(pathOf(world.workspace)));
  const scenario = liveScenario({ ...world, git, clock: world.clock ?? wallClock(now) }, values);
  const assembly = assemble({ stack, profile, model, scenario });
  const errors = assembly.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  const prompt = promptOf(assembly, stack);
  if (record === null) return { session, prompt, assembly, record };
  const { assignment, cluster } = options;
  const facts = { session, git: await readRevision(root), assignment, cluster };
  const how = { dir: path.join(root, ".strata"), ...record, now };
  return { session, prompt, assembly, record: recordSession(assembly, facts, how) };
}

function loadValid(root: string): Prompts {
  const { prompts, findings } = loadPrompts(diskTree(root), root);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  return prompts;
}

/** Throws a UserError with all names that are unknown. */
function findNames({ stacks, models }: Prompts, { variant = "default", ...names }: SessionOptions) {
  const variants = stacks.get(names.stack);
  const stack = variants?.get(variant);
  const profile = stack?.profiles.get(names.profile);
  const model = models.get(names.model);
  if (stack !== undefined && profile !== undefined && model !== undefined) return { stack, profile, model };
  const errors: Finding[] = [];
  const unknown = (
    kind: Parameters<typeof loadFinding>[0] & `unknown-${string}`,
    name: string,
    known: Iterable<string>,
  ) => errors.push(loadFinding(kind as "unknown-stack", { name, near: nearest(name, known) }));
  if (variants === undefined) unknown("unknown-stack", names.stack, stacks.keys());
  else if (stack === undefined) unknown("unknown-variant", variant, variants.keys());
  else if (profile === undefined) unknown("unknown-profile", names.profile, stack.profiles.keys());
  if (model === undefined) unknown("unknown-model", names.model, models.keys());
  throw new UserError(errors);
}

function promptOf(assembly: Assembly, stack: Stack): SessionPrompt {
  const { text, channels, tools } = assembly;
  const others = Object.entries(channels).map(([channel, { text: own }]) => [channel, own]);
  return {
    ...{ system: text, tools, channels: Object.fromEntries(others) },
    prefix: cachedPrefix(assembly, stack).toString("utf8"),
  };
}

function pathOf(folder: Folder): string {
  return typeof folder === "string" ? folder : folder.root;
}

/** A time as the clock on this machine's wall shows it, with its offset. */
function wallClock(now: Date): string {
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
}
