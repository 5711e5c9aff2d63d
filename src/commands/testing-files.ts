const models = `strata: 1
models:
  - id: anthropic:claude-haiku-4-5-20251001
    pinned: true
    window: 200000
  - id: openai:gpt-4.1-2025-04-14
    pinned: true
    window: 1047576
    tokenizerIsVendors: true
  - id: reader:bm25
    pinned: true
    window: null
`;

// One key a line, so that the line in a message tells which key is meant.
const stack = `strata: 1
id: mini
description: A desk agent.
reference: desk
separator: "\\n\\n"

tiers:
  - id: core
    promise: build
  - id: role
    promise: profile
  - id: session
    promise: session

tools:
  read: { description: Read a file. }
  write: { description: Write a file., mutates: true }

inputs:
  skills: { type: text, default: "" }
  servers: { type: list, default: [] }

vars:
  git:
    switch: git_state
    cases:
      none: not a repository
      clean: "{{git_branch}}, clean"
      dirty: "{{git_branch}}, {{git_dirty}} changed"
  tool_names:
    join: tools
    separator: ", "
    empty: none

pipelines:
  memory-file:
    - guard: [regular, no-symlink, contained, { maxBytes: 4096 }, utf8, no-nul]
      onFail: skip
    - transform: trim

layers:
  - id: core
    tier: core
    source:
      file: core.md
    steps:
      - transform: trim

  - id: role
    tier: role
    when:
      profile: review
    heading: "## Role"
    source:
      file: "profiles/{{profile}}.md"
    steps:
      - bound:
          unit: bytes
          max: 4096
          cut: reject

  - id: environment
    tier: session
    vars:
      - os
      - git
      - tool_names
    source:
      file: environment.md

  - id: skills
    tier: session
    heading: "## Skills"
    source:
      value: skills

  - id: memory
    tier: session
    read: turn
    heading: "# Memory"
    source:
      ranked:
        order:
          - project
          - rules
          - nested
          - user
        pinnedLast: user
        entries:
          project:
            heading: "## Project memory: {{path}}"
            first:
              - "{{workspace}}/DESK.md"
              - "{{workspace}}/AGENT.md"
            imports:
              maxDepth: 3
            steps:
              - use: memory-file
          rules:
            rules:
              dir: "{{workspace}}/.desk/rules"
            steps:
              - use: memory-file
          nested:
            beside: [DESK.md]
            steps:
              - use: memory-file
          user:
            path: "{{home}}/.desk/DESK.md"
            steps:
              - use: memory-file

profiles:
  main:
    tools: all
  review:
    readOnly: true
    tools:
      - read

variants:
  brief:
    description: Without the role.
    set:
      layers:
        role: null
`;

const scenario = `strata: 1
id: desk
description: A shop with a till.
clock: "2026-03-30T14:30:00+02:00"
os: linux
shell: bash
cwd: /home/dev/shop
workspace:
  root: /home/dev/shop
home:
  root: /home/dev
git:
  root: /home/dev/shop
  branch: main
files:
  DESK.md: desk.md.txt
  AGENT.md: agent.md.txt
reads:
  - src/till/pay.ts
values:
  skills: |
    - recount: count the till again
`;

const bareScenario = `strata: 1
id: bare
description: Nothing but the prompt.
clock: "2026-03-30T14:30:00Z"
os: darwin
shell: zsh
cwd: /home/dev/shop
workspace:
  root: /home/dev/shop
home:
  root: /home/dev
git: none
`;

const cases = `strata: 1
stack: mini
cases:
  - id: till-port
    input: On which port does the till listen?
    tags:
      - memory
    assert:
      - type: strata:last-contains
        value: port 7340
  - id: role-only-for-review
    needs: assembly
    profiles:
      - review
    models:
      - reader:bm25
    tags:
      - layers
    assert:
      - type: strata:layer-present
        value: role
`;

const suite = `strata: 1
id: default
description: Everything.
answer: reader:bm25
`;

/** A repository with one file of each kind and everything in it valid; `DESK.md` is the memory file of its agent. */
export const miniRepository = {
  "prompts/models.yaml": models,
  "prompts/mini/stack.yaml": stack,
  "prompts/mini/core.md":
    "---\nversion: 1.0.0\n---\nYou keep the till. Naïve guesses cost money: count, never estimate.\n",
  "prompts/mini/environment.md":
    "---\nversion: 1.1.0\n---\n- OS: {{os}}\n- Git: {{git}}\n- Tools: {{tool_names}}\n",
  "prompts/mini/profiles/review.md": "---\nversion: 2.0.0\n---\nYou judge a change and change nothing.\n",
  "evals/default.yaml": suite,
  "corpus/cases/mini/cases.yaml": cases,
  "corpus/scenarios/desk/scenario.yaml": scenario,
  "corpus/scenarios/desk/workspace/desk.md.txt":
    "# Shop\n\n- The till listens on port 7340.\n- Prices are in cents.\n- Refunds: @docs/refunds.md\n",
  "corpus/scenarios/desk/workspace/agent.md.txt": "Shadowed by the file before it.\n",
  "corpus/scenarios/desk/workspace/docs/refunds.md": "A refund needs the signature of Irina.\n",
  "corpus/scenarios/desk/workspace/.desk/rules/10-all.md": "Say please.\n",
  "corpus/scenarios/desk/workspace/.desk/rules/20-sql.md": '---\npaths: "**/*.sql"\n---\nNo SELECT *.\n',
  "corpus/scenarios/desk/workspace/src/till/desk.md.txt": "The drawer opens on F9.\n",
  "corpus/scenarios/bare/scenario.yaml": bareScenario,
};
