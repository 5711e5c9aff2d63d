import { compactFinding, type Whose } from "../messages.ts";
import type { ChatMessage } from "../../model/index.ts";
import type { Expectations, Wire } from "../types.ts";
import type { Finding } from "../../util/index.ts";

type Kind = Parameters<typeof compactFinding>[0];
type Args<K extends Kind> = Omit<Parameters<typeof compactFinding<K>>[1], keyof Whose>;

/** Makes the findings of one boundary. */
export type Report = <K extends Kind>(
  kind: K,
  fact: string,
  args: Args<K>,
  severity?: Finding["severity"],
) => void;

export function createReport(expectations: Expectations): { report: Report; findings: Finding[] } {
  const { stack, variant, profile, strategy, generation } = expectations;
  const findings: Finding[] = [];
  return {
    findings,
    report(kind, fact, args, severity = "error") {
      const whole = { stack, variant, profile, strategy, generation, fact, ...args };
      const place = expectations.layers.some(({ id }) => id === fact) ? { layer: fact } : {};
      findings.push(compactFinding(kind, whole as never, place, severity));
    },
  };
}

/** The messages of a request that are conversation, in their order. */
export function conversationIn({ request, around }: Wire): ChatMessage[] {
  return request.messages.filter((message) => !around.has(message));
}

/** How often a text stands in another, without overlap. */
export function occurrences(text: string, part: string): number {
  if (part === "") return 0;
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++;
  return found;
}
