import { describeUse, type Trace } from "../../lock/index.ts";
import { plainLine } from "../../util/index.ts";

/** Sessions and uses beyond these are counted. */
const shown = 8;

/** The facts of a trace, a line each. */
export function describeTrace(trace: Trace): string {
  const { hash, uses, spans, sessions, layers, files, sessionLayers } = trace;
  const rows: [string, string][] = [
    ...some(uses.map(describeUse)).map((line): [string, string] => ["is", line]),
    ...(layers.length === 0 ? [] : [["layers", layers.join(", ")] as [string, string]]),
    ...spans.flatMap(({ from, until }): [string, string][] => [
      ["since", commitLine(from)],
      ["until", until === null ? "now: HEAD has it" : commitLine(until)],
    ]),
    ...(trace.inWorkingTree && spans.at(-1)?.until !== null
      ? [["now", "the working tree has it, and the lock of HEAD has not"] as [string, string]]
      : []),
    ...some(
      sessions.map(
        ({ session, time, as, stack, variant, profile, model }) =>
          `${session} ${time}: ${as.join(", ")} of ${stack}@${variant}/${profile} on ${model}`,
      ),
    ).map((line): [string, string] => ["session", line]),
    ...files.map(({ file, layer, version, at }): [string, string] => [
      "file",
      `${file} (${layer} ${version}) ${at === null ? "NOT FOUND" : `verified, from ${at === "." ? "the working tree" : at.slice(0, 12)}`}`,
    ]),
    ...sessionLayers.map(({ id, version, state, problem }): [string, string] => [
      "layer",
      `${id}${version === null ? "" : `@${version}`} ${state}${problem === undefined ? "" : `: ${problem}`}`,
    ]),
  ];
  return `${[hash, ...rows.map(([name, value]) => `  ${name.padEnd(8)} ${plainLine(value)}`)].join("\n")}\n`;
}

/**
 * The text of a trace: the very bytes that the hash is of, the layers of a session, or the layer files. Several are
 * told apart by a line before each.
 */
export function traceText({ text, files, sessionLayers }: Trace): string {
  if (text !== null) return text;
  const layers = sessionLayers.flatMap(({ id, version, state, text: own }) =>
    own === undefined
      ? []
      : [[`layer ${id}${version === null ? "" : `@${version}`}, ${state}`, own] as const],
  );
  const parts =
    layers.length > 0
      ? layers
      : files.flatMap(({ file, version, text: own }) =>
          own === null ? [] : [[`${file} ${version}`, own] as const],
        );
  if (parts.length === 1) return parts[0]![1];
  return parts.map(([name, own]) => `==> ${name} <==\n${own}${own.endsWith("\n") ? "" : "\n"}`).join("\n");
}

function commitLine({ commit, date, author, subject }: Trace["spans"][number]["from"]): string {
  return `${commit.slice(0, 12)} ${date} ${author}: ${subject}`;
}

function some(lines: readonly string[]): string[] {
  return lines.length <= shown ? [...lines] : [...lines.slice(0, shown), `and ${lines.length - shown} more`];
}
