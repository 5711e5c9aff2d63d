import path from "node:path";
import { type PlannedSurvival, planSurvival, runSurvival } from "../../src/compact/index.ts";
import { type CompactionSession, diskTree, loadProject, type MarkedFact } from "../../src/load/index.ts";
import type { ChatMessage } from "../../src/model/index.ts";

/** What one process measured. */
export interface CompactFigures {
  sessions: number;
  messages: number;
  generations: number;
  boundaries: number;
  /** Facts that were looked for, over all boundaries. */
  facts: number;
  /** Milliseconds of one core, loading apart. */
  cpu: number;
}

const messages = 200;
const generations = 3;

/** Compacts and checks sessions that differ in every text, with the own strategy of each stack in turn. */
export async function measureCompactions(count: number): Promise<CompactFigures> {
  const root = path.join(import.meta.dirname, "../..");
  const { project } = loadProject(diskTree(root), root);
  const [first] = project.sessions;
  const planned = planSurvival(project, {
    ownOnly: true,
    plain: true,
    sessions: [first!.id],
    generations: [generations],
  });
  const started = process.cpuUsage();
  let boundaries = 0;
  let facts = 0;
  for (let i = 0; i < count; i++) {
    const base = planned[i % planned.length]!;
    const session = aLongSession(base.session, i);
    const one: PlannedSurvival = { ...base, session };
    const [run] = await runSurvival([one]);
    boundaries += run!.boundaries.length;
    facts += run!.boundaries.reduce((sum, boundary) => sum + boundary.facts.length, 0);
  }
  const { user, system } = process.cpuUsage(started);
  return { sessions: count, messages, generations, boundaries, facts, cpu: (user + system) / 1000 };
}

/** Fifty turns of a request, a tool call, its result and an answer; every tenth request says something to keep. */
function aLongSession(base: CompactionSession, number: number): CompactionSession {
  const said: ChatMessage[] = [];
  const facts: MarkedFact[] = [];
  for (let turn = 0; turn < messages / 4; turn++) {
    const value = `${number}x${turn}q${(number * 7919 + turn * 104_729) % 1_000_003}`;
    const isRule = turn % 10 === 0;
    if (isRule) facts.push(aFact(`rule-${turn}`, `Never touch module ${value}.`, said.length));
    said.push(
      {
        role: "user",
        content: isRule
          ? `Never touch module ${value}. Then look at the rest.`
          : `Look at part ${turn} of ${number}.`,
      },
      {
        role: "assistant",
        content: "I look.",
        toolCalls: [{ id: `c${turn}`, name: "read", arguments: { path: `src/${number}/${turn}.ts` } }],
      },
      { role: "tool", callId: `c${turn}`, content: outputOf(number, turn) },
      {
        role: "assistant",
        content: `Part ${turn} does what it says. I read it twice, and there is nothing to mend in it.`,
      },
    );
  }
  const { memory: _memory, edit: _edit, ...rest } = base;
  return {
    ...rest,
    id: `bench-${number}`,
    messages: said as CompactionSession["messages"],
    facts,
    injections: [],
  };
}

function aFact(id: string, value: string, at: number): MarkedFact {
  const blank = { aliases: [], about: [], decoys: [] };
  return { ...blank, id, kind: "prohibition", value, must: "exact", source: "user", severity: "high", at };
}

/** About a kilobyte. */
function outputOf(number: number, turn: number): string {
  return Array.from(
    { length: 16 },
    (_, line) =>
      `${line}: const value${line} = ${number * 31 + turn * 17 + line}; // part ${turn} of ${number}`,
  ).join("\n");
}

if (import.meta.main) console.log(JSON.stringify(await measureCompactions(Number(process.argv[2] ?? 1000))));
