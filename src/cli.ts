#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import path from "node:path";

enableCompileCache();

const { codeHash, main } = await import("./commands/index.ts");
const { openParseCache } = await import("./util/index.ts");
// Beside no repository: a command that only looks leaves nothing in one.
const cache = process.env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache");
const parsed = openParseCache(path.join(cache, "strata", "parsed"), codeHash);
const interrupt = new AbortController();
// The first interrupt lets what is running finish and be kept; the second ends the process at once.
process.once("SIGINT", () => interrupt.abort());

// A reader that closes the pipe has seen enough; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

process.exitCode = await main({
  argv: process.argv.slice(2),
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => new Date(),
  random: Math.random,
  signal: interrupt.signal,
  parsed,
});
parsed.save();
