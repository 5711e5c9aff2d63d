import { type Layer, overlayWorld, type Written } from "../../load/index.ts";
import { type Sha256, UserError } from "../../util/index.ts";
import { assembleWith } from "../assemble.ts";
import type { Combination } from "../facts.ts";
import { layerText } from "../layer-text.ts";
import { type RenderedLayer, renderLayer } from "../render-layer.ts";
import type { Assembly } from "../types.ts";
import { fingerprint } from "./fingerprint.ts";
import { noticeReload } from "./notice-reload.ts";
import type { SessionEvent, SessionRecord, SessionStep } from "./types.ts";

type Rendered = ReadonlyMap<string, RenderedLayer>;
type Fingerprints = ReadonlyMap<string, Sha256>;

/** Everything a session remembers between two events. */
export interface Session {
  combination: Combination;
  written: ReadonlyMap<string, Written>;
  values: Readonly<Record<string, unknown>>;
  reads: readonly string[];
  /** Layers as they were when the prompt was built: those that are read once, or watched. */
  frozen: Rendered;
  /** Of the files of every layer at the last event. */
  seen: Fingerprints;
  /** Of the files of watched layers that the model was last told of. */
  told: Fingerprints;
  injected: readonly string[];
  /** Paths and hashes of the files that tool results have shown. */
  shown: ReadonlySet<string>;
}

/** Starts a session: builds its prompt. Throws a UserError when the prompt does not assemble. */
export function startSession(combination: Combination): { session: Session; step: SessionStep } {
  const { values, reads } = combination.scenario;
  const blank = { written: new Map(), frozen: new Map(), seen: new Map(), told: new Map(), injected: [], shown: new Set<string>() };
  return build({ combination, values, reads, ...blank }, { type: "start" }, "started");
}

