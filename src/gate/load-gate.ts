import { readYaml, type SourceTree } from "../load/index.ts";
import { schemaOf } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import type { Gate } from "./types.ts";

/** Where the gate's settings are. */
const gateFile = "evals/gate.yaml";

/** Loads the settings of a tree. Without a file they are the defaults, and so they are where the file is refused. */
export function loadGate(tree: SourceTree): { gate: Gate; findings: Finding[] } {
  if (tree.lookup(gateFile).kind === "missing") return { gate: defaultGate(), findings: [] };
  const { data, yaml, findings } = readYaml(tree, gateFile, "gate");
  if (data === undefined || yaml === undefined) return { gate: defaultGate(), findings };
  return { gate: { ...data, file: gateFile, lineAt: (path) => yaml.lineAt([...path]) }, findings };
}

function defaultGate(): Gate {
  return { ...schemaOf("gate").parse({ strata: 1 }), file: gateFile, lineAt: () => 1 };
}
