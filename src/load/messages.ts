import { defineFindings, plainLine, suggestion } from "../util/index.ts";

type Named = { name: string; near?: string | undefined };

/** The words of everything that can be wrong with files on disk. */
export const loadFinding = defineFindings({
  "no-prompts": (a: { root: string }) =>
    `${a.root} holds no prompts/ folder. Run strata init there, or name another repository with --root.`,
  "no-git": (_: object) => "git was not found. Install it, and see that it is on PATH.",
  "not-a-repository": (a: { root: string }) =>
    `${a.root} is in no git repository. Run git init there, or name another repository with --root.`,
  "unsafe-repository": (a: { root: string }) =>
    `git refuses ${a.root} because somebody else owns it. Add it to git's safe.directory setting.`,
  "no-commit": (a: { root: string }) =>
    `the git repository of ${a.root} has no commit yet. Commit the prompts first.`,
  "no-working-tree": (a: { root: string }) =>
    `${a.root} is a bare repository: it has no working tree and no index. Name a ref.`,
  "unknown-ref": (a: Named & { shallow: boolean }) =>
    `unknown git ref "${a.name}".${suggestion(a.near) || " Name a commit, branch or tag."}${a.shallow ? " This clone is shallow and may lack it: fetch more history." : ""}`,
  "option-as-ref": (a: { name: string }) =>
    `"${a.name}" looks like an option, not like a git ref. Name a ref.`,
  "shallow-history": (a: { wanted: string }) =>
    `this clone is shallow and lacks ${a.wanted}. Fetch more history: git fetch --unshallow, or fetch-depth: 0 in CI.`,
  "missing-file": (a: { what?: string }) =>
    `${a.what === undefined ? "" : `${a.what} `}is missing. Add it, or correct the name.`,
  "not-a-file": (a: { found: string }) =>
    `expected a file but found a ${a.found}. Put a file there, or name another.`,
  unreadable: (a: { reason: string }) => `${a.reason}. Change its permissions, or remove it.`,
  "not-utf8": (_: object) => "is not valid UTF-8. Save it as UTF-8.",
  "nul-byte": (_: object) => "holds a NUL byte. Remove it: providers refuse it or cut the text there.",
  "rootless-path": (a: { path: string }) =>
    `"${a.path}" starts at no root. Begin it with {{workspace}}, {{home}}, {{managed}}, {{cwd}} or {{git_root}}.`,
  "outside-root": (a: { path: string }) => `"${a.path}" leads out of its root. Name a file inside it.`,
  yaml: (a: { problem: string }) => `not valid YAML: ${a.problem}`,
  "invalid-value": (a: { at: string; problem: string }) => `${a.at === "" ? "" : `${a.at}: `}${a.problem}`,
  "unterminated-front-matter": (_: object) =>
    "front matter is opened with --- but never closed. Add a line --- after it.",
  "missing-version": (_: object) =>
    "has no version. Start the file with front matter: ---, version: 1.0.0, ---.",
  "duplicate-id": (a: { what: string; id: string; first: string }) =>
    `${a.what} "${a.id}" exists already at ${a.first}. Rename one of them.`,
  "id-mismatch": (a: { what: string; id: string; expected: string }) =>
    `${a.what} id "${a.id}" must be "${a.expected}", the name of its folder or file.`,
  "unknown-layer": (a: Named) => `unknown layer "${a.name}".${suggestion(a.near)}`,
  "unknown-tier": (a: Named) => `unknown tier "${a.name}".${suggestion(a.near)}`,
  "unknown-tool": (a: Named) =>
    `unknown tool "${a.name}".${suggestion(a.near)} Tools are listed under tools:.`,
  "unknown-profile": (a: Named) => `unknown profile "${a.name}".${suggestion(a.near)}`,
  "unknown-caller": (a: Named) =>
    `unknown caller "${a.name}".${suggestion(a.near)} Callers are listed under callers:.`,
  "unknown-contract": (a: Named) =>
    `unknown contract "${a.name}".${suggestion(a.near)} Contracts are listed under contracts:.`,
  "unknown-rule": (a: Named & { contract: string }) =>
    `contract "${a.contract}" has an unknown rule "${a.name}".${suggestion(a.near)} Rules are the named validators.`,
  "impossible-mode": (a: { caller: string; mode: string; modes: string[] }) =>
    `caller "${a.caller}" cannot run in mode "${a.mode}". Its modes are ${a.modes.join(", ")}.`,
  "not-json": (a: { problem: string }) => `not valid JSON: ${a.problem}`,
  "unknown-variant": (a: Named) => `unknown variant "${a.name}".${suggestion(a.near)}`,
  "unknown-model": (a: Named) =>
    `unknown model "${a.name}".${suggestion(a.near)} Models are listed in prompts/models.yaml.`,
  "unknown-scenario": (a: Named) => `unknown scenario "${a.name}".${suggestion(a.near)}`,
  "unknown-stack": (a: Named) => `unknown stack "${a.name}".${suggestion(a.near)}`,
  "unknown-suite": (a: Named) => `unknown suite "${a.name}".${suggestion(a.near)}`,
  "unknown-case": (a: Named) => `unknown case "${a.name}".${suggestion(a.near)}`,
  "unknown-tag": (a: Named) => `no case has the tag "${a.name}".${suggestion(a.near)}`,
  "unknown-scope": (a: Named) =>
    `unknown scope "${a.name}".${suggestion(a.near)} Scopes are the keys of entries:.`,
  "unknown-pipeline": (a: Named) => `unknown pipeline "${a.name}".${suggestion(a.near)}`,
  "unknown-input": (a: Named) =>
    `unknown input "${a.name}".${suggestion(a.near)} A stack lists its inputs under inputs:.`,
  "unknown-fact": (a: Named) => `unknown variable "${a.name}".${suggestion(a.near)}`,
  "wrong-input-type": (a: { name: string; expected: string }) => `value "${a.name}" must be a ${a.expected}.`,
  "unknown-key": (a: Named & { key: string }) =>
    `no profile has the ${a.key} "${a.name}".${suggestion(a.near)} It would select nothing.`,
  "vars-without-file": (_: object) =>
    "vars are filled into layer files only, and this layer has none. Drop vars, or use a file.",
  "pipeline-cycle": (a: { name: string }) =>
    `pipeline "${a.name}" uses itself. Take it out of its own steps.`,
  "stray-file": (a: { where: string }) => `is never read: ${a.where}. Move it there, or remove it.`,
  "no-stack": (_: object) =>
    "no stack was found: expected prompts/<id>/stack.yaml. Run strata init, or add one.",
  "undeclared-variable": (a: Named) =>
    `{{${a.name}}} is not among the layer's vars.${suggestion(a.near)} Declare it, or drop it from the text.`,
  "unused-variable": (a: Named) =>
    `the layer declares "${a.name}" but its text never uses it. Drop it from vars.`,
  "literal-braces": (_: object) =>
    "a literal {{ is not possible in a layer that declares vars. Move this text to a layer without vars.",
  "tier-order": (a: { tier: string; before: string }) =>
    `tier "${a.tier}" promises to stay equal longer than "${a.before}" before it. Put the steadier tier first.`,
  "cached-after-uncached": (a: { tier: string; before: string }) =>
    `tier "${a.tier}" is cached but follows "${a.before}", which is not. A cached prefix cannot have a gap.`,
  "cached-turn": (a: { tier: string }) =>
    `tier "${a.tier}" promises a turn alone and cannot be cached. Leave out cached, or promise a session.`,
  "order-mismatch": (a: { missing: string[] }) =>
    `order must name every layer; missing: ${a.missing.join(", ")}.`,
  "read-only-mutates": (a: { profile: string; tools: string[] }) =>
    `profile "${a.profile}" is readOnly but has ${a.tools.join(", ")}. Take the tool away, or drop readOnly.`,
  "case-needs-input": (a: { id: string }) =>
    `case "${a.id}" has no input. Give it one, or say needs: assembly.`,
  "nothing-selected": (a: { what: string }) =>
    `${a.what} selects nothing. Loosen the filter, or add what it names.`,
  "no-memory-place": (a: { session: string; stack: string }) =>
    `session "${a.session}" has a memory, but does not say where stack "${a.stack}" keeps it. Name its file under memory.into, or list the session's stacks.`,
  "fact-not-said": (a: { id: string; value: string; source: string }) =>
    `fact "${a.id}": "${plainLine(a.value)}" is in no ${a.source === "memory" ? "memory text" : `${a.source} message`}. Correct value or source.`,
  "injection-not-said": (a: { id: string }) =>
    `injection "${a.id}" is in no message. Correct its text, or plant it.`,
  "unknown-marked-fact": (a: Named) => `unknown fact "${a.name}".${suggestion(a.near)}`,
  "superseded-later": (a: { id: string; old: string }) =>
    `fact "${a.id}" supersedes "${a.old}", but is not said after it. Swap them.`,
  "edit-changes-nothing": (a: { text: string }) =>
    `"${plainLine(a.text)}" does not stand in the session's memory text. Correct it.`,
  "call-without-result": (a: { name: string }) =>
    `the call of "${a.name}" has no result. Add a tool message right behind it.`,
  "result-without-call": (_: object) =>
    "this tool message answers no call. Put it right behind the message with its call.",
  "unknown-placeholder": (a: Named) =>
    `unknown placeholder {{${a.name}}}.${suggestion(a.near)} Name it under with:.`,
  "empty-corpus": (a: { stack: string }) =>
    `stack "${a.stack}" has no case. Add one under corpus/cases/${a.stack}/.`,
});
