import { defineFindings, plainLine } from "../../util/index.ts";

/** The words of what stands in the way of a trace. */
export const traceFinding = defineFindings({
  "bad-hash": (a: { given: string }) =>
    `"${a.given}" is no hash. Give at least six hex digits of it, with or without sha256: in front.`,
  "ambiguous-hash": (a: { given: string; candidates: string[] }) =>
    `"${a.given}" begins ${a.candidates.length} hashes: ${a.candidates.join("; ")}. Give more digits.`,
  "unknown-hash": (a: { given: string; searched: string[]; nearest: string[] }) =>
    `nothing known has the hash "${a.given}". Searched: ${a.searched.join(", ")}.${
      a.nearest.length === 0 ? "" : ` Nearest: ${a.nearest.join("; ")}.`
    }`,
  "not-restored": (a: { layer: string; version: string }) =>
    `the text of ${a.layer} ${a.version} is in no commit that has this file with that hash. Fetch the whole history, or look for it on another branch.`,
  "no-history": (_: object) => "this is not a git repository, so only what is on disk was searched.",
  "cut-history": (_: object) =>
    "this clone is shallow: older commits were not searched, and a hash may be older than is shown. Fetch more history: git fetch --unshallow.",
  "prompts-unusable": (a: { problem: string }) =>
    `the prompts on disk were not searched: ${plainLine(a.problem)}`,
  "object-needed": (a: { layers: string[] }) =>
    `${a.layers.join(", ")}: made from the session's own files and values, so only the object store could have the bytes. Record with --with-text to keep them.`,
  "records-broken": (a: { broken: number }) =>
    `${a.broken} ${a.broken === 1 ? "line is" : "lines are"} no record, and left out.`,
});
