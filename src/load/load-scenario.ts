import type { WrittenScenario } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import { loadFinding } from "./messages.ts";
import { readYaml } from "./read-file.ts";
import { type SourceTree, treePath } from "./source-tree.ts";
import { createWorld, type World } from "./world.ts";

/** The world an assembly is made in. */
export interface Scenario extends Omit<
  WrittenScenario,
  "strata" | "files" | "workspace" | "home" | "managed"
> {
  /** Path of its scenario.yaml. */
  file: string;
  world: World;
  /** Lines of the keys under values: and later:, for findings of stacks that do not know them. */
  valueLines: ReadonlyMap<string, number>;
}

/** Loads `corpus/scenarios/<id>/scenario.yaml` and mounts its folders. */
export function loadScenario(tree: SourceTree, folder: string): { scenario?: Scenario; findings: Finding[] } {
  const file = `${folder}/scenario.yaml`;
  const { data, yaml, findings } = readYaml(tree, file, "scenario");
  if (data === undefined || yaml === undefined) return { findings };
  const expected = folder.slice(folder.lastIndexOf("/") + 1);
  if (data.id !== expected) {
    const args = { what: "scenario", id: data.id, expected };
    return { findings: [loadFinding("id-mismatch", args, { file, line: yaml.lineAt(["id"]) })] };
  }
  for (const name of ["workspace", "home", "managed"] as const) {
    const { over } = data[name];
    if (over === undefined || !over.split("/").includes("..")) continue;
    findings.push(loadFinding("outside-root", { path: over }, { file, line: yaml.lineAt([name, "over"]) }));
  }
  if (findings.length > 0) return { findings };
  const { strata: _strata, files: _files, workspace: _w, home: _h, managed: _m, ...rest } = data;
  const linesOf = (place: "values" | "later") =>
    Object.keys(data[place] ?? {}).map((key): [string, number] => [key, yaml.lineAt([place, key])]);
  let valueLines: Scenario["valueLines"] | undefined;
  return {
    scenario: {
      ...rest,
      reads: data.reads.map((read) => treePath(read)!),
      file,
      get valueLines() {
        return (valueLines ??= new Map([...linesOf("later"), ...linesOf("values")]));
      },
      world: createWorld(tree, folder, data),
    },
    findings: [],
  };
}
