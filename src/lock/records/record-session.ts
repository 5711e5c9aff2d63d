import { type Assembly, layerText } from "../../assemble/index.ts";
import type { Revision } from "../../load/index.ts";
import { type Assignment, type RecordLine, isSessionId, type StartLine } from "../../schema/index.ts";
import { isUserError, makeHiddenFolder, stableJson, UserError } from "../../util/index.ts";
import { appendLine } from "./append-line.ts";
import { clusterOf } from "./cluster-of.ts";
import { maskedTexts } from "./masked-texts.ts";
import { recordFinding } from "./messages.ts";
import { openObjectStore } from "./object-store.ts";
import { recordsFile } from "./read-records.ts";
import { recordPrompt } from "./record-prompt.ts";

/** Where and how records are kept. */
export interface RecordOptions {
  /** The folder of records: `.strata` beside `prompts/`. Made, kept to its owner, and kept from git. */
  dir: string;
  now: Date;
  /** Keep the bytes too, in the object store. Without it nothing is kept that was written by a person. */
  withText?: boolean;
  /** Secret key for cluster names; see {@link clusterOf}. */
  clusterKey?: string | undefined;
}

/** What is known of a session beside its prompt. */
export interface SessionFacts {
  session: string;
  /** The commit of the repository of prompts. */
  git: Revision | null;
  assignment?: Assignment | undefined;
  /** A user or task whose sessions belong together; only its hash is kept. */
  cluster?: string | undefined;
}

/** What becomes of a session after its start. */
export type SessionChange = { session: string } & (
  | {
      event: "reload" | "compaction";
      layer?: string | undefined;
      prompt?: Assembly | undefined;
      git?: Revision | null;
    }
  /** `value` is pass, fail, or from 0 (worst) to 1 (best). */
  | { event: "outcome"; value: "pass" | "fail" | number; cluster?: string | undefined }
);

/** Appends what a session's prompt is made of as one line, and returns it. Throws a UserError for a name that cannot be. */
export function recordSession(assembly: Assembly, facts: SessionFacts, options: RecordOptions): StartLine {
  const { session, git, assignment, cluster } = facts;
  return append(
    {
      ...{ strata: 1, event: "start", session, time: options.now.toISOString() },
      ...recordPrompt(assembly, git, options.withText === true),
      ...(assignment === undefined ? {} : { assignment }),
      ...(cluster === undefined ? {} : { cluster: clusterOf(cluster, options.clusterKey) }),
    },
    assembly,
    options,
  );
}

/** Appends a later event of a session as one line, and returns it. Throws a UserError for a value that cannot be. */
export function recordEvent(change: SessionChange, options: RecordOptions): RecordLine {
  const line = { strata: 1 as const, session: change.session, time: options.now.toISOString() };
  if (change.event === "outcome") {
    const { event, value, cluster } = change;
    if (typeof value === "number" && !(value >= 0 && value <= 1)) {
      throw new UserError([recordFinding("bad-outcome", { value: String(value) })]);
    }
    const of = cluster === undefined ? {} : { cluster: clusterOf(cluster, options.clusterKey) };
    return append({ ...line, event, value, ...of }, undefined, options);
  }
  const { event, layer, prompt, git = null } = change;
  return append(
    {
      ...{ ...line, event },
      ...(layer === undefined ? {} : { layer }),
      ...(prompt === undefined ? {} : { prompt: recordPrompt(prompt, git, options.withText === true) }),
    },
    prompt,
    options,
  );
}

/** The texts come first: no record names an object that is not there. */
function append<Line extends RecordLine>(
  record: Line,
  prompt: Assembly | undefined,
  { dir, withText }: RecordOptions,
): Line {
  const { session } = record;
  if (!isSessionId(session)) throw new UserError([recordFinding("bad-session", { session })]);
  try {
    makeHiddenFolder(dir);
    if (withText && prompt !== undefined) storeTexts(prompt, dir);
    appendLine(recordsFile(dir), stableJson(record));
  } catch (error) {
    const { code, path = dir } = error as NodeJS.ErrnoException;
    if (code === undefined || isUserError(error)) throw error;
    throw new UserError([recordFinding("cannot-write", { path, code })]);
  }
  return record;
}

function storeTexts(assembly: Assembly, dir: string): void {
  const store = openObjectStore(dir);
  for (const text of Object.values(maskedTexts(assembly))) store.put(text);
  for (const layer of assembly.layers) {
    if (!assembly.secrets.includes(layer.id)) store.put(layerText(assembly, layer));
  }
}
