import { defineFindings } from "../util/index.ts";

/** The words of what is wrong with a command line, or stands in its way. */
export const commandFinding = defineFindings({
  "no-root": (a: { root: string }) => `${a.root} is no folder. Name an existing one with --root.`,
  "out-not-folder": (a: { path: string }) => `${a.path} is a file. Name a folder for --out.`,
  "cannot-write": (a: { path: string; code: string }) =>
    `${a.path} cannot be written (${a.code}). Make room for it, or change its permissions.`,
  "no-baseline": (a: { path: string }) => `${a.path} does not exist. Write it with --update-baseline.`,
  usage: (a: { problem: string }) => `${a.problem} See strata --help.`,
  "bad-operand": (a: { operand: string }) =>
    `"${a.operand}" is not of the form [REF][@VARIANT][,profile=ID][,model=ID]. See strata diff --help.`,
  "one-operand": (a: { operand: string }) =>
    `"${a.operand}" would be compared with itself. Name the other side too.`,
  "operand-settings": (a: { operand: string }) =>
    `"${a.operand}" names a profile or a model. Both versions run on the same ones; choose them with --profile and --model.`,
  "no-sessions": (a: { file: string }) =>
    `${a.file} holds no session record. Name a sessions.jsonl with --sessions.`,
  "broken-sessions": (a: { broken: number }) => `${a.broken} lines are no session records and are left out.`,
  "self-check-differs": (_: object) =>
    "--through-gate compares a version with itself, to see how often the gate fails when nothing has changed. Name the same version twice.",
  "bad-replace": (a: { given: string }) =>
    `--replace "${a.given}" is not of the form STACK/LAYER=FILE or PATH=FILE.`,
  "replace-unreadable": (a: { file: string; code: string }) =>
    `${a.file} cannot be read (${a.code}). Name a text file for --replace.`,
  "stack-not-there": (a: { stack: string; where: string }) =>
    `stack "${a.stack}" does not exist in ${a.where}; it is shown as a whole, the others are compared.`,
  "nothing-against": (a: { operand: string }) =>
    `none of these combinations can be compared with "${a.operand}": it has none of them, or is the same.`,
  "not-against": (a: { name: string; operand: string }) =>
    `${a.name} does not exist in "${a.operand}"; it is shown without a comparison.`,
  "show-needs-case": (_: object) => "--show shows one case. Name it with --case ID.",
  "exists-already": (a: { path: string }) =>
    `${a.path} exists already. Nothing was written; remove it or work on it by hand.`,
  "nothing-to-start-from": (a: { path: string }) =>
    `no prompt file was named and ${a.path} holds none that agents are known to read. Name one with --from FILE.`,
  "no-rules": (a: { path: string }) =>
    `${a.path} has no sentence or list item that a case can be made of. Add rules, or name another file.`,
  "layers-without-bump": (_: object) =>
    "layers are named for --bump only. Say --bump patch, minor or major, or leave them out.",
  "outside-root": (a: { path: string; root: string }) =>
    `${a.path} is outside ${a.root}. Name a file inside it, or another --root.`,
  "several-prompts": (a: { stacks: string[]; profiles: string[]; models: string[] }) =>
    `a record is of one prompt, and these are several. Name one each with ${choices(a)}.`,
  "comparison-with-baseline": (_: object) =>
    "--from names a comparison, which has both its sides. Leave --baseline out.",
  "run-without-baseline": (_: object) =>
    "--from names a run of one version. Name the run that it is compared with by --baseline RUN.",
  "comparison-as-baseline": (_: object) => "--baseline names a comparison. Name a run of one version.",
  "from-and-base": (_: object) => "--from judges what is stored, and has no --base. Leave one of them out.",
  "baseline-without-from": (_: object) =>
    "--baseline goes with --from RUN. Without it the base is a commit: name it with --base REF.",
  "not-an-ancestor": (a: { good: string; bad: string }) =>
    `${a.good} is not an earlier commit of ${a.bad}. Name one that is with --good.`,
  "nothing-between": (a: { good: string; bad: string }) =>
    `no commit between ${a.good} and ${a.bad} touches the prompts, so none of them changed the outcome.`,
  "end-not-tried": (a: { end: string; reason: string }) =>
    `${a.end} cannot be tried: ${a.reason} Name another commit.`,
  "ends-alike": (a: { good: string; bad: string; units: string[] }) =>
    `no case passes at ${a.good} and fails at ${a.bad}: ${a.units.join("; ")}. Name other cases, or other ends.`,
  "ends-undecided": (a: { good: string; bad: string; units: string[] }) =>
    `the runs do not show that a case does worse at ${a.bad} than at ${a.good}: ${a.units.join("; ")}. Give more runs with --repeat, or name ends that differ more.`,
  "probe-stopped": (a: { commit: string; reason: string }) =>
    `stopped at ${a.commit}: ${a.reason}. What is known is kept; the same command goes on.`,
  "idle-option": (a: { option: string; event: string }) =>
    `${a.option} says nothing about an event ${a.event}. Leave it out.`,
  "needs-session": (a: { event: string }) =>
    `an event ${a.event} belongs to a session that was recorded. Name it with --session ID.`,
  "needs-value": (_: object) =>
    "an outcome has a value. Give it with --value pass, fail, or a number from 0 to 1.",
});

/** The options that would tell several prompts apart, with what they can be. */
function choices(names: { stacks: string[]; profiles: string[]; models: string[] }): string {
  const open = Object.entries(names).filter(([, all]) => all.length > 1);
  return open.map(([name, all]) => `--${name.slice(0, -1)} (${all.join(", ")})`).join(" and ");
}
