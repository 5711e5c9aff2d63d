import { channels, type WrittenStack } from "../schema/index.ts";
import { type Finding, nearest } from "../util/index.ts";
import { checkPatches } from "./check-patches.ts";
import { loadFinding } from "./messages.ts";
import { readYaml } from "./read-file.ts";
import type { LayerContext, Report } from "./layer-context.ts";
import { loadContracts } from "./load-contracts.ts";
import { resolveCompaction } from "./resolve-compaction.ts";
import { checkVariables, resolveProfiles, resolveTiers, resolveVariable } from "./resolve-parts.ts";
import { type SharedLayers, shareLayers } from "./share-layers.ts";
import type { SourceTree } from "./source-tree.ts";
import type { Layer, Stack } from "./stack-types.ts";
import { type WrittenVariant, writeVariant } from "./written-variant.ts";
import { validate } from "./validate.ts";
import type { Path, YamlFile } from "./yaml.ts";

/** Loads every variant of a stack, `default` first. */
export function loadStack(tree: SourceTree, folder: string): { variants: Stack[]; findings: Finding[] } {
  const file = `${folder}/stack.yaml`;
  const { data, yaml, findings } = readYaml(tree, file, "stack");
  if (data === undefined || yaml === undefined) return { variants: [], findings };
  const id = folder.slice(folder.lastIndexOf("/") + 1);
  if (data.id !== id) {
    const args = { what: "stack", id: data.id, expected: id };
    return {
      variants: [],
      findings: [loadFinding("id-mismatch", args, { file, line: yaml.lineAt(["id"]) })],
    };
  }
  const shared = shareLayers();
  const results = ["default", ...Object.keys(data.variants)].map((variant) =>
    loadVariant(tree, folder, { yaml, base: data, variant, shared }),
  );
  const all = results.flatMap((result) => result.findings);
  return { variants: results.flatMap((result) => result.stack ?? []), findings: unique(all) };
}

function loadVariant(
  tree: SourceTree,
  folder: string,
  {
    yaml,
    base,
    variant,
    shared,
  }: { yaml: YamlFile; base: WrittenStack; variant: string; shared: SharedLayers },
) {
  const patches = checkPatches(yaml, variant);
  if (patches.length > 0) return { stack: undefined, findings: patches };
  const written = writeVariant(yaml.value as Record<string, unknown>, variant);
  const locate = locator(yaml, written);
  // The default is the file itself, which has been validated.
  const { data, findings } =
    variant === "default"
      ? { data: base, findings: [] as Finding[] }
      : validate("stack", written.value, locate, yaml.cache);
  if (data === undefined) return { stack: undefined, findings };
  const report: Report = (path, make) => void findings.push(make(locate(path)));
  checkOrder(data, variant, report);
  const lineAt = (path: Path) => locate(path).line;
  const stack = { ...resolveStack({ tree, folder, variant, shared }, data, report), lineAt };
  return { stack: findings.length === 0 ? stack : undefined, findings };
}

function resolveStack(
  {
    tree,
    folder,
    variant,
    shared,
  }: { tree: SourceTree; folder: string; variant: string; shared: SharedLayers },
  written: WrittenStack,
  report: Report,
): Omit<Stack, "lineAt"> {
  const tiers = shared.tiers(resolveTiers(written, report));
  const profiles = resolveProfiles(written, report);
  const context: LayerContext = {
    ...{ tree, stack: written, folder, profiles, report, files: shared.files },
    tiers: new Map(tiers.map((tier) => [tier.id, tier])),
  };
  checkVariables(written, report);
  const layers = written.layers.flatMap((layer, i) => shared.resolve(layer, ["layers", i], context) ?? []);
  const { id, description, reference, separator, end } = written;
  const overrides = Object.entries(written.channels).map(([channel, settings]) => [
    channel,
    settings?.separator,
  ]);
  return {
    ...{ id, description, variant, reference, separator, end, tiers, profiles },
    channelSeparators: Object.fromEntries(overrides),
    frame: written.frame ?? null,
    session: written.session,
    compaction: resolveCompaction(written, context),
    lint: written.lint,
    contracts: loadContracts(tree, folder, written, report),
    file: `${folder}/stack.yaml`,
    tools: Object.entries(written.tools).map(([name, tool]) => ({ name, ...tool })),
    inputs: new Map(Object.entries(written.inputs)),
    vars: new Map(Object.entries(written.vars).map(([name, variable]) => [name, resolveVariable(variable)])),
    layers: inPromptOrder(layers),
  };
}

/** Sorting is stable, so layers of one channel and tier keep the order in which they are written. */
function inPromptOrder(layers: Layer[]): Layer[] {
  return layers.toSorted(
    (a, b) => channels.indexOf(a.channel) - channels.indexOf(b.channel) || a.tier.index - b.tier.index,
  );
}

/** Duplicate layer ids, and an order that forgets a layer or names one that is not there. */
function checkOrder(written: WrittenStack, variant: string, report: Report): void {
  const ids = written.layers.map((layer) => layer.id);
  ids.forEach((id, i) => {
    // A patch addresses layers by id, so in a variant a repeated one could not even be told apart.
    if (ids.indexOf(id) === i || variant !== "default") return;
    report(["layers", i, "id"], (place) =>
      loadFinding("duplicate-id", { what: "layer", id, first: `layers[${ids.indexOf(id)}]` }, place),
    );
  });
  const order = written.variants[variant]?.order;
  if (order === undefined) return;
  const at = ["variants", variant, "order"];
  order.forEach((name, i) => {
    if (ids.includes(name)) return;
    report([...at, i], (place) => loadFinding("unknown-layer", { name, near: nearest(name, ids) }, place));
  });
  const missing = ids.filter((id) => !order.includes(id));
  if (missing.length > 0) report(at, (place) => loadFinding("order-mismatch", { missing }, place));
}

function locator(yaml: YamlFile, written: WrittenVariant) {
  return (path: Path) => {
    const origins = written.origins(path);
    const best = origins.find((origin) => yaml.has(origin)) ?? origins.at(-1)!;
    return { file: yaml.file, line: yaml.lineAt(best) };
  };
}

/** Every variant repeats what is wrong with the base; one report is enough. */
function unique(findings: Finding[]): Finding[] {
  const seen = new Map(
    findings.map((finding) => [`${finding.file}:${finding.line} ${finding.message}`, finding]),
  );
  return [...seen.values()];
}
