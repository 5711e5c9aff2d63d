import type { RecordLine, StartLine } from "../../lock/index.ts";
import { type Finding, nearest, UserError } from "../../util/index.ts";
import type { SessionOutcome } from "../sessions.ts";
import type { Outcome } from "../types.ts";
import { abFinding } from "./messages.ts";

/** Sessions of two recipes, ready to be compared. */
export interface SessionOutcomes {
  versions: { a: string; b: string };
  outcomes: SessionOutcome[];
  findings: Finding[];
}

/** A session as its lines tell it. */
interface Session {
  start: StartLine;
  /** null where none was recorded. */
  outcome: Outcome;
  cluster: string;
  /** Another recipe was loaded on the way. */
  changed: boolean;
}

/**
 * What recorded sessions of two recipes came to. A session's last outcome counts; without one it is unmeasured. `named`
 * are recipe hashes, or six digits and more of them; without them there must be two recipes, and the one seen first is
 * A. Throws a UserError where it is not clear which two are meant.
 */
export function sessionOutcomes(
  records: readonly RecordLine[],
  named: { a: string | undefined; b: string | undefined },
): SessionOutcomes {
  const sessions = sessionsOf(records);
  const steady = sessions.filter(({ changed }) => !changed);
  const versions = chooseVersions(steady, named);
  const ofVersion = (hash: string) => steady.filter(({ start }) => start.recipeHash === hash);
  const variantOf = (hash: string) =>
    ofVersion(hash).find(({ start }) => start.assignment)?.start.assignment?.variant;
  const shares = { a: variantOf(versions.a), b: variantOf(versions.b) };
  const outcomes = [...ofVersion(versions.a), ...ofVersion(versions.b)].map((session): SessionOutcome => {
    const { start, outcome, cluster } = session;
    return {
      ...{ recipeHash: start.recipeHash, outcome, cluster, at: Date.parse(start.time) },
      assignment: assignmentOf(start, shares),
    };
  });
  const changed = sessions.length - steady.length;
  const lost = records.filter(
    ({ event, session }) => event === "outcome" && !sessions.some(({ start }) => start.session === session),
  ).length;
  return {
    ...{ versions, outcomes },
    findings: [
      ...(changed > 0 ? [abFinding("sessions-changed", { sessions: changed }, {}, "info")] : []),
      ...(lost > 0 ? [abFinding("sessions-unknown", { outcomes: lost }, {}, "warning")] : []),
    ],
  };
}

function sessionsOf(records: readonly RecordLine[]): Session[] {
  const sessions = new Map<string, Session>();
  for (const line of records) {
    const { event, session: id } = line;
    if (event === "start") {
      const { cluster = id } = line;
      sessions.set(id, { start: line, outcome: null, cluster, changed: false });
      continue;
    }
    const session = sessions.get(id);
    if (session === undefined) continue;
    if (event === "outcome") {
      session.outcome = line.value === "pass" ? 1 : line.value === "fail" ? 0 : line.value;
      session.cluster = line.cluster ?? session.cluster;
    } else if (line.prompt !== undefined && line.prompt.recipeHash !== session.start.recipeHash)
      session.changed = true;
  }
  return [...sessions.values()];
}

/** Only a split by chance is one. */
function assignmentOf(
  { assignment }: StartLine,
  variants: { a: string | undefined; b: string | undefined },
): SessionOutcome["assignment"] {
  if (assignment === undefined || !assignment.random || variants.a === variants.b) return undefined;
  const shareOf = (name: string | undefined) => assignment.shares?.[name ?? ""] ?? 0;
  const [a, b] = [shareOf(variants.a), shareOf(variants.b)];
  return { experiment: assignment.experiment, shareOfB: a + b > 0 ? b / (a + b) : 0.5 };
}

function chooseVersions(
  sessions: readonly Session[],
  named: { a: string | undefined; b: string | undefined },
): { a: string; b: string } {
  const known = [...new Set(sessions.map(({ start }) => start.recipeHash as string))];
  if (named.a === undefined && named.b === undefined) {
    if (known.length === 2) return { a: known[0]!, b: known[1]! };
    throw new UserError([
      abFinding("sessions-which", { recipes: known.map((hash) => describe(sessions, hash)) }),
    ]);
  }
  const find = (name: string): string | Finding => {
    const wanted = name.replace(/^sha256:/, "");
    const found =
      wanted.length < 6 ? [] : known.filter((hash) => hash.slice("sha256:".length).startsWith(wanted));
    if (found.length === 1) return found[0]!;
    return abFinding("sessions-recipe", {
      name,
      matches: found.length,
      near: nearest(name, known.map(short)),
    });
  };
  const [a, b] = [find(named.a ?? ""), find(named.b ?? "")];
  const problems = [a, b].filter((one) => typeof one !== "string");
  if (problems.length > 0) throw new UserError(problems);
  if (a === b) throw new UserError([abFinding("sessions-same", { name: short(a as string) })]);
  return { a: a as string, b: b as string };
}

function short(hash: string): string {
  return hash.slice("sha256:".length, "sha256:".length + 12);
}

function describe(sessions: readonly Session[], hash: string): string {
  const own = sessions.filter(({ start }) => start.recipeHash === hash);
  const { stack, variant, profile } = own[0]!.start;
  return `${short(hash)} (${stack}@${variant}/${profile}, ${own.length} sessions)`;
}
