import type { AssembledTexts } from "../assemble/index.ts";
import {
  entryText,
  type FileSource,
  type Layer,
  type Scenario,
  type Source,
  type SourceTree,
  type Stack,
} from "../load/index.ts";
import { decodeUtf8 } from "../util/index.ts";
import { promptText } from "./prompt-text.ts";
import { filesOf } from "./stack-files.ts";
import { Repeats } from "./text/repeats.ts";
import type { PromptText } from "./types.ts";

/** A stack's texts by file: each is made once, however many layers, profiles and variants send it. */
export class StackTexts {
  readonly repeats = new Repeats();
  readonly #tree: SourceTree;
  readonly #byFile = new Map<string, PromptText>();

  constructor(tree: SourceTree, variants: readonly Stack[]) {
    this.#tree = tree;
    const uses = new Map<
      string,
      { file: ReturnType<typeof filesOf>[number]["file"]; layers: Layer[]; clock: Set<string> }
    >();
    for (const stack of variants) {
      const clocks = clockNames(stack);
      for (const { file, layer } of filesOf(stack)) {
        const use = uses.get(file.path) ?? { file, layers: [], clock: new Set<string>() };
        uses.set(file.path, use);
        use.layers.push(layer);
        if (layer.tier.cached) for (const name of layer.vars ?? []) if (clocks.has(name)) use.clock.add(name);
      }
    }
    for (const [path, { file, layers, clock }] of uses) {
      const text = promptText({
        ...{ role: "layer", file: path, text: file.text, firstLine: file.firstLine, raw: this.rawText(path) },
        layers: [...new Set(layers.map(({ id }) => id))],
        cached: layers.some(({ tier }) => tier.cached),
        // Notices of wraps have placeholders of their own.
        rendered: layers.some(
          ({ vars, source }) => vars !== null || source.kind === "files" || source.kind === "value",
        ),
        clockNames: [...clock],
      });
      this.#byFile.set(path, text);
    }
  }

  /** Every text so far; those of the world are added by {@link inPrompt}. */
  all(): PromptText[] {
    return [...this.#byFile.values()];
  }

  /** The texts of one assembly, in prompt order. */
  inPrompt(assembly: AssembledTexts, stack: Stack, scenario: Scenario): PromptText[] {
    const texts = new Set<PromptText>();
    const layers = new Map(stack.layers.map((layer) => [layer.id, layer]));
    for (const { id, sources } of assembly.layers) {
      const layer = layers.get(id)!;
      for (const { path, status } of sources) {
        if (status !== "taken") continue;
        const text = this.#byFile.get(path) ?? this.#memoryText(path, layer, scenario);
        if (text !== undefined) texts.add(text);
      }
    }
    return [...texts];
  }

  /** A file as it is on disk; null when it cannot be read as text. */
  rawText(file: string): string | null {
    const entry = this.#tree.lookup(file);
    if (entry.kind !== "file") return null;
    try {
      return decodeUtf8(entry.read()) ?? null;
    } catch {
      return null;
    }
  }

  #memoryText(shown: string, layer: Layer, scenario: Scenario): PromptText | undefined {
    const { world } = scenario;
    const path = absolute(shown, scenario);
    const entry = world.lookup(path);
    if (entry.kind !== "file") return undefined;
    const known = this.#byFile.get(entry.path);
    if (known !== undefined) return known;
    const content = entryText(entry);
    if (content.kind !== "text") return undefined;
    const folder = path.slice(0, path.lastIndexOf("/"));
    const imports = sourcesIn(layer.source).some((source) => source.imports !== undefined);
    const text = promptText({
      ...{
        role: "memory",
        file: entry.path,
        text: content.text,
        layers: [layer.id],
        cached: layer.tier.cached,
      },
      exists: imports
        ? (mention) => world.lookup(resolve(mention, folder, world.roots.home)).kind !== "missing"
        : null,
    });
    this.#byFile.set(entry.path, text);
    return text;
  }
}

/** From a path as people read it to the one in the world. */
function absolute(shown: string, { world }: Scenario): string {
  if (shown.startsWith("/")) return shown;
  return shown.startsWith("~/")
    ? `${world.roots.home}${shown.slice(1)}`
    : `${world.roots.workspace}/${shown}`;
}

function resolve(mention: string, folder: string, home: string): string {
  if (mention.startsWith("/")) return mention;
  return mention.startsWith("~/") ? `${home}${mention.slice(1)}` : `${folder}/${mention}`;
}

/** Variables of a stack whose value holds the time of day. */
function clockNames(stack: Stack): ReadonlySet<string> {
  const names = new Set(["clock"]);
  for (const [name, variable] of stack.vars) {
    const texts = variable.kind === "switch" ? [`{{${variable.on}}}`, ...Object.values(variable.cases)] : [];
    if (texts.some((text) => text.includes("{{clock}}"))) names.add(name);
  }
  return names;
}

function sourcesIn(source: Source): FileSource[] {
  if (source.kind === "parts") return source.parts.flatMap(sourcesIn);
  return source.kind === "files" ? source.groups.flatMap(({ sources }) => sources) : [];
}
