import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { $, argv } from "zx";
import { renderFigures } from "./bench/measure.ts";
import { sections } from "./bench/sections.ts";

/*
 * Prints how fast the project is beside how fast it should be: `node scripts/bench.ts [SECTION…] [--runs=N]`.
 * Never fails: how fast a machine is at the moment is no property of the code.
 */
const names: string[] = argv._.length > 0 ? argv._ : Object.keys(sections);
const runs = Math.max(3, Number(argv["runs"]) || 3);
$.cwd = path.join(import.meta.dirname, "..");
// The pinned Node for everything that is measured.
$.preferLocal = $.cwd;
$.quiet = true;

const folder = mkdtempSync(path.join(tmpdir(), "strata-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

const { version } = process;
console.log(`Node ${version}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? "unknown processor"}`);
for (const name of names) {
  const section = sections[name];
  if (section === undefined) {
    console.log(`\n${name}: no such section; there are ${Object.keys(sections).join(", ")}`);
    continue;
  }
  const dir = path.join(folder, name);
  mkdirSync(dir);
  const before = load();
  const table = await section
    .measure({ dir, runs })
    .then(renderFigures, (error) => `not measured: ${error}\n`);
  rmSync(dir, { recursive: true });
  console.log(
    `\n${name}: ${section.title} (load average ${before} before, ${load()} after)\n${table.trimEnd()}`,
  );
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}
