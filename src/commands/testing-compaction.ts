import { stringify } from "yaml";
import { type Changes, edited } from "./testing.ts";

/** A session of the small repository: two facts of memory, three of the user, and enough between them. */
export function aSession(changes: object = {}): string {
  return stringify({
    ...{ strata: 1, id: "till", description: "Work on the till." },
    memory: {
      text: "## Desk\n\nThe safe code is SC-48213. Never lend the key.",
      into: { mini: { path: "{{workspace}}/DESK.md" } },
    },
    edit: { from: "SC-48213", to: "SC-48231", facts: { "safe-code": "SC-48231" } },
    messages: [
      { user: "Never open drawer 7. The float must be 312 euros, and receipts are printed twice." },
      { assistant: "I count.", calls: [{ name: "read", arguments: { path: "src/till/pay.ts" } }] },
      {
        tool: [
          "drawer log",
          { times: 60, line: "count {{n}} of the drawer, {{digits}} coins seen, {{hex}}" },
        ],
      },
      { assistant: "The drawer was counted." },
      {
        repeat: 8,
        with: { what: ["notes", "coins", "vouchers"] },
        messages: [
          { user: "Count the {{what}}." },
          { assistant: "I count the {{what}}.", calls: [{ name: "read", arguments: { path: "log" } }] },
          {
            tool: [{ times: 40, line: "{{what}} {{n}}: {{hex}} lies in its place, as it did last week" }],
          },
          { assistant: "The {{what}} are all there. I went through them twice, and nothing is missing." },
        ],
      },
      { user: "Close the till." },
      { assistant: "The till is closed." },
    ],
    facts: [
      { id: "safe-code", kind: "number", source: "memory", severity: "high", value: "SC-48213" },
      { id: "no-lending", kind: "prohibition", source: "memory", value: "Never lend the key." },
      {
        id: "drawer",
        kind: "prohibition",
        source: "user",
        severity: "high",
        value: "Never open drawer 7.",
        probe: { ask: "Which drawer stays shut?", expect: ["drawer 7"] },
      },
      { id: "float", kind: "number", source: "user", severity: "high", value: "312 euros", about: ["float"] },
      { id: "receipts", kind: "rule", source: "user", severity: "low", value: "receipts are printed twice" },
    ],
    ...changes,
  });
}

/** The small repository with a stack that compacts, and a session. */
export function withCompaction({
  onCompact = "reread",
  compaction = "",
  session = aSession(),
}: { onCompact?: string; compaction?: string; session?: string } = {}): Changes {
  const stack = edited(
    "prompts/mini/stack.yaml",
    "  - id: memory\n    tier: session\n",
    `  - id: memory\n    tier: session\n    onCompact: ${onCompact}\n`,
  ).replace(
    "tools:\n  read:",
    `compaction:\n  strategy: summarize-all\n  exclude: [memory]\n${compaction}\ntools:\n  read:`,
  );
  return { "prompts/mini/stack.yaml": stack, "corpus/compaction/till.yaml": session };
}