/** Applies one event. The session given stays as it was. */
export function advanceSession(session: Session, event: SessionEvent): { session: Session; step: SessionStep } {
  switch (event.type) {
    case "turn":
      return observe(session, event, event.values);
    case "read":
      return readFile(session, event);
    case "write":
      return observe({ ...session, written: new Map([...session.written, [event.path, event.content]]) }, event);
    case "configure":
      return observe({ ...session, values: { ...session.values, ...event.values } }, event);
    case "compaction": {
      const rebuilds = session.combination.stack.session.rebuildOn.includes("compaction");
      return rebuilds ? build(session, event, "rebuilt") : observe(session, event);
    }
    case "resume": {
      const { session: next, step } = observe(session, event);
      const { hash, prefixHash } = step.assembly;
      return { session: next, step: { ...step, records: [{ type: "restored", hash, prefixHash }, ...step.records] } };
    }
    case "new": {
      const { reads } = session.combination.scenario;
      return build({ ...session, reads, injected: [], shown: new Set() }, event, "started");
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

function build(
  session: Session,
  event: SessionStep["event"],
  type: "started" | "rebuilt",
): { session: Session; step: SessionStep } {
  const { assembly, rendered } = render(session, () => false);
  const errors = assembly.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  const frozen = new Map([...rendered].filter(([id]) => isFrozen(layerOf(session, id))));
  const seen = fingerprints(rendered);
  const next = { ...session, frozen, seen, told: seen };
  const { hash, prefixHash } = assembly;
  const records: SessionRecord[] = [{ type, hash, prefixHash }];
  return { session: next, step: stepOf(next, event, assembly, { changed: changedLayers(session.seen, seen), records }) };
}

/** Looks at the world as it is now: reads the layers of every turn again, and tells of watched files that changed. */
function observe(
  session: Session,
  event: SessionEvent,
  turn: Record<string, unknown> = {},
): { session: Session; step: SessionStep } {
  const current = { ...session, values: { ...session.values, ...turn } };
  const { assembly } = render(current, (id) => session.frozen.has(id));
  const { rendered: now } = render(current, () => false);
  const seen = fingerprints(now);
  const changed = changedLayers(session.seen, seen);
  const records: SessionRecord[] = [];
  const told = new Map(session.told);
  const injected = [...session.injected];
  for (const layer of session.combination.stack.layers) {
    const fresh = now.get(layer.id);
    if (fresh === undefined) continue;
    if (layer.watch !== null && seen.get(layer.id) !== session.told.get(layer.id)) {
      const notice = noticeReload(layer, layer.watch, fresh);
      // A message that is not sent leaves the model with the old rules, so the change stays untold and is tried again.
      if (notice.told) told.set(layer.id, seen.get(layer.id)!);
      if (notice.text !== null) injected.push(notice.text);
      if (changed.includes(layer.id) || notice.told) records.push(notice.record);
    } else if (layer.read === "turn" && layer.tier.cached && changed.includes(layer.id)) {
      records.push({ type: "prefix-changed", layer: layer.id });
    }
  }
  const next = { ...session, seen, told, injected };
  return { session: next, step: stepOf(next, event, assembly, { changed, records }) };
}

/** A read file brings the hints beside it into the tool's result, each once in a session. */
function readFile(session: Session, event: SessionEvent & { type: "read" }): { session: Session; step: SessionStep } {
  const alone = { ...session, reads: [event.path] };
  const exclude = (path: string, hash: string | undefined) => session.shown.has(path) || (hash !== undefined && session.shown.has(hash));
  const { assembly: hints, rendered } = render(alone, (id) => session.frozen.has(id), exclude);
  const shown = new Set(session.shown);
  for (const { documents } of layersIn("tool_result", session, rendered)) {
    for (const { path, sourceHash } of documents) for (const key of [path, sourceHash]) if (key !== undefined) shown.add(key);
  }
  const reads = session.reads.includes(event.path) ? session.reads : [...session.reads, event.path];
  const { session: next, step } = observe({ ...session, reads, shown }, event);
  return { session: next, step: { ...step, toolResult: hints.channels.tool_result?.text ?? null } };
}

function render(session: Session, isKept: (id: string) => boolean, exclude?: (path: string, hash: Sha256 | undefined) => boolean) {
  const { combination, written, values, reads, frozen } = session;
  const { scenario } = combination;
  const world = overlayWorld(scenario.world, written);
  const now = { ...scenario, world, values: values as typeof scenario.values, reads: [...reads] };
  const rendered = new Map<string, RenderedLayer>();
  const assembly = assembleWith({ ...combination, scenario: now }, (layer, context) => {
    const kept = isKept(layer.id) ? frozen.get(layer.id) : undefined;
    // What was known of a frozen layer when it was built was said then.
    const made = kept ? { ...kept, diagnostics: [] } : renderLayer(layer, { ...context, ...(exclude && { exclude }) });
    rendered.set(layer.id, made);
    return made;
  });
  return { assembly, rendered };
}

function stepOf(
  session: Session,
  event: SessionStep["event"],
  assembly: Assembly,
  { changed, records }: Pick<SessionStep, "changed" | "records">,
): SessionStep {
  return {
    ...{ event, assembly, changed, records, injected: session.injected, toolResult: null },
    stored: storedText(session, assembly),
    diagnostics: assembly.diagnostics,
  };
}

/** The system layers that outlive a turn, joined as in the prompt. */
function storedText({ combination: { stack } }: Session, assembly: Assembly): string {
  const lasting = new Set(stack.layers.filter(({ tier }) => tier.promise !== "turn").map(({ id }) => id));
  const texts = assembly.layers
    .filter(({ id, channel }) => channel === "system" && lasting.has(id))
    .map((layer) => layerText(assembly, layer));
  return texts.join(stack.separator) + (texts.length === 0 ? "" : stack.end);
}

function fingerprints(rendered: Rendered): Fingerprints {
  return new Map([...rendered].map(([id, { documents }]) => [id, fingerprint(documents)]));
}

function changedLayers(before: Fingerprints, now: Fingerprints): string[] {
  return [...now].filter(([id, value]) => before.has(id) && before.get(id) !== value).map(([id]) => id);
}

function layersIn(channel: Layer["channel"], { combination }: Session, rendered: Rendered): RenderedLayer[] {
  return combination.stack.layers.filter((layer) => layer.channel === channel).flatMap(({ id }) => rendered.get(id) ?? []);
}

function layerOf({ combination }: Session, id: string): Layer {
  return combination.stack.layers.find((layer) => layer.id === id)!;
}

function isFrozen({ read }: Layer): boolean {
  return read !== "turn";
}
