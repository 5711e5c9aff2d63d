import { readFileSync } from "node:fs";

/** The source of chart.js as one classic script, to be inlined in a page. */
export function readChartJs(): string {
  // The one-file build is not among the package's exports; the main entry is, and lies beside it.
  const file = new URL("chart.umd.min.js", import.meta.resolve("chart.js"));
  // A source map comment would make developer tools ask for a file that is not there.
  return readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
}
