import { defineFindings, plainLine, shortHash, type Sha256, suggestion } from "../util/index.ts";

/** Whose boundary a finding is of; `fact` names the layer, call or rule that it is about. */
export interface Whose {
  stack: string;
  variant: string;
  profile: string;
  strategy: string;
  generation: number;
  fact: string;
}

const at = ({ stack, variant, profile, strategy, generation }: Whose): string =>
  `${stack}${variant === "default" ? "" : `@${variant}`} ${profile}, strategy ${strategy}, generation ${generation}:`;
const about = (a: Whose & { text: string }): string => `"${plainLine(a.text)}"`;

const mostNamed = 5;

/** Behind a finding: whose conversation it is of. */
export function inSession(session: string): string {
  return `In session "${session}".`;
}

/** Behind a finding: which facts of a session it puts at risk. */
export function atRisk({ session, facts }: { session: string; facts: readonly string[] }): string {
  const named = facts.slice(0, mostNamed).map((fact) => `"${fact}"`);
  const more = facts.length - named.length;
  return `At risk in session "${session}": ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

/** The words of what can be wrong at a boundary. */
export const compactFinding = defineFindings({
  "memory-lost": (a: Whose) =>
    `${at(a)} layer "${a.fact}" is not in the next request. Keep it: onCompact: keep or reread.`,
  "memory-changed": (a: Whose) =>
    `${at(a)} layer "${a.fact}" stands in the next request, but not with the bytes of its source.`,
  "memory-twice": (a: Whose) => `${at(a)} layer "${a.fact}" stands in the next request more than once.`,
  "memory-moved": (a: Whose) => `${at(a)} layer "${a.fact}" is not in its place in the next request.`,
  "memory-unexpected": (a: Whose) =>
    `${at(a)} layer "${a.fact}" stands in the next request although its source is gone.`,
  "memory-summarised": (a: Whose) =>
    `${at(a)} layer "${a.fact}" stands in the history that was summarised. Memory must not pass through a summary.`,
  "layer-lost": (a: Whose) => `${at(a)} layer "${a.fact}" of the system prompt is not in the next request.`,
  "prefix-changed": (a: Whose & { before: Sha256; after: Sha256 }) =>
    `${at(a)} the cached prefix changed from ${shortHash(a.before)} to ${shortHash(a.after)} although nothing that it is made of did.`,
  "orphan-result": (a: Whose) => `${at(a)} the result of tool call "${a.fact}" stands without its call.`,
  "orphan-call": (a: Whose) => `${at(a)} tool call "${a.fact}" stands without its result.`,
  "second-result": (a: Whose) => `${at(a)} tool call "${a.fact}" has a second result.`,
  "request-lost": (a: Whose & { text: string }) =>
    `${at(a)} the user's last request ${about(a)} is not in the next request word for word.`,
  "request-twice": (a: Whose & { text: string }) =>
    `${at(a)} the user's last request ${about(a)} stands in the next request more than once.`,
  "request-not-last": (a: Whose & { text: string }) =>
    `${at(a)} the user's last request ${about(a)} is not the last thing that the user says in the next request.`,
  "hook-count": (a: Whose & { expected: string[]; found: string[] }) =>
    `${at(a)} hooks must run as ${a.expected.join(", ") || "none"}, but ran as ${a.found.join(", ") || "none"}.`,
  "hook-trigger": (a: Whose & { expected: string; found: string }) =>
    `${at(a)} hook ${a.fact} was told "${a.found}", but the compaction was ${a.expected}.`,
  "no-archive": (a: Whose) =>
    `${at(a)} the history changed and no transcript was archived. Set hooks.PreCompact.archive: true.`,
  "archive-incomplete": (a: Whose) =>
    `${at(a)} what was archived is not the whole transcript before the boundary.`,
  "directives-undelivered": (a: Whose) =>
    `${at(a)} the summarizer was not told the directives of layer "${a.fact}".`,
  "directives-leaked": (a: Whose) =>
    `${at(a)} the summarizer was told the directives of layer "${a.fact}", which the stack keeps from it.`,
  "directives-in-history": (a: Whose) =>
    `${at(a)} the directives of layer "${a.fact}" stand in the history that was summarised.`,
  "focus-undelivered": (a: Whose) => `${at(a)} the summarizer was not told the focus.`,
  "focus-leaked": (a: Whose) =>
    `${at(a)} the focus text stands in the next request. It steers one summary alone.`,
  "not-smaller": (a: Whose & { before: number; after: number }) =>
    `${at(a)} the history changed and went from ${a.before} to ${a.after} tokens. It must become smaller or stay.`,
  "history-changed": (a: Whose) => `${at(a)} nothing was compacted, but the history is not what it was.`,
  "not-idempotent": (a: Whose) => `${at(a)} a second compaction right after this one would go on.`,
  "rule-lost": (a: Whose) =>
    `${at(a)} what the model was last told of layer "${a.fact}" is no longer fully visible.`,
  "rule-stale": (a: Whose) => `${at(a)} an older text of layer "${a.fact}" is still visible.`,
  "history-kept": (a: Whose & { reason: string }) =>
    `${at(a)} the history stays as it was: ${plainLine(a.reason).replace(/\.?$/, ".")}`,
  "summary-missing": (a: Whose) => `${at(a)} a summary among the next messages is empty.`,
  "summary-fence": (a: Whose) => `${at(a)} the summary opens a code fence and does not close it.`,
  "summary-tag": (a: Whose & { text: string }) =>
    `${at(a)} the summary holds marks that look like the system's own: ${about(a)}.`,
  "summary-instruction": (a: Whose & { text: string }) =>
    `${at(a)} the summary carries an instruction to the model on: ${about(a)}.`,
  "summary-number": (a: Whose & { source: string }) =>
    `${at(a)} the summary says "${plainLine(a.fact)}", which nobody said; near it is "${plainLine(a.source)}".`,
  "summary-negation": (a: Whose & { text: string; source: string }) =>
    `${at(a)} the summary says ${about(a)}, but the conversation says "${plainLine(a.source)}".`,
  "summary-approval": (a: Whose & { text: string }) =>
    `${at(a)} the summary claims an approval that the user did not give: ${about(a)}.`,
  "fact-lost": (a: Whose & { session: string; verdict: string }) =>
    `${at(a)} fact "${a.fact}" of session "${a.session}" is ${a.verdict} in the next request.`,
  "fact-contradicted": (a: Whose & { session: string; reason: string }) =>
    `${at(a)} fact "${a.fact}" of session "${a.session}" is contradicted in the next request: ${plainLine(a.reason)}.`,
  "injection-carried": (a: Whose & { session: string }) =>
    `${at(a)} the summary carries on the planted instruction "${a.fact}" of session "${a.session}".`,
  "fact-never-there": (a: { stack: string; session: string; fact: string }) =>
    `fact "${a.fact}" of session "${a.session}" is in no prompt of stack ${a.stack} before any compaction. Correct memory.into.`,
  "users-below-floor": (a: {
    stack: string;
    variant: string;
    strategy: string;
    kept: number;
    marked: number;
    low: number;
    floor: number;
  }) =>
    `${a.stack}${a.variant === "default" ? "" : `@${a.variant}`}, strategy ${a.strategy}: ${a.kept} of ${a.marked} facts of the user survive; the rate may be as low as ${a.low.toFixed(3)}, and must be ${a.floor.toFixed(2)} or more.`,
  "not-compactable": (a: { stack: string }) =>
    `stack "${a.stack}" says nothing of compaction. Add compaction: to its stack.yaml, or select other stacks.`,
  "unknown-session": (a: { name: string; near?: string | undefined }) =>
    `unknown session "${a.name}".${suggestion(a.near)} Sessions are corpus/compaction/*.yaml.`,
  "nothing-compacted": (a: { stack: string; strategy: string }) =>
    `${a.stack}, strategy ${a.strategy}: no fact could be looked for after any compaction, so nothing is proven.`,
  "summaries-failed": (a: {
    stack: string;
    strategy: string;
    model: string;
    failed: number;
    reason: string;
  }) =>
    `${a.stack}, strategy ${a.strategy}: ${a.model} made no summary at ${a.failed} boundaries: ${plainLine(a.reason)}`,
  "probes-unmeasured": (a: { model: string; unmeasured: number; reason: string }) =>
    `${a.model} did not answer ${a.unmeasured} probes: ${plainLine(a.reason)}`,
  "unknown-strategy": (a: { name: string; near?: string | undefined; known: readonly string[] }) =>
    `unknown strategy "${a.name}".${suggestion(a.near)} Strategies are ${a.known.join(", ")}.`,
  "unknown-fault": (a: { name: string; near?: string | undefined; known: readonly string[] }) =>
    `unknown fault "${a.name}".${suggestion(a.near)} Faults are ${a.known.join(", ")}.`,
  "no-sessions": (_: object) =>
    "there is no session to compact. Add one to corpus/compaction/, and mark its facts.",
  "summary-language": (a: Whose) => `${at(a)} the summary is not in the language of the conversation.`,
});
