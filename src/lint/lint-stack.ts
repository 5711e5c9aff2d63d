import {
  layerLines,
  lineReader,
  readText,
  type Scenario,
  type SourceTree,
  type Stack,
} from "../load/index.ts";
import type { WrittenModel } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import { changedFiles } from "./changed-files.ts";
import { judge, type StackLint } from "./judge.ts";
import { promptText } from "./prompt-text.ts";
import { rules } from "./rules/index.ts";
import { type Found, runRule } from "./run-rules.ts";
import { StackTexts } from "./stack-texts.ts";
import { textFilesBelow } from "./tree-files.ts";
import type { LintInputs, PromptText, Rule } from "./types.ts";
import { variantInputs } from "./variant-inputs.ts";

/** What a stack is linted with, beside itself. */
export interface StackWorld {
  tree: SourceTree;
  models: readonly WrittenModel[];
  scenarios: ReadonlyMap<string, Scenario>;
  /** The tree that is compared with, for rules about changes. */
  before: SourceTree | null;
}

/** Runs every rule that can run on all variants of a stack. */
export async function lintStack(variants: readonly Stack[], world: StackWorld): Promise<StackLint> {
  const base = variants[0]!;
  const { tree } = world;
  const texts = new StackTexts(tree, variants);
  const lineText = lineReader(tree);
  const lineOf = (stack: Stack) => layerLines(stack, (line) => lineText(stack.file, line));
  const found: { found: Found; stack: Stack }[] = [];
  const diagnostics: Finding[] = [];
  const run = async (rulesHere: readonly Rule[], inputs: Partial<LintInputs>, stack: Stack) => {
    const hits = await Promise.all(rulesHere.map((rule) => runRule(rule, inputs, stack.lint.severity)));
    for (const hit of hits.flat()) found.push({ found: hit, stack });
  };

  for (const stack of variants) {
    const scenario = world.scenarios.get(stack.reference);
    const inputs = variantInputs(stack, scenario, texts, world.models, diagnostics);
    Object.defineProperty(inputs, "layerLine", { value: lineOf(stack), enumerable: true });
    await run(rulesOn("variant"), inputs, stack);
    // The texts of the world become known by assembling, whether a rule asks for prompts or not.
    void inputs.prompts;
  }
  const all = [...texts.all(), settingsText(tree, base)];
  for (const text of all) {
    await run(rulesOn("text"), { text, settings: base.lint }, base);
  }
  const whole: Partial<LintInputs> = {
    variants,
    files: textFilesBelow(tree, folderOf(base)),
    layerLine: lineOf(base),
    ...(world.before === null ? {} : { changes: changedFiles(base.lint.builder, tree, world.before) }),
  };
  await run(rulesOn("stack"), whole, base);

  return judge(variants, found, diagnostics, lineText);
}

type Unit = "text" | "variant" | "stack";

const byUnit = { text: [] as Rule[], variant: [] as Rule[], stack: [] as Rule[] };
for (const rule of rules) byUnit[unitOf(rule)].push(rule);

function unitOf({ inputs }: Rule): Unit {
  return inputs.includes("text") ? "text" : inputs.includes("variants") ? "stack" : "variant";
}

function rulesOn(unit: Unit): readonly Rule[] {
  return byUnit[unit];
}

/** The settings are text, too: headings, wraps, variables. Only what no setting excuses is looked for. */
function settingsText(tree: SourceTree, { file }: Stack): PromptText {
  const read = readText(tree, file);
  return promptText({ role: "settings", file, text: "text" in read ? read.text : "", cached: false });
}

function folderOf({ file }: Stack): string {
  return file.slice(0, file.lastIndexOf("/"));
}
