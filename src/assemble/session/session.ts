import { type Layer, overlayWorld, type Stack, treePath, type Written } from "../../load/index.ts";
import { type Sha256, UserError } from "../../util/index.ts";
import type { Combination } from "../facts.ts";
import type { RenderedLayer } from "../render-layer.ts";
import type { Assembly, SourceUse } from "../types.ts";
import { checkValues } from "./check-values.ts";
import { fingerprint } from "./fingerprint.ts";
import { noticeReload } from "./notice-reload.ts";
import {
  isOfRead,
  problemOf,
  type Rendered,
  renderSession,
  type SessionLayer,
  type SessionWorld,
} from "./render-session.ts";
import type { SessionEvent, SessionRecord, SessionStep } from "./types.ts";

/** Everything a session remembers between two events. */
export interface Session extends SessionWorld {
  /** What was done to files, in order. */
  writes: readonly (readonly [path: string, content: Written])[];
  reads: readonly string[];
  /** Every layer as its files were at the last event. */
  seen: Rendered;
  /** Fingerprints of the files of each layer as the model knows them. */
  told: ReadonlyMap<string, Sha256>;
  injected: readonly string[];
  /** Paths of files that the prompt holds or that a read came by, and hashes of those that a tool result showed. */
  shown: ReadonlySet<string>;
}

interface Advance {
  session: Session;
  step: SessionStep;
}

/** Starts a session: builds its prompt. Throws a UserError when the prompt does not assemble. */
export function startSession(combination: Combination): Advance {
  const { world, values, reads } = combination.scenario;
  const blank = { writes: [], turn: {}, held: new Map(), seen: new Map(), told: new Map(), injected: [] };
  const nobody = { shown: new Set<string>(), gone: new Set<string>() };
  return start({ combination, world, values, reads, ...blank, ...nobody }, { type: "start" });
}

/** Applies one event; the session given stays as it was. Throws a UserError for a new session that does not assemble. */
export function advanceSession(session: Session, event: SessionEvent): Advance {
  const { stack, scenario } = session.combination;
  const { workspace } = scenario.world.roots;
  switch (event.type) {
    case "turn": {
      const { values = {} } = event;
      checkValues(values, stack);
      return advance({ ...session, turn: values }, event, isReadEveryTurn);
    }
    case "read": {
      const path = pathInside(workspace, event.path);
      if (path === undefined) return advance(session, event, nowhere);
      return advance({ ...session, reads: [...new Set([...session.reads, path])] }, event, isOfRead, [path]);
    }
    case "write": {
      const path = event.path.startsWith("/") ? event.path : `${workspace}/${event.path}`;
      const writes = [...session.writes, [path, event.content] as const];
      return advance({ ...session, writes, world: overlayWorld(scenario.world, writes) }, event, nowhere);
    }
    case "configure":
      checkValues(event.values, stack);
      return advance({ ...session, values: { ...session.values, ...event.values } }, event, nowhere);
    case "compaction": {
      const gone = new Set([...session.gone, ...stack.layers.filter(isLost).map(({ id }) => id)]);
      const compacted = stack.session.rebuildOn.includes("compaction")
        ? recorded("rebuilt", build({ ...session, gone }, event, isReread))
        : advance({ ...session, gone }, event, isReread);
      return shrinkInjected(compacted, stack.session.shrinkInjected);
    }
    case "resume":
      // What promises a turn alone was not stored.
      return recorded("restored", advance({ ...session, turn: {} }, event, isOfTurn));
    case "new": {
      const blank = { turn: {}, held: new Map(), told: new Map(), injected: [], shown: new Set<string>() };
      const gone = new Set<string>();
      return start({ ...session, ...blank, gone, reads: scenario.reads }, event);
    }
  }
}

/** Runs a whole session; the first step is its start. */
export function runSession(combination: Combination, events: readonly SessionEvent[]): SessionStep[] {
  let { session, step } = startSession(combination);
  const steps = [step];
  for (const event of events) {
    ({ session, step } = advanceSession(session, event));
    steps.push(step);
  }
  return steps;
}

const everywhere = (): boolean => true;
const nowhere = (): boolean => false;
const isOfTurn = (layer: Layer): boolean => layer.tier.promise === "turn" && !isOfRead(layer);
const isReadEveryTurn = (layer: Layer): boolean => layer.read === "turn" && !isOfRead(layer);
const isReread = ({ onCompact }: Layer): boolean => onCompact === "reread";
// A summarised layer goes on in the summary, and no longer stands in the prompt.
const isLost = ({ onCompact }: Layer): boolean => onCompact === "summarize" || onCompact === "drop";

function start(session: Session, event: SessionStep["event"]): Advance {
  const started = build(session, event, everywhere);
  const errors = started.step.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  return recorded("started", started);
}

/** Builds the prompt from layers as they are now, so that the model knows of all their changes. */
function build(session: Session, event: SessionStep["event"], at: (layer: Layer) => boolean): Advance {
  const { session: next, step, layers } = observe(session, event, at);
  const told = new Map(session.told);
  for (const { layer, looked, problem, rendered } of layers) {
    if (looked && problem === undefined) told.set(layer.id, fingerprint(rendered.documents));
  }
  return { session: { ...next, told }, step };
}

