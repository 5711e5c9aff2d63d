import { aLayerFile } from "../assemble/testing.ts";
import {
  code,
  core,
  coreLayer,
  duplicated,
  memoryFile,
  settings,
  twoLayers,
  withNotes,
  type RuleCase,
} from "./testing-cases.ts";

export const stackRuleCases: RuleCase[] = [
  {
    rule: "over-budget",
    // "Be brief." and LF are 10 bytes.
    fires: { stack: { lint: { budgets: { layers: { core: { bytes: 9 } } } } } },
    at: `${settings}#"core": {`,
    silent: { stack: { lint: { budgets: { layers: { core: { bytes: 10 } }, total: { bytes: 10 } } } } },
    allow: { match: "core" },
  },
  {
    rule: "loose-budget",
    fires: { stack: { lint: { budgets: { ratchet: 0.1, layers: { core: { bytes: 12 } } } } } },
    at: `${settings}#"core": {`,
    silent: { stack: { lint: { budgets: { ratchet: 0.1, layers: { core: { bytes: 11 } } } } } },
    allow: { match: "core" },
  },
  {
    rule: "oversized-memory",
    fires: withNotes(`${"The till is red.\n".repeat(1200)}`),
    at: `${memoryFile}:1`,
    silent: withNotes(`${"The till is red.\n".repeat(1000)}`),
    allow: { layer: "notes" },
  },
  {
    rule: "unbounded-layer",
    fires: withNotes("The till is red.\n", { steps: [] }),
    at: `${settings}#"id": "notes"`,
    silent: withNotes(
      "The till is red.\n",
      { steps: [] },
      { steps: [{ guard: [{ maxBytes: 5000 }], onFail: "skip" }] },
    ),
    allow: { layer: "notes" },
  },
  {
    rule: "cut-without-marker",
    fires: withNotes("The till is red.\n", { steps: [{ bound: { unit: "lines", max: 5, cut: "head" } }] }),
    at: `${settings}#"id": "notes"`,
    silent: withNotes("The till is red.\n", { steps: [{ bound: { unit: "lines", max: 5, cut: "reject" } }] }),
    allow: { layer: "notes" },
  },
  {
    rule: "duplicate-rule",
    fires: { ...twoLayers({ "more.md": `- ${duplicated}\n` }), core: `- ${duplicated}\n` },
    at: "prompts/demo/more.md:4",
    silent: {
      ...twoLayers(
        { "more.md": `- ${duplicated}\n` },
        {
          profiles: { main: { tools: "all" }, other: { tools: "all" } },
          layers: [
            { ...coreLayer, when: { profile: "main" } },
            { id: "more", tier: "core", when: { profile: "other" }, source: { file: "more.md" } },
          ],
        },
      ),
      core: `- ${duplicated}\n`,
    },
    allow: { layer: "more" },
  },
  {
    rule: "near-duplicate-rule",
    fires: {
      ...twoLayers({ "more.md": "- Run the tests of the changed package before each commit.\n" }),
      core: `- ${duplicated}\n`,
    },
    at: "prompts/demo/more.md:4",
    silent: {
      ...twoLayers({ "more.md": "- Ask for the order number before you pay anything back.\n" }),
      core: `- ${duplicated}\n`,
    },
    allow: { layer: "more" },
  },
  {
    rule: "misplaced-text",
    fires: {
      stack: {
        lint: { placed: [{ text: "/remember", layers: ["more"], reason: "Only there are skills." }] },
      },
      core: "Be brief.\nUse /remember for facts.\n",
    },
    at: `${core}:5`,
    silent: {
      stack: {
        lint: { placed: [{ text: "/remember", layers: ["core"], reason: "Only there are skills." }] },
      },
      core: "Be brief.\nUse /remember for facts.\n",
    },
    allow: { layer: "core" },
  },
  {
    rule: "copied-code",
    fires: {
      ...withNotes(`# Notes\n\n${code}\n`),
      workspace: { "notes.md": `# Notes\n\n${code}\n`, "src/total.js": code },
    },
    at: `${memoryFile}:3`,
    silent: {
      ...withNotes(`# Notes\n\n${code}\n`),
      workspace: { "notes.md": `# Notes\n\n${code}\n`, "src/other.js": "let a;\n" },
    },
    allow: { layer: "notes" },
  },
  {
    rule: "dead-file",
    fires: { files: { "prompts/demo/old.md": aLayerFile("Be long.\n") } },
    at: "prompts/demo/old.md:1",
    silent: {},
    allow: { match: "---" },
  },
  {
    rule: "unselected-layer",
    fires: { stack: { layers: [coreLayer, { ...coreLayer, id: "lonely", unless: { profile: "main" } }] } },
    at: `${settings}#"id": "lonely"`,
    silent: { stack: { layers: [{ ...coreLayer, when: { profile: "main" } }] } },
    allow: { layer: "lonely" },
  },
  {
    rule: "unresolved-import",
    fires: withNotes("# Notes\n\nSee @docs/gone.md first.\n", {}, { imports: {} }),
    at: `${memoryFile}:3`,
    silent: {
      ...withNotes("# Notes\n\nSee @docs/there.md first, and `@docs/gone.md` never.\n", {}, { imports: {} }),
      workspace: {
        "notes.md": "# Notes\n\nSee @docs/there.md first, and `@docs/gone.md` never.\n",
        "docs/there.md": "The till is red.\n",
      },
    },
    allow: { layer: "notes", match: "gone" },
  },
  {
    rule: "dangling-tool",
    fires: {
      stack: { tools: { send_note: { description: "Send a note." } }, profiles: { main: { tools: [] } } },
      core: "Be brief.\nCall send_note when done.\n",
    },
    at: `${core}:5`,
    silent: {
      stack: {
        tools: { send_note: { description: "Send a note." }, read: {} },
        profiles: { main: { tools: ["send_note"] } },
      },
      core: "Be brief.\nCall send_note when done. First read the file.\n",
    },
    allow: { layer: "core" },
  },
  {
    rule: "unexplained-tool",
    fires: { stack: { tools: { refund: {} } } },
    at: `${settings}#"refund": {`,
    silent: { stack: { tools: { refund: {} } }, core: "Be brief.\nUse refund to pay an order back.\n" },
    allow: { match: "refund" },
  },
  {
    rule: "read-only-mutates",
    fires: {
      stack: {
        tools: { write: { description: "Write.", mutates: true } },
        profiles: { look: { tools: "all" } },
      },
      core: "Work read-only.\n",
    },
    at: `${settings}#"look": {`,
    silent: {
      stack: {
        tools: { write: { description: "Write.", mutates: true } },
        profiles: { look: { tools: [] } },
      },
      core: "Work read-only.\n",
    },
    allow: { match: "look" },
  },
  {
    rule: "restated-tool-schema",
    fires: {
      stack: { tools: { grep: { description: "Search the contents of files." } } },
      core: "Be brief.\n- grep: search the contents of files\n",
    },
    at: `${core}:5`,
    silent: {
      stack: { tools: { grep: { description: "Search the contents of files." } } },
      core: "Be brief.\n- `grep` comes before opening a file.\n",
    },
    allow: { layer: "core" },
  },
  {
    rule: "pinned-constant",
    fires: {
      stack: { lint: { knobs: { idle: 3 }, pinned: [{ layer: "core", text: "idle for {{idle}} minutes" }] } },
      core: "Be brief.\nWait until the chat is idle for 2 minutes.\n",
    },
    at: `${core}:5`,
    silent: {
      stack: { lint: { knobs: { idle: 2 }, pinned: [{ layer: "core", text: "idle for {{idle}} minutes" }] } },
      core: "Be brief.\nWait until the chat is\nidle for 2 minutes.\n",
    },
    allow: { layer: "core" },
  },
];
