/** Prints every firing of the rules on a folder of instruction files, and on the stacks here: `node scripts/lint-precision.ts DIR [RULE…]`. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { lintProject, lintTexts, promptText, rules } from "../src/lint/index.ts";
import { diskTree, lineReader, readText } from "../src/load/index.ts";
import { decodeUtf8, plainLine } from "../src/util/index.ts";

const [dir, ...only] = process.argv.slice(2);
if (dir === undefined) {
  console.error("Name a folder of instruction files: node scripts/lint-precision.ts DIR [RULE…]");
  process.exit(2);
}
const folder = path.resolve(dir);
const tree = diskTree(folder);
// A rule that is off by default is measured like the others.
const severities = Object.fromEntries(
  rules.filter(({ severity }) => severity === "off").map(({ kind }) => [kind, "warning" as const]),
);
const texts = readdirSync(folder)
  .toSorted()
  .filter((name) => name !== "index.tsv")
  .flatMap((name) => {
    const read = readText(tree, name);
    if (!("text" in read)) return [];
    const entry = tree.lookup(name);
    const raw = entry.kind === "file" ? (decodeUtf8(entry.read()) ?? null) : null;
    return [promptText({ role: "file", file: name, text: read.text, raw })];
  });

// Allowed findings are firings, too.
const here = diskTree(path.resolve(import.meta.dirname, ".."));
const own = await lintProject(here);
const sets = [
  {
    name: `${texts.length} instruction files`,
    findings: await lintTexts(texts, severities),
    lineText: lineReader(tree),
  },
  { name: "stacks", findings: [...own.findings, ...own.allowed], lineText: lineReader(here) },
];
for (const { name, findings, lineText } of sets) {
  console.log(`# ${name}`);
  for (const { kind } of rules) {
    if (only.length > 0 && !only.includes(kind)) continue;
    const hits = findings.filter((finding) => finding.kind === kind);
    if (hits.length === 0) continue;
    console.log(`\n${kind}: ${hits.length}`);
    for (const { file = "", line = 0, args } of hits) {
      // A secret's line is never printed.
      const source = kind === "secret" ? "" : plainLine(lineText(file, line)).trim().slice(0, 200);
      console.log(`  ${file}:${line}  ${plainLine(JSON.stringify(args))}\n      ${source}`);
    }
  }
}
