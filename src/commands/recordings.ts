import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { siftRecordings, type Unneeded } from "../run/index.ts";
import { plainLine, stableJson } from "../util/index.ts";
import type { Io } from "./io.ts";
import { findRoot, openProject } from "./open-project.ts";

export interface RecordingsOptions {
  root?: string;
  recordings?: string;
  dryRun?: boolean;
  json?: boolean;
}

/** `strata recordings gc`: drops the recorded answers that no trial of any suite would use, and says which. */
export async function recordingsGcCommand(io: Io, options: RecordingsOptions): Promise<number> {
  const root = findRoot(io, options.root);
  const dir = path.resolve(
    options.recordings === undefined ? root : io.cwd,
    options.recordings ?? "corpus/recordings",
  );
  const { kept, unneeded } = await siftRecordings(openProject(root, io.parsed), dir);
  const dryRun = options.dryRun === true;
  if (!dryRun) for (const { file } of unneeded) remove(dir, file);
  if (options.json) {
    io.stdout.write(`${stableJson({ schema: 1, dryRun, kept, dropped: unneeded }, 2)}\n`);
    return 0;
  }
  io.stdout.write(`${[...describe(unneeded), summary(kept, unneeded, dryRun)].join("\n")}\n`);
  return 0;
}

function describe(unneeded: readonly Unneeded[]): string[] {
  return unneeded.flatMap(({ file, answer }) => {
    if (answer === null) return file.startsWith("systems/") ? [] : [`${file}  no answer that can be read`];
    const { model, repeat, recorded, question } = answer;
    const asked = question.length > 60 ? `${question.slice(0, 60)}…` : question;
    const nth = repeat === 1 ? "" : ` (repeat ${repeat})`;
    return [`${file}  ${recorded.slice(0, 10)}  ${plainLine(`${model}${nth}: ${asked}`)}`];
  });
}

function summary(kept: number, unneeded: readonly Unneeded[], dryRun: boolean): string {
  const answers = unneeded.filter(({ file }) => !file.startsWith("systems/")).length;
  const bytes = unneeded.reduce((sum, file) => sum + file.bytes, 0);
  const dropped = `${answers} recorded answers ${dryRun ? "would be dropped" : "dropped"}, ${bytes} bytes`;
  return `${dropped}; ${kept} kept, which trials of the suites use.${dryRun ? " Nothing was done." : ""}`;
}

function remove(dir: string, file: string): void {
  rmSync(path.join(dir, file), { force: true });
  const folder = path.dirname(path.join(dir, file));
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