/** Looks at some layers again, and tells the model of watched files that changed. */
function advance(
  session: Session,
  event: SessionEvent,
  at: (layer: Layer) => boolean,
  reads = session.reads,
): Advance {
  const { session: next, step, layers } = observe(session, event, at, reads);
  const told = new Map(session.told);
  const injected = [...session.injected];
  const records = [...step.records];
  for (const { layer, rendered } of layers) {
    const { id, watch } = layer;
    if (isInPrefix(layer) && textIn(rendered) !== textIn(session.held.get(id)!)) {
      records.push({ type: "prefix-changed", layer: id });
    }
    if (watch === null) continue;
    const fresh = next.seen.get(id)!;
    const problem = problemOf(fresh);
    const print = fingerprint(fresh.documents);
    if (problem !== undefined) {
      if (step.changed.includes(id)) records.push({ type: "reload-ignored", layer: id, reason: problem });
    } else if (told.get(id) !== print) {
      const { text, record } = noticeReload(id, watch, fresh);
      // One too long to send counts as told, as in the systems that lose it: its record is what remains of it.
      told.set(id, print);
      if (text !== null) injected.push(text);
      records.push(record);
    }
  }
  return { session: { ...next, told, injected }, step: { ...step, injected, records } };
}

/** What the model sees when some layers are looked at again, and what became of the files of all. */
function observe(
  session: Session,
  event: SessionStep["event"],
  at: (layer: Layer) => boolean,
  reads = session.reads,
): Advance & { layers: SessionLayer[] } {
  const { shown, injected } = session;
  const exclude = ({ path, sourceHash }: SourceUse) =>
    shown.has(path) || (sourceHash !== undefined && shown.has(sourceHash));
  const { assembly, layers } = renderSession(session, { at, reads, exclude });
  const blank = { ...session, held: new Map() };
  const fresh = renderSession(blank, { at: everywhere, reads: session.reads, exclude: nowhere });
  const seen = new Map(fresh.layers.map(({ layer, rendered }) => [layer.id, rendered]));
  const changed = [...seen].filter(([id, now]) => isChanged(session.seen.get(id), now)).map(([id]) => id);
  const next: Session = {
    ...session,
    ...{ seen, held: new Map(layers.map(({ layer, rendered }) => [layer.id, rendered])) },
    shown: new Set([...shown, ...layers.flatMap(shownBy)]),
  };
  const step: SessionStep = {
    ...{ event, assembly, stored: storedText(assembly, session.combination.stack), injected, changed },
    toolResult: event.type === "read" ? (assembly.channels.tool_result?.text ?? null) : null,
    records: layers.flatMap((layer) => ignoredReload(layer, session.held)),
    diagnostics: assembly.diagnostics,
  };
  return { session: next, step, layers };
}

/** Summarises injected messages as a compaction that takes them for conversation does. */
function shrinkInjected({ session, step }: Advance, max: number | null): Advance {
  if (max === null) return { session, step };
  const lengths = session.injected.map((message) => [...message].length);
  const injected = session.injected.map((message) => [...message].slice(0, max).join(""));
  const shrunk = lengths.filter((characters) => characters > max);
  const records: SessionRecord[] = shrunk.map((characters) => ({ type: "injected-shrunk", characters, max }));
  return {
    session: { ...session, injected },
    step: { ...step, injected, records: [...step.records, ...records] },
  };
}

function recorded(type: "started" | "rebuilt" | "restored", { session, step }: Advance): Advance {
  const { model, recipeHash, hash, prefixHash, layers } = step.assembly;
  const { git } = session.combination.scenario;
  const versions = layers.flatMap(({ id, version }) => (version === null ? [] : [{ layer: id, version }]));
  const commit = git === "none" ? null : (git.commit ?? null);
  const record: SessionRecord = { type, model, recipeHash, hash, prefixHash, versions, commit };
  return { session, step: { ...step, records: [record, ...step.records] } };
}

function ignoredReload({ layer, problem }: SessionLayer, held: Rendered): SessionRecord[] {
  if (problem === undefined || isOfTurn(layer) || isOfRead(layer) || !held.has(layer.id)) return [];
  return [{ type: "reload-ignored", layer: layer.id, reason: problem }];
}

/** A folder counts as visited whether or not a file was found there. */
function shownBy({ layer, looked, rendered }: SessionLayer): string[] {
  if (!looked) return [];
  const { documents, sources } = rendered;
  if (!isOfRead(layer)) return documents.map(({ path }) => path);
  const considered = sources.filter(({ status }) => status !== "deferred").map(({ path }) => path);
  return [...considered, ...documents.flatMap(({ sourceHash }) => sourceHash ?? [])];
}

/** The system channel up to the end of its last layer that outlives a turn; those that do not come after it. */
function storedText({ layers, text }: Assembly, { tiers, end }: Stack): string {
  const lasting = new Set(tiers.filter(({ promise }) => promise !== "turn").map(({ id }) => id));
  const last = layers.findLast(({ channel, tier }) => channel === "system" && lasting.has(tier));
  if (last === undefined) return "";
  return Buffer.from(text, "utf8").subarray(0, last.end).toString("utf8") + end;
}

function isChanged(before: RenderedLayer | undefined, now: RenderedLayer): boolean {
  if (before === undefined) return false;
  return fingerprint(before.documents) !== fingerprint(now.documents) || problemOf(before) !== problemOf(now);
}

function isInPrefix({ channel, tier }: Layer): boolean {
  return channel === "system" && tier.cached;
}

function textIn(rendered: RenderedLayer): string | null {
  return "text" in rendered ? rendered.text : null;
}

/** A path below the workspace root, relative to it. */
function pathInside(workspace: string, path: string): string | undefined {
  if (!path.startsWith("/")) return treePath(path);
  return path.startsWith(`${workspace}/`) ? treePath(path.slice(workspace.length + 1)) : undefined;
}
