import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Assembly } from "../../src/assemble/index.ts";
import {
  aScenario,
  assembleIn,
  type Files,
  repository,
  valid,
  type WorldSpec,
} from "../../src/assemble/testing.ts";
import { diskTree, loadProject, memoryTree, type SourceTree } from "../../src/load/index.ts";

/** A world, and what of the stack differs from this repository's. */
export interface RightAgentSpec extends WorldSpec {
  /** Values that the scenario gives. */
  values?: object;
  /** Further or other files of the repository. */
  files?: Files;
  /** Changes the parsed stack.yaml. */
  stack?: (written: any) => unknown;
  variant?: string;
  profile?: string;
  model?: string;
}

const stackFile = "prompts/right-agent/stack.yaml";
const disk = diskTree(repository);

/** The stack of this repository and nothing else of it. */
const ownStack: SourceTree = {
  lookup: (at) =>
    /^prompts($|\/models\.yaml$|\/right-agent(\/|$))/.test(at) ? disk.lookup(at) : { kind: "missing" },
};

const loaded = new Map<string, ReturnType<typeof loadProject>>();

/** Loads the stack in the world of an agent without a file or value, unless the spec says otherwise; equal worlds once. */
export function loadRightAgent(spec: RightAgentSpec): ReturnType<typeof loadProject> {
  if (spec.stack !== undefined) return load(spec);
  const { profile: _profile, variant: _variant, model: _model, ...rest } = spec;
  const key = JSON.stringify(rest);
  if (!loaded.has(key)) loaded.set(key, load(spec));
  return loaded.get(key)!;
}

function load({ values = {}, files, stack, ...world }: RightAgentSpec): ReturnType<typeof loadProject> {
  const scenario = {
    ...{ cwd: "/sandbox", workspace: { root: "/sandbox/work" }, home: { root: "/sandbox" }, git: "none" },
    ...world.scenario,
    values,
  };
  const changed: Files = stack === undefined ? {} : { [stackFile]: JSON.stringify(stack(writtenStack())) };
  const reference = aScenario({ ...world, scenario }, "right-agent-reference");
  return loadProject(memoryTree({ ...reference, ...changed, ...files }, ownStack));
}

/** Assembles profile worker for the first model, unless the spec says otherwise. */
export function assembleRightAgent(spec: RightAgentSpec = {}): Assembly {
  const { variant = "default", profile = "worker", model, ...rest } = spec;
  return assembleIn(valid(loadRightAgent(rest)), {
    ...{ stack: "right-agent", variant, profile },
    ...(model === undefined ? {} : { model }),
  });
}

/** The written stack.yaml, parsed. */
function writtenStack(): any {
  return parse(readFileSync(path.join(repository, stackFile), "utf8"));
}

/** The text of a layer file of the stack, as it is assembled. */
export function promptText(file: string): string {
  const text = readFileSync(path.join(repository, "prompts/right-agent", file), "utf8");
  return text.replace(/^---\n[^]*?\n---\n/, "");
}

/** Ids of the layers of a channel, in prompt order. */
export function layersOf({ layers }: Assembly, channel = "system"): string[] {
  return layers.filter((layer) => layer.channel === channel).map(({ id }) => id);
}

/** The text before the user's message; undefined when nothing stands there. */
export function prefixOf({ channels }: Assembly): string | undefined {
  return channels.user_prefix?.text;
}

/** How often a text occurs in another. */
export function times(part: string, text: string): number {
  return text.split(part).length - 1;
}

/** A SHA-256 as hashes are written here. */
export function sha256Of(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** An agent with one recognisable text for each section of its prompt. */
export const everything: RightAgentSpec = {
  home: {
    "IDENTITY.md": "SENTINEL-3\n",
    "SOUL.md": "SENTINEL-4\n",
    "USER.md": "SENTINEL-5\n",
    "TOOLS.md": "SENTINEL-6\n",
    "MEMORY.md": "SENTINEL-10\n",
    "BOOTSTRAP.md": "HACK\n",
  },
  values: {
    agent_name: "SENTINEL-1",
    notice_token: "deadbeef",
    chat_kind: "topic",
    conversation: { chat_id: 1, kind: "group", title: "SENTINEL-7" },
    mcp_instructions: "SENTINEL-8\n",
    operator_focus: "SENTINEL-9\n",
    bootstrap_state: { stage: "SENTINEL-11" },
  },
};

/** Every `external content` block that may stand in a prompt. */
export const begin = "--- BEGIN EXTERNAL CONTENT ---\n";
export const end = "\n--- END EXTERNAL CONTENT ---";
