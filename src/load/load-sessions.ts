import type { WrittenCompactionSession, WrittenFact } from "../schema/index.ts";
import { type Finding, nearest } from "../util/index.ts";
import { expandMessages, type SessionMessage } from "./expand-messages.ts";
import { list } from "./load-corpus.ts";
import { loadFinding } from "./messages.ts";
import { readYaml } from "./read-file.ts";
import type { SourceTree } from "./source-tree.ts";
import type { Path } from "./yaml.ts";

export type { SessionMessage } from "./expand-messages.ts";

/** A fact that must survive a compaction. */
export interface MarkedFact extends WrittenFact {
  /** Index of the message that says it first; null for memory, which stands before all of them. */
  at: number | null;
}

/** A conversation to compact, with what must survive. */
export interface CompactionSession extends Omit<WrittenCompactionSession, "strata" | "messages" | "facts"> {
  file: string;
  messages: SessionMessage[];
  facts: MarkedFact[];
  lineAt(path: Path): number;
}

/** Loads `corpus/compaction/*.yaml`. Every fact must be said where the file says it is. */
export function loadSessions(tree: SourceTree): { sessions: CompactionSession[]; findings: Finding[] } {
  const sessions: CompactionSession[] = [];
  const findings: Finding[] = [];
  for (const file of list(tree, "corpus/compaction", ".yaml")) {
    const { data, yaml, findings: problems } = readYaml(tree, file, "compaction-session");
    findings.push(...problems);
    if (data === undefined || yaml === undefined) continue;
    const lineAt = (path: Path) => yaml.lineAt(path);
    const locate = (path: Path) => ({ file, line: lineAt(path) });
    const expected = file.slice("corpus/compaction/".length, -".yaml".length);
    if (data.id !== expected) {
      const args = { what: "session", id: data.id, expected };
      findings.push(loadFinding("id-mismatch", args, locate(["id"])));
    }
    const { strata: _strata, messages: _messages, facts: written, ...rest } = data;
    const { messages, findings: spoken } = expandMessages(data, locate);
    const facts = written.map((fact): MarkedFact => ({ ...fact, at: saidAt(fact, messages) }));
    findings.push(...spoken, ...checkFacts(data, facts, messages, locate));
    sessions.push({ ...rest, file, messages, facts, lineAt });
  }
  return { sessions, findings };
}

/** The first message of a fact's source that says it; null for memory, -1 where nobody does. */
function saidAt({ value, source }: WrittenFact, messages: readonly SessionMessage[]): number | null {
  if (source === "memory") return null;
  return messages.findIndex(
    (message) =>
      message.role === source &&
      (message.content.includes(value) ||
        (message.role === "assistant" && JSON.stringify(message.toolCalls ?? []).includes(value))),
  );
}

function checkFacts(
  { memory, edit, injections }: WrittenCompactionSession,
  facts: readonly MarkedFact[],
  messages: readonly SessionMessage[],
  locate: (path: Path) => { file: string; line: number },
): Finding[] {
  const findings: Finding[] = [];
  const text = memory?.text ?? "";
  const known = new Map<string, MarkedFact>();
  facts.forEach((fact, i) => {
    const { id, value, source, at, supersedes } = fact;
    const place = locate(["facts", i, "id"]);
    if (known.has(id)) {
      const first = `line ${locate(["facts", facts.indexOf(known.get(id)!), "id"]).line}`;
      findings.push(loadFinding("duplicate-id", { what: "fact", id, first }, place));
    }
    known.set(id, fact);
    if (source === "memory" ? !text.includes(value) : at === -1)
      findings.push(loadFinding("fact-not-said", { id, value, source }, locate(["facts", i, "value"])));
    if (supersedes === undefined) return;
    const old = facts.find((other) => other.id === supersedes);
    if (old === undefined) {
      const args = {
        name: supersedes,
        near: nearest(
          supersedes,
          facts.map((other) => other.id),
        ),
      };
      findings.push(loadFinding("unknown-marked-fact", args, locate(["facts", i, "supersedes"])));
    } else if ((old.at ?? -1) >= (at ?? -1)) {
      const args = { id, old: supersedes };
      findings.push(loadFinding("superseded-later", args, locate(["facts", i, "supersedes"])));
    }
  });
  injections.forEach(({ id, text: planted }, i) => {
    if (messages.some(({ content }) => content.includes(planted))) return;
    findings.push(loadFinding("injection-not-said", { id }, locate(["injections", i])));
  });
  if (edit === undefined) return findings;
  if (!text.includes(edit.from))
    findings.push(loadFinding("edit-changes-nothing", { text: edit.from }, locate(["edit", "from"])));
  for (const [id, value] of Object.entries(edit.facts)) {
    const place = locate(["edit", "facts", id]);
    const fact = known.get(id);
    if (fact === undefined || fact.source !== "memory") {
      findings.push(loadFinding("unknown-marked-fact", { name: id, near: nearest(id, known.keys()) }, place));
    } else if (!edit.to.includes(value) || !edit.from.includes(fact.value)) {
      findings.push(loadFinding("fact-not-said", { id, value, source: "memory" }, place));
    }
  }
  return findings;
}
